#pragma once
/// Finds where two recordings diverge: in their setup, in their inputs, in their worlds.
#include <optional>
#include <string>
#include <vector>

#include "replays/reader.hpp"

namespace albireo::replays {

struct FieldDifference {
    std::string path;
    std::int64_t a = 0, b = 0;
};

/// The fields that differ at one tick: all of them counted, the first few listed.
struct TickDifference {
    static constexpr std::size_t kListed = 32;

    Tick tick;
    std::size_t count = 0;
    std::vector<FieldDifference> fields;

    void add(std::string_view path, std::int64_t a, std::int64_t b);
};

struct Comparison {
    std::vector<FieldDifference> setup;  // seed, players, difficulty, first tick, ticks
    bool other_level = false;
    std::optional<TickDifference> inputs;  // the first frames that differ: "gold.buttons"
    std::optional<TickDifference> worlds;  // the first world that differs
    std::uint32_t ticks_compared = 0;

    bool same() const { return setup.empty() && !other_level && !inputs && !worlds; }
};

/// What two headers say about the start of their games: seed, players, difficulty, first tick.
std::vector<FieldDifference> compare_headers(const RecordingHeader& a, const RecordingHeader& b);

/// Plays the ticks that both recordings have in parallel, up to the first at which their worlds differ.
Comparison compare(const Replay& a, const Replay& b);

}  // namespace albireo::replays
