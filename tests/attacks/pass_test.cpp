// Goal: a pass of the lobby does a bounded part of the work that is due. What it leaves comes first in the next pass, so everybody is
// served; players come before peers without a seat.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>

#include "tests/attacks/attacker.hpp"
#include "tests/attacks/outcome.hpp"

using namespace albireo;
using namespace albireo::storm;
using attacks::address;
using attacks::Guest;

namespace {

constexpr Micros kBetween = 200;  // between two passes

struct Crowd : LobbyFixture {
    void come(int count) {
        for (int i = 0; i < count; ++i) {
            guests.push_back(std::make_unique<Guest>(net.connect(address(10, 0, static_cast<std::uint32_t>(guests.size()), 1))));
            guests.back()->turn(now);
        }
    }
    /// A pass, and what the guests get from it.
    void turn() {
        pass();
        for (auto& guest : guests) guest->turn(now);
        now += kBetween;
    }
    std::size_t welcome() const {
        return static_cast<std::size_t>(std::ranges::count_if(guests, [](const auto& guest) { return guest->welcome; }));
    }
    /// Games of one player, which run.
    void begin_games(int count) {
        for (int i = 0; i < count; ++i) add({.name = "player", .level = "the_cut", .players = 1});
        run(3 * kSecond);
        for (const auto& client : clients) REQUIRE(client->state() == GameClient::State::playing);
    }
    std::vector<std::uint32_t> ticks() const {
        std::vector<std::uint32_t> all;
        for (const auto& client : clients) all.push_back(lobby->find(client->code())->tick().value);
        return all;
    }
    std::vector<std::unique_ptr<Guest>> guests;
};

}  // namespace

TEST_CASE("peers that a pass leaves come first in the next one, in the order in which they came") {
    Crowd crowd;
    crowd.visits_most = 5;
    crowd.come(40);
    for (std::size_t pass = 1; pass <= 8; ++pass) {
        if (pass == 3) crowd.come(10);
        crowd.turn();
        CHECK(crowd.visits == 5);
        CHECK(crowd.welcome() == 5 * pass);
        for (std::size_t i = 0; i < crowd.guests.size(); ++i) CHECK(crowd.guests[i]->welcome == (i < 5 * pass));
    }
    // They are as many as the passes can serve, and each says something after its Welcome.
    for (int pass = 0; pass < 20; ++pass) crowd.turn();
    CHECK(crowd.welcome() == 50);
}

TEST_CASE("when passes cannot serve everybody, all games go on alike, and one peer without a seat is served in each pass") {
    Crowd crowd;
    crowd.begin_games(24);
    const auto before = crowd.ticks();
    crowd.come(40);
    // Of 24 games that are due at least once a tick, each is visited once in three ticks.
    crowd.visits_most = 1;
    std::size_t passes = 0;
    for (; crowd.welcome() < 40 && passes < 1'000; ++passes) {
        for (auto& client : crowd.clients) client->advance(crowd.now);
        crowd.turn();
        crowd.now += 2 * kMs - kBetween;
    }
    CHECK(passes == 40);
    for (; passes < 1'000; ++passes, crowd.now += 2 * kMs) {
        for (auto& client : crowd.clients) client->advance(crowd.now);
        crowd.pass();
    }
    std::vector<std::uint32_t> played;
    for (std::size_t i = 0; i < before.size(); ++i) played.push_back(crowd.ticks()[i] - before[i]);
    const auto [least, most] = std::ranges::minmax(played);
    MESSAGE("in 2 s the games have played " << least << " to " << most << " ticks");
    CHECK(least > 60);
    CHECK(most - least <= server::Session::kTicksAtOnce);
}

TEST_CASE("players do not wait for a crowd of peers without a seat") {
    Crowd crowd;
    crowd.begin_games(4);
    const auto before = crowd.ticks();
    auto ticks = before;
    crowd.visits_most = 5;
    std::uint32_t most = 0;  // ticks of a game in a pass: a game that has waited for a pass plays two
    for (int i = 0; i < 250; ++i, crowd.now += 8 * kMs) {
        crowd.come(4);
        for (auto& client : crowd.clients) client->advance(crowd.now);
        crowd.pass();
        for (auto& guest : crowd.guests) guest->turn(crowd.now);
        const auto last = std::exchange(ticks, crowd.ticks());
        for (std::size_t k = 0; k < ticks.size(); ++k) most = std::max(most, ticks[k] - last[k]);
    }
    attacks::emit({.row = "-", .attack = "connect 500 times a second, without a seat", .acts = 1'000, .gain = "passes for which a game waits", .achieved = most - 1});
    for (std::size_t i = 0; i < before.size(); ++i) CHECK(ticks[i] - before[i] >= 118);
}

TEST_CASE("messages that come all at once are handled in several visits") {
    Crowd crowd;
    const auto link = crowd.net.connect(address(10, 0, 0, 1));
    // A client that sends without waiting for acknowledgements can have this many messages waiting at the server.
    constexpr auto kMessages = static_cast<int>(proto::kMessagesWaitingMax);
    proto::MessageStream stream, acknowledges;
    stream.send(proto::encode(proto::Hello{proto::kProtocolVersion, kCoreVersion, "eve"}));
    for (int i = 1; i < kMessages; ++i) stream.send(proto::encode(proto::LevelWanted{1}));
    std::array<std::uint8_t, proto::kStreamPacketBytesMax> packet;
    for (Micros at = 0; stream.unacknowledged() > 0; at += kMs) {
        while (const std::size_t size = stream.write_packet(at, packet)) {
            link->send(proto::kServer, proto::Channel::control, {packet.data(), size}, crowd.now);
            acknowledges.take_packet({packet.data(), size}, at);
        }
        while (acknowledges.receive()) {
        }
        if (const std::size_t size = acknowledges.write_packet(at, packet)) stream.take_packet({packet.data(), size}, at);
    }
    // What comes in a game is not expected from a peer without a seat, and counted.
    std::vector<std::uint64_t> handled;
    for (int i = 0; i < 5; ++i, crowd.now += kBetween) {
        crowd.pass();
        handled.push_back(crowd.metrics.unexpected);
    }
    CHECK(handled == std::vector<std::uint64_t>{31, 63, 95, 127, 127});
    attacks::emit({.row = "-",
                   .attack = "send many messages at once",
                   .acts = kMessages,
                   .gain = "messages handled in one pass",
                   .achieved = static_cast<long long>(handled[1] - handled[0]),
                   .limit = server::Lobby::kMessagesAtOnce});
}
