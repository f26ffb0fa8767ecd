#pragma once
/// Which music belongs to a moment of a game: a function of the world and its level alone.
///
/// 1. After a seek, after a rejoin and in a replay, each tick has the same music as in live play.
/// 2. The position follows the timeline, the lap of a loop or the age of a boss's phase. All of these change by the
///    clock or act kLateTicks late, so a wrong prediction never changes music that was already heard.
#include <string_view>

#include "client/music/songs.hpp"
#include "sim/level/level.hpp"
#include "sim/world.hpp"

namespace albireo::music {

struct Moment {
    std::string_view song{};  // its name; empty: silence
    std::uint32_t tick = 0;   // ticks since bar 1 of the section, lap or phase
    float intensity = 0;      // 0 … 4: how many stems are heard
    bool cracking = false;    // a boss's phase breaks: the drums pause until the next begins
    bool linked = false;      // the ships are linked: the partner's cell joins
    bool last_life = false;   // no ship has a life in reserve: the lead is an octave lower, the drums half as fast
    bool muffled = false;     // a ship has just been lost, or the game is paused
    bool lost = false;        // a ship has just been lost: softer than a pause
    bool quiet = false;       // the game is over: only the pad plays
};

/// `book`: the songs that there are; a boss without one has its level's.
Moment moment_of(const World& world, const Level& level, const SongBook& book = *builtin_songs());

}  // namespace albireo::music
