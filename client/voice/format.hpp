#pragma once
/// The form in which voice is captured, encoded and played: mono, 16 000 samples a second, in pieces of 20 ms. Samples are −1 … 1.
#include <array>
#include <cstddef>

namespace albireo::voice {

inline constexpr int kRate = 16'000;  // wideband: speech has little above 8 kHz
inline constexpr std::size_t kPieceSamples = kRate / 50;
using Samples = std::array<float, kPieceSamples>;

}  // namespace albireo::voice
