#pragma once
/// Limits a loop's frame rate where nothing else does. It waits before the input is read, so the wait adds no latency.
/// Owned by the program.
#include <chrono>

namespace albireo::app {

class FramePacer {
  public:
    using Time = std::chrono::steady_clock::time_point;

    /// Sleeps until the next frame may begin, at no more than `limit` frames per second. 0: does not wait.
    void wait(int limit);
    /// Returns when the next frame may begin; `now` or earlier if at once. Each call begins a frame.
    Time next(int limit, Time now);

  private:
    Time due_{};
};

}  // namespace albireo::app
