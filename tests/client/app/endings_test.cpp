// Goal: when a game ends or is interrupted in any way, its player sees the result, and a key that was meant for the game does
// not answer a panel. The server is scripted by the test.
#include <doctest/doctest.h>

#include <filesystem>
#include <iterator>
#include <thread>

#include "client/app/activities/background_shutdowns.hpp"
#include "tests/client/app/scripted_game.hpp"

using namespace albireo;
using namespace albireo::app;
using platform::Key;
using platform::PadButton;
using Fixture = ScriptedGame;

TEST_CASE_FIXTURE(Fixture,
                  "a game that ends while a client is still joining has no scores, and is left like any other") {
    SUBCASE("the level has not arrived") {
        game_host.has_level = false;
    }
    SUBCASE("the world has not arrived") {}
    game_host.let_in();
    frames(60);
    REQUIRE_FALSE(activity.game()->has_game());
    game_host.say(proto::Ended{.outcome = proto::Outcome::cleared, .tick = {}});
    frames(60);
    CHECK(activity.notice().title == "Cleared");
    CHECK(activity.notice().rows.empty());
    input.pressed.push_back(Key::enter);
    frames(1);
    CHECK(activity.is_over());
}

TEST_CASE_FIXTURE(Fixture, "when a server closes in mid-game, the player gets the result, and the replay of the game up to then") {
    play();
    // A host's server says this when the host quits.
    game_host.say(proto::Bye{proto::ByeReason::server_closing});
    game_host.say(proto::Ended{.outcome = proto::Outcome::left, .tick = {}});
    frames(60);
    CHECK(activity.notice().title == "The game has ended");
    CHECK(activity.notice().line == proto::text_of(proto::ByeReason::server_closing));
    CHECK(activity.notice().rows.size() == 4);
    CHECK(activity.notice().hint == "replay saved as kept.replay");
    CHECK(offers("Watch the replay"));
    // The code belonged to the host.
    CHECK_FALSE(offers("Play again"));
    game_host.is_host = true;
    CHECK(offers("Play again"));
}

TEST_CASE("the threads of past games are joined when the next game is left") {
    const auto threads = [] {
        const auto tasks = std::filesystem::directory_iterator("/proc/self/task");
        return std::distance(begin(tasks), end(tasks));
    };
    const auto before = threads();
    BackgroundShutdowns shutdowns;
    for (int game = 0; game < 20; ++game) {
        shutdowns.begin([] {});
        while (threads() > before) std::this_thread::yield();
        CHECK(shutdowns.count() == 1);
    }
    CHECK(shutdowns.are_done());
    CHECK(shutdowns.count() == 0);
}

TEST_CASE("a player who opened a game can open another like it, a player who joined cannot") {
    bot::BodyStore bodies;
    CHECK(open_local_game(bodies, {})->owns_game());
    CHECK(join_game(bodies, {}, {"127.0.0.1", 9}, "")->owns_game());
    CHECK_FALSE(join_game(bodies, {}, {"127.0.0.1", 9}, "K7QF2M")->owns_game());
}

TEST_CASE_FIXTURE(Fixture,
                  "a pad that taps fire does not answer a panel that has just opened. A moment later it does") {
    play();
    const auto answers = [&](PadButton button, const std::string& title) {
        REQUIRE(activity.notice().title == title);
        tap(button);
        CHECK(activity.notice().title == title);
        frames(30);
        tap(button);
        frames(10);
        CHECK(activity.notice().title == title);
        CHECK_FALSE(activity.is_over());
        frames(20);
        tap(button);
        frames(1);
    };
    game_host.speaks = false;
    for (int i = 0; i < 600 && activity.notice().title != "Connection lost"; ++i) frames(1);
    answers(PadButton::south, "Connection lost");
    // The player opened this panel, so it reacts at once.
    CHECK(activity.notice().title == "You left the game");
    tap(PadButton::east);
    CHECK(activity.is_over());
}

TEST_CASE_FIXTURE(Fixture, "Enter, which may be bound to fire, does not answer it either. But the player's own pause can be ended at once") {
    play();
    const auto enter = [&] { input.pressed.push_back(Key::enter); };
    partner_plays(61, Command::pause);
    for (int i = 0; i < 200 && activity.notice().title != "Paused"; ++i) partner_plays(1, Command::none);
    REQUIRE(activity.notice().title == "Paused");
    enter();
    partner_plays(200, Command::none);  // a pause ends this late if the partner does not agree
    CHECK(activity.notice().title == "Paused");
    partner_plays(600);  // for ten seconds only the partner can end it
    enter();
    partner_plays(200, Command::none);
    CHECK(activity.notice().title.empty());
    input.pressed.push_back(Key::escape);
    for (int i = 0; i < 200 && activity.notice().title != "Paused"; ++i) partner_plays(1, Command::none);
    REQUIRE(activity.notice().title == "Paused");
    enter();
    partner_plays(200, Command::none);
    CHECK(activity.notice().title.empty());
}
