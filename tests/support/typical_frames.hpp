#pragma once
/// Frames as a person makes them, from a seed and without a world: for tests and measurements of what carries frames.
/// The figures are facts.md's: 5.4 input changes a second, and a busy co-op second makes 30 reports of both players.
#include <cstdint>
#include <vector>

#include "sim/base/random.hpp"
#include "sim/input.hpp"

namespace albireo::support {

struct TypicalPlay {
    std::uint32_t seed = 1;
    std::uint32_t changes_per_minute = 324;  // 5.4 a second
    std::uint32_t reports_per_minute = 900;  // 15 a second, half of them about the partner's shots
    std::uint32_t ribbon_permille = 100;     // of the time the ribbon is in hand and follows a lock
};

/// The next `ticks` frames of one slot from the first tick of a game.
std::vector<Frame> typical_frames(const TypicalPlay& play, std::size_t ticks);

/// A normal frame with anything at all in it.
Frame random_frame(Random& random);

}  // namespace albireo::support
