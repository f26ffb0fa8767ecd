// Goal: the music of a moment follows from the world alone: the level's song from the start of each section, the boss's
// from the start of each phase, and nothing that a prediction can get wrong.
#include <doctest/doctest.h>

#include <memory>
#include <set>

#include "client/music/conductor.hpp"
#include "client/music/songs.hpp"
#include "sim/game/player.hpp"
#include "sim/game/tuning.hpp"
#include "sim/script/compile.hpp"
#include "sim/step.hpp"

using namespace albireo;
using music::Moment;
using music::moment_of;

namespace {

struct Game {
    Level level = script::compile_builtin_level("the_cut", Difficulty::standard).level;
    std::unique_ptr<World> world = std::make_unique<World>();
    std::unique_ptr<Events> events = std::make_unique<Events>();

    Game() { init(*world, level, {.seed = 5}); }
    void step_on() {
        events->clear();
        step(*world, level, {}, *events);
    }
    Moment moment() const { return moment_of(*world, level); }
};

}  // namespace

TEST_CASE("a section begins at bar 1, and its music advances tick by tick") {
    Game game;
    std::uint32_t sections = 0;
    Moment before = game.moment();
    CHECK(before.song == "the_cut");
    for (int i = 0; i < 5000; ++i) {
        game.step_on();
        const Moment now = game.moment();
        if (now.song == before.song && now.tick != before.tick + 1) {
            CHECK(now.tick == 0);
            ++sections;
        }
        CHECK(now.intensity >= 0.5F);
        CHECK(now.intensity <= 4);
        before = now;
    }
    CHECK(sections >= 2);
}

TEST_CASE("the music of a tick does not depend on how the world got there") {
    Game game;
    for (int i = 0; i < 700; ++i) game.step_on();
    auto copy = std::make_unique<World>(*game.world);
    const Moment here = game.moment(), there = moment_of(*copy, game.level);
    CHECK(here.song == there.song);
    CHECK(here.tick == there.tick);
    CHECK(here.intensity == there.intensity);
}

TEST_CASE("a boss with a song of its own has its phase's age as position, and pauses the drums while it cracks") {
    Game game;
    std::size_t warden = game.level.kinds.size();
    for (std::size_t i = 0; i < game.level.kinds.size(); ++i) {
        if (game.level.name(game.level.kinds[i].name) == "warden") warden = i;
    }
    REQUIRE(warden < game.level.kinds.size());
    const KindDef& kind = game.level.kinds[warden];
    std::size_t phases = kind.machines.count;
    for (std::size_t i = 0; i < kind.machines.count; ++i) {
        if (game.level.name(game.level.machines[kind.machines.first + i].name) == "phases") phases = i;
    }
    REQUIRE(phases < kind.machines.count);
    Enemy boss{};
    boss.kind = static_cast<decltype(boss.kind)>(warden);
    boss.machines[phases].age = 77;
    REQUIRE(game.world->enemies.add(boss) != nullptr);
    CHECK(game.moment().song == "warden");
    CHECK(game.moment().tick == 77);
    CHECK_FALSE(game.moment().cracking);
    const float first = game.moment().intensity;
    Machine& machine = (*game.world->enemies.live().begin()).machines[phases];
    machine.state = 2;
    machine.pending_wait = 50;
    CHECK(game.moment().cracking);
    CHECK(game.moment().intensity > first);
}

TEST_CASE("for a boss without phases the position is the section's age, so its song plays through") {
    Game game;
    for (int i = 0; i < 300; ++i) game.step_on();
    const std::uint32_t age = game.moment().tick;
    std::size_t sentinel = game.level.kinds.size();
    for (std::size_t i = 0; i < game.level.kinds.size(); ++i) {
        if (game.level.name(game.level.kinds[i].name) == "sentinel") sentinel = i;
    }
    REQUIRE(sentinel < game.level.kinds.size());
    Enemy boss{};
    boss.kind = static_cast<decltype(boss.kind)>(sentinel);
    boss.machines[0].age = 7;  // of its movement, which restarts every few seconds
    REQUIRE(game.world->enemies.add(boss) != nullptr);
    CHECK(game.moment().song == "sentinel");
    CHECK(game.moment().tick == age);
}

TEST_CASE("a lost ship muffles the music until it returns") {
    Game game;
    for (int i = 0; i < 200; ++i) game.step_on();
    CHECK_FALSE(game.moment().muffled);
    game.world->ships[0].life.state = static_cast<std::uint8_t>(Life::dead);
    CHECK(game.moment().muffled);
    CHECK(game.moment().lost);
    game.world->ships[0].life.state = static_cast<std::uint8_t>(Life::flying);
    CHECK_FALSE(game.moment().lost);
}

TEST_CASE("every level of the game and its bosses have a song") {
    std::set<std::string_view> themes;
    std::size_t bosses = 0;
    for (const script::BuiltinScript& each : script::builtin_scripts()) {
        if (!each.is_level) continue;
        const Level level = script::compile_builtin_level(each.name, Difficulty::standard).level;
        const auto world = std::make_unique<World>();
        init(*world, level, {.seed = 1});
        INFO(each.name);
        const Moment theme = moment_of(*world, level);
        REQUIRE(music::find_song(theme.song) != nullptr);
        CHECK(themes.insert(theme.song).second);  // its own
        for (std::size_t kind = 0; kind < level.kinds.size(); ++kind) {
            if (level.kinds[kind].size != KindSize::boss) continue;
            const std::string_view name = level.name(level.kinds[kind].name);
            INFO(name);
            Enemy boss{};
            boss.kind = static_cast<decltype(boss.kind)>(kind);
            world->enemies.count = 0;
            REQUIRE(world->enemies.add(boss) != nullptr);
            REQUIRE(music::find_song(name) != nullptr);
            CHECK(moment_of(*world, level).song == name);
            ++bosses;
        }
    }
    CHECK(themes == std::set<std::string_view>{"the_cut", "shelf_sea", "the_hive", "the_long_way", "boss_rush", "lobby"});
    CHECK(bosses == 18);  // two in each level; all six in the endless level and in the boss rush
}

TEST_CASE("the endless level's song gets faster with its first rounds, and keeps its notes") {
    const Level level = script::compile_builtin_level("endless", Difficulty::standard).level;
    const auto world = std::make_unique<World>();
    init(*world, level, {.seed = 1});
    const auto song_in_round = [&](std::uint32_t round) {
        world->deck.entered = round == 0 ? 0 : 6 * round;
        return music::find_song(moment_of(*world, level).song);
    };
    REQUIRE(song_in_round(1) != nullptr);
    CHECK(song_in_round(0) == song_in_round(1));
    CHECK(song_in_round(1)->bar_ticks() == 102);
    for (const std::uint32_t round : {2U, 3U}) {
        REQUIRE(song_in_round(round) != nullptr);
        CHECK(song_in_round(round)->sixteenth < song_in_round(round - 1)->sixteenth);
        CHECK(song_in_round(round)->notes.size() == song_in_round(1)->notes.size());
    }
    CHECK(song_in_round(4) == song_in_round(3));
    CHECK(song_in_round(500) == song_in_round(3));
}

TEST_CASE("linked ships and the last life change the arrangement") {
    Game game;
    for (int i = 0; i < 200; ++i) game.step_on();
    World& world = *game.world;
    world.team.near_ticks = kLinkTicks - 1;
    CHECK_FALSE(game.moment().linked);
    world.team.near_ticks = kLinkTicks;
    CHECK(game.moment().linked);
    CHECK_FALSE(game.moment().last_life);
    world.ships[0].lives = 1;
    CHECK_FALSE(game.moment().last_life);  // the partner has more
    world.ships[1].lives = 1;
    CHECK(game.moment().last_life);
    world.ships[1].lives = 3;
    world.ships[1].life.state = static_cast<std::uint8_t>(Life::absent);
    CHECK(game.moment().last_life);
}
