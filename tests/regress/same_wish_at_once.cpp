// Symptom: both players pressed pause within the time of a path, one of them with a short promise; the second command,
// sent without knowing of the first, was taken for agreement, and the pause acted before its sender had heard of it: his
// own ship was corrected.
#include <doctest/doctest.h>

#include "sim/game/flow.hpp"
#include "tests/support/game.hpp"
#include "tests/support/small_level.hpp"

using namespace albireo;
using namespace albireo::support;

TEST_CASE("who asks for the same as his partner does not agree by it") {
    const Level level = small_level();
    Game game(level);
    Frame asks;
    asks.command = Command::pause;
    asks.command_delay = 12;
    game.step({asks, Frame{}});
    game.step({Frame{}, asks});
    for (std::uint32_t t = 0; t < kLeadTicksMax - 2; ++t) game.step({});
    CHECK_FALSE(is_paused(*game.world));
    game.step({});
    CHECK(is_paused(*game.world));
}

TEST_CASE("who agrees lets it act as soon as the asker has promised") {
    const Level level = small_level();
    Game game(level);
    Frame asks;
    asks.command = Command::pause;
    asks.command_delay = 12;
    Frame agreeing;
    agreeing.command = Command::pause;
    REQUIRE(agrees(agreeing));
    game.step({asks, Frame{}});
    game.step({Frame{}, agreeing});
    for (std::uint32_t t = 0; t < 12; ++t) game.step({});
    CHECK(is_paused(*game.world));
}

TEST_CASE("agreement to nothing asks for nothing") {
    const Level level = small_level();
    Game game(level);
    Frame agreeing;
    agreeing.command = Command::pause;
    for (std::uint32_t t = 0; t < 2 * kLeadTicksMax; ++t) game.step({Frame{}, agreeing});
    CHECK_FALSE(is_paused(*game.world));
}
