// Goal: an attacker who has a whole network of IPv6 addresses gets no more than one home with one address, and leaves nothing behind
// before an address is verified. What ENet knows of peers (their numbers) never leads a packet to another peer.
#include <doctest/doctest.h>

#include <map>
#include <set>

#include "proto/connection.hpp"
#include "proto/handshake.hpp"
#include "sim/base/random.hpp"
#include "sim/snapshot.hpp"
#include "tests/attacks/outcome.hpp"
#include "tests/support/time_units.hpp"
#include "tests/support/virtual_shard.hpp"

using namespace albireo;
using namespace albireo::proto;

namespace {

constexpr std::uint64_t kNetwork = 0x2001'0db8'0001'0000;  // 2001:db8:1::/48
constexpr std::uint64_t kOtherNetwork = 0x2001'0db8'0002'0000;

/// An address in the /64 with these first bits.
NetAddress ipv6(std::uint64_t home, std::uint64_t host, std::uint16_t port = 5'000) {
    IpAddress::Bytes bytes{};
    for (std::size_t i = 0; i < 8; ++i) {
        bytes[i] = static_cast<std::uint8_t>(home >> (56 - 8 * i));
        bytes[8 + i] = static_cast<std::uint8_t>(host >> (56 - 8 * i));
    }
    return {IpAddress(bytes), port};
}

const NetAddress kServerAddress = ipv6(0x2001'0db8'ffff'0000, 1, 7'777);

/// A client that sends what it is told.
struct Client {
    Client(VirtualUdp& net, const NetAddress& from) : address(from) {
        net.place_next(from);
        std::string error;
        link = make_enet_client(std::span{&kServerAddress.host, 1}, kServerAddress.port, error);
        REQUIRE(link != nullptr);
    }
    void advance(Micros now) {
        LinkEvent event;
        while (link->poll(event, now)) {
            is_connected |= event.kind == LinkEvent::Kind::connected;
            if (event.kind == LinkEvent::Kind::received) connection.receive(event.channel, event.bytes, now);
        }
        while (const auto message = connection.next_message()) {
            is_in |= std::holds_alternative<Entered>(*message);
            is_refused |= std::holds_alternative<Refused>(*message);
        }
        OutPacket packet;
        while (connection.next_packet(packet, now)) link->send(kServer, packet.channel, packet.bytes(), now);
        link->flush(now);
    }
    NetAddress address;
    std::unique_ptr<EnetLink> link;
    Connection connection;
    bool is_connected = false, is_in = false, is_refused = false;
};

struct Scene {
    Scene() : shard(net, kServerAddress, {}, levels, 5) {}
    Client& add(const NetAddress& from) {
        clients.push_back(std::make_unique<Client>(net, from));
        return *clients.back();
    }
    /// A new client that asks for a game of its own.
    Client& create(const NetAddress& from) {
        Client& made = add(from);
        made.connection.send(Hello{kProtocolVersion, kCoreVersion, "somebody"});
        made.connection.send(Create{.level = "the_cut"});
        return made;
    }
    void run(Micros time) {
        for (const Micros until = now + time; now < until; now += 4 * kMs) {
            for (const auto& each : clients) each->advance(now);
            net.until_idle(kServerAddress.host, [&] { shard.advance(now); });
        }
    }
    std::size_t in() const {
        return static_cast<std::size_t>(std::ranges::count_if(clients, [](const auto& each) { return each->is_in; }));
    }
    VirtualUdp net;
    server::Levels levels;
    VirtualShard shard;
    std::vector<std::unique_ptr<Client>> clients;
    Micros now = 0;
};

}  // namespace

TEST_CASE("Creates from many addresses of one /64 count as one home, and those of one /48 as one prefix") {
    Scene scene;
    for (std::uint64_t i = 0; i < 30; ++i) scene.create(ipv6(kNetwork, i + 1));
    scene.run(2 * kSecond);
    const server::Limits limits;
    attacks::emit({.row = "5",
                   .attack = "create games from many addresses of one IPv6 /64",
                   .acts = 30,
                   .gain = "games",
                   .achieved = static_cast<long long>(scene.in()),
                   .limit = limits.creates.address.burst,
                   .is_ok = scene.in() == static_cast<std::size_t>(limits.creates.address.burst)});
    // Others are not affected, in the same /48 until that is used up.
    Client& neighbour = scene.create(ipv6(kNetwork + 1, 1));
    Client& stranger = scene.create(ipv6(kOtherNetwork, 1));
    scene.run(kSecond);
    CHECK(neighbour.is_in);
    CHECK(stranger.is_in);
    for (std::uint64_t i = 0; i < 60; ++i) scene.create(ipv6(kNetwork + 2 + i, 1));
    scene.run(2 * kSecond);
    attacks::emit({.row = "5",
                   .attack = "create games from many homes of one IPv6 /48",
                   .acts = 91,
                   .gain = "games",
                   .achieved = static_cast<long long>(scene.in()) - 1,  // the stranger's
                   .limit = limits.creates.prefix.burst + 5});          // what flows in meanwhile
    Client& last = scene.create(ipv6(kOtherNetwork, 2));
    scene.run(kSecond);
    CHECK(last.is_in);
}

TEST_CASE("Hellos of a /64 are answered as those of one address") {
    Scene scene;
    std::size_t answers = 0;
    scene.net.on_sent = [&](const VirtualUdp::Datagram& each) { answers += each.from == kServerAddress ? 1 : 0; };
    std::array<std::uint8_t, kKnockDatagramMax> hello;
    const std::size_t size = write_knock({.connect_id = 7, .for_ipv6 = true}, hello);
    const auto hellos = [&](std::uint64_t home, std::uint64_t count) {
        answers = 0;
        for (std::uint64_t i = 0; i < count; ++i) {
            scene.net.inject({ipv6(home, i * 0x9e37'79b9'7f4a'7c15), kServerAddress, {hello.begin(), hello.begin() + static_cast<std::ptrdiff_t>(size)}});
            scene.shard.advance(scene.now);
        }
        return answers;
    };
    const server::Limits limits;
    CHECK(hellos(kNetwork, 5'000) == static_cast<std::size_t>(limits.hellos.address.burst));
    attacks::emit({.row = "15",
                   .attack = "Hellos from ever new addresses of one IPv6 /64, beyond its budget",
                   .acts = 1'000,
                   .gain = "answers",
                   .achieved = static_cast<long long>(hellos(kNetwork, 1'000))});
}

TEST_CASE("a flood from a million addresses that prove nothing leaves nothing behind") {
    VirtualUdp net;
    net.place_next(kServerAddress);
    std::string error;
    const auto server = make_enet_server({}, error);
    REQUIRE(server != nullptr);
    const std::uint64_t before = server->enet_state();
    Random random = Random::seed(3, 1);
    std::array<std::uint8_t, kKnockDatagramMax> bytes;
    for (std::uint64_t i = 0; i < 1'000'000; ++i) {
        const bool knocks = i % 2 == 0;
        const KnockDatagram datagram{.kind = knocks ? KnockKind::knock : KnockKind::hello, .connect_id = random.next(), .cookie = random.next(), .key = knocks ? std::optional(PublicKey{}) : std::nullopt, .for_ipv6 = true};
        const std::size_t size = write_knock(datagram, bytes) + (knocks ? kSealBytes : 0);
        net.inject({ipv6(kNetwork + random.next(), i), kServerAddress, {bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(size)}});
        LinkEvent event;
        while (!net.is_idle(kServerAddress.host)) REQUIRE_FALSE(server->poll(event, 0));
    }
    attacks::emit({.row = "-",
                   .attack = "Hellos and Knocks from a million IPv6 addresses that prove nothing",
                   .acts = 1'000'000,
                   .gain = "changes of the peers of ENet",
                   .achieved = server->enet_state() == before ? 0 : 1});
    CHECK(server->enet_counters().bad_knocks == 500'000);
    CHECK(server->enet_counters().challenges == 500'000);
}

TEST_CASE("a ban of a /64 removes its players and admits none of them, and a ban of a /48 none of all its homes") {
    Scene scene;
    Client& mallory = scene.create(ipv6(kNetwork, 1));
    Client& neighbour = scene.create(ipv6(kNetwork + 1, 1));
    scene.run(kSecond);
    REQUIRE(mallory.is_in);
    REQUIRE(neighbour.is_in);
    const auto ban = [&](const char* range) {
        REQUIRE(scene.shard.admission->ban({*server::read_host_range(range), scene.now + 3'600 * kSecond}, scene.now));
        std::size_t removed = 0;
        scene.shard.lobby->remove_banned([&](std::size_t reached) { removed = reached; });
        scene.shard.lobby->finish_sweeps(scene.now);
        return removed;
    };
    CHECK(ban("2001:db8:1:0:1234::/64") == 1);
    Client& again = scene.create(ipv6(kNetwork, 2));
    Client& other = scene.create(ipv6(kNetwork + 1, 2));
    scene.run(kSecond);
    CHECK_FALSE(again.is_connected);
    CHECK(other.is_in);
    CHECK(ban("2001:db8:1::/48") == 2);
    Client& third = scene.create(ipv6(kNetwork + 9, 1));
    Client& stranger = scene.create(ipv6(kOtherNetwork, 1));
    scene.run(kSecond);
    CHECK_FALSE(third.is_connected);
    CHECK(stranger.is_in);
}

TEST_CASE("peers come and go at many addresses: no more of them than places, and each packet finds its own") {
    constexpr std::size_t kPlaces = 6;
    VirtualUdp net;
    std::string error;
    net.place_next(kServerAddress);
    const auto server = make_enet_server({.peers_max = kPlaces}, error);
    REQUIRE(server != nullptr);
    struct Known {
        std::unique_ptr<Client> client;
        std::uint64_t home = 0;
        std::set<std::uint8_t> heard{};  // what the server has answered
    };
    std::vector<Known> known;
    std::map<PeerId, std::uint64_t> peers;  // with the home of each
    Random random = Random::seed(11, 1);
    std::uint64_t served = 0, refused = 0;
    Micros now = 0;
    for (int round = 0; round < 3'000; ++round, now += 4 * kMs) {
        if (known.size() < kPlaces + 2 && random.below(4) == 0) {
            // Half of them are from IPv4. Few ports, so that addresses differ in one part only.
            const std::uint64_t home = kNetwork + random.below(1'000);
            const auto port = static_cast<std::uint16_t>(5'000 + round);
            const NetAddress from = random.below(2) == 0 ? ipv6(home, random.below(4) + 1, port)
                                                         : net_address(10, 0, 0, static_cast<std::uint8_t>(random.below(250)), port);
            known.push_back({std::make_unique<Client>(net, from), from.host.home()});
        }
        if (!known.empty() && random.below(12) == 0) known.erase(known.begin() + random.below(static_cast<std::uint32_t>(known.size())));
        if (!peers.empty() && random.below(12) == 0) {
            const auto gone = std::next(peers.begin(), random.below(static_cast<std::uint32_t>(peers.size())));
            server->close(gone->first);
            peers.erase(gone);
        }
        for (Known& each : known) {
            LinkEvent event;
            while (each.client->link->poll(event, now)) {
                each.client->is_connected |= event.kind == LinkEvent::Kind::connected;
                if (event.kind != LinkEvent::Kind::received) continue;
                // The answer names this client's home.
                REQUIRE(event.bytes.size() == sizeof each.home);
                std::uint64_t told = 0;
                std::memcpy(&told, event.bytes.data(), sizeof told);
                REQUIRE(told == each.home);
                ++served;
            }
            each.client->link->send(kServer, Channel::control, std::array<std::uint8_t, 1>{1}, now);
            each.client->link->flush(now);
        }
        do {
            LinkEvent event;
            while (server->poll(event, now)) {
                if (event.kind == LinkEvent::Kind::connected) {
                    REQUIRE_MESSAGE(peers.emplace(event.peer, server->host_of(event.peer)).second, "an id is used once");
                    REQUIRE(peers.size() <= kPlaces);
                } else if (event.kind == LinkEvent::Kind::received) {
                    REQUIRE(peers.contains(event.peer));
                    const std::uint64_t home = server->host_of(event.peer);
                    REQUIRE(home == peers.at(event.peer));
                    std::array<std::uint8_t, sizeof home> answer;
                    std::memcpy(answer.data(), &home, sizeof home);
                    server->send(event.peer, Channel::frames, answer, now);
                }
            }
            server->flush(now);
        } while (!net.is_idle(kServerAddress.host));
        refused = server->enet_counters().full;
    }
    CHECK(served > 1'000);
    CHECK(refused > 0);
}
