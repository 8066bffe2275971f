// What a board says: its constraints, what one of them alone decides, and its supercells.
#include "analyzer.hpp"

#include <algorithm>
#include <cmath>

namespace autoplay {

namespace {

// On a frontier of so many cells at most no two counts of layouts differ by more than 2^512, nor do
// their products leave the range of doubles. On larger ones each mine counts e^log_odds fold, so
// that the frontier's counts are largest at the mines it really has: see tilt_to.
constexpr int MOST_UNTILTED = 512;

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

Analyzer::Analyzer(const Tiling& tiling, int max_lines, const Interruption* interruption)
    : tiling_(tiling), max_lines_(max_lines), attention_(interruption) {
    for (int n = 0; n <= MAX_NEIGHBORS; ++n) {
        binomials_[n][0] = 1;
        for (int k = 1; k <= MAX_NEIGHBORS; ++k)
            binomials_[n][k] = k > n ? 0 : binomials_[n][k - 1] * (n - k + 1) / k;
    }
    tilt(0);
}

// For as many cells as the tiling has, and as many undecided ones.
void Analyzer::make_room(int undecided) {
    const std::size_t cells = static_cast<std::size_t>(tiling_.cells);
    if (of_cell_count_.size() < cells) {
        of_cell_.resize(cells * MAX_NEIGHBORS);
        of_cell_count_.resize(cells);
    }
    const std::size_t most = std::max(cells, static_cast<std::size_t>(undecided));
    if (log_factorial_.size() >= most + 2) return;
    long double sum = log_factorial_.back();
    std::size_t n = log_factorial_.size();
    log_factorial_.resize(most + 2);
    for (; n < log_factorial_.size(); ++n) {
        sum += std::log(static_cast<long double>(n));
        log_factorial_[n] = static_cast<double>(sum);
    }
}

Status Analyzer::analyze(const Situation& situation, const uint8_t* labels, int mines,
                         Result& result) {
    make_room(situation.undecided);
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
    set_fate(cell, fate);
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

void Analyzer::set_fate(int cell, Fate fate) {
    fate_[cell] = fate;
    --undecided_;
    if (fate == MINED) ++mined_;
    if (fate == FREE) found_free_ = true;
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

}  // namespace autoplay
