#pragma once
/// Which recordings may count, as far as that can be said without playing them. The boards and the players' own programs use the
/// same rule, so a game that cannot count is not even sent.
///
/// 1. Only a whole game from the real start of one of the game's own levels counts: no practice, no carry of an earlier level, no
///    world that was put in from a snapshot, no game taken over from another recording. All of these could begin with a world
///    that nobody has earned.
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "replays/recording.hpp"
#include "scores/entry/catalogue.hpp"

namespace albireo::scores {

inline constexpr std::size_t kRecordingBytesMax = 4 << 20;  // the longest goldens take 20 KB per minute: three hours are 3.6 MB
inline constexpr std::uint32_t kRecordingTicksMax = 3 * 60 * 60 * kTicksPerSecond;

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
    other_season,  // begun before the season that is open
    other_seed,    // not the week's challenge, for which it was submitted
};
inline constexpr std::size_t kRefusalCount = static_cast<std::size_t>(Refusal::other_seed) + 1;
/// "cut", "not-same", …: for programs.
std::string_view name_of(Refusal refusal);
/// Nothing if there is no such name.
std::optional<Refusal> refusal_named(std::string_view name);

struct Eligibility {
    Refusal refusal = Refusal::none;
    std::string text{};               // one line; empty if it may count
    const OwnLevel* level = nullptr;  // if it may count
};
Eligibility eligibility_of(const Catalogue& catalogue, const replays::Recording& recording, std::uint32_t ticks_max = kRecordingTicksMax);

}  // namespace albireo::scores
