// All components and the interior together: how many layouts the board has.
#include "analyzer.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace autoplay {

// Puts the components and the interior together; mines are counted from the least there can be.
Status Analyzer::combine(int mines, Result& result) {
    const int parts = static_cast<int>(components_.size());
    tally(result);
    const bool at_once = parts <= SHARED_AT_ONCE;
    if (at_once)
        tabulate(0, parts);
    else
        multiply(0, parts, frontier_ways_);
    const Polynomial& frontier = at_once ? before_[parts] : frontier_ways_;
    const int left = mines < 0 ? -1 : mines - mined_ - result.least;
    if (mines >= 0 && left < 0) return Status::contradiction;
    interior_ways(left, frontier);
    const Whole all = whole(left, frontier);
    if (!all.fits) return Status::contradiction;
    if (!(all.total > 0) || !std::isfinite(all.total)) return Status::imprecise;
    result.log_layouts =
        std::log(all.total) + frontier.exponent + inside_.exponent - result.least * log_odds_;
    result.frontier.clear();
    result.lowest = result.second = 1;
    if (at_once)
        share_among(0, parts, inside_, result);
    else
        share_out(0, parts, inside_, result);
    if (numeric_failure_) return Status::imprecise;
    give_interior(left, all, result);
    return Status::ok;
}

// Fills counts_: the layouts of each component, by its mines above the least it can have.
void Analyzer::tally(Result& result) {
    if (counts_.size() < components_.size()) counts_.resize(components_.size());
    result.least = result.most = 0;
    for (std::size_t i = 0; i < components_.size(); ++i) {
        Component& component = components_[i];
        Polynomial& counts = counts_[i];
        int low = MAX_USED, high = 0;
        for (int at = component.lines; at < component.lines_end; ++at) {
            low = std::min(low, lines_[at].used());
            high = std::max(high, lines_[at].used());
        }
        component.least = low;
        counts.reset(high - low + 1);
        counts.exponent = component.exponent;
        for (int at = component.lines; at < component.lines_end; ++at) {
            counts.weight[lines_[at].used() - low] = lines_[at].weight;
            counts.possible[lines_[at].used() - low] = 1;
        }
        counts.normalize();
        result.least += low;
        result.most += high;
    }
}

// Adds up what the frontier and the interior allow together; ``left`` as for interior_ways.
Analyzer::Whole Analyzer::whole(int left, const Polynomial& frontier) const {
    Whole all;
    for (std::size_t m = 0; m < frontier.weight.size(); ++m) {
        if (!frontier.possible[m] || !inside_.possible[m]) continue;
        all.fits = true;
        const double weight = frontier.weight[m] * inside_.weight[m];
        const int rest = left - static_cast<int>(m);
        all.total += weight;
        if (left >= 0) all.interior_mines += weight * rest;
        all.interior_mined |= left < 0 || rest > 0;
        all.interior_free |= left < 0 || rest < interior_;
    }
    return all;
}

// Sets the layouts of these components together, by their mines.
void Analyzer::multiply(int from, int to, Polynomial& product) {
    product.set_empty();
    for (int i = from; i < to; ++i) {
        longer_.set_product(product, counts_[i], attention_);
        std::swap(longer_, product);
    }
}

// Fills before_[i]: the layouts of the first i of these components, by their mines.
void Analyzer::tabulate(int from, int to) {
    const int parts = to - from;
    if (static_cast<int>(before_.size()) <= parts) {
        before_.resize(parts + 1);
        after_.resize(parts + 1);
    }
    before_[0].set_empty();
    for (int i = 0; i < parts; ++i)
        before_[i + 1].set_product(before_[i], counts_[from + i], attention_);
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

}  // namespace autoplay
