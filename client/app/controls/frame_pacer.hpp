#pragma once
/// Holds a loop to so many frames a second, where nothing else does. It waits before the input is read, so what a frame
/// shows is no older for it. Owned by the program.
#include <chrono>

namespace albireo::app {

class FramePacer {
  public:
    using Time = std::chrono::steady_clock::time_point;

    /// Sleeps until the next frame may begin, at no more than `limit` frames a second. 0: does not wait.
    void wait(int limit);
    /// When that is; `now` or earlier if the frame may begin at once. Each call begins a frame.
    Time next(int limit, Time now);

  private:
    Time due_{};
};

}  // namespace albireo::app
