// Goal: each step of a bullet's program does what sim/levels/README.md says. A bullet's flight and name depend on nothing
// but its firing, its dice, the scenery and where a ship was half a second ago. Every bullet ends.
// One file: the steps of one program interpreter, tested in the order of their table.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <set>

#include "sim/game/bullet.hpp"
#include "sim/game/player.hpp"
#include "sim/snapshot.hpp"
#include "tests/sim/bare_level.hpp"
#include "tests/support/small_level.hpp"

using namespace albireo;
using namespace albireo::support;

namespace {

using Steps = std::vector<BulletStepDef>;

constexpr EnemyId kGunner{1, 0, 0};

BulletStepDef fly_on(int ticks) {
    return {.ticks = static_cast<std::uint16_t>(ticks), .speed = kKeepPace};
}

/// A level whose one enemy, at `at`, fires one salvo of this gun to the right, with these programs. The last is the gun's.
Level bullet_level(const std::vector<Steps>& programs, GunDef gun, Vec2 at = {}) {
    BareLevel bare;
    Level& level = bare.raw();
    for (const Steps& steps : programs) {
        BulletDef def{.steps = {static_cast<std::uint16_t>(level.bullet_steps.size()), static_cast<std::uint16_t>(steps.size())}};
        level.bullet_steps.insert(level.bullet_steps.end(), steps.begin(), steps.end());
        for (const BulletStepDef& step : steps) {
            const bool inherits = step.op == BulletOp::split && step.into != kNone && level.bullets[step.into].draws != 0;
            if (step.random != 0 || inherits) def.draws = 1;
        }
        level.bullets.push_back(def);
    }
    if (!programs.empty()) gun.bullet = static_cast<std::uint8_t>(programs.size() - 1);
    gun.rest = 60'000;
    if (gun.speed.raw == 0) gun.speed = 100_mu;
    gun.radius = 100_mu;
    level.guns = {gun, {.speed = 100_mu}};  // a straight one, for shots that tests add
    const std::uint8_t kind = bare.kind({}, {{.gun = 0, .radius = 1_u, .armour = 5}}, {{.op = Op::guns, .a = kNone, .x = 1}});
    bare.spawn(0, {.kind = kind, .at = at});
    return bare.done();
}

/// The only bullet.
const EnemyShot& only(const Game& game) {
    REQUIRE(game.world->enemy_shots.count == 1);
    return game.world->enemy_shots.items[0];
}

double units_of(Fixed value) { return value.raw / 65536.0; }
double degrees_of(Vec2 v) { return std::atan2(v.y.raw, v.x.raw) * 180 / std::numbers::pi; }
double degrees_of(Angle angle) { return angle.raw * 360.0 / 65536; }
double apart(double a, double b) { return std::abs(std::remainder(a - b, 360)); }
double pace_of(const EnemyShot& shot) { return std::hypot(units_of(shot.speed.x), units_of(shot.speed.y)); }

}  // namespace

TEST_CASE("fly: the pace eases to the speed over its ticks. A wait stops at once, and the next flight starts again") {
    const Level level = bullet_level({{{.ticks = 20, .over = 10, .speed = 20_mu}, {.ticks = 7}, {.ticks = 873, .speed = 50_mu}}}, {});
    Game game(level);
    for (int t = 1; t <= 60; ++t) {
        game.step({});
        const double expected = t <= 10 ? 0.1 - 0.008 * t : t <= 20 ? 0.02 : t <= 27 ? 0 : 0.05;
        CHECK(pace_of(only(game)) == doctest::Approx(t == 20 ? 0 : t == 27 ? 0.05 : expected).epsilon(0.01));
    }
    // The speed is that of the step that comes next; the place shows what has been flown.
    CHECK(units_of(only(game).at.x) == doctest::Approx(0.1 * 10 - 0.008 * 55 + 10 * 0.02 + 33 * 0.05).epsilon(0.001));
}

TEST_CASE("curve: the heading turns each tick, the other way for odd numbers if it alternates. Then it is straight") {
    for (const bool alternates : {false, true}) {
        const BulletStepDef curve = {
            .op = BulletOp::curve, .alternate = static_cast<std::uint8_t>(alternates), .ticks = 80, .turn = Angle::degrees(9, 10).raw};
        const Level level = bullet_level({{curve, fly_on(820)}}, {.count = 2});
        Game game(level);
        const double step = degrees_of(Angle::degrees(9, 10));
        for (int t = 1; t <= 120; ++t) {
            game.step({});
            REQUIRE(game.world->enemy_shots.count == 2);
            for (const EnemyShot& shot : game.world->enemy_shots) {
                const double way = alternates && shot.number % 2 != 0 ? -1 : 1;
                REQUIRE(apart(degrees_of(shot.speed), way * step * std::min(t, 80)) < 0.03);
                REQUIRE(pace_of(shot) == doctest::Approx(0.1).epsilon(0.001));
            }
        }
    }
}

TEST_CASE("orbit: flies out to the radius, circles a drifting centre exactly, and is released outward") {
    const BulletStepDef orbit = {
        .op = BulletOp::orbit, .ticks = 120, .over = 40, .turn = Angle::degrees(3).raw, .radius = 3_u, .by = {-30_mu, 10_mu}};
    const Level level = bullet_level({{orbit, {.ticks = 780, .speed = 90_mu}}}, {}, {5_u, 1_u});
    Game game(level);
    for (int t = 1; t <= 119; ++t) {
        game.step({});
        const EnemyShot& shot = only(game);
        const Vec2 centre = Vec2{5_u, 1_u} + Vec2{-30_mu, 10_mu} * t;
        const double off = std::hypot(units_of(shot.at.x - centre.x), units_of(shot.at.y - centre.y));
        REQUIRE(off == doctest::Approx(3.0 * std::min(t, 40) / 40).epsilon(0.0005));
        if (t > 1) REQUIRE(apart(degrees_of(shot.at - centre), t * degrees_of(Angle::degrees(3))) < 0.05);
    }
    game.step({});
    CHECK(apart(degrees_of(only(game).speed), 120 * degrees_of(Angle::degrees(3))) < 0.05);
    CHECK(pace_of(only(game)) == doctest::Approx(0.09).epsilon(0.001));
}

TEST_CASE("fall: constant acceleration. A lob may leave the field above and come back") {
    const Level level = bullet_level({{{.op = BulletOp::fall, .ticks = 900, .by = {{}, -2_mu}}}},
                                     {.angle = Angle::degrees(90), .speed = 150_mu}, {0_u, 7_u});
    Game game(level);
    bool was_outside = false;
    int ticks = 0;
    for (; ticks < 900 && (ticks == 0 || game.world->enemy_shots.count == 1); ++ticks) {
        game.step({});
        if (game.world->enemy_shots.count == 0) break;
        const EnemyShot& shot = only(game);
        was_outside = was_outside || shot.at.y > kFieldHalfHeight + kShotMargin;
        const double t = ticks + 1;
        REQUIRE(units_of(shot.at.y) == doctest::Approx(7 + 0.15 * t + units_of(-2_mu) * t * (t + 1) / 2).epsilon(0.002));
    }
    CHECK(was_outside);
    CHECK(ticks > 180);
    CHECK(ticks < 300);
}

TEST_CASE("aim: turns to where a ship was half a second ago, each ship in turn, and `off` degrees beside it") {
    const Level level = bullet_level(
        {{{.ticks = 40}, {.op = BulletOp::aim, .turn = static_cast<std::int16_t>(Angle::degrees(6).raw)}, {.ticks = 860, .speed = 100_mu}}},
        {.count = 2}, {4_u, 0_u});
    Game game(level, {.players = 3});
    FramePair frames;
    frames[0].buttons = kUp;
    frames[1].buttons = kDown;
    wait(game, 39, frames);
    game.step(frames);  // the aim acts in this tick
    REQUIRE(game.world->enemy_shots.count == 2);
    for (const EnemyShot& shot : game.world->enemy_shots) {
        const Slot target = kSlots[shot.number % 2];
        const Vec2 way = lagged_place(*game.world, target) - shot.at;
        // The clock has gone on by a tick since.
        CHECK(apart(degrees_of(shot.speed), degrees_of(way) + 6) < 1.5);
    }
    const auto heading = [&](std::uint32_t i) { return degrees_of(game.world->enemy_shots.items[i].speed); };
    CHECK(apart(heading(0), heading(1)) > 5);
}

TEST_CASE("split: a bullet ends, and its children leave from there, over a ring or a spread, with names of their own") {
    const BulletStepDef rest = {.ticks = 20};
    for (const bool ring : {true, false}) {
        const BulletStepDef split = {.op = BulletOp::split,
                                     .times = 5,
                                     .ring = static_cast<std::uint8_t>(ring),
                                     .into = kNone,
                                     .spread = ring ? Angle{} : Angle::degrees(80),
                                     .speed = 80_mu};
        const Level level = bullet_level({{rest, split}}, {});
        Game game(level);
        wait(game, 19);
        const EnemyShot parent = only(game);
        game.step({});
        REQUIRE(game.world->enemy_shots.count == 5);
        std::set<std::uint8_t> branches;
        for (const EnemyShot& child : game.world->enemy_shots) {
            CHECK(child.at == parent.at);
            CHECK(child.owner == parent.owner);
            CHECK(child.number == parent.number);
            CHECK(child.left == 0);  // straight from now on
            CHECK(pace_of(child) == doctest::Approx(0.08).epsilon(0.001));
            branches.insert(child.branch);
            const double expected = ring ? 72.0 * (child.branch - 1) : -40 + 20.0 * (child.branch - 1);
            CHECK(apart(degrees_of(child.speed), expected) < 0.03);
        }
        CHECK(branches == std::set<std::uint8_t>{1, 2, 3, 4, 5});
    }
}

TEST_CASE("two splits, one after the other: every descendant has a name that no other has. A full pool refuses and counts") {
    const BulletStepDef rest = {.ticks = 20};
    const auto split = [](std::uint8_t times, std::uint8_t into) {
        return BulletStepDef{.op = BulletOp::split, .times = times, .ring = 1, .into = into, .speed = 80_mu};
    };
    const Level level = bullet_level({{rest, split(7, kNone)}, {rest, split(8, 0)}}, {});
    Game game(level);
    wait(game, 20);
    CHECK(game.world->enemy_shots.count == 8);
    Game full(game);
    wait(game, 20);
    REQUIRE(game.world->enemy_shots.count == 56);
    std::set<std::uint8_t> branches;
    for (const EnemyShot& shot : game.world->enemy_shots) branches.insert(shot.branch);
    CHECK(branches.size() == 56);
    CHECK(*branches.begin() == 9);
    CHECK(*branches.rbegin() == 64);
    CHECK(is_sound(*game.world, level));

    EnemyShot other{};
    other.owner = {1, 0, 0};
    other.gun = 1;
    while (!full.world->enemy_shots.full()) full.world->enemy_shots.add(other);
    wait(full, 20);
    CHECK(full.world->enemy_shots.count == kEnemyShotsMax);
    CHECK(full.world->enemy_shots.refused == 48);
}

TEST_CASE("bounce: off the field's edge the angle of reflection is that of incidence, as often as the program says") {
    const Level level = bullet_level({{{.op = BulletOp::bounce, .times = 2, .on = kOnEdge}, fly_on(900)}},
                                     {.angle = Angle::degrees(30), .speed = 200_mu});
    Game game(level);
    std::vector<double> headings;
    for (int t = 0; t < 900; ++t) {
        game.step({});
        if (game.world->enemy_shots.count == 0) break;
        const double heading = degrees_of(only(game).heading);
        if (headings.empty() || apart(headings.back(), heading) > 1) headings.push_back(heading);
        CHECK(pace_of(only(game)) == doctest::Approx(0.2).epsilon(0.001));
    }
    CHECK(game.world->enemy_shots.count == 0);
    REQUIRE(headings.size() == 3);  // the ceiling first: 9 units up at 30 degrees are 15.6 to the right
    CHECK(apart(headings[1], -30) < 0.1);
    CHECK(apart(headings[2], 210) < 0.1);
}

TEST_CASE("bounce: off rock, by the first edge that is crossed. A third contact ends the bullet") {
    BareLevel bare;
    Level& level = bare.raw();
    // A slope of 45 degrees above the enemy and a floor far below.
    level.points = {{-4_u, 1_u}, {4_u, 9_u}, {-4_u, 9_u}, {-20_u, -8_u}, {20_u, -8_u}, {20_u, -12_u}, {-20_u, -12_u}};
    level.walls = {{{0, 3}}, {{3, 4}}};
    level.tiles[0].walls = {0, 2};
    level.bullet_steps = {{.op = BulletOp::bounce, .times = 2, .on = kOnRock}, fly_on(900)};
    level.bullets = {{.steps = {0, 2}}};
    level.guns = {{.rest = 60'000, .angle = Angle::degrees(90), .speed = 100_mu, .radius = 100_mu, .bullet = 0}};
    const std::uint8_t kind = bare.kind({}, {{.gun = 0, .radius = 1_u, .armour = 5}}, {{.op = Op::guns, .a = kNone, .x = 1}});
    bare.spawn(0, {.kind = kind, .at = {-2_u, -2_u}});
    const Level done = bare.done();
    Game game(done);
    wait(game, 30);
    CHECK(apart(degrees_of(only(game).heading), 90) < 0.1);
    wait(game, 30);  // the slope is at y = 3 there
    CHECK(apart(degrees_of(only(game).heading), 0) < 0.1);
    CHECK(units_of(only(game).at.y) == doctest::Approx(3).epsilon(0.05));
}

TEST_CASE("veer: turns at once. Its random part comes from dice drawn at firing, pool full or not") {
    const BulletStepDef veer = {.op = BulletOp::veer, .turn = static_cast<std::int16_t>(Angle::degrees(90).raw), .random = 2000};
    const Level level = bullet_level({{{.ticks = 10, .speed = kKeepPace}, veer, fly_on(890)}}, {.count = 32});
    Game game(level);
    Game full(level);
    EnemyShot other{};
    other.owner = {1, 0, 0};
    other.gun = 1;
    while (!full.world->enemy_shots.full()) full.world->enemy_shots.add(other);
    Game seeded(level, {.seed = 7});
    wait(game, 11), wait(full, 11), wait(seeded, 11);
    CHECK(same_bytes(game.world->enemies.items[0].random, full.world->enemies.items[0].random));
    REQUIRE(game.world->enemy_shots.count == 32);
    std::set<std::uint16_t> headings, others;
    for (const EnemyShot& shot : game.world->enemy_shots) {
        headings.insert(shot.heading.raw);
        CHECK(apart(degrees_of(shot.heading), 90) <= 2000 * 360.0 / 65536 + 0.01);
    }
    for (const EnemyShot& shot : seeded.world->enemy_shots) others.insert(shot.heading.raw);
    CHECK(headings.size() >= 28);
    CHECK(headings != others);
}

TEST_CASE("no program lives longer than 900 ticks, held or not, even at rest") {
    const Level level = bullet_level({{{.ticks = 10, .speed = kKeepPace}, {.ticks = 890}}}, {.count = 8});
    Game game(level);
    wait(game, 899);
    CHECK(game.world->enemy_shots.count == 8);
    wait(game, 1);
    CHECK(game.world->enemy_shots.count == 0);
    const Level held = bullet_level({{{.ticks = 10, .speed = kKeepPace}, {.ticks = 20}, {.ticks = 870}}}, {.count = 8, .hold = 30});
    Game waiting(held);
    wait(waiting, 899);
    CHECK(waiting.world->enemy_shots.count == 8);
    wait(waiting, 1);
    CHECK(waiting.world->enemy_shots.count == 0);
}

TEST_CASE("hold: a ring rests, then its bullets leave one after another") {
    const Level level =
        bullet_level({{{.ticks = 10, .speed = kKeepPace}, {.ticks = 20}, {.ticks = 870, .speed = 90_mu}}}, {.pattern = Pattern::ring, .count = 8, .hold = 6});
    Game game(level);
    for (int t = 1; t <= 90; ++t) {
        game.step({});
        if (t < 10) continue;
        const auto moving = std::ranges::count_if(game.world->enemy_shots, [](const EnemyShot& shot) { return shot.speed != Vec2{}; });
        CHECK(moving == std::clamp(t < 30 ? 0 : (t - 30) / 6 + 1, 0, 8));
    }
}

TEST_CASE("stack: shots of several speeds along one line. Swing: the middle goes to and fro with the enemy's age") {
    const Level level = bullet_level({}, {.count = 3, .angle = {}, .spread = Angle::degrees(60), .stack = 4, .stack_speed = 20_mu});
    Game game(level);
    game.step({});
    REQUIRE(game.world->enemy_shots.count == 12);
    for (const EnemyShot& shot : game.world->enemy_shots) {
        CHECK(pace_of(shot) == doctest::Approx(0.1 + 0.02 * ((shot.number - 1) % 4)).epsilon(0.001));
        CHECK(apart(degrees_of(shot.speed), -30 + 30 * ((shot.number - 1) / 4)) < 0.05);
    }
    Level swinging = bullet_level({}, {.period = 40, .swing = Angle::degrees(20)});
    swinging.guns[0].rest = 1;
    Game swing(swinging);
    double least = 0, most = 0;
    for (int t = 0; t < 40; ++t) {
        swing.world->enemy_shots.count = 0;
        swing.step({});
        const double heading = std::remainder(degrees_of(only(swing).speed), 360);
        least = std::min(least, heading);
        most = std::max(most, heading);
    }
    CHECK(least == doctest::Approx(-20).epsilon(0.01));
    CHECK(most == doctest::Approx(20).epsilon(0.01));
}

TEST_CASE("curtain: a vertical row that flies left, with a hole that a ship fits through, somewhere in the field") {
    const GunDef gun = {.pattern = Pattern::curtain, .count = 26, .speed = 80_mu, .hole_is_drawn = 1, .pitch = 700_mu, .hole = 2500_mu};
    const Level level = bullet_level({}, gun, {10_u, 0_u});
    std::set<std::int32_t> holes;
    for (std::uint32_t seed = 1; seed <= 30; ++seed) {
        Game game(level, {.seed = seed});
        game.step({});
        std::vector<double> heights;
        for (const EnemyShot& shot : game.world->enemy_shots) {
            heights.push_back(units_of(shot.at.y));
            CHECK(apart(degrees_of(shot.speed), 180) < 0.01);
        }
        std::ranges::sort(heights);
        double widest = 0;
        for (std::size_t i = 1; i < heights.size(); ++i) widest = std::max(widest, heights[i] - heights[i - 1]);
        CHECK(widest >= 2.5);
        CHECK(heights.front() < -8);
        CHECK(heights.back() > 8);
        const auto below = std::ranges::adjacent_find(heights, [](double a, double b) { return b - a > 2; });
        holes.insert(static_cast<std::int32_t>(*below * 10));
        CHECK(game.world->enemies.items[0].shots == 26);
    }
    CHECK(holes.size() > 3);
    // Too near to x = -9 to be seen for 60 ticks before, it does not fire.
    const Level near = bullet_level({}, gun, {-5_u, 0_u});
    Game silent(near);
    wait(silent, 10);
    CHECK(silent.world->enemy_shots.count == 0);
}

TEST_CASE("a bullet says when it will change: before it aims, splits, turns or leaves, not while it merely stops") {
    const Level level = bullet_level({{{.ticks = 20, .over = 20}, {.ticks = 20}, {.op = BulletOp::aim}, {.ticks = 860, .speed = 90_mu}}}, {});
    Game game(level);
    for (int t = 1; t <= 60; ++t) {
        game.step({});
        CHECK(ticks_to_change(level, only(game)) == (t < 20 || t >= 40 ? 0 : 40 - t));
    }
}

TEST_CASE("whatever a sound snapshot says about its bullets, they can be stepped to their end") {
    const Level level = small_level();
    Game source(level, {.seed = 5});
    auto players = two_players({.seed = 3}, {.seed = 4});
    while (source.world->enemy_shots.count <= 20 && source.world->tick.value < 4000) play(source, players, 20);
    REQUIRE(source.world->enemy_shots.count > 20);
    Random random = Random::seed(9, 9);
    int sound = 0, unsound = 0;
    for (int n = 0; n < 1500; ++n) {
        Game game(source);
        auto& shots = game.world->enemy_shots;
        for (int k = 0; k < 2; ++k) {
            EnemyShot& shot = shots.items[random.below(shots.count)];
            auto* bytes = reinterpret_cast<unsigned char*>(&shot);
            // The places and speeds of honest bullets are mostly kept.
            const std::uint32_t first = random.below(8) == 0 ? 0 : offsetof(EnemyShot, number);
            bytes[first + random.below(static_cast<std::uint32_t>(sizeof shot) - first)] = static_cast<unsigned char>(random.next());
        }
        if (!is_sound(*game.world, level)) {
            ++unsound;
            continue;
        }
        ++sound;
        for (int t = 0; t < 40; ++t) {
            game.step({});
            REQUIRE(is_sound(*game.world, level));
        }
    }
    CHECK(sound > 300);
    CHECK(unsound > 300);
}

TEST_CASE("whatever a level that passes its check says about bullets and guns, it can be played") {
    Level source = small_level();
    source.tiles[0].ticks = source.tiles[1].ticks = 40;
    source.cues.erase(std::remove_if(source.cues.begin(), source.cues.end(), [](const CueDef& cue) { return cue.tick > 200; }),
                      source.cues.end());
    for (CueDef& cue : source.cues) cue.tick /= 8;
    Random random = Random::seed(4, 4);
    const auto spoil = [&](auto& list, std::uint8_t most) {
        auto* bytes = reinterpret_cast<unsigned char*>(list.data());
        const auto size = static_cast<std::uint32_t>(list.size() * sizeof list[0]);
        bytes[random.below(size)] = static_cast<unsigned char>(random.below(2) == 0 ? random.below(most) : random.next());
    };
    int played = 0, refused = 0;
    for (int n = 0; n < 3000; ++n) {
        Level level = source;
        switch (random.below(3)) {
            case 0: spoil(level.bullet_steps, 16); break;
            case 1: spoil(level.guns, 8); break;
            default: spoil(level.guns, 64), spoil(level.bullet_steps, 8), spoil(level.bullets, 8); break;
        }
        if (!check_level(level).empty()) {
            ++refused;
            continue;
        }
        ++played;
        Game game(level, {.seed = static_cast<std::uint32_t>(n)});
        play(game, two_players({.seed = 1, .greedy = true}, {.seed = 2, .careless = true}), 200);
        REQUIRE(is_sound(*game.world, level));
    }
    CHECK(played > 100);
    CHECK(refused > 100);
}
