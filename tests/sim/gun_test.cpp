// Goal: guns fire when their level data says, with its count, speed and directions. Aimed guns fire at where a ship was
// half a second ago. The shots of a dead part are counted, but not fired.
#include <doctest/doctest.h>

#include <cmath>
#include <numbers>

#include "sim/game/enemy.hpp"
#include "tests/sim/bare_level.hpp"

using namespace albireo;
using namespace albireo::support;

namespace {

constexpr EnemyId kEnemy{1, 0, 0};

double degrees_of(Vec2 v) {
    return std::atan2(v.y.raw, v.x.raw) * 180 / std::numbers::pi;
}
/// The angle between two directions, in degrees.
double apart(double a, double b) {
    return std::abs(std::remainder(a - b, 360));
}

struct Setup {
    GunDef gun;
    Vec2 at = {5_u, 3_u};
    Angle heading{};
};

Level gun_level(const Setup& setup) {
    BareLevel bare;
    bare.raw().guns = {setup.gun};
    bare.raw().guns[0].speed = 100_mu;
    bare.raw().guns[0].radius = 100_mu;
    const std::uint8_t kind =
        bare.kind({}, {{.gun = 0, .radius = 1_u, .armour = 5}},
                  {{.op = Op::guns, .a = kNone, .x = 1}, {.op = Op::face, .a = 0, .x = setup.heading.raw}});
    bare.spawn(0, {.kind = kind, .at = setup.at});
    return bare.done();
}

/// The directions of the shots fired in this tick, in degrees, in firing order.
std::vector<double> fired_now(Game& game) {
    std::vector<double> directions;
    for (const EnemyShot& shot : game.world->enemy_shots) {
        directions.push_back(degrees_of(shot.speed));
        CHECK(std::abs(length(shot.speed).raw - (100_mu).raw) <= 3);
        CHECK(shot.at == enemy_of(game, shot.owner)->parts[0].at + shot.speed);
        CHECK(shot.owner == kEnemy);
    }
    game.world->enemy_shots.count = 0;
    return directions;
}

/// The next `count` salvos.
std::vector<std::vector<double>> salvos(Game& game, std::size_t count) {
    std::vector<std::vector<double>> all;
    for (int t = 0; t < 2000 && all.size() < count; ++t) {
        game.step({});
        if (auto salvo = fired_now(game); !salvo.empty()) all.push_back(std::move(salvo));
    }
    REQUIRE(all.size() == count);
    return all;
}

void check_directions(const std::vector<double>& salvo, const std::vector<double>& expected) {
    REQUIRE(salvo.size() == expected.size());
    for (std::size_t i = 0; i < salvo.size(); ++i) CHECK(apart(salvo[i], expected[i]) < 0.03);
}

}  // namespace

TEST_CASE("a gun waits its delay, then fires bursts of salvos a gap apart, with a rest between bursts") {
    const Level level = gun_level({.gun = {.burst = 3, .burst_gap = 5, .rest = 11, .delay = 7}});
    Game game(level);
    std::vector<int> ticks;
    for (int t = 0; t < 60; ++t) {
        game.step({});
        if (count_of(game, EventKind::enemy_fired) != 0) ticks.push_back(t);
    }
    CHECK(ticks == std::vector<int>{7, 12, 17, 28, 33, 38, 49, 54, 59});
}

TEST_CASE("a gun outside the field does not fire, but its clock runs") {
    const Level level = gun_level({.gun = {.burst = 1, .rest = 10}, .at = {16_u, 0_u}});  // the first place outside
    Game game(level);
    wait(game, 25);
    CHECK(game.world->enemy_shots.count == 0);
    find_enemy(*game.world, kEnemy)->at.x = 15_u + 990_mu;
    std::vector<int> ticks;
    for (int t = 25; t < 60; ++t) {
        game.step({});
        if (count_of(game, EventKind::enemy_fired) != 0) ticks.push_back(t);
    }
    CHECK(ticks == std::vector<int>{30, 40, 50});
}

TEST_CASE("forward: spread evenly about the gun's angle, turned with the enemy") {
    struct Row {
        std::uint8_t count;
        int spread, angle, heading;
        std::vector<double> directions;
    };
    const Row rows[] = {
        {1, 0, 0, 0, {0}},
        {1, 40, 180, 0, {180}},
        {2, 40, 180, 0, {160, 200}},
        {3, 60, 180, 0, {150, 180, 210}},
        {5, 40, 90, 90, {160, 170, 180, 190, 200}},
        {3, 340, 0, 30, {-140, 30, 200}},
    };
    for (const Row& row : rows) {
        const Level level = gun_level(
            {.gun = {.count = row.count, .angle = Angle::degrees(row.angle), .spread = Angle::degrees(row.spread)},
             .heading = Angle::degrees(row.heading)});
        Game game(level);
        check_directions(salvos(game, 1)[0], row.directions);
    }
}

TEST_CASE("a ring covers the whole turn evenly. A spiral is a ring that turns by its step each salvo") {
    for (const Pattern pattern : {Pattern::ring, Pattern::spiral}) {
        const Level level = gun_level({.gun = {.pattern = pattern,
                                               .count = 9,
                                               .rest = 4,
                                               .angle = Angle::degrees(17),
                                               .spread = Angle::degrees(70),
                                               .spin = Angle::degrees(11)}});
        Game game(level);
        double turn = 17;
        for (const std::vector<double>& salvo : salvos(game, 40)) {
            std::vector<double> expected;
            for (int i = 0; i < 9; ++i) expected.push_back(turn + i * 40);
            check_directions(salvo, expected);
            // A degree is not a whole number of steps: the level's value is rounded once, not in every salvo.
            if (pattern == Pattern::spiral) turn += Angle::degrees(11).raw * 360.0 / 65536;
        }
    }
}

TEST_CASE("a cone fires at random within its spread, over all of it, from the enemy's own generator") {
    const Level level = gun_level({.gun = {.pattern = Pattern::cone,
                                           .count = 16,
                                           .rest = 1,
                                           .angle = Angle::degrees(180),
                                           .spread = Angle::degrees(50)}});
    Game game(level);
    Game again(level);
    Game other_seed(level, {.seed = 2});
    double low = 0, high = 0;
    const auto all = salvos(game, 60);
    for (const std::vector<double>& salvo : all) {
        REQUIRE(salvo.size() == 16);
        for (const double direction : salvo) {
            const double off = std::remainder(direction - 180, 360);
            REQUIRE(std::abs(off) < 25.03);
            low = std::min(low, off);
            high = std::max(high, off);
        }
    }
    CHECK(low < -24);
    CHECK(high > 24);
    CHECK(salvos(again, 60) == all);
    CHECK(salvos(other_seed, 60) != all);
}

TEST_CASE("aimed fire goes to where the ship was 30 ticks ago, spread about that line") {
    const std::uint8_t count = 3;
    const Vec2 at = {5_u, 3_u};
    const Level level = gun_level(
        {.gun = {.pattern = Pattern::aimed, .count = count, .rest = 7, .spread = Angle::degrees(24)}, .at = at});
    Game game(level, {.players = 1});
    std::vector<Vec2> places;
    Random random = Random::seed(1, 9);
    Frame frame;
    int checked = 0;
    for (int t = 0; t < 800; ++t) {
        if (random.below(15) == 0) frame.buttons = static_cast<std::uint16_t>(random.below(16));
        step_as(game, Slot::gold, frame);
        places.push_back(game.world->ships[0].at);
        const std::vector<double> salvo = fired_now(game);
        if (salvo.empty() || t < 30) continue;
        const Vec2 to = places[places.size() - 1 - 30] - at;
        if (length(to) < 2_u) continue;
        const double middle = degrees_of(to);
        check_directions(salvo, {middle - 12, middle, middle + 12});
        ++checked;
    }
    CHECK(checked > 80);
}

TEST_CASE("with two ships, salvos alternate between them, and all go to one while the other was absent") {
    const Level level = gun_level({.gun = {.pattern = Pattern::aimed, .rest = 10}});
    Game game(level);
    const auto target = [&](double direction) {
        for (const Slot slot : kSlots) {
            if (apart(direction, degrees_of(game.world->ships[index(slot)].at - Vec2{5_u, 3_u})) < 0.1) return slot;
        }
        FAIL("aimed at no ship");
        return Slot::gold;
    };
    Slot last = target(salvos(game, 1)[0][0]);
    for (int n = 0; n < 12; ++n) {
        const Slot now = target(salvos(game, 1)[0][0]);
        CHECK(now == other(last));
        last = now;
    }
    game.step({absent_frame(), {}});
    for (int n = 0; n < 14; ++n) {
        std::vector<double> salvo;
        while (salvo.empty()) {
            game.step({absent_frame(), {}});
            salvo = fired_now(game);
        }
        if (n > 3) CHECK(target(salvo[0]) == Slot::blue);
    }
}

TEST_CASE("a dead part fires nothing, but still counts and draws random numbers") {
    const Level level =
        gun_level({.gun = {.pattern = Pattern::cone, .count = 4, .rest = 10, .spread = Angle::degrees(60)}});
    Game alive(level);
    Game dead(level);
    for (Game* game : {&alive, &dead}) game->step({});
    find_enemy(*dead.world, kEnemy)->parts[0].flags &= static_cast<std::uint8_t>(~kPartAlive);
    for (int t = 0; t < 100; ++t) {
        alive.step({});
        dead.step({});
        REQUIRE(count_of(dead, EventKind::enemy_fired) == 0);
        REQUIRE(enemy_of(dead, kEnemy)->shots == enemy_of(alive, kEnemy)->shots);
        REQUIRE(enemy_of(dead, kEnemy)->random == enemy_of(alive, kEnemy)->random);
    }
    CHECK(dead.world->enemy_shots.count <= 4);  // those of the first tick
    CHECK(enemy_of(alive, kEnemy)->shots == 44);
}
