#pragma once
/// The guess about the partner: the frames that a client assumes for the ticks whose true frames have not arrived.
///
/// 1. A guess depends only on the partner's last known frame and on the distance to it, so the same frames give the
///    same guess.
/// 2. One-time actions are never guessed: commands, reports, lightning, gifts. Nor is a bulwark: a shot that it erases
///    never comes back.
/// 3. A direction is assumed to be held for a few ticks and then released. Everything else is assumed not to change: weapon,
///    fire, release of charge, lock, aim, absence.
#include <cstdint>

#include "sim/input.hpp"

namespace albireo::client {

/// For how many ticks after the last known frame a direction is assumed to be still held, at full speed and when slowed
/// down by kFocus.
struct HeldTicks {
    std::uint32_t full = 0;
    std::uint32_t focused = 0;
};

/// Fitted by `guess_fit` to three recordings and to games of bots of four strengths (README.md has its table):
///     build/release/tests/guess_fit replays/golden/coop-*.replay
/// A turn at full speed moves the guessed ship by at most 2 × 3 × 0.19 = 1.14 units, and one in focus by 1.02. The
/// drawn ship can close that distance within 200 ms while its target flies away (partner_flight.hpp). Holding for longer
/// brings the drawn ship no nearer to the truth.
inline constexpr HeldTicks kHeldTicks = {.full = 3, .focused = 6};

/// The frame assumed for the tick that comes `ahead` ticks, 1 or more, after that of the partner's frame `last`.
Frame guess_of(const Frame& last, std::uint32_t ahead, const HeldTicks& held = kHeldTicks);

/// The buttons that steer a ship.
inline constexpr std::uint16_t kDirections = kUp | kDown | kLeft | kRight;
inline constexpr std::uint16_t kSteering = kDirections | kFocus;

}  // namespace albireo::client
