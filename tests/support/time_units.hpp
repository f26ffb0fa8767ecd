#pragma once
/// Units of the time that connections and sessions count, in microseconds.
#include "proto/micros.hpp"

namespace albireo {

inline constexpr proto::Micros kMs = proto::kMicrosPerMs;
inline constexpr proto::Micros kSecond = proto::kMicrosPerSecond;

}  // namespace albireo
