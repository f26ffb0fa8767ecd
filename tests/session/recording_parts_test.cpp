// Goal: a game whose recording fails goes on, and is recorded again in a new part as soon as the disk takes one. Every part
// verifies.
#include <doctest/doctest.h>

#include "replays/reader.hpp"
#include "replays/verify.hpp"
#include "tests/session/lobby_fixture.hpp"
#include "tests/support/time_units.hpp"

using namespace albireo;
using namespace albireo::storm;
using client::GameClient;

namespace {

/// The ticks of a recording that has been cut off or was finished, after it has been played again.
std::pair<Tick, Tick> verified_ticks(const std::vector<std::uint8_t>& bytes) {
    replays::Replay replay;
    replays::Recording recording;
    REQUIRE(replays::read_recording(bytes, recording) == "");
    REQUIRE(replays::prepare(std::move(recording), replay, replays::Partial::accept) == "");
    CHECK(replays::verify(replay).text == "");
    return {replay.recording.begin(), replay.recording.end()};
}

/// A game of two that is running.
struct RunningGame : LobbyFixture {
    explicit RunningGame(bool is_full = false) {
        is_disk_full = is_full;
        anna = &add({.name = "anna"});
        run(100 * kMs);
        add({.name = "ben", .code = anna->code()});
        run(5 * kSecond);
        REQUIRE(anna->state() == GameClient::State::playing);
    }
    GameClient* anna = nullptr;
};

}  // namespace

TEST_CASE("the file of a new part is made by another thread, and the game does not wait for it") {
    RunningGame fixture;
    fixture.is_disk_full = true;
    fixture.run(5 * kSecond);
    REQUIRE(fixture.failures.size() == 1);
    fixture.holds_offloaded = true;
    fixture.is_disk_full = false;
    const Tick before = fixture.anna->predictor().confirmed().tick;
    fixture.run(10 * kSecond);
    CHECK(fixture.anna->predictor().confirmed().tick - before >= 595);
    CHECK(fixture.parts.empty());
    CHECK(fixture.offloaded.size() == 1);
    const Tick made_at = fixture.lobby->find(fixture.anna->code())->tick();
    fixture.holds_offloaded = false;
    fixture.do_offloaded();
    fixture.run(5 * kSecond);
    REQUIRE(fixture.parts.size() == 1);
    const auto [first, end] = verified_ticks(*fixture.parts[0]);
    CHECK(first >= made_at);
    CHECK(end - first >= 180);
}

TEST_CASE("a recording that has failed goes on in a new part when the disk has space again") {
    RunningGame fixture;
    fixture.is_disk_full = true;
    fixture.run(10 * kSecond);
    CHECK(fixture.failures.size() == 1);
    CHECK(fixture.parts.empty());
    fixture.is_disk_full = false;
    fixture.run(10 * kSecond);
    CHECK(fixture.anna->state() == GameClient::State::playing);
    REQUIRE(fixture.parts.size() == 1);
    CHECK(has_line(fixture, "its recording goes on in a new part from tick"));

    // It fails once more: that is reported again, and a third part follows.
    fixture.is_disk_full = true;
    fixture.run(5 * kSecond);
    CHECK(fixture.failures.size() == 2);
    fixture.is_disk_full = false;
    fixture.run(10 * kSecond);
    REQUIRE(fixture.parts.size() == 2);
    fixture.clients.clear();
    fixture.run(310 * kSecond);  // the game ends without players

    const auto first = verified_ticks(fixture.recorded), second = verified_ticks(*fixture.parts[0]), third = verified_ticks(*fixture.parts[1]);
    CHECK(first.first == Tick{});
    CHECK(first.second.value > 200);
    CHECK(second.first > first.second);
    CHECK(second.second.value > second.first.value + 400);
    CHECK(third.first > second.second);
    CHECK(third.second.value > third.first.value + 400);
}

TEST_CASE("a game that could not be recorded from its start is recorded when the disk takes a file") {
    RunningGame fixture(true);
    fixture.is_disk_full = false;
    fixture.run(10 * kSecond);
    REQUIRE(fixture.parts.size() == 1);
    const auto part = verified_ticks(*fixture.parts[0]);
    CHECK(part.first.value > 200);
    CHECK(part.second.value > part.first.value + 300);
}
