#pragma once
/// Two players and a relaying server in virtual time, with synthetic frames and no simulation: measures the protocol alone
/// over a given network. Shared by the protocol's tests and by link_table.
#include <cstdint>
#include <memory>
#include <vector>

#include "proto/connection.hpp"
#include "proto/faulty_link.hpp"
#include "proto/memory_link.hpp"
#include "tests/support/typical_frames.hpp"

namespace albireo::proto {

struct RelayGameOptions {
    FaultyLinkOptions gold, blue;  // each player's path to the server
    support::TypicalPlay play;     // has gold's seed; blue's differs
    bool eco = false;
    std::size_t voice_bytes = 0;  // both players speak all the time, in pieces of this size; 0: they are silent
    Micros seconds = 60;
    Micros step = 250;  // how often all of them run; a real program wakes up about as precisely
};

struct RelayGameResult {
    struct Direction {
        double bytes_mean = 0, bytes_max = 0;  // a second, headers included; max of any second
        double packets_mean = 0;
    };
    struct Player {
        Direction up, down;
        std::uint64_t frozen_ticks = 0;
        std::uint32_t lead_p99 = 0, lead_max = 0;
    };
    std::array<Player, kSlotCount> players;
    double delivery_p50_ms = 0, delivery_p99_ms = 0, delivery_max_ms = 0;
    double changed_p50_ms = 0, changed_p99_ms = 0;  // of frames with changed input
    double confirmed_per_second = 0;
    double voice_heard = 0;  // fraction of the pieces that arrived, in the worse direction
    double voice_p50_ms = 0, voice_p99_ms = 0;  // from the player to their partner
    std::uint64_t wrong_voice = 0;              // arrived twice, or with other bytes
    std::uint64_t wrong_frames = 0;  // delivered, but different from the sent frame
    std::uint64_t faults = 0;        // malformed, conflicts: 0 unless packets were corrupted
};

RelayGameResult play_relay_game(const RelayGameOptions& options);

/// The same impairment in every direction of both players, each with its own seed.
RelayGameOptions everywhere(ImpairmentOptions impairment);

}  // namespace albireo::proto
