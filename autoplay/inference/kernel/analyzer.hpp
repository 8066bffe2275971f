// Exact mine probabilities in doubles: the fast twin of autoplay/inference/exact.py.
//
// The same words as there: a constraint is a number's "exactly n mines among these cells", a
// supercell is the cells with the same witnesses, a component is constraints linked by cells, a
// line is what merging some supercells has led to. Weights are scaled doubles; whether a cell is
// safe or a mine is decided by which lines exist at all, so no rounding can make a risk vanish.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "deadline.hpp"
#include "polynomial.hpp"

namespace autoplay {

constexpr int MAX_NEIGHBORS = 12;
constexpr int USED_SHIFT = 48;     // of a line's mines in the high word of its key
constexpr int MAX_USED = 1 << 16;  // mines a key has room for
// So many components are counted with tables for each; more are halved first, since the tables take
// memory by the square of the components.
constexpr int SHARED_AT_ONCE = 32;
constexpr double RESCALE_ABOVE = 1e150, RESCALE_BELOW = 1e-150;  // of weights

// Values of autoplay.game.Label.
constexpr uint8_t MAX_NUMBER = 12, COVERED = 13, FLAG = 14, QUESTION = 15, MINE = 16, EXPLODED = 17,
                  WRONG_FLAG = 18, UNREADABLE = 19, ABSENT = 20;

inline bool is_unopened(uint8_t label) { return label >= COVERED && label <= QUESTION; }
inline bool may_be_mined(uint8_t label) { return is_unopened(label) || label == UNREADABLE; }
inline bool is_known_mine(uint8_t label) { return label == MINE || label == EXPLODED; }

// ``imprecise``: the counts lie too far apart for doubles.
enum class Status { ok, contradiction, too_wide, imprecise };

// What is known of a cell.
enum Fate : uint8_t { EITHER, FREE, MINED };

struct Tiling {  // neighbours of each cell, absent ones last as -1
    int cells = 0;
    std::vector<int32_t> table;
    const int32_t* around(int cell) const { return table.data() + MAX_NEIGHBORS * cell; }
};

// A board as the analyzer takes it: what is already known, and the numbers that may say more.
struct Situation {
    std::vector<uint8_t> fate;    // by cell; opened cells are FREE
    std::vector<int> witnesses;   // opened cells whose numbers count
    int undecided = 0;            // cells of fate EITHER; some may be outside the tiling
    int mined = 0;                // cells of fate MINED
};

struct Result {
    std::vector<uint8_t> fate;        // by cell: what holds in every layout; opened cells are FREE
    std::vector<double> probability;  // by cell, of those in frontier only
    std::vector<int> frontier;        // cells of fate EITHER beside a number
    double interior_probability = 0;  // of every other cell of fate EITHER
    int undecided = 0;                // cells of fate EITHER
    int mined = 0;                    // cells of fate MINED
    int least = 0, most = 0;          // mines in all components together, as counted
    bool found_free = false;          // some cell that was EITHER in the situation is FREE
    double log_layouts = 0;           // natural logarithm of the number of layouts
    double lowest = 1;                // the least probability among the cells of fate EITHER
    double second = 1;                // the least of the others
    void take(double probability, int times) {  // so many more undecided cells have it
        for (; times > 0 && probability < second; --times) {
            second = probability;
            if (second < lowest) std::swap(second, lowest);
        }
    }
};

Situation situation_of(const Tiling& tiling, const uint8_t* labels);
// The situation after an analysis: what it found is known, numbers that say no more are left out.
Situation reduced(const Tiling& tiling, const Situation& before, const Result& result);

class Analyzer {
  public:
    // The tiling may grow or change between analyses; ``interruption`` is called now and then in
    // long ones, and may throw.
    Analyzer(const Tiling& tiling, int max_lines, const Interruption* interruption);

    // mines < 0: the total is unknown, and every layout counts once.
    Status analyze(const Situation& situation, const uint8_t* labels, int mines, Result& result);
    // The mine probability of any cell in the result of the last analysis.
    double probability(const Result& result, int cell) const {
        if (result.fate[cell] != EITHER) return result.fate[cell] == MINED ? 1.0 : 0.0;
        return of_cell_count_[cell] ? result.probability[cell] : result.interior_probability;
    }

  private:
    struct Constraint {
        int need;  // mines among the undecided cells
        int left;  // undecided cells
        int cells[MAX_NEIGHBORS], size;
        int supercells[MAX_NEIGHBORS], groups;
        int slot;       // its place in a line's key, -1 before it opens
        int room;       // undecided cells in supercells still to come
        bool finished;  // all its supercells are in the order
    };
    struct Supercell {
        int first, last;                     // its cells: members_[first .. last)
        int constraints[MAX_NEIGHBORS], count;
        bool placed;
    };
    struct Key {  // needs of the open constraints, 4 bits each; the top 16 bits are the mines used
        uint64_t low, high;
    };
    struct Line {
        Key key;
        double weight;     // layouts that lead here, scaled
        double later;      // weighted completions, scaled
        int edges, least;  // edges_[edges + k]: the line after taking least + k mines
        int count;         // edges
        bool live;         // some completion fits the whole board
        int used() const { return static_cast<int>(key.high >> USED_SHIFT); }
    };
    struct Step {  // one supercell merged in
        int supercell, size, count;
        int shift[MAX_NEIGHBORS], room[MAX_NEIGHBORS];
        Key opened, delta;
        int lines, lines_end;  // the lines before it
        double heaviest;       // the largest weight of a line before it
    };
    struct Component {
        int steps, steps_end;
        int lines, lines_end;  // after the last step
        int least;             // mines
        double exponent;       // weights are scaled by e^-exponent
    };
    struct Whole {  // all layouts of the board, scaled
        double total = 0, interior_mines = 0;
        bool fits = false;  // there are some
        bool interior_mined = false, interior_free = false;  // a cell of the interior, in some
    };
    struct Share {  // the layouts through a step, scaled
        double total, mined;
        double largest;  // of the completions of one line
        bool can_be_mined, can_be_free;
    };

    void make_room(int undecided);
    bool read_constraints(const uint8_t* labels);
    bool propagate();
    bool decide(int cell, Fate fate);
    void set_fate(int cell, Fate fate);
    void group_supercells();
    Status order_and_count();
    bool order(int start, Component& component);
    Status count(Component& component);
    Status recount();
    void tilt(double log_odds);
    Status tilt_to(int mines);
    void add_moments(const Component& component, double& mean, double& variance) const;
    int next_constraint() const;
    bool add_step(int supercell);
    bool merge(const Step& step, double& exponent, double& heaviest);
    int line_of(const Key& key, int layer);
    Status combine(int mines, Result& result);
    void tally(Result& result);
    Whole whole(int left, const Polynomial& frontier) const;
    void give_interior(int left, const Whole& whole, Result& result);
    void multiply(int from, int to, Polynomial& product);
    void tabulate(int from, int to);
    void share_out(int from, int to, const Polynomial& around, Result& result);
    void share_among(int from, int to, const Polynomial& around, Result& result);
    void settle(const Polynomial& part, Polynomial& outside);
    void interior_ways(int left, const Polynomial& frontier);
    void distribute(const Component& component, const Polynomial& outside, Result& result);
    Share pass_back(const Step& step);
    void give(const Step& step, const Share& share, Result& result);

    const Tiling& tiling_;
    int max_lines_;
    std::vector<double> log_factorial_{0.0};
    double binomials_[MAX_NEIGHBORS + 1][MAX_NEIGHBORS + 1];
    double choices_[MAX_NEIGHBORS + 1][MAX_NEIGHBORS + 1];  // binomials, each mine e^log_odds_ fold
    double log_odds_ = 0;
    bool large_ = false;  // so many frontier cells that counts may leave the range of doubles

    std::vector<uint8_t> fate_;
    int undecided_ = 0, mined_ = 0, interior_ = 0;
    bool found_free_ = false, failed_ = false;
    std::vector<Constraint> constraints_;
    std::vector<int> of_cell_, of_cell_count_;  // constraints of each cell
    std::vector<int> work_, frontier_, members_, supercell_of_, open_;
    std::vector<Supercell> supercells_;
    std::vector<Step> steps_;
    std::vector<Component> components_;
    std::vector<Line> lines_;
    std::vector<int> edges_;
    std::vector<int> slots_, stamps_;  // the hash table of a layer
    int stamp_ = 0;
    std::size_t mask_ = 0;  // of the hash table: its size less one
    std::vector<int> free_slots_;
    std::vector<Polynomial> counts_, before_, after_;
    Polynomial frontier_ways_, inside_, outside_, longer_;
    bool numeric_failure_ = false;
    Attention attention_;
};

}  // namespace autoplay
