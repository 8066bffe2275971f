// The Python face of the kernel: see autoplay/inference/_kernel.pyi.
#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <mutex>
#include <stdexcept>
#include <string_view>

#include "analyzer.hpp"
#include "player.hpp"

namespace py = pybind11;

namespace autoplay {
namespace {

using Table = py::array_t<int32_t, py::array::c_style | py::array::forcecast>;

Tiling tiling_of(const Table& table) {
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

// A view that lives as long as the bytes.
std::string_view bytes_of(const py::bytes& bytes, const Tiling& tiling) {
    const std::string_view text = bytes;
    if (static_cast<int>(text.size()) != tiling.cells)
        throw std::invalid_argument("one byte a cell is needed");
    return text;
}

std::string_view labels_of(const py::bytes& labels, const Tiling& tiling) {
    const std::string_view text = bytes_of(labels, tiling);
    uint8_t largest = 0;  // not the first wrong one: so many are compared at once
    for (char label : text) largest = std::max(largest, static_cast<uint8_t>(label));
    if (largest > ABSENT) throw std::invalid_argument("a byte is no label");
    return text;
}

// The words of autoplay.policy.Advice.
const char* word_of(Method method) {
    switch (method) {
        case Method::certain: return "certain";
        case Method::exact: return "exact";
        case Method::two_ply_survival: return "two-ply survival";
        case Method::survival: return "survival";
        case Method::isolated: return "isolated";
    }
    return "";
}

// Lets Python hear signals: it does so by itself only between its own instructions. Throws what
// their handlers raise.
void hear_signals() {
    const py::gil_scoped_acquire acquire;
    if (PyErr_CheckSignals() != 0) throw py::error_already_set();
}

class Kernel {
  public:
    Kernel(const Table& table, int max_lines)
        : tiling_(tiling_of(table)), player_(tiling_, max_lines, hear_signals) {}

    py::tuple analyze(const py::bytes& labels, int mines) {
        const std::string_view text = labels_of(labels, tiling_);
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
            status = player_.analyzer().analyze(situation_of(tiling_, board), board, mines,
                                                result_);
            log_layouts = result_.log_layouts;
            if (status == Status::ok) write(board, probability_data, fate_data);
        }
        return py::make_tuple(static_cast<int>(status), probability, fate, log_layouts);
    }

    py::tuple decide(const py::bytes& labels, int mines, const py::dict& settings, int ranked) {
        const std::string_view text = labels_of(labels, tiling_);
        const Settings chosen = settings_of(settings);
        Decision decision;
        {
            py::gil_scoped_release release;
            const std::lock_guard<std::mutex> lock(mutex_);
            player_.decide(reinterpret_cast<const uint8_t*>(text.data()), mines, chosen, ranked,
                           decision);
        }
        py::list choices;
        for (const Choice& choice : decision.choices)
            choices.append(py::make_tuple(choice.cell, choice.risk, choice.value));
        return py::make_tuple(static_cast<int>(decision.status), decision.safe, choices,
                              word_of(decision.method), decision.win, decision.cut_short);
    }

    py::tuple play(const py::bytes& labels, const py::bytes& mined, int first,
                   const py::dict& settings, double survival_worth) {
        const std::string_view begun = labels_of(labels, tiling_), text = bytes_of(mined, tiling_);
        if (first < 0 || first >= tiling_.cells)
            throw std::invalid_argument("the first cell is outside the board");
        const Settings chosen = settings_of(settings);
        Played played;
        {
            py::gil_scoped_release release;
            const std::lock_guard<std::mutex> lock(mutex_);
            played = player_.play({begun.begin(), begun.end()},
                                  reinterpret_cast<const uint8_t*>(text.data()), first, chosen,
                                  survival_worth);
        }
        return py::make_tuple(static_cast<int>(played.status), played.won, played.guesses,
                              played.cut_short, played.expectation);
    }

    py::tuple play_on(const py::bytes& labels, int mines, int games, uint64_t seed,
                      const py::dict& settings) {
        const std::string_view text = labels_of(labels, tiling_);
        const Settings chosen = settings_of(settings);
        std::vector<uint8_t> won;
        Status status;
        {
            py::gil_scoped_release release;
            const std::lock_guard<std::mutex> lock(mutex_);
            status = player_.play_on(reinterpret_cast<const uint8_t*>(text.data()), mines, games,
                                     seed, chosen, won);
        }
        return py::make_tuple(static_cast<int>(status), std::count(won.begin(), won.end(), 1));
    }

  private:
    static Settings settings_of(const py::dict& given) {
        Settings settings{};
        settings.endgame_layouts = given["endgame_layouts"].cast<int>();
        settings.endgame_nodes = given["endgame_nodes"].cast<int>();
        settings.plies = given["plies"].cast<int>();
        settings.candidates = given["candidates"].cast<int>();
        settings.off_frontier = given["off_frontier"].cast<int>();
        settings.window = given["window"].cast<double>();
        settings.second_share = given["second_share"].cast<double>();
        settings.budget_ms = given["budget_ms"].cast<double>();
        settings.isolated = given["isolated"].cast<int>() != 0;
        settings.extension = given["extension"].cast<int>();
        settings.certainty_bonus = given["certainty_bonus"].cast<double>();
        return settings;
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
    Player player_;
    Result result_;
    std::mutex mutex_;
};

// A few numbers of a board, and the cells they touch. So small that no thread waits long for it.
class Excerpt {
  public:
    explicit Excerpt(int max_lines) : analyzer_(tiling_, max_lines, nullptr) {}

    py::tuple analyze(const Table& table, const py::bytes& labels, int elsewhere, int mines) {
        tiling_ = tiling_of(table);
        const std::string_view text = labels_of(labels, tiling_);
        const uint8_t* board = reinterpret_cast<const uint8_t*>(text.data());
        Situation situation = situation_of(tiling_, board);
        situation.undecided += elsewhere;
        const Status status = analyzer_.analyze(situation, board, mines, result_);
        std::vector<double> probability;
        for (int cell = 0; status == Status::ok && cell < tiling_.cells; ++cell)
            probability.push_back(analyzer_.probability(result_, cell));
        return py::make_tuple(static_cast<int>(status), probability);
    }

  private:
    Tiling tiling_;
    Analyzer analyzer_;
    Result result_;
};

}  // namespace
}  // namespace autoplay

PYBIND11_MODULE(_kernel, module) {
    using autoplay::Kernel;
    using autoplay::Status;
    module.doc() = "Exact inference and search, compiled.";
    module.attr("OK") = static_cast<int>(Status::ok);
    module.attr("CONTRADICTION") = static_cast<int>(Status::contradiction);
    module.attr("TOO_WIDE") = static_cast<int>(Status::too_wide);
    module.attr("IMPRECISE") = static_cast<int>(Status::imprecise);
    module.attr("EITHER") = static_cast<int>(autoplay::EITHER);
    module.attr("FREE") = static_cast<int>(autoplay::FREE);
    module.attr("MINED") = static_cast<int>(autoplay::MINED);
    py::class_<Kernel>(module, "Kernel")
        .def(py::init<const autoplay::Table&, int>(), py::arg("neighbor_table"),
             py::arg("max_lines"))
        .def("analyze", &Kernel::analyze, py::arg("labels"), py::arg("mines"))
        .def("decide", &Kernel::decide, py::arg("labels"), py::arg("mines"), py::arg("settings"),
             py::arg("ranked") = 1)
        .def("play", &Kernel::play, py::arg("labels"), py::arg("mined"), py::arg("first"),
             py::arg("settings"), py::arg("survival_worth"))
        .def("play_on", &Kernel::play_on, py::arg("labels"), py::arg("mines"), py::arg("games"),
             py::arg("seed"), py::arg("settings"));
    py::class_<autoplay::Excerpt>(module, "Excerpt")
        .def(py::init<int>(), py::arg("max_lines"))
        .def("analyze", &autoplay::Excerpt::analyze, py::arg("neighbor_table"), py::arg("labels"),
             py::arg("elsewhere"), py::arg("mines"));
}
