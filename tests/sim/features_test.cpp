// Goal: everything that the core can do happens in the generated levels, so the properties tested on them cover it; and
// every event has a unique key, so an effect fires once.
#include <doctest/doctest.h>

#include <set>
#include <tuple>

#include "sim/game/tuning.hpp"
#include "tests/support/game.hpp"
#include "tests/support/small_level.hpp"

using namespace albireo;
using namespace albireo::support;

namespace {

struct Seen {
    std::set<EventKind> kinds;
    std::set<std::uint8_t> courses, lives, beam_phases, movers, weapons;
    std::array<ReportCounters, kSlotCount> counters{};
    std::uint32_t dropped = 0;
};

void look(Seen& seen, const Game& game) {
    std::set<std::tuple<EventKind, Slot, std::uint64_t>> names;
    for (const Event& event : game.events->all()) {
        seen.kinds.insert(event.kind);
        CHECK(event.tick.value + 1 == game.world->tick.value);
        const bool is_new = names.insert({event.kind, event.slot, event.cause}).second;
        CHECK_MESSAGE(is_new, "two events of kind ", static_cast<int>(event.kind), " with cause ", event.cause);
    }
    seen.dropped += game.events->dropped();
    const World& world = *game.world;
    seen.courses.insert(world.flow.machine.state);
    for (const Ship& ship : world.ships) seen.lives.insert(ship.life.state);
    for (const auto& pool : world.shots) {
        for (const Shot& shot : pool) {
            seen.weapons.insert(static_cast<std::uint8_t>(static_cast<int>(shot.weapon) * 2 + shot.powered));
        }
    }
    for (const Enemy& enemy : world.enemies) {
        seen.movers.insert(static_cast<std::uint8_t>(enemy.mover));
        for (const Part& part : enemy.parts) seen.beam_phases.insert(static_cast<std::uint8_t>(part.beam_phase));
    }
}

}  // namespace

TEST_CASE("every kind of event, state, mover, weapon and verdict occurs, and no two events share a key") {
    const Level level = small_level();
    Seen seen;
    for (std::uint32_t seed = 1; seed <= 24; ++seed) {
        Game game(level, {.seed = seed});
        const MadeStyle style{.seed = seed,
                              .nonsense_permille = seed % 3 == 0 ? 100u : 0u,
                              .death_permille = seed % 4 == 0 ? 40u : 0u,
                              .command_permille = seed % 4 == 0 ? 0u : 4u,
                              .command_delay = 20,
                              .careless = seed % 4 == 1,
                              .hoards = seed % 2 == 0,
                              .greedy = seed % 5 == 0};
        MadeStyle other_style = style;
        other_style.seed += 1000;
        auto players = two_players(style, other_style);
        for (int t = 0; t < 5000 && outcome_of(*game.world) == Outcome::playing; ++t) {
            FramePair frames;
            for (const Slot slot : kSlots) frames[index(slot)] = players[index(slot)].next(*game.world, level);
            if (seed % 3 == 1 && t > 300 && t < 900) frames[1] = absent_frame();
            if (t == 900) game.world->earnings[0].score += kExtendFirst;
            game.step(frames);
            look(seen, game);
        }
        for (const Slot slot : kSlots) {
            seen.counters[0].applied += game.world->counters[index(slot)].applied;
            seen.counters[0].late += game.world->counters[index(slot)].late;
            seen.counters[0].implausible += game.world->counters[index(slot)].implausible;
            seen.counters[0].unpaid += game.world->counters[index(slot)].unpaid;
        }
    }
    for (int kind = 0; kind <= static_cast<int>(EventKind::cleared); ++kind) {
        CHECK_MESSAGE(seen.kinds.contains(static_cast<EventKind>(kind)), "no event of kind ", kind);
    }
    CHECK(seen.courses.size() == 5);
    CHECK(seen.lives.size() == 5);
    CHECK(seen.beam_phases.size() == 3);
    CHECK(seen.movers.size() == 6);
    CHECK(seen.weapons.size() == 6);  // needle, fan and seekers, plain and charged
    CHECK(seen.counters[0].applied > 1000);
    CHECK(seen.counters[0].late > 100);
    CHECK(seen.counters[0].implausible > 100);
    CHECK(seen.counters[0].unpaid > 0);
    CHECK(seen.dropped == 0);
}

TEST_CASE("full pools refuse, count the refusals, and every replica agrees") {
    const Level level = overfull_level(300);
    Game a(level);
    Game b(level);
    FramePair frames;
    frames[0].buttons = kFire | kRelease | static_cast<std::uint16_t>(Weapon::fan) << kWeaponShift;
    for (int t = 0; t < 90; ++t) {
        a.step(frames);
        b.step(frames);
        REQUIRE(saved(*a.world, level) == saved(*b.world, level));
    }
    const World& world = *a.world;
    CHECK(world.enemies.count == kEnemiesMax);
    CHECK(world.enemies.refused == 300 - kEnemiesMax);
    CHECK(world.enemy_shots.count > kEnemyShotsMax - 200);
    CHECK(world.enemy_shots.refused > 100000);
    CHECK(world.beams.count == kBeamsMax);
    CHECK(world.beams.refused > 1000);
    CHECK(world.missiles.count == kMissilesMax);
    CHECK(world.missiles.refused > 1000);
    CHECK(a.events->dropped() > 0);  // 4 096 guns that fire every tick
}

TEST_CASE("a player's full pool of shots refuses in the same way") {
    const Level level = overfull_level(1);
    Game game(level);
    Pool<Shot, kShotsPerPlayerMax>& pool = game.world->shots[0];
    Shot still{};
    still.damage = 10;
    while (pool.add(still) != nullptr) {
    }
    CHECK(pool.refused == 1);
    FramePair frames;
    frames[0].buttons = kFire | kRelease | static_cast<std::uint16_t>(Weapon::fan) << kWeaponShift;
    game.step(frames);
    CHECK(pool.count == kShotsPerPlayerMax);
    CHECK(pool.refused == 1 + 5);
    CHECK(game.world->ships[0].fired.value == 5);  // numbers go on: they count the owner's shots, not the pool's
}
