#pragma once
/// Real time for a test over real sockets in one thread, less the time for which the machine let the test wait.
///
/// 1. Between two looks at it no more than kPatientStep passes: who is told this time, and no other, cannot be late
///    because the machine is busy. What takes a figure of time then takes longer, and says the same.
/// 2. It never runs faster than the real clock.
#include <algorithm>
#include <chrono>
#include <utility>

#include "proto/micros.hpp"

namespace albireo::support {

inline constexpr proto::Micros kPatientStep = 250;

inline proto::Micros patient_now() {
    const auto real = [] { return std::chrono::steady_clock::now().time_since_epoch() / std::chrono::microseconds{1}; };
    static proto::Micros seen = real(), told = seen;
    const proto::Micros last = std::exchange(seen, real());
    return told += std::min(seen - last, kPatientStep);
}

}  // namespace albireo::support
