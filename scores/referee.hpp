#pragma once
/// Plays a recording forward and says what it is worth. Only the result of playing is trusted: the header's difficulty, the
/// trailer's scores and its outcome are not.
///
/// 1. Only what eligibility_of() lets pass is played, and only what is wanted.
/// 2. Work is bounded before it is done: bytes, then ticks, then processor time while it is played.
#include <array>
#include <chrono>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "scores/entry/catalogue.hpp"
#include "scores/entry/eligibility.hpp"
#include "scores/entry/key.hpp"
#include "sim/step.hpp"

namespace albireo::scores {

struct Bounds {
    std::size_t bytes_max = kRecordingBytesMax;
    std::uint32_t ticks_max = kRecordingTicksMax;
    std::chrono::milliseconds processor_max{20'000};  // of playing; an ordinary game takes 0.01 to 0.1 s
};

/// What a recording must be beside a whole game.
struct Wanted {
    std::uint32_t season = 1;          // that it is judged for
    std::uint64_t started_min_ms = 0;  // when it may have begun at the earliest, by its own account
    const OwnLevel* level = nullptr;   // null: any
    std::optional<std::uint32_t> seed{};
};

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
    std::uint32_t season = 1;
    std::array<std::string, kSlotCount> names;  // tidy; empty if none is visible
    Hash inputs{};             // over level, seed, players and all frames: two recordings of one game have the same
    std::vector<Hash> marks;   // two games that share one are the same game (steering.hpp)
    std::vector<std::string> earned;  // ids of achievements

    bool is_pair() const { return players == 3; }
};

struct Ruling {
    Refusal refusal = Refusal::none;
    std::string text;  // one line; empty if it counts
    Run run{};         // if it counts
};

/// The processor time of this thread.
std::chrono::milliseconds processor_time();

Ruling judge(const Catalogue& catalogue, std::span<const std::uint8_t> file, const Bounds& bounds = {}, const Wanted& wanted = {});

}  // namespace albireo::scores
