#pragma once
/// Time in the protocol: microseconds since any fixed point, passed in by the caller. Nothing in proto/ except
/// the link over ENet (enet_base.hpp) reads a clock, so a whole game over a bad network can run in virtual time.
#include <cstdint>

#include "sim/base/limits.hpp"

namespace albireo::proto {

using Micros = std::int64_t;

inline constexpr Micros kMicrosPerMs = 1'000;
inline constexpr Micros kMicrosPerSecond = 1'000'000;
inline constexpr Micros kMicrosPerTick = kMicrosPerSecond / kTicksPerSecond;  // 16 666: 2.4 ms a minute too short
inline constexpr Micros kNever = INT64_MAX;  // as a due time: not until something else happens

}  // namespace albireo::proto
