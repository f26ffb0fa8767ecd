#pragma once
/// How often a test that plays many games, or asks many queries, repeats itself.
#include <cstdlib>

namespace albireo::support {

/// `full` if ALBIREO_FULL is set (./check --full). `sanitized` under AddressSanitizer and ThreadSanitizer: a game then takes ten times as long, and
/// the run does not look for wrong answers. Otherwise `usual`.
inline int repetitions([[maybe_unused]] int usual, int full, [[maybe_unused]] int sanitized) {
    if (std::getenv("ALBIREO_FULL") != nullptr) return full;
#if defined(ALBIREO_UNDER_ASAN) || defined(ALBIREO_UNDER_TSAN)
    return sanitized;
#else
    return usual;
#endif
}

}  // namespace albireo::support
