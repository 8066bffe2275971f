#include "polynomial.hpp"

#include <algorithm>
#include <cmath>

namespace autoplay {

namespace {

// to[i] += factor * from[i]. This loop takes the time of large boards: nothing else is in it, so that
// the compiler can do several at once.
void add(double* __restrict to, const double* __restrict from, double factor, std::size_t size) {
    for (std::size_t i = 0; i < size; ++i) to[i] += factor * from[i];
}

void add_possible(uint8_t* __restrict to, const uint8_t* __restrict from, std::size_t size) {
    for (std::size_t i = 0; i < size; ++i) to[i] |= from[i];
}

}  // namespace

void Polynomial::reset(std::size_t size) {
    weight.assign(size, 0.0);
    possible.assign(size, 0);
    exponent = 0;
}

void Polynomial::normalize() {
    const double largest = *std::max_element(weight.begin(), weight.end());
    if (largest <= 0) return;
    for (double& value : weight) value /= largest;
    exponent += std::log(largest);
}

// The one layout of no cells.
void Polynomial::set_empty() {
    reset(1);
    weight[0] = 1;
    possible[0] = 1;
}

// The layouts of two parts together, by their mines.
void Polynomial::set_product(const Polynomial& one, const Polynomial& other,
                             Attention& attention) {
    reset(one.weight.size() + other.weight.size() - 1);
    exponent = one.exponent + other.exponent;
    const std::size_t size = one.weight.size();
    for (std::size_t k = other.weight.size(); k-- > 0;) {
        if (!other.possible[k]) continue;
        add(&weight[k], one.weight.data(), other.weight[k], size);
        add_possible(&possible[k], one.possible.data(), size);
        attention.worked(size);
    }
    normalize();
}

// What surrounds a part of this span, by its mines: another part and what surrounds both.
void Polynomial::set_around(std::size_t span, const Polynomial& other, const Polynomial& both,
                            Attention& attention) {
    reset(span);
    for (std::size_t m = 0; m < other.weight.size(); ++m) {
        if (!other.possible[m]) continue;
        add(weight.data(), &both.weight[m], other.weight[m], span);
        add_possible(possible.data(), &both.possible[m], span);
        attention.worked(span);
    }
}

}  // namespace autoplay
