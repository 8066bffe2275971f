#include "parts.hpp"

#include <algorithm>

namespace autoplay {

std::vector<std::vector<int>> enclosed_groups(const Tiling& tiling, const Situation& situation,
                                              const std::vector<int>& frontier,
                                              const uint8_t* labels) {
    enum : uint8_t { OUTSIDE, BESIDE_A_NUMBER, GROUPED };
    std::vector<uint8_t> state(tiling.cells, OUTSIDE);
    for (int cell : frontier)
        if (is_unopened(labels[cell])) state[cell] = BESIDE_A_NUMBER;
    std::vector<std::vector<int>> groups;
    for (int start : frontier) {
        if (state[start] != BESIDE_A_NUMBER) continue;
        std::vector<int> group{start};
        state[start] = GROUPED;
        bool enclosed = true;
        const auto link = [&](int cell) {
            if (situation.fate[cell] != EITHER || state[cell] == GROUPED) return;
            enclosed = enclosed && state[cell] == BESIDE_A_NUMBER;
            if (state[cell] != BESIDE_A_NUMBER) return;
            state[cell] = GROUPED;
            group.push_back(cell);
        };
        for (std::size_t at = 0; at < group.size(); ++at) {
            const int32_t* around = tiling.around(group[at]);
            for (int k = 0; k < MAX_NEIGHBORS && around[k] >= 0; ++k) {
                link(around[k]);
                if (labels[around[k]] > MAX_NUMBER) continue;
                const int32_t* beside = tiling.around(around[k]);
                for (int j = 0; j < MAX_NEIGHBORS && beside[j] >= 0; ++j) link(beside[j]);
            }
        }
        if (enclosed) groups.push_back(std::move(group));
    }
    std::stable_sort(groups.begin(), groups.end(),
                     [](const auto& a, const auto& b) { return a.size() < b.size(); });
    return groups;
}

}  // namespace autoplay
