#include "sim/game/scroll.hpp"

#include <algorithm>
#include <bit>
#include <cassert>

#include "sim/game/deck.hpp"
#include "sim/game/flow.hpp"

namespace albireo {
namespace {

/// The lap in the names of what appears in this lap of a loop, if the level is not endless. No cue runs from kLapsMax on.
std::uint8_t turn_of(int lap) { return static_cast<std::uint8_t>(std::min(lap, kLapsMax - 1)); }

/// The tile that follows a placed one: the next of the level, the first of its loop again, or that of another card. False
/// at the level's end.
bool next_tile(World& world, const Level& level, PlacedTile last, PlacedTile& next) {
    assert(last.tile < level.tiles.size() && last.lap <= kLapsMax && "the row holds tiles of the level");
    const std::uint8_t loop = loop_of(level, last.tile);
    const bool is_last = loop == Flow::kNoLoop || last.tile + 1 == level.loops[loop].tiles.first + level.loops[loop].tiles.count;
    if (!is_last) {
        next = {static_cast<std::uint16_t>(last.tile + 1), last.lap, last.turn, 0};
        return true;
    }
    if (loop != Flow::kNoLoop && !is_loop_done(world, level, loop)) {
        const LoopDef& def = level.loops[loop];
        if (def.has_trigger() || last.lap + 1 < def.laps_max) {
            // The lap number stops at kLapsMax. No cue runs from then on, because enemies are named by the lap.
            const int lap = std::min<int>(last.lap + 1, kLapsMax);
            next = {def.tiles.first, static_cast<std::uint8_t>(lap), level.is_endless() ? next_turn(last.turn) : turn_of(lap), 0};
            return true;
        }
    }
    if (level.is_endless() && (loop != Flow::kNoLoop || last.tile + 1 == level.loops.front().tiles.first)) {
        next = deal_card(world, level, last);
        return true;
    }
    if (last.tile + 1u >= level.tiles.size()) return false;
    next = {static_cast<std::uint16_t>(last.tile + 1), 0, 0, 0};
    return true;
}

/// How far the row reaches: the x of its last tile's exit, relative to the camera.
Fixed reach_ahead(const Scroll& scroll, const Level& level) {
    assert(scroll.origin < scroll.count && "the camera is in a tile of the row");
    Fixed reach = level.tiles[scroll.row[scroll.origin].tile].exit.x - scroll.camera.x;
    for (std::size_t k = scroll.origin + 1u; k < scroll.count; ++k) {
        const TileDef& tile = level.tiles[scroll.row[k].tile];
        reach += tile.exit.x - tile.enter.x;
    }
    return reach;
}

void extend_row(World& world, const Level& level) {
    Scroll& scroll = world.scroll;
    PlacedTile next;
    while (scroll.count < kTileRowMax && reach_ahead(scroll, level) < kSightAhead &&
           next_tile(world, level, scroll.row[scroll.count - 1u], next)) {
        scroll.row[scroll.count++] = next;
    }
}

void drop_passed(Scroll& scroll, const Level& level) {
    // `behind`: how far behind the camera the oldest tile ends. It is the distance from that tile's exit to the
    // origin's entry, plus the part of the origin that the camera has passed.
    assert(scroll.origin < scroll.count && "the tile of the camera is never dropped");
    while (scroll.origin > 0) {
        Fixed behind = scroll.camera.x - level.tiles[scroll.row[scroll.origin].tile].enter.x;
        for (std::size_t k = 1; k < scroll.origin; ++k) {
            const TileDef& tile = level.tiles[scroll.row[k].tile];
            behind += tile.exit.x - tile.enter.x;
        }
        if (behind <= kSightBehind) return;
        for (std::size_t k = 1; k < scroll.count; ++k) scroll.row[k - 1] = scroll.row[k];
        scroll.row[--scroll.count] = PlacedTile{};
        --scroll.origin;
    }
}

/// Time passes for the walls of the placed tiles, and for those that wait for a flag.
void grow_old(Scroll& scroll, std::uint32_t flags) {
    const auto grow = [](std::uint16_t& age) { age = static_cast<std::uint16_t>(std::min(age + 1, 65535)); };
    for (std::size_t k = 0; k < scroll.count; ++k) grow(scroll.row[k].age);
    for (std::uint32_t left = flags; left != 0; left &= left - 1) {
        grow(scroll.flag_ages[static_cast<std::size_t>(std::countr_zero(left))]);
    }
}

Vec2 camera_in(const TileDef& tile, std::uint16_t ticks) {
    assert(tile.ticks > 0 && ticks <= tile.ticks && "the camera is exact at both ends of a tile, and between them");
    const auto part = [&](Fixed from, Fixed to) {
        return Fixed{wrap32(from.raw + (std::int64_t{to.raw} - from.raw) * ticks / tile.ticks)};
    };
    return {part(tile.enter.x, tile.exit.x), part(tile.enter.y, tile.exit.y)};
}

void enter_tile(StepContext& step, PlacedTile placed) {
    Flow& flow = step.world.flow;
    const std::uint8_t loop = loop_of(step.level, placed.tile);
    assert((loop == Flow::kNoLoop || loop < step.level.loops.size()) && "a tile is in one of the loops, or in none");
    if (flow.loop != Flow::kNoLoop && flow.loop != loop) {
        // A loop that has run all its laps is done, too. From now on the game waits for the next loop's trigger.
        if (!step.level.is_endless()) end_loop(step.world, step.level, flow.loop);
        step.emit(EventKind::loop_ended, flow.loop, {});
    }
    const bool new_lap = loop != Flow::kNoLoop && (flow.loop != loop || flow.lap != placed.lap);
    const bool new_card = new_lap && placed.lap == 0 && step.level.is_endless();
    flow.loop = loop;
    flow.lap = placed.lap;
    if (new_lap) {
        flow.lap_ticks = 0;
        flow.loop_cue = 0;
    }
    if (new_card) enter_card(step);
}

}  // namespace

std::uint8_t loop_of(const Level& level, std::uint16_t tile) {
    for (std::size_t i = 0; i < level.loops.size(); ++i) {
        const Range tiles = level.loops[i].tiles;
        if (tile >= tiles.first && tile < tiles.first + tiles.count) return static_cast<std::uint8_t>(i);
    }
    return Flow::kNoLoop;
}

void place_first_tiles(World& world, const Level& level) {
    Scroll& scroll = world.scroll;
    if (level.tiles.empty()) return;
    scroll.row[0] = PlacedTile{};
    scroll.count = 1;
    scroll.camera = level.tiles[0].enter;
    extend_row(world, level);
    world.flow.loop = loop_of(level, 0);
}

void advance_scroll(StepContext& step) {
    Scroll& scroll = step.world.scroll;
    if (scroll.count == 0) return;
    grow_old(scroll, step.world.flow.flags);
    const TileDef& tile = step.level.tiles[scroll.row[scroll.origin].tile];
    const Vec2 before = scroll.camera;
    if (scroll.ticks < tile.ticks) ++scroll.ticks;
    scroll.camera = camera_in(tile, scroll.ticks);
    scroll.moved = scroll.camera - before;
    scroll.travel += scroll.moved.x;
    if (scroll.ticks == tile.ticks && scroll.origin + 1 < scroll.count) {
        ++scroll.origin;
        scroll.ticks = 0;
        scroll.camera = step.level.tiles[scroll.row[scroll.origin].tile].enter;
        enter_tile(step, scroll.row[scroll.origin]);
        drop_passed(scroll, step.level);
    }
    extend_row(step.world, step.level);
    assert(scroll.count <= kTileRowMax && "the row ends within its array");
    step.moving_walls.place(scroll, step.level);
    step.band.emplace(step.moving_walls);
    settle_sea(scroll.tides);
    step.sea.place(scroll, step.world.clock, step.level);
    step.sea.cut_out_of(*step.band);
}

}  // namespace albireo
