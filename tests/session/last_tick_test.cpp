// Goal: a desync in the last moments of a game is named, stored and healed like any other before the players leave.
#include <doctest/doctest.h>

#include <fmt/format.h>

#include "replays/reader.hpp"
#include "tests/storm/desync_scene.hpp"

using namespace albireo;
using namespace albireo::storm;

namespace {

/// Dies as soon as it can, so the game ends soon, at a tick that does not depend on the network.
class Doomed final : public client::PlayerController {
  public:
    void begin(const Level&, Slot) override {}
    client::Controls steer(const World&) override { return {}; }
    void see(const World&, client::RemoteShots&, std::vector<Report>& reports) override {
        reports.push_back({.kind = ReportKind::died, .part = static_cast<std::uint16_t>(Cause::enemy)});
    }
};

VirtualGameOptions doomed(Micros delay, std::uint32_t loss_ppm) {
    VirtualGameOptions options = plain(delay);
    options.make_controller = [](Slot, std::uint32_t) -> std::unique_ptr<client::PlayerController> { return std::make_unique<Doomed>(); };
    for (auto& link : options.links) link.out.loss_ppm = link.in.loss_ppm = loss_ppm;
    return options;
}

}  // namespace

TEST_CASE(
    "a desync in the last ticks of a game is named before the players leave, stored, and noted in the recording") {
    for (const Micros ping : {20 * kMs, 250 * kMs}) {
        for (const std::uint32_t loss_ppm : {0u, 250'000u}) {
            VirtualGame clean(doomed(ping / 2, loss_ppm));
            clean.run(120 * kSecond);
            REQUIRE(clean.is_over());
            REQUIRE(clean.metrics().desyncs.load() == 0);
            const Tick end = clean.client(Slot::gold).final_tick();
            for (const std::uint32_t before : {0u, 1u, 5u, 20u, 29u}) {
                const std::string plant = fmt::format("{}:earnings[1].score", (end - before).value);
                CAPTURE(ping);
                CAPTURE(loss_ppm);
                CAPTURE(plant);
                VirtualGameOptions options = doomed(ping / 2, loss_ppm);
                options.faults[1] = fault_of(plant);
                VirtualGame game(options);
                game.run(120 * kSecond);
                CHECK(game.is_over());
                const std::string text =
                    fmt::format("desync at tick {} after settle_score: earnings[1].score server ", (end - before).value);
                const auto line = std::ranges::find_if(
                    game.log(), [&](const std::string& each) { return each.find(text) != std::string::npos; });
                CHECK(line != game.log().end());
                if (line == game.log().end()) {
                    for (const std::string& each : game.log()) MESSAGE(each);
                }
                CHECK(game.bundles().size() == 1);
                client::GameClient& blue = game.client(Slot::blue);
                CHECK(blue.state() == client::GameClient::State::ended);
                CHECK(blue.final_digest() == game.client(Slot::gold).final_digest());
                CHECK(blue.final_tick() == end);
                replays::Recording recording;
                REQUIRE(replays::read_recording(game.recording(), recording).empty());
                CHECK(recording.damage.kind == replays::Damage::Kind::none);
                CHECK(std::ranges::count(recording.notes, replays::NoteKind::desync, &replays::Note::kind) == 1);
            }
        }
    }
}

// The client was once told that the code is unknown, and its program failed.
TEST_CASE("a client that is disconnected as the game ends learns the outcome when it rejoins") {
    VirtualGame clean(doomed(40 * kMs, 0));
    clean.run(120 * kSecond);
    REQUIRE(clean.is_over());
    const Micros end = clean.client(Slot::gold).final_tick().value * proto::kMicrosPerTick;
    for (const Micros length : {14 * kSecond, 40 * kSecond}) {
        CAPTURE(length);
        VirtualGameOptions options = doomed(40 * kMs, 0);
        proto::FaultyLinkOptions dark;
        dark.out.loss_ppm = dark.in.loss_ppm = 1'000'000;
        options.link_changes = {{.at = end - kSecond, .slot = Slot::blue, .link = dark},
                           {.at = end + length, .slot = Slot::blue, .link = options.links[1]}};
        VirtualGame game(options);
        game.run(end + length);
        CHECK(game.client(Slot::gold).state() == client::GameClient::State::ended);
        game.run(end + length + 10 * kSecond);
        CHECK(game.client(Slot::blue).state() == client::GameClient::State::ended);
        CHECK(game.client(Slot::blue).failure() == "");
        CHECK(game.client(Slot::blue).outcome() == game.client(Slot::gold).outcome());
    }
}

TEST_CASE("a replica whose game does not end when the server's does is healed, and ends in the same world") {
    VirtualGame clean(doomed(40 * kMs, 0));
    clean.run(120 * kSecond);
    const Tick end = clean.client(Slot::gold).final_tick();
    VirtualGameOptions options = doomed(40 * kMs, 0);
    options.faults[1] = fault_of(fmt::format("{}:flow.over_wait", (end - 2).value));
    VirtualGame game(options);
    game.run(120 * kSecond);
    CHECK(game.is_over());
    CHECK(game.client(Slot::blue).final_digest() == clean.client(Slot::gold).final_digest());
    CHECK(game.metrics().desyncs.load() == 1);
    for (const std::string& line : game.log()) CHECK(line.find("did not answer") == std::string::npos);
}
