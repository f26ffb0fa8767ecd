#pragma once
/// Finds where two recordings diverge: in their setup, in their inputs, in their worlds.
#include <optional>
#include <string>
#include <vector>

#include "replays/player.hpp"
#include "sim/witness/tick_trace.hpp"

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

/// The same, a tick at a time. Both replays must outlive it.
class Comparer {
  public:
    Comparer(const Replay& a, const Replay& b);
    /// False when the worlds differ, or a recording has ended.
    bool step();
    const Comparison& result() const { return result_; }

  private:
    Player a_, b_;
    Comparison result_;
};

/// Where the worlds of two recordings diverge: the system of the step, and the fields right after it, where fewer differ than at
/// the end of the tick.
struct SystemDifference {
    std::uint32_t system = TickTrace::kStoredWorld;  // kStoredWorld: it cannot be told
    TickDifference fields;
};
/// `worlds`: the first difference of their worlds, as compare() has found it.
SystemDifference look_within(const Replay& a, const Replay& b, const TickDifference& worlds);

/// "1 field differs", "7 fields differ"
std::string count_text(const TickDifference& difference);
/// " after move_enemies"; empty if the system cannot be told.
std::string after_text(std::uint32_t system);
/// "tick 4512 after move_enemies: enemies[17].parts[2].armour 12 | 11 (3 fields differ)"
std::string text_of(const SystemDifference& difference);

}  // namespace albireo::replays
