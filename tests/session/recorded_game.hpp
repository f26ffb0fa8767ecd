#pragma once
/// A game of two autopilots that was played once, so that the players of a load test need no world: their frames, and the digests that a real
/// client would send. A server computes the same digests if it plays these frames with this seed.
/// 1. Each player sends 30 reports a second. Where an autopilot has fewer, others are added that a server has to look at and refuse.
#include <cstdint>
#include <vector>

#include "sim/digest_history.hpp"
#include "sim/input.hpp"
#include "tests/support/pilot.hpp"

namespace albireo::session_tests {

struct RecordedGame {
    std::uint32_t seed = 0;
    std::uint64_t level_digest = 0;
    Tick first;                          // the tick of the first frames
    std::vector<FramePair> frames;       // as they are sent
    std::vector<std::uint64_t> digests;  // every DigestHistory::kExchangeTicks, from `first` on
    std::uint64_t reports = 0;           // of both players
    std::uint64_t honest = 0;            // … of the autopilots

    Tick end() const { return first + static_cast<std::uint32_t>(frames.size()); }
    const Frame& frame(Slot slot, Tick tick) const { return frames[static_cast<std::size_t>(tick - first)][index(slot)]; }
    static bool has_digest(Tick tick) { return tick.value % DigestHistory::kExchangeTicks == 0; }
    /// DigestHistory::span_digest() of a tick for which has_digest() holds.
    std::uint64_t digest(Tick tick) const { return digests[static_cast<std::size_t>(tick - first) / DigestHistory::kExchangeTicks]; }
};

/// Plays a game, until it ends or for `ticks_max`.
RecordedGame record_game(const Stage& stage, std::uint32_t seed, std::uint32_t ticks_max);

}  // namespace albireo::session_tests
