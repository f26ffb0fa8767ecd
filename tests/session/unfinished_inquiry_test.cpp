// Goal: an inquiry that ends without naming a field still stores the evidence so far, and the log says so.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include "replays/bundle.hpp"
#include "tests/storm/desync_scene.hpp"

using namespace albireo;
using namespace albireo::storm;

namespace {

constexpr Micros kPing = 200 * kMs;

VirtualGameOptions wrong_game() {
    VirtualGameOptions options = plain(kPing / 2);
    options.faults[1] = fault_of("241:earnings[1].score");
    return options;
}

/// Runs the game by milliseconds until `holds` or `until`. The step is part of how a game plays out.
template <class Holds>
Micros run_until(VirtualGame& game, Micros until, Holds&& holds) {
    while (game.now() < until && !holds()) game.run(game.now() + kMs);
    return game.now();
}

/// The time at which the server detects the difference; the same in every game up to that point.
Micros noticed_at() {
    VirtualGame game(wrong_game());
    return run_until(game, 20 * kSecond, [&] { return game.metrics().desyncs.load() != 0; });
}

}  // namespace

TEST_CASE(
    "a client that leaves in mid-inquiry leaves a bundle with the evidence so far, and the log says how it ended") {
    const Micros noticed = noticed_at();
    REQUIRE(noticed < 20 * kSecond);
    struct {
        Micros after;
        bool found;  // whether the tick is known by then
    } const moments[] = {{kMs, false}, {kPing * 3 / 2, true}};
    for (const auto& moment : moments) {
        CAPTURE(moment.found);
        VirtualGameOptions options = wrong_game();
        options.incidents = {
            {.kind = Incident::Kind::crash, .slot = Slot::blue, .at = noticed + moment.after, .length = kSecond}};
        VirtualGame game(options);
        run_until(game, noticed + 10 * kSecond, [] { return false; });
        const std::string line = desync_line(game);
        CHECK(line.find(moment.found ? ": desync at tick 241: " : ": desync at or before tick ") != std::string::npos);
        CHECK(line.ends_with(": the client was gone before it could be named [\"blue\"]"));
        REQUIRE(game.bundles().size() == 1);
        replays::Bundle bundle;
        replays::DesyncFile file;
        REQUIRE(replays::read_bundle(replays::bundle_bytes(game.bundles()[0]), bundle) == "");
        REQUIRE(replays::prepare(std::move(bundle), file) == "");
        CHECK(file.bundle.finding.kind == proto::DesyncFinding::Kind::game_over);
        CHECK(line.find(file.bundle.finding.text()) != std::string::npos);
        CHECK(file.server.has_value() == moment.found);
        if (file.server) CHECK(file.server->repeated);
        CHECK_FALSE(file.client);
        CHECK(file.client_fault == "");
        CHECK(file.replay.recording.end() >= Tick{241});
        // The client is back, in the right world.
        CHECK(game.client(Slot::blue).figures().desyncs == 0);
        CHECK(game.client(Slot::blue).predictor().confirmed().tick > Tick{600});
    }
}
