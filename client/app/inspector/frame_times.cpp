#include "client/app/inspector/frame_times.hpp"

#include <algorithm>
#include <numeric>

namespace albireo::app {

float FrameTimes::sum(const Times& times) {
    return std::accumulate(times.begin(), times.end(), 0.0F);
}

void FrameTimes::add(const Times& times) {
    if (is_frozen()) return;
    if (values_.size() == kFrames * kParts) values_.erase(values_.begin(), values_.begin() + kParts);
    values_.insert(values_.end(), times.begin(), times.end());
    if (!armed_) left_ = -1;
    if (left_ > 0) --left_;
    if (armed_ && left_ < 0 && sum(times) > spike_ms_) left_ = static_cast<int>(kBehindSpike);
}

FrameTimes::Times FrameTimes::of(std::size_t i) const {
    Times times{};
    std::copy_n(values_.begin() + static_cast<std::ptrdiff_t>(i * kParts), kParts, times.begin());
    return times;
}

}  // namespace albireo::app
