// Goal: from a pause a player changes settings, which apply at once, and restarts a game of their own; after a level they go on to
// the next one.
#include <doctest/doctest.h>

#include "client/app/paused_settings.hpp"
#include "tests/client/app/activity_fixture.hpp"
#include "tests/client/app/scripted_game.hpp"

using namespace albireo;
using namespace albireo::app;
using platform::Key;

namespace {

/// A game on this machine, paused, whose frames go through the settings.
struct PausedGame : ActivityFixture {
    Settings settings;
    PausedSettings paused{settings};
    NetActivity activity = make(PlayMode::bot);
    int changes = 0;

    PausedGame() {
        pass(200);
        press(Key::p);
        pass(60);
        REQUIRE(activity.notice().title == "Paused");
    }
    void pass(int count) {
        for (int i = 0; i < count; ++i) {
            changes += paused.advance(activity, input, now) ? 1 : 0;
            activity.look(*view, now);
            input.next_frame();
            now += 16'667;
        }
    }
    void press(Key key) {
        input.pressed.push_back(key);
        pass(1);
    }
    void choose(const std::string& text) {
        for (int i = 0; i < 10 && activity.notice().choices[activity.notice().cursor] != text; ++i) press(Key::down);
        REQUIRE(activity.notice().choices[activity.notice().cursor] == text);
        press(Key::enter);
    }
    /// Opens the line of the shown screen, or changes its value.
    void take(const std::string& text, Key by = Key::enter) {
        Menu& menu = *paused.menu();
        for (int i = 0; i < 40 && menu.lines()[menu.cursor()].text != text; ++i) press(Key::down);
        REQUIRE(menu.lines()[menu.cursor()].text == text);
        press(by);
    }
};

}  // namespace

TEST_CASE_FIXTURE(PausedGame, "settings changed in a pause apply at once, and Esc leads back to the pause") {
    const std::uint32_t clock = activity.world()->clock.value;
    choose("Settings");
    REQUIRE(paused.menu() != nullptr);
    CHECK(paused.menu()->screen() == "settings");
    take("Sound");
    take("Master volume", Key::left);
    CHECK(settings.volume == 90);
    CHECK(changes == 1);
    press(Key::escape);
    take("Controls");
    take("Keyboard");
    take("Pause");
    press(Key::h);
    CHECK(settings.bindings.alone.of(Action::pause)[0] == Key::h);
    for (const char* screen : {"bindings", "controls", "settings"}) {
        REQUIRE(paused.menu() != nullptr);
        CHECK(paused.menu()->screen() == screen);
        press(Key::escape);
    }
    CHECK(paused.menu() == nullptr);
    pass(5);
    CHECK(activity.notice().title == "Paused");
    CHECK(activity.notice().choices[activity.notice().cursor] == "Settings");
    CHECK(activity.world()->clock.value == clock);
    press(Key::p);  // is no longer the key for it
    pass(60);
    CHECK(activity.notice().title == "Paused");
    press(Key::h);
    pass(60);
    CHECK(activity.notice().title.empty());
    CHECK(activity.world()->clock.value > clock);
}

TEST_CASE_FIXTURE(PausedGame, "the settings' own Back leads to the pause, too, and they open again at their first screen") {
    choose("Settings");
    take("Video");
    take("Back");
    take("Back");
    CHECK(paused.menu() == nullptr);
    CHECK(activity.notice().title == "Paused");
    choose("Settings");
    REQUIRE(paused.menu() != nullptr);
    CHECK(paused.menu()->screen() == "settings");
    CHECK(paused.menu()->cursor() == 0);
}

TEST_CASE_FIXTURE(ScriptedGame, "a partner who ends the pause closes the settings") {
    Settings settings;
    PausedSettings paused(settings);
    play();
    const auto partner = [&](int ticks, Command last = Command::none) {
        for (int i = 0; i < ticks; ++i) {
            game_host.play(i + 1 < ticks ? Command::none : last, now);
            paused.advance(activity, input, now);
            input.next_frame();
            now += 16'667;
        }
    };
    partner(61, Command::pause);
    partner(300);
    REQUIRE(activity.notice().title == "Paused");
    for (const Key key : {Key::down, Key::enter}) {
        input.pressed.push_back(key);
        partner(1);
    }
    // Only the partner may end the pause yet, but both may use its panel.
    REQUIRE(paused.menu() != nullptr);
    partner(60);
    REQUIRE(paused.menu() != nullptr);
    partner(1, Command::resume);
    partner(200);
    CHECK(activity.notice().title.empty());
    CHECK(paused.menu() == nullptr);
}

TEST_CASE_FIXTURE(PausedGame, "a game on this machine restarts at once") {
    choose("Restart");
    CHECK(activity.is_over());
    CHECK(activity.after() == Activity::After::again);
}

TEST_CASE_FIXTURE(ScriptedGame, "a game with a friend elsewhere cannot be restarted") {
    game_host.is_host = true;
    play();
    partner_plays(61, Command::pause);
    for (int i = 0; i < 200 && activity.notice().title != "Paused"; ++i) partner_plays(1);
    REQUIRE(activity.notice().title == "Paused");
    CHECK(offers("Settings"));
    CHECK_FALSE(offers("Restart"));
    CHECK_FALSE(offers("Restart the campaign"));
}

TEST_CASE_FIXTURE(ActivityFixture, "in a campaign the panel says that all of it restarts") {
    GameHostSetup setup;
    setup.level = "campaign";
    setup.interludes = false;
    NetActivity activity(open_local_game(bodies, setup), picture, Settings{}, {});
    frames(activity, 200, 16'667);
    tap(activity, Key::p);
    frames(activity, 60, 16'667);
    CHECK(activity.notice().choices == std::vector<std::string>{"Resume", "Settings", "Restart the campaign", "Leave the game"});
}

TEST_CASE("the next level follows a cleared one, for the player who opened the game") {
    for (const bool is_host : {true, false}) {
        for (const proto::Outcome outcome : {proto::Outcome::cleared, proto::Outcome::over}) {
            CAPTURE(is_host);
            CAPTURE(static_cast<int>(outcome));
            ScriptedGame game;
            game.game_host.is_host = is_host;
            game.game_host.let_in();
            game.frames(60);
            game.game_host.say(proto::Ended{.outcome = outcome, .tick = {}});
            game.frames(60);
            const bool is_offered = is_host && outcome == proto::Outcome::cleared;
            CHECK(game.offers("Next level") == is_offered);
            CHECK(game.offers("Play again") == is_host);
            if (!is_offered) continue;
            // The cursor is there already.
            game.input.pressed.push_back(Key::enter);
            game.frames(1);
            CHECK(game.activity.is_over());
            CHECK(game.activity.after() == Activity::After::next_level);
        }
    }
}

TEST_CASE("the levels follow each other as in the campaign, and the tutorial is before them") {
    CHECK(level_after("tutorial") == "the_cut");
    CHECK(level_after("the_cut") == "shelf_sea");
    CHECK(level_after("shelf_sea") == "the_hive");
    CHECK(level_after("the_hive").empty());
    CHECK(level_after("endless").empty());
    CHECK(level_after("campaign").empty());
    CHECK(level_after("mine/own.lua").empty());
}
