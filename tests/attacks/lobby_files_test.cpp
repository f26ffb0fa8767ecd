// Goal: whatever peers create, no file comes into being before a game starts, and no lobby keeps its place when it is over.
#include <doctest/doctest.h>

#include "tests/attacks/attacker.hpp"
#include "tests/attacks/outcome.hpp"

using namespace albireo;
using namespace albireo::attacks;
using storm::LobbyFixture;

namespace {

constexpr std::uint64_t kAttacker = address(203, 0, 113, 5);

}  // namespace

TEST_CASE("row 4: Create and leave from everywhere makes no file, and as many lobbies as the server's limit allows") {
    LobbyFixture fixture;
    constexpr int kSeconds = 10;
    int asked = 0;
    std::vector<std::unique_ptr<Guest>> guests(20);
    for (int i = 0; i < kSeconds * 200; ++i) {
        for (auto& guest : guests) {
            if (guest != nullptr && guest->entered && !guest->said_bye) {
                guest->connection.send(proto::Bye{});
                guest->said_bye = true;
            } else if (guest == nullptr || guest->said_bye || guest->refused() > 0) {
                // Each from a prefix of its own.
                const auto n = static_cast<std::uint32_t>(asked++);
                guest = std::make_unique<Guest>(fixture.net.connect(address(10 + (n >> 16), n >> 8 & 255, n & 255, 1)));
                guest->connection.send(proto::Create{.level = "the_cut", .players = 2});
            }
            guest->turn(fixture.now);
        }
        fixture.run(5 * kMs);
    }
    const server::Limits limits;
    const std::int64_t lobbies_most = limits.creates.server.burst + kSeconds * limits.creates.server.per_minute / 60 + 1;
    emit({.row = "4",
          .attack = "create games from ever new addresses and leave",
          .acts = asked,
          .gain = "files made in ten seconds",
          .achieved = fixture.journals.made + static_cast<long long>(fixture.recordings.size()),
          .limit = 0,
          .is_ok = asked > 1'000 && fixture.lobbies.made > 100 && fixture.lobbies.made <= lobbies_most,
          .figures = {{"lobbies", fixture.lobbies.made}, {"lobbies_at_a_time", fixture.lobbies.most}}});
    // A lobby without a connection ends after two minutes, and its place is free.
    for (int i = 0; i < 140; ++i) {
        for (auto& guest : guests) guest->turn(fixture.now);
        fixture.now += 990 * kMs;
        fixture.run(10 * kMs);
    }
    CHECK(fixture.lobbies.now == 0);
    CHECK(fixture.lobbies.removed == fixture.lobbies.made);
}

TEST_CASE("row 4: a peer that asks for a session and goes at once, or enters another one, holds no place for longer than a lobby lasts") {
    for (const bool joins_another : {false, true}) {
        CAPTURE(joins_another);
        LobbyFixture fixture;
        client::GameClient& anna = fixture.add({.name = "anna"});
        fixture.run(kSecond);
        REQUIRE(!anna.code().empty());
        fixture.holds_offloaded = true;  // the thread that makes files is busy: no Create needs it
        std::vector<std::unique_ptr<Guest>> guests;
        const auto run = [&](Micros length) {
            for (const Micros until = fixture.now + length; fixture.now < until; fixture.run(5 * kMs)) {
                for (auto& guest : guests) guest->turn(fixture.now);
            }
        };
        const auto create_twelve = [&] {
            for (int i = 0; i < 12; ++i) {
                guests.push_back(std::make_unique<Guest>(fixture.net.connect(kAttacker)));
                guests.back()->connection.send(proto::Create{.level = "the_cut", .players = 2});
            }
            run(kSecond);
        };
        create_twelve();
        for (const auto& guest : guests) CHECK(guest->entered);
        CHECK(fixture.metrics.sessions_now.load() == 13);
        CHECK(fixture.journals.made == 0);
        if (joins_another) {
            for (auto& guest : guests) guest->connection.send(proto::Bye{});
            run(kSecond);
            guests.clear();
            guests.push_back(std::make_unique<Guest>(fixture.net.connect(kAttacker)));
            guests.back()->connection.send(proto::Join{anna.code()});
            run(kSecond);
            REQUIRE(guests.front()->entered);
            guests.erase(guests.begin() + 1, guests.end());
        } else {
            guests.clear();
            for (int i = 0; i < 140; ++i) {
                fixture.now += 990 * kMs;
                fixture.run(10 * kMs);
            }
        }
        CHECK(fixture.lobbies.made == 13);
        CHECK(fixture.lobbies.removed >= 12);
        // The address may have sessions again: of the 16 none is held.
        run(60 * kSecond);
        create_twelve();
        CHECK(fixture.metrics.sessions_now.load() >= 12);
    }
}

TEST_CASE("row 4: when all places for lobbies are in use, a Create is refused as by a full server, and the next one succeeds when a lobby is over") {
    LobbyFixture fixture;
    fixture.places = 2;
    client::GameClient& anna = fixture.add({.name = "anna"});
    client::GameClient& ben = fixture.add({.name = "ben"});
    fixture.run(kSecond);
    REQUIRE(!anna.code().empty());
    REQUIRE(!ben.code().empty());
    client::GameClient& carl = fixture.add({.name = "carl"});
    fixture.run(kSecond);
    CHECK(carl.refusal() == proto::Refusal::server_full);
    // The start of a game frees its place.
    client::GameClient& dora = fixture.add({.name = "dora", .code = anna.code()});
    fixture.run(2 * kSecond);
    REQUIRE(dora.state() == client::GameClient::State::playing);
    CHECK(fixture.lobbies.now == 1);
    CHECK(fixture.journals.now == 1);
    client::GameClient& emil = fixture.add({.name = "emil"});
    fixture.run(kSecond);
    CHECK(!emil.code().empty());
}

TEST_CASE("a game that does not start leaves no file: its players were ready, and one of them left before the file was there") {
    LobbyFixture fixture;
    client::GameClient& anna = fixture.add({.name = "anna"});
    fixture.run(kSecond);
    fixture.holds_offloaded = true;
    client::GameClient& ben = fixture.add({.name = "ben", .code = anna.code()});
    fixture.run(kSecond);
    REQUIRE(fixture.offloaded.size() == 1);
    SUBCASE("both leave") {
        ben.leave(fixture.now);
        anna.leave(fixture.now);
    }
    SUBCASE("the server parks its games") { fixture.lobby->park_all(); }
    fixture.run(7 * kSecond);
    fixture.do_offloaded();
    fixture.run(kSecond);
    fixture.do_offloaded();
    CHECK(fixture.journals.made == 1);
    CHECK(fixture.journals.removed == 1);
    CHECK(fixture.journals.now == 0);
}
