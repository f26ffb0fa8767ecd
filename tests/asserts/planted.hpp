#pragma once
/// A planted bug of tests/asserts/mutants calls this when it acts, in the copy of the tree that `prove` makes. The storm tells
/// it the time (`prove` adds the call to its loop). If no assert has stopped the program a tick after the act, it stops the program itself.
#include <cstdint>
#include <cstdio>
#include <cstdlib>

namespace albireo::planted {

inline constexpr std::int64_t kTickMicros = 16'667;
inline std::int64_t now = 0, acted_at = -1;  // microseconds of virtual time; −1: not yet

inline void act() {
    if (acted_at >= 0) return;
    acted_at = now;
    std::fprintf(stderr, "planted: acts\n");
}

inline void pass_time(std::int64_t micros) {
    now = micros;
    if (acted_at < 0 || now <= acted_at + kTickMicros) return;
    std::fprintf(stderr, "planted: no assert within a tick\n");
    std::_Exit(9);
}

}  // namespace albireo::planted
