// Symptom: both players pressed pause within the time of a path, one of them with a short promise; the second command,
// sent without knowing of the first, was taken for agreement, and the pause acted before its sender had heard of it:
// his own ship was corrected.
#include <doctest/doctest.h>

#include "sim/game/flow.hpp"
#include "tests/support/game.hpp"
#include "tests/support/small_level.hpp"

using namespace albireo;
using namespace albireo::support;

namespace {

Frame pause_in(std::uint8_t ticks) {
    Frame frame;
    frame.command = Command::pause;
    frame.command_delay = ticks;
    return frame;
}

/// A game in which somebody may ask for a pause, with a short promise, and somebody agree.
struct TwoWishes {
    const Level level = small_level();
    Game game{level};
    const Frame nothing{}, asks = pause_in(12), agrees = pause_in(0);
};

}  // namespace

TEST_CASE_FIXTURE(TwoWishes, "who asks for the same as his partner does not agree by it") {
    game.step({asks, nothing});
    game.step({nothing, asks});
    game.steps(kLeadTicksMax - 2);
    CHECK_FALSE(is_paused(*game.world));
    game.step({});
    CHECK(is_paused(*game.world));
}

TEST_CASE_FIXTURE(TwoWishes, "who agrees lets it act as soon as the asker has promised") {
    REQUIRE(albireo::agrees(agrees));
    game.step({asks, nothing});
    game.step({nothing, agrees});
    game.steps(12);
    CHECK(is_paused(*game.world));
}

TEST_CASE_FIXTURE(TwoWishes, "agreement to nothing asks for nothing") {
    game.steps(2 * kLeadTicksMax, {nothing, agrees});
    CHECK_FALSE(is_paused(*game.world));
}
