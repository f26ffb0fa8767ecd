#pragma once
/// Frames like a person's, from a seed and without a world, for tests and measurements of the transport of frames: 5.4 input
/// changes a second, and 30 reports of both players in a busy co-op second.
#include <cstdint>
#include <vector>

#include "sim/base/random.hpp"
#include "sim/input.hpp"

namespace albireo::support {

struct TypicalPlay {
    std::uint32_t seed = 1;
    std::uint32_t changes_per_minute = 324;  // 5.4 a second
    std::uint32_t reports_per_minute = 900;  // 15 a second, half of them about the partner's shots
    std::uint32_t ribbon_permille = 100;     // share of time in which the ribbon is selected and follows a lock
};

/// The first `ticks` frames of one slot in a game.
std::vector<Frame> typical_frames(const TypicalPlay& play, std::size_t ticks);

/// A normal frame with random contents.
Frame random_frame(Random& random);

}  // namespace albireo::support
