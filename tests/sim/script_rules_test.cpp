// Goal: what a level script can make an enemy do besides flying and firing: change its gun, pick a state by chance, vanish,
// cancel its fire, raise a flag by its death, trail its parts, stretch tripwires and grids, and have grandchildren.
#include <doctest/doctest.h>

#include <set>

#include "sim/game/enemy.hpp"
#include "sim/game/path.hpp"
#include "sim/game/tuning.hpp"
#include "tests/sim/bare_level.hpp"

using namespace albireo;
using namespace albireo::support;

namespace {

constexpr PartDef kBody = {.vital = 1, .radius = 1_u, .armour = 10};
constexpr EnemyId kFirst{1, 0, 0};

std::int32_t raw(Fixed value) { return value.raw; }

}  // namespace

TEST_CASE("a part fires the gun that its script has chosen, from that gun's delay on") {
    BareLevel bare;
    bare.raw().guns = {{.count = 2, .rest = 5, .speed = 50_mu}, {.count = 7, .rest = 5, .delay = 3, .speed = 50_mu}};
    PartDef part = kBody;
    part.gun = 0;
    const std::uint8_t kind = bare.kind({}, {part}, {{.op = Op::guns, .a = kNone, .x = 1}});
    bare.raw().actions.push_back({.op = Op::sleep, .x = 12});
    bare.raw().actions.push_back({.op = Op::gun, .a = 0, .x = 1});
    bare.raw().actions.push_back({.op = Op::sleep, .x = 65535});
    bare.raw().states.back().tick = {1, 3};
    bare.spawn(0, {.kind = kind, .at = {5_u, 0_u}});
    const Level level = bare.done();
    Game game(level);
    std::vector<std::int32_t> salvos;
    Event fired;
    for (int t = 0; t < 24; ++t) {
        game.step({});
        if (count_of(game, EventKind::enemy_fired, &fired) != 0) salvos.push_back(fired.value);
    }
    CHECK(salvos == std::vector<std::int32_t>{2, 2, 2, 7, 7});
    CHECK(enemy_of(game, kFirst)->parts[0].gun == 1);
}

TEST_CASE("a machine picks among consecutive states by its enemy's own generator, and sleeps for a random time") {
    BareLevel bare;
    const std::uint8_t kind = bare.kind({}, {kBody});
    bare.raw().actions = {{.op = Op::sleep, .x = 10, .y = 20}, {.op = Op::pick, .a = 1, .x = 3}, {.op = Op::sleep, .x = 65535}};
    const std::vector<StateDef> states = {{.tick = {0, 2}}, {.tick = {2, 1}}, {.tick = {2, 1}}, {.tick = {2, 1}}};
    bare.raw().states = states;
    bare.raw().machines.back().states = {0, 4};
    for (int i = 0; i < 40; ++i) bare.spawn(0, {.kind = kind, .at = {Fixed::from_int(i % 10), 0_u}});
    const Level level = bare.done();
    Game game(level);
    std::set<int> picked;
    std::set<std::uint32_t> times;
    for (std::uint32_t t = 1; t <= 40; ++t) {
        game.step({});
        for (const Enemy& enemy : game.world->enemies) {
            if (enemy.machines[0].state == 0) continue;
            picked.insert(enemy.machines[0].state);
            if (enemy.machines[0].age == 1) times.insert(t);
        }
    }
    CHECK(picked == std::set<int>{1, 2, 3});
    CHECK(*times.begin() >= 11);
    CHECK(*times.rbegin() <= 32);
    CHECK(times.size() > 10);
    for (const Enemy& enemy : game.world->enemies) CHECK(enemy.machines[0].state != 0);
}

TEST_CASE("an enemy that vanishes pays nothing. An enemy that dies may raise a flag, two seconds later") {
    BareLevel bare;
    const std::uint8_t vanishing = bare.kind({.worth = 100, .raises = 3}, {kBody}, {{.op = Op::end}});
    const std::uint8_t mortal = bare.kind({.worth = 100, .raises = 4}, {kBody});
    bare.spawn(0, {.kind = vanishing, .at = {5_u, 0_u}});
    const EnemyId second = bare.spawn(0, {.kind = mortal, .at = {0_u, 0_u}});
    const Level level = bare.done();
    Game game(level);
    game.step({});
    CHECK(enemy_of(game, kFirst) == nullptr);
    CHECK(count_of(game, EventKind::enemy_ended) == 1);
    step_as(game, Slot::gold, with({}, shoot(game, Slot::gold, second, 0, 1000)));
    CHECK(game.world->earnings[0].score == 100);
    for (std::uint32_t t = 1; t < kLateTicks; ++t) game.step({});
    CHECK(game.world->flow.flags == 0);
    game.step({});
    CHECK(game.world->flow.flags == 1u << 4);
}

TEST_CASE("a script and the death of a boss turn that enemy's shots to dust, unpaid") {
    for (const bool dies : {false, true}) {
        BareLevel bare;
        bare.raw().guns = {{.speed = 50_mu, .radius = 160_mu}};
        const std::uint8_t boss = bare.kind({.size = KindSize::boss}, {kBody});
        if (!dies) {
            bare.raw().actions.push_back({.op = Op::sleep, .x = 5});
            bare.raw().actions.push_back({.op = Op::cancel});
            bare.raw().actions.push_back({.op = Op::sleep, .x = 1000});
            bare.raw().states.back().tick = {0, 3};
        }
        bare.spawn(0, {.kind = boss, .at = {5_u, 0_u}});
        const Level level = bare.done();
        Game game(level);
        game.step({});
        for (std::uint16_t n = 0; n < 6; ++n) {
            EnemyShot shot{};
            shot.at = {Fixed::from_int(n), 5_u};
            shot.owner = n < 4 ? kFirst : EnemyId{1, 1, 0};
            shot.number = n;
            game.world->enemy_shots.add(shot);
        }
        if (dies) step_as(game, Slot::gold, with({}, shoot(game, Slot::gold, kFirst, 0, 1000)));
        game.steps(dies ? 1 : 8);
        CHECK(game.world->enemy_shots.count == 2);
        CHECK(game.world->earnings[0].score == 0);
    }
}

TEST_CASE("parts trail behind their enemy along its path, or go round a path of their own") {
    BareLevel bare;
    bare.raw().points = {{-10_u, 0_u}, {10_u, 0_u}, {0_u, 0_u}, {2_u, 0_u}, {2_u, 2_u}, {0_u, 2_u}, {0_u, 0_u}};
    bare.raw().paths = {{.points = {0, 2}}, {.points = {2, 5}}};
    PartDef tail = {.motion = PartMotion::trail, .radius = 500_mu, .lead = 3_u};
    PartDef ring = {.motion = PartMotion::trail, .radius = 500_mu, .path = 1, .lead = 1_u, .pace = 50_mu};
    const std::uint8_t kind = bare.kind({.speed = 100_mu}, {kBody, tail, ring});
    bare.spawn(0, {.kind = kind, .placement = Placement::path, .path = 0});
    const Level level = bare.done();
    Game game(level);
    const std::int32_t round = level.path_samples[1].length.raw;
    for (int t = 1; t <= 150; ++t) {
        game.step({});
        const Enemy& enemy = *enemy_of(game, kFirst);
        REQUIRE(abs(enemy.parts[0].at.x - enemy.parts[1].at.x - 3_u) < 5_mu);
        const std::int32_t along = ((50_mu).raw * t - (1_u).raw + round) % round;
        const Vec2 expected = enemy.at + point_on(level.path_samples[1], Fixed{along}).at;
        REQUIRE(length(enemy.parts[2].at - expected) < 5_mu);
    }
}

TEST_CASE("a tripwire runs between two parts, and only while both live") {
    BareLevel bare;
    bare.raw().beams = {{.telegraph = 1, .burn = 1000, .rest = 1, .link = 1, .half_width = 100_mu}};
    PartDef far = {.offset = {-4_u, 3_u}, .radius = 1_u, .armour = 10};
    PartDef near = kBody;
    near.beam = 0;
    const std::uint8_t kind = bare.kind({}, {near, far}, {{.op = Op::beams, .a = kNone, .x = 1}});
    bare.spawn(0, {.kind = kind, .at = {5_u, 0_u}});
    const Level level = bare.done();
    Game game(level);
    game.steps(5);
    REQUIRE(game.world->beams.count == 1);
    CHECK(game.world->beams.items[0].from == enemy_of(game, kFirst)->parts[0].at);
    CHECK(game.world->beams.items[0].tip == enemy_of(game, kFirst)->parts[1].at);
    CHECK(game.world->beams.items[0].burning == 1);
    step_as(game, Slot::gold, with({}, shoot(game, Slot::gold, kFirst, 1, 1000)));
    CHECK(game.world->beams.count == 0);
    CHECK(enemy_of(game, kFirst) != nullptr);
}

TEST_CASE("copies of a beam are parallel, and a beam may begin at a place of the field") {
    BareLevel bare;
    bare.raw().beams = {{.telegraph = 1, .burn = 1000, .rest = 1, .angle = Angle::degrees(90), .copies = 3, .in_field = 1,
                         .reach = 18_u, .half_width = 100_mu, .pitch = 5_u, .at = {2_u, -9_u}}};
    PartDef part = kBody;
    part.beam = 0;
    const std::uint8_t kind = bare.kind({}, {part}, {{.op = Op::beams, .a = kNone, .x = 1}});
    bare.spawn(0, {.kind = kind, .at = {9_u, 5_u}});
    const Level level = bare.done();
    Game game(level);
    game.steps(5);
    REQUIRE(game.world->beams.count == 3);
    std::set<std::int32_t> places;
    for (const Beam& beam : game.world->beams) {
        places.insert((beam.from.x + 50_mu).floor());
        CHECK(abs(beam.from.y + 9_u) < 10_mu);
        CHECK(abs(beam.tip.y - 9_u) < 10_mu);
    }
    CHECK(places == std::set<std::int32_t>{-3, 2, 7});
    std::set<int> copies;
    for (const Beam& beam : game.world->beams) copies.insert(beam.copy);
    CHECK(copies == std::set<int>{0, 1, 2});
}

TEST_CASE("children may have children: each has its own name. At most 15 children with 15 children each") {
    BareLevel bare;
    const std::uint8_t grandchild = bare.kind({}, {kBody});
    const std::uint8_t child = bare.kind({}, {kBody}, std::vector<ActionDef>(20, {.op = Op::spawn, .a = grandchild}));
    const std::uint8_t parent = bare.kind({}, {kBody}, std::vector<ActionDef>(20, {.op = Op::spawn, .a = child, .x = raw(1_u)}));
    bare.spawn(0, {.kind = parent, .at = {5_u, 0_u}});
    const Level level = bare.done();
    CHECK(level.branches[parent] == 1);
    CHECK(level.branches[child] == 0);
    Game game(level);
    game.steps(2);
    std::set<int> names;
    for (const Enemy& enemy : game.world->enemies) CHECK(names.insert(enemy.id.child).second);
    CHECK(names.size() == 1 + 15 + 15 * 15 - (game.world->enemies.refused));
    CHECK(game.world->enemies.refused == 0);
    CHECK(*names.rbegin() == 255);
}
