// The layouts of an endgame, listed one by one, and what each cell shows in each.
#include <algorithm>

#include "endgame.hpp"

namespace autoplay {

namespace {

constexpr int STEPS_PER_LAYOUT = 400;  // of the listing; only misleading frontiers need more
constexpr int LEAST_STEPS = 20000;
constexpr std::size_t MOST_CELLS = 4096;  // the listing goes one call deeper for each cell

}  // namespace

bool Endgame::list(const Situation& situation, const std::vector<int>& cells,
                   const uint8_t* labels, int mines_left, int most) {
    for (int cell : cells_) place_[cell] = -1;
    cells_ = cells;
    for (std::size_t u = 0; u < cells_.size(); ++u) place_[cells_[u]] = static_cast<int>(u);
    flagged_.clear();
    for (int cell : cells_) flagged_.push_back(labels[cell] == FLAG);
    if (cells_.size() > MOST_CELLS) return false;
    numbers_.clear();
    numbers_of_.assign(cells_.size(), {});
    list_numbers(situation, labels);
    mined_.clear();
    placed_.assign(cells_.size(), 0);
    count_ = 0;
    steps_ = 0;
    most_ = static_cast<std::size_t>(most);
    failed_ = false;
    total_known_ = mines_left >= 0;
    place(0, mines_left);
    if (failed_ || count_ == 0) return false;
    fill_shown();
    return true;
}

// The numbers beside the cells: no others, of which a large board has many for each of its groups.
void Endgame::list_numbers(const Situation& situation, const uint8_t* labels) {
    std::vector<int> beside;
    for (int cell : cells_) {
        const int32_t* around = tiling_.around(cell);
        for (int k = 0; k < MAX_NEIGHBORS && around[k] >= 0; ++k)
            if (labels[around[k]] <= MAX_NUMBER) beside.push_back(around[k]);
    }
    std::sort(beside.begin(), beside.end());
    beside.erase(std::unique(beside.begin(), beside.end()), beside.end());
    for (int witness : beside) {
        Number number{labels[witness], 0};
        const int32_t* around = tiling_.around(witness);
        for (int k = 0; k < MAX_NEIGHBORS && around[k] >= 0; ++k) {
            number.need -= situation.fate[around[k]] == MINED;
            if (place_[around[k]] < 0) continue;
            ++number.room;
            numbers_of_[place_[around[k]]].push_back(static_cast<int>(numbers_.size()));
        }
        numbers_.push_back(number);
    }
}

void Endgame::place(std::size_t at, int mines_left) {
    if (failed_) return;
    if (++steps_ > LEAST_STEPS + STEPS_PER_LAYOUT * static_cast<int>(most_)) {
        failed_ = true;
        return;
    }
    if (at == cells_.size()) {
        if (total_known_ && mines_left != 0) return;
        failed_ = count_ == most_;
        if (failed_) return;
        mined_.insert(mined_.end(), placed_.begin(), placed_.end());
        ++count_;
        return;
    }
    for (int mine = 0; mine <= 1; ++mine) {
        if (total_known_ && (mines_left < mine || static_cast<std::size_t>(mines_left - mine) >
                                                      cells_.size() - at - 1))
            continue;
        bool fits = true;
        for (int index : numbers_of_[at]) {
            Number& number = numbers_[index];
            number.need -= mine;
            --number.room;
            fits = fits && number.need >= 0 && number.need <= number.room;
        }
        placed_[at] = static_cast<uint8_t>(mine);
        if (fits) place(at + 1, total_known_ ? mines_left - mine : -1);
        for (int index : numbers_of_[at]) {
            numbers_[index].need += mine;
            ++numbers_[index].room;
        }
    }
}

bool Endgame::fixes_mines() {
    const auto mines = [&](std::size_t layout) {
        const auto row = mined_.begin() + static_cast<std::ptrdiff_t>(layout * cells_.size());
        return std::count(row, row + static_cast<std::ptrdiff_t>(cells_.size()), 1);
    };
    mines_ = static_cast<int>(mines(0));
    for (std::size_t layout = 1; layout < count_; ++layout)
        if (mines(layout) != mines_) return false;
    return total_known_ = true;
}

// What each cell shows in each layout, less the mines that are known already.
void Endgame::fill_shown() {
    const std::size_t cells = cells_.size();
    std::vector<std::vector<int>> beside(cells);
    for (std::size_t u = 0; u < cells; ++u) {
        const int32_t* around = tiling_.around(cells_[u]);
        for (int k = 0; k < MAX_NEIGHBORS && around[k] >= 0; ++k)
            if (place_[around[k]] >= 0) beside[u].push_back(place_[around[k]]);
    }
    shown_.assign(count_ * cells, 0);
    keys_.resize(count_);
    for (std::size_t l = 0; l < count_; ++l) {
        keys_[l] = scrambled(l + 1);
        const uint8_t* mined = mined_.data() + l * cells;
        uint8_t* row = shown_.data() + l * cells;
        for (std::size_t u = 0; u < cells; ++u)
            if (mined[u])
                for (int other : beside[u]) ++row[other];
        for (std::size_t u = 0; u < cells; ++u)
            if (mined[u]) row[u] = MINE_SHOWN;
    }
}

}  // namespace autoplay
