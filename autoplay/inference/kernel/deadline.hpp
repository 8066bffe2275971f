// When a search has to stop.
#pragma once

#include <chrono>

namespace autoplay {

class Deadline {
  public:
    Deadline() = default;  // never
    explicit Deadline(double milliseconds)
        : limited_(milliseconds > 0),
          end_(std::chrono::steady_clock::now() +
               std::chrono::microseconds(static_cast<long long>(1000 * milliseconds))) {}

    bool passed() const { return limited_ && std::chrono::steady_clock::now() >= end_; }

  private:
    bool limited_ = false;
    std::chrono::steady_clock::time_point end_{};
};

}  // namespace autoplay
