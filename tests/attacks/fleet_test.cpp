// Goal: a hostile server cannot use the names of its fleet against its client, which looks each of them up in a thread, nor lead it to
// computers of the player's home.
#include <arpa/inet.h>
#include <dlfcn.h>
#include <doctest/doctest.h>
#include <net/if.h>
#include <netdb.h>
#include <netinet/in.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <map>
#include <string_view>
#include <thread>

#include "client/net/udp_client.hpp"
#include "proto/connection.hpp"
#include "proto/enet_link.hpp"
#include "sim/snapshot.hpp"
#include "tests/attacks/outcome.hpp"
#include "tests/session/idle_controller.hpp"
#include "tests/support/loopback_socket.hpp"

namespace {
std::atomic<int> lookups{0};
}

/// This program's name service: counts the names of the attack, none of which exists.
extern "C" int getaddrinfo(const char* host, const char* service, const addrinfo* wanted, addrinfo** found) {
    if (std::string_view(host).ends_with(".invalid")) {
        ++lookups;
        return EAI_NONAME;
    }
    const bool is_tricky = std::string_view(host) == "tricky.test";
    using Real = int (*)(const char*, const char*, const addrinfo*, addrinfo**);
    static const auto real = reinterpret_cast<Real>(::dlsym(RTLD_NEXT, "getaddrinfo"));
    if (!is_tricky) return real(host, service, wanted, found);
    // Whoever owns a name can give it addresses of others.
    const int fault = real("198.51.100.7", service, wanted, found);
    return fault != 0 ? fault : real("192.168.1.1", service, wanted, &(*found)->ai_next);
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

namespace {

constexpr const char* kInternet = "198.51.100.7";  // for documentation (RFC 5737): no private network has it

/// Gives this test's own loopback an address of the internet.
bool add_internet_address() {
    const int any = ::socket(AF_INET, SOCK_DGRAM, 0);
    ifreq alias{.ifr_ifrn = {"lo:1"}, .ifr_ifru = {}};
    auto* const address = reinterpret_cast<sockaddr_in*>(&alias.ifr_addr);
    address->sin_family = AF_INET;
    address->sin_addr.s_addr = inet_addr(kInternet);
    const bool is_added = ::ioctl(any, SIOCSIFADDR, &alias) == 0;
    ::close(any);
    return is_added;
}

/// How many datagrams have arrived since the last call.
int received_by(const support::LoopbackSocket& computer) {
    int count = 0;
    char byte;
    while (::recv(computer.fd(), &byte, 1, 0) >= 0) ++count;
    return count;
}

struct LedHome {
    int datagrams = 0;  // that the computer of the home got
    int hellos = 0;     // that the server got: more than one if the client came back to it
};

/// A server at `host`, which the player knows as `name`, sends its client to a computer of the home by a ticket, once. Two seconds.
LedHome lead_home(const char* host, const char* name) {
    const support::LoopbackSocket victim(SOCK_DGRAM | SOCK_NONBLOCK);  // a computer of the player's home
    std::string error;
    const auto server = proto::make_enet_server({.bind = host, .port = 0}, error);
    REQUIRE_MESSAGE(server != nullptr, error);
    IdleController controller;
    client::UdpClient client(client::ServerAddress{name, server->port()}, {.name = "Carla", .level = "the_cut"},
                             [](const std::string&, Difficulty) { return nullptr; }, controller);
    const proto::Place there{"127.0.0.1", victim.port(), proto::KeyPair::random().public_key};
    std::map<proto::PeerId, proto::Connection> connections;
    LedHome led;
    for (const proto::Micros until = client.now() + 2 * proto::kMicrosPerSecond; client.now() < until;) {
        client.advance();
        const proto::Micros now = client.now();
        proto::LinkEvent event;
        while (server->poll(event, now)) {
            if (event.kind == proto::LinkEvent::Kind::received) connections[event.peer].receive(event.channel, event.bytes, now);
        }
        for (auto& [peer, connection] : connections) {
            while (const auto message = connection.next_message()) {
                if (!std::holds_alternative<proto::Hello>(*message)) continue;
                connection.send(proto::Welcome{.core_version = kCoreVersion, .server_name = "hostile"});
                if (++led.hellos > 1) continue;
                connection.send(proto::Refused{proto::Refusal::other_server, "", proto::Ticket{there}});
            }
            proto::OutPacket packet;
            while (connection.next_packet(packet, now)) server->send(peer, packet.channel, packet.bytes(), now);
        }
        server->flush(now);
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    led.datagrams = received_by(victim);
    return led;
}

}  // namespace

TEST_CASE("a server on the internet cannot lead its client to a computer of the player's home") {
    if (!add_internet_address()) {
        MESSAGE("not tested: the loopback cannot get another address here");
        return;
    }
    // Within one home it may.
    REQUIRE(lead_home("127.0.0.1", "127.0.0.1").datagrams > 10);
    for (const char* name : {kInternet, "tricky.test"}) {
        const LedHome led = lead_home(kInternet, name);
        emit({.row = "-",
              .attack = std::string("send a client to a private address by a ticket, from ") + name,
              .acts = 1,
              .gain = "datagrams that arrive there",
              .achieved = led.datagrams});
        CHECK_MESSAGE(led.hellos > 1, "the client waits at an address that it refuses");
    }
}

}  // namespace albireo::attacks
