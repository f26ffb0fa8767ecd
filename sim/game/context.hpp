#pragma once
/// Data shared by the systems of one step. Exists only on the stack of step().
#include <optional>

#include "sim/base/place_bits.hpp"
#include "sim/event.hpp"
#include "sim/game/sea.hpp"
#include "sim/game/wall.hpp"
#include "sim/level/level.hpp"
#include "sim/world.hpp"

namespace albireo {

struct StepContext {
    World& world;
    const Level& level;
    const FramePair& frames;
    Events& events;
    std::array<bool, kSlotCount> died{};  // the ship's own frame has reported its death, and the ship could die
    bool moving = true;                   // not paused, over or cleared when the tick began
    PlacedWalls moving_walls{};           // at their positions in this tick
    PlaceBits<kEnemyShotsMax> gone_shots{};  // the places in World::enemy_shots of those that are gone (game/sweep)
    // From advance_scroll on: the space known to be free of walls and of water in this tick. When enemy shots move, it
    // is also known to be out of reach of both ships (game/graze).
    std::optional<WallBand> band{};
    Sea sea{};  // in this tick, from advance_scroll on

    // Not an aggregate: g++ clears all 8 KB of an aggregate first, including the storage that needs no zeros.
    StepContext(World& in_world, const Level& in_level, const FramePair& in_frames, Events& in_events)
        : world(in_world), level(in_level), frames(in_frames), events(in_events) {}

    void emit(EventKind kind, std::uint64_t cause, Vec2 at, std::int32_t value = 0, Slot slot = Slot::gold) {
        events.add({kind, slot, world.tick, cause, at, value});
    }
};

}  // namespace albireo
