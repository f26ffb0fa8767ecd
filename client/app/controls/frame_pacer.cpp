#include "client/app/controls/frame_pacer.hpp"

#include <algorithm>
#include <thread>

namespace albireo::app {

void FramePacer::wait(int limit) {
    const Time now = std::chrono::steady_clock::now(), due = next(limit, now);
    if (due > now) std::this_thread::sleep_until(due);
}

FramePacer::Time FramePacer::next(int limit, Time now) {
    if (limit <= 0) return now;
    const auto length = std::chrono::duration_cast<Time::duration>(std::chrono::duration<double>(1.0 / limit));
    // Time lost by a slow frame is not made up for.
    return due_ = std::max(due_ + length, now - length);
}

}  // namespace albireo::app
