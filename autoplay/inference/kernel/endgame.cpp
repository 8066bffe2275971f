#include "endgame.hpp"

#include <algorithm>
#include <numeric>

namespace autoplay {

namespace {

constexpr int NODES_PER_LOOK = 32;  // at the clock; a node takes some microseconds

}  // namespace

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

void Endgame::rank(std::size_t count, int max_nodes, const Deadline& deadline,
                   std::vector<Move>& moves) {
    deadline_ = deadline;
    nodes_ = 0;
    max_nodes_ = max_nodes;
    const auto better = [](const Move& a, const Move& b) {
        return a.exact != b.exact ? a.exact : a.exact && a.wins > b.wins;
    };
    for (std::size_t next = 0; next < moves.size(); ++next) {
        std::stable_sort(moves.begin(), moves.begin() + static_cast<std::ptrdiff_t>(next), better);
        Move& move = moves[next];
        if (move.exact) continue;
        const int beaten = next >= count && moves[count - 1].exact ? moves[count - 1].wins : -1;
        bool pruned = false;
        const int wins =
            won_by_parts(0, count_, frames_[0].guess = {place_[move.cell]}, beaten, pruned);
        if (failed_) break;
        if (!pruned) move = {move.cell, wins, true};
    }
    std::stable_sort(moves.begin(), moves.end(), better);
}

// In how many of these layouts the best play wins, if that is more than ``beaten``; otherwise some
// number from there up to ``beaten``. A position is known by its layouts alone: cells that are free
// in all of them are as good as open. At the root, ``moves`` are listed.
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
    sort_out(size, frame);
    bool pruned = false;
    int best;
    if (frame.certain.empty()) {
        best = won_by_guess(begin, end, beaten, moves, pruned);
    } else {
        best = won_by_parts(begin, end, frame.certain, beaten, pruned);
        if (pruned) best = beaten;
    }
    if (!failed_ && moves == nullptr) known_[key] = Known{best, !pruned};
    return best;
}

// Sorts the cells out: certainly safe ones that tell something, and those that can be guessed.
void Endgame::sort_out(std::size_t layouts, Frame& frame) const {
    frame.certain.clear();
    frame.candidates.clear();
    frame.living = false;
    for (std::size_t u = 0; u < cells_.size(); ++u) {
        if (frame.safe[u] == 0) continue;
        const bool informs = frame.least[u] < frame.most[u];
        if (frame.safe[u] == layouts) {
            if (informs) frame.certain.push_back(static_cast<int>(u));
            continue;
        }
        frame.living |= informs;
        frame.candidates.push_back(static_cast<int>(u));
    }
}

// As won, where no safe cell tells anything: tries the candidates, the safest first.
int Endgame::won_by_guess(std::size_t begin, std::size_t end, int beaten, std::vector<Move>* moves,
                          bool& pruned) {
    Frame& frame = frames_[depth_];
    const std::vector<uint32_t>& safe = frame.safe;
    const int done = total_known_ ? 0 : static_cast<int>(finished(begin, end, frame));
    if (moves != nullptr)
        std::stable_partition(frame.candidates.begin(), frame.candidates.end(),
                              [&](int u) { return !flagged_[u]; });
    std::stable_sort(frame.candidates.begin(), frame.candidates.end(),
                     [&](int a, int b) { return safe[a] > safe[b]; });
    int best = std::max(0, beaten - done), best_cell = -1;
    for (int u : frame.candidates) {
        // A cell that shows the same in every layout tells nothing: guessed only as the last.
        // Where the total is unknown it tells whether the game is over with it.
        const bool informs = !total_known_ || frame.least[u] < frame.most[u];
        if (frame.living && !informs && moves == nullptr) continue;
        if (static_cast<int>(safe[u]) <= best && moves == nullptr) break;
        const int wins = won_by_parts(begin, end, frame.guess = {u}, best, pruned = false);
        if (moves != nullptr) moves->push_back({cells_[u], wins, !pruned});
        if (!pruned && wins > best) {
            best = wins;
            best_cell = u;
        }
    }
    if (moves != nullptr && best_cell >= 0) put_first(cells_[best_cell], *moves);
    pruned = best_cell < 0 && best > 0;
    return best + done;
}

void Endgame::put_first(int cell, std::vector<Move>& moves) {
    const auto found = std::find_if(moves.begin(), moves.end(),
                                    [&](const Move& move) { return move.cell == cell; });
    std::rotate(moves.begin(), found, found + 1);
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
std::size_t Endgame::finished(std::size_t begin, std::size_t end, const Frame& frame) const {
    const auto safe = static_cast<std::size_t>(
        std::count(frame.safe.begin(), frame.safe.end(), static_cast<uint32_t>(end - begin)));
    std::size_t over = 0;
    for (std::size_t at = begin; at < end; ++at) {
        const uint8_t* row = shown(pool_[at]);
        const auto free = cells_.size() - static_cast<std::size_t>(std::count(
                                              row, row + cells_.size(), MINE_SHOWN));
        over += free == safe;
    }
    return over;
}

}  // namespace autoplay
