// Goal: the game's levels compile at every difficulty, their walls meet and leave room, and players, good or idle, reach the
// end without ever filling a pool.
#include <doctest/doctest.h>

#include <algorithm>
#include <memory>
#include <numeric>
#include <string>
#include <utility>

#include "sim/level/level_bytes.hpp"
#include "sim/level/difficulty.hpp"
#include "sim/level/section.hpp"
#include "sim/script/compile.hpp"
#include "sim/step.hpp"
#include "tests/script/gunner.hpp"

using namespace albireo;

namespace {

constexpr Difficulty kDifficulties[] = {Difficulty::calm, Difficulty::standard, Difficulty::storm};

std::vector<std::string_view> level_names() {
    std::vector<std::string_view> names;
    for (const auto& script : script::builtin_scripts()) {
        if (script.is_level) names.push_back(script.name);
    }
    return names;
}

Level compiled(std::string_view name, Difficulty difficulty) {
    auto result = script::compile_builtin_level(name, difficulty);
    REQUIRE_MESSAGE(result.error.empty(), result.error);
    return std::move(result.level);
}

struct Game {
    std::uint32_t ticks = 0;
    Outcome outcome = Outcome::playing;
    std::size_t shots_most = 0, enemies_most = 0;
    std::uint32_t refused = 0, left = 0, kills = 0, implausible = 0;
    std::uint32_t warden_died = 0, sentinel_died = 0, ventricles_died = 0, matriarch_died = 0, loops_ended = 0;
    std::uint32_t first_loop_ended = 0, loop_ended = 0;  // the first loop and the last
    std::vector<std::string> bosses;  // in the order of their deaths
    std::vector<std::pair<std::string, std::uint32_t>> stays;  // each boss, and for how many ticks it was in the world
    std::uint32_t phases_paid = 0;
    bool came_from_inside = false;
};

Game play(const Level& level, std::uint32_t aim_permille, std::uint32_t ticks_max) {
    const auto world = std::make_unique<World>();
    const auto events = std::make_unique<Events>();
    init(*world, level, {.seed = 7, .players = 3});
    Game game;
    for (; game.ticks < ticks_max && outcome_of(*world) == Outcome::playing; ++game.ticks) {
        // The gunner does not steer clear of danger, so the ships are kept invulnerable. They survive rock too.
        for (Ship& ship : world->ships) ship.invulnerable = 2;
        FramePair frames;
        for (const Slot slot : kSlots) {
            const Gunner gunner{.slot = slot, .aim_permille = aim_permille, .fires = aim_permille != 0};
            frames[index(slot)] = gunner.frame(*world, level);
        }
        events->clear();
        step(*world, level, frames, *events);
        for (const Event& event : events->all()) {
            if (event.kind == EventKind::loop_ended) {
                game.loop_ended = game.ticks;
                if (game.loops_ended++ == 0) game.first_loop_ended = game.ticks;
            }
            if (event.kind == EventKind::phase_bonus) ++game.phases_paid;
            if (event.kind == EventKind::enemy_died) {
                const auto name = level.name(level.kinds[static_cast<std::size_t>(event.value)].name);
                if (level.kinds[static_cast<std::size_t>(event.value)].size == KindSize::boss) game.bosses.emplace_back(name);
                if (name == "warden") game.warden_died = game.ticks;
                if (name == "sentinel") game.sentinel_died = game.ticks;
                if (name == "ventricles") game.ventricles_died = game.ticks;
                if (name == "matriarch") game.matriarch_died = game.ticks;
            }
            const bool is_child = (event.cause >> 32 & 0xff) != 0;
            if (event.kind == EventKind::enemy_spawned && !is_child && is_in_field(event.at, {}))
                game.came_from_inside = true;
        }
        for (const Enemy& enemy : world->enemies) {
            const KindDef& kind = level.kinds[enemy.kind];
            if (kind.size != KindSize::boss) continue;
            const std::string name(level.name(kind.name));
            if (game.stays.empty() || game.stays.back().first != name) game.stays.emplace_back(name, 0);
            ++game.stays.back().second;
        }
        game.shots_most = std::max(game.shots_most, world->enemy_shots.size());
        game.enemies_most = std::max(game.enemies_most, world->enemies.size());
    }
    game.outcome = outcome_of(*world);
    game.refused = world->enemies.refused + world->enemy_shots.refused + world->beams.refused +
                   world->missiles.refused + world->shots[0].refused + world->shots[1].refused;
    game.left = world->enemies.count;
    for (const Slot slot : kSlots) {
        game.kills += world->earnings[index(slot)].kills;
        game.implausible += world->counters[index(slot)].implausible;
    }
    return game;
}

// The rock nearest to the camera line at one x of a tile, below and above, relative to the line.
struct Opening {
    double low = -100, high = 100;
};

Opening gap_at(const Level& level, const TileDef& tile, double x) {
    const double share = (x - tile.enter.x.raw) / (tile.exit.x.raw - tile.enter.x.raw);
    const double camera = tile.enter.y.raw + share * (tile.exit.y.raw - tile.enter.y.raw);
    Opening gap;
    for (std::size_t w = 0; w < tile.walls.count; ++w) {
        const Range points = level.walls[tile.walls.first + w].points;
        for (std::size_t i = 0; i < points.count; ++i) {
            const Vec2 p = level.points[points.first + i];
            const Vec2 q = level.points[points.first + (i + 1) % points.count];
            const double left = std::min(p.x.raw, q.x.raw);
            const double right = std::max(p.x.raw, q.x.raw);
            if (x < left || x > right || left == right) continue;
            const double y = p.y.raw + (x - p.x.raw) / (q.x.raw - p.x.raw) * (q.y.raw - p.y.raw) - camera;
            if (y < 0) gap.low = std::max(gap.low, y / 65536);
            if (y > 0) gap.high = std::min(gap.high, y / 65536);
        }
    }
    return gap;
}

/// Rock in mid-field divides the space into several ways. One of them must be at least this high: the ship, and 1.2 units on
/// either side.
constexpr double kWayMin = 3;

/// The heights of the ways at one x of a tile: the free spaces within nine units above and below the camera line. Moving
/// walls are at their first key.
std::vector<double> ways_at(const Level& level, const TileDef& tile, double x) {
    const double share = (x - tile.enter.x.raw) / (tile.exit.x.raw - tile.enter.x.raw);
    const double camera = (tile.enter.y.raw + share * (tile.exit.y.raw - tile.enter.y.raw)) / 65536;
    std::vector<std::pair<double, double>> rocks;
    for (std::size_t w = 0; w < tile.walls.count; ++w) {
        const Range points = level.walls[tile.walls.first + w].points;
        std::vector<double> edges;
        for (std::size_t i = 0; i < points.count; ++i) {
            const Vec2 p = level.points[points.first + i];
            const Vec2 q = level.points[points.first + (i + 1) % points.count];
            if ((p.x.raw > x) == (q.x.raw > x)) continue;
            edges.push_back((p.y.raw + (x - p.x.raw) / (q.x.raw - p.x.raw) * (q.y.raw - p.y.raw)) / 65536 - camera);
        }
        std::sort(edges.begin(), edges.end());
        for (std::size_t i = 0; i + 1 < edges.size(); i += 2) rocks.emplace_back(edges[i], edges[i + 1]);
    }
    std::sort(rocks.begin(), rocks.end());
    std::vector<double> ways;
    double top = -9;
    for (const auto& [low, high] : rocks) {
        if (std::min(low, 9.0) > top) ways.push_back(std::min(low, 9.0) - top);
        top = std::max(top, high);
    }
    if (top < 9) ways.push_back(9 - top);
    return ways;
}

}  // namespace

TEST_CASE("every level compiles at every difficulty, within limits, to different bytes") {
    REQUIRE(level_names().size() >= 2);
    for (const auto name : level_names()) {
        std::vector<std::uint64_t> digests;
        for (const Difficulty difficulty : kDifficulties) {
            const Level level = compiled(name, difficulty);
            CHECK(level.difficulty == difficulty);
            const auto bytes = level_bytes(level);
            CHECK(bytes.size() < kLevelBytesMax / 4);
            Level loaded;
            CHECK(load_level(loaded, bytes) == "");
            CHECK(loaded.digest == level.digest);
            CHECK(std::find(digests.begin(), digests.end(), level.digest) == digests.end());
            digests.push_back(level.digest);
            CHECK(compiled(name, difficulty).digest == level.digest);
        }
    }
    CHECK(script::compile_builtin_level("nowhere", Difficulty::calm)
              .error.starts_with("there is no level 'nowhere'; levels: "));
}

TEST_CASE("walls meet at every seam, including those of loops, and leave a way through") {
    for (const auto name : level_names()) {
        const Level level = compiled(name, Difficulty::standard);
        const auto meet = [&](std::size_t a, std::size_t b) {
            const Opening before = gap_at(level, level.tiles[a], level.tiles[a].exit.x.raw);
            const Opening after = gap_at(level, level.tiles[b], level.tiles[b].enter.x.raw);
            CHECK_MESSAGE(std::abs(before.low - after.low) < 0.001, name, ": floor from tile ", a, " to ", b);
            CHECK_MESSAGE(std::abs(before.high - after.high) < 0.001, name, ": ceiling from tile ", a, " to ", b);
        };
        for (std::size_t i = 0; i + 1 < level.tiles.size(); ++i) meet(i, i + 1);
        for (const LoopDef& loop : level.loops) meet(loop.tiles.first + loop.tiles.count - 1u, loop.tiles.first);
        for (const TileDef& tile : level.tiles) {
            double least_space = 100, least_way = 100;
            for (int i = 0; i <= 200; ++i) {
                const double x = tile.enter.x.raw + (tile.exit.x.raw - tile.enter.x.raw) * (i / 200.0);
                const std::vector<double> ways = ways_at(level, tile, x);
                least_space = std::min(least_space, std::accumulate(ways.begin(), ways.end(), 0.0));
                least_way = std::min(least_way, ways.empty() ? 0 : *std::max_element(ways.begin(), ways.end()));
            }
            INFO(name, ": ", level.name(tile.model));
            CHECK(least_way >= kWayMin);
            CHECK((least_space >= 6.999 || least_way >= 4));  // several narrow ways, or one wide one
        }
    }
}

TEST_CASE("The Cut with two players: both bosses die, the loop ends after its Warden, no pool is ever full") {
    for (const Difficulty difficulty : kDifficulties) {
        const Level level = compiled("the_cut", difficulty);
        CHECK(level.ticks == 14400);
        const Game game = play(level, 800, 60000);
        MESSAGE(name_of(difficulty), ": ", game.ticks, " ticks, ", game.kills, " kills, at most ",
                game.enemies_most, " enemies and ", game.shots_most, " shots; the Warden died at ", game.warden_died);
        CHECK(game.outcome == Outcome::cleared);
        CHECK(game.loops_ended == 2);
        CHECK(game.sentinel_died > 7344);
        CHECK(game.warden_died > 13920);
        CHECK(game.loop_ended > game.warden_died + kLateTicks);
        CHECK(game.loop_ended < game.warden_died + 2400);
        CHECK(game.refused == 0);
        CHECK(game.implausible == 0);
        CHECK(game.shots_most <= 600);
        CHECK(game.kills > 200);
        CHECK(game.left < 20);
        CHECK_FALSE(game.came_from_inside);
    }
}

TEST_CASE("The Cut without players: both bosses lose patience, and no boss stays for 200 seconds") {
    for (const Difficulty difficulty : kDifficulties) {
        const Game game = play(compiled("the_cut", difficulty), 0, 80000);
        CHECK(game.outcome == Outcome::cleared);
        CHECK(game.loops_ended == 2);
        CHECK(game.first_loop_ended > 7344 + 4500);
        CHECK(game.first_loop_ended < 7344 + 5600);
        CHECK(game.loop_ended - game.first_loop_ended > 13920 - 7344 + 9600);
        CHECK(game.loop_ended - game.first_loop_ended < 13920 - 7344 + 200 * kTicksPerSecond);
        CHECK(game.sentinel_died == 0);
        CHECK(game.warden_died == 0);
        CHECK(game.refused == 0);
        CHECK(game.shots_most <= 600);
        CHECK(game.shots_most > 120);
        CHECK(game.left < 40);  // no enemy is left behind outside the field
    }
}

TEST_CASE("The Hive with two players: both bosses die, and no pool is ever full") {
    for (const Difficulty difficulty : kDifficulties) {
        const Level level = compiled("the_hive", difficulty);
        CHECK(level.ticks == 12000);
        const Game game = play(level, 800, 60000);
        MESSAGE(name_of(difficulty), ": ", game.ticks, " ticks, ", game.kills, " kills, at most ", game.enemies_most,
                " enemies and ", game.shots_most, " shots; the Ventricles died at ", game.ventricles_died, ", the Matriarch at ",
                game.matriarch_died);
        CHECK(game.outcome == Outcome::cleared);
        CHECK(game.loops_ended == 2);
        CHECK(game.ventricles_died > 6480);
        CHECK(game.matriarch_died > 10800);
        CHECK(game.loop_ended > game.matriarch_died + kLateTicks);
        CHECK(game.loop_ended < game.matriarch_died + 1200);
        CHECK(game.refused == 0);
        CHECK(game.implausible == 0);
        CHECK(game.shots_most <= 1000);
        CHECK(game.kills > 200);
        CHECK(game.left < 20);
    }
}

TEST_CASE("The Hive without players: the Ventricles leave, and so does the Matriarch after all her phases") {
    for (const Difficulty difficulty : kDifficulties) {
        const Game game = play(compiled("the_hive", difficulty), 0, 40000);
        CHECK(game.outcome == Outcome::cleared);
        CHECK(game.loops_ended == 2);
        CHECK(game.first_loop_ended > 6480 + 3600);
        CHECK(game.first_loop_ended < 6480 + 4800);
        CHECK(game.bosses.empty());
        CHECK(game.refused == 0);
        CHECK(game.shots_most <= 1000);
        CHECK(game.left < 40);
    }
}

TEST_CASE("Shelf Sea and The Hive: after a mid-boss the next section is at most eleven seconds away") {
    for (const char* name : {"shelf_sea", "the_hive"}) {
        CAPTURE(name);
        const Level level = compiled(name, Difficulty::standard);
        const Range tiles = level.loops.front().tiles;
        Fixed length;
        std::uint32_t ticks = 0;
        for (const TileDef& tile : std::span(level.tiles).subspan(tiles.first, tiles.count)) {
            length += tile.exit.x - tile.enter.x;
            ticks += tile.ticks;
        }
        // The row of tiles is as long as the sight and one lap more when the loop ends.
        const auto wait = kLateTicks + static_cast<std::uint32_t>(std::int64_t{(kSightAhead + length).raw} * ticks / length.raw);
        CHECK(wait <= 11 * kTicksPerSecond);
    }
}

TEST_CASE("boss rush with two players: six bosses die, one after another, and each begins a section") {
    for (const Difficulty difficulty : kDifficulties) {
        const Level level = compiled("boss_rush", difficulty);
        CHECK(level.loops.size() == 6);
        CHECK(level.ticks == 7 * 8 * kTicksPerSecond);
        const Game game = play(level, 800, 90000);
        MESSAGE(name_of(difficulty), ": ", game.ticks, " ticks, ", game.kills, " kills, at most ", game.enemies_most, " enemies and ",
                game.shots_most, " shots");
        CHECK(game.outcome == Outcome::cleared);
        CHECK(game.loops_ended == 6);
        CHECK(game.bosses == std::vector<std::string>{"sentinel", "warden", "morays", "nautilarch", "ventricles", "matriarch"});
        CHECK(game.refused == 0);
        CHECK(game.implausible == 0);
        CHECK(game.shots_most <= 1000);
        CHECK(game.left < 20);
        CHECK_FALSE(game.came_from_inside);
    }
    // Each boss begins a section: a checkpoint, where a player who is out of lives gets one back.
    const Level level = compiled("boss_rush", Difficulty::standard);
    REQUIRE(section_count(level) == 7);
    CHECK(section_name(level, 1) == "Sentinel");
    CHECK(section_name(level, 6) == "The Matriarch");
}

TEST_CASE("boss rush without players: each of the six bosses leaves within 200 seconds, and its time-outs pay nothing") {
    for (const Difficulty difficulty : kDifficulties) {
        const Level level = compiled("boss_rush", difficulty);
        const Game game = play(level, 0, 90000);
        CHECK(game.outcome == Outcome::cleared);
        CHECK(game.bosses.empty());
        CHECK(game.phases_paid == 0);
        CHECK(game.refused == 0);
        REQUIRE(game.stays.size() == 6);
        for (const auto& [boss, ticks] : game.stays) {
            INFO(name_of(difficulty), ": ", boss, " stays for ", ticks, " ticks");
            CHECK(ticks > 60 * kTicksPerSecond);
            CHECK(ticks < 200 * kTicksPerSecond);
        }
    }
}

TEST_CASE("the tutorial continues whether its targets are shot or not") {
    const Level level = compiled("tutorial", Difficulty::standard);
    CHECK(level.loops.size() == 5);
    const Game played = play(level, 800, 60000);
    CHECK(played.outcome == Outcome::cleared);
    CHECK(played.refused == 0);
    CHECK_FALSE(played.came_from_inside);
    const Game idle = play(level, 0, 60000);
    CHECK(idle.outcome == Outcome::cleared);
    CHECK(idle.refused == 0);
    MESSAGE("tutorial: ", played.ticks, " ticks played, ", idle.ticks, " idle");
    CHECK(played.ticks * 2 < idle.ticks);
}
