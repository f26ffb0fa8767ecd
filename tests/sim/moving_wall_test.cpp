// Goal: a wall is where its keys say, at the age of its tile or of its flag, in every replica. Ships and shots meet it there.
#include <array>
#include <map>
#include <vector>

#include "sim/digest.hpp"
#include "sim/game/player.hpp"
#include "sim/game/wall.hpp"
#include "tests/sim/bare_level.hpp"
#include "tests/support/small_level.hpp"

using namespace albireo;
using namespace albireo::support;

namespace {

/// A bare level whose only tile has this wall.
Level level_with(const std::vector<Vec2>& points, const std::vector<WallKey>& keys, WallDef wall = {}) {
    BareLevel bare;
    Level& level = bare.raw();
    level.points = points;
    level.wall_keys = keys;
    wall.points = {0, static_cast<std::uint16_t>(points.size())};
    wall.keys = {0, static_cast<std::uint16_t>(keys.size())};
    level.walls = {wall};
    level.guns = {{.speed = 100_mu, .radius = 100_mu}};  // for the shots that tests add
    level.tiles[0].walls = {0, 1};
    return bare.done();
}

const std::vector<Vec2> kBlock = {{-12_u, 6_u}, {0_u, 6_u}, {0_u, 16_u}, {-12_u, 16_u}};

/// A block that comes down from above, over the ships' places, between its ticks 200 and 260.
Level level_with_door(std::uint8_t flag = kNone) {
    return level_with(kBlock, {{.t = 0}, {.t = 200}, {.t = 260, .by = {0_u, -16_u}}}, {.flag = flag});
}

/// Whether a point is in rock, by the definition: a point in a wall's polygon, moved by its offset.
bool is_in_polygons(const Scroll& scroll, const Level& level, Vec2 at) {
    bool inside = false;
    for_each_placed_tile(scroll, level, [&](PlacedTile placed, Vec2 delta) {
        const Range walls = level.tiles[placed.tile].walls;
        for (const WallDef& wall : std::span(level.walls).subspan(walls.first, walls.count)) {
            std::vector<Vec2> polygon(level.points.begin() + wall.points.first,
                                      level.points.begin() + wall.points.first + wall.points.count);
            const std::uint32_t ticks = wall.flag == kNone ? placed.age : scroll.flag_ages[wall.flag];
            for (Vec2& point : polygon) point += delta + wall_offset(level, wall, ticks);
            inside = inside || is_inside(polygon, at);
        }
    });
    return inside;
}

}  // namespace

TEST_CASE("a wall eases from key to key, stays at the last one, and repeats with a period") {
    const std::vector<WallKey> keys = {{.t = 0}, {.t = 10}, {.t = 30, .by = {4_u, -2_u}}, {.t = 40, .by = {4_u, 0_u}}};
    struct Row {
        std::uint32_t ticks;
        std::uint16_t period;
        std::uint8_t even;
        Vec2 by;
    };
    const Row rows[] = {
        {0, 0, 0, {}},
        {10, 0, 0, {}},
        {15, 0, 0, {625_mu, -313_mu}},  // 3/16 − 2/64 of the way
        {15, 0, 1, {1_u, -500_mu}},
        {20, 0, 0, {2_u, -1_u}},
        {20, 0, 1, {2_u, -1_u}},
        {30, 0, 0, {4_u, -2_u}},
        {40, 0, 0, {4_u, 0_u}},
        {65535, 0, 0, {4_u, 0_u}},
        {40, 60, 0, {4_u, 0_u}},
        {50, 60, 0, {2_u, 0_u}},
        {55, 60, 1, {1_u, 0_u}},
        {60, 60, 0, {}},
        {620, 60, 0, {2_u, -1_u}},
        {65535, 60, 1, {1_u, -500_mu}},
    };
    for (const Row& row : rows) {
        const Level level = level_with(kBlock, keys, {.period = row.period, .even = row.even});
        INFO("tick ", row.ticks, ", period ", row.period);
        CHECK(within(wall_offset(level, level.walls[0], row.ticks), row.by, 1_mu));
    }
    // No move of an eased wall is faster than one and a half times the mean speed.
    const Level level = level_with(kBlock, keys);
    for (std::uint32_t t = 10; t < 30; ++t) {
        const Fixed step = wall_offset(level, level.walls[0], t + 1).x - wall_offset(level, level.walls[0], t).x;
        CHECK(step >= 0_u);
        CHECK(step <= 300_mu);
    }
}

TEST_CASE("a wall's time is the age of its tile, which begins when the tile is placed, stops in pauses and ends at 65 535") {
    const Level level = small_level();
    std::array<std::map<std::uint16_t, std::uint16_t>, 2> at_entry;  // the age of a tile when the camera enters it
    for (const bool pauses : {false, true}) {
        Game game(level);
        FramePair frames;
        std::uint16_t origin = 0;
        while (game.world->flow.timeline < 479) {
            for (Frame& frame : frames) frame.command = Command::none;
            const std::uint32_t tick = game.world->tick.value;
            if (pauses && tick == 130) frames[0].command = Command::pause;
            if (pauses && tick == 900) frames[0].command = Command::resume;
            const bool halted = is_paused(*game.world);
            const Scroll before = game.world->scroll;
            game.step(frames);
            const Scroll& after = game.world->scroll;
            REQUIRE(game.world->tick.value < 5000);
            if (before.row[0].tile == after.row[0].tile) CHECK(after.row[0].age == before.row[0].age + (halted ? 0 : 1));
            if (after.count > before.count) CHECK(after.row[before.count].age == 0);
            const PlacedTile here = after.row[after.origin];
            if (here.tile != origin) at_entry[pauses][here.tile] = here.age;
            origin = here.tile;
        }
    }
    CHECK(at_entry[0].size() >= 1);
    CHECK(at_entry[0] == at_entry[1]);

    const Level still = level_with_door();
    Game game(still);
    game.world->scroll.row[0].age = 65530;
    game.steps(20);
    CHECK(game.world->scroll.row[0].age == 65535);
}

TEST_CASE("a wall with a flag waits until the flag takes effect, two seconds after it was raised") {
    BareLevel bare;
    Level door = level_with_door(5);
    door.cues = {{.tick = 50, .kind = CueKind::raise, .a = 5}};
    REQUIRE(check_level(door) == "");
    derive(door);
    Game game(door);
    const auto delta = [&] { return PlacedWalls(game.world->scroll, door).begin()->delta + game.world->scroll.camera; };
    std::uint32_t raised_at = 0;
    for (std::uint32_t t = 0; t < 600; ++t) {
        if (raised_at == 0 && game.world->flow.flags_due != 0) raised_at = game.world->tick.value;
        game.step({});
        const std::uint16_t age = game.world->scroll.flag_ages[5];
        if (game.world->flow.flags == 0) REQUIRE(age == 0);
        if (age != 0) REQUIRE(age == game.world->tick.value - raised_at - kLateTicks + 1);
        REQUIRE(delta() == wall_offset(door, door.walls[0], age));
    }
    REQUIRE(raised_at != 0);
    CHECK(delta() == Vec2{0_u, -16_u});
}

TEST_CASE("rock is exactly where the displaced polygons are, and the band never calls it clear") {
    Random random = Random::seed(11, 12);
    int clear = 0, rock = 0, unsure = 0;
    for (int round = 0; round < 200; ++round) {
        Level level = small_level();
        const auto place = [&](std::int32_t most) { return Fixed{random.between(-most, most)}; };
        level.tiles = {{.enter = {}, .exit = {16_u, place(1 << 18)}, .ticks = 100}, {.exit = {12_u, 0_u}, .ticks = 90}};
        level.loops.clear();
        level.loop_cues.clear();
        level.cues.clear();
        level.walls.clear();
        level.wall_keys.clear();
        for (std::uint16_t tile = 0; tile < 2; ++tile) {
            level.tiles[tile].walls = {static_cast<std::uint16_t>(level.walls.size()), 4};
            for (int w = 0; w < 4; ++w) {  // corners in any order, so the polygons cross themselves; the first stands still
                WallDef wall = {.period = static_cast<std::uint16_t>(random.below(2) == 0 ? 0 : 180)};
                wall.points = {static_cast<std::uint16_t>(level.points.size()),
                               static_cast<std::uint16_t>(random.between(3, 9))};
                const Vec2 middle = {place(16 << 16) + 8_u, place(9 << 16)};
                for (int p = 0; p < wall.points.count; ++p) {
                    level.points.push_back(middle + Vec2{place(4 << 16), place(3 << 16)});
                }
                if (w == 0) {
                    wall.period = 0;
                } else {
                    wall.keys = {static_cast<std::uint16_t>(level.wall_keys.size()), 3};
                    level.wall_keys.push_back({.t = 0, .by = {place(1 << 18), place(1 << 18)}});
                    level.wall_keys.push_back({.t = 60, .by = {place(1 << 18), place(1 << 18)}});
                    level.wall_keys.push_back({.t = 120, .by = {place(1 << 18), place(1 << 18)}});
                }
                level.walls.push_back(wall);
            }
        }
        REQUIRE(check_level(level) == "");
        derive(level);
        Game game(level);
        for (int t = 0; t < 12; ++t) {
            game.steps(static_cast<std::size_t>(random.between(1, 15)));
            const Scroll& scroll = game.world->scroll;
            const PlacedWalls moving(scroll, level);
            const WallBand band(moving);
            for (int i = 0; i < 60; ++i) {
                const Vec2 at = {place(17 << 16), place(10 << 16)};
                const bool is_solid = is_rock(level, moving, at);
                REQUIRE(is_solid == is_in_polygons(scroll, level, at));
                REQUIRE_FALSE((band.is_clear(at) && is_solid));
                clear += band.is_clear(at);
                rock += is_solid;
                unsure += !band.is_clear(at) && !is_solid;
            }
        }
    }
    CHECK(clear > 30'000);
    CHECK(rock > 5'000);
    MESSAGE(clear, " clear, ", rock, " rock, ", unsure, " neither");
}

TEST_CASE("a ship in a door that shuts dies by the core's rule, whatever its partner does and on every replica") {
    const Level level = level_with_door();
    Game alone(level), other(level);
    std::array<MadePlayer, kSlotCount> players = two_players({.seed = 5}, {.seed = 6});
    Tick died_at;
    for (int t = 0; t < 400; ++t) {
        alone.step({});
        FramePair frames;
        frames[1] = players[1].next(*other.world, level);
        other.step(frames);
        if (t == 230) {  // a snapshot in the middle of the move
            const auto bytes = saved(*other.world, level);
            Game loaded(level);
            REQUIRE(load_world(*loaded.world, level, bytes) == LoadError::none);
            copy_world(*other.world, *loaded.world);
        }
        REQUIRE(same_bytes(alone.world->ships[0], other.world->ships[0]));
        REQUIRE(same_bytes(alone.world->scroll, other.world->scroll));
        Event died;
        if (count_of(alone, EventKind::ship_died, &died) == 0 || died_at.value != 0) continue;
        died_at = alone.world->tick;
        CHECK(died.value == static_cast<std::int32_t>(Cause::wall));
    }
    // Its centre, at a height of 0 to 3, is inside from tick 230 to 250 on.
    CHECK(died_at.value > 225);
    CHECK(died_at.value < 262);
}

TEST_CASE("a snapshot in the middle of every move steps on like its original") {
    const Level level = small_level();
    Game game(level);
    std::array<MadePlayer, kSlotCount> players = two_players({.seed = 1}, {.seed = 2});
    int moving = 0;
    for (int t = 0; t < 1200; t += 40) {
        play(game, players, 40);
        Game loaded(level);
        REQUIRE(load_world(*loaded.world, level, saved(*game.world, level)) == LoadError::none);
        Game original(game);
        for (const PlacedWalls::Item& item : PlacedWalls(game.world->scroll, level)) moving += item.delta != Vec2{};
        original.steps(30);
        loaded.steps(30);
        REQUIRE(root_of(*original.world) == root_of(*loaded.world));
    }
    CHECK(moving > 10);
}

TEST_CASE("shots stop at a wall where it is, not where it was") {
    const Level level = level_with(kBlock, {{.t = 0}, {.t = 40, .by = {0_u, -6_u}}}, {.even = 1});
    for (const bool shut : {false, true}) {
        Game game(level);
        game.steps(shut ? 60 : 1);
        game.world->scroll.row[0].age = shut ? 60 : 0;
        Random random = Random::seed(3, 4);
        for (int i = 0; i < 500; ++i) {
            game.world->enemy_shots.count = 0;
            EnemyShot shot{};
            shot.at = {Fixed{random.between(-11 << 16, -1 << 16)}, Fixed{random.between(2 << 16, 8 << 16)}};
            shot.speed = {10_mu, {}};
            game.world->enemy_shots.add(shot);
            Game next(game);
            next.step({});
            const bool inside = shot.at.y > (shut ? 0_u : 6_u);
            if (!shut && shot.at.y > 6_u - 200_mu && shot.at.y < 6_u + 200_mu) continue;
            REQUIRE((next.world->enemy_shots.count == 0) == inside);
        }
    }
}
