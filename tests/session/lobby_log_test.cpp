// Goal: a server's log and recordings say in words what happened, and a game that never started leaves no file.
#include <doctest/doctest.h>

#include "replays/reader.hpp"
#include "tests/session/lobby_fixture.hpp"
#include "tests/support/time_units.hpp"

using namespace albireo;
using namespace albireo::storm;

TEST_CASE("a lobby in which no game starts leaves no recording, and a recording names its host") {
    LobbyFixture fixture;
    GameClient& gold = fixture.add({.name = "anna"});
    fixture.run(100 * kMs);
    REQUIRE(gold.state() == GameClient::State::waiting);
    CHECK(fixture.recordings.empty());
    gold.leave(fixture.now);
    fixture.run(kSecond);
    CHECK(fixture.lobby->is_empty());
    CHECK(fixture.recordings.empty());

    GameClient& again = fixture.add({.name = "anna"});
    fixture.run(100 * kMs);
    fixture.add({.name = "ben", .code = again.code()});
    fixture.run(kSecond);
    REQUIRE(again.state() == GameClient::State::playing);
    CHECK(fixture.recordings == std::vector<std::string>{again.code()});
    replays::Recording recording;
    REQUIRE(replays::read_recording(fixture.recorded, recording) == "");
    CHECK(recording.header.recorded_by == "a test 1.0 (commit 1a2b3c4d5e6f)");
}

TEST_CASE("the log says in words what happens in a game") {
    LobbyFixture fixture;
    GameClient& gold = fixture.add({.name = "Ada", .difficulty = Difficulty::standard});
    fixture.run(100 * kMs);
    GameClient& blue = fixture.add({.name = "Ben", .code = gold.code()});
    fixture.run(kSecond);
    REQUIRE(gold.state() == GameClient::State::playing);
    CHECK(has_line(fixture, ": the game begins: level the_cut, difficulty standard, played by \"Ada\" and \"Ben\""));
    blue.leave(fixture.now);
    fixture.run(kSecond);
    CHECK(has_line(fixture, ": \"Ben\" left the game at tick "));
    gold.leave(fixture.now);
    fixture.run(kSecond);
    CHECK(has_line(fixture, ": the game ends at tick "));
    CHECK_FALSE(has_line(fixture, " is left"));
}
