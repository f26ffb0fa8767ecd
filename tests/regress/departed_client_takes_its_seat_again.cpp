// Symptom: a client that had said goodbye reconnected after the server had been silent for a while, took its seat again and
// sent no frames. The friend's game never continued.
#include <doctest/doctest.h>

#include "tests/session/lobby_fixture.hpp"
#include "tests/support/time_units.hpp"

using namespace albireo;
using namespace albireo::storm;

TEST_CASE("a client that has said goodbye does not come back when the server was silent") {
    LobbyFixture fixture;
    GameClient& stays = fixture.add({.name = "stays", .level = "the_cut", .players = 2, .ready_at_once = true});
    fixture.run(kSecond);
    GameClient& goes = fixture.add({.name = "goes", .code = stays.code(), .ready_at_once = true});
    fixture.run(5 * kSecond);
    REQUIRE(stays.state() == GameClient::State::playing);
    goes.leave(fixture.now);
    fixture.run(2 * kSecond);
    REQUIRE(has_line(fixture, "left the game"));
    // The server falls silent for as long as it takes both clients to look for another link.
    for (const Micros until = fixture.now + 6 * kSecond; fixture.now < until; fixture.now += proto::kMicrosPerMs) {
        for (auto& client : fixture.clients) client->advance(fixture.now);
    }
    fixture.run(3 * kSecond);
    REQUIRE(stays.state() == GameClient::State::playing);
    const Tick before = stays.predictor().confirmed().tick;
    fixture.run(5 * kSecond);
    CHECK(stays.predictor().confirmed().tick > before + 4 * kTicksPerSecond);
    CHECK_FALSE(has_line(fixture, "\"goes\" rejoins"));
}
