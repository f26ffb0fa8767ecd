// Symptom: if a client's testimony contained a world of a later tick, `albireo-replay desync -o` wrote a recording whose trailer
// was of another tick than its frames.
#include <doctest/doctest.h>

#include "tests/fuzz/desync_case.hpp"
#include "tests/support/game.hpp"

using namespace albireo;

TEST_CASE("a testimony whose world after the tick belongs to another tick is refused") {
    DesyncCase game;
    replays::DesyncFile file;
    REQUIRE(replays::prepare(game.bundle, file).empty());
    REQUIRE(file.client_fault.empty());
    REQUIRE(file.client);

    Testimony testimony;
    REQUIRE(read_testimony(game.bundle.client, testimony));
    const auto world = std::make_unique<World>(*file.client->after);
    ++world->tick;
    testimony.after = support::saved(*world, game.level);
    game.bundle.client = testimony_bytes(testimony);
    REQUIRE(replays::prepare(game.bundle, file).empty());
    CHECK(file.client_fault == "its tick differs from the finding's");
    CHECK_FALSE(file.client);
}
