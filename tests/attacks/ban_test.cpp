// Goal: a banned address or network is out at once and stays out for its time, and nobody else notices.
#include <doctest/doctest.h>

#include <functional>
#include <optional>
#include <string>
#include <utility>

#include "sim/base/random.hpp"
#include "tests/attacks/attacker.hpp"
#include "tests/attacks/outcome.hpp"

using namespace albireo;
using namespace albireo::attacks;
using namespace albireo::server;
using storm::LobbyFixture;

namespace {

HostRange range(std::string_view text) {
    const auto read = read_host_range(text);
    REQUIRE(read);
    return *read;
}

/// How many a command reaches that is done in parts. The pass in which it is done comes at this time.
std::optional<std::size_t> reached_by(LobbyFixture& fixture, const std::function<void(Lobby::Done done)>& command) {
    std::optional<std::size_t> reached;
    command([&](std::size_t of) { reached = of; });
    fixture.pass();
    return reached;
}
std::optional<std::size_t> removed(LobbyFixture& fixture) {
    return reached_by(fixture, [&](Lobby::Done done) { fixture.lobby->remove_banned(std::move(done)); });
}
std::optional<std::size_t> told(LobbyFixture& fixture, const std::string& text) {
    return reached_by(fixture, [&](Lobby::Done done) { fixture.lobby->tell_all(text, std::move(done)); });
}

}  // namespace

TEST_CASE("bans cover exactly what they say, for exactly their time, as a list of ranges would") {
    Random random = Random::seed(7, 1);
    // Few enough addresses that ranges and hosts meet often.
    const auto some_host = [&]() -> Host {
        if (random.below(2) == 0) return address(10, random.below(2), random.below(4), random.below(16));
        return 0x20010db800000000 + (std::uint64_t{random.below(4)} << 16) + random.below(16);
    };
    for (int round = 0; round < 50; ++round) {
        Bans bans;
        std::vector<Ban> plain;
        for (Micros now = 0; now < 200; ++now) {
            const std::uint64_t mask = ~std::uint64_t{0} << random.below(25);
            const HostRange what{*number_of(some_host()) & mask, mask};
            const auto is_same = [&](const Ban& ban) { return ban.range.first == what.first && ban.range.mask == what.mask; };
            std::erase_if(plain, [&](const Ban& ban) { return ban.until <= now; });
            if (random.below(4) > 0) {
                std::erase_if(plain, is_same);
                plain.push_back({what, now + 1 + random.below(30)});
                CHECK(bans.add(plain.back(), now));
            } else {
                CHECK(bans.lift(what, now) == (std::erase_if(plain, is_same) > 0));
            }
            CHECK(bans.list(now).size() == plain.size());
            for (int i = 0; i < 20; ++i) {
                const Host host = some_host();
                CHECK(bans.covers(host, now) == std::ranges::any_of(plain, [&](const Ban& ban) { return ban.range.contains(host); }));
            }
        }
    }
}

TEST_CASE("the list of bans is bounded, an expired ban makes room, and a known one can always be prolonged") {
    Bans bans;
    const auto single = [](std::uint32_t i) { return HostRange{0x0a000000u + i, ~std::uint64_t{0}}; };
    for (std::uint32_t i = 0; i < Bans::kMax; ++i) REQUIRE(bans.add({single(i), 100 + i}, 0));
    CHECK_FALSE(bans.add({single(Bans::kMax), 1'000'000}, 0));
    CHECK(bans.add({single(5), 1'000'000}, 0));
    CHECK(bans.add({single(Bans::kMax), 1'000'000}, 100));  // the first one has expired
    CHECK_FALSE(bans.covers(address(10, 0, 0, 0), 100));
    CHECK(bans.covers(address(10, 0, 0, 5), 500'000));
}

TEST_CASE("a range is written as it was read") {
    for (const char* text : {"203.0.113.5", "203.0.113.0/24", "10.0.0.0/8", "0.0.0.0/0", "255.255.255.254/31", "2001:db8:1:2::/64", "2001:db8::/32", "2000::/3"}) CHECK(range(text).text() == text);
    CHECK(range("203.0.113.77/24").text() == "203.0.113.0/24");
    CHECK(range("2001:db8:1:2:3:4:5:6").text() == "2001:db8:1:2::/64");
}

TEST_CASE("a banned player is removed at once, does not come back by token, and the partner plays on") {
    LobbyFixture fixture;
    server::AdmissionControl& admission = *fixture.admission;
    client::GameClient& anna = fixture.add({.name = "anna"});
    fixture.run(100 * kMs);
    Holder mallory(from_address(fixture, address(203, 0, 113, 9)), anna.code(), fixture.now);
    const auto at_60 = [](Micros since) { return since * 60 / kSecond + 1; };
    const auto run = [&](Micros length) {
        for (const Micros until = fixture.now + length; fixture.now < until; fixture.run(4 * kMs)) {
            mallory.turn(fixture.now, mallory.plays() ? at_60(fixture.now - mallory.plays_since()) : 0);
        }
    };
    run(2 * kSecond);
    REQUIRE(mallory.plays());
    REQUIRE(anna.partner_state() == proto::Partner::here);
    const auto frozen = anna.figures().frozen_ticks;

    REQUIRE(admission.ban({range("203.0.113.0/24"), fixture.now + 60 * kSecond}, fixture.now));
    CHECK(removed(fixture) == 1);
    run(30 * kSecond);
    CHECK(mallory.guest().said_bye == false);  // its new connection is never answered, not even with a goodbye
    CHECK(anna.partner_state() == proto::Partner::left);
    emit({.row = "16",
          .attack = "come back by token, from a banned network",
          .acts = mallory.attempts,
          .gain = "returns to the game, and ticks that the partner loses",
          .achieved = mallory.returns + static_cast<long long>(anna.figures().frozen_ticks - frozen)});
    CHECK(anna.figures().ticks > 30 * 59);
    CHECK_FALSE(admission.answers_hello(address(203, 0, 113, 200), fixture.now));
    CHECK_FALSE(admission.admits_peer(address(203, 0, 113, 200), fixture.now));
    CHECK(admission.answers_hello(address(203, 0, 114, 9), fixture.now));
    CHECK(removed(fixture) == 0);

    // The ban is over: the token is void, but a player who has the code may join.
    run(40 * kSecond);
    CHECK(admission.answers_hello(address(203, 0, 113, 200), fixture.now));
    Guest again(fixture.net.connect(address(203, 0, 113, 9)), "mallory");
    again.connection.send(proto::Join{anna.code()});
    for (int i = 0; i < 200; ++i) {
        again.turn(fixture.now);
        fixture.run(4 * kMs);
    }
    CHECK(again.entered);
}

TEST_CASE("a ban holds for trusted addresses too") {
    server::AdmissionControl admission({}, {range("192.168.0.0/16")});
    CHECK(admission.answers_hello(address(192, 168, 0, 7), 0));
    REQUIRE(admission.ban({range("192.168.0.7"), kSecond}, 0));
    CHECK_FALSE(admission.answers_hello(address(192, 168, 0, 7), 0));
    CHECK(admission.answers_hello(address(192, 168, 0, 8), 0));
    CHECK(admission.lift(range("192.168.0.7"), 0));
    CHECK(admission.answers_hello(address(192, 168, 0, 7), 0));
    CHECK_FALSE(admission.lift(range("192.168.0.7"), 0));
}

TEST_CASE("an operator's line reaches the players of one game, or all") {
    LobbyFixture fixture;
    client::GameClient& anna = fixture.add({.name = "anna"});
    client::GameClient& ben = fixture.add({.name = "ben"});
    fixture.run(500 * kMs);
    CHECK(fixture.lobby->tell(anna.code(), "Restart in five minutes.", fixture.now) == 1);
    CHECK(told(fixture, "To all.") == 2);
    CHECK(fixture.lobby->tell("AAAAAA", "To nobody.", fixture.now) == 0);
    fixture.run(500 * kMs);
    CHECK(anna.take_operator_notices() == std::vector<std::string>{"Restart in five minutes.", "To all."});
    CHECK(anna.take_operator_notices().empty());
    CHECK(ben.take_operator_notices() == std::vector<std::string>{"To all."});
    // A server that sends only operator lines cannot fill a client's memory.
    for (int i = 0; i < 100; ++i) CHECK(told(fixture, "again") == 2);
    fixture.run(2 * kSecond);
    CHECK(ben.take_operator_notices().size() == client::GameClient::kOperatorNoticesMax);
}
