// Goal: a boss's bar stands at a mark exactly when its phase breaks, the par runs as the core pays it, and Endless and Boss
// Rush look like the places that their tiles come from.
#include <doctest/doctest.h>

#include <memory>
#include <set>
#include <string>

#include "client/scene/boss_bar.hpp"
#include "client/scene/cast.hpp"
#include "client/scene/progress.hpp"
#include "client/scene/stage_draw.hpp"
#include "client/scene/surroundings.hpp"
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

TEST_CASE("rock of Endless and Boss Rush is made of what its tile's model says; a campaign level is made of its own") {
    models::Catalog catalog;
    const auto graphs = [&](const char* name) {
        const Level level = level_of(name);
        const scene::Cast cast = scene::make_cast(level, catalog);
        std::set<std::string> seen;
        for (std::size_t tile = 0; tile < level.tiles.size(); ++tile) {
            seen.insert(cast.level_meshes.meshes[cast.tiles[tile]].graph);
            for (const std::uint32_t wall : cast.moving_walls[tile]) seen.insert(cast.level_meshes.meshes[wall].graph);
            const std::string model(level.name(level.tiles[tile].model));
            CAPTURE(model);
            if (model.starts_with("hive_")) CHECK(cast.level_meshes.meshes[cast.tiles[tile]].graph == "flesh");
            if (model.starts_with("sea_")) CHECK(cast.level_meshes.meshes[cast.tiles[tile]].graph == "shelf");
            if (model.starts_with("cut_")) CHECK(cast.level_meshes.meshes[cast.tiles[tile]].graph == "canyon");
        }
        return seen;
    };
    using Names = std::set<std::string>;
    CHECK(graphs("the_cut") == Names{"canyon"});
    CHECK(graphs("shelf_sea") == Names{"shelf"});
    CHECK(graphs("the_hive") == Names{"flesh"});
    CHECK(graphs("endless") == Names{"canyon", "shelf", "flesh"});
    CHECK(graphs("boss_rush") == Names{"canyon", "shelf", "flesh"});
}

TEST_CASE("air and grade follow the tiles in view, without a jump, and a campaign level keeps its section's grade") {
    for (const char* name : {"the_cut", "endless"}) {
        CAPTURE(std::string(name));
        Level level = level_of(name);
        auto world = std::make_unique<World>();
        init(*world, level, {.players = 0});
        auto events = std::make_unique<Events>();
        scene::Surroundings last = scene::surroundings_of(*world, level, 0);
        float sea = 0, hive = 0, jump = 0;
        for (int tick = 0; tick < 9000; ++tick) {
            world->enemies.count = 0;
            events->clear();
            step(*world, level, {}, *events);
            const scene::Surroundings around = scene::surroundings_of(*world, level, 0);
            CHECK(around.shares[0] + around.shares[1] + around.shares[2] == doctest::Approx(1));
            for (std::size_t i = 0; i < scene::kBackdrops; ++i) jump = std::max(jump, std::abs(around.shares[i] - last.shares[i]));
            sea = std::max(sea, around.shares[1]), hive = std::max(hive, around.shares[2]);
            if (std::string_view(name) == "the_cut") {
                CHECK(around.grade.gain.x == doctest::Approx(scene::grade_of(*world, level, 0).gain.x));
                CHECK(around.black_reach == doctest::Approx(2.6F));
            }
            last = around;
        }
        CHECK(jump < 0.02F);
        MESSAGE(std::string(name) << ": sea " << sea << ", hive " << hive << ", largest step of a share " << jump);
        if (std::string_view(name) == "endless") {
            CHECK(std::max(sea, hive) == doctest::Approx(1));
        } else {
            CHECK(sea + hive == 0);
        }
    }
}
