#pragma once
/// Plays a recording forward and says what it is worth. Only the result of playing is trusted: the header's difficulty, the
/// trailer's scores and its outcome are not.
///
/// 1. Only a whole game from the real start of one of the game's own levels counts: no practice, no carry of an earlier level, no
///    world that was put in from a snapshot, no game taken over from another recording. All of these could begin with a world
///    that nobody has earned.
/// 2. Work is bounded before it is done: bytes, then ticks, then processor time while it is played.
#include <chrono>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "scores/catalogue.hpp"
#include "scores/key.hpp"
#include "sim/step.hpp"

namespace albireo::scores {

struct Bounds {
    std::size_t bytes_max = 4 << 20;  // the longest goldens take 20 KB per minute: three hours are 3.6 MB
    std::uint32_t ticks_max = 3 * 60 * 60 * kTicksPerSecond;
    std::chrono::milliseconds processor_max{20'000};  // of playing; an ordinary game takes 0.01 to 0.1 s
};

/// Why a recording is refused.
enum class Refusal : std::uint8_t {
    none,
    too_large,
    damaged,       // not a replay, or changed
    cut,           // the end is missing
    other_core,
    unknown_level,
    no_board,      // the tutorial
    practice,
    carried,       // begins with what an earlier level of a campaign ended with
    continued,     // begins or goes on with a world from elsewhere
    too_long,
    too_slow,
    not_same,      // does not verify
};
/// "cut", "not-same", …: for programs.
std::string_view name_of(Refusal refusal);

/// A game that counts.
struct Run {
    std::string level;  // "the_cut"
    Difficulty difficulty = Difficulty::standard;
    std::uint8_t players = 0;  // bit n: slot n took part
    std::uint64_t score = 0;   // of the players together
    std::array<std::uint32_t, kSlotCount> scores{};
    std::uint32_t continues = 0;
    std::uint32_t ticks = 0;   // played, without pauses
    std::uint32_t best_tick = 0;  // the tick at the end of the five seconds with the most points
    Outcome outcome = Outcome::playing;
    std::uint32_t core = 0;
    std::uint32_t seed = 0;
    std::array<std::string, kSlotCount> names;  // tidy; empty if none is visible
    Hash inputs{};             // over level, seed, players and all frames: two recordings of one game have the same
    std::vector<std::string> earned;  // ids of achievements

    bool is_pair() const { return players == 3; }
};

struct Ruling {
    Refusal refusal = Refusal::none;
    std::string text;  // one line; empty if it counts
    Run run{};         // if it counts
};

Ruling judge(const Catalogue& catalogue, std::span<const std::uint8_t> file, const Bounds& bounds = {});

}  // namespace albireo::scores
