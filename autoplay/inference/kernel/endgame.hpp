// The game tree of a position with few layouts, searched to its end: the fast twin of
// autoplay/policy/search.py.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <unordered_map>
#include <utility>
#include <vector>

#include "analyzer.hpp"
#include "deadline.hpp"

namespace autoplay {

constexpr uint8_t MINE_SHOWN = 255;

inline uint64_t scrambled(uint64_t value) {  // splitmix64
    value += 0x9E3779B97F4A7C15u;
    value = (value ^ value >> 30) * 0xBF58476D1CE4E5B9u;
    value = (value ^ value >> 27) * 0x94D049BB133111EBu;
    return value ^ value >> 31;
}

class Endgame {
  public:
    struct Move {
        int cell;
        int wins;    // layouts won by opening it and then playing best; exact only if not pruned
        bool exact;
    };

    explicit Endgame(const Tiling& tiling) : tiling_(tiling), place_(tiling.cells, -1) {}

    // Lists the layouts of these undecided cells, which no number links to others; false when there
    // are more than most, or it takes too long. mines_left < 0: their mines are unknown.
    bool list(const Situation& situation, const std::vector<int>& cells, const uint8_t* labels,
              int mines_left, int most);
    // Whether every listed layout has as many mines: then their number counts as known.
    bool fixes_mines();
    // The mines of the listed cells, where every layout has as many.
    int mines() const { return mines_; }
    // Searches the listed layouts; false when it takes over max_nodes positions, or longer than the
    // deadline. The best move is the first, the others by survival; of moves that survive as often
    // those of cells without a flag come first.
    bool search(int max_nodes, const Deadline& deadline, std::vector<Move>& moves);
    // After a search: finds what the ``count`` best moves win, as far as that takes no more positions
    // and time again; moves whose wins are known come first, the best of them before the others.
    void rank(std::size_t count, int max_nodes, const Deadline& deadline, std::vector<Move>& moves);
    int layouts() const { return static_cast<int>(count_); }
    // The layouts that the best play wins.
    int wins() const { return wins_; }

  private:
    struct Number {
        int need, room;
    };
    struct Known {
        int wins;
        bool exact;  // otherwise there are at most so many
    };
    using Index = uint32_t;
    struct Frame {  // working memory of a position, by cell
        std::vector<uint32_t> safe;
        std::vector<uint8_t> least, most, mined;
        std::vector<int> certain, candidates, guess;
        bool living = false;  // some candidate tells something
        std::vector<std::size_t> ends;  // of its parts in the pool
    };

    void list_numbers(const Situation& situation, const uint8_t* labels);
    void place(std::size_t at, int mines_left);
    void fill_shown();
    int won(std::size_t begin, std::size_t end, int beaten, std::vector<Move>* moves);
    void sort_out(std::size_t layouts, Frame& frame) const;
    int won_by_guess(std::size_t begin, std::size_t end, int beaten, std::vector<Move>* moves,
                     bool& pruned);
    static void put_first(int cell, std::vector<Move>& moves);
    int won_by_parts(std::size_t begin, std::size_t end, const std::vector<int>& opened, int beaten,
                     bool& pruned);
    void part_by_number(std::size_t begin, std::size_t end, std::size_t cell,
                        std::vector<std::size_t>& ends);
    void part_by_numbers(std::size_t begin, std::size_t end, const std::vector<int>& cells,
                         std::vector<std::size_t>& ends);
    void survey(std::size_t begin, std::size_t end, Frame& frame) const;
    int of_two(Index one, Index other) const;
    std::size_t finished(std::size_t begin, std::size_t end, const Frame& frame) const;
    const uint8_t* shown(Index layout) const { return shown_.data() + layout * cells_.size(); }

    const Tiling& tiling_;
    std::vector<int> place_;  // by cell of the board: its index in cells_, -1 for none
    std::vector<int> cells_;
    std::vector<uint8_t> flagged_;  // by index in cells_
    std::vector<Number> numbers_;
    std::vector<std::vector<int>> numbers_of_;
    std::vector<uint8_t> placed_;
    std::vector<uint8_t> mined_;  // layouts x cells
    std::vector<uint8_t> shown_;  // layouts x cells: the number shown, or MINE_SHOWN
    std::vector<uint64_t> keys_;  // of each layout, for transpositions
    std::vector<Index> pool_;     // subsets of layouts, as a stack
    std::deque<Frame> frames_;    // by depth; a reference to one lasts
    std::size_t depth_ = 0;
    std::vector<std::pair<uint64_t, Index>> marked_;
    std::unordered_map<uint64_t, Known> known_;
    std::size_t count_ = 0, most_ = 0;
    bool total_known_ = true, failed_ = false;
    Deadline deadline_;
    int steps_ = 0, nodes_ = 0, max_nodes_ = 0, wins_ = 0, mines_ = 0;
};

}  // namespace autoplay
