// Parts of a position that nothing outside them bears on: see tests/readable_search.py.
#pragma once

#include <vector>

#include "analyzer.hpp"

namespace autoplay {

// Groups of undecided cells that border no other undecided cell and no number of another group; the
// smallest first. Left out are groups with cells beside no number, and cells that cannot be read.
// Where such a group also holds the same number of mines in every layout it is a game of its own.
std::vector<std::vector<int>> enclosed_groups(const Tiling& tiling, const Situation& situation,
                                              const std::vector<int>& frontier,
                                              const uint8_t* labels);

}  // namespace autoplay
