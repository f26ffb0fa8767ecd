#include "client/app/controls/frame_pacer.hpp"

#include <algorithm>
#include <thread>

namespace albireo::app {

void FramePacer::wait(int limit) {
    using Clock = std::chrono::steady_clock;
    if (limit <= 0) return;
    const auto length = std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(1.0 / limit));
    const auto now = Clock::now();
    // A frame that took too long is not made up for.
    due_ = std::max(due_ + length, now - length);
    if (due_ > now) std::this_thread::sleep_until(due_);
}

}  // namespace albireo::app
