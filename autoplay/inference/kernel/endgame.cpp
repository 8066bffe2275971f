#include "endgame.hpp"

#include <algorithm>
#include <numeric>

namespace autoplay {

namespace {

constexpr uint8_t MINE_SHOWN = 255;
constexpr int STEPS_PER_LAYOUT = 400;  // of the listing; only misleading frontiers need more
constexpr int LEAST_STEPS = 20000;
constexpr int NODES_PER_LOOK = 32;  // at the clock; a node takes some microseconds
constexpr std::size_t MOST_CELLS = 4096;  // the listing goes one call deeper for each cell

uint64_t scrambled(uint64_t value) {  // splitmix64
    value += 0x9E3779B97F4A7C15u;
    value = (value ^ value >> 30) * 0xBF58476D1CE4E5B9u;
    value = (value ^ value >> 27) * 0x94D049BB133111EBu;
    return value ^ value >> 31;
}

}  // namespace

bool Endgame::list(const Situation& situation, const std::vector<int>& cells,
                   const uint8_t* labels, int mines_left, int most) {
    for (int cell : cells_) place_[cell] = -1;
    cells_ = cells;
    for (std::size_t u = 0; u < cells_.size(); ++u) place_[cells_[u]] = static_cast<int>(u);
    if (cells_.size() > MOST_CELLS) return false;
    numbers_.clear();
    numbers_of_.assign(cells_.size(), {});
    for (int witness : situation.witnesses) {
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

bool Endgame::search(int max_nodes, const Deadline& deadline, std::vector<Move>& moves) {
    deadline_ = deadline;
    known_.clear();
    nodes_ = 0;
    max_nodes_ = max_nodes;
    failed_ = false;
    depth_ = 0;
    pool_.resize(count_);
    std::iota(pool_.begin(), pool_.end(), Index{0});
    moves.clear();
    wins_ = won(0, count_, -1, &moves);
    return !failed_ && !moves.empty();
}

// In how many of these layouts the best play wins, if that is more than ``beaten``; otherwise some
// number from there up to ``beaten``. A position is known by its layouts alone: cells that are free
// in all of them are as good as open.
int Endgame::won(std::size_t begin, std::size_t end, int beaten, std::vector<Move>* moves) {
    const std::size_t size = end - begin;
    if (size == 1 && moves == nullptr) return 1;
    if (size == 2 && total_known_ && moves == nullptr) return of_two(pool_[begin], pool_[end - 1]);
    uint64_t key = 0;
    for (std::size_t at = begin; at < end; ++at) key ^= keys_[pool_[at]];
    if (moves == nullptr) {
        const auto found = known_.find(key);
        if (found != known_.end() && (found->second.exact || found->second.wins <= beaten))
            return found->second.wins;
    }
    if (++nodes_ > max_nodes_ || (nodes_ % NODES_PER_LOOK == 0 && deadline_.passed())) failed_ = true;
    if (failed_) return 0;

    if (frames_.size() <= depth_) frames_.emplace_back();
    Frame& frame = frames_[depth_];
    survey(begin, end, frame);
    const std::size_t cells = cells_.size();
    const std::vector<uint32_t>& safe = frame.safe;
    const std::vector<uint8_t>&least = frame.least, &most = frame.most;
    std::vector<int>&certain = frame.certain, &candidates = frame.candidates;
    certain.clear();
    candidates.clear();
    bool living = false;
    for (std::size_t u = 0; u < cells; ++u) {
        if (safe[u] == 0) continue;
        const bool informs = least[u] < most[u];
        if (safe[u] == size) {
            if (informs) certain.push_back(static_cast<int>(u));
            continue;
        }
        living |= informs;
        candidates.push_back(static_cast<int>(u));
    }
    bool pruned = false;
    int best = 0;
    if (!certain.empty()) {
        best = won_by_parts(begin, end, certain, beaten, pruned);
        if (pruned) best = beaten;
    } else {
        std::vector<int> opened;
        for (std::size_t u = 0; u < cells && !total_known_; ++u)
            if (safe[u] == size) opened.push_back(static_cast<int>(u));
        const int done = total_known_ ? 0 : static_cast<int>(finished(begin, end, opened));
        std::stable_sort(candidates.begin(), candidates.end(),
                         [&](int a, int b) { return safe[a] > safe[b]; });
        int best_cell = -1;
        best = std::max(0, beaten - done);
        for (int u : candidates) {
            // A cell that shows the same in every layout tells nothing: guessed only as the last.
            // Where the total is unknown it tells whether the game is over with it.
            if (total_known_ && living && least[u] == most[u] && moves == nullptr) continue;
            if (static_cast<int>(safe[u]) <= best && moves == nullptr) break;
            const int wins = won_by_parts(begin, end, frame.guess = {u}, best, pruned = false);
            if (moves != nullptr) moves->push_back({cells_[u], wins, !pruned});
            if (!pruned && wins > best) {
                best = wins;
                best_cell = u;
            }
        }
        if (moves != nullptr && best_cell >= 0) {
            const int first = cells_[best_cell];
            const auto found = std::find_if(moves->begin(), moves->end(),
                                            [&](const Move& move) { return move.cell == first; });
            std::rotate(moves->begin(), found, found + 1);
        }
        pruned = best_cell < 0 && best > 0;
        best += done;
    }
    if (!failed_ && moves == nullptr) known_[key] = Known{best, !pruned};
    return best;
}

// In how many of these layouts opening the cells and then the best play wins. Stops, pruned, where
// it cannot beat a number any more.
int Endgame::won_by_parts(std::size_t begin, std::size_t end, const std::vector<int>& opened,
                          int beaten, bool& pruned) {
    const std::size_t base = pool_.size();
    Frame& frame = frames_[depth_];
    if (opened.size() == 1)
        part_by_number(begin, end, static_cast<std::size_t>(opened[0]), frame.ends);
    else
        part_by_numbers(begin, end, opened, frame.ends);
    int won_so_far = 0, rest = static_cast<int>(pool_.size() - base);
    ++depth_;
    std::size_t from = base;
    for (std::size_t part = 0; part < frame.ends.size() && !failed_; ++part) {
        if (won_so_far + rest <= beaten) {
            pruned = true;
            break;
        }
        const std::size_t to = frame.ends[part];
        rest -= static_cast<int>(to - from);
        const int needed = beaten - won_so_far - rest;
        const int wins = won(from, to, needed, nullptr);
        won_so_far += wins;
        pruned = pruned || wins <= needed;
        if (pruned) break;
        from = to;
    }
    --depth_;
    pool_.resize(base);
    return won_so_far;
}

// Appends the layouts in which a cell is free to the pool, by the number it shows.
void Endgame::part_by_number(std::size_t begin, std::size_t end, std::size_t cell,
                             std::vector<std::size_t>& ends) {
    std::size_t counts[MAX_NUMBER + 1] = {};
    for (std::size_t at = begin; at < end; ++at) {
        const uint8_t number = shown(pool_[at])[cell];
        if (number != MINE_SHOWN) ++counts[number];
    }
    ends.clear();
    std::size_t places[MAX_NUMBER + 1], next = pool_.size();
    for (int number = 0; number <= MAX_NUMBER; ++number) {
        places[number] = next;
        next += counts[number];
        if (counts[number] > 0) ends.push_back(next);
    }
    pool_.resize(next);
    for (std::size_t at = begin; at < end; ++at) {
        const uint8_t number = shown(pool_[at])[cell];
        if (number != MINE_SHOWN) pool_[places[number]++] = pool_[at];
    }
}

// The same for several cells that are free in all layouts, by all their numbers.
void Endgame::part_by_numbers(std::size_t begin, std::size_t end, const std::vector<int>& cells,
                              std::vector<std::size_t>& ends) {
    marked_.clear();
    for (std::size_t at = begin; at < end; ++at) {
        const uint8_t* row = shown(pool_[at]);
        uint64_t mark = 0;
        bool survives = true;
        for (int u : cells) {
            survives = survives && row[u] != MINE_SHOWN;
            mark = scrambled(mark ^ row[u]);
        }
        if (survives) marked_.emplace_back(mark, pool_[at]);
    }
    std::sort(marked_.begin(), marked_.end());
    ends.clear();
    for (std::size_t at = 0; at < marked_.size(); ++at) {
        pool_.push_back(marked_[at].second);
        if (at + 1 == marked_.size() || marked_[at + 1].first != marked_[at].first)
            ends.push_back(pool_.size());
    }
}

// In how many of these layouts each cell is free, the least it shows, and the most.
void Endgame::survey(std::size_t begin, std::size_t end, Frame& frame) const {
    const std::size_t cells = cells_.size();
    frame.safe.assign(cells, 0);
    frame.least.assign(cells, MINE_SHOWN);
    frame.most.assign(cells, 0);
    frame.mined.resize(cells);
    uint8_t *least = frame.least.data(), *most = frame.most.data(), *mined = frame.mined.data();
    while (begin < end) {  // by as many as a byte can count
        const std::size_t to = std::min(end, begin + 255);
        std::fill(frame.mined.begin(), frame.mined.end(), uint8_t{0});
        for (std::size_t at = begin; at < to; ++at) {
            const uint8_t* row = shown(pool_[at]);
            for (std::size_t u = 0; u < cells; ++u) {
                const uint8_t number = row[u];
                const uint8_t mine = number == MINE_SHOWN ? 255 : 0;
                mined[u] = static_cast<uint8_t>(mined[u] - mine);
                least[u] = std::min(least[u], number);
                most[u] = std::max(most[u], static_cast<uint8_t>(number & ~mine));
            }
        }
        for (std::size_t u = 0; u < cells; ++u)
            frame.safe[u] += static_cast<uint32_t>(to - begin) - mined[u];
        begin = to;
    }
}

// Of two layouts, one is won by a guess, both where a cell that is free in both tells them apart.
int Endgame::of_two(Index one, Index other) const {
    const uint8_t *a = shown(one), *b = shown(other);
    for (std::size_t u = 0; u < cells_.size(); ++u)
        if (a[u] != b[u] && a[u] != MINE_SHOWN && b[u] != MINE_SHOWN) return 2;
    return 1;
}

// Layouts of a game with an unknown total that is over: only mines are left beside what is safe.
std::size_t Endgame::finished(std::size_t begin, std::size_t end,
                              const std::vector<int>& safe) const {
    std::size_t over = 0;
    for (std::size_t at = begin; at < end; ++at) {
        const uint8_t* row = shown(pool_[at]);
        const auto free = cells_.size() - static_cast<std::size_t>(std::count(
                                              row, row + cells_.size(), MINE_SHOWN));
        over += free == safe.size();
    }
    return over;
}

}  // namespace autoplay
