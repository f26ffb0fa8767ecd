#pragma once
/// Chooses the scale at which the scene is drawn, so that the frame rate is held. Pure: intervals between frames go in,
/// a scale comes out. Owned by the window.
///
/// 1. It reacts to the median of kWindow frames: a single slow frame changes nothing.
/// 2. V-sync hides how much time is left, so a larger scale is tried from time to time. After a failed try, the next
///    one waits twice as long.
/// 3. If a smaller scale does not make frames faster, something else is slow: the scale goes back and stays.
#include <algorithm>
#include <array>
#include <cmath>

namespace albireo::render {

class ScaleGovernor {
  public:
    static constexpr std::size_t kWindow = 24;
    static constexpr float kStep = 0.05F;
    static constexpr float kRaiseAfter = 4, kRaiseAfterMax = 64;  // seconds until a larger scale is tried

    /// Starts over with these limits; `least` and `most` are shares of width and height.
    void begin(float least, float most) {
        *this = {};
        least_ = std::min(least, most);
        most_ = scale_ = most;
    }
    float scale() const { return scale_; }

    /// Returns the scale of the next frame. `target_ms`: the interval to be held.
    float frame(float interval_ms, float target_ms) {
        times_[count_++] = interval_ms;
        rest_ -= interval_ms / 1000;
        if (count_ < kWindow) return scale_;
        count_ = 0;
        std::array<float, kWindow> sorted = times_;
        std::nth_element(sorted.begin(), sorted.begin() + kWindow / 2, sorted.end());
        return judge(sorted[kWindow / 2], target_ms);
    }

  private:
    float judge(float median, float target) {
        const bool was_cut = cut_from_ms_ > 0;
        if (was_cut && median > 0.95F * cut_from_ms_) {
            if (scale_ > least_) {  // V-sync may hide what was gained
                scale_ = std::max(std::floor(0.8F * scale_ / kStep) * kStep, least_);
                return scale_;
            }
            cut_from_ms_ = 0;
            scale_ = cut_from_;
            rest_ = kRaiseAfterMax;
            return scale_;
        }
        cut_from_ms_ = 0;
        if (median > 1.08F * target) {
            if (scale_ <= least_ || (rest_ > kRaiseAfterMax / 2 && !was_raised_)) return scale_;
            if (was_raised_) raise_after_ = std::min(raise_after_ * 2, kRaiseAfterMax);
            was_raised_ = false;
            cut_from_ = scale_;
            cut_from_ms_ = median;
            const float wanted = scale_ * std::max(0.75F, std::sqrt(0.92F * target / median));
            scale_ = std::clamp(std::floor(wanted / kStep) * kStep, least_, most_);
            rest_ = raise_after_;
        } else if (scale_ < most_ && (median < 0.8F * target || rest_ <= 0)) {
            if (rest_ > kRaiseAfterMax / 2) return scale_;
            was_raised_ = true;
            scale_ = std::min(scale_ + kStep, most_);
            rest_ = raise_after_;
        } else {
            was_raised_ = false;
        }
        return scale_;
    }

    std::array<float, kWindow> times_{};
    std::size_t count_ = 0;
    float least_ = 1, most_ = 1, scale_ = 1;
    float raise_after_ = kRaiseAfter, rest_ = kRaiseAfter;  // seconds
    bool was_raised_ = false;
    float cut_from_ = 1, cut_from_ms_ = 0;  // before the last reduction; 0 ms: none is being judged
};

}  // namespace albireo::render
