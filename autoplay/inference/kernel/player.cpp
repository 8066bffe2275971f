#include "player.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "parts.hpp"

namespace autoplay {

bool Player::is_better(const Candidate& a, const Candidate& b) { return a.value > b.value; }

void Player::decide(const uint8_t* labels, int mines, const Settings& settings, int ranked,
                    Decision& decision) {
    decision = Decision{};
    deadline_ = Deadline(settings.budget_ms, &interruption_);
    const bool tracked = tracker_.follow(labels);
    if (tracked && !tracker_.total_decides(mines)) {
        decision.safe = tracker_.safe();
        if (!decision.safe.empty()) return;
    }
    const Situation before = tracked ? tracker_.situation() : situation_of(tiling_, labels);
    decision.status = analyzer_.analyze(before, labels, mines, result_);
    if (decision.status != Status::ok) return;
    for (int cell = 0; cell < tiling_.cells; ++cell)
        if (is_unopened(labels[cell]) && result_.fate[cell] == FREE) decision.safe.push_back(cell);
    if (!decision.safe.empty()) return;
    situation_ = reduced(tiling_, before, result_);
    list_candidates(labels, settings);
    if (candidates_.empty()) return;
    // A cell that cannot be read can neither be opened nor searched.
    const bool readable = std::find(labels, labels + tiling_.cells, UNREADABLE) ==
                          labels + tiling_.cells;
    const int left = mines < 0 ? -1 : mines - situation_.mined;
    if (readable && search_parts(labels, left, settings, ranked, decision)) return;
    estimate(labels, mines, settings, ranked, decision);
}

// Searches to the end what can be: the parts that are games of their own, and the others together.
// The chance to win is the product of theirs; where not all could be searched, the choices are those
// of the first part and worth the chance to win it. ``mines_left`` < 0: unknown.
bool Player::search_parts(const uint8_t* labels, int mines_left, const Settings& settings,
                          int ranked, Decision& decision) {
    if (settings.endgame_layouts == 0) return false;
    std::vector<int> rest = undecided();
    std::vector<std::vector<int>> groups;
    if (settings.isolated)
        groups = enclosed_groups(tiling_, situation_, result_.frontier, labels);
    double log_layouts = result_.log_layouts;
    std::vector<Part> parts;
    std::vector<uint8_t> searched(tiling_.cells, 0);
    std::size_t cells_left = rest.size();
    bool late = false;
    for (const std::vector<int>& group : groups) {
        late = deadline_.passed() && !parts.empty();
        if (late || group.size() == cells_left) break;
        if (!endgame_.list(situation_, group, labels, -1, settings.endgame_layouts) ||
            !endgame_.fixes_mines() || !search_listed(settings, ranked, parts))
            continue;
        log_layouts -= std::log(endgame_.layouts());
        if (mines_left >= 0) mines_left -= endgame_.mines();
        for (int cell : group) searched[cell] = 1;
        cells_left -= group.size();
    }
    rest.erase(std::remove_if(rest.begin(), rest.end(), [&](int cell) { return searched[cell]; }),
               rest.end());
    const bool small = !late && log_layouts <= std::log(settings.endgame_layouts + 0.5);
    if (small && endgame_.list(situation_, rest, labels, mines_left, settings.endgame_layouts) &&
        search_listed(settings, ranked, parts)) {
        decision.method = Method::exact;
        merge(parts, decision);
        return true;
    }
    decision.cut_short = small || late;
    decision.method = Method::isolated;
    if (!parts.empty()) decision.choices = parts.front().choices;
    return !parts.empty();
}

// The choices of all parts, worth the chance to win them all. The best of the first part comes first;
// it is as good as any.
void Player::merge(const std::vector<Part>& parts, Decision& decision) {
    decision.win = 1;
    for (const Part& part : parts) decision.win *= part.win;
    for (const Part& part : parts)
        for (Choice choice : part.choices) {
            if (choice.value >= 0) choice.value *= decision.win / part.win;
            decision.choices.push_back(choice);
        }
    std::stable_sort(decision.choices.begin() + 1, decision.choices.end(),
                     [](const Choice& a, const Choice& b) { return a.value > b.value; });
}

// Searches the listed layouts and adds them as a part; false when it is cut short.
bool Player::search_listed(const Settings& settings, int ranked, std::vector<Part>& parts) {
    if (!endgame_.search(settings.endgame_nodes, deadline_, moves_)) return false;
    if (ranked > 1) endgame_.rank(ranked, settings.endgame_nodes, deadline_, moves_);
    const double layouts = endgame_.layouts();
    parts.push_back({endgame_.wins() / layouts, {}});
    for (const Endgame::Move& move : moves_)
        parts.back().choices.push_back({move.cell, analyzer_.probability(result_, move.cell),
                                        move.exact ? move.wins / layouts : -1.0});
    return true;
}

// Every undecided cell, those beside a number first.
std::vector<int> Player::undecided() const {
    std::vector<int> cells = result_.frontier;
    std::vector<uint8_t> beside(tiling_.cells, 0);
    for (int cell : cells) beside[cell] = 1;
    for (int cell = 0; cell < tiling_.cells; ++cell)
        if (situation_.fate[cell] == EITHER && !beside[cell]) cells.push_back(cell);
    return cells;
}

// Cells worth a look, safest first: within the window of the safest, few of them off the frontier.
// Of equals those without a flag of the person's come first.
void Player::list_candidates(const uint8_t* labels, const Settings& settings) {
    candidates_.clear();
    double safest = 0;
    for (int cell = 0; cell < tiling_.cells; ++cell)
        if (is_unopened(labels[cell]) && result_.fate[cell] == EITHER)
            safest = std::max(safest, 1 - analyzer_.probability(result_, cell));
    for (int cell = 0; cell < tiling_.cells; ++cell) {
        if (!is_unopened(labels[cell]) || result_.fate[cell] != EITHER) continue;
        const double safety = 1 - analyzer_.probability(result_, cell);
        if (safety >= safest * settings.window - 1e-12)
            candidates_.push_back({cell, safety, chance_of_zero(labels, cell), -1});
    }
    // Rounded, so that equal risks tie whatever the order of their sums was.
    const auto rounded = [](double value) { return std::round(value * 1e9); };
    std::sort(candidates_.begin(), candidates_.end(), [&](const Candidate& a, const Candidate& b) {
        if (rounded(a.safety) != rounded(b.safety)) return rounded(a.safety) > rounded(b.safety);
        if (rounded(a.zero) != rounded(b.zero)) return rounded(a.zero) > rounded(b.zero);
        if ((labels[a.cell] == FLAG) != (labels[b.cell] == FLAG)) return labels[b.cell] == FLAG;
        return a.cell < b.cell;
    });
    std::vector<uint8_t> beside(tiling_.cells, 0);
    for (int cell : result_.frontier) beside[cell] = 1;
    int off = 0, kept = 0;
    candidates_.erase(std::remove_if(candidates_.begin(), candidates_.end(),
                                     [&](const Candidate& candidate) {
                                         if (kept > 0 && kept >= settings.candidates) return true;
                                         if (kept > 0 && !beside[candidate.cell] &&
                                             off++ >= settings.off_frontier)
                                             return true;
                                         ++kept;
                                         return false;
                                     }),
                      candidates_.end());
}

// The chance that a cell shows a zero, as if its neighbours were independent.
double Player::chance_of_zero(const uint8_t* labels, int cell) const {
    double chance = 1 - analyzer_.probability(result_, cell);
    const int32_t* around = tiling_.around(cell);
    for (int k = 0; k < MAX_NEIGHBORS && around[k] >= 0; ++k)
        if (may_be_mined(labels[around[k]]) || is_known_mine(labels[around[k]]))
            chance *= 1 - analyzer_.probability(result_, around[k]);
    return chance;
}

void Player::estimate(const uint8_t* labels, int mines, const Settings& settings, int ranked,
                      Decision& decision) {
    decision.method = settings.plies > 1 ? Method::two_ply_survival : Method::survival;
    if (settings.plies > 1) {
        if (static_cast<int>(next_.size()) < settings.extension + 1)
            next_.resize(settings.extension + 1);
        std::vector<uint8_t> board(labels, labels + tiling_.cells);
        double best = 0;
        for (Candidate& candidate : candidates_) {
            if (best > 0 && deadline_.passed()) {
                decision.cut_short = true;
                break;
            }
            candidate.value = look_ahead(board, mines, candidate, best, settings);
            best = std::max(best, candidate.value);
        }
        std::stable_sort(candidates_.begin(), candidates_.end(), is_better);
        if (ranked > 1) rank(board, mines, settings, ranked);
    } else {
        for (Candidate& candidate : candidates_) candidate.value = candidate.safety;
    }
    for (const Candidate& candidate : candidates_)
        decision.choices.push_back({candidate.cell, 1 - candidate.safety, candidate.value});
}

// Finds the values of the ``ranked`` best candidates, as far as there is time. The first stays so:
// no other has a greater value, but by rounding.
void Player::rank(std::vector<uint8_t>& board, int mines, const Settings& settings, int ranked) {
    const auto count = static_cast<std::size_t>(ranked);
    for (std::size_t next = 1; next < candidates_.size(); ++next) {
        Candidate& candidate = candidates_[next];
        if (candidate.value >= 0) continue;
        if (deadline_.passed()) break;
        const double beaten = next < count ? -1 : candidates_[count - 1].value;
        candidate.value = look_ahead(board, mines, candidate, beaten, settings);
        std::stable_sort(candidates_.begin() + 1,
                         candidates_.begin() + static_cast<std::ptrdiff_t>(next) + 1, is_better);
    }
}

// The least and most mines around a cell.
std::pair<int, int> Player::shown_range(const Situation& situation, int cell) const {
    int least = 0, most = 0;
    const int32_t* around = tiling_.around(cell);
    for (int k = 0; k < MAX_NEIGHBORS && around[k] >= 0; ++k) {
        least += situation.fate[around[k]] == MINED;
        most += situation.fate[around[k]] != FREE;
    }
    return {least, most};
}

// The value of opening a cell: over every number it may show, what the position is worth then.
// Stops, with -1, where it cannot beat a value any more.
double Player::look_ahead(std::vector<uint8_t>& labels, int mines, const Candidate& candidate,
                          double beaten, const Settings& settings) {
    const int cell = candidate.cell;
    Situation opened = situation_;
    opened.fate[cell] = FREE;
    --opened.undecided;
    opened.witnesses.push_back(cell);
    const auto [least, most] = shown_range(situation_, cell);
    const double certain = 1 + settings.certainty_bonus;
    const uint8_t covered = labels[cell];
    double value = 0, rest = candidate.safety;
    for (int number = least; number <= most; ++number) {
        if (value + rest * certain <= beaten) {
            value = -1;
            break;
        }
        labels[cell] = static_cast<uint8_t>(number);
        if (analyzer_.analyze(opened, labels.data(), mines, next_[0]) != Status::ok) continue;
        const double chance = std::exp(next_[0].log_layouts - result_.log_layouts);
        rest -= chance;
        value += chance * worth(labels, mines, opened, next_[0], {}, 0, settings);
    }
    labels[cell] = covered;
    return value;
}

// What a position is worth: the safety of its best cell, with a share of the second best's. Where
// few cells are certainly safe, they are opened first, for every number they may show.
double Player::worth(std::vector<uint8_t>& labels, int mines, const Situation& before,
                     const Result& after, std::vector<int> safe, int opened,
                     const Settings& settings) {
    const double certain = 1 + settings.certainty_bonus;
    deadline_.passed();  // a guess that was begun is finished all the same
    if (after.undecided == 0) return certain;
    const int freed = before.undecided - after.undecided - (after.mined - before.mined);
    if (freed == 0 && safe.empty())
        return 1 - after.lowest - settings.second_share * (after.second - after.lowest);
    if (opened + static_cast<int>(safe.size()) + freed > settings.extension) return certain;
    for (int cell = 0; cell < tiling_.cells && freed > 0; ++cell)
        if (before.fate[cell] == EITHER && after.fate[cell] == FREE) safe.push_back(cell);
    const int cell = safe.back();
    safe.pop_back();
    Situation next = reduced(tiling_, before, after);
    next.witnesses.push_back(cell);
    const auto [least, most] = shown_range(next, cell);
    const uint8_t covered = labels[cell];
    double value = 0;
    Result& shown = next_[opened + 1];
    for (int number = least; number <= most; ++number) {
        labels[cell] = static_cast<uint8_t>(number);
        if (analyzer_.analyze(next, labels.data(), mines, shown) != Status::ok) continue;
        const double chance = std::exp(shown.log_layouts - after.log_layouts);
        value += chance * worth(labels, mines, next, shown, safe, opened + 1, settings);
    }
    labels[cell] = covered;
    return value;
}

}  // namespace autoplay
