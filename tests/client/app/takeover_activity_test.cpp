// Goal: a game that is taken over from a replay continues from there, and its recording verifies.
#include <doctest/doctest.h>

#include <filesystem>

#include "client/gpu/null_device.hpp"
#include "sim/digest.hpp"
#include "tests/client/app/replay_viewer_fixture.hpp"

using namespace albireo;
using namespace albireo::app;
using platform::Key;

TEST_CASE_FIXTURE(ReplayViewerFixture, "two games that are taken over within one second are both recorded") {
    const std::string path = folder.copy("coop-standard.replay");
    ReplayActivity activity(open(path), path, setup());
    press(activity, Key::space);
    activity.show().jump(3000);
    std::vector<std::string> paths;
    for (int i = 0; i < 3; ++i) {
        TakeoverActivity taken(activity.show(), TakeoverActivity::PlayedSlots::both, setup().taken);
        frames(taken, 1);
        hold(Key::space, true);
        frames(taken, 30);
        hold(Key::space, false);
        CHECK(taken.notice().line.empty());
        taken.leave(now);
        paths.push_back(taken.replay_path());
        CHECK(replays::verify(*open(paths.back())).same);
    }
    CHECK(paths[0] != paths[1]);
    CHECK(paths[1] != paths[2]);
}

TEST_CASE_FIXTURE(ReplayViewerFixture, "in a game taken over by two, the player who paused controls the panel") {
    const std::string path = folder.copy("coop-standard.replay");
    ReplayActivity activity(open(path), path, setup());
    press(activity, Key::space);
    activity.show().jump(3000);
    TakeoverActivity taken(activity.show(), TakeoverActivity::PlayedSlots::both, setup().taken);
    frames(taken, 1);
    hold(Key::space, true);
    frames(taken, 30);
    hold(Key::space, false);
    press(taken, Key::p);  // the first player's key
    frames(taken, 200);
    REQUIRE(taken.notice().title == "Paused");
    press(taken, Key::enter);  // the second player's fire
    press(taken, Key::down);
    press(taken, Key::enter);
    frames(taken, 60);
    CHECK(taken.notice().title == "Paused");
    press(taken, Key::s);
    press(taken, Key::s);
    CHECK(taken.notice().choices[taken.notice().cursor] == "Leave the game");
    press(taken, Key::space);
    CHECK(taken.notice().title == "You left the game");
}

TEST_CASE_FIXTURE(ReplayViewerFixture,
                  "taken over, the game continues from there, and its recording verifies and gives its origin") {
    const std::string path = folder.copy("coop-standard.replay");
    ReplayActivity activity(open(path), path, setup());
    press(activity, Key::space);
    activity.show().jump(3000);
    const std::uint64_t root = root_of(activity.show().now());
    for (const auto who : {TakeoverActivity::PlayedSlots::gold, TakeoverActivity::PlayedSlots::blue, TakeoverActivity::PlayedSlots::both}) {
        press(activity, Key::t);
        REQUIRE(activity.mode() == ReplayActivity::Mode::taking);
        for (int i = 0; i < static_cast<int>(who); ++i) press(activity, Key::down);
        press(activity, Key::enter);
        const std::unique_ptr<Activity> next = activity.next();
        auto* taken = dynamic_cast<TakeoverActivity*>(next.get());
        REQUIRE(taken != nullptr);
        // The game waits until a player is ready: the key that chose it, which may also fire, is released first.
        hold(Key::enter, true);
        hold(Key::space, true);
        frames(*taken, 30);
        hold(Key::enter, false);
        hold(Key::space, false);
        frames(*taken, 30);
        CHECK(root_of(*taken->world()) == root);
        CHECK(taken->notice().title == "You have control");
        const auto own = who == TakeoverActivity::PlayedSlots::blue ? 1U : 0U;
        const Fixed x = taken->world()->ships[own].at.x;
        hold(Key::right, true);
        hold(Key::d, true);
        hold(Key::space, true);
        frames(*taken, 20);
        if (own == 0) CHECK(taken->world()->ships[own].at.x > x);
        frames(*taken, 100);
        CHECK(taken->world()->tick.value == doctest::Approx(3119).epsilon(0.001));
        press(*taken, Key::p);
        frames(*taken, 60);
        CHECK(is_paused(*taken->world()));
        press(*taken, Key::p);
        frames(*taken, 60);
        CHECK_FALSE(is_paused(*taken->world()));
        hold(Key::right, false);
        hold(Key::d, false);
        hold(Key::space, false);
        taken->leave(now);
        CHECK(taken->is_over());
        const auto recorded = open(taken->replay_path());
        const replays::RecordingHeader& header = recorded->recording.header;
        CHECK(header.origin == "coop-standard.replay, tick 3000");
        CHECK(header.first_tick == Tick{3000});
        CHECK(header.names[own] == "Ada");
        CHECK(header.names[1 - own] == (who == TakeoverActivity::PlayedSlots::both ? "Grace" : "Bot"));
        const replays::Verdict verdict = replays::verify(*recorded);
        CHECK_MESSAGE(verdict.same, verdict.text);
        CHECK(verdict.ticks > 100);
        // The game that was taken over can itself be watched, and taken over again.
        ReplayViewer again(open(taken->replay_path()), taken->replay_path());
        again.jump(again.begin() + 50);
        CHECK(again.cannot_take_over().empty());
        std::filesystem::remove(taken->replay_path());
    }
}

TEST_CASE_FIXTURE(ReplayViewerFixture, "a game of one player is taken over by one") {
    const std::string path = folder.copy("solo-calm.replay");
    ReplayActivity activity(open(path), path, setup());
    press(activity, Key::space);
    activity.show().jump(600);
    press(activity, Key::t);
    CHECK(activity.choices().size() == 1);
    press(activity, Key::enter);
    const auto next = activity.next();
    REQUIRE(next != nullptr);
    frames(*next, 1);
    hold(Key::space, true);
    frames(*next, 200);
    CHECK(next->world()->tick.value > 700);
    CHECK(next->world()->flow.players == 1);
    next->leave(now);
    CHECK(replays::verify(*open(next->replay_path())).same);
}

TEST_CASE_FIXTURE(ReplayViewerFixture, "if a game that was taken over cannot be recorded, it is still played, and the player is told") {
    const std::string path = folder.copy("coop-standard.replay");
    ReplayActivity::Setup nowhere = setup();
    nowhere.taken.record_dir = "/proc/nowhere";
    ReplayActivity activity(open(path), path, std::move(nowhere));
    press(activity, Key::space);
    activity.show().jump(3000);
    press(activity, Key::t);
    press(activity, Key::enter);
    const std::unique_ptr<Activity> taken = activity.next();
    REQUIRE(taken != nullptr);
    frames(*taken, 1);
    hold(Key::space, true);
    frames(*taken, 30);
    CHECK(taken->notice().line.find("not recorded: /proc/nowhere/") == 0);
    frames(*taken, 200);
    CHECK(taken->notice().line.empty());
    CHECK(taken->world()->tick.value > 3200);
}

TEST_CASE_FIXTURE(ReplayViewerFixture, "in a game taken over the player's pad shakes, and none for the bot") {
    struct Pads final : platform::RumbleOutput {
        void shake(std::size_t pad, const platform::Rumble&) override { ++shaken[pad]; }
        std::array<int, platform::kPadsMax> shaken{};
    };
    const std::string path = folder.copy("coop-standard.replay");
    ReplayActivity activity(open(path), path, setup());
    press(activity, Key::space);
    activity.show().jump(3000);
    for (const auto who : {TakeoverActivity::PlayedSlots::gold, TakeoverActivity::PlayedSlots::blue}) {
        CAPTURE(static_cast<int>(who));
        Pads pads;
        TakeoverActivity taken(activity.show(), who, setup().taken);
        taken.set_rumble(&pads);
        frames(taken, 1);
        // Into the rock, until it has hit.
        hold(Key::down, true);
        for (int i = 0; i < 60 && pads.shaken[0] == 0; ++i) frames(taken, 20);
        CHECK(pads.shaken[0] > 0);
        CHECK(pads.shaken[1] == pads.shaken[0]);
        hold(Key::down, false);
    }
}
