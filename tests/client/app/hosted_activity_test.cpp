// Goal: games that are hosted or joined over real sockets are played and recorded, and the player is told if they cannot be recorded.
#include <doctest/doctest.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <memory>
#include <optional>

#include "client/app/activities/reach.hpp"
#include "client/app/game_search.hpp"
#include "client/app/inspector/netgraph.hpp"
#include "replays/reader.hpp"
#include "replays/udp_spectator.hpp"
#include "server/shard.hpp"
#include "tests/client/app/activity_fixture.hpp"

using namespace albireo;
using namespace albireo::app;
using platform::Key;

TEST_CASE_FIXTURE(ActivityFixture, "a game that cannot be recorded is still played, and the player is told") {
    GameHostSetup setup;
    setup.play_mode = PlayMode::alone;
    setup.record_dir = "/proc/nowhere";
    NetActivity activity(open_local_game(bodies, setup), picture, Settings{}, {});
    for (int i = 0; i < 120 && activity.ticks() < 30; ++i) frames(activity, 1, 16'667);
    CHECK(activity.ticks() >= 30);
    CHECK(activity.notice().line.find("not recorded: /proc/nowhere/") == 0);
    frames(activity, 240, 16'667);
    CHECK(activity.notice().line.empty());
}

TEST_CASE_FIXTURE(ActivityFixture, "... and so are hosted and joined games, and their results repeat it") {
    GameHostSetup setup;
    setup.names = {"Anna", "Ben"};
    const auto told = [](const NetActivity& activity, const std::string& why) {
        return activity.notice().line.find("not recorded: " + why) == 0;
    };
    for (const char* folder :
         {"/proc", "/proc/nowhere"}) {  // a folder in which no file can be created, and a missing one
        CAPTURE(folder);
        setup.record_dir = folder;
        std::string error;
        auto game_host = host_game(bodies, setup, 0, error);
        REQUIRE_MESSAGE(game_host, error);
        port = port_of(*game_host);
        NetActivity anna(std::move(game_host), picture, Settings{}, {});
        run({&anna}, [&] { return told(anna, folder) && anna.ticks() > 0; });
        GameHostSetup own = setup;
        own.names[0] = "Ben";
        Picture other_picture{*device, {.width = 64, .height = 36}};
        NetActivity ben(join_game(bodies, own, {"127.0.0.1", port}, anna.game()->code()), other_picture, Settings{}, {});
        run({&anna, &ben}, [&] { return told(ben, std::string(folder) + "/") && ben.ticks() > 30; });
        input.pressed.push_back(Key::escape);  // pressed by both: one pause, of the first to press
        run({&anna, &ben}, [&] { return anna.notice().title == "Paused" && ben.notice().title == "Paused"; });
        input.pressed.push_back(Key::up);
        const auto may_leave = [](const NetActivity& each) { return each.notice().choices[each.notice().cursor] == "Leave the game"; };
        run({&anna, &ben}, [&] { return may_leave(anna) && may_leave(ben); });
        // Until the key counts: at first it might be meant for the game.
        run({&anna, &ben}, [&] {
            const bool there = anna.notice().title == "You left the game" && ben.notice().title == "You left the game";
            if (!there) input.pressed.push_back(Key::enter);
            return there;
        });
        for (const NetActivity* activity : {&anna, &ben}) {
            CHECK(activity->notice().hint.find(std::string("not recorded: ") + folder) == 0);
            CHECK(activity->notice().choices.back() != "Watch the replay");
        }
    }
}

TEST_CASE_FIXTURE(ActivityFixture, "over real sockets: the lobby, the game, and a friend who takes the bot's seat") {
    namespace fs = std::filesystem;
    const fs::path folder = fs::temp_directory_path() / ("albireo_lobby_" + std::to_string(getpid()));
    GameHostSetup setup;
    setup.names = {"Anna", "Ben"};
    setup.record_dir = folder.string();
    const auto open = [&](PlayMode play_mode) {
        setup.play_mode = play_mode;
        setup.ready_at_once = play_mode == PlayMode::bot;
        std::string error;
        auto game_host = host_game(bodies, setup, 0, error);
        REQUIRE_MESSAGE(game_host, error);
        port = port_of(*game_host);
        scene::StageOptions stage;
        stage.names = {"Anna", "?"};
        return std::make_unique<NetActivity>(std::move(game_host), picture, Settings{}, stage);
    };
    Picture other_picture{*device, {.width = 64, .height = 36}};
    const auto join = [&](const std::string& code) {
        GameHostSetup own = setup;
        own.names[0] = "Ben";
        own.ready_at_once = false;
        return std::make_unique<NetActivity>(join_game(bodies, own, {"127.0.0.1", port}, code), other_picture, Settings{},
                                          scene::StageOptions{});
    };
    using State = GameClient::State;

    SUBCASE("the game waits until both are ready") {
        auto anna = open(PlayMode::two);
        run({anna.get()}, [&] { return !anna->notice().title.empty(); });
        CHECK(anna->game()->state() == State::waiting);
        CHECK(anna->notice().title == "Code " + anna->game()->code());
        const auto invitation = reach::read_invitation(anna->notice().link);
        CHECK(invitation.error.empty());
        CHECK(invitation.invitation.code == anna->game()->code());
        REQUIRE(anna->notice().qr);
        CHECK(anna->notice().qr->cells >= 21);  // the smallest QR code there is
        input.pressed.push_back(Key::c);
        std::string copied;
        run({anna.get()}, [&] {
            if (copied.empty()) copied = anna->take_copied();
            return !copied.empty();
        });
        CHECK(copied == anna->notice().link);
        CHECK(anna->take_copied().empty());
        // Without a keyboard, too: the link for spectators could be copied by a key only.
        const auto copy = [&](const std::string& choice) {
            const auto all = anna->notice().choices;
            const auto at = std::find(all.begin(), all.end(), choice);
            REQUIRE(at != all.end());
            anna->point_at(static_cast<std::size_t>(at - all.begin()), true);
            input.mouse_pressed = true;
            copied.clear();
            run({anna.get()}, [&] {
                if (copied.empty()) copied = anna->take_copied();
                return !copied.empty();
            });
            return copied;
        };
        CHECK(copy("Copy the link for spectators").starts_with("albireo://watch?code="));
        CHECK(copy("Copy the invitation") == anna->notice().link);
        anna->point_at(0, true);  // Ready
        CHECK(anna->notice().rows[1].cells[1] == "not joined yet");
        auto ben = join(anna->game()->code());
        run({anna.get(), ben.get()}, [&] {
            return anna->notice().rows.size() == 2 && anna->notice().rows[1].cells[1] == "not ready yet" &&
                   ben->notice().rows.size() == 2 && ben->notice().rows[0].cells[0] == "Anna";
        });
        input.pressed.push_back(Key::enter);  // pressed by both
        run({anna.get(), ben.get()}, [&] { return anna->ticks() > 30 && ben->ticks() > 30; });
        // Ben leaves: a joiner has a recording too, and Anna is told.
        ben->leave(client::UdpClient::now());
        run({anna.get(), ben.get()}, [&] { return anna->notice().line.find("Ben has left") == 0; });
        ben->parting()();
        anna->leave(client::UdpClient::now());
        anna->parting()();
        CHECK(std::distance(fs::directory_iterator(folder), {}) == 2);
        for (const auto& file : fs::directory_iterator(folder)) {  // Anna's is her server's
            replays::Replay replay;
            REQUIRE(replays::open_replay(file.path().string(), replay) == "");
            CHECK(replay.recording.header.recorded_by == "albireo");
        }
    }
    SUBCASE("a bot keeps the seat") {
        auto anna = open(PlayMode::bot);
        run({anna.get()}, [&] { return anna->ticks() > 30; });
        CHECK(anna->game()->partner_name() == "Ben");  // the bot's name here
        CHECK(anna->notice().corner.find(anna->game()->code()) != std::string::npos);
        auto ben = join(anna->game()->code());
        run({anna.get(), ben.get()}, [&] { return ben->ticks() > 60; });
        CHECK(ben->game()->slot() == Slot::blue);
        CHECK(anna->notice().corner.empty());
        ben->leave(client::UdpClient::now());
        // The bot may take the seat between two frames of a busy machine; the notice of it is tested in virtual time (net_messages_test).
        run({anna.get(), ben.get()},
            [&] { return !anna->notice().corner.empty() && anna->game()->partner_state() == proto::Partner::here; });
        CHECK(anna->game()->figures().desyncs == 0);
        CHECK(ben->game()->figures().desyncs == 0);
    }
    fs::remove_all(folder);
}

TEST_CASE_FIXTURE(ActivityFixture, "over real sockets: a host whose game is enrolled at a rendezvous server is told that friends come through it") {
    server::Levels levels;
    server::Config config;
    config.bind = "127.0.0.1";
    config.port = 0;
    config.rendezvous = true;
    std::string error;
    server::Shard rendezvous(config, 0, levels, error);
    REQUIRE(error == "");
    rendezvous.start();
    GameHostSetup setup;
    setup.play_mode = PlayMode::two;
    setup.rendezvous = "127.0.0.1:" + std::to_string(rendezvous.port());
    setup.lan = false;
    auto game_host = host_game(bodies, setup, 0, error);
    REQUIRE_MESSAGE(game_host, error);
    NetActivity anna(std::move(game_host), picture, Settings{}, {});
    const std::string met = reach_text({.address = anna.address(), .rendezvous = setup.rendezvous, .enrolment = reach::Enrolment::enrolled});
    run({&anna}, [&] { return anna.notice().reach == met; });
    // The search leads the friend to the game, by the path that both have opened.
    GameSearch search({.code = anna.game()->code(), .rendezvous = reach::Address{"127.0.0.1", rendezvous.port()}});
    run({&anna}, [&] {
        search.advance(client::UdpClient::now());
        return search.is_over();
    });
    REQUIRE(search.found());
    CHECK(search.found()->route == client::Route::punched);
    CHECK(search.ways()[1].told == "the host answers");
    CHECK(search.ways()[2].told == "found");
    CHECK(search.lines().front().find(" punched at 127.0.0.1:") != std::string::npos);
    setup.names[0] = "Ben";
    Picture other_picture{*device, {.width = 64, .height = 36}};
    NetActivity ben(join_game(bodies, setup, *search.found(), search.code()), other_picture, Settings{}, {});
    run({&anna, &ben}, [&] { return anna.ticks() > 10 && ben.ticks() > 10; });
}

TEST_CASE_FIXTURE(ActivityFixture, "over real sockets: a spectator finds a hosted game through the rendezvous, and watches it by that path") {
    std::string error;
    server::Levels levels;
    server::Config config;
    config.bind = "127.0.0.1";
    config.port = 0;
    config.rendezvous = true;
    server::Shard rendezvous(config, 0, levels, error);
    REQUIRE(error == "");
    rendezvous.start();
    GameHostSetup setup;
    setup.play_mode = PlayMode::two;
    setup.rendezvous = "127.0.0.1:" + std::to_string(rendezvous.port());
    setup.lan = false;
    auto game_host = host_game(bodies, setup, 0, error);
    REQUIRE_MESSAGE(game_host, error);
    NetActivity anna(std::move(game_host), picture, Settings{}, {});
    run({&anna}, [&] { return !anna.game()->watch_code().empty(); });
    // A code that is not enrolled yet is asked for again.
    std::optional<client::ServerAddress> found;
    for (int i = 0; i < 5 && !found; ++i) {
        GameSearch search({.code = anna.game()->watch_code(), .rendezvous = reach::Address{"127.0.0.1", rendezvous.port()}});
        run({&anna}, [&] {
            search.advance(client::UdpClient::now());
            return search.is_over();
        });
        found = search.found();
    }
    REQUIRE(found);
    CHECK(found->route == client::Route::punched);
    replays::UdpSpectator spectator({found->host, found->port, found->path}, {.code = anna.game()->watch_code(), .name = "Cleo"});
    run({&anna}, [&] {
        spectator.advance(replays::steady_now());
        return spectator.spectator() != nullptr && spectator.spectator()->state() == replays::Spectator::State::waiting;
    });
    spectator.leave(replays::steady_now());
}

TEST_CASE_FIXTURE(ActivityFixture, "over real sockets: a hosted game is found by its watch code alone, and a wrong one finds nothing") {
    GameHostSetup setup;
    setup.play_mode = PlayMode::two;
    std::string error;
    auto game_host = host_game(bodies, setup, 0, error);
    REQUIRE_MESSAGE(game_host, error);
    port = port_of(*game_host);
    NetActivity anna(std::move(game_host), picture, Settings{}, {});
    run({&anna}, [&] { return !anna.game()->watch_code().empty(); });
    const auto search_for = [&](const std::string& code) {
        GameSearch search({.code = code, .addresses = {{"127.0.0.1", port}}});
        run({&anna}, [&] {
            search.advance(client::UdpClient::now());
            return search.is_over();
        });
        return search.found();
    };
    const auto found = search_for(anna.game()->watch_code());
    REQUIRE(found);
    CHECK(found->port == port);
    CHECK_FALSE(search_for("K7QF2MXA"));
}
