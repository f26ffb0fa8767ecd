// Goal: a server's log and recordings say in words what happened, and a game that never started leaves no file.
#include <doctest/doctest.h>

#include "replays/reader.hpp"
#include "tests/session/lobby_house.hpp"

using namespace albireo;
using namespace albireo::storm;

namespace {

constexpr Micros kMs = proto::kMicrosPerMs;
constexpr Micros kSecond = proto::kMicrosPerSecond;

}  // namespace

TEST_CASE("a lobby in which no game starts leaves no recording, and a recording names its host") {
    House house;
    GameClient& gold = house.add({.name = "anna"});
    house.run(100 * kMs);
    REQUIRE(gold.state() == GameClient::State::waiting);
    CHECK(house.recordings.empty());
    gold.leave(house.now);
    house.run(kSecond);
    CHECK(house.lobby->is_empty());
    CHECK(house.recordings.empty());

    GameClient& again = house.add({.name = "anna"});
    house.run(100 * kMs);
    house.add({.name = "ben", .code = again.code()});
    house.run(kSecond);
    REQUIRE(again.state() == GameClient::State::playing);
    CHECK(house.recordings == std::vector<std::string>{again.code()});
    replays::Recording recording;
    REQUIRE(replays::read_recording(house.recorded, recording) == "");
    CHECK(recording.header.recorded_by == "a test 1.0 (commit 1a2b3c4d5e6f)");
}

TEST_CASE("the log says in words what happens in a game") {
    House house;
    GameClient& gold = house.add({.name = "Ada", .difficulty = Difficulty::standard});
    house.run(100 * kMs);
    GameClient& blue = house.add({.name = "Ben", .code = gold.code()});
    house.run(kSecond);
    REQUIRE(gold.state() == GameClient::State::playing);
    CHECK(has_line(house, ": the game begins: level the_cut, difficulty standard, played by Ada and Ben"));
    blue.leave(house.now);
    house.run(kSecond);
    CHECK(has_line(house, ": Ben left the game at tick "));
    gold.leave(house.now);
    house.run(kSecond);
    CHECK(has_line(house, ": the game ends at tick "));
    CHECK_FALSE(has_line(house, " is left"));
}
