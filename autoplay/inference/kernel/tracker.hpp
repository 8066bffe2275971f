// What is certain on a board that goes on from move to move: after a move only the components it
// touched are counted again, however large the board is.
#pragma once

#include <cstdint>
#include <vector>

#include "analyzer.hpp"

namespace autoplay {

class Tracker {
  public:
    Tracker(const Tiling& tiling, int max_lines, const Interruption* interruption);

    // Brings what is known up to this board. False where that fails: the board contradicts itself,
    // or a component is too wide. Any board may follow any other; what was known is kept where
    // cells were only opened or marked since the last call.
    bool follow(const uint8_t* labels);
    // Whether the mine total may rule out something that the numbers allow.
    bool total_decides(int mines) const;
    // Every unopened cell that the numbers alone prove safe, ascending.
    std::vector<int> safe() const;
    // The board with all that the numbers alone prove; the same whatever boards came before.
    Situation situation() const;

  private:
    struct Component {
        std::vector<int> witnesses, cells;  // its cells are of fate EITHER
        int least = 0, most = 0;            // mines in them
    };

    bool brought_up(const uint8_t* labels);
    void forget();
    void note_changes(const uint8_t* labels);
    bool take_changes(const uint8_t* labels);
    bool take(int cell, uint8_t label);
    void settle(int cell, Fate fate);
    void learn(int cell, Fate fate);
    void dissolve(int component);
    void revisit(int witness);
    bool count_touched();
    bool propagate();
    void group(int start, Component& component);
    bool count(Component& component, bool& found);
    void keep(Component&& component);

    const Tiling& tiling_;
    std::vector<uint8_t> labels_;         // of the last board
    std::vector<uint8_t> fate_;           // by cell: what the numbers prove, without the mine total
    std::vector<int> component_of_;       // by cell, -1 for none
    std::vector<Component> components_;   // some are empty, for reuse
    std::vector<int> vacant_;             // the empty ones
    std::vector<int> safe_;               // cells found free that were covered at the last look
    int undecided_ = 0, mined_ = 0;       // cells of fate EITHER, and MINED
    int frontier_ = 0, least_ = 0, most_ = 0;  // of all components: cells, and mines in them
    std::vector<int> changed_;
    std::vector<int> touched_;            // witnesses in no component, to be counted
    std::vector<uint8_t> is_touched_, seen_;  // by cell
    std::vector<int> place_;              // by cell: its number in the excerpt, -1 for none
    Tiling excerpt_;                      // one component as a board: its witnesses, then its cells
    std::vector<uint8_t> excerpt_labels_;
    Situation situation_;
    Result result_;
    Analyzer analyzer_;                   // of the excerpt
};

}  // namespace autoplay
