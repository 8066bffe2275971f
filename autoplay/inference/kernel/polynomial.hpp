// Layouts of a part of a board by the number of its mines, as scaled doubles.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "deadline.hpp"

namespace autoplay {

struct Polynomial {  // weight[m] e^exponent layouts with m mines; possible[m]: there are some at all
    std::vector<double> weight;
    std::vector<uint8_t> possible;
    double exponent = 0;
    void reset(std::size_t size);
    void normalize();
    void set_empty();
    void set_product(const Polynomial& one, const Polynomial& other, Attention& attention);
    void set_around(std::size_t span, const Polynomial& other, const Polynomial& both,
                    Attention& attention);
};

}  // namespace autoplay
