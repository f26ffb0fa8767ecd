// Goal: each touch on a player's screen is reported once, with the right name, and nothing else is. Hits of a partner's
// untrusted shot are not reported yet; hits by a spent shot or on an invulnerable ship are not reported any more.
#include "client/predict/reporter.hpp"

#include <doctest/doctest.h>

#include <memory>
#include <vector>

#include "client/collide/query.hpp"
#include "client/predict/units.hpp"
#include "sim/game/enemy.hpp"
#include "sim/game/tuning.hpp"
#include "sim/game/wall.hpp"
#include "sim/level/level_bytes.hpp"
#include "sim/step.hpp"
#include "tests/support/pilot.hpp"
#include "tests/support/small_level.hpp"

using namespace albireo;
using client::RemoteShots;
using client::Reporter;

namespace {

constexpr std::uint8_t kSkimmer = 0;
constexpr std::uint8_t kWarden = 5;

const Stage& stage() {
    static const Stage walled([] {
        Level level = support::small_level();
        level.tiles.front().walls = level.tiles[1].walls;  // by default the level starts without walls
        derive(level);
        return level;
    }());
    return walled;
}

/// A world a second after its start, with gold alone in the middle and mortal.
struct Scene {
    std::unique_ptr<World> world = std::make_unique<World>();
    Reporter reporter{stage().level, stage().bodies, Slot::gold};
    RemoteShots partners{Slot::blue};

    Scene() {
        init(*world, stage().level, {});
        world->tick = world->clock = Tick{60};
        for (Ship& ship : world->ships) ship.invulnerable = 0;
        ship().at = {};
        world->ships[1].at = {-14_u, -8_u};
    }
    Ship& ship() { return world->ships[0]; }

    Enemy& add_enemy(std::uint8_t kind, Vec2 at) {
        const KindDef& def = stage().level.kinds[kind];
        Enemy enemy{};
        enemy.id = {static_cast<std::uint16_t>(world->enemies.count + 1), 0, 0};
        enemy.kind = kind;
        enemy.part_count = static_cast<std::uint8_t>(def.parts.count);
        enemy.at = at;
        for (std::size_t i = 0; i < enemy.part_count; ++i) {
            const PartDef& part = stage().level.parts[def.parts.first + i];
            enemy.parts[i].at = at + part.offset;
            enemy.parts[i].armour = part.armour * kDamageUnit;
            enemy.parts[i].flags = kPartAlive;
        }
        return *world->enemies.add(enemy);
    }
    /// A needle that has just moved to `at` from one tick to the left.
    void add_shot(Slot slot, std::uint32_t number, Vec2 at) {
        Shot shot{};
        shot.at = at;
        shot.speed = {950_mu, {}};
        shot.number = {number};
        shot.damage = 10;
        world->shots[index(slot)].add(shot);
    }
    void add_enemy_shot(Vec2 at) {
        EnemyShot shot{};
        shot.at = at;
        shot.owner = {9, 0, 0};
        shot.number = 5;
        world->enemy_shots.add(shot);
    }
    std::vector<Report> look() {
        const auto reports = reporter.look(*world, partners);
        ++world->tick;
        return {reports.begin(), reports.end()};
    }
    bool hides_partners_shot() const { return partners.is_hidden(*world, world->shots[1].items[0]); }
    /// Makes the partner's shots in the world confirmed, then known, then trusted.
    void trust() {
        partners.update(*world, world->tick);
        partners.update(*world, world->tick);
    }
};

}  // namespace

TEST_CASE("a shot that crosses an enemy within a tick hits it once") {
    Scene scene;
    const Enemy& enemy = scene.add_enemy(kSkimmer, {8_u, 4_u});
    scene.add_shot(Slot::gold, 7, {8500_mu, 4_u});
    const auto reports = scene.look();
    REQUIRE(reports.size() == 1);
    CHECK(reports[0] == Report{ReportKind::hit, Slot::gold, 0, enemy.id, {7}});
    CHECK(scene.look().empty());

    // The core accepts the report.
    FramePair frames{};
    frames[0].report_count = 1;
    frames[0].reports[0] = reports[0];
    auto events = std::make_unique<Events>();
    step(*scene.world, stage().level, frames, *events);
    CHECK(scene.world->counters[0].applied == 1);
    CHECK(scene.world->shots[0].count == 0);
}

TEST_CASE("a shot hits the mesh, not the bounding circle") {
    Scene scene;
    const Enemy& enemy = scene.add_enemy(kSkimmer, {8_u, 4_u});
    const math::Transform pose = client::part_pose(enemy, 0);
    const collide::Mesh& mesh = stage().bodies.part(stage().level.kinds[kSkimmer].parts.first);
    // Shots that come to a line before the enemy's middle, all within its bound: some hit its nose, some pass its
    // wings.
    int hits = 0, misses = 0;
    for (int y = -550; y <= 550; y += 50) {
        const Vec2 at{7750_mu, 4_u + Fixed::ratio(y, 1000)};
        const auto from = client::in_plane(at - Vec2{1250_mu, {}});
        const bool meets = collide::first_hit(mesh, pose, {from, 0.14F}, {1.25F, 0, 0}).has_value();
        Scene again;
        again.add_enemy(kSkimmer, {8_u, 4_u});
        again.add_shot(Slot::gold, 1, at);
        CHECK(again.look().size() == (meets ? 1 : 0));
        ++(meets ? hits : misses);
    }
    CHECK(hits > 3);
    CHECK(misses > 3);
}

TEST_CASE("a partner's shot deals no damage until it is trusted, and none once it is spent") {
    SUBCASE("a guess is hidden") {
        Scene scene;
        scene.add_enemy(kSkimmer, {8_u, 4_u});
        scene.add_shot(Slot::blue, 3, {8500_mu, 4_u});
        CHECK(scene.look().empty());
        CHECK(scene.hides_partners_shot());
        scene.trust();
        CHECK(scene.look().empty());
    }
    SUBCASE("a trusted shot is reported as the partner's") {
        Scene scene;
        const Enemy& enemy = scene.add_enemy(kSkimmer, {8_u, 4_u});
        scene.add_shot(Slot::blue, 3, {8500_mu, 4_u});
        scene.trust();
        const auto reports = scene.look();
        REQUIRE(reports.size() == 1);
        CHECK(reports[0] == Report{ReportKind::hit, Slot::blue, 0, enemy.id, {3}});
        CHECK(scene.look().empty());
    }
    SUBCASE("a spent shot is not") {
        Scene scene;
        scene.add_enemy(kSkimmer, {8_u, 4_u});
        scene.add_shot(Slot::blue, 3, {8500_mu, 4_u});
        scene.trust();
        scene.world->marks[1].spent.set({3}, true);
        CHECK(scene.look().empty());
        CHECK_FALSE(scene.hides_partners_shot());
    }
}

TEST_CASE("anything that touches the ship kills it, and the report names it") {
    Scene scene;
    Cause cause = Cause::wall;
    SUBCASE("an enemy shot at the nose") {
        scene.add_enemy_shot({750_mu, {}});
        cause = Cause::enemy_shot;
    }
    SUBCASE("an enemy") {
        scene.add_enemy(kSkimmer, {900_mu, {}});
        cause = Cause::enemy;
    }
    SUBCASE("an enemy that surrounds the ship") {
        scene.add_enemy(kWarden, {300_mu, {}});
        cause = Cause::enemy;
    }
    SUBCASE("a missile") {
        Missile missile{};
        missile.owner = {9, 0, 0};
        missile.number = 5;
        missile.at = {800_mu, {}};
        scene.world->missiles.add(missile);
        cause = Cause::missile;
    }
    SUBCASE("a burning beam") {
        scene.world->beams.add({.owner = {9, 0, 0}, .burning = 1, .from = {10_u, {}}, .bend = {}, .tip = {-10_u, {}}});
        cause = Cause::beam;
    }
    SUBCASE("a wall") {
        scene.ship().at = {3_u, -8_u};
    }

    const auto reports = scene.look();
    REQUIRE(reports.size() == 1);
    CHECK(reports[0].kind == ReportKind::died);
    CHECK(reports[0].slot == Slot::gold);
    CHECK(reports[0].part == static_cast<std::uint16_t>(cause));
    if (cause == Cause::enemy_shot || cause == Cause::missile) CHECK(reports[0].number == ShotNumber{5});
    // The death is not reported again while its frame is on its way. If the ship still flies after that, because a pause began
    // in that very tick, it is reported again.
    CHECK(scene.look().empty());
    CHECK(scene.reporter.death(*scene.world) == reports[0]);  // asks about this world only
    CHECK(scene.look().size() == 1);
    scene.ship().invulnerable = 10;
    CHECK(!scene.reporter.death(*scene.world));
    scene.look();
    CHECK(scene.look().empty());
}

TEST_CASE("a near miss does not kill the ship") {
    Scene scene;
    SUBCASE("a shot past the nose") {
        scene.add_enemy_shot({500_mu, 450_mu});
    }
    SUBCASE("a beam that only warns") {
        scene.world->beams.add({.owner = {9, 0, 0}, .burning = 0, .from = {10_u, {}}, .bend = {}, .tip = {-10_u, {}}});
    }
    SUBCASE("an enemy above") {
        scene.add_enemy(kSkimmer, {{}, 1200_mu});
    }
    SUBCASE("a wall below") {
        scene.ship().at = {{}, -6_u};
    }
    CHECK(!scene.reporter.death(*scene.world));
    CHECK(scene.look().empty());
}

TEST_CASE("a larger ship has less room, by exactly that much") {
    Scene scene;
    scene.add_enemy_shot({3_u, {}});  // straight ahead of the nose
    client::Bodies bodies = stage().bodies;
    // The distance between hull and shot, by halving.
    float none = 0, most = 3;
    for (int i = 0; i < 20; ++i) {
        const float by = (none + most) / 2;
        bodies = stage().bodies;
        bodies.widen_ship(by);
        (Reporter(stage().level, bodies, Slot::gold).death(*scene.world) ? most : none) = by;
    }
    scene.world->enemy_shots.items[0].at.x = 3_u - Fixed{static_cast<std::int32_t>((none - 0.01F) * 65536)};
    CHECK(!scene.reporter.death(*scene.world));
    scene.world->enemy_shots.items[0].at.x = 3_u - Fixed{static_cast<std::int32_t>((none + 0.01F) * 65536)};
    CHECK(scene.reporter.death(*scene.world));
}

TEST_CASE("the start and end of the ribbon's touch are reported") {
    Scene scene;
    Enemy& enemy = scene.add_enemy(kSkimmer, {8_u, {}});
    scene.ship().ribbon = 1;
    scene.ship().aim = enemy.at;
    auto reports = scene.look();
    REQUIRE(reports.size() == 1);
    CHECK(reports[0] == Report{ReportKind::beam_begins, Slot::gold, 0, enemy.id, {}});

    scene.world->touches[0][0] = {enemy.id, 0, 1};
    CHECK(scene.look().empty());

    enemy.at = enemy.parts[0].at = {8_u, 5_u};
    reports = scene.look();
    REQUIRE(reports.size() == 1);
    CHECK(reports[0] == Report{ReportKind::beam_ends, Slot::gold, 0, enemy.id, {}});

    // A ribbon that goes out needs no report: the core ends the touch by itself.
    scene.ship().ribbon = 0;
    CHECK(scene.look().empty());
}

TEST_CASE("a ribbon burns no more parts than the core can hold") {
    Scene scene;
    for (int i = 0; i < 12; ++i) scene.add_enemy(kSkimmer, {Fixed::from_int(2 + i), {}});
    scene.ship().ribbon = 1;
    scene.ship().aim = {14_u, {}};
    CHECK(scene.look().size() == kTouchesMax);
}

TEST_CASE("a lance is reported for every part on its way, each once, and never the partner's") {
    Scene scene;
    const EnemyId first = scene.add_enemy(kSkimmer, {8_u, 4_u}).id;
    const EnemyId second = scene.add_enemy(kSkimmer, {9500_mu, 4_u}).id;
    const auto add_lance = [&](Slot slot, Vec2 at) {
        scene.add_shot(slot, 7, at);
        Shot& lance = scene.world->shots[index(slot)].items[0];
        lance.speed = {2400_mu, {}};
        lance.powered = 1;
        lance.pierce = kPierceMax;
    };
    add_lance(Slot::blue, {10_u, 4_u});
    scene.trust();
    CHECK(scene.look().empty());
    add_lance(Slot::gold, {10_u, 4_u});
    const auto reports = scene.look();
    REQUIRE(reports.size() == 2);
    CHECK(reports[0] == Report{ReportKind::hit, Slot::gold, 0, first, {7}});
    CHECK(reports[1] == Report{ReportKind::hit, Slot::gold, 0, second, {7}});
    scene.world->shots[0].items[0].at.x += 500_mu;
    CHECK(scene.look().empty());
}

TEST_CASE("a whip leaps to the nearest part within reach, and from there to the next, and lets go of lost targets") {
    Scene scene;
    std::vector<EnemyId> ids;
    for (const Vec2 at : {Vec2{8_u, 0_u}, Vec2{11_u, 3_u}, Vec2{14_u, 6_u}, Vec2{4_u, -8_u}}) ids.push_back(scene.add_enemy(kSkimmer, at).id);
    scene.ship().ribbon = kWhip;
    scene.ship().aim = {8_u, 0_u};
    auto reports = scene.look();
    REQUIRE(reports.size() == 1);  // first the target itself
    CHECK(reports[0] == Report{ReportKind::beam_begins, Slot::gold, 0, ids[0], {}});
    scene.world->touches[0][0] = {ids[0], 0, 1};
    reports = scene.look();
    REQUIRE(reports.size() == 2);
    CHECK(reports[0] == Report{ReportKind::beam_begins, Slot::gold, 0, ids[1], {1}});
    CHECK(reports[1] == Report{ReportKind::beam_begins, Slot::gold, 0, ids[2], {2}});
    scene.world->touches[0][1] = {ids[1], 0, 2};
    scene.world->touches[0][2] = {ids[2], 0, 3};
    CHECK(scene.look().empty());
    // With its first target off the ribbon, a whip has nothing to leap from in this tick.
    Enemy* first = find_enemy(*scene.world, ids[0]);
    REQUIRE(first != nullptr);
    const Vec2 place = first->at;
    first->at = first->parts[0].at = {8_u, 8_u};
    reports = scene.look();
    CHECK(reports.size() == 3);
    for (const Report& report : reports) CHECK(report.kind == ReportKind::beam_ends);
    first->at = first->parts[0].at = place;
    CHECK(scene.look().empty());
    scene.ship().ribbon = kRibbon;  // no longer charged
    reports = scene.look();
    REQUIRE(reports.size() == 2);
    for (const Report& report : reports) CHECK(report.kind == ReportKind::beam_ends);
}

TEST_CASE("a paused world has no collisions") {
    Scene scene;
    scene.add_enemy(kSkimmer, {900_mu, {}});
    scene.world->flow.machine.state = 1;  // paused
    REQUIRE(is_paused(*scene.world));
    CHECK(scene.look().empty());
}

TEST_CASE("a ship that a moving wall reaches is reported, at the wall's place in that tick") {
    Level level = support::small_level();
    level.points = {{-4_u, 3_u}, {4_u, 3_u}, {4_u, 9_u}, {-4_u, 9_u}};
    level.wall_keys = {{.t = 0}, {.t = 60, .by = {0_u, -6_u}}};
    level.walls = {{.points = {0, 4}, .keys = {0, 2}}};
    level.paths.clear();
    level.spawns.clear();
    level.cues.clear();
    level.loops.clear();
    level.loop_cues.clear();
    level.kinds.clear();
    level.tiles = {{.exit = {40_u, 0_u}, .ticks = 4000, .walls = {0, 1}}};
    derive(level);
    const Stage moving{Level(level)};
    Reporter reporter{moving.level, moving.bodies, Slot::gold};
    RemoteShots partners{Slot::blue};
    auto world = std::make_unique<World>();
    auto events = std::make_unique<Events>();
    init(*world, level, {});
    std::uint32_t died_at = 0, in_rock_at = 0;
    for (std::uint32_t t = 1; t <= 60; ++t) {
        step(*world, level, {}, *events);
        for (Ship& ship : world->ships) ship.invulnerable = 0, ship.rock_ticks = 0;
        world->ships[0].at = {};
        for (const Report& report : reporter.look(*world, partners)) {
            CHECK(report.kind == ReportKind::died);
            CHECK(report.part == static_cast<std::uint16_t>(Cause::wall));
            if (died_at == 0) died_at = t;
        }
        if (in_rock_at == 0 && is_rock(world->scroll, level, Vec2{})) in_rock_at = t;
    }
    CHECK(in_rock_at == 30);  // half-way down, to a height of 0
    CHECK(died_at < in_rock_at);
    CHECK(died_at > in_rock_at - 5);  // the ship is less than half a unit high; the wall comes 0.15 units a tick
}
