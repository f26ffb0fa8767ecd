// Goal: the charged forms do what no plain weapon does: a lance pierces, a bulwark stops shots, burrs burst together, a
// whip leaps on, a bridge runs to the partner; and what the two players do together: combined storm dust and the gift.
#include <doctest/doctest.h>

#include "sim/game/dust.hpp"
#include "sim/game/gift.hpp"
#include "sim/game/tuning.hpp"
#include "tests/sim/bare_level.hpp"

using namespace albireo;
using namespace albireo::support;

namespace {

constexpr std::int32_t kWhole = 10'000;  // tenths of a needle hit

EnemyId nth(std::size_t n) {
    return {static_cast<std::uint16_t>(n), 0, 0};
}

/// Enemies of one part of a thousand hits each.
Level level_with(const std::vector<Vec2>& places, const PartDef& part = {.vital = 1, .radius = 1_u, .armour = 1000}) {
    BareLevel bare;
    bare.raw().guns = {{.speed = 50_mu, .radius = 160_mu}};
    const std::uint8_t kind = bare.kind({}, {part});
    for (const Vec2 at : places) bare.spawn(0, {.kind = kind, .at = at});
    return bare.done();
}

std::int32_t lost(const Game& game, std::size_t n, std::size_t part = 0) {
    return kWhole - enemy_of(game, nth(n))->parts[part].armour;
}

Frame releasing(Weapon weapon, int more = 0) {
    Frame frame;
    frame.buttons = static_cast<std::uint16_t>(kRelease | more | static_cast<int>(weapon) << kWeaponShift);
    return frame;
}

/// Both ships in the field, with full blue bars.
Game begin(const Level& level, Vec2 gold = {-12_u, 0_u}, Vec2 blue = {-12_u, -6_u}) {
    Game game(level);
    game.step({});
    game.world->ships[0].at = gold;
    game.world->ships[1].at = blue;
    for (Earnings& earnings : game.world->earnings) earnings.charge = kChargeFull;
    for (Ship& ship : game.world->ships) ship.invulnerable = 0;
    return game;
}

Report hit(ShotNumber shot, std::size_t n, std::uint16_t part = 0) {
    return {.kind = ReportKind::hit, .part = part, .enemy = nth(n), .number = shot};
}

void add_bullet(Game& game, Vec2 at, std::uint16_t number = 1, Vec2 speed = {-1_mu, 0_u}) {
    EnemyShot shot{};
    shot.at = at;
    shot.speed = speed;
    shot.owner = nth(1);
    shot.number = number;
    REQUIRE(game.world->enemy_shots.add(shot) != nullptr);
}

Report begins(std::size_t n, std::uint32_t hop = 0) {
    return {.kind = ReportKind::beam_begins, .enemy = nth(n), .number = {hop}};
}

}  // namespace

TEST_CASE("a lance hits up to eight parts for six hits each, every part once, and only its owner reports it") {
    const Level level = level_with({{-9_u, 0_u}, {-8_u, 0_u}, {-10_u, 0_u}});
    Game game = begin(level);
    step_as(game, Slot::gold, releasing(Weapon::needle));
    REQUIRE(game.world->shots[0].count == 1);
    const Shot lance = game.world->shots[0].items[0];
    CHECK(lance.pierce == 8);
    CHECK(length(lance.speed) == 2400_mu);

    step_as(game, Slot::blue, with({}, hit(lance.number, 1)));  // a report of the partner does not count
    CHECK(lost(game, 1) == 0);
    CHECK(game.world->counters[1].late == 1);
    Frame frame = releasing(Weapon::needle);
    for (const std::size_t n : {2u, 3u, 2u}) frame = with(frame, hit(lance.number, n));
    step_as(game, Slot::gold, frame);
    CHECK(lost(game, 2) == 60);
    CHECK(lost(game, 3) == 60);
    CHECK(game.world->counters[0].applied == 2);
    CHECK(game.world->counters[0].implausible == 1);  // the same part twice, which uses up the lance nevertheless
    CHECK(game.world->shots[0].items[0].pierce == 5);
}

TEST_CASE("a lance ends at its eighth part") {
    BareLevel bare;
    const PartDef part = {.vital = 0, .radius = 1_u, .armour = 1000};
    bare.spawn(0, {.kind = bare.kind({}, std::vector<PartDef>(10, part)), .at = {-9_u, 0_u}});
    const Level level = bare.done();
    Game game = begin(level);
    step_as(game, Slot::gold, releasing(Weapon::needle));
    const ShotNumber lance = game.world->shots[0].items[0].number;
    Frame frame = releasing(Weapon::needle);
    for (std::uint16_t p = 0; p < 9; ++p) frame = with(frame, hit(lance, 1, p));
    step_as(game, Slot::gold, frame);
    for (std::size_t p = 0; p < 9; ++p) CHECK(lost(game, 1, p) == (p < 8 ? 60 : 0));
    CHECK(game.world->shots[0].count == 0);
}

TEST_CASE("a lance goes through a shut lid. A needle does not") {
    for (const bool charged : {true, false}) {
        BareLevel bare;
        bare.raw().missiles = {{.launch_speed = 100_mu, .speed = 200_mu, .radius = 500_mu}};
        bare.raw().hatches = {{.shielded_when_shut = 1}};
        const std::uint8_t kind = bare.kind({}, {{.vital = 1, .hatch = 0, .radius = 1_u, .armour = 1000}});
        bare.spawn(0, {.kind = kind, .at = {-10_u, 0_u}});
        const Level level = bare.done();
        Game game = begin(level);
        Frame frame = releasing(Weapon::needle);
        if (!charged) frame.buttons = kFire;
        step_as(game, Slot::gold, frame);
        step_as(game, Slot::gold, with({}, hit(game.world->shots[0].items[0].number, 1)));
        CHECK(lost(game, 1) == (charged ? 60 : 0));
    }
}

TEST_CASE("a bulwark turns shots ahead of the ship to dust, within 1.9 units and 70 degrees to either side") {
    struct Row {
        const char* name;
        Vec2 from_ship;
        bool stops;
    };
    const Row rows[] = {{"ahead", {1_u, 0_u}, true},
                        {"as far as it reaches", {2050_mu, 0_u}, true},
                        {"beyond", {2080_mu, 0_u}, false},
                        {"behind", {-500_mu, 0_u}, false},
                        {"above, 69 degrees", {537_mu, 1400_mu}, true},
                        {"above, 71 degrees", {482_mu, 1400_mu}, false},
                        {"below, 69 degrees", {537_mu, -1400_mu}, true}};
    const Level level = level_with({{10_u, 8_u}});
    for (const Row& row : rows) {
        INFO(row.name);
        for (const bool guards : {true, false}) {
            Game game = begin(level);
            game.world->ships[0].invulnerable = 100;  // no graze
            step_as(game, Slot::gold, releasing(Weapon::fan, guards ? kGuard : 0));
            CHECK(game.world->ships[0].guard == (guards ? 1 : 0));
            const Earnings before = game.world->earnings[0];
            add_bullet(game, game.world->ships[0].at + row.from_ship, 1, {});
            step_as(game, Slot::gold, releasing(Weapon::fan, guards ? kGuard : 0));
            const bool stopped = row.stops && guards;
            CHECK(game.world->enemy_shots.count == (stopped ? 0 : 1));
            CHECK(game.world->earnings[0].score - before.score == (stopped ? 10 : 0));
            CHECK(game.world->earnings[0].charge - before.charge == (stopped ? 2 : 0) - kReleasePerTick);
            CHECK(count_of(game, EventKind::dusted) == (stopped ? 1 : 0));
        }
    }
}

TEST_CASE("a bulwark needs a charged fan that is paid for, and stops bullets with a program, too") {
    const Level level = level_with({{10_u, 8_u}});
    const auto stops = [&](const Frame& frame, std::int32_t charge) {
        Game game = begin(level);
        game.world->earnings[0].charge = charge;
        game.world->ships[0].invulnerable = 100;
        wait(game, 2, {frame, {}});
        add_bullet(game, game.world->ships[0].at + Vec2{1_u, 0_u}, 1, {});
        step_as(game, Slot::gold, frame);
        return game.world->enemy_shots.count == 0;
    };
    CHECK(stops(releasing(Weapon::fan, kGuard), 1000));
    CHECK_FALSE(stops(releasing(Weapon::needle, kGuard), 1000));
    CHECK_FALSE(stops(releasing(Weapon::fan, kGuard), -2000));
    Frame plain;
    plain.buttons = static_cast<std::uint16_t>(kFire | kGuard | static_cast<int>(Weapon::fan) << kWeaponShift);
    CHECK_FALSE(stops(plain, 1000));

    BareLevel bare;
    bare.raw().bullet_steps = {{.op = BulletOp::curve, .ticks = kBulletLifeTicks, .turn = 100}};
    bare.raw().bullets = {{.steps = {0, 1}}};
    bare.raw().guns = {{.speed = 50_mu, .radius = 160_mu, .bullet = 0}};
    bare.spawn(0, {.kind = bare.kind({}, {{.vital = 1, .gun = 0, .radius = 1_u, .armour = 10}}), .at = {10_u, 8_u}});
    const Level turning = bare.done();
    Game game = begin(turning);
    step_as(game, Slot::gold, releasing(Weapon::fan, kGuard));
    add_bullet(game, game.world->ships[0].at + Vec2{1_u, 0_u}, 1, {});
    game.world->enemy_shots.items[0].left = 100;
    game.world->enemy_shots.items[0].pace = 50_mu;
    step_as(game, Slot::gold, releasing(Weapon::fan, kGuard));
    CHECK(game.world->enemy_shots.count == 0);
}

TEST_CASE("n burrs on a part burst together, 72 ticks after the first, for 1.4 n² hits. Both players' add up") {
    for (const auto& burrs : {std::pair{1, 0}, {2, 0}, {4, 4}, {3, 5}, {16, 0}, {16, 4}}) {
        const int gold = burrs.first, blue = burrs.second;
        INFO(gold, " and ", blue);
        const Level level = level_with({{-4_u, 0_u}});
        Game game = begin(level);
        const auto stick = [&](Slot slot) {
            Report report = shoot(game, slot, nth(1), 0, kBurrDamage);
            Shot& shot = game.world->shots[index(slot)].items[game.world->shots[index(slot)].count - 1];
            shot.weapon = Weapon::seekers;
            shot.powered = 1;
            step_as(game, slot, with({}, report));
        };
        for (int i = 0; i < gold; ++i) stick(Slot::gold);
        for (int i = 0; i < blue; ++i) stick(Slot::blue);
        CHECK(lost(game, 1) == 0);
        const int n = std::min(gold + blue, 16);
        CHECK(enemy_of(game, nth(1))->parts[0].burrs[0] + enemy_of(game, nth(1))->parts[0].burrs[1] == n);
        int ticks = gold + blue - 1;  // since the first of them stuck
        while (enemy_of(game, nth(1))->parts[0].fuse != 0 && ticks < 100) {
            CHECK(lost(game, 1) == 0);
            game.step({});
            ++ticks;
        }
        CHECK(ticks == 71);  // the tick in which the first one stuck burns the fuse, too
        CHECK(lost(game, 1) == 14 * n * n);
        CHECK(count_of(game, EventKind::burst) == 1);
        const Enemy& enemy = *enemy_of(game, nth(1));
        CHECK(enemy.damage_by[0] + enemy.damage_by[1] == 14 * n * n);
        CHECK(std::abs(enemy.damage_by[0] - 14 * n * gold) <= (gold + blue > 16 ? 14 * 16 * 4 : 1));
    }
}

TEST_CASE("a burr on a plate bursts through to the first vital part, and a burst can kill") {
    BareLevel bare;
    const std::uint8_t kind = bare.kind({.worth = 100}, {{.radius = 1_u, .armour = 0}, {.vital = 1, .radius = 1_u, .armour = 1}});
    bare.spawn(0, {.kind = kind, .at = {-4_u, 0_u}});
    const Level level = bare.done();
    Game game = begin(level);
    const Report report = shoot(game, Slot::blue, nth(1), 0, kBurrDamage);
    game.world->shots[1].items[0].weapon = Weapon::seekers;
    game.world->shots[1].items[0].powered = 1;
    step_as(game, Slot::blue, with({}, report));
    wait(game, 70);
    CHECK(enemy_of(game, nth(1)) != nullptr);
    game.step({});
    CHECK(enemy_of(game, nth(1)) == nullptr);
    CHECK(game.world->earnings[1].kills == 1);
    CHECK(game.world->earnings[1].score == 100);
}

TEST_CASE("a whip leaps on to three more targets, for 6, 4, 3 and 2 tenths a tick") {
    const Level level = level_with({{0_u, 0_u}, {4_u, 4_u}, {8_u, 8_u}, {12_u, 4_u}, {15_u, 0_u}});
    Game game = begin(level);
    Frame frame = releasing(Weapon::ribbon);
    frame.lock = nth(1);
    frame.aim = AimPoint::at({0_u, 0_u});
    step_as(game, Slot::gold, frame);
    CHECK(game.world->ships[0].ribbon == kWhip);
    // A hop from a target that does not burn is late, not implausible: the partner may have destroyed that target.
    step_as(game, Slot::gold, with(with(with(frame, begins(2, 1)), begins(3, 2)), begins(4, 3)));
    CHECK(game.world->counters[0].late == 3);
    CHECK(game.world->counters[0].implausible == 0);
    // A fourth hop, and a hop that is too far, are refused.
    step_as(game, Slot::gold, with(with(with(frame, begins(1)), begins(4, 4)), begins(5, 1)));
    CHECK(game.world->counters[0].implausible == 2);
    step_as(game, Slot::gold, with(with(with(frame, begins(2, 1)), begins(3, 2)), begins(4, 3)));
    CHECK(game.world->counters[0].applied == 4);
    for (int t = 0; t < 4; ++t) step_as(game, Slot::gold, frame);
    CHECK(lost(game, 1) == 6 * 6);
    CHECK(lost(game, 2) == 5 * 4);
    CHECK(lost(game, 3) == 5 * 3);
    CHECK(lost(game, 4) == 5 * 2);
    // Without its first target the whip has nothing to leap from.
    step_as(game, Slot::gold, with(frame, {.kind = ReportKind::beam_ends, .enemy = nth(1)}));
    CHECK(lost(game, 2) == 5 * 4);
}

TEST_CASE("a bridge burns what lies between the ships, 6 a tick, 9 while both players hold it, and nothing without a partner") {
    const Level level = level_with({{-8_u, 0_u}, {-8_u, 4_u}});
    for (const std::uint8_t players : {std::uint8_t{3}, std::uint8_t{1}}) {
        Game game(level, {.players = players});
        game.step({});
        game.world->ships[0].at = {-12_u, 0_u};
        game.world->ships[1].at = {-2_u, 0_u};
        FramePair frames{releasing(Weapon::ribbon), {}};
        frames[0].lock = kLockPartner;
        frames[0].aim = AimPoint::at({-2_u, 0_u});
        for (Earnings& earnings : game.world->earnings) earnings.charge = 1000;
        game.step(frames);
        CHECK(game.world->ships[0].ribbon == kBridge);
        FramePair reports = frames;
        reports[0] = with(with(reports[0], begins(1)), begins(2));
        game.step(reports);
        CHECK(lost(game, 1) == (players == 3 ? 6 : 0));
        CHECK(lost(game, 2) == 0);  // a bridge is straight
        if (players == 1) continue;
        frames[1] = releasing(Weapon::ribbon);
        frames[1].lock = kLockPartner;
        frames[1].aim = AimPoint::at({-12_u, 0_u});
        game.step(frames);
        CHECK(lost(game, 1) == 6 + 6);
        game.step(frames);
        CHECK(lost(game, 1) == 6 + 6 + 9);
    }
}

TEST_CASE("a combined storm turns every shot in the field to dust, 20 points each to both players") {
    const Level level = level_with({{10_u, 8_u}});
    Game game = begin(level, {-12_u, 0_u}, {-12_u, 2_u});
    for (Earnings& earnings : game.world->earnings) earnings.gold = 1000;
    for (Earnings& earnings : game.world->earnings) earnings.multiplier = 4;
    for (std::uint16_t n = 1; n <= 5; ++n) add_bullet(game, {Fixed::from_int(n), 5_u}, n);
    add_bullet(game, {16_u + 500_mu, 0_u}, 6);  // outside the field
    FramePair frames;
    for (Frame& frame : frames) frame.buttons = kLightning;
    game.step(frames);
    CHECK(game.world->enemy_shots.count == 1);
    CHECK(game.world->earnings[0].score == 100);
    CHECK(game.world->earnings[1].score == 100);
    CHECK(count_of(game, EventKind::dusted) == 5);
}

TEST_CASE("a gift costs a full gold bar. It gives a partner who is out a life, late, and a partner who is alive a full blue bar") {
    const Level level = level_with({});
    Frame gift;
    gift.buttons = kGift;
    SUBCASE("a blue bar") {
        Game game = begin(level);
        game.world->earnings[0].gold = 1000;
        game.world->earnings[1].charge = 300;
        step_as(game, Slot::gold, gift);
        CHECK(game.world->earnings[0].gold == 0);
        CHECK(game.world->earnings[1].charge == 1000);
        CHECK(count_of(game, EventKind::gift) == 1);
        CHECK(game.world->ships[0].lightning_wait == kLightningWait - 1);
    }
    SUBCASE("a life") {
        Game game = begin(level);
        game.world->earnings[0].gold = 1000;
        game.world->ships[1].lives = 1;
        step_as(game, Slot::blue, with({}, {.kind = ReportKind::died, .part = 0}));
        wait(game, 100);
        step_as(game, Slot::gold, gift);
        CHECK(game.world->earnings[0].gold == 0);
        int ticks = 0;
        for (; game.world->ships[1].lives == 0 && ticks < 200; ++ticks) game.step({});
        CHECK(ticks == kLateTicks);
        CHECK(game.world->ships[1].lives == 1);
    }
    SUBCASE("not without gold, not to a full bar, not twice") {
        Game game = begin(level);
        game.world->earnings[1].charge = 300;
        step_as(game, Slot::gold, gift);
        CHECK(game.world->earnings[1].charge == 300);
        CHECK(game.world->counters[0].unpaid == 1);
        wait(game, 100);
        game.world->earnings[0].gold = 1000;
        game.world->earnings[1].charge = 1000;
        step_as(game, Slot::gold, gift);
        CHECK(game.world->earnings[0].gold == 1000);
        game.world->earnings[1].charge = 0;
        step_as(game, Slot::gold, gift);
        CHECK(game.world->earnings[0].gold == 1000);  // too soon
    }
}
