// Goal: figures of play count what a game shows, tick by tick, and the same seeds give the same figures.
#include <doctest/doctest.h>

#include <memory>
#include <optional>
#include <tuple>

#include "client/level/play_figures.hpp"
#include "sim/game/player.hpp"
#include "sim/step.hpp"
#include "tests/client/level/tiny_level.hpp"
#include "tests/support/local_game.hpp"

using namespace albireo;

namespace {

/// A meter, and a game that the test makes up tick by tick.
struct Staged {
    Level level = support::tiny_level("");
    std::unique_ptr<World> world = std::make_unique<World>();
    PlayMeter meter{level};

    Staged() {
        level.guns.resize(2);
        level.guns[1].bullet = 0;
        init(*world, level, {.seed = 1});
        meter.begin_game(1);
    }
    const PlayFigures& figures() const { return meter.figures(); }
    void ticks(std::uint32_t count) {
        for (std::uint32_t i = 0; i < count; ++i) tick({});
    }
    void tick(const std::vector<Event>& events) {
        ++world->flow.timeline;
        meter.see(*world, events);
    }
    void tick(EventKind kind, std::int32_t value = 0) {
        Event event;
        event.kind = kind;
        event.value = value;
        tick(std::vector{event});
    }
    void death(Cause cause) { tick(EventKind::ship_died, static_cast<std::int32_t>(cause)); }
    void salvo() { tick(EventKind::enemy_fired); }
    void shot(std::uint16_t number, std::uint8_t branch = 0) {
        EnemyShot shot{};
        shot.owner.spawn = 1;
        shot.number = number;
        shot.branch = branch;
        shot.gun = branch == 0 ? 0 : 1;
        world->enemy_shots.add(shot);
    }
};

}  // namespace

TEST_CASE("threats: one that follows within half a second is part of the first") {
    struct Case {
        const char* what;
        std::uint32_t ticks_between;
        std::uint64_t threats;
    };
    for (const Case& one : {Case{"at once", 0, 1}, Case{"29 ticks later", 28, 1}, Case{"30 ticks later", 29, 2}}) {
        CAPTURE(one.what);
        Staged game;
        game.salvo();
        game.ticks(one.ticks_between);
        game.salvo();
        CHECK(game.figures().threats == one.threats);
    }
    Staged stream;  // without a pause it is still a threat each half second
    for (int i = 0; i < 301; ++i) stream.salvo();
    CHECK(stream.figures().threats == 11);
}

TEST_CASE("threats: salvos, tells, missiles, and bodies that enter the field") {
    for (const EventKind kind : {EventKind::enemy_fired, EventKind::beam_warns, EventKind::missile_launched}) {
        Staged game;
        game.tick(kind);
        CHECK(game.figures().threats == 1);
    }
    for (const EventKind kind : {EventKind::enemy_spawned, EventKind::beam_burns, EventKind::shot_fired}) {
        Staged game;
        game.tick(kind);
        CHECK(game.figures().threats == 0);
    }
    Staged game;
    Enemy enemy{};
    enemy.id.spawn = 3;
    game.world->enemies.add(enemy);
    game.ticks(100);
    CHECK(game.figures().threats == 0);
    game.world->enemies.begin()->flags = kHasEntered;
    game.ticks(100);
    CHECK(game.figures().threats == 1);
}

TEST_CASE("the longest lull, except rests") {
    struct Case {
        const char* what;
        std::optional<EventKind> during;
        std::uint32_t lull;
    };
    for (const Case& one : {Case{"a lull", std::nullopt, 200}, Case{"a section begins", EventKind::section, 0},
                            Case{"a boss is announced", EventKind::warning, 0},
                            Case{"a loop ends", EventKind::loop_ended, 0},
                            Case{"something else happens", EventKind::enemy_died, 200}}) {
        CAPTURE(one.what);
        Staged game;
        game.ticks(500);  // the level begins
        game.salvo();
        game.ticks(100);
        if (one.during) {
            game.tick(*one.during);
        } else {
            game.ticks(1);
        }
        game.ticks(99);
        game.salvo();
        CHECK(game.figures().lull.ticks == one.lull);
        game.ticks(900);  // … and ends
        CHECK(game.figures().lull.ticks == one.lull);
    }
    Staged game;
    game.salvo();
    game.ticks(50);
    game.world->flow.loop = 0;
    game.ticks(50);
    game.salvo();
    CHECK(game.figures().lull.ticks == 0);
    game.ticks(70);
    game.salvo();
    CHECK(game.figures().lull.ticks == 70);
    CHECK(game.figures().lull.timeline == 102);
    CHECK(game.figures().lull.in_loop == 51);
}

TEST_CASE("deaths by section, cause and time. In a loop, by the time in it") {
    Staged game;
    game.death(Cause::wall);
    game.tick(EventKind::section);
    game.ticks(600);
    game.death(Cause::enemy_shot);
    game.world->flow.loop = 0;
    for (int i = 0; i < 1300; ++i) {
        game.meter.see(*game.world, {});  // its timeline stands still
    }
    game.death(Cause::enemy_shot);
    const PlayFigures& figures = game.figures();
    CHECK(figures.deaths == 3);
    CHECK(figures.deaths_by_section == std::map<std::size_t, std::uint64_t>{{0, 1}, {1, 2}});
    CHECK(figures.deaths_by_cause == std::array<std::uint64_t, kCauseCount>{0, 2, 0, 1, 0});
    CHECK(figures.deaths_by_time ==
          std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint64_t>{{{0, 0}, 1}, {{1, 0}, 1}, {{1, 2}, 1}});
    CHECK(figures.worst_cause_share() == doctest::Approx(2 / 3.0));
    CHECK(figures.worst_time_share() == doctest::Approx(1 / 3.0));
}

TEST_CASE("bullets: how many are alive, and each that was fired once") {
    Staged game;
    for (std::uint16_t number = 1; number <= 8; ++number) {
        game.shot(number);
        game.ticks(10);
    }
    game.world->enemy_shots.remove_if([](const EnemyShot&) { return true; });
    game.ticks(20);
    game.shot(9);
    game.shot(9, 1);  // a descendant
    game.ticks(1);
    CHECK(game.figures().fired == 10);
    CHECK(game.figures().not_straight == 1);
    CHECK(game.figures().bullets.max() == 8);
    CHECK(game.figures().bullets.at_permille(500) == 3);
    CHECK(game.figures().ticks == 101);
}

TEST_CASE("deaths by what has been in the field for fewer than 20 ticks: the nearest of that cause") {
    struct Case {
        Cause cause;
        std::uint32_t ticks_in_field;
        std::uint64_t unseen;
    };
    for (const Case& one : {Case{Cause::enemy_shot, 18, 1}, Case{Cause::enemy_shot, 20, 0}, Case{Cause::missile, 18, 1},
                            Case{Cause::missile, 20, 0}, Case{Cause::enemy, 18, 1}, Case{Cause::enemy, 20, 0},
                            Case{Cause::beam, 1, 0}, Case{Cause::wall, 1, 0}}) {
        CAPTURE(static_cast<int>(one.cause));
        CAPTURE(one.ticks_in_field);
        Staged game;
        // A shot, a missile and an enemy have been there for long, but far from the ship, which dies in the middle of the field.
        EnemyShot old_shot{};
        old_shot.owner.spawn = 1;
        old_shot.at = {8_u, 8_u};
        Missile old_missile{};
        old_missile.owner.spawn = 1;
        old_missile.at = {8_u, 8_u};
        Enemy old_enemy{};
        old_enemy.id.spawn = 1;
        old_enemy.flags = kHasEntered;
        old_enemy.at = {8_u, 8_u};
        game.world->enemy_shots.add(old_shot);
        game.world->missiles.add(old_missile);
        game.world->enemies.add(old_enemy);
        game.ticks(100);
        // Another of each was outside the field until now.
        EnemyShot shot{};
        shot.owner.spawn = 2;
        shot.at = {20_u, {}};
        Missile missile{};
        missile.owner.spawn = 2;
        missile.at = {20_u, {}};
        Enemy enemy{};
        enemy.id.spawn = 2;
        game.world->enemy_shots.add(shot);
        game.world->missiles.add(missile);
        game.world->enemies.add(enemy);
        game.ticks(100);
        for (EnemyShot& each : game.world->enemy_shots) each.at.x = each.owner.spawn == 2 ? Fixed{} : each.at.x;
        for (Missile& each : game.world->missiles) each.at.x = each.owner.spawn == 2 ? Fixed{} : each.at.x;
        for (Enemy& each : game.world->enemies) each.flags = kHasEntered;
        game.ticks(one.ticks_in_field);
        game.death(one.cause);
        CHECK(game.figures().unseen_deaths == one.unseen);
        CHECK(game.figures().unseen_share() == static_cast<double>(one.unseen));
    }
}

TEST_CASE("deaths by killer: the kind, the part that fired, and whether the shot had split") {
    const Level level = support::tiny_level(R"(
        kind { name = "gunner", radius = 0.6, speed = 0.06,
               parts = { { name = "hull", vital = true, radius = 0.5, armour = 6 },
                         { name = "barrel", radius = 0.5, armour = 6, gun = { rest = 30, speed = 0.1 } } } }
        at(60) spawn { kind = "gunner", path = "high" }
    )");
    const auto world = std::make_unique<World>();
    init(*world, level, {.seed = 1});
    PlayMeter meter(level);
    meter.begin_game(7);
    Enemy enemy{};
    enemy.id.spawn = 1;
    world->enemies.add(enemy);
    meter.see(*world, {});
    world->enemies.remove_if([](const Enemy&) { return true; });  // its shots outlive it
    for (const std::uint8_t branch : {std::uint8_t{0}, std::uint8_t{3}}) {
        EnemyShot shot{};
        shot.owner.spawn = 1;
        shot.number = 1;
        shot.branch = branch;
        shot.gun = level.parts[level.kinds[0].parts.first + 1].gun;
        world->enemy_shots.add(shot);
        Event death{};
        death.kind = EventKind::ship_died;
        death.value = static_cast<std::int32_t>(Cause::enemy_shot);
        meter.see(*world, std::vector{death});
        world->enemy_shots.remove_if([](const EnemyShot&) { return true; });
    }
    const PlayFigures& figures = meter.figures();
    REQUIRE(figures.all_deaths.size() == 2);
    CHECK(figures.all_deaths[0].killer == "shot of gunner barrel");
    CHECK(figures.all_deaths[0].seed == 7);
    CHECK(figures.all_deaths[0].is_unseen);
    CHECK(figures.all_deaths[1].killer == "shot of gunner barrel, split");
    CHECK(figures.deaths_by_killer.at("shot of gunner barrel").deaths == 1);
    CHECK(figures.deaths_by_killer.at("shot of gunner barrel").unseen == 1);
}

TEST_CASE("weapons in hand, releases, storms, gifts, grazes and the time linked") {
    Staged game;
    game.world->ships[0].weapon = Weapon::fan;
    game.world->ships[1].weapon = Weapon::ribbon;
    REQUIRE(is_flying(game.world->ships[0]));
    game.ticks(90);
    game.world->ships[0].weapon = Weapon::ribbon;
    game.ticks(6);
    for (int i = 0; i < 3; ++i) game.tick(EventKind::released, static_cast<std::int32_t>(Weapon::fan));
    game.tick(EventKind::released, static_cast<std::int32_t>(Weapon::needle));
    game.tick(EventKind::combined_storm);
    game.tick(EventKind::gift, 1);
    game.world->earnings[0].grazes = 7;
    game.world->earnings[1].grazes = 5;
    game.world->team.linked_ticks = 51;
    game.meter.end_game(*game.world);
    const PlayFigures& figures = game.figures();
    CHECK(figures.in_hand == std::array<std::uint64_t, kWeaponCount>{0, 90, 0, 114});
    CHECK(figures.least_in_hand_share() == 0);
    CHECK(figures.released == std::array<std::uint64_t, kWeaponCount>{1, 3, 0, 0});
    CHECK(figures.storms == 1);
    CHECK(figures.gifts == 1);
    CHECK(figures.grazes == 12);
    CHECK(figures.linked_share() == 0.5);
}

TEST_CASE("games in which a gift revived a player who was out, and games with an extra life") {
    Staged game;
    const auto set_life = [&](Life life) { game.world->ships[1].life.state = static_cast<std::uint8_t>(life); };
    const auto end = [&] {
        game.meter.end_game(*game.world);
        game.meter.begin_game(1);
        return std::tuple(game.figures().with_one_out, game.figures().revived, game.figures().extended);
    };
    game.tick(EventKind::gift, 1);
    CHECK(end() == std::tuple(0, 0, 0));  // nobody was out
    set_life(Life::watching);
    game.tick(EventKind::gift, 0);
    CHECK(end() == std::tuple(1, 0, 0));  // a full bar is no life
    game.tick(EventKind::gift, 1);
    set_life(Life::flying);
    game.world->team.extends = 2;
    game.ticks(3);
    CHECK(end() == std::tuple(2, 1, 1));
    for (Ship& ship : game.world->ships) ship.life.state = static_cast<std::uint8_t>(Life::watching);
    game.world->team.extends = 0;
    game.ticks(3);
    CHECK(end() == std::tuple(2, 1, 1));  // both were out: nobody could give
}

namespace {

Level gunners() {
    return support::tiny_level(R"(
        kind { name = "gunner", radius = 0.6, speed = 0.06,
               parts = { radius = 0.5, armour = 6, gun = { pattern = "aimed_cone", count = 9, spread = 60, rest = 30, speed = 0.1 } },
               machines = { { name = "m", { name = "fires", begin = { guns = true } } } } }
        for i = 0, 3 do at(60 + 300 * i) section() formation { kind = "gunner", path = "high", count = 4, gap = 20 } end
    )");
}

auto all_of(const PlayFigures& f) {
    return std::tuple(f.games, f.cleared, f.clean, f.ticks, f.deaths, f.fired, f.threats, f.bullets.count(), f.bullets.max(),
                      f.lull.ticks, f.deaths_by_time);
}

}  // namespace

TEST_CASE("the same seeds play the same games, other seeds others") {
    const Level level = gunners();
    const PlayFigures figures = play(level, 3, 1, 3);
    CHECK(all_of(figures) == all_of(play(level, 3, 1, 3)));
    CHECK(all_of(figures) != all_of(play(level, 3, 4, 6)));
    CHECK(figures.games == 3);
    CHECK(figures.cleared == 3);
    CHECK(figures.ticks >= 3 * level.ticks);
    CHECK(figures.fired > 300);
    CHECK(figures.threats > 20);
    CHECK(figures.bullets.max() > 9);
    CHECK(figures.seconds_a_game() >= 50);
    CHECK(figures.seconds_a_game() < 53);
}

TEST_CASE("the games are those of albireo-games") {
    const Stage stage(gunners());
    PlayMeter meter(stage.level);
    meter.begin_game(2);
    SharedGame game(stage, {.seed = 2, .skill = {3, 3}});
    while (game.tick()) meter.see(game.world(), game.events().all());
    meter.end_game(game.world());
    CHECK(all_of(play(stage.level, 3, 2, 2)) == all_of(meter.figures()));
}
