// Goal: a player's call is shown to both players near the caller's ship, and only where there is a partner to hear it.
#include <doctest/doctest.h>

#include "client/app/activities/calls.hpp"
#include "tests/client/app/activity_fixture.hpp"
#include "tests/client/app/scripted_game.hpp"

using namespace albireo;
using namespace albireo::app;
using platform::Key;
using proto::SignalKind;

TEST_CASE("a call is shown for two seconds, lightning counts down, and a new call replaces the old one") {
    constexpr Micros kSecond = proto::kMicrosPerSecond;
    Calls calls;
    calls.add(Slot::blue, SignalKind::here, 10 * kSecond);
    CHECK(calls.text(Slot::blue, 10 * kSecond) == "here!");
    CHECK(calls.text(Slot::gold, 10 * kSecond).empty());
    CHECK(calls.text(Slot::blue, 12 * kSecond).empty());
    calls.add(Slot::blue, SignalKind::boss, 20 * kSecond);
    calls.add(Slot::blue, SignalKind::lightning, 21 * kSecond);
    std::vector<std::string> texts;
    for (Micros now = 21 * kSecond; now < 26 * kSecond; now += kSecond / 10) {
        const std::string text = calls.text(Slot::blue, now);
        if (texts.empty() || texts.back() != text) texts.push_back(text);
    }
    CHECK(texts == std::vector<std::string>{"lightning in 3", "lightning in 2", "lightning in 1", "lightning!", ""});
}

TEST_CASE_FIXTURE(ScriptedGame, "one key calls, the partner's call is shown in their colour, near their ship") {
    game_host.knows_signals = true;
    play();
    input.pressed.push_back(Key::n2);
    partner_plays(1);
    REQUIRE(activity.notice().calls.size() == 1);
    CHECK(activity.notice().calls[0].text == "boss!");
    CHECK(activity.notice().calls[0].slot == 1);
    game_host.say(proto::Signal{SignalKind::here});
    partner_plays(20);
    REQUIRE(activity.notice().calls.size() == 2);
    const Notice::Call call = activity.notice().calls[0];
    CHECK(call.text == "here!");
    CHECK(call.slot == 0);
    CHECK(call.x < 0.5F);  // where ships begin
    partner_plays(150);
    CHECK(activity.notice().calls.empty());
    // A pad calls, too.
    input.pads[0].here = true;
    input.pads[0].pressed[static_cast<std::size_t>(platform::PadButton::back)] = true;
    partner_plays(1);
    REQUIRE(activity.notice().calls.size() == 1);
    CHECK(activity.notice().calls[0].text == "lightning in 3");
}

TEST_CASE_FIXTURE(ScriptedGame, "a server that does not know signals is sent none, and nothing is shown") {
    play();
    input.pressed.push_back(Key::n2);
    partner_plays(1);
    CHECK(activity.notice().calls.empty());
}

TEST_CASE_FIXTURE(ActivityFixture, "nobody is called in a game with a bot") {
    NetActivity activity = make(PlayMode::bot);
    frames(activity, 200, 16'667);
    tap(activity, Key::n1);
    CHECK(activity.notice().calls.empty());
}
