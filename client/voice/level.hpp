#pragma once
/// How loud voice is, and whether somebody speaks.
#include <algorithm>
#include <cmath>
#include <span>

#include "client/voice/format.hpp"

namespace albireo::voice {

/// The level of samples in decibels below full scale; at least kSilence.
inline constexpr float kSilence = -90;
inline float decibels_of(std::span<const float> samples) {
    double sum = 1e-12;
    for (const float sample : samples) sum += static_cast<double>(sample) * static_cast<double>(sample);
    return std::max(static_cast<float>(10 * std::log10(sum / static_cast<double>(std::max<std::size_t>(samples.size(), 1)))), kSilence);
}

/// A meter as on a mixing desk: up at once, down slowly.
class LevelMeter {
  public:
    static constexpr float kLeast = -55, kMost = -10;  // decibels at 0 and 1
    static constexpr float kFall = 1.2F;               // decibels a piece: 60 a second

    void note(std::span<const float> samples) { level_ = std::max(decibels_of(samples), level_ - kFall); }
    /// 0 … 1
    float shown() const { return std::clamp((level_ - kLeast) / (kMost - kLeast), 0.0F, 1.0F); }

  private:
    float level_ = kSilence;
};

/// Tells speech from the noise of the room by its level: the floor follows the quietest sound quickly down and slowly up.
/// 1. Speech is kAbove the floor, and above kLeast in any case. The rumble of fans and tables is filtered out first.
/// 2. It goes on for kHang pieces after the last one, so that the ends of words are not cut off.
class ActivityDetector {
  public:
    static constexpr float kAbove = 9, kLeast = -52;  // decibels
    static constexpr float kAboveEcho = 18;           // … while the partner is heard, perhaps through loudspeakers
    static constexpr float kFloorRise = 0.04F;        // decibels a piece: 2 a second
    static constexpr float kFloorStart = -50, kFloorMost = -25;
    static constexpr int kHang = 15;  // 300 ms

    bool is_speech(const Samples& samples, bool is_partner_heard = false) {
        Samples bright = samples;
        for (HighPass& each : filters_) each.filter(bright);
        const float level = decibels_of(bright);
        floor_ = level < floor_ ? floor_ + (level - floor_) / 4 : std::min(floor_ + kFloorRise, kFloorMost);
        if (level > floor_ + (is_partner_heard ? kAboveEcho : kAbove) && level > kLeast) {
            left_ = kHang;
        } else if (left_ > 0) {
            --left_;
        }
        return left_ > 0;
    }
    float floor() const { return floor_; }

  private:
    /// Of first order, at 150 Hz: two of them lower 50 Hz by 20 dB.
    struct HighPass {
        static constexpr float kKept = 0.943F;  // exp(−2π · 150 / kRate)
        float in = 0, out = 0;
        void filter(Samples& samples) {
            for (float& sample : samples) {
                out = kKept * (out + sample - in);
                in = sample;
                sample = out;
            }
        }
    };
    std::array<HighPass, 2> filters_{};
    float floor_ = kFloorStart;
    int left_ = 0;
};

}  // namespace albireo::voice
