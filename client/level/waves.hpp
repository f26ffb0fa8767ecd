#pragma once
/// The waves of a level: what its author would call one attack, reconstructed from the level's data.
///
/// 1. A *formation* is a run of consecutive entries of Level::spawns of one kind on one path, each spawned less than
///    kFormationGap ticks from the one before. The compiler writes each `formation {}` as such a run. A path and its
///    mirror image are one path. All places in the field are one path, and so are all places on rock. Kinds are
///    distinguished by name, so the same enemy on the floor and on the ceiling counts as two attacks.
/// 2. A *wave* is all formations that begin less than kWaveTicks ticks after its first formation. Every list of cues
///    (the timeline, each loop) has its own waves. Bosses belong to none.
/// 3. Two waves are the same wave, used twice, if they have the same set of (kind, path) pairs. Number, order and
///    spacing of the enemies do not matter. Nor need the bullet programs be compared: they belong to the kind's guns.
#include <cstdint>
#include <string>
#include <vector>

#include "sim/level/level.hpp"

namespace albireo {

inline constexpr std::uint32_t kFormationGap = 60;
inline constexpr std::uint32_t kWaveTicks = 60;

struct Wave {
    static constexpr int kTimeline = -1;

    int loop = kTimeline;    // index in Level::loops
    std::uint32_t tick = 0;  // of its first spawn: in the timeline, or in the lap of its loop
    std::string name;        // the pairs of the definition, sorted: "skimmer swoop + wedge straight"
    std::size_t enemies = 0;
};

/// In order of time: the timeline's waves, then those of each loop.
std::vector<Wave> waves_of(const Level& level);

}  // namespace albireo
