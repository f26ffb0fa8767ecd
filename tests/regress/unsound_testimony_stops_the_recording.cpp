// Symptom: with asserts on, `albireo-replay desync -o` stopped if a testimony's world after the tick was in a state that no
// game has between two ticks.
#include <doctest/doctest.h>

#include "replays/reader.hpp"
#include "tests/fuzz/desync_case.hpp"
#include "tests/support/game.hpp"

using namespace albireo;

TEST_CASE("a recording can end with an unsound world") {
    DesyncCase game;
    replays::DesyncFile file;
    REQUIRE(replays::prepare(game.bundle, file).empty());
    Testimony testimony;
    REQUIRE(read_testimony(game.bundle.client, testimony));
    const auto world = std::make_unique<World>(*file.client->after);
    world->flow.machine.state = 5;  // "continued"
    REQUIRE_FALSE(is_sound(*world, game.level));
    testimony.after = support::saved(*world, game.level);
    game.bundle.client = testimony_bytes(testimony);
    REQUIRE(replays::prepare(game.bundle, file).empty());
    REQUIRE(file.client);

    replays::Recording recording;
    REQUIRE(read_recording(smallest_recording(file, *file.client, "a test"), recording).empty());
    CHECK(recording.trailer->root == root_of(*world));
    CHECK(recording.trailer->outcome == Outcome::playing);
}
