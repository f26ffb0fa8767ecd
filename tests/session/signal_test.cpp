// Goal: a signal reaches the partner once, over a bad network too; neither a player nor a program that ignores the limit can flood
// the partner; a program that does not know signals gets none.
#include <doctest/doctest.h>

#include "proto/signal_limit.hpp"
#include "sim/snapshot.hpp"
#include "tests/storm/desync_scene.hpp"
#include "tests/session/lobby_fixture.hpp"

using namespace albireo;
using namespace albireo::storm;
using proto::SignalKind;

namespace {

/// A peer that plays by the messages alone, and sends what it likes.
struct RawPeer {
    RawPeer(LobbyFixture& at, const std::string& code, bool knows_signals) : fixture(at), link(at.net.connect()) {
        connection.send(proto::Hello{proto::kProtocolVersion, kCoreVersion, "raw", false, knows_signals});
        connection.send(proto::Join{code});
    }
    void run(Micros length) {
        for (const Micros until = fixture.now + length; fixture.now < until;) {
            proto::OutPacket packet;
            while (connection.next_packet(packet, fixture.now)) link->send(proto::kServer, packet.channel, packet.bytes(), fixture.now);
            fixture.run(kMs);
            proto::LinkEvent event;
            while (link->poll(event, fixture.now)) {
                if (event.kind == proto::LinkEvent::Kind::received) connection.receive(event.channel, event.bytes, fixture.now);
            }
            while (const auto message = connection.next_message()) {
                if (const auto* entered = std::get_if<proto::Entered>(&*message)) connection.send(proto::Ready{entered->level_digest, {}});
                if (const auto* welcome = std::get_if<proto::Welcome>(&*message)) server_knows = welcome->signals;
                signals += std::holds_alternative<proto::Signal>(*message) ? 1 : 0;
            }
        }
    }
    LobbyFixture& fixture;
    std::unique_ptr<proto::Link> link;
    proto::Connection connection;
    bool server_knows = false;
    int signals = 0;
};

}  // namespace

TEST_CASE("a signal reaches the partner once, though a quarter of all packets is lost, and the game is the same") {
    VirtualGameOptions options = plain();
    for (auto& link : options.links) link.out.loss_ppm = link.in.loss_ppm = 250'000;
    VirtualGame game(options);
    game.run(5 * kSecond);
    CHECK(game.client(Slot::gold).send_signal(SignalKind::lightning, 5 * kSecond));
    game.run(15 * kSecond);
    CHECK(game.client(Slot::blue).take_signals() == std::vector{SignalKind::lightning});
    CHECK(game.client(Slot::blue).take_signals().empty());
    CHECK(game.client(Slot::gold).take_signals().empty());
    CHECK(game.client(Slot::blue).figures().unexpected == 0);
    game.check_at_end();
    CHECK(game.findings().empty());
}

TEST_CASE("three signals may follow each other at once, then one each second and a half") {
    proto::SignalLimit limit;
    Micros now = 100 * kSecond;
    const auto burst = [&] {
        int count = 0;
        while (count < 20 && limit.take(now)) ++count;
        return count;
    };
    CHECK(burst() == proto::SignalLimit::kBurst);
    now += proto::SignalLimit::kEvery - 1;
    CHECK(burst() == 0);
    now += 1;
    CHECK(burst() == 1);
    now += 2 * proto::SignalLimit::kEvery;
    CHECK(burst() == 2);
    now += 60 * kSecond;
    CHECK(burst() == proto::SignalLimit::kBurst);
}

TEST_CASE("a program without a limit of its own cannot flood its partner") {
    LobbyFixture fixture;
    GameClient& gold = fixture.add({});
    fixture.run(100 * kMs);
    RawPeer blue(fixture, gold.code(), true);
    blue.run(3 * kSecond);
    REQUIRE(gold.state() == GameClient::State::playing);
    std::size_t heard = 0;
    const auto unexpected = fixture.metrics.unexpected.load();
    for (int i = 0; i < 100; ++i) {
        blue.connection.send(proto::Signal{SignalKind::boss});
        blue.run(100 * kMs);
        heard += gold.take_signals().size();
    }
    // Ten seconds at one each second and a half, after three; and the second that the server allows for delays.
    CHECK(heard >= 6);
    CHECK(heard <= 3 + 8);
    CHECK(fixture.metrics.unexpected.load() > unexpected + 30);
    CHECK(gold.state() == GameClient::State::playing);
}

TEST_CASE("a program that does not know signals gets none, and keeps its connection") {
    for (const bool knows : {false, true}) {
        LobbyFixture fixture;
        GameClient& gold = fixture.add({});
        fixture.run(100 * kMs);
        RawPeer blue(fixture, gold.code(), knows);
        blue.run(3 * kSecond);
        CHECK(blue.server_knows);
        REQUIRE(gold.state() == GameClient::State::playing);
        CHECK(gold.send_signal(SignalKind::here, fixture.now));
        blue.run(kSecond);
        CHECK(blue.signals == (knows ? 1 : 0));
        CHECK(gold.partner_state() != proto::Partner::left);
    }
}

TEST_CASE("signals are sent in a running game only") {
    LobbyFixture fixture;
    GameClient& gold = fixture.add({});
    fixture.run(100 * kMs);
    CHECK_FALSE(gold.send_signal(SignalKind::here, fixture.now));
    fixture.add({.code = gold.code()});
    fixture.run(3 * kSecond);
    REQUIRE(gold.state() == GameClient::State::playing);
    CHECK(gold.send_signal(SignalKind::here, fixture.now));
}
