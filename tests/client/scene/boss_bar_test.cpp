// Goal: a boss's bar stands at a mark exactly when its phase breaks, the par runs as the core pays it, and only Boss Rush
// shows a clock.
#include <doctest/doctest.h>

#include <memory>
#include <string>

#include "client/scene/boss_bar.hpp"
#include "client/scene/progress.hpp"
#include "client/scene/stage_draw.hpp"
#include "sim/game/enemy.hpp"
#include "sim/game/heat.hpp"
#include "sim/script/compile.hpp"
#include "sim/step.hpp"

using namespace albireo;

namespace {

Level level_of(const char* name) { return script::compile_builtin_level(name, Difficulty::standard).level; }

/// A boss in a state of its phases, as if it had just begun.
Enemy boss_in(const Level& level, std::string_view name, std::string_view state, std::size_t& phases) {
    Enemy enemy{};
    std::size_t kind = 0;
    while (level.name(level.kinds[kind].name) != name) ++kind;
    enemy.kind = static_cast<std::uint8_t>(kind);
    const KindDef& def = level.kinds[kind];
    enemy.part_count = static_cast<std::uint8_t>(def.parts.count);
    for (std::size_t i = 0; i < def.parts.count; ++i) {
        enemy.parts[i].armour = whole_armour(level.parts[def.parts.first + i], 0);
        enemy.parts[i].flags = kPartAlive;
    }
    for (Machine& machine : enemy.machines) machine.pending = kNoState;
    phases = 0;
    while (level.name(level.machines[def.machines.first + phases].name) != "phases") ++phases;
    const Range states = level.machines[def.machines.first + phases].states;
    std::size_t number = 0;
    while (level.name(level.states[states.first + number].name) != state) ++number;
    enemy.machines[phases].state = static_cast<std::uint8_t>(number);
    return enemy;
}

std::size_t part_named(const Level& level, const Enemy& enemy, std::string_view name) {
    std::size_t part = 0;
    while (level.name(level.parts[level.kinds[enemy.kind].parts.first + part].name) != name) ++part;
    return part;
}

}  // namespace

TEST_CASE("two players are told when to fire together at a boss, and whether they do. One player is not") {
    const Level level = level_of("the_hive");
    std::size_t phases = 0;
    Enemy matriarch = boss_in(level, "matriarch", "double", phases);
    using Joint = scene::BossBar::Joint;
    auto world = std::make_unique<World>();
    init(*world, level, {.players = 3});
    CHECK(scene::boss_bar_of(*world, level, matriarch).joint == Joint::none);
    matriarch.parts[part_named(level, matriarch, "heart")].flags |= kJoint;
    CHECK(scene::boss_bar_of(*world, level, matriarch).joint == Joint::possible);
    matriarch.struck = {9, 0};
    CHECK(scene::boss_bar_of(*world, level, matriarch).joint == Joint::possible);
    matriarch.struck = {9, 1};
    CHECK(scene::boss_bar_of(*world, level, matriarch).joint == Joint::both);
    matriarch.parts[part_named(level, matriarch, "heart")].flags = kJoint;  // dead
    CHECK(scene::boss_bar_of(*world, level, matriarch).joint == Joint::none);
    matriarch.parts[part_named(level, matriarch, "heart")].flags |= kPartAlive;
    init(*world, level, {.players = 1});
    CHECK(scene::boss_bar_of(*world, level, matriarch).joint == Joint::none);
}

TEST_CASE("the bar stands at its mark when the part is at its armour floor, whatever else has been hurt before") {
    const Level level = level_of("the_cut");
    auto world = std::make_unique<World>();
    init(*world, level, {});
    std::size_t phases = 0;
    Enemy warden = boss_in(level, "warden", "core", phases);
    const std::size_t core = part_named(level, warden, "core"), claw = part_named(level, warden, "claw_high");
    for (const bool claw_lives : {true, false}) {
        CAPTURE(claw_lives);
        if (!claw_lives) warden.parts[claw].flags = 0;
        warden.parts[core].armour = whole_armour(level.parts[level.kinds[warden.kind].parts.first + core], 0);
        const scene::BossBar whole = scene::boss_bar_of(*world, level, warden);
        REQUIRE(whole.mark_count == 1);
        CHECK(whole.marks[0] < whole.full);
        const std::int32_t floor = armour_floor(level, warden, core);
        REQUIRE(floor > 0);
        warden.parts[core].armour = floor + 10;  // one hit above it
        CHECK(scene::boss_bar_of(*world, level, warden).mark_count == 1);
        warden.parts[core].armour = floor;
        const scene::BossBar broken = scene::boss_bar_of(*world, level, warden);
        CHECK(broken.full == doctest::Approx(whole.marks[0]).epsilon(0.002));
        CHECK(broken.mark_count == 0);
    }
}

TEST_CASE("the Matriarch's heart has three marks ahead of it, and a later phase has fewer") {
    const Level level = level_of("the_hive");
    auto world = std::make_unique<World>();
    init(*world, level, {});
    std::size_t phases = 0;
    const Enemy early = boss_in(level, "matriarch", "pulse", phases);
    const scene::BossBar bar = scene::boss_bar_of(*world, level, early);
    REQUIRE(bar.mark_count == 3);
    CHECK(bar.marks[0] > bar.marks[1]);
    CHECK(bar.marks[1] > bar.marks[2]);
    CHECK(scene::boss_bar_of(*world, level, boss_in(level, "matriarch", "double_grid", phases)).mark_count < 3);
}

TEST_CASE("the par runs down with the phase's age and earlier overtime, slower for one player, and not while it cracks") {
    const Level level = level_of("the_cut");
    auto world = std::make_unique<World>();
    init(*world, level, {});
    std::size_t phases = 0;
    Enemy warden = boss_in(level, "warden", "core", phases);  // par = 900
    Machine& machine = warden.machines[phases];
    world->flow.players = 3;
    CHECK(scene::boss_bar_of(*world, level, warden).par == doctest::Approx(1));
    machine.age = 450;
    CHECK(scene::boss_bar_of(*world, level, warden).par == doctest::Approx(0.5F));
    world->flow.players = 1;
    CHECK(scene::boss_bar_of(*world, level, warden).par == doctest::Approx(1 - 450 / (1.6F * 900)));
    world->flow.players = 3;
    warden.overtime[phases] = 225;
    CHECK(scene::boss_bar_of(*world, level, warden).par == doctest::Approx(0.25F));
    machine.age = 2000;
    CHECK(scene::boss_bar_of(*world, level, warden).par == 0);
    machine.pending = 1;
    CHECK(scene::boss_bar_of(*world, level, warden).par < 0);
    const Enemy coming = boss_in(level, "warden", "coming", phases);  // has no par
    CHECK(scene::boss_bar_of(*world, level, coming).par < 0);
}

TEST_CASE("only Boss Rush has a clock") {
    for (const char* name : {"the_cut", "shelf_sea", "the_hive", "tutorial", "endless"}) {
        CAPTURE(std::string(name));
        CHECK_FALSE(scene::has_clock(level_of(name)));
    }
    CHECK(scene::has_clock(level_of("boss_rush")));
    CHECK(std::string(scene::clock_text(0).data()) == "0:00.0");
    CHECK(std::string(scene::clock_text(60 * 65 + 30).data()) == "1:05.5");
    CHECK(std::string(scene::clock_text(0xffffffff).data()) == "9999:59.9");
}
