// Goal: a pause ends by itself: nobody keeps a game in the server's memory for ever by pausing it and staying connected.
#include <doctest/doctest.h>

#include <string>
#include <utility>
#include <vector>

#include "sim/step.hpp"
#include "tests/session/lobby_fixture.hpp"
#include "tests/support/time_units.hpp"

using namespace albireo;
using namespace albireo::storm;

namespace {

constexpr Micros kMost = 5 * kSecond;

/// Asks for a pause at one tick of each pair, and for its end at the other.
class Pauser final : public client::PlayerController {
  public:
    explicit Pauser(std::vector<std::pair<std::uint32_t, std::uint32_t>> pauses) : pauses_(std::move(pauses)) {}
    void begin(const Level&, Slot) override {}
    client::Controls steer(const World& predicted) override {
        client::Controls controls;
        controls.command_delay = 12;
        sees_pause = is_paused(predicted);
        for (const auto& [from, until] : pauses_) {
            if (predicted.tick.value == from) controls.command = Command::pause;
            if (predicted.tick.value == until) controls.command = Command::resume;
        }
        return controls;
    }
    void see(const World&, client::RemoteShots&, std::vector<Report>&) override {}

    bool sees_pause = false;

  private:
    std::vector<std::pair<std::uint32_t, std::uint32_t>> pauses_;
};

}  // namespace

TEST_CASE("a game that is paused for longer than the limit ends, and its players are told why") {
    LobbyFixture fixture({.pause_max = kMost});
    Pauser pauser({{60, 1'000'000}});
    std::uint8_t players = 1;
    SUBCASE("alone") {}
    SUBCASE("with a friend") { players = 2; }
    client::GameClient& anna = fixture.add({.name = "anna", .players = players}, true, &pauser);
    fixture.run(100 * kMs);
    if (players == 2) fixture.add({.name = "ben", .code = anna.code()});
    fixture.run(kMost);
    CHECK(pauser.sees_pause);
    CHECK(fixture.lobby->sessions_ended() == 0);
    fixture.run(3 * kSecond);
    CHECK(fixture.lobby->sessions_ended() == 1);
    for (const auto& client : fixture.clients) {
        CHECK(client->farewell() == proto::ByeReason::expired);
        CHECK(client->failure().find("paused for an hour") != std::string::npos);
    }
}

TEST_CASE("pauses are not added up, and a game that goes on is not ended") {
    LobbyFixture fixture({.pause_max = kMost});
    Pauser pauser({{60, 300}, {320, 560}, {580, 820}});  // of four seconds each
    client::GameClient& anna = fixture.add({.name = "anna", .players = 1}, true, &pauser);
    fixture.run(16 * kSecond);
    CHECK(anna.state() == client::GameClient::State::playing);
    CHECK(fixture.lobby->sessions_ended() == 0);
}
