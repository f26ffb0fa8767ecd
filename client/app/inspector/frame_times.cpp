#include "client/app/inspector/frame_times.hpp"

#include <algorithm>
#include <numeric>

namespace albireo::app {

float FrameTimes::sum(const Frame& frame) {
    return std::accumulate(frame.begin(), frame.end(), 0.0F);
}

void FrameTimes::add(const Frame& frame) {
    if (is_frozen()) return;
    if (values_.size() == kFrames * kParts) values_.erase(values_.begin(), values_.begin() + kParts);
    values_.insert(values_.end(), frame.begin(), frame.end());
    if (!armed_) left_ = -1;
    if (left_ > 0) --left_;
    if (armed_ && left_ < 0 && sum(frame) > spike_ms_) left_ = static_cast<int>(kBehindSpike);
}

FrameTimes::Frame FrameTimes::frame(std::size_t i) const {
    Frame frame{};
    std::copy_n(values_.begin() + static_cast<std::ptrdiff_t>(i * kParts), kParts, frame.begin());
    return frame;
}

}  // namespace albireo::app
