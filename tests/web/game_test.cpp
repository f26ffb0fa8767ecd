// Goal: a game that is played in the page is a game like any other: its recording verifies, equal choices and inputs give
// equal recordings, and it ends. play_test.mjs plays it in browsers.
#include <doctest/doctest.h>

#include "sim/level/level_bytes.hpp"
#include "sim/script/compile.hpp"
#include "tests/support/small_level.hpp"
#include "web/module/game.hpp"
#include "web/module/replay_session.hpp"

using namespace albireo;
using web::Game;
using web::GameChoice;

namespace {

const std::vector<std::uint8_t>& small() {
    static const std::vector<std::uint8_t> bytes = level_bytes(support::small_level());
    return bytes;
}

/// What a player does who holds fire and flies in circles.
bot::Held held_at(int tick) {
    constexpr std::uint16_t kWays[] = {kUp, kRight, kDown, kLeft};
    return {.buttons = static_cast<std::uint16_t>(kFire | kWays[tick / 40 % 4]), .next_weapon = tick % 300 == 299};
}

void play(Game& game, int ticks) {
    for (int tick = 0; tick < ticks; ++tick) {
        game.hold(held_at(tick));
        game.play(1);
    }
}

std::string verdict_of(const std::vector<std::uint8_t>& recording, replays::Partial partial) {
    web::ReplaySession session;
    const std::string fault = session.open(recording, partial);
    if (!fault.empty()) return fault;
    while (session.verify(1000)) {
    }
    return session.verdict();
}

/// Counts what an observer is told.
struct Listener final : web::TickObserver {
    void jump() override { ++jumps; }
    void tick(const World& before, const World& now, const Events&, Seen seen) override {
        CHECK(now.tick.value == before.tick.value + 1);
        ++ticks;
        pictures += seen == Seen::yes ? 1 : 0;
    }
    int jumps = 0, ticks = 0, pictures = 0;
};

}  // namespace

TEST_CASE("the recording of a game verifies, while it is played and afterwards, alone and with a bot") {
    for (const bool has_bot : {false, true}) {
        CAPTURE(has_bot);
        Game game;
        REQUIRE(game.open(small(), {.seed = 7, .has_bot = has_bot}).empty());
        play(game, 900);
        CHECK(game.world().tick == Tick{900});
        CHECK((game.world().flow.players == 3) == has_bot);
        CHECK(verdict_of(game.recording(), replays::Partial::accept).find("\"same\":true,\"ticks\":900") != std::string::npos);
        CHECK(game.state().find("\"ended\":false") != std::string::npos);
    }
}

TEST_CASE("equal choices and inputs give equal recordings, and another seed gives another") {
    const auto recorded = [](std::uint32_t seed) {
        Game game;
        REQUIRE(game.open(small(), {.seed = seed, .has_bot = true}).empty());
        play(game, 600);
        return game.recording();
    };
    CHECK(recorded(3) == recorded(3));
    CHECK(recorded(3) != recorded(4));
}

TEST_CASE("a game without lives ends, and its recording is complete") {
    Game game;
    REQUIRE(game.open(small(), {.seed = 7}).empty());
    for (int second = 0; second < 600 && !game.has_ended(); ++second) {
        game.hold({});
        game.play(60);
    }
    REQUIRE(game.has_ended());
    const Tick end = game.world().tick;
    game.play(60);
    CHECK(game.world().tick == end);
    CHECK(game.state().find("\"ended\":true") != std::string::npos);
    CHECK(verdict_of(game.recording(), replays::Partial::refuse).find("\"same\":true") != std::string::npos);
}

TEST_CASE("an observer is notified of every tick, and draws only the last of those played at once") {
    Game game;
    REQUIRE(game.open(small(), {}).empty());
    Listener listener;
    game.add_audience(listener);
    game.play(5);
    game.play(1);
    CHECK(listener.ticks == 6);
    CHECK(listener.pictures == 2);
    game.remove_audience(listener);
    game.play(1);
    CHECK(listener.ticks == 6);
}

TEST_CASE("practice begins where the choice says, and a start that the level lacks is refused") {
    const auto compiled = script::compile_builtin_level("the_cut", Difficulty::standard);
    REQUIRE(compiled.error.empty());
    const auto level = level_bytes(compiled.level);
    Game game;
    REQUIRE(game.open(level, {.section = 3}).empty());
    web::ReplaySession session;
    REQUIRE(session.open(game.recording(), replays::Partial::accept).empty());
    CHECK(session.about().find("\"section\":3") != std::string::npos);
    Game refused;
    CHECK(refused.open(level, {.section = 99}) == "the level has no such section");
}

TEST_CASE("bytes that are no level give one line of text") {
    for (std::size_t size = 0; size < small().size(); size += 61) {
        Game game;
        const std::string fault = game.open(std::span(small()).first(size), {});
        CHECK(!fault.empty());
        CHECK(fault.find('\n') == std::string::npos);
    }
}
