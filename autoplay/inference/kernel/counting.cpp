// The layouts of each component, counted line by line: the forward pass.
#include "analyzer.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace autoplay {

namespace {

// Lines of all components together: half a gigabyte. A board of 4 million cells, the largest there
// is, holds 2.6 million where a number is open here and there all over it.
constexpr std::size_t MOST_LINES = 10'000'000;
constexpr int KEY_SLOTS = 28;  // 16 needs in the low word, 12 in the high one
constexpr double MOST_LOG_ODDS = 25;  // e^(12 * 25) times RESCALE_ABOVE is a double still
constexpr int MOST_TILTS = 24;
constexpr double NEAR_ENOUGH = 8;  // standard deviations: the counts there are e^-32 of the largest

int need_in(uint64_t low, uint64_t high, int shift) {
    return static_cast<int>((shift < 64 ? low >> shift : high >> (shift - 64)) & 15);
}

}  // namespace

// Finishes one constraint after the other, next the open one with the fewest supercells to come:
// the number of open constraints decides how many lines the count holds at once.
Status Analyzer::order_and_count() {
    steps_.clear();
    components_.clear();
    lines_.clear();
    edges_.clear();
    for (Constraint& constraint : constraints_) {
        constraint.room = constraint.left;
        constraint.finished = constraint.left == 0;
    }
    for (int start = 0; start < static_cast<int>(constraints_.size()); ++start) {
        if (constraints_[start].finished) continue;
        Component component{};
        if (!order(start, component)) return Status::too_wide;
        if (Status status = count(component); status != Status::ok) return status;
        components_.push_back(component);
    }
    return Status::ok;
}

// The steps of the component of a constraint; false when too many constraints are open at once.
bool Analyzer::order(int start, Component& component) {
    component.steps = static_cast<int>(steps_.size());
    free_slots_.clear();
    for (int slot = KEY_SLOTS - 1; slot >= 0; --slot) free_slots_.push_back(slot);
    open_.assign(1, start);
    while (!open_.empty()) {
        const int index = next_constraint();
        Constraint& constraint = constraints_[index];
        constraint.finished = true;
        for (int k = 0; k < constraint.groups; ++k)
            if (!supercells_[constraint.supercells[k]].placed &&
                !add_step(constraint.supercells[k]))
                return false;
        open_.erase(std::remove_if(open_.begin(), open_.end(),
                                   [&](int other) { return constraints_[other].finished; }),
                    open_.end());
    }
    component.steps_end = static_cast<int>(steps_.size());
    return true;
}

// The forward pass: the lines of a component, step by step.
Status Analyzer::count(Component& component) {
    double heaviest = 1;
    component.exponent = 0;
    int first = static_cast<int>(lines_.size());
    lines_.push_back(Line{Key{0, 0}, 1.0, 0.0, 0, 0, 0, false});
    const std::size_t most = std::min(lines_.size() + max_lines_, MOST_LINES);
    for (int at = component.steps; at < component.steps_end; ++at) {
        steps_[at].lines = first;
        steps_[at].lines_end = first = static_cast<int>(lines_.size());
        steps_[at].heaviest = heaviest;
        if (!merge(steps_[at], component.exponent, heaviest) || lines_.size() > most)
            return Status::too_wide;
        attention_.worked(lines_.size() - static_cast<std::size_t>(first));
    }
    component.lines = first;
    component.lines_end = static_cast<int>(lines_.size());
    return component.lines == component.lines_end ? Status::contradiction : Status::ok;
}

// The forward pass once more, after another tilt.
Status Analyzer::recount() {
    lines_.clear();
    edges_.clear();
    for (Component& component : components_)
        if (Status status = count(component); status != Status::ok) return status;
    return Status::ok;
}

void Analyzer::tilt(double log_odds) {
    log_odds_ = log_odds;
    for (int n = 0; n <= MAX_NEIGHBORS; ++n)
        for (int k = 0; k <= MAX_NEIGHBORS; ++k)
            choices_[n][k] = binomials_[n][k] * std::exp(k * log_odds);
}

// Counts with each mine weighing so much that ``mines``, which are left for the frontier and the
// interior together, are about what both have in the mean. Without it a large frontier counts most
// for half of its cells mined, and what it counts for the mines there are is lost below the range
// of doubles. What the weights add to the frontier's counts interior_ways takes off again.
Status Analyzer::tilt_to(int mines) {
    if (mines < 0 || mines > undecided_) return Status::contradiction;
    double low = -MOST_LOG_ODDS, high = MOST_LOG_ODDS;
    tilt(std::clamp(std::log((mines + 0.5) / (undecided_ - mines + 0.5)), low, high));
    Status status = order_and_count();
    for (int tilts = 0; status == Status::ok && tilts < MOST_TILTS; ++tilts) {
        const double density = 1 / (1 + std::exp(-log_odds_));
        double mean = interior_ * density, variance = interior_ * density * (1 - density);
        for (const Component& component : components_) add_moments(component, mean, variance);
        const double gap = mines - mean;
        if (std::abs(gap) <= NEAR_ENOUGH * std::sqrt(variance)) break;
        (gap > 0 ? low : high) = log_odds_;
        const double next = log_odds_ + gap / variance;  // Newton's; halving where it overshoots
        tilt(next > low && next < high ? next : (low + high) / 2);
        status = recount();
    }
    return status;
}

// Adds the mean and the variance of the mines of a component, as they are weighed now.
void Analyzer::add_moments(const Component& component, double& mean, double& variance) const {
    double heaviest = 0, total = 0, first = 0, second = 0;
    for (int at = component.lines; at < component.lines_end; ++at)
        heaviest = std::max(heaviest, lines_[at].weight);
    for (int at = component.lines; at < component.lines_end; ++at) {
        const double used = lines_[at].used();
        const double weight = lines_[at].weight / heaviest;
        total += weight;
        first += weight * used;
        second += weight * used * used;
    }
    mean += first / total;
    variance += std::max(0.0, second / total - first / total * (first / total));
}

int Analyzer::next_constraint() const {
    int best = -1, fewest = MAX_NEIGHBORS + 1;
    for (int index : open_) {
        const Constraint& constraint = constraints_[index];
        int missing = 0;
        for (int k = 0; k < constraint.groups; ++k)
            missing += !supercells_[constraint.supercells[k]].placed;
        if (missing < fewest) {
            fewest = missing;
            best = index;
        }
    }
    return best;
}

bool Analyzer::add_step(int index) {
    Supercell& supercell = supercells_[index];
    supercell.placed = true;
    Step step{};
    step.supercell = index;
    step.size = supercell.last - supercell.first;
    step.count = supercell.count;
    for (int k = 0; k < supercell.count; ++k) {
        Constraint& constraint = constraints_[supercell.constraints[k]];
        if (constraint.slot < 0) {
            if (free_slots_.empty()) return false;
            constraint.slot = free_slots_.back();
            free_slots_.pop_back();
            if (!constraint.finished) open_.push_back(supercell.constraints[k]);
            uint64_t& word = constraint.slot < 16 ? step.opened.low : step.opened.high;
            word += static_cast<uint64_t>(constraint.need) << 4 * (constraint.slot % 16);
        }
        constraint.room -= step.size;
        step.shift[k] = 4 * constraint.slot;
        step.room[k] = constraint.room;
        uint64_t& word = constraint.slot < 16 ? step.delta.low : step.delta.high;
        word += uint64_t{1} << 4 * (constraint.slot % 16);
    }
    // A need is zero when its constraint closes, so the next constraint can have the slot.
    for (int k = 0; k < supercell.count; ++k) {
        const Constraint& constraint = constraints_[supercell.constraints[k]];
        if (constraint.room == 0) free_slots_.push_back(constraint.slot);
    }
    steps_.push_back(step);
    return true;
}

// Merges one supercell into the lines before it, of which ``heaviest`` is the largest weight, then
// of those after it; false when a line has no room for its mines.
bool Analyzer::merge(const Step& step, double& exponent, double& heaviest) {
    const int layer = static_cast<int>(lines_.size());
    std::size_t capacity = 16;
    const std::size_t most = static_cast<std::size_t>(step.lines_end - step.lines) * (step.size + 1);
    while (capacity < 2 * most) capacity *= 2;
    if (slots_.size() < capacity) {
        slots_.assign(capacity, 0);
        stamps_.assign(capacity, 0);
        stamp_ = 0;
    }
    mask_ = capacity - 1;
    if (++stamp_ == std::numeric_limits<int>::max()) {
        std::fill(stamps_.begin(), stamps_.end(), 0);
        stamp_ = 1;
    }
    double largest = 0;
    for (int at = step.lines; at < step.lines_end; ++at) {
        Key key = lines_[at].key;
        key.low += step.opened.low;
        key.high += step.opened.high;
        int least = 0, most_taken = step.size;
        for (int k = 0; k < step.count; ++k) {
            const int need = need_in(key.low, key.high, step.shift[k]);
            least = std::max(least, need - step.room[k]);
            most_taken = std::min(most_taken, need);
        }
        lines_[at].least = least;
        lines_[at].edges = static_cast<int>(edges_.size());
        lines_[at].count = std::max(0, most_taken - least + 1);
        const double weight = lines_[at].weight;
        for (int taken = least; taken <= most_taken; ++taken) {
            if ((key.high >> USED_SHIFT) + static_cast<uint64_t>(taken) >= MAX_USED) return false;
            const uint64_t times = static_cast<uint64_t>(taken);
            const Key next{key.low - times * step.delta.low,
                           key.high - times * step.delta.high + (times << USED_SHIFT)};
            const int line = line_of(next, layer);
            lines_[line].weight += weight * choices_[step.size][taken];
            largest = std::max(largest, lines_[line].weight);
            edges_.push_back(line);
        }
    }
    heaviest = largest;
    if (largest > RESCALE_ABOVE || (largest < RESCALE_BELOW && largest > 0)) {
        for (std::size_t at = layer; at < lines_.size(); ++at) lines_[at].weight /= largest;
        exponent += std::log(largest);
        heaviest = 1;
    }
    return true;
}

int Analyzer::line_of(const Key& key, int layer) {
    uint64_t mixed = key.low * 0x9E3779B97F4A7C15u ^ (key.high + 0x7F4A7C15u) * 0xC2B2AE3D27D4EB4Fu;
    mixed ^= mixed >> 29;
    std::size_t at = static_cast<std::size_t>(mixed * 0xD6E8FEB86659FD93u >> 24) & mask_;
    while (stamps_[at] == stamp_) {
        const Key& other = lines_[layer + slots_[at]].key;
        if (other.low == key.low && other.high == key.high) return layer + slots_[at];
        at = (at + 1) & mask_;
    }
    stamps_[at] = stamp_;
    slots_[at] = static_cast<int>(lines_.size()) - layer;
    lines_.push_back(Line{key, 0.0, 0.0, 0, 0, 0, false});
    return static_cast<int>(lines_.size()) - 1;
}

}  // namespace autoplay
