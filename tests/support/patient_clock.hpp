#pragma once
/// Real time for a test over real sockets in one thread, less the time for which the machine did not run the test.
///
/// 1. Between two readings at most kPatientStep passes. A program with only this clock cannot be late because the machine
///    is busy: it takes longer and behaves the same.
/// 2. It never runs faster than the real clock.
#include <algorithm>
#include <chrono>
#include <utility>

#include "proto/micros.hpp"

namespace albireo::support {

inline constexpr proto::Micros kPatientStep = 250;

inline proto::Micros patient_now() {
    const auto real = [] { return std::chrono::steady_clock::now().time_since_epoch() / std::chrono::microseconds{1}; };
    static proto::Micros seen = real(), patient = seen;
    const proto::Micros last = std::exchange(seen, real());
    return patient += std::min(seen - last, kPatientStep);
}

}  // namespace albireo::support
