// Goal: an eavesdropper beside a client that connects gains little by forging. With an overheard cookie and a key of its own it can begin a
// connection in the client's name, but not have the server send more than a few kilobytes to the client's address. A forged Challenge
// does not lead the client to a dead address for good.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "proto/accept_allowance.hpp"
#include "proto/connection.hpp"
#include "proto/handshake.hpp"
#include "sim/snapshot.hpp"
#include "tests/attacks/outcome.hpp"
#include "tests/support/time_units.hpp"
#include "tests/support/virtual_shard.hpp"

using namespace albireo;
using namespace albireo::attacks;
using namespace albireo::proto;

namespace {

const NetAddress kServerAddress = net_address(198, 51, 100, 1, 7'777), kVictim = net_address(203, 0, 113, 5, 5'000);

struct Scene {
    Scene() : shard(net, kServerAddress, {.key = key}, levels, 5) {
        net.on_sent = [this](const VirtualUdp::Datagram& each) {
            if (each.from != kServerAddress) return;
            overheard.push_back(each.bytes);
            bytes += each.bytes.size() + kIpUdpBytes;
        };
    }
    void forge(std::span<const std::uint8_t> datagram) {
        net.inject({kVictim, kServerAddress, {datagram.begin(), datagram.end()}});
    }
    void pass() {
        net.until_idle(kServerAddress.host, [&] { shard.advance(now); });
        now += 4 * kMs;
    }
    KeyPair key = KeyPair::random();
    VirtualUdp net;
    server::Levels levels;
    VirtualShard shard;
    std::vector<std::vector<std::uint8_t>> overheard;  // sent to the victim's address
    std::uint64_t bytes = 0;                           // … with headers
    Micros now = 0;
};

/// A forged connection. The attacker knows its keys and overhears what the server sends, so it reads the Accepts; but it goes on knocking, and
/// never uses the keys of the connection.
struct Forgery {
    Forgery(Scene& of, std::uint32_t connect_id)
        : scene(of), own(KeyPair::random()), knocks(connect_id, own, of.key.public_key), listens(connect_id, own, of.key.public_key) {}
    void turn() {
        for (const auto& each : std::exchange(scene.overheard, {})) {
            std::array<std::uint8_t, kLinkPacketBytesMax> packet;
            std::size_t head = 0;
            const auto read = read_knock(each, head);
            if (read && read->kind == KnockKind::challenge) knocks.take(each, scene.now, packet);
            const auto size = listens.take(each, scene.now, packet);
            if (size && *size != 0) connection.receive(Channel::control, std::span{packet}.first(*size), scene.now);
        }
        OutPacket packet;
        std::array<std::uint8_t, kKnockDatagramMax> bytes;
        const bool may_speak = knocks.state() == HandshakeClient::State::knock;
        while (knocks.due() <= scene.now) {
            const bool has_word = may_speak && connection.next_packet(packet, scene.now);
            if (may_speak && !has_word && has_knocked) break;
            const std::size_t size = knocks.write(has_word ? packet.bytes() : std::span<const std::uint8_t>{}, scene.now, bytes);
            if (size == 0) break;
            has_knocked = may_speak;
            scene.forge(std::span{bytes}.first(size));
        }
    }
    Scene& scene;
    KeyPair own;
    HandshakeClient knocks, listens;
    Connection connection;
    bool has_knocked = false;
};

}  // namespace

TEST_CASE("a level that is asked for in another's name does not flood them") {
    Scene scene;
    Forgery forgery{scene, 7};
    forgery.connection.send(Hello{kProtocolVersion, kCoreVersion, "mallory"});
    forgery.connection.send(Create{.level = "the_cut", .players = 2});
    bool is_in = false;
    Micros until = 60 * kSecond;  // it acknowledges nothing of the level
    for (; scene.now < 60 * kSecond; scene.pass()) {
        if (scene.now < until) forgery.turn();
        while (const auto message = forgery.connection.next_message()) {
            const auto* entered = std::get_if<Entered>(&*message);
            if (entered == nullptr) continue;
            is_in = true;
            until = scene.now + 40 * kMs;
            forgery.connection.send(LevelWanted{entered->level_digest});
        }
    }
    emit({.row = "-",
          .attack = "have a level sent to another's address, by Knocks alone",
          .acts = 1,
          .gain = "bytes sent there in a minute",
          .achieved = static_cast<long long>(scene.bytes),
          .limit = 16'000 + 1'000,  // and the Challenges
          .is_ok = is_in});
}

TEST_CASE("many connections that are begun in another's name do not flood them") {
    Scene scene;
    constexpr int kConnections = 32;
    std::vector<std::unique_ptr<Forgery>> all;
    std::uint64_t most = 0;
    for (std::uint32_t i = 0; i < kConnections; ++i) {
        all.push_back(std::make_unique<Forgery>(scene, 100 + i));
        all.back()->connection.send(Hello{kProtocolVersion, kCoreVersion, "mallory"});
        for (int turn = 0; turn < 4; ++turn) {
            all.back()->turn();
            scene.pass();
        }
        most = std::max(most, scene.shard.metrics.peers_now.load());
    }
    for (; scene.now < 30 * kSecond; scene.pass()) {
    }
    emit({.row = "-",
          .attack = "begin 32 connections in another's name",
          .acts = kConnections,
          .gain = "bytes sent there in half a minute",
          .achieved = static_cast<long long>(scene.bytes),
          .limit = static_cast<long long>(kUnheardPerHome) * 16'000 + kConnections * 300,
          .is_ok = most == kConnections});
}

// Both ends once waited for each other: the server sends no Accepts after five seconds, and the client had nothing to acknowledge.
TEST_CASE("a client is heard even if all answers after its first Accept are lost") {
    VirtualUdp net;
    net.delivers_at_once = false;
    bool are_answers_lost = false;
    net.on_sent = [&](const VirtualUdp::Datagram& each) {
        if (!are_answers_lost || each.from != kServerAddress) net.inject(each);
    };
    std::string error;
    net.place_next(kServerAddress);
    const auto server = make_enet_server({}, error);
    net.place_next(kVictim);
    const auto client = make_enet_client(std::span{&kServerAddress.host, 1}, kServerAddress.port, error);
    REQUIRE(server != nullptr);
    REQUIRE(client != nullptr);
    using Bytes = std::vector<std::uint8_t>;
    Micros now = 0;
    PeerId peer;
    bool is_connected = false, has_heard = false;
    const auto run_until = [&](Micros until, std::uint8_t said, const bool& is_done) {
        for (; now < until && !is_done; now += 4 * kMs) {
            for (LinkEvent event; client->poll(event, now);) {
                is_connected = is_connected || event.kind == LinkEvent::Kind::connected;
                has_heard = has_heard || (event.kind == LinkEvent::Kind::received && event.bytes[0] == 2);
            }
            client->flush(now);
            for (LinkEvent event; server->poll(event, now);) peer = event.peer;
            if (peer != PeerId{}) server->send(peer, Channel::control, Bytes{said}, now);
            server->flush(now);
        }
    };
    client->send(kServer, Channel::control, Bytes{7}, now);
    run_until(kSecond, 1, is_connected);
    REQUIRE(is_connected);
    are_answers_lost = true;
    const bool never = false;
    run_until(now + 6 * kSecond, 1, never);
    are_answers_lost = false;
    run_until(now + kSecond, 2, has_heard);
    CHECK(has_heard);
}

// The client once stayed with the first address that answered, whoever had sent the answer.
TEST_CASE("a forged Challenge from one of a server's addresses delays a client, and does not keep it from the others") {
    Scene scene;
    const NetAddress dead = net_address(198, 51, 100, 2, 7'777);
    std::uint64_t forged = 0;
    scene.net.on_sent = [&](const VirtualUdp::Datagram& each) {
        std::size_t head = 0;
        const auto hello = read_knock(each.bytes, head);
        if (each.to != dead || !hello || hello->kind != KnockKind::hello || forged != 0) return;
        ++forged;
        std::array<std::uint8_t, kChallengeBytes> bytes;
        write_knock({.kind = KnockKind::challenge, .connect_id = hello->connect_id, .cookie = 1}, bytes);
        scene.net.inject({dead, each.from, {bytes.begin(), bytes.end()}});
    };
    scene.net.place_next(kVictim);
    std::string error;
    const std::array hosts{dead.host, kServerAddress.host};
    const auto client = make_enet_client(hosts, kServerAddress.port, error, scene.key.public_key);
    REQUIRE(client != nullptr);
    bool is_connected = false;
    for (; !is_connected && scene.now < 20 * kSecond; scene.pass()) {
        LinkEvent event;
        while (client->poll(event, scene.now)) is_connected = is_connected || event.kind == LinkEvent::Kind::connected;
        client->flush(scene.now);
    }
    emit({.row = "-",
          .attack = "forge one Challenge from a dead address of the server",
          .acts = static_cast<long long>(forged),
          .gain = "milliseconds for which the client is kept out",
          .achieved = static_cast<long long>(scene.now / kMs),
          .limit = 4'500,
          .is_ok = forged == 1 && client->server_address() == kServerAddress});
}

// It once knocked at both, so the server had two connections with one request: a Rejoin took its own seat away again.
TEST_CASE("a client that hears from two addresses of a server connects to one of them") {
    Scene scene;
    // Two paths of 50 ms each way to the server. On each it sees another address of the client, as with IPv4 and IPv6.
    const std::array ends{net_address(198, 51, 100, 2, 7'777), net_address(198, 51, 100, 3, 7'777)};
    const std::array seen_as{net_address(203, 0, 113, 6, 5'000), net_address(203, 0, 113, 7, 5'000)};
    std::vector<std::pair<Micros, VirtualUdp::Datagram>> on_the_way;
    scene.net.on_sent = [&](const VirtualUdp::Datagram& each) {
        for (std::size_t i = 0; i < ends.size(); ++i) {
            if (each.to == ends[i]) on_the_way.push_back({scene.now + 50 * kMs, {seen_as[i], kServerAddress, each.bytes}});
            if (each.to == seen_as[i]) on_the_way.push_back({scene.now + 50 * kMs, {ends[i], kVictim, each.bytes}});
        }
    };
    scene.net.place_next(kVictim);
    std::string error;
    const auto client = make_enet_client(std::array{ends[0].host, ends[1].host}, kServerAddress.port, error, scene.key.public_key);
    REQUIRE(client != nullptr);
    Connection connection;
    connection.send(Hello{kProtocolVersion, kCoreVersion, "anna"});
    std::uint64_t most = 0;
    for (; scene.now < 3 * kSecond; scene.pass()) {
        for (auto& [due, datagram] : std::exchange(on_the_way, {})) {
            if (due <= scene.now) {
                scene.net.inject(std::move(datagram));
            } else {
                on_the_way.emplace_back(due, std::move(datagram));
            }
        }
        LinkEvent event;
        while (client->poll(event, scene.now)) {
            if (event.kind == LinkEvent::Kind::received) connection.receive(event.channel, event.bytes, scene.now);
        }
        OutPacket packet;
        while (connection.next_packet(packet, scene.now)) client->send(kServer, packet.channel, packet.bytes(), scene.now);
        client->flush(scene.now);
        most = std::max(most, scene.shard.metrics.peers_now.load());
    }
    CHECK(client->server_address() != NetAddress{});
    CHECK(most == 1);
}
