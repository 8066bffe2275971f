#include "analyzer.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace autoplay {

namespace {

constexpr int KEY_SLOTS = 28;      // 16 needs in the low word, 12 in the high one
constexpr int USED_SHIFT = 48;     // of the high word
constexpr int MAX_USED = 1 << 16;
constexpr double RESCALE_ABOVE = 1e150, RESCALE_BELOW = 1e-150;

// On a frontier of so many cells at most no two counts of layouts differ by more than 2^512, nor do
// their products leave the range of doubles. On larger ones each mine counts e^log_odds fold, so
// that the frontier's counts are largest at the mines it really has: see tilt_to.
constexpr int MOST_UNTILTED = 512;
constexpr double MOST_LOG_ODDS = 25;  // e^(12 * 25) times RESCALE_ABOVE is a double still
constexpr int MOST_TILTS = 24;
constexpr double NEAR_ENOUGH = 8;  // standard deviations: the counts there are e^-32 of the largest
// What was counted of the board, by the largest factors it could have: what got lost below the
// range of doubles is less than 1e-50 of it then.
constexpr double LEAST_SHARE = 1e-250;

int need_in(uint64_t low, uint64_t high, int shift) {
    return static_cast<int>((shift < 64 ? low >> shift : high >> (shift - 64)) & 15);
}

}  // namespace

Situation situation_of(const Tiling& tiling, const uint8_t* labels) {
    Situation situation;
    situation.fate.assign(tiling.cells, FREE);
    for (int cell = 0; cell < tiling.cells; ++cell) {
        if (may_be_mined(labels[cell])) {
            situation.fate[cell] = EITHER;
            ++situation.undecided;
        } else if (is_known_mine(labels[cell])) {
            situation.fate[cell] = MINED;
            ++situation.mined;
        } else if (labels[cell] <= MAX_NUMBER) {
            situation.witnesses.push_back(cell);
        }
    }
    return situation;
}

Situation reduced(const Tiling& tiling, const Situation& before, const Result& result) {
    Situation situation;
    situation.fate = result.fate;
    situation.undecided = result.undecided;
    situation.mined = result.mined;
    for (int cell : before.witnesses) {
        const int32_t* around = tiling.around(cell);
        for (int k = 0; k < MAX_NEIGHBORS && around[k] >= 0; ++k)
            if (result.fate[around[k]] == EITHER) {
                situation.witnesses.push_back(cell);
                break;
            }
    }
    return situation;
}

Analyzer::Analyzer(const Tiling& tiling, int max_lines) : tiling_(tiling), max_lines_(max_lines) {
    for (int n = 0; n <= MAX_NEIGHBORS; ++n) {
        binomials_[n][0] = 1;
        for (int k = 1; k <= MAX_NEIGHBORS; ++k)
            binomials_[n][k] = k > n ? 0 : binomials_[n][k - 1] * (n - k + 1) / k;
    }
    tilt(0);
}

// For as many cells as the tiling has.
void Analyzer::make_room() {
    const std::size_t cells = static_cast<std::size_t>(tiling_.cells);
    if (of_cell_count_.size() >= cells) return;
    of_cell_.resize(cells * MAX_NEIGHBORS);
    of_cell_count_.resize(cells);
    long double sum = log_factorial_.back();
    std::size_t n = log_factorial_.size();
    log_factorial_.resize(cells + 2);
    for (; n < log_factorial_.size(); ++n) {
        sum += std::log(static_cast<long double>(n));
        log_factorial_[n] = static_cast<double>(sum);
    }
}

Status Analyzer::analyze(const Situation& situation, const uint8_t* labels, int mines,
                         Result& result) {
    make_room();
    fate_ = situation.fate;
    undecided_ = situation.undecided;
    mined_ = situation.mined;
    found_free_ = failed_ = numeric_failure_ = false;
    for (int cell : frontier_) of_cell_count_[cell] = 0;
    frontier_.clear();
    work_ = situation.witnesses;
    if (!read_constraints(labels) || !propagate()) return Status::contradiction;
    group_supercells();
    if (log_odds_ != 0) tilt(0);
    large_ = undecided_ - interior_ > MOST_UNTILTED;
    const Status status = large_ && mines >= 0 ? tilt_to(mines - mined_) : order_and_count();
    if (status != Status::ok) return status;
    result.probability.resize(fate_.size());
    if (Status status = combine(mines, result); status != Status::ok) return status;
    result.fate = fate_;
    result.undecided = undecided_;
    result.mined = mined_;
    result.found_free = found_free_;
    return Status::ok;
}

// Reads what the numbers of the witnesses in work_ say; leaves in work_ what is to be propagated.
bool Analyzer::read_constraints(const uint8_t* labels) {
    constraints_.clear();
    for (int witness : work_) {
        Constraint constraint{};
        constraint.need = labels[witness];
        constraint.slot = -1;
        const int32_t* around = tiling_.around(witness);
        for (int k = 0; k < MAX_NEIGHBORS && around[k] >= 0; ++k) {
            if (fate_[around[k]] == EITHER) constraint.cells[constraint.size++] = around[k];
            if (fate_[around[k]] == MINED) --constraint.need;
        }
        constraint.left = constraint.size;
        if (constraint.need < 0 || constraint.need > constraint.left) return false;
        if (constraint.size == 0) continue;
        const int index = static_cast<int>(constraints_.size());
        for (int k = 0; k < constraint.size; ++k) {
            const int cell = constraint.cells[k];
            if (of_cell_count_[cell] == 0) frontier_.push_back(cell);
            of_cell_[cell * MAX_NEIGHBORS + of_cell_count_[cell]++] = index;
        }
        constraints_.push_back(constraint);
    }
    work_.clear();
    for (int index = 0; index < static_cast<int>(constraints_.size()); ++index) {
        const Constraint& constraint = constraints_[index];
        if (constraint.need == 0 || constraint.need == constraint.left) work_.push_back(index);
    }
    return true;
}

// Decides every cell that one number alone decides, until there is none.
bool Analyzer::propagate() {
    while (!work_.empty()) {
        const int index = work_.back();
        work_.pop_back();
        if (constraints_[index].left == 0) continue;
        const Fate fate = constraints_[index].need == 0 ? FREE : MINED;
        for (int k = 0; k < constraints_[index].size; ++k) {
            const int cell = constraints_[index].cells[k];
            if (fate_[cell] == EITHER && !decide(cell, fate)) return false;
        }
    }
    return true;
}

bool Analyzer::decide(int cell, Fate fate) {
    fate_[cell] = fate;
    --undecided_;
    if (fate == MINED) ++mined_;
    if (fate == FREE) found_free_ = true;
    for (int k = 0; k < of_cell_count_[cell]; ++k) {
        const int index = of_cell_[cell * MAX_NEIGHBORS + k];
        Constraint& constraint = constraints_[index];
        --constraint.left;
        if (fate == MINED) --constraint.need;
        if (constraint.need < 0 || constraint.need > constraint.left) return false;
        if (constraint.left > 0 && (constraint.need == 0 || constraint.need == constraint.left))
            work_.push_back(index);
    }
    return true;
}

void Analyzer::group_supercells() {
    supercells_.clear();
    members_.clear();
    supercell_of_.clear();
    int frontier = 0;
    for (int cell : frontier_) {
        supercell_of_.push_back(-1);
        if (fate_[cell] != EITHER) continue;
        ++frontier;
        const int* mine = &of_cell_[cell * MAX_NEIGHBORS];
        const int count = of_cell_count_[cell];
        const Constraint& first = constraints_[mine[0]];
        int found = -1;
        for (int k = 0; k < first.groups && found < 0; ++k) {
            const Supercell& other = supercells_[first.supercells[k]];
            if (other.count == count && std::equal(mine, mine + count, other.constraints))
                found = first.supercells[k];
        }
        if (found < 0) {
            found = static_cast<int>(supercells_.size());
            Supercell fresh{};
            fresh.count = count;
            std::copy(mine, mine + count, fresh.constraints);
            supercells_.push_back(fresh);
            for (int k = 0; k < count; ++k) {
                Constraint& constraint = constraints_[mine[k]];
                constraint.supercells[constraint.groups++] = found;
            }
        }
        supercell_of_.back() = found;
        ++supercells_[found].last;  // a size, until the places are given out below
    }
    int place = 0;
    for (Supercell& supercell : supercells_) {
        supercell.first = place;
        place += supercell.last;
        supercell.last = supercell.first;
    }
    members_.resize(place);
    for (std::size_t k = 0; k < frontier_.size(); ++k)
        if (supercell_of_[k] >= 0) members_[supercells_[supercell_of_[k]].last++] = frontier_[k];
    interior_ = undecided_ - frontier;
}

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
    for (int at = component.steps; at < component.steps_end; ++at) {
        steps_[at].lines = first;
        steps_[at].lines_end = first = static_cast<int>(lines_.size());
        steps_[at].heaviest = heaviest;
        if (!merge(steps_[at], component.exponent, heaviest)) return Status::too_wide;
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
        const double used = static_cast<double>(lines_[at].key.high >> USED_SHIFT);
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
// of those after it; false when there are too many lines.
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
    return static_cast<int>(lines_.size()) <= max_lines_;
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
