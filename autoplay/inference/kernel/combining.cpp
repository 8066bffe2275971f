// All components and the interior together, and each supercell's share: the backward pass.
#include "analyzer.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace autoplay {

namespace {

// What was counted of the board, by the largest factors it could have: what got lost below the
// range of doubles is less than 1e-50 of it then.
constexpr double LEAST_SHARE = 1e-250;

// So many components are counted with tables for each; more are halved first, since the tables take
// memory by the square of the components.
constexpr int SHARED_AT_ONCE = 32;

// to[i] += factor * from[i]. This loop takes the time of large boards: nothing else is in it, so that
// the compiler can do several at once.
void add(double* __restrict to, const double* __restrict from, double factor, std::size_t size) {
    for (std::size_t i = 0; i < size; ++i) to[i] += factor * from[i];
}

void add_possible(uint8_t* __restrict to, const uint8_t* __restrict from, std::size_t size) {
    for (std::size_t i = 0; i < size; ++i) to[i] |= from[i];
}

}  // namespace

void Analyzer::Polynomial::reset(std::size_t size) {
    weight.assign(size, 0.0);
    possible.assign(size, 0);
    exponent = 0;
}

void Analyzer::Polynomial::normalize() {
    const double largest = *std::max_element(weight.begin(), weight.end());
    if (largest <= 0) return;
    for (double& value : weight) value /= largest;
    exponent += std::log(largest);
}

// The one layout of no cells.
void Analyzer::Polynomial::set_empty() {
    reset(1);
    weight[0] = 1;
    possible[0] = 1;
}

// The layouts of two parts together, by their mines.
void Analyzer::Polynomial::set_product(const Polynomial& one, const Polynomial& other) {
    reset(one.weight.size() + other.weight.size() - 1);
    exponent = one.exponent + other.exponent;
    const std::size_t size = one.weight.size();
    for (std::size_t k = other.weight.size(); k-- > 0;) {
        if (!other.possible[k]) continue;
        add(&weight[k], one.weight.data(), other.weight[k], size);
        add_possible(&possible[k], one.possible.data(), size);
    }
    normalize();
}

// What surrounds a part of this span, by its mines: another part and what surrounds both.
void Analyzer::Polynomial::set_around(std::size_t span, const Polynomial& other,
                                      const Polynomial& both) {
    reset(span);
    for (std::size_t m = 0; m < other.weight.size(); ++m) {
        if (!other.possible[m]) continue;
        add(weight.data(), &both.weight[m], other.weight[m], span);
        add_possible(possible.data(), &both.possible[m], span);
    }
}

// Puts the components and the interior together; mines are counted from the least there can be.
Status Analyzer::combine(int mines, Result& result) {
    const int parts = static_cast<int>(components_.size());
    if (static_cast<int>(counts_.size()) < parts) counts_.resize(parts);
    int least = 0, span = 1;
    for (int i = 0; i < parts; ++i) {
        Component& component = components_[i];
        int low = MAX_USED, high = 0;
        for (int at = component.lines; at < component.lines_end; ++at) {
            const int used = static_cast<int>(lines_[at].key.high >> USED_SHIFT);
            low = std::min(low, used);
            high = std::max(high, used);
        }
        component.least = low;
        component.span = high - low + 1;
        least += low;
        counts_[i].reset(component.span);
        counts_[i].exponent = component.exponent;
        for (int at = component.lines; at < component.lines_end; ++at) {
            const int used = static_cast<int>(lines_[at].key.high >> USED_SHIFT);
            counts_[i].weight[used - low] = lines_[at].weight;
            counts_[i].possible[used - low] = 1;
        }
        counts_[i].normalize();
        span += component.span - 1;
    }
    const bool at_once = parts <= SHARED_AT_ONCE;
    if (at_once)
        tabulate(0, parts);
    else
        multiply(0, parts, frontier_ways_);
    const Polynomial& all = at_once ? before_[parts] : frontier_ways_;
    result.least = least;
    result.most = least + span - 1;
    const int left = mines < 0 ? -1 : mines - mined_ - least;
    if (mines >= 0 && left < 0) return Status::contradiction;
    interior_ways(left, all);
    const Polynomial& inside = inside_;
    double total = 0, interior_mines = 0;
    bool fits = false, inside_mined = false, inside_free = false;
    for (std::size_t m = 0; m < all.weight.size(); ++m) {
        if (!all.possible[m] || !inside.possible[m]) continue;
        fits = true;
        const double weight = all.weight[m] * inside.weight[m];
        const int rest = left - static_cast<int>(m);
        total += weight;
        if (left >= 0) interior_mines += weight * rest;
        inside_mined |= left < 0 || rest > 0;
        inside_free |= left < 0 || rest < interior_;
    }
    if (!fits) return Status::contradiction;
    if (!(total > 0) || !std::isfinite(total)) return Status::imprecise;
    result.log_layouts =
        std::log(total) + all.exponent + inside.exponent - least * log_odds_;
    result.frontier.clear();
    result.lowest = result.second = 1;
    result.interior_probability = 0;
    if (at_once)
        share_among(0, parts, inside_, result);
    else
        share_out(0, parts, inside_, result);
    if (numeric_failure_) return Status::imprecise;
    if (interior_ > 0) {
        if (inside_mined && inside_free) {
            const double share = left < 0 ? 0.5 : interior_mines / (total * interior_);
            result.interior_probability = std::clamp(share, std::numeric_limits<double>::min(),
                                                     1 - std::numeric_limits<double>::epsilon());
            result.take(result.interior_probability, interior_);
        } else {
            const Fate fate = inside_mined ? MINED : FREE;
            // Undecided cells beside no number: the frontier's own are decided or listed already.
            for (int cell = 0; cell < tiling_.cells; ++cell)
                if (fate_[cell] == EITHER && of_cell_count_[cell] == 0) {
                    fate_[cell] = fate;
                    --undecided_;
                    if (fate == MINED) ++mined_;
                    if (fate == FREE) found_free_ = true;
                }
        }
    }
    return Status::ok;
}

// Sets the layouts of these components together, by their mines.
void Analyzer::multiply(int from, int to, Polynomial& product) {
    product.set_empty();
    for (int i = from; i < to; ++i) {
        longer_.set_product(product, counts_[i]);
        std::swap(longer_, product);
    }
}

// Gives every supercell of these components its share; ``around`` is what surrounds them all.
void Analyzer::share_out(int from, int to, const Polynomial& around, Result& result) {
    if (numeric_failure_) return;
    if (to - from <= SHARED_AT_ONCE) {
        tabulate(from, to);
        share_among(from, to, around, result);
        return;
    }
    const int middle = from + (to - from) / 2;
    Polynomial first, second, outside;
    multiply(from, middle, first);
    multiply(middle, to, second);
    outside.set_around(first.weight.size(), second, around);
    settle(first, outside);
    share_out(from, middle, outside, result);
    outside.set_around(second.weight.size(), first, around);
    settle(second, outside);
    share_out(middle, to, outside, result);
}

// Fills before_[i]: the layouts of the first i of these components, by their mines.
void Analyzer::tabulate(int from, int to) {
    const int parts = to - from;
    if (static_cast<int>(before_.size()) <= parts) {
        before_.resize(parts + 1);
        after_.resize(parts + 1);
    }
    before_[0].set_empty();
    for (int i = 0; i < parts; ++i) before_[i + 1].set_product(before_[i], counts_[from + i]);
}

// As share_out, of few components, which are in before_. after_[i] counts all but the first i of
// them, with what surrounds them, by the mines of those.
void Analyzer::share_among(int from, int to, const Polynomial& around, Result& result) {
    const int parts = to - from;
    after_[parts] = around;
    for (int i = parts - 1; i >= 0; --i) {
        after_[i].set_around(before_[i].weight.size(), counts_[from + i], after_[i + 1]);
        after_[i].normalize();
    }
    for (int i = 0; i < parts; ++i) {
        outside_.set_around(counts_[from + i].weight.size(), before_[i], after_[i + 1]);
        settle(counts_[from + i], outside_);
        if (numeric_failure_) return;
        distribute(components_[from + i], outside_, result);
    }
}

// Scales what surrounds a part, once it is known that not too much of it got lost.
void Analyzer::settle(const Polynomial& part, Polynomial& outside) {
    double share = 0;
    for (std::size_t k = 0; k < part.weight.size(); ++k)
        share += part.weight[k] * outside.weight[k];
    if (large_ && !(share > LEAST_SHARE)) numeric_failure_ = true;
    outside.normalize();
}

// Fills inside_: the interior's layouts by the frontier's mines above the least. ``left`` is the
// mines left for both, less that least; negative when the total is unknown.
void Analyzer::interior_ways(int left, const Polynomial& frontier) {
    Polynomial& ways = inside_;
    ways.reset(frontier.weight.size());
    if (left < 0) {
        std::fill(ways.weight.begin(), ways.weight.end(), 1.0);
        std::fill(ways.possible.begin(), ways.possible.end(), uint8_t{1});
        ways.exponent = interior_ * std::log(2.0);
        return;
    }
    double largest = -std::numeric_limits<double>::infinity();
    for (std::size_t m = 0; m < ways.weight.size(); ++m) {
        const int rest = left - static_cast<int>(m);
        if (rest < 0 || rest > interior_) continue;
        ways.possible[m] = 1;
        ways.weight[m] = log_factorial_[interior_] - log_factorial_[rest] -
                         log_factorial_[interior_ - rest] - static_cast<double>(m) * log_odds_;
        if (frontier.possible[m] && frontier.weight[m] > 0)
            largest = std::max(largest, ways.weight[m] + std::log(frontier.weight[m]));
    }
    if (!std::isfinite(largest)) largest = 0;
    for (std::size_t m = 0; m < ways.weight.size(); ++m)
        if (ways.possible[m]) ways.weight[m] = std::exp(std::min(600.0, ways.weight[m] - largest));
    ways.exponent = largest;
    if (large_) ways.normalize();
}

// The backward pass: gives every supercell its share of the layouts.
void Analyzer::distribute(const Component& component, const Polynomial& outside, Result& result) {
    for (int at = component.lines; at < component.lines_end; ++at) {
        const int used = static_cast<int>(lines_[at].key.high >> USED_SHIFT) - component.least;
        lines_[at].later = outside.weight[used];
        lines_[at].live = outside.possible[used] != 0;
    }
    for (int s = component.steps_end - 1; s >= component.steps; --s) {
        const Step& step = steps_[s];
        double total = 0, mined = 0, largest = 0;
        bool can_be_mined = false, can_be_free = false;
        for (int at = step.lines; at < step.lines_end; ++at) {
            Line& line = lines_[at];
            double sum = 0, with_mines = 0;
            bool live = false;
            for (int k = 0; k < line.count; ++k) {
                const Line& next = lines_[edges_[line.edges + k]];
                const int taken = line.least + k;
                const double ways = choices_[step.size][taken] * next.later;
                sum += ways;
                with_mines += ways * taken;
                live |= next.live;
                can_be_mined |= next.live && taken > 0;
                can_be_free |= next.live && taken < step.size;
            }
            line.later = sum;
            line.live = live;
            total += line.weight * sum;
            mined += line.weight * with_mines;
            largest = std::max(largest, sum);
        }
        const double least = large_ ? LEAST_SHARE * step.heaviest * largest : 0;
        if (!(total > least) || !std::isfinite(total)) {
            numeric_failure_ = true;
            return;
        }
        if (largest > RESCALE_ABOVE || largest < RESCALE_BELOW)
            for (int at = step.lines; at < step.lines_end; ++at) lines_[at].later /= largest;
        const Supercell& supercell = supercells_[step.supercell];
        const double share = std::clamp(mined / (total * step.size),
                                        std::numeric_limits<double>::min(),
                                        1 - std::numeric_limits<double>::epsilon());
        const bool open = can_be_mined && can_be_free;
        if (open) result.take(share, step.size);
        for (int k = supercell.first; k < supercell.last; ++k) {
            const int cell = members_[k];
            if (open) {
                result.probability[cell] = share;
                result.frontier.push_back(cell);
            } else {
                fate_[cell] = can_be_mined ? MINED : FREE;
                --undecided_;
                if (can_be_mined) ++mined_;
                if (!can_be_mined) found_free_ = true;
            }
        }
    }
}

}  // namespace autoplay
