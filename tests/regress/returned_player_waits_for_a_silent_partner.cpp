// Symptom: a storm run reported "blue has no game although one is running". Both clients had crashed shortly before the end of
// their game. One came back and waited for the world, as it must: the server did not know yet that the other was gone, and
// needed the other's frames for the last ticks that the one had played. Storm gave it too little time.
#include <doctest/doctest.h>

#include "tests/storm/desync_scene.hpp"
#include "tests/storm/faults.hpp"

using namespace albireo;
using namespace albireo::storm;

TEST_CASE("a player who returns while the partner is silent gets the world once the partner is absent") {
    VirtualGameOptions options = plain();
    options.level = "short";  // nine seconds
    options.levels_folder = "tests/session/levels";
    options.calm_at = 2 * kSecond;
    options.eco = true;  // blue has frames left to send when it crashes
    for (ClientTraits& traits : options.traits) traits.end_crash = EndCrash::when_predicted;
    options.traits[0].end_crash_for = kSecond;
    options.traits[1].end_crash_for = 12 * kSecond;
    VirtualGame game(options);
    game.run(options.calm_at + kCalm);
    CHECK_FALSE(game.is_over());
    REQUIRE(game.is_running(Slot::gold));
    CHECK_FALSE(game.client(Slot::gold).has_game());
    CHECK_FALSE(game.is_running(Slot::blue));
    game.check_at_end();
    for (const Finding& finding : game.findings()) FAIL_CHECK(finding.what);
    CHECK(game.end_crashes() == 2);
    CHECK(game.coverage().cleared == 1);
    CHECK(game.coverage().ends_compared == 2);
}
