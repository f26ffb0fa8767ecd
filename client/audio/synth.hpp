#pragma once
/// Synthesises voices as samples: plain arithmetic, no files. A program makes the same samples in every run.
/// 1. Samples are mono, kSampleRate per second, between −kPeak and +kPeak, and the loudest one reaches kPeak.
/// 2. A sound begins and ends in silence; a loop continues from its last sample to its first without a jump.
#include <vector>

#include "client/audio/voices.hpp"

namespace albireo::audio {

inline constexpr int kSampleRate = 48'000;
inline constexpr float kPeak = 0.9F;

/// The samples of a voice.
std::vector<float> synthesise(const VoiceDef& def);

}  // namespace albireo::audio
