#pragma once
/// Samples as a .wav file: PCM, 16 bits, kSampleRate.
#include <cstdint>
#include <span>
#include <string>

namespace albireo::audio {

/// Samples of −1 … +1, beyond which they are clipped; of several channels in turn. False if the file cannot be written.
[[nodiscard]] bool write_wav(const std::string& path, std::span<const float> samples, std::uint32_t channels);

}  // namespace albireo::audio
