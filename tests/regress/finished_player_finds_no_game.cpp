// Symptom: a storm run reported "gold failed: no game has this code". Gold had seen the end of its game and said goodbye, and then its
// program crashed. So did the server, which keeps the ends of games only for players who do not know them.
#include <doctest/doctest.h>

#include "tests/storm/desync_scene.hpp"
#include "tests/storm/faults.hpp"

using namespace albireo;
using namespace albireo::storm;

TEST_CASE("a player who knows how the game ended may find no game after the server has crashed") {
    VirtualGameOptions options = plain();
    options.level = "short";  // nine seconds
    options.levels_folder = "tests/session/levels";
    options.calm_at = 20 * kSecond;
    // The first crash leaves a lobby behind, so that the server is not empty at the end.
    options.incidents = {{.kind = Incident::Kind::crash_before_start, .slot = Slot::gold, .at = 60 * kMs, .length = kSecond},
                         {.kind = Incident::Kind::crash, .slot = Slot::gold, .at = 13 * kSecond, .length = 6 * kSecond},
                         {.kind = Incident::Kind::server_crash, .at = 15 * kSecond, .length = 200 * kMs}};
    VirtualGame game(options);
    game.run(options.calm_at + kCalm);
    game.check_at_end();
    for (const Finding& finding : game.findings()) FAIL_CHECK(finding.what);
    CHECK(game.server_crashes() == 1);
    CHECK(game.coverage().cleared == 1);
    CHECK(game.client(Slot::gold).refusal() == proto::Refusal::unknown_code);
}
