// The decisions of the winning policy, and whole games played by them.
#pragma once

#include <cstdint>
#include <random>
#include <utility>
#include <vector>

#include "analyzer.hpp"
#include "deadline.hpp"
#include "endgame.hpp"
#include "tracker.hpp"

namespace autoplay {

struct Settings {  // see autoplay.policy.settings.Settings
    int endgame_layouts, endgame_nodes;
    bool isolated;
    int plies;
    int candidates, off_frontier;
    double window, certainty_bonus, second_share;
    int extension;
    double budget_ms;  // of a move, 0 for no limit
};

enum class Method { certain, exact, two_ply_survival, survival, isolated };

struct Choice {
    int cell;
    double risk, value;  // value < 0: not estimated
};

struct Decision {
    Status status = Status::ok;
    std::vector<int> safe;       // certainly safe cells, all of them
    std::vector<Choice> choices;  // of a guess: the best first
    Method method = Method::certain;
    double win = -1;              // estimated chance to win, < 0 for none
    bool cut_short = false;
};

struct Played {
    Status status = Status::ok;
    bool won = false;
    int guesses = 0;
    int cut_short = 0;  // guesses whose search the budget ended
    double expectation = 0;  // see autoplay.policy.playing.GamePlayed
};

class Player {
  public:
    // ``interruption`` is called now and then while a search or a count goes on, and may throw.
    Player(const Tiling& tiling, int max_lines, Interruption interruption)
        : tiling_(tiling),
          interruption_(std::move(interruption)),
          tracker_(tiling, max_lines, &interruption_),
          analyzer_(tiling, max_lines, &interruption_),
          endgame_(tiling) {}

    Analyzer& analyzer() { return analyzer_; }
    // Of a guess, the ``ranked`` best choices are wanted with their values.
    void decide(const uint8_t* labels, int mines, const Settings& settings, int ranked,
                Decision& decision);
    // Plays on the minefield ``mined`` (one byte a cell), opening ``first`` first.
    // ``survival_worth``: the win chance that is at stake in a guess, for the expectation.
    Played play(std::vector<uint8_t> labels, const uint8_t* mined, int first,
                const Settings& settings, double survival_worth);

    // Whether each of so many games, played on from here on layouts drawn evenly from all that fit,
    // is won; none where a cell cannot be read. Fails as decide does.
    Status play_on(const uint8_t* labels, int mines, int games, uint64_t seed,
                   const Settings& settings, std::vector<uint8_t>& won);

  private:
    struct Candidate {
        int cell;
        double safety, zero, value;
    };
    static bool is_better(const Candidate& a, const Candidate& b);
    struct Part {  // of the board, searched to its end
        double win;
        std::vector<Choice> choices;  // worth the chance to win this part
    };

    bool search_parts(const uint8_t* labels, int mines_left, const Settings& settings, int ranked,
                      Decision& decision);
    bool search_listed(const Settings& settings, int ranked, std::vector<Part>& parts);
    static void merge(const std::vector<Part>& parts, Decision& decision);
    std::vector<int> undecided() const;
    void list_candidates(const uint8_t* labels, const Settings& settings);
    void estimate(const uint8_t* labels, int mines, const Settings& settings, int ranked,
                  Decision& decision);
    void rank(std::vector<uint8_t>& board, int mines, const Settings& settings, int ranked);
    double look_ahead(std::vector<uint8_t>& labels, int mines, const Candidate& candidate,
                      double beaten, const Settings& settings);
    // What a position is worth after an analysis; ``safe`` cells are still to be opened.
    double worth(std::vector<uint8_t>& labels, int mines, const Situation& before,
                 const Result& after, std::vector<int> safe, int opened, const Settings& settings);
    std::pair<int, int> shown_range(const Situation& situation, int cell) const;
    double chance_of_zero(const uint8_t* labels, int cell) const;
    Status draw(const uint8_t* labels, int mines, std::mt19937_64& random,
                std::vector<uint8_t>& mined);
    Played finish(const uint8_t* mined, int mines, std::vector<uint8_t>& labels, int left,
                  const Settings& settings, double survival_worth);
    int open(const uint8_t* mined, int cell, std::vector<uint8_t>& labels, int& left);

    const Tiling& tiling_;
    Interruption interruption_;
    Tracker tracker_;
    Analyzer analyzer_;
    Endgame endgame_;
    Deadline deadline_;  // of the move that is decided
    Result result_;  // of the board
    std::vector<Result> next_;  // of what a guess may lead to, by the cells opened
    Situation situation_;
    std::vector<Candidate> candidates_;
    std::vector<Endgame::Move> moves_;
};

}  // namespace autoplay
