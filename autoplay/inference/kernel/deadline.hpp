// When a search has to stop.
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>

namespace autoplay {

// Throws where the person wants the program to stop.
using Interruption = std::function<void()>;

class Deadline {
  public:
    Deadline() = default;  // never
    Deadline(double milliseconds, const Interruption* interruption)
        : limited_(milliseconds > 0), interruption_(interruption) {
        const auto now = std::chrono::steady_clock::now();
        end_ = now + std::chrono::microseconds(static_cast<long long>(1000 * milliseconds));
        next_look_ = now + BETWEEN_LOOKS;
    }

    // Whether the time is over; throws where the person wants the search to stop before.
    bool passed() {
        const auto now = std::chrono::steady_clock::now();
        if (now >= next_look_ && interruption_ != nullptr) {
            (*interruption_)();
            next_look_ = now + BETWEEN_LOOKS;
        }
        return limited_ && now >= end_;
    }

  private:
    // Nobody notices so short a wait, and no search that it costs time.
    static constexpr std::chrono::milliseconds BETWEEN_LOOKS{20};

    bool limited_ = false;
    const Interruption* interruption_ = nullptr;
    std::chrono::steady_clock::time_point end_{}, next_look_{};
};

// Hears the person within work that has to be done whole: a large board is counted for seconds.
class Attention {
  public:
    explicit Attention(const Interruption* interruption) : listening_(0, interruption) {}

    // So many lines were merged, or numbers added up; throws where the person wants it to stop.
    void worked(std::size_t steps) {
        if ((since_look_ += steps) < STEPS_PER_LOOK) return;
        since_look_ = 0;
        listening_.passed();
    }

  private:
    static constexpr std::size_t STEPS_PER_LOOK = 100'000;  // milliseconds at most

    std::size_t since_look_ = 0;
    Deadline listening_;
};

}  // namespace autoplay
