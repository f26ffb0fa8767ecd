#pragma once
/// Holds a loop to so many frames a second, where nothing else does. It waits before the input is read, so what a frame
/// shows is no older for it. Owned by the program.
#include <chrono>

namespace albireo::app {

class FramePacer {
  public:
    /// `limit` 0: does not wait.
    void wait(int limit);

  private:
    std::chrono::steady_clock::time_point due_{};
};

}  // namespace albireo::app
