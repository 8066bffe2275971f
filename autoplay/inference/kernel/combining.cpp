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

// Puts the components and the interior together. before_[i] counts components 0 .. i-1 by their
// mines, after_[i] the rest of the board by the mines before it; both are relative to the least.
Status Analyzer::combine(int mines, Result& result) {
    const int parts = static_cast<int>(components_.size());
    if (static_cast<int>(before_.size()) <= parts) {
        counts_.resize(parts + 1);
        before_.resize(parts + 1);
        after_.resize(parts + 1);
    }
    before_[0].reset(1);
    before_[0].weight[0] = 1;
    before_[0].possible[0] = 1;
    int least = 0;
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
        const Polynomial& shorter = before_[i];
        Polynomial& longer = before_[i + 1];
        longer.reset(shorter.weight.size() + component.span - 1);
        longer.exponent = shorter.exponent + counts_[i].exponent;
        for (std::size_t m = 0; m < shorter.weight.size(); ++m)
            for (int k = 0; k < component.span; ++k) {
                longer.weight[m + k] += shorter.weight[m] * counts_[i].weight[k];
                longer.possible[m + k] |= shorter.possible[m] & counts_[i].possible[k];
            }
        longer.normalize();
    }
    result.least = least;
    result.most = least + static_cast<int>(before_[parts].weight.size()) - 1;
    const int left = mines < 0 ? -1 : mines - mined_ - least;
    if (mines >= 0 && left < 0) return Status::contradiction;
    after_[parts].reset(before_[parts].weight.size());
    interior_ways(left);
    const Polynomial& all = before_[parts];
    const Polynomial& inside = after_[parts];
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
    for (int i = parts - 1; i >= 0; --i) {
        const Polynomial& shorter = after_[i + 1];
        Polynomial& longer = after_[i];
        longer.reset(before_[i].weight.size());
        for (std::size_t m = 0; m < longer.weight.size(); ++m)
            for (int k = 0; k < components_[i].span; ++k) {
                longer.weight[m] += counts_[i].weight[k] * shorter.weight[m + k];
                longer.possible[m] |= counts_[i].possible[k] & shorter.possible[m + k];
            }
        longer.normalize();
    }
    result.frontier.clear();
    result.lowest = result.second = 1;
    result.interior_probability = 0;
    for (int i = 0; i < parts; ++i) {
        outside_.reset(components_[i].span);
        for (int k = 0; k < components_[i].span; ++k)
            for (std::size_t m = 0; m < before_[i].weight.size(); ++m) {
                outside_.weight[k] += before_[i].weight[m] * after_[i + 1].weight[m + k];
                outside_.possible[k] |= before_[i].possible[m] & after_[i + 1].possible[m + k];
            }
        double share = 0;
        for (int k = 0; k < components_[i].span; ++k)
            share += counts_[i].weight[k] * outside_.weight[k];
        if (large_ && !(share > LEAST_SHARE)) return Status::imprecise;
        outside_.normalize();
        distribute(components_[i], outside_, result);
    }
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

// Fills after_.back(): the interior's layouts by the frontier's mines above the least. ``left`` is
// the mines left for both, less that least; negative when the total is unknown.
void Analyzer::interior_ways(int left) {
    const Polynomial& frontier = before_[components_.size()];
    Polynomial& ways = after_[components_.size()];
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
