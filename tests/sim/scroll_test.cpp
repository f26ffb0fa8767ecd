// Goal: no seam is visible. In every tick of every level, scenery moves by exactly the camera's motion, over seams, laps
// and the ends of loops. Each tile begins where the previous one ends, and is placed before it can be seen.
#include <doctest/doctest.h>

#include <array>
#include <map>

#include "sim/game/flow.hpp"
#include "sim/game/scroll.hpp"
#include "sim/level/level_bytes.hpp"
#include "tests/sim/real_levels.hpp"
#include "tests/support/game.hpp"
#include "tests/support/repetitions.hpp"
#include "tests/support/small_level.hpp"

using namespace albireo;
using namespace albireo::support;

namespace {

struct Placed {
    PlacedTile tile;
    Vec2 delta;
};

std::vector<Placed> placed_in(const Scroll& scroll, const Level& level) {
    std::vector<Placed> row;
    for_each_placed_tile(scroll, level, [&](PlacedTile tile, Vec2 delta) {
        REQUIRE(same_bytes(scroll.row[row.size()], tile));
        row.push_back({tile, delta});
    });
    return row;
}

/// How many of the oldest tiles were removed.
std::size_t dropped(const std::vector<Placed>& before, const std::vector<Placed>& after) {
    for (std::size_t d = 0; d < before.size(); ++d) {
        bool follows = before.size() - d <= after.size();
        for (std::size_t k = d; follows && k < before.size(); ++k) {
            const PlacedTile was = before[k].tile, is = after[k - d].tile;
            follows = was.tile == is.tile && was.lap == is.lap && was.age + 1 == is.age;
        }
        if (follows) return d;
    }
    return before.size();
}

struct Seen {
    int seams = 0, laps = 0, joins = 0, anchored = 0;
};

void check_row(const std::vector<Placed>& row, const Level& level) {
    for (std::size_t k = 1; k < row.size(); ++k) {
        const TileDef& left = level.tiles[row[k - 1].tile.tile];
        const TileDef& right = level.tiles[row[k].tile.tile];
        REQUIRE(row[k - 1].delta + left.exit == row[k].delta + right.enter);
    }
    // The field ends at 16; no view reaches more than 8 beyond it.
    const TileDef& last = level.tiles[row.back().tile.tile];
    const bool ends =
        row.back().tile.tile + 1u == level.tiles.size() && loop_of(level, row.back().tile.tile) == Flow::kNoLoop;
    if (!ends) REQUIRE(row.back().delta.x + last.exit.x >= 24_u);
    if (row.size() > 1) REQUIRE(row.back().delta.x + last.enter.x < 24_u);  // placed as late as possible
}

/// The part of a world that is compared between ticks: the scenery and the enemies anchored to it.
struct Sight {
    explicit Sight(const World& world) : scroll(world.scroll) {
        for (const Enemy& enemy : world.enemies) {
            if (enemy.mover == Mover::anchor && enemy.age > 0) anchored[enemy.id] = enemy.at;
        }
    }
    Scroll scroll;
    std::map<EnemyId, Vec2> anchored;
};

void check_tick(const Sight& before, const Sight& after, const Level& level, Seen& seen) {
    const std::vector<Placed> old_row = placed_in(before.scroll, level);
    const std::vector<Placed> row = placed_in(after.scroll, level);
    const Vec2 moved = after.scroll.moved;
    const std::size_t gone = dropped(old_row, row);
    REQUIRE(gone < old_row.size());
    for (std::size_t k = 0; k < gone; ++k) {
        REQUIRE(old_row[k].delta.x + level.tiles[old_row[k].tile.tile].exit.x < -20_u);
    }
    for (std::size_t k = gone; k < old_row.size(); ++k) REQUIRE(row[k - gone].delta == old_row[k].delta - moved);
    check_row(row, level);
    for (const auto& [id, at] : after.anchored) {
        const auto was = before.anchored.find(id);
        if (was == before.anchored.end()) continue;
        REQUIRE(at == was->second - moved);
        ++seen.anchored;
    }
    if (after.scroll.ticks != 0 || moved == Vec2{}) return;
    ++seen.seams;
    const PlacedTile from = before.scroll.row[before.scroll.origin];
    const PlacedTile to = after.scroll.row[after.scroll.origin];
    seen.laps += to.lap == from.lap + 1;
    seen.joins += loop_of(level, from.tile) != loop_of(level, to.tile);
}

/// Plays a level without input. Each loop that waits for a trigger is ended after `loop_ticks` of its ticks.
void check_level_of(const Level& level, std::uint32_t loop_ticks, Seen& seen) {
    Game game(level);
    std::uint32_t in_loop = 0;
    std::uint8_t loop_before = Flow::kNoLoop;
    while (outcome_of(*game.world) == Outcome::playing && game.world->tick.value < (level.is_endless() ? 30'000 : 100'000)) {
        for (Ship& ship : game.world->ships) ship.invulnerable = 2;  // no player steers them around the rock
        const Sight before(*game.world);
        game.step({});
        check_tick(before, Sight(*game.world), level, seen);
        const std::uint8_t loop = game.world->flow.loop;
        in_loop = loop == Flow::kNoLoop || loop != loop_before ? 0 : in_loop + 1;
        loop_before = loop;
        if (in_loop == loop_ticks && level.loops[loop].has_trigger()) end_loop(*game.world, level, loop);
    }
    CHECK(outcome_of(*game.world) == (level.is_endless() ? Outcome::playing : Outcome::cleared));
}

}  // namespace

TEST_CASE("scenery moves with the camera, tiles meet their neighbours and are placed in time") {
    Seen seen;
    for (const RealLevel& real : real_levels()) {
        INFO(real.name);
        const std::array loops{1u, 700u, 1331u, 6000u};
        const auto tried = static_cast<std::size_t>(support::repetitions(4, 4, 2));
        for (std::size_t i = 0; i < tried; ++i) check_level_of(real.level, loops[i], seen);
    }
    const Level small = small_level();
    for (const std::uint32_t loop_ticks : {1u, 250u, 701u, 3000u}) check_level_of(small, loop_ticks, seen);
    CHECK(seen.seams > 1000);
    CHECK(seen.laps > 100);
    CHECK(seen.joins > 100);
    CHECK(seen.anchored > 10'000);
}

TEST_CASE("the camera reaches a tile's exit after the tile's ticks, and stays on the line to it") {
    for (const RealLevel& real : real_levels()) {
        for (const TileDef& tile : real.level.tiles) {
            Level level = small_level();
            level.tiles = {tile, tile};
            level.tiles[0].walls = level.tiles[1].walls = {};
            level.tiles[0].model = level.tiles[1].model = 0;
            level.loops.clear();
            level.loop_cues.clear();
            level.cues.clear();
            level.ticks = kLevelTicksMax;
            derive(level);
            REQUIRE(tile.ticks > 0);
            Game game(level);
            Vec2 way;
            for (std::int64_t t = 1; t <= tile.ticks; ++t) {
                game.step({});
                way += game.world->scroll.moved;
                const Vec2 all = tile.exit - tile.enter;
                REQUIRE(std::abs(way.x.raw - all.x.raw * t / tile.ticks) <= 1);
                REQUIRE(std::abs(way.y.raw - all.y.raw * t / tile.ticks) <= 1);
            }
            REQUIRE(way == tile.exit - tile.enter);
            REQUIRE(game.world->scroll.origin == 1);
            REQUIRE(game.world->scroll.camera == tile.enter);
        }
    }
}
