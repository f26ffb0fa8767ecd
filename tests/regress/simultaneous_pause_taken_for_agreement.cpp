// Symptom: both players pressed pause within one network delay, and one of them had promised a short lead. The second
// command, sent without knowledge of the first, was taken for agreement. The pause acted before its sender knew of it,
// and the sender's own ship was corrected.
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

/// A game with a request for a pause after a short lead, and an agreement to it.
struct TwoRequests {
    const Level level = small_level();
    Game game{level};
    const Frame nothing{}, request = pause_in(12), agreement = pause_in(0);
};

}  // namespace

TEST_CASE_FIXTURE(TwoRequests, "a request for the same command is not agreement") {
    game.step({request, nothing});
    game.step({nothing, request});
    game.steps(kLeadTicksMax - 2);
    CHECK_FALSE(is_paused(*game.world));
    game.step({});
    CHECK(is_paused(*game.world));
}

TEST_CASE_FIXTURE(TwoRequests, "after agreement the command acts as soon as the requester's promise allows") {
    REQUIRE(albireo::agrees(agreement));
    game.step({request, nothing});
    game.step({nothing, agreement});
    game.steps(12);
    CHECK(is_paused(*game.world));
}

TEST_CASE_FIXTURE(TwoRequests, "agreement without a request does nothing") {
    game.steps(2 * kLeadTicksMax, {nothing, agreement});
    CHECK_FALSE(is_paused(*game.world));
}
