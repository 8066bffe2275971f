// Whole games, played by the decisions of the winning policy.
#include <algorithm>

#include "player.hpp"

namespace autoplay {

Played Player::play(std::vector<uint8_t> labels, const uint8_t* mined, int first,
                    const Settings& settings, double survival_worth) {
    int mines = 0, left = 0;
    for (int cell = 0; cell < tiling_.cells; ++cell) {
        mines += mined[cell] != 0;
        left += labels[cell] == COVERED && !mined[cell];
    }
    if (left > 0 && open(mined, first, labels, left) < 0) return Played{};
    return finish(mined, mines, labels, left, settings, survival_worth);
}

// Plays on until the game is over; ``left`` free cells are still covered.
Played Player::finish(const uint8_t* mined, int mines, std::vector<uint8_t>& labels, int left,
                      const Settings& settings, double survival_worth) {
    Played played;
    Decision decision;
    bool alive = true;
    double luck = 0, known = -1;
    while (alive && left > 0) {
        decide(labels.data(), mines, settings, 1, decision);
        played.status = decision.status;
        if (decision.status != Status::ok) return played;
        for (int cell : decision.safe) open(mined, cell, labels, left);
        if (decision.safe.empty()) {
            ++played.guesses;
            played.cut_short += decision.cut_short;
            if (decision.choices.empty()) return played;  // what is left cannot be read
            const Choice& choice = decision.choices.front();
            alive = open(mined, choice.cell, labels, left) >= 0;
            if (known >= 0) continue;
            if (decision.method == Method::exact)
                known = decision.win;  // the rest of the game is luck
            else
                luck += survival_worth * (alive - (1 - choice.risk));
        }
    }
    played.won = alive;
    played.expectation = (known < 0 ? alive : known) - luck;
    return played;
}

Status Player::play_on(const uint8_t* labels, int mines, int games, uint64_t seed,
                       const Settings& settings, std::vector<uint8_t>& won) {
    std::mt19937_64 random(seed);
    std::vector<uint8_t> mined, board;
    won.clear();
    for (int game = 0; game < games; ++game) {
        if (Status status = draw(labels, mines, random, mined); status != Status::ok) return status;
        board.assign(labels, labels + tiling_.cells);
        int left = 0, total = 0;
        for (int cell = 0; cell < tiling_.cells; ++cell) {
            if (is_unopened(board[cell])) board[cell] = COVERED;
            left += may_be_mined(board[cell]) && !mined[cell];
            total += mined[cell];
        }
        const int told = mines < 0 ? mines : total;
        const Played played = finish(mined.data(), told, board, left, settings, 0);
        if (played.status != Status::ok) return played.status;
        won.push_back(played.won);
    }
    return Status::ok;
}

// Draws a layout that fits, each as likely as any other: one frontier cell after the other by its
// mine probability given those before it, then the interior.
Status Player::draw(const uint8_t* labels, int mines, std::mt19937_64& random,
                    std::vector<uint8_t>& mined) {
    Situation situation = situation_of(tiling_, labels);
    std::uniform_real_distribution<double> chance(0.0, 1.0);
    while (true) {
        const Status status = analyzer_.analyze(situation, labels, mines, result_);
        if (status != Status::ok) return status;
        situation = reduced(tiling_, situation, result_);
        if (result_.frontier.empty()) break;
        const int cell = result_.frontier.front();
        const bool mine = chance(random) < result_.probability[cell];
        situation.fate[cell] = mine ? MINED : FREE;
        situation.mined += mine;
        --situation.undecided;
    }
    std::vector<int> interior;
    mined.assign(tiling_.cells, 0);
    for (int cell = 0; cell < tiling_.cells; ++cell) {
        mined[cell] = situation.fate[cell] == MINED;
        if (situation.fate[cell] == EITHER) interior.push_back(cell);
    }
    if (mines < 0) {
        for (int cell : interior) mined[cell] = chance(random) < 0.5;
        return Status::ok;
    }
    std::shuffle(interior.begin(), interior.end(), random);
    const int rest = std::min(mines - situation.mined, static_cast<int>(interior.size()));
    for (int k = 0; k < rest; ++k) mined[interior[k]] = 1;
    return Status::ok;
}

// Opens a cell and every area of zeros it touches; how many were opened, -1 for a mine.
int Player::open(const uint8_t* mined, int cell, std::vector<uint8_t>& labels, int& left) {
    if (mined[cell]) return -1;
    std::vector<int> todo{cell};
    int opened = 0;
    while (!todo.empty()) {
        const int at = todo.back();
        todo.pop_back();
        if (labels[at] != COVERED) continue;
        uint8_t number = 0;
        const int32_t* around = tiling_.around(at);
        int degree = 0;
        for (; degree < MAX_NEIGHBORS && around[degree] >= 0; ++degree)
            number = static_cast<uint8_t>(number + (mined[around[degree]] != 0));
        labels[at] = number;
        ++opened;
        --left;
        if (number == 0) todo.insert(todo.end(), around, around + degree);
    }
    return opened;
}

}  // namespace autoplay
