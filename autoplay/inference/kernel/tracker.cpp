#include "tracker.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

namespace autoplay {

namespace {

constexpr int BLOCK = 4096;  // cells compared at once while looking for changes

}  // namespace

Tracker::Tracker(const Tiling& tiling, int max_lines, const Interruption* interruption)
    : tiling_(tiling),
      is_touched_(tiling.cells, 0),
      seen_(tiling.cells, 0),
      place_(tiling.cells, -1),
      analyzer_(excerpt_, max_lines, interruption) {
    forget();
}

// Back to a board on which everything is covered, of which nothing is known.
void Tracker::forget() {
    labels_.assign(tiling_.cells, COVERED);
    fate_.assign(tiling_.cells, EITHER);
    component_of_.assign(tiling_.cells, -1);
    components_.clear();
    vacant_.clear();
    safe_.clear();
    undecided_ = tiling_.cells;
    mined_ = frontier_ = least_ = most_ = 0;
    for (int witness : touched_) is_touched_[witness] = 0;
    touched_.clear();
}

bool Tracker::follow(const uint8_t* labels) {
    try {
        return brought_up(labels);
    } catch (...) {  // the person wants to stop: what was touched is lost
        is_touched_.assign(tiling_.cells, 0);
        forget();
        throw;
    }
}

bool Tracker::brought_up(const uint8_t* labels) {
    note_changes(labels);
    if (!take_changes(labels)) {
        forget();
        note_changes(labels);
        take_changes(labels);
    }
    const bool counted = count_touched();
    if (!counted) forget();
    const auto opened = [&](int cell) { return !may_be_mined(labels[cell]); };
    safe_.erase(std::remove_if(safe_.begin(), safe_.end(), opened), safe_.end());
    return counted;
}

// It cannot where it leaves the interior both a mine and a free cell, whatever the components hold.
bool Tracker::total_decides(int mines) const {
    if (mines < 0) return false;
    const int left = mines - mined_;
    return most_ >= left || left - least_ >= undecided_ - frontier_;
}

std::vector<int> Tracker::safe() const {
    std::vector<int> safe;
    for (int cell : safe_)
        if (is_unopened(labels_[cell])) safe.push_back(cell);
    std::sort(safe.begin(), safe.end());
    return safe;
}

Situation Tracker::situation() const {
    Situation situation;
    situation.fate = fate_;
    situation.undecided = undecided_;
    situation.mined = mined_;
    for (const Component& component : components_)
        situation.witnesses.insert(situation.witnesses.end(), component.witnesses.begin(),
                                   component.witnesses.end());
    std::sort(situation.witnesses.begin(), situation.witnesses.end());
    return situation;
}

void Tracker::note_changes(const uint8_t* labels) {
    changed_.clear();
    for (int start = 0; start < tiling_.cells; start += BLOCK) {
        const int size = std::min(BLOCK, tiling_.cells - start);
        if (std::memcmp(labels + start, labels_.data() + start, size) == 0) continue;
        for (int cell = start; cell < start + size; ++cell)
            if (labels[cell] != labels_[cell]) changed_.push_back(cell);
    }
}

// False where the board does not go on from the last one.
bool Tracker::take_changes(const uint8_t* labels) {
    for (int cell : changed_)
        if (!take(cell, labels[cell])) return false;
    return true;
}

bool Tracker::take(int cell, uint8_t label) {
    if (!may_be_mined(labels_[cell])) return false;
    labels_[cell] = label;
    if (may_be_mined(label)) return true;
    const Fate fate = is_known_mine(label) ? MINED : FREE;
    if (fate_[cell] == EITHER) settle(cell, fate);
    if (fate_[cell] != fate) return false;
    if (label <= MAX_NUMBER) revisit(cell);
    return true;
}

// The fate of a cell is known from now on: the numbers around it have to be looked at again.
void Tracker::settle(int cell, Fate fate) {
    fate_[cell] = fate;
    --undecided_;
    mined_ += fate == MINED;
    if (component_of_[cell] >= 0) dissolve(component_of_[cell]);
}

void Tracker::learn(int cell, Fate fate) {
    settle(cell, fate);
    if (fate == FREE) safe_.push_back(cell);
}

void Tracker::dissolve(int index) {
    Component& component = components_[index];
    frontier_ -= static_cast<int>(component.cells.size());
    least_ -= component.least;
    most_ -= component.most;
    for (int cell : component.cells) component_of_[cell] = -1;
    for (int witness : component.witnesses) revisit(witness);
    component = Component{};
    vacant_.push_back(index);
}

void Tracker::revisit(int witness) {
    if (is_touched_[witness]) return;
    is_touched_[witness] = 1;
    touched_.push_back(witness);
}

// Counts what was touched, part by part, until nothing more is found; false where that fails.
bool Tracker::count_touched() {
    while (!touched_.empty()) {
        if (!propagate()) return false;
        std::vector<int> starts;
        starts.swap(touched_);
        std::vector<Component> open;
        for (int start : starts) {
            if (!is_touched_[start]) continue;
            Component component;
            group(start, component);
            if (component.cells.empty()) continue;
            bool found = false;
            if (!count(component, found)) {
                touched_.insert(touched_.end(), starts.begin(), starts.end());
                return false;  // forget clears what is touched
            }
            if (found)
                open.push_back(std::move(component));
            else
                keep(std::move(component));
        }
        for (const Component& component : open)
            for (int witness : component.witnesses) revisit(witness);
    }
    return true;
}

// Settles every cell that one touched number alone decides; false for a contradiction. Touches the
// components that fresh numbers join.
bool Tracker::propagate() {
    std::vector<int> work = touched_;
    while (!work.empty()) {
        const int witness = work.back();
        work.pop_back();
        int need = labels_[witness], left = 0;
        const int32_t* around = tiling_.around(witness);
        for (int k = 0; k < MAX_NEIGHBORS && around[k] >= 0; ++k) {
            need -= fate_[around[k]] == MINED;
            left += fate_[around[k]] == EITHER;
        }
        if (need < 0 || need > left) return false;
        for (int k = 0; k < MAX_NEIGHBORS && around[k] >= 0 && left > 0; ++k) {
            const int cell = around[k];
            if (fate_[cell] != EITHER) continue;
            if (component_of_[cell] >= 0) dissolve(component_of_[cell]);
            if (need > 0 && need < left) continue;
            learn(cell, need == 0 ? FREE : MINED);
            const int32_t* beside = tiling_.around(cell);
            for (int j = 0; j < MAX_NEIGHBORS && beside[j] >= 0; ++j)
                if (is_touched_[beside[j]]) work.push_back(beside[j]);
        }
    }
    return true;
}

// The touched numbers linked to this one by cells of fate EITHER, and those cells.
void Tracker::group(int start, Component& component) {
    std::vector<int>& witnesses = component.witnesses;
    is_touched_[start] = 0;
    witnesses.push_back(start);
    for (std::size_t at = 0; at < witnesses.size(); ++at) {
        const int32_t* around = tiling_.around(witnesses[at]);
        for (int k = 0; k < MAX_NEIGHBORS && around[k] >= 0; ++k) {
            const int cell = around[k];
            if (fate_[cell] != EITHER || seen_[cell]) continue;
            seen_[cell] = 1;
            component.cells.push_back(cell);
            const int32_t* beside = tiling_.around(cell);
            for (int j = 0; j < MAX_NEIGHBORS && beside[j] >= 0; ++j)
                if (is_touched_[beside[j]]) {
                    is_touched_[beside[j]] = 0;
                    witnesses.push_back(beside[j]);
                }
        }
    }
    for (int cell : component.cells) seen_[cell] = 0;
}

// Counts the layouts of a component, whatever the mine total; false where that fails. ``found``
// says that some of its cells were decided: then it has to be grouped and counted again.
bool Tracker::count(Component& component, bool& found) {
    const int witnesses = static_cast<int>(component.witnesses.size());
    const int cells = static_cast<int>(component.cells.size());
    excerpt_.cells = witnesses + cells;
    excerpt_.table.assign(static_cast<std::size_t>(MAX_NEIGHBORS) * excerpt_.cells, -1);
    excerpt_labels_.assign(excerpt_.cells, COVERED);
    situation_.fate.assign(excerpt_.cells, EITHER);
    situation_.witnesses.clear();
    situation_.undecided = cells;
    for (int k = 0; k < cells; ++k) place_[component.cells[k]] = witnesses + k;
    for (int w = 0; w < witnesses; ++w) {
        const int witness = component.witnesses[w];
        int32_t* row = excerpt_.table.data() + MAX_NEIGHBORS * w;
        const int32_t* around = tiling_.around(witness);
        excerpt_labels_[w] = labels_[witness];
        situation_.fate[w] = FREE;
        situation_.witnesses.push_back(w);
        for (int k = 0; k < MAX_NEIGHBORS && around[k] >= 0; ++k) {
            if (fate_[around[k]] == MINED) --excerpt_labels_[w];
            if (fate_[around[k]] == EITHER) *row++ = place_[around[k]];
        }
    }
    for (int cell : component.cells) place_[cell] = -1;
    if (analyzer_.analyze(situation_, excerpt_labels_.data(), -1, result_) != Status::ok)
        return false;
    component.least = result_.least;
    component.most = result_.most;
    for (int k = 0; k < cells; ++k) {
        const Fate fate = static_cast<Fate>(result_.fate[witnesses + k]);
        if (fate == EITHER) continue;
        learn(component.cells[k], fate);
        found = true;
    }
    return true;
}

void Tracker::keep(Component&& component) {
    if (vacant_.empty()) {
        vacant_.push_back(static_cast<int>(components_.size()));
        components_.emplace_back();
    }
    const int index = vacant_.back();
    vacant_.pop_back();
    for (int cell : component.cells) component_of_[cell] = index;
    frontier_ += static_cast<int>(component.cells.size());
    least_ += component.least;
    most_ += component.most;
    components_[index] = std::move(component);
}

}  // namespace autoplay
