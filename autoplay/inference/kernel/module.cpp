// The Python face of the kernel: see autoplay/inference/_kernel.pyi.
#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <cmath>
#include <limits>
#include <mutex>
#include <stdexcept>

#include "analyzer.hpp"

namespace py = pybind11;

namespace autoplay {
namespace {

Tiling tiling_of(const py::array_t<int32_t, py::array::c_style | py::array::forcecast>& table) {
    if (table.ndim() != 2 || table.shape(1) != MAX_NEIGHBORS)
        throw std::invalid_argument("the neighbour table must be (cells, 12) int32");
    Tiling tiling;
    tiling.cells = static_cast<int>(table.shape(0));
    tiling.table.assign(table.data(), table.data() + table.size());
    for (int32_t other : tiling.table)
        if (other < -1 || other >= tiling.cells)
            throw std::invalid_argument("the neighbour table names a cell outside the board");
    return tiling;
}

class Kernel {
  public:
    Kernel(const py::array_t<int32_t, py::array::c_style | py::array::forcecast>& table,
           int max_lines)
        : tiling_(tiling_of(table)), analyzer_(tiling_, max_lines) {}

    py::tuple analyze(const py::bytes& labels, int mines) {
        const std::string text = checked(labels);
        py::array_t<double> probability(tiling_.cells);
        py::array_t<uint8_t> fate(tiling_.cells);
        double* probability_data = probability.mutable_data();
        uint8_t* fate_data = fate.mutable_data();
        Status status;
        double log_layouts;
        {
            py::gil_scoped_release release;
            const std::lock_guard<std::mutex> lock(mutex_);
            const uint8_t* board = reinterpret_cast<const uint8_t*>(text.data());
            status = analyzer_.analyze(situation_of(tiling_, board), board, mines, result_);
            log_layouts = result_.log_layouts;
            if (status == Status::ok) write(board, probability_data, fate_data);
        }
        return py::make_tuple(static_cast<int>(status), probability, fate, log_layouts);
    }

  private:
    std::string checked(const py::bytes& labels) const {
        std::string text = labels;
        if (static_cast<int>(text.size()) != tiling_.cells)
            throw std::invalid_argument("the labels must be one byte a cell");
        return text;
    }

    void write(const uint8_t* board, double* probability, uint8_t* fate) const {
        for (int cell = 0; cell < tiling_.cells; ++cell) {
            fate[cell] = result_.fate[cell];
            if (!may_be_mined(board[cell]) && !is_known_mine(board[cell]))
                probability[cell] = std::numeric_limits<double>::quiet_NaN();
            else if (result_.fate[cell] == EITHER)
                probability[cell] = result_.interior_probability;
            else
                probability[cell] = result_.fate[cell] == MINED ? 1.0 : 0.0;
        }
        for (int cell : result_.frontier) probability[cell] = result_.probability[cell];
    }

    Tiling tiling_;
    Analyzer analyzer_;
    Result result_;
    std::mutex mutex_;
};

}  // namespace
}  // namespace autoplay

PYBIND11_MODULE(_kernel, module) {
    using autoplay::Kernel;
    module.doc() = "Exact inference and search, compiled.";
    py::class_<Kernel>(module, "Kernel")
        .def(py::init<const py::array_t<int32_t, py::array::c_style | py::array::forcecast>&,
                      int>(),
             py::arg("neighbor_table"), py::arg("max_lines"))
        .def("analyze", &Kernel::analyze, py::arg("labels"), py::arg("mines"));
}
