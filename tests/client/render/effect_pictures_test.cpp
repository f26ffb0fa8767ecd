// Goal: effects do not change their look by accident. Like picture_test.cpp, with events that a stage turns into
// effects.
#include <algorithm>

#include "client/app/pictures/show.hpp"
#include "sim/game/enemy.hpp"
#include "sim/game/player.hpp"
#include "sim/game/tuning.hpp"
#include "sim/game/tuning.hpp"
#include "tests/client/render/picture_studio.hpp"
#include "tests/script/small_level.hpp"

using namespace albireo;

namespace {

Event event_at(EventKind kind, Vec2 at, Slot slot = Slot::gold, std::uint64_t cause = 1, std::int32_t value = 0) {
    return {.kind = kind, .slot = slot, .tick = {}, .cause = cause, .at = at, .value = value};
}

/// Only the ships remain.
void clear_field(World& world) {
    world.enemies.count = world.enemy_shots.count = 0;
}

}  // namespace

TEST_CASE("pictures of effects") {
    static PictureStudio studio(app::level_named("the_cut"),
                                {.seed = 5, .enemies = 6, .enemy_shots = 40, .clock = 300});
    World& world = studio.world();
    SUBCASE("the Warden") {
        compare(studio.play({}), "boss");
    }
    SUBCASE("the Warden wounded: smoke from its parts, trails behind the ships") {
        const auto boss = std::ranges::find_if(world.enemies.live(), [](const Enemy& e) { return e.part_count > 4; });
        REQUIRE(boss != world.enemies.live().end());
        for (std::size_t i = 0; i < boss->part_count; ++i) boss->parts[i].armour /= 5;
        compare(studio.play({.ticks = 90}), "wounds");
    }
    SUBCASE("a link between the ships") {
        world.team.near_ticks = kLinkTicks;
        compare(studio.play({}), "link");
    }
    SUBCASE("the storm of both ships") {
        const Event storm = event_at(EventKind::combined_storm, {}, Slot::gold, 7);
        compare(studio.play({.events = {&storm, 1}, .ticks = 4}), "storm");
    }
    SUBCASE("lightning from both ships, on its own pass") {
        std::vector<Event> bolts;
        for (std::size_t i = 0; i < 4; ++i) {
            const Enemy& enemy = world.enemies.items[i];
            const Slot slot = i % 2 == 0 ? Slot::gold : Slot::blue;
            bolts.push_back(event_at(EventKind::lightning, {}, slot));
            bolts.push_back(event_at(EventKind::bolt_struck, enemy.at, slot, cause_of(enemy.id)));
        }
        compare(studio.play({.events = bolts, .ticks = 12, .look = "beams"}), "bolts");
    }
    SUBCASE("charged fire: a lance, a bulwark, a whip, burrs that stick, and a ship in focus") {
        world.enemy_shots.count = 0;
        Ship& gold = world.ships[0];
        Ship& blue = world.ships[1];
        gold.guard = gold.powered = 1;
        for (const Slot slot : kSlots) {
            world.shots[index(slot)].count = 0;
            Shot shot{};
            shot.at = {-2_u, slot == Slot::gold ? 6_u : -6_u};
            shot.weapon = slot == Slot::gold ? Weapon::needle : Weapon::seekers;
            shot.powered = 1;
            shot.speed = {slot == Slot::gold ? 2400_mu : 420_mu, Fixed{}};
            world.shots[index(slot)].add(shot);
        }
        blue.ribbon = kWhip;
        blue.aim = world.enemies.items[0].parts[0].at;
        for (std::uint16_t hop = 0; hop <= kWhipHops; ++hop) {
            world.touches[1][hop] = {world.enemies.items[hop].id, 0, static_cast<std::uint16_t>(1 + hop)};
        }
        world.enemies.items[4].parts[0].burrs = {3, 2};
        world.enemies.items[4].parts[0].fuse = 40;
        const auto creep = [](World& now) { now.ships[0].at.x += kShipFocusSpeed; };
        compare(studio.play({.ticks = 8, .each_tick = creep}), "charged");
    }
    SUBCASE("explosions by size") {
        std::vector<Event> deaths;
        for (const KindSize size : {KindSize::small, KindSize::medium, KindSize::large}) {
            const auto kind = std::ranges::find(studio.level().kinds, size, &KindDef::size);
            REQUIRE(kind != studio.level().kinds.end());
            const auto n = static_cast<std::int32_t>(deaths.size());
            deaths.push_back(event_at(EventKind::enemy_died, {-9_u + 6_u * n, 1_u}, Slot::gold,
                                      static_cast<std::uint64_t>(n) + 1,
                                      static_cast<std::int32_t>(kind - studio.level().kinds.begin())));
        }
        compare(studio.play({.events = deaths, .ticks = 14}), "explosions");
    }
    SUBCASE("a ship's death") {
        clear_field(world);
        world.ships[0].at = {-3_u, 1_u};
        world.ships[0].life.state = static_cast<std::uint8_t>(Life::dead);
        const Event death = event_at(EventKind::ship_died, world.ships[0].at);
        compare(studio.play({.events = {&death, 1}, .ticks = 12}), "ship-death");
    }
    SUBCASE("a missile in a curve, with its tail") {
        clear_field(world);
        Missile missile{};
        missile.at = {9_u, -4_u};
        missile.armour = 2;
        missile.heading = Angle::degrees(120);
        REQUIRE(world.missiles.add(missile) != nullptr);
        const auto fly = [](World& now) {
            Missile& flying = now.missiles.items[0];
            ++flying.age;
            flying.heading = flying.heading + Angle::degrees(12, 10);
            flying.at += polar(flying.heading, 180_mu);
        };
        compare(studio.play({.ticks = 80, .each_tick = fly}), "missile");
    }
    SUBCASE("muzzles, and hits on enemies and on rock") {
        world.enemy_shots.count = 0;
        std::vector<Event> events;
        for (const Slot slot : kSlots) {
            events.push_back(event_at(EventKind::shot_fired, world.ships[index(slot)].at + kNose, slot));
            events.push_back(
                event_at(EventKind::shot_stopped, {-8_u + 4_u * (slot == Slot::gold ? 0 : 1), -6_u}, slot));
        }
        for (std::size_t i = 0; i < 4; ++i) {
            const Enemy& enemy = world.enemies.items[i];
            const bool fires = i < 2;
            events.push_back(event_at(fires ? EventKind::enemy_fired : EventKind::shot_hit,
                                      enemy.at - Vec2{600_mu, Fixed{}}, i % 2 == 0 ? Slot::gold : Slot::blue));
        }
        compare(studio.play({.events = events, .ticks = 3}), "muzzles");
    }
    const auto add_beams = [&](std::uint8_t burning, std::uint16_t left) {
        clear_field(world);
        REQUIRE(studio.level().beams.size() >= 2);
        world.beams.add({.owner = {1, 0, 0},
                         .def = 0,
                         .burning = burning,
                         .from = {12_u, 5_u},
                         .bend = {0_u, 3_u},
                         .tip = {-12_u, 1_u},
                         .left = left});
        world.beams.add({.owner = {2, 0, 0},
                         .def = 1,
                         .burning = burning,
                         .from = {11_u, -4_u},
                         .bend = {2_u, 4_u},
                         .tip = {-14_u, -5_u},
                         .left = left});
    };
    SUBCASE("beams that warn") {
        add_beams(0, 15);
        compare(studio.play({.ticks = 2}), "beam-warning");
    }
    SUBCASE("beams that burn") {
        add_beams(1, 20);
        compare(studio.play({.ticks = 12}), "beam-burn");
    }
}

TEST_CASE("pictures of the black light: rock near a ship is dark, distant rock is not") {
    static PictureStudio studio(small_level(), {.seed = 3, .enemies = 0, .enemy_shots = 0, .clock = 200});
    World& world = studio.world();
    world.ships[0].at = {-7_u, -5900_mu};
    world.ships[1].at = {7_u, 6400_mu};
    SUBCASE("in the light buffer") {
        compare(studio.play({.ticks = 1, .look = "lights"}), "black-light-buffer");
    }
    SUBCASE("in the picture") {
        compare(studio.play({}), "black-light");
    }
}
