// The share of the layouts that each supercell and the interior have: the backward pass.
#include "analyzer.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace autoplay {

namespace {

// What was counted of the board, by the largest factors it could have: what got lost below the
// range of doubles is less than 1e-50 of it then.
constexpr double LEAST_SHARE = 1e-250;

// A share that no rounding makes certain.
double uncertain(double share) {
    return std::clamp(share, std::numeric_limits<double>::min(),
                      1 - std::numeric_limits<double>::epsilon());
}

}  // namespace

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
    outside.set_around(first.weight.size(), second, around, attention_);
    settle(first, outside);
    share_out(from, middle, outside, result);
    outside.set_around(second.weight.size(), first, around, attention_);
    settle(second, outside);
    share_out(middle, to, outside, result);
}

// As share_out, of few components, which are in before_. after_[i] counts all but the first i of
// them, with what surrounds them, by the mines of those.
void Analyzer::share_among(int from, int to, const Polynomial& around, Result& result) {
    const int parts = to - from;
    after_[parts] = around;
    for (int i = parts - 1; i >= 0; --i) {
        after_[i].set_around(before_[i].weight.size(), counts_[from + i], after_[i + 1],
                             attention_);
        after_[i].normalize();
    }
    for (int i = 0; i < parts; ++i) {
        outside_.set_around(counts_[from + i].weight.size(), before_[i], after_[i + 1],
                            attention_);
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

// The backward pass: gives every supercell its share of the layouts.
void Analyzer::distribute(const Component& component, const Polynomial& outside, Result& result) {
    for (int at = component.lines; at < component.lines_end; ++at) {
        const int mines = lines_[at].used() - component.least;
        lines_[at].later = outside.weight[mines];
        lines_[at].live = outside.possible[mines] != 0;
    }
    for (int s = component.steps_end - 1; s >= component.steps; --s) {
        const Step& step = steps_[s];
        const Share share = pass_back(step);
        attention_.worked(static_cast<std::size_t>(step.lines_end - step.lines));
        const double least = large_ ? LEAST_SHARE * step.heaviest * share.largest : 0;
        if (!(share.total > least) || !std::isfinite(share.total)) {
            numeric_failure_ = true;
            return;
        }
        if (share.largest > RESCALE_ABOVE || share.largest < RESCALE_BELOW)
            for (int at = step.lines; at < step.lines_end; ++at) lines_[at].later /= share.largest;
        give(step, share, result);
    }
}

// Sets the completions of the lines before a step, from those after it.
Analyzer::Share Analyzer::pass_back(const Step& step) {
    double total = 0, mined = 0, largest = 0;  // no Share yet: the compiler keeps these in registers
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
    return {total, mined, largest, can_be_mined, can_be_free};
}

// Gives the cells of a step's supercell their share, or their fate.
void Analyzer::give(const Step& step, const Share& share, Result& result) {
    const double probability = uncertain(share.mined / (share.total * step.size));
    const bool open = share.can_be_mined && share.can_be_free;
    if (open) result.take(probability, step.size);
    const Supercell& supercell = supercells_[step.supercell];
    for (int k = supercell.first; k < supercell.last; ++k) {
        const int cell = members_[k];
        if (open) {
            result.probability[cell] = probability;
            result.frontier.push_back(cell);
        } else {
            set_fate(cell, share.can_be_mined ? MINED : FREE);
        }
    }
}

// Gives the cells beside no number their share, or their fate.
void Analyzer::give_interior(int left, const Whole& whole, Result& result) {
    result.interior_probability = 0;
    if (interior_ == 0) return;
    if (whole.interior_mined && whole.interior_free) {
        const double share = left < 0 ? 0.5 : whole.interior_mines / (whole.total * interior_);
        result.interior_probability = uncertain(share);
        result.take(result.interior_probability, interior_);
        return;
    }
    // Undecided cells beside no number: the frontier's own are decided or listed already.
    for (int cell = 0; cell < tiling_.cells; ++cell)
        if (fate_[cell] == EITHER && of_cell_count_[cell] == 0)
            set_fate(cell, whole.interior_mined ? MINED : FREE);
}

}  // namespace autoplay
