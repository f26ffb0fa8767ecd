// Goal: work that the server has done by another thread takes its time, and the games go on meanwhile. Everything comes out as if it
// had been done at once.
#include <doctest/doctest.h>

#include "sim/witness/testimony.hpp"
#include "tests/storm/desync_scene.hpp"
#include "tests/session/lobby_fixture.hpp"

using namespace albireo;
using namespace albireo::storm;

TEST_CASE("a game starts when its world is there, and other games go on meanwhile") {
    LobbyFixture fixture;
    GameClient& early = fixture.add({.name = "anna", .players = 1});
    fixture.run(kSecond);
    REQUIRE(early.state() == GameClient::State::playing);
    fixture.holds_offloaded = true;
    GameClient& late = fixture.add({.name = "ben", .players = 1});
    const Tick before = fixture.lobby->find(early.code())->tick();
    fixture.run(kSecond + 100 * kMs);
    CHECK(late.state() == GameClient::State::waiting);
    CHECK(fixture.offloaded.size() == 1);
    CHECK(fixture.lobby->find(early.code())->tick() - before >= 65);
    fixture.do_offloaded();
    fixture.run(20 * kMs);
    CHECK(late.state() == GameClient::State::playing);
    // A player who leaves before the world is there ends the session, and the world that comes later harms nothing.
    GameClient& gone = fixture.add({.name = "carl", .players = 1});
    fixture.run(200 * kMs);
    REQUIRE(gone.state() == GameClient::State::waiting);
    gone.leave(fixture.now);
    fixture.run(kSecond);
    CHECK(fixture.lobby->find(gone.code()) == nullptr);
    fixture.do_offloaded();
    fixture.run(100 * kMs);
    CHECK(late.state() == GameClient::State::playing);
}

TEST_CASE("a lobby whose game was about to start when a player left is visited no more often than any other") {
    LobbyFixture fixture;
    const auto visits_in_a_second = [&] {
        int visits = 0;
        for (int ms = 0; ms < 1'000; ++ms) {
            fixture.run(kMs);
            visits += fixture.visits;
        }
        return visits;
    };
    GameClient& anna = fixture.add({.name = "anna"});
    fixture.run(kSecond);
    const int before = visits_in_a_second();
    fixture.holds_offloaded = true;
    GameClient& ben = fixture.add({.name = "ben", .code = anna.code()});
    fixture.run(kSecond);
    REQUIRE(fixture.offloaded.size() == 1);  // the first world
    ben.leave(fixture.now);
    fixture.run(kSecond);
    fixture.do_offloaded();
    fixture.run(10 * kSecond);
    REQUIRE(anna.state() == GameClient::State::waiting);
    CHECK(visits_in_a_second() <= before + 5);
    // When somebody else joins, the first record of the recording is made anew, because it names the players.
    fixture.add({.name = "carl", .code = anna.code()});
    fixture.run(kSecond);
    REQUIRE(fixture.offloaded.size() == 1);
    fixture.do_offloaded();
    fixture.run(kSecond);
    CHECK(anna.state() == GameClient::State::playing);
    CHECK(fixture.offloaded.empty());
}

TEST_CASE("the memory of an ended game is freed on another thread") {
    LobbyFixture fixture;
    GameClient& client = fixture.add({.name = "anna", .players = 1});
    fixture.run(kSecond);
    fixture.holds_offloaded = true;
    client.leave(fixture.now);
    fixture.run(kSecond);
    CHECK(fixture.lobby->find(client.code()) == nullptr);
    CHECK(fixture.offloaded.size() == 1);
    fixture.do_offloaded();
}

TEST_CASE("a desync is named alike, and its bundle is whole, however long the server's other thread takes") {
    std::string line;
    for (const Micros delay : {Micros{0}, 3 * kMs, 40 * kMs}) {
        CAPTURE(delay);
        VirtualGameOptions options = plain();
        options.faults[1] = fault_of("241:earnings[1].score");
        options.offload_delay = delay;
        VirtualGame game(options);
        game.run(10 * kSecond);
        const std::string named = desync_line(game);
        REQUIRE(named != "");
        REQUIRE(game.bundles().size() == 1);
        if (delay == 0) line = named.substr(10);
        CHECK(named.substr(10) == line);
        const replays::Bundle& bundle = game.bundles().front();
        CHECK(bundle.finding.path == "earnings[1].score");
        for (const auto& bytes : {bundle.server, bundle.client}) {
            Testimony testimony;
            REQUIRE(read_testimony(bytes, testimony));
            CHECK(testimony.tick == bundle.finding.tick);
        }
        replays::Recording recording;
        CHECK(replays::read_recording(bundle.replay, recording) == "");
        CHECK(recording.end() > bundle.finding.tick);
    }
}

TEST_CASE("a client that leaves in mid-inquiry leaves the server's testimony, which is still being made") {
    const auto run = [](Micros leaves_after) {
        VirtualGameOptions options = plain(100 * kMs);
        options.faults[1] = fault_of("241:earnings[1].score");
        options.offload_delay = 40 * kMs;
        VirtualGame game(options);
        while (game.metrics().desyncs.load() == 0) game.run(game.now() + kMs);
        const Micros noticed = game.now();
        options.incidents = {{.kind = Incident::Kind::crash, .slot = Slot::blue, .at = noticed + leaves_after, .length = kSecond}};
        VirtualGame again(options);
        again.run(noticed + 10 * kSecond);
        REQUIRE(again.bundles().size() == 1);
        return again.bundles().front();
    };
    // Before the answers, in the trace, and after it.
    CHECK(run(100 * kMs).server.empty());
    CHECK_FALSE(run(360 * kMs).server.empty());
}

TEST_CASE("a server that is killed has its games back, however long its other thread takes to play them") {
    for (const Micros delay : {Micros{0}, 30 * kMs, 400 * kMs}) {
        CAPTURE(delay);
        VirtualGameOptions options = plain();
        options.offload_delay = delay;
        options.incidents = {{.kind = Incident::Kind::server_crash, .slot = {}, .at = 4 * kSecond, .length = 100 * kMs}};
        options.calm_at = 8 * kSecond;
        VirtualGame game(options);
        game.run(20 * kSecond);
        game.check_at_end();
        for (const Finding& finding : game.findings()) FAIL_CHECK(finding.what);
        CHECK(game.metrics().sessions_resumed.load() == 1);
        CHECK(game.client(Slot::gold).predictor().confirmed().tick > Tick{600});
    }
}
