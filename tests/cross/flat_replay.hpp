#pragma once
/// A flat replay: everything that determines a game, in canonical little-endian bytes, so that a program with nothing but
/// the core can play it. The native tool writes these files (flatten.cpp); cross_check.cpp reads them on every machine.
///
///     "ALBFLAT1"
///     u32 size, level bytes (sim/level/level_bytes.hpp)
///     u32 seed, u8 players, u32 first tick
///     u32 count of snapshots, for each: u32 tick, u32 size, bytes (sim/snapshot.hpp)
///     u32 count of ticks, for each: u8 changed, and for each slot whose bit is set in it, its Frame
///
/// 1. A snapshot replaces the world at its tick; if the first tick is not 0, the first snapshot is of that tick.
/// 2. A slot whose bit is not set has the frame of the tick before; before the first tick that is Frame{}.
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "sim/step.hpp"

namespace albireo::cross {

struct FlatSnapshot {
    Tick tick;
    std::vector<std::uint8_t> world;
};

struct FlatReplay {
    std::vector<std::uint8_t> level;
    GameSetup setup;
    Tick first_tick;
    std::vector<FlatSnapshot> snapshots;
    std::vector<FramePair> frames;
};

std::vector<std::uint8_t> flat_bytes(const FlatReplay& replay);

/// An error, or "".
std::string read_flat(std::span<const std::uint8_t> bytes, FlatReplay& replay);

/// Whole files. On failure read_file() returns nothing and write_file() returns false.
std::vector<std::uint8_t> read_file(const std::string& path);
bool write_file(const std::string& path, std::span<const std::uint8_t> bytes);

}  // namespace albireo::cross
