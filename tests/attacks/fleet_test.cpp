// Goal: a hostile server cannot use the names of its fleet against its client, which looks each of them up in a thread.
#include <dlfcn.h>
#include <doctest/doctest.h>
#include <netdb.h>

#include <atomic>
#include <chrono>
#include <string_view>
#include <thread>

#include "client/net/udp_client.hpp"
#include "proto/connection.hpp"
#include "proto/enet_link.hpp"
#include "sim/snapshot.hpp"
#include "tests/attacks/outcome.hpp"
#include "tests/session/idle_controller.hpp"

namespace {
std::atomic<int> lookups{0};
}

/// This program's name service: counts the names of the attack, none of which exists.
extern "C" int getaddrinfo(const char* host, const char* service, const addrinfo* wanted, addrinfo** found) {
    if (std::string_view(host).ends_with(".invalid")) {
        ++lookups;
        return EAI_NONAME;
    }
    using Real = int (*)(const char*, const char*, const addrinfo*, addrinfo**);
    static const auto real = reinterpret_cast<Real>(::dlsym(RTLD_NEXT, "getaddrinfo"));
    return real(host, service, wanted, found);
}

namespace albireo::attacks {

TEST_CASE("a server that names new servers of its fleet all the time causes few lookups of names") {
    std::string error;
    const auto server = proto::make_enet_server({.bind = "127.0.0.1", .port = 0}, error);
    REQUIRE_MESSAGE(server != nullptr, error);
    IdleController controller;
    client::UdpClient client(client::ServerAddress{"127.0.0.1", server->port()}, {.name = "Carla", .level = "the_cut"},
                             [](const std::string&, Difficulty) { return nullptr; }, controller);
    proto::Connection connection;
    proto::PeerId peer{};
    bool is_welcome = false;
    int named = 0;
    for (const proto::Micros until = client.now() + 2 * proto::kMicrosPerSecond; client.now() < until;) {
        client.advance();
        const proto::Micros now = client.now();
        proto::LinkEvent event;
        while (server->poll(event, now)) {
            peer = event.peer;
            if (event.kind == proto::LinkEvent::Kind::received) connection.receive(event.channel, event.bytes, now);
        }
        while (const auto message = connection.next_message()) {
            if (std::holds_alternative<proto::Hello>(*message)) is_welcome = connection.send(proto::Welcome{.core_version = kCoreVersion, .server_name = "hostile"});
        }
        while (is_welcome && connection.messages_unacknowledged() < 8) {
            proto::Fleet fleet;
            for (std::size_t i = 0; i < proto::kFleetPlacesMax; ++i) {
                fleet.places.push_back({"s" + std::to_string(++named) + ".invalid", 7777, proto::KeyPair::random().public_key});
            }
            connection.send(fleet);
        }
        proto::OutPacket packet;
        while (connection.next_packet(packet, now)) server->send(peer, packet.channel, packet.bytes(), now);
        server->flush(now);
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    REQUIRE(named > 100);
    const int most = 2 * static_cast<int>(proto::kFleetPlacesMax);
    emit({.row = "-",
          .attack = "name new servers of the fleet to a client, for two seconds",
          .acts = named,
          .gain = "lookups of names, each in a thread of the client",
          .achieved = lookups,
          .limit = most});
}

}  // namespace albireo::attacks
