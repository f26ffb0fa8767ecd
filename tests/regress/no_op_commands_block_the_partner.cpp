// Symptom: a partner who requested a pause again and again during a pause kept the other player from ending it, because
// each command blocked all others for as long as it waited.
#include <doctest/doctest.h>

#include "tests/support/game.hpp"
#include "tests/support/small_level.hpp"

using namespace albireo;
using namespace albireo::support;

namespace {

Frame frame_with(Command command, std::uint8_t delay) {
    Frame frame;
    frame.command = command;
    frame.command_delay = delay;
    return frame;
}

}  // namespace

TEST_CASE("a command that changes nothing does not block the partner's commands") {
    const Level level = small_level();
    Game game(level);
    game.step({frame_with(Command::pause, 20), Frame{}});
    game.steps(kLeadTicksMax);
    REQUIRE(is_paused(*game.world));
    for (const Command useless : {Command::pause, Command::carry_on, Command::none}) {
        game.steps(300, {frame_with(useless, 255), Frame{}});
        CHECK(is_paused(*game.world));
    }
    game.step({frame_with(Command::pause, 255), frame_with(Command::resume, 10)});
    game.steps(kLeadTicksMax, {frame_with(Command::pause, 255), Frame{}});
    CHECK_FALSE(is_paused(*game.world));
}
