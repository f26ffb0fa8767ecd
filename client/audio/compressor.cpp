#include "client/audio/compressor.hpp"

#include <algorithm>
#include <cmath>

#include "client/audio/synth.hpp"

namespace albireo::audio {
namespace {

// The level rises faster than it falls, so a drum is lowered and the notes after it do not swell.
constexpr float kAttack = 0.02F, kRelease = 0.5F;  // seconds

}  // namespace

void Compressor::process(std::span<float> pairs) {
    constexpr float rate = kSampleRate;
    const float attack = 1 - std::exp(-1 / (kAttack * rate)), release = 1 - std::exp(-1 / (kRelease * rate));
    for (std::size_t i = 0; i + 1 < pairs.size(); i += 2) {
        float& left = pairs[i];
        float& right = pairs[i + 1];
        const float power = (left * left + right * right) / 2;
        power_ += (power > power_ ? attack : release) * (power - power_);
        // 2:1: half of the distance to the pivot in decibels stays.
        float gain = std::min(kRaiseMax, std::sqrt(kPivot / std::sqrt(std::max(power_, 1e-9F))));
        gain = std::min(gain, kLoudest / std::max({std::abs(left), std::abs(right), 1e-6F}));
        left *= gain;
        right *= gain;
    }
}

}  // namespace albireo::audio
