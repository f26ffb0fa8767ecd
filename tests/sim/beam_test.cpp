// Goal: beams warn, burn and rest for the ticks that their level data gives, and lie where it says: straight, curved,
// turned with the enemy, swept by a step a tick while they burn, or aimed once at where a ship was.
#include <doctest/doctest.h>

#include <cmath>

#include "tests/sim/bare_level.hpp"

using namespace albireo;
using namespace albireo::support;

namespace {

constexpr EnemyId kEnemy{1, 0, 0};
const Vec2 kPlace = {6_u, -1_u};

Level beam_level(BeamDef beam, std::int32_t heading = 0, std::int32_t turn = 0) {
    BareLevel bare;
    beam.half_width = 200_mu;
    bare.raw().beams = {beam};
    const ActionDef face =
        turn != 0 ? ActionDef{.op = Op::face, .a = 2, .x = turn} : ActionDef{.op = Op::face, .a = 0, .x = heading};
    bare.spawn(0, {.kind = bare.kind({}, {{.beam = 0, .radius = 1_u, .armour = 5}},
                                     {{.op = Op::beams, .a = kNone, .x = 1}, face}),
                   .at = kPlace});
    return bare.done();
}

const Beam* beam_in(const Game& game) {
    REQUIRE(game.world->beams.count <= 1);
    return game.world->beams.count == 1 ? &game.world->beams.items[0] : nullptr;
}

/// Steps to the first tick with a beam; with a burning one if `burning`.
const Beam& first_beam(Game& game, bool burning) {
    for (int t = 0; t < 1000; ++t) {
        game.step({});
        const Beam* beam = beam_in(game);
        if (beam != nullptr && (beam->burning != 0) == burning) return *beam;
    }
    FAIL("no beam");
    return *beam_in(game);
}

bool near(Vec2 a, Vec2 b, std::int32_t steps = 8) {
    return std::abs(a.x.raw - b.x.raw) <= steps && std::abs(a.y.raw - b.y.raw) <= steps;
}

/// A vector turned by `steps` of 65 536 to the turn, computed in floating point.
Vec2 turned(Vec2 v, double steps) {
    const double radians = steps / 65536 * 2 * 3.14159265358979323846;
    const double s = std::sin(radians), c = std::cos(radians);
    return {Fixed{static_cast<std::int32_t>(std::lround(v.x.raw * c - v.y.raw * s))},
            Fixed{static_cast<std::int32_t>(std::lround(v.x.raw * s + v.y.raw * c))}};
}

}  // namespace

TEST_CASE("a beam's delay, warning, burn and rest take exactly their ticks") {
    const Level level = beam_level({.telegraph = 30, .burn = 20, .rest = 50, .delay = 10, .reach = 20_u});
    Game game(level);
    for (int t = 0; t < 400; ++t) {
        game.step({});
        const int phase = t < 10 ? -1 : (t - 10) % 100;
        const Beam* beam = beam_in(game);
        INFO("tick ", t);
        REQUIRE((beam != nullptr) == (phase >= 0 && phase < 50));
        if (beam != nullptr) REQUIRE((beam->burning != 0) == (phase >= 30));
        CHECK(count_of(game, EventKind::beam_warns) == (phase == 0 ? 1 : 0));
        CHECK(count_of(game, EventKind::beam_burns) == (phase == 30 ? 1 : 0));
    }
}

TEST_CASE("a straight beam has its reach along its angle, turned by the enemy's heading") {
    for (const int angle : {0, 45, 180, 300}) {
        for (const int heading : {0, 30, 200}) {
            const Level level =
                beam_level({.angle = Angle::degrees(angle), .reach = 20_u}, Angle::degrees(heading).raw);
            Game game(level);
            const Beam& beam = first_beam(game, false);
            const Vec2 way = turned({20_u, 0_u}, Angle::degrees(angle).raw + Angle::degrees(heading).raw);
            CHECK(beam.from == kPlace);
            CHECK(near(beam.tip, kPlace + way, 400));  // sines are accurate to 1.5e-5
            CHECK(near(beam.bend, kPlace + way / 2, 400));
        }
    }
}

TEST_CASE("a curved beam runs from the muzzle over muzzle + bend to muzzle + tip, turned by the enemy's heading") {
    const Vec2 bend = {-9_u, 7_u};
    const Vec2 tip = {-24_u, -3_u};
    for (const int heading : {0, 30, 90, 200}) {
        const Level level = beam_level({.curved = 1, .bend = bend, .tip = tip}, Angle::degrees(heading).raw);
        Game game(level);
        const Beam& beam = first_beam(game, false);
        CHECK(beam.from == kPlace);
        CHECK(near(beam.bend, kPlace + turned(bend, Angle::degrees(heading).raw), 400));
        CHECK(near(beam.tip, kPlace + turned(tip, Angle::degrees(heading).raw), 400));
    }
}

TEST_CASE("a sweep turns a burning beam by its step each tick, not a warning beam, and restarts with each burn") {
    for (const std::int16_t sweep : {std::int16_t{40}, std::int16_t{-90}}) {
        for (const bool curved : {false, true}) {
            const Vec2 bend = {-9_u, 7_u};
            const Vec2 tip = {-24_u, -3_u};
            const Level level = beam_level({.curved = curved ? std::uint8_t{1} : std::uint8_t{0},
                                            .telegraph = 20,
                                            .burn = 70,
                                            .rest = 15,
                                            .sweep = sweep,
                                            .reach = 20_u,
                                            .bend = bend,
                                            .tip = tip});
            Game game(level);
            for (int round = 0; round < 3; ++round) {
                int burnt = 0;
                const Beam* beam = &first_beam(game, false);
                for (; beam != nullptr; game.step({}), beam = beam_in(game)) {
                    burnt += beam->burning;
                    CHECK(near(beam->tip, kPlace + turned(curved ? tip : Vec2{20_u, 0_u}, sweep * burnt), 400));
                    CHECK(near(beam->bend, kPlace + turned(curved ? bend : Vec2{10_u, 0_u}, sweep * burnt), 400));
                }
                CHECK(burnt == 70);
            }
        }
    }
}

TEST_CASE("an aimed beam keeps the line to where the ship was 30 ticks before the warning") {
    const Level level = beam_level({.aimed = 1, .telegraph = 25, .burn = 10, .rest = 33, .delay = 40, .reach = 30_u});
    Game game(level, {.players = 1});
    std::vector<Vec2> places;
    Random random = Random::seed(3, 5);
    Frame frame;
    Vec2 line;
    int warned = 0;
    for (int t = 0; t < 1200; ++t) {
        if (random.below(15) == 0) frame.buttons = static_cast<std::uint16_t>(random.below(16));
        step_as(game, Slot::gold, frame);
        places.push_back(game.world->ships[0].at);
        const Beam* beam = beam_in(game);
        if (beam == nullptr) continue;
        if (count_of(game, EventKind::beam_warns) != 0) {
            ++warned;
            line = beam->tip - beam->from;
            const Vec2 to = places[places.size() - 1 - 30] - kPlace;
            const double there = std::atan2(to.y.raw, to.x.raw);
            const double here = std::atan2(line.y.raw, line.x.raw);
            CHECK(std::abs(std::remainder(here - there, 2 * 3.14159265358979323846)) < 0.0003);
        }
        CHECK(beam->tip - beam->from == line);
    }
    CHECK(warned > 10);
}

TEST_CASE("a part that dies stops burning in the same tick") {
    const Level level = beam_level({.telegraph = 5, .burn = 500, .rest = 5, .reach = 20_u});
    Game game(level);
    first_beam(game, true);
    step_as(game, Slot::gold, with({}, shoot(game, Slot::gold, kEnemy, 0, 1000)));
    CHECK(beam_in(game) == nullptr);
}
