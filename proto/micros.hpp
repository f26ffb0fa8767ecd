#pragma once
/// Time as the protocol sees it: microseconds from any fixed point, handed in by the caller. Nothing in proto/ save
/// enet_link reads a clock, so a whole game over a bad network can run in virtual time.
#include <cstdint>

#include "sim/base/limits.hpp"

namespace albireo::proto {

using Micros = std::int64_t;

inline constexpr Micros kMicrosPerMs = 1'000;
inline constexpr Micros kMicrosPerSecond = 1'000'000;
inline constexpr Micros kMicrosPerTick = kMicrosPerSecond / kTicksPerSecond;  // 16 666: 2.4 ms an hour too short
inline constexpr Micros kNever = INT64_MAX;

}  // namespace albireo::proto
