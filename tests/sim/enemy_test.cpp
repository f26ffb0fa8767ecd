// Goal: a part can be damaged exactly while it is alive, has armour, is not hardened, has no living shield and no shut
// lid; and its death has the right consequences.
#include <doctest/doctest.h>

#include <algorithm>

#include "sim/game/enemy.hpp"
#include "tests/sim/bare_level.hpp"
#include "tests/sim/real_levels.hpp"

using namespace albireo;
using namespace albireo::support;

namespace {

enum PartIndex : std::uint8_t { kCore, kShield, kBare, kLidded, kOpenable, kPlain, kParts };
constexpr EnemyId kSpawned{1, 0, 0};

Level parts_level() {
    BareLevel bare;
    Level& level = bare.raw();
    level.missiles = {{.launch_speed = 100_mu, .speed = 100_mu, .radius = 100_mu}};
    level.hatches = {{.shielded_when_shut = 1, .shut = 60000}, {.shut = 60000}};
    const PartDef plain = {.radius = 500_mu, .armour = 5, .worth = 40};
    std::vector<PartDef> parts(kParts, plain);
    parts[kCore].vital = 1;
    parts[kCore].shield = kShield;
    parts[kCore].worth = 0;
    parts[kBare].armour = 0;
    parts[kLidded].hatch = 0;
    parts[kOpenable].hatch = 1;
    bare.spawn(0, {.kind = bare.kind({.worth = 300, .charge = 10}, parts)});
    return bare.done();
}

Enemy& enemy_in(Game& game) {
    Enemy* enemy = find_enemy(*game.world, kSpawned);
    REQUIRE(enemy != nullptr);
    return *enemy;
}

}  // namespace

TEST_CASE("which parts can be damaged, and what a hit does to them") {
    struct Row {
        const char* name;
        PartIndex part;
        std::uint8_t raised;   // flags added to this part
        std::uint8_t lowered;  // flags removed from it
        bool guard_dead;
        bool exposed;
    };
    const Row rows[] = {
        {"plain", kPlain, 0, 0, false, true},
        {"hardened", kPlain, kHardened, 0, false, false},
        {"dead", kPlain, 0, kPartAlive, false, false},
        {"without armour", kBare, 0, 0, false, false},
        {"shielded", kCore, 0, 0, false, false},
        {"its shield dead", kCore, 0, 0, true, true},
        {"its shield dead, but hardened", kCore, kHardened, 0, true, false},
        {"the shield itself", kShield, 0, 0, false, true},
        {"under a shut lid", kLidded, 0, 0, false, false},
        {"under a shut lid that works", kLidded, kHatchOn, 0, false, false},
        {"under an open lid", kLidded, kHatchOn | kHatchOpen, 0, false, true},
        {"under an open lid, hardened", kLidded, kHatchOn | kHatchOpen | kHardened, 0, false, false},
        {"a shut hatch that is no shield", kOpenable, 0, 0, false, true},
        {"an open hatch that is no shield", kOpenable, kHatchOn | kHatchOpen, 0, false, true},
    };
    const Level level = parts_level();
    for (const Row& row : rows) {
        INFO(row.name);
        Game game(level);
        wait(game, 2);
        Enemy& enemy = enemy_in(game);
        Part& part = enemy.parts[row.part];
        part.flags = static_cast<std::uint8_t>((part.flags | row.raised) & ~row.lowered);
        if (row.guard_dead) enemy.parts[kShield].flags &= static_cast<std::uint8_t>(~kPartAlive);
        CHECK(is_exposed(level, enemy, row.part) == row.exposed);
        const std::int32_t before = part.armour;
        step_as(game, Slot::blue, with({}, shoot(game, Slot::blue, kSpawned, row.part, 20)));
        CHECK(before - part.armour == (row.exposed ? 20 : 0));
        CHECK(enemy.damage_by[1] == (row.exposed ? 20 : 0));
        CHECK(game.world->counters[1].applied == 1);  // a hit without damage is still applied
        CHECK(game.world->shots[1].count == 0);
    }
}

TEST_CASE("a hatch shields while it is shut and opens on time, and script commands harden and soften parts") {
    BareLevel bare;
    Level& level = bare.raw();
    level.missiles = {{.launch_speed = 100_mu, .speed = 100_mu, .radius = 100_mu}};
    level.hatches = {{.count = 2, .shielded_when_shut = 1, .shut = 40, .opening = 15, .gap = 10}};
    const PartDef part = {.radius = 500_mu, .armour = 5};
    PartDef lidded = part;
    lidded.hatch = 0;
    bare.spawn(
        0, {.kind = bare.kind({}, {part, lidded}, {{.op = Op::hatches, .a = 1, .x = 1}, {.op = Op::armour, .x = 0}})});
    const Level made = bare.done();
    Game game(made);
    // Shut for 40 ticks (the delay of 0 starts a cycle at once), open: 15, a missile, 10, a missile, 15; then shut again.
    std::vector<int> opened, shut, launched;
    bool was_open = false;
    for (int t = 1; t <= 200; ++t) {
        game.step({});
        const Enemy& enemy = enemy_in(game);
        REQUIRE_FALSE(is_exposed(made, enemy, 0));
        const bool open = is_exposed(made, enemy, 1);
        if (open && !was_open) opened.push_back(t);
        if (!open && was_open) shut.push_back(t);
        if (count_of(game, EventKind::missile_launched) != 0) launched.push_back(t);
        was_open = open;
    }
    CHECK(opened == std::vector<int>{1, 81, 161});
    CHECK(launched == std::vector<int>{16, 26, 96, 106, 176, 186});
    CHECK(shut == std::vector<int>{41, 121});
}

TEST_CASE("a part's death earns its worth, and the death of a vital part kills the whole enemy") {
    const Level level = parts_level();
    Game game(level);
    wait(game, 2);
    const Earnings& earnings = game.world->earnings[0];
    step_as(game, Slot::gold, with({}, shoot(game, Slot::gold, kSpawned, kShield, 49)));
    CHECK(enemy_in(game).parts[kShield].armour == 1);
    CHECK(count_of(game, EventKind::part_died) == 0);
    step_as(game, Slot::gold, with({}, shoot(game, Slot::gold, kSpawned, kShield, 500)));
    CHECK(count_of(game, EventKind::part_died) == 1);
    CHECK((enemy_in(game).parts[kShield].flags & kPartAlive) == 0);
    CHECK(enemy_in(game).parts[kShield].armour == 0);
    CHECK(enemy_in(game).damage_by[0] == 50);  // damage beyond its armour does not count
    CHECK(earnings.score == 40);
    CHECK(earnings.charge == 0);
    CHECK(earnings.kills == 0);
    step_as(game, Slot::gold, with({}, shoot(game, Slot::gold, kSpawned, kCore, 50)));
    CHECK(count_of(game, EventKind::enemy_died) == 1);
    CHECK(game.world->enemies.count == 0);
    CHECK(earnings.score == 340);
    CHECK(earnings.charge == 10);
    CHECK(earnings.kills == 1);
}

TEST_CASE("The Warden: the core opens last, a break lasts 120 ticks, and 60 more pass without fire while the shell bursts") {
    const RealLevel* cut = nullptr;
    for (const RealLevel& real : real_levels()) {
        if (real.name == "the_cut, standard") cut = &real;
    }
    REQUIRE(cut != nullptr);
    Level level = cut->level;
    level.loops.clear();
    level.cues.clear();
    const auto is_warden = [&](const SpawnDef& spawn) { return level.name(level.kinds[spawn.kind].name) == "warden"; };
    const auto warden = std::find_if(level.spawns.begin(), level.spawns.end(), is_warden);
    REQUIRE(warden != level.spawns.end());
    level.cues = {{.tick = 0, .kind = CueKind::spawn, .a = static_cast<std::uint16_t>(warden - level.spawns.begin())}};
    const EnemyId id{static_cast<std::uint16_t>(level.cues[0].a + 1), 0, 0};
    const MachineDef& phases = level.machines[level.kinds[warden->kind].machines.first + 1u];
    REQUIRE(level.name(phases.name) == "phases");

    Game game(level);
    game.step({});
    const auto phase = [&] {
        return std::string(level.name(level.states[phases.states.first + enemy_of(game, id)->machines[1].state].name));
    };
    const auto ticks_until = [&](const std::string& name) {
        int ticks = 0;
        for (; phase() != name; ++ticks) {
            REQUIRE(ticks < 1000);
            game.step({});
        }
        return ticks;
    };
    constexpr std::uint8_t kWardenCore = 1, kClawHigh = 2, kClawLow = 3, kEye = 6;
    const auto part = [&](std::uint8_t number) -> const Part& { return enemy_of(game, id)->parts[number]; };
    const auto exposed = [&](std::uint8_t number) { return is_exposed(level, *enemy_of(game, id), number); };
    const auto hurt = [&](std::uint8_t number, std::int32_t damage) {
        step_as(game, Slot::gold, with({}, shoot(game, Slot::gold, id, number, static_cast<std::uint16_t>(damage))));
    };
    CHECK_FALSE(exposed(kWardenCore));
    ticks_until("claws");
    hurt(kClawHigh, part(kClawHigh).armour);
    ticks_until("claw_low_left");
    CHECK(exposed(kClawLow));
    CHECK_FALSE(exposed(kEye));
    hurt(kClawLow, part(kClawLow).armour);
    CHECK(count_of(game, EventKind::phase_cracking) == 1);
    CHECK(ticks_until("eye") <= 121);  // the claw's machine is one tick ahead
    CHECK(exposed(kEye));
    CHECK_FALSE(exposed(kWardenCore));
    hurt(kEye, part(kEye).armour);
    CHECK(count_of(game, EventKind::phase_cracking) == 1);
    CHECK(ticks_until("core") == 120);

    CHECK(exposed(kWardenCore));
    const std::int32_t half = part(kWardenCore).armour / 2;
    hurt(kWardenCore, half);
    wait(game, 200);
    CHECK(phase() == "core");  // not below the mark yet
    hurt(kWardenCore, 10);
    CHECK(count_of(game, EventKind::phase_cracking) == 1);
    CHECK(ticks_until("shedding") == 120);
    CHECK(count_of(game, EventKind::phase_changed) == 1);
    CHECK_FALSE(exposed(kWardenCore));
    for (const Part& each : enemy_of(game, id)->parts) CHECK((each.flags & kGunOn) == 0);
    CHECK(ticks_until("molt") == 60);
    CHECK(exposed(kWardenCore));
}
