#pragma once
/// A server and a client over ENet links, as small as possible.
#include <doctest/doctest.h>

#include <chrono>
#include <map>
#include <thread>
#include <vector>

#include "proto/connection.hpp"
#include "proto/enet_link.hpp"
#include "tests/support/patient_clock.hpp"

namespace albireo::proto {

inline const auto clock_now = support::patient_now;

/// A server that answers every Join with a Refused, as a lobby would.
struct AnsweringServer {
    std::string error;
    std::unique_ptr<EnetLink> link;
    std::map<PeerId, Connection> peers;
    int answered = 0;

    explicit AnsweringServer(EnetServerOptions options = {.bind = "127.0.0.1", .port = 0}) {
        link = make_enet_server(options, error);
        REQUIRE_MESSAGE(link != nullptr, error);
    }
    void step() {
        const Micros now = clock_now();
        LinkEvent event;
        while (link->poll(event, now)) {
            if (event.kind == LinkEvent::Kind::connected) peers.try_emplace(event.peer);
            if (event.kind != LinkEvent::Kind::received) continue;
            const auto peer = peers.find(event.peer);
            REQUIRE(peer != peers.end());
            peer->second.receive(event.channel, event.bytes, now);
            while (const auto message = peer->second.next_message()) {
                if (!std::holds_alternative<Join>(*message)) continue;
                peer->second.send(Refused{Refusal::unknown_code, ""});
                ++answered;
            }
        }
        OutPacket packet;
        for (auto& [name, peer] : peers) {
            while (peer.next_packet(packet, now)) link->send(name, packet.channel, packet.bytes(), now);
        }
        link->flush(now);
    }
};

struct AskingClient {
    std::unique_ptr<EnetLink> link;
    Connection connection;
    bool connected = false, refused = false, told_other_key = false;
    Micros began = clock_now();
    Micros answered_after = -1;

    explicit AskingClient(std::uint16_t port, std::optional<PublicKey> server = {}, std::vector<IpAddress> hosts = {read_ip("127.0.0.1")}) {
        std::string error;
        link = make_enet_client(hosts, port, error, server);
        REQUIRE_MESSAGE(link != nullptr, error);
        connection.send(Join{"K7QF2M"});
    }
    void step() {
        const Micros now = clock_now();
        LinkEvent event;
        while (link->poll(event, now)) {
            connected |= event.kind == LinkEvent::Kind::connected;
            refused |= event.kind == LinkEvent::Kind::refused;
            told_other_key |= event.kind == LinkEvent::Kind::other_key;
            if (event.kind == LinkEvent::Kind::received) connection.receive(event.channel, event.bytes, now);
        }
        while (connection.next_message()) answered_after = now - began;
        OutPacket packet;
        while (connection.next_packet(packet, now)) link->send(kServer, packet.channel, packet.bytes(), now);
        link->flush(now);
    }
};

inline void run_until(AnsweringServer& server, AskingClient& client, auto done, int ms_max) {
    for (const Micros until = clock_now() + ms_max * kMicrosPerMs; clock_now() < until && !done();) {
        client.step();
        server.step();
        std::this_thread::sleep_for(std::chrono::microseconds{200});
    }
}

}  // namespace albireo::proto
