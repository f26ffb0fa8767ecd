#pragma once
/// How often a test that plays many games, or asks many queries, repeats itself.
#include <cstdlib>

namespace albireo::support {

/// `full` with ALBIREO_FULL set (./check --full); `sanitized` under AddressSanitizer, with which a game takes ten times as
/// long, and which looks for other faults than wrong answers; else `usual`.
inline int repetitions([[maybe_unused]] int usual, int full, [[maybe_unused]] int sanitized) {
    if (std::getenv("ALBIREO_FULL") != nullptr) return full;
#ifdef __SANITIZE_ADDRESS__
    return sanitized;
#else
    return usual;
#endif
}

}  // namespace albireo::support
