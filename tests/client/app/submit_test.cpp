// Goal: a game that has ended is offered to the boards with its recording, and the panel of its results says what has become of it.
#include <doctest/doctest.h>

#include <chrono>
#include <memory>
#include <thread>

#include "client/app/boards/boards_client.hpp"
#include "tests/client/app/activity_fixture.hpp"
#include "tests/client/app/replay_files.hpp"
#include "tests/scores/open_boards.hpp"

using namespace albireo;
using namespace albireo::app;
using platform::Key;

namespace {

struct Fixture : ActivityFixture {
    Folder folder;
    scores::OpenBoards service;
    BoardsClient boards{{.folder = folder.file("player"), .file_wait = std::chrono::milliseconds(20)}};

    std::unique_ptr<NetActivity> recorded(GameHostSetup setup) {
        setup.play_mode = PlayMode::alone;
        setup.seed = 5;
        setup.record_dir = folder.file("kept");
        auto activity = std::make_unique<NetActivity>(open_local_game(bodies, setup), picture, Settings{}, scene::StageOptions{});
        activity->use_boards(&boards);
        return activity;
    }
    /// Plays for some seconds, pauses and leaves.
    void play_and_leave(NetActivity& activity) {
        frames(activity, 600, 16'667);
        for (const Key key : {Key::escape, Key::up, Key::enter}) {
            input.pressed.push_back(key);
            frames(activity, 120, 16'667);
        }
        REQUIRE(activity.notice().title == "You left the game");
    }
    std::string verdict(NetActivity& activity) {
        const auto is_pending = [&] { return activity.notice().verdict.starts_with("sending") || activity.notice().verdict.starts_with("the game is sent to"); };
        for (int i = 0; i < 6000 && is_pending(); ++i) {
            frames(activity, 1, 16'667);
            std::this_thread::sleep_for(std::chrono::milliseconds(5));
        }
        return activity.notice().verdict;
    }
    std::string address() const { return "127.0.0.1:" + std::to_string(service.url.port); }
};

}  // namespace

TEST_CASE_FIXTURE(Fixture, "the results say the game's place") {
    boards.use(address(), true);
    const auto game = recorded({});
    NetActivity& activity = *game;
    play_and_leave(activity);
    CHECK(verdict(activity) == "boards: place 1 of 1");
    CHECK(service.get("/runs/1").status == 200);
    // Leaving the results sends nothing again.
    input.pressed.push_back(Key::enter);
    frames(activity, 1, 16'667);
    CHECK(activity.is_over());
    CHECK(boards.submission(activity.replay_path()).place == 1);
}

TEST_CASE_FIXTURE(Fixture, "practice does not count, and the results say so") {
    boards.use(address(), true);
    const auto game = recorded({.from = {.section = 2}});
    NetActivity& activity = *game;
    play_and_leave(activity);
    CHECK(verdict(activity) == "does not count on the boards: it is practice");
    CHECK(service.get("/runs/1").status == 404);
}

TEST_CASE("at first no boards are set, and no games are sent") {
    const Settings settings;
    CHECK(settings.boards.empty());
    CHECK_FALSE(settings.submits_games);
}

TEST_CASE_FIXTURE(Fixture, "without the player's word the game stays here, and nothing is said") {
    boards.use(address(), false);
    const auto game = recorded({});
    NetActivity& activity = *game;
    play_and_leave(activity);
    CHECK(activity.notice().verdict.empty());
    CHECK_FALSE(boards.has_thread());
    CHECK(service.get("/runs/1").status == 404);
}

TEST_CASE_FIXTURE(Fixture, "a game whose window is closed is sent, too") {
    boards.use(address(), true);
    {
        const auto activity = recorded({});
        frames(*activity, 600, 16'667);
        activity->leave(now);
        activity->parting()();
    }
    for (int i = 0; i < 6000 && service.get("/runs/1").status != 200; ++i) std::this_thread::sleep_for(std::chrono::milliseconds(10));
    CHECK(service.get("/runs/1").status == 200);
}
