// Goal: a game of storm over ENet survives all faults, is the same again from its seed, and its network notices what must not happen.
#include <doctest/doctest.h>

#include "proto/keys.hpp"
#include "proto/sealed_datagram.hpp"
#include "sim/base/hash.hpp"
#include "tests/storm/bots.hpp"
#include "tests/storm/enet_network.hpp"
#include "tests/storm/faults.hpp"
#include "tests/storm/matches.hpp"

using namespace albireo;
using namespace albireo::storm;

namespace {

constexpr Micros kSecond = proto::kMicrosPerSecond;

/// What a game leaves: its recording, and what its network has seen.
struct Played {
    std::uint64_t recording = 0, ticks = 0, forged = 0, rejoins = 0;
    std::vector<Finding> findings;
    bool operator==(const Played& b) const {
        return recording == b.recording && ticks == b.ticks && forged == b.forged && rejoins == b.rejoins;
    }
};

Played play(std::uint32_t seed, const Faults& faults, Micros length, const Match& match = {.level = "the_cut", .players = 2}) {
    VirtualGameOptions options = storm_of(seed, length, faults);
    options.level = match.level;
    options.players = match.players;
    options.section = match.section;
    options.make_network = [](std::uint32_t of) { return std::make_unique<EnetNetwork>(of); };
    options.make_controller = bot_controller(bodies(), seed, {.like_people = options.habits});
    VirtualGame game(options);
    game.run(length + kCalm);
    game.check_at_end();
    for (const Finding& finding : game.findings()) FAIL_CHECK("seed " << seed << ": " << finding.what);
    return {hash_bytes(game.recording()), game.ticks_checked(), game.network().tricks().forged, game.metrics().rejoins.load(), game.findings()};
}

/// Two ends of one link, without a game.
struct Pair {
    explicit Pair(Tricks tricks) {
        net.begin_server();
        client = net.connect(Slot::gold, {}, tricks);
        client->send(proto::kServer, proto::Channel::control, std::vector<std::uint8_t>(20, 1), 0);
        for (int i = 0; i < 100 && !has_peer; ++i) pass();
        REQUIRE(has_peer);
        pass();  // in which the client learns of it
    }
    ~Pair() {
        client.reset();
        net.end_server();
    }
    void pass() {
        now += 10'000;
        net.advance(now);
        client->flush(now);
        proto::LinkEvent event;
        while (client->poll(event, now)) {
        }
        while (net.server().poll(event, now)) {
            has_peer = has_peer || event.kind == proto::LinkEvent::Kind::connected;
            if (event.kind == proto::LinkEvent::Kind::connected) net.server().send(event.peer, proto::Channel::control, std::vector<std::uint8_t>(9, 2), now);
            received += event.kind == proto::LinkEvent::Kind::received ? 1 : 0;
        }
        net.server().flush(now);
    }
    EnetNetwork net{3};
    std::unique_ptr<proto::Link> client;
    Micros now = 0;
    int received = 0;
    std::uint32_t packets = 0;  // that a test has sent
    bool has_peer = false;
};

}  // namespace

TEST_CASE("games over ENet survive all faults, over IPv4 and IPv6") {
    std::uint64_t forged = 0;
    for (const std::uint32_t seed : {3u, 10u, 17u, 18u}) forged += play(seed, Faults{}, 30 * kSecond).forged;
    CHECK(forged > 1'000);
}

TEST_CASE("a game over ENet is the same again from its seed") {
    const Played once = play(14, Faults{}, 20 * kSecond);
    CHECK(once.ticks > 400);
    CHECK(play(14, Faults{}, 20 * kSecond) == once);
}

TEST_CASE("a client whose router gives it another address returns") {
    Faults only = Faults::none();
    only.set(FaultKind::rebind, true);
    std::uint64_t rejoins = 0;
    for (std::uint32_t seed = 1; seed <= 6; ++seed) rejoins += play(seed, only, 30 * kSecond).rejoins;
    CHECK(rejoins > 0);
}

TEST_CASE("a solo player returns, the server crashes at once, and the ticks in which the player was absent by rule are not missing") {
    play(29, Faults{}, 60 * kSecond, {.level = "endless", .section = 1, .players = 1});
}

TEST_CASE("forged datagrams have no effect, and genuine ones beside them arrive") {
    Pair pair({.seed = 5, .late_duplicate_ppm = 100'000, .bit_flips_ppm = 200'000});
    const int before = pair.received;
    for (int i = 0; i < 500; ++i) {
        pair.client->send(proto::kServer, proto::Channel::frames, std::vector<std::uint8_t>(40, static_cast<std::uint8_t>(i)), pair.now);
        pair.pass();
    }
    const TrickCounters& tricks = pair.net.tricks();
    CHECK(pair.received - before == 500);
    CHECK(tricks.flipped > 50);
    CHECK(tricks.forged > tricks.flipped * (kForgeries - 10));
    CHECK(tricks.late_duplicates > 20);
    CHECK(tricks.accepted == 0);
    CHECK(tricks.opened == tricks.flipped);
    CHECK(tricks.spoiled == 0);
    CHECK(tricks.unsent == 0);
    CHECK(tricks.repeated_keys == 0);
}

TEST_CASE("what the network remembers does not grow with the length of a game") {
    Pair pair({.seed = 6});
    // 4 packets in 10 ms, three times as many as in a game.
    const auto play_for = [&](Micros length) {
        for (const Micros end = pair.now + length; pair.now < end; pair.pass()) {
            for (std::uint8_t i = 0; i < 4; ++i) {
                std::vector<std::uint8_t> packet(16, i);
                packet[0] = static_cast<std::uint8_t>(++pair.packets);
                packet[1] = static_cast<std::uint8_t>(pair.packets >> 8);
                pair.client->send(proto::kServer, proto::Channel::frames, packet, pair.now);
            }
        }
    };
    play_for(2 * kSentKeptFor);
    const EnetNetwork::Kept before = pair.net.kept();
    CHECK(before.packets > 1'000);
    CHECK(before.packets < static_cast<std::size_t>(kSentKeptFor / 10'000) * 4 + 1'000);
    play_for(4 * kSentKeptFor);
    CHECK(pair.packets > KeyLog::kKept);
    CHECK(pair.net.kept().packets <= before.packets + 400);
    CHECK(pair.net.kept().keys <= KeyLog::kKept + KeyLog::kFirstKept);
    CHECK(pair.net.tricks().unsent == 0);
    CHECK(pair.net.tricks().repeated_keys == 0);
    CHECK(pair.received >= static_cast<int>(pair.packets));
}

TEST_CASE("the network forgets connections whose client is gone") {
    EnetNetwork net{4};
    net.begin_server();
    Micros now = 0;
    for (int i = 0; i < 1'000; ++i) {
        net.connect_stranger();
        net.advance(now += proto::kMicrosPerSecond);
    }
    CHECK(net.kept().connections > 10);
    CHECK(net.kept().connections <= static_cast<std::size_t>(kSentKeptFor / proto::kMicrosPerSecond) + 2);
    net.end_server();
}

TEST_CASE("a packet arrives no more often than it was sent, also after it has been forgotten") {
    SentPackets sent;
    CHECK_FALSE(sent.arrive(1));
    sent.send(1, 10);
    sent.send(1, 20);
    sent.send(2, 20);
    CHECK(sent.arrive(1));
    sent.forget_before(20);
    CHECK(sent.arrive(1));
    CHECK_FALSE(sent.arrive(1));
    CHECK(sent.arrive(2));
    CHECK_FALSE(sent.arrive(2));
    sent.forget_before(21);
    CHECK(sent.size() == 0);
    CHECK_FALSE(sent.arrive(1));
    sent.send(1, 30);
    CHECK(sent.arrive(1));
}

TEST_CASE("a key stream is noticed when it repeats, that of a connection's beginning even after a long game") {
    KeyLog log;
    for (std::uint64_t nth = 0; nth < 3 * KeyLog::kKept; ++nth) REQUIRE(log.note(1'000'000 + nth, nth));
    CHECK(log.size() == KeyLog::kKept + KeyLog::kFirst);
    CHECK_FALSE(log.note(1'000'000 + 2 * KeyLog::kKept, 5));
    CHECK_FALSE(log.note(1'000'003, 0));
    CHECK(log.note(1'000'000 + KeyLog::kKept, 5'000));
}
