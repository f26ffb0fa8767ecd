// Symptom: a partner who asked for a pause again and again while the game was paused kept the other from ending it,
// since each of his commands made the game deaf for as long as it waited.
#include <doctest/doctest.h>

#include "tests/support/game.hpp"
#include "tests/support/small_level.hpp"

using namespace albireo;
using namespace albireo::support;

namespace {

Frame asks(Command command, std::uint8_t delay) {
    Frame frame;
    frame.command = command;
    frame.command_delay = delay;
    return frame;
}

}  // namespace

TEST_CASE("a command that changes nothing keeps nobody else's from being heard") {
    const Level level = small_level();
    Game game(level);
    game.step({asks(Command::pause, 20), Frame{}});
    game.steps(kLeadTicksMax);
    REQUIRE(is_paused(*game.world));
    for (const Command useless : {Command::pause, Command::carry_on, Command::none}) {
        game.steps(300, {asks(useless, 255), Frame{}});
        CHECK(is_paused(*game.world));
    }
    game.step({asks(Command::pause, 255), asks(Command::resume, 10)});
    game.steps(kLeadTicksMax, {asks(Command::pause, 255), Frame{}});
    CHECK_FALSE(is_paused(*game.world));
}
