// Goal: over real sockets, floods of Hellos and of peers without a seat cost the server a bounded number of answers and
// places, and an honest player at another address gets a seat meanwhile.
#include <doctest/doctest.h>

#include <array>
#include <atomic>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "client/net/udp_client.hpp"
#include "proto/handshake.hpp"
#include "server/shard.hpp"
#include "sim/base/random.hpp"
#include "tests/attacks/source.hpp"
#include "tests/attacks/outcome.hpp"
#include "tests/session/idle_controller.hpp"
#include "tests/support/time_units.hpp"

using namespace albireo;
using namespace albireo::attacks;
using client::GameClient;
using client::UdpClient;
using proto::Micros;

namespace {

struct Server {
    Server() {
        config.bind = "127.0.0.1";
        config.port = 0;
        std::string error;
        shard = std::make_unique<server::Shard>(config, 0, levels, error);
        REQUIRE(error.empty());
        shard->on_log = [](const server::LogEvent&) {};
        shard->start();
    }
    ~Server() {
        shard->stop();
        shard->join();
    }
    server::Config config;
    server::Levels levels;
    std::unique_ptr<server::Shard> shard;
};

/// How long an honest player waits for a seat; -1: no seat within twenty seconds.
Micros seat_wait(Server& server) {
    IdleController controller;
    UdpClient client({"127.0.0.1", server.shard->port()}, {.name = "anna"},
                     [&](const std::string& name, Difficulty difficulty) { return server.levels.find(name, difficulty); },
                     controller);
    const Micros began = UdpClient::now();
    while (client.game().code().empty() && UdpClient::now() - began < 20 * kSecond) {
        client.advance();
        client.wait(2 * proto::kMicrosPerMs);
    }
    return client.game().code().empty() ? -1 : UdpClient::now() - began;
}

}  // namespace

TEST_CASE("row 15: one address gets a bounded number of answers, whatever it sends") {
    Server server;
    Source source(INADDR_LOOPBACK + 65, server.shard->port());
    const auto bytes = hello(1);
    std::uint64_t answers = 0;
    const Micros began = UdpClient::now();
    constexpr int kSent = 30'000;
    for (int i = 0; i < kSent; ++i) {
        source.send(bytes);
        while (!source.receive().empty()) ++answers;
        if (i % 100 == 99) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(300));
    while (!source.receive().empty()) ++answers;
    const Micros took = UdpClient::now() - began;
    const auto& limit = server.config.limits.hellos.address;
    const auto allowed = static_cast<std::uint64_t>(limit.burst + limit.per_minute * took / (60 * kSecond) + 1);
    CHECK(answers > 0);
    emit({.row = "15",
          .attack = "flood the server with Hellos from one address",
          .acts = kSent,
          .gain = "answers",
          .achieved = static_cast<long long>(answers),
          .limit = static_cast<long long>(allowed),
          .figures = {{"ms", took / kMs}}});
    CHECK(server.shard->metrics().hellos_dropped.load() > 0);
    CHECK(seat_wait(server) >= 0);
}

TEST_CASE("row 15: during a flood of Hellos from thousands of addresses an honest player gets a seat") {
    Server server;
    std::atomic<bool> stop{false};
    std::uint64_t sent = 0;
    std::thread flood([&] {
        const auto sources = random_sources(300, server.shard->port());
        const auto bytes = hello(2);
        while (!stop.load()) {
            for (const auto& source : sources) source->send(bytes), ++sent;
        }
    });
    std::this_thread::sleep_for(std::chrono::milliseconds(500));
    const Micros began = UdpClient::now();
    const Micros waited = seat_wait(server);
    const Micros took = UdpClient::now() - began + 500'000;
    stop = true;
    flood.join();
    server::Lateness::Summary passes;
    passes.add(server.shard->metrics().pass);
    const auto& limit = server.config.limits.hellos.server;
    emit({.row = "15",
          .attack = "flood the server with Hellos from 300 addresses",
          .acts = static_cast<long long>(sent),
          .gain = "Hellos answered",
          .achieved = static_cast<long long>(server.shard->metrics().challenges),
          .limit = limit.burst + limit.per_minute * (took + kSecond) / (60 * kSecond),
          .is_ok = waited >= 0,
          .figures = {{"ms", took / kMs},
                      {"new_player_waited_ms", waited / kMs},
                      {"pass_p99_us", static_cast<long long>(passes.at_permille(990))}}});
}

TEST_CASE("row 2: one address holds few places without a seat, over real sockets") {
    Server server;
    Source source(INADDR_LOOPBACK + 65, server.shard->port());
    std::array<std::uint8_t, proto::kKnockDatagramMax> out;
    std::array<std::uint8_t, proto::kLinkPacketBytesMax> packet;
    // 600 handshakes from one address: each Challenge is answered with a Knock, and then nothing more is sent.
    for (std::uint32_t id = 1; id <= 600; ++id) {
        proto::HandshakeClient guest(id, proto::KeyPair::random());
        source.send(std::span{out}.first(guest.write({}, 0, out)));
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
        for (auto bytes = source.receive(); !bytes.empty(); bytes = source.receive()) guest.take(bytes, 0, packet);
        if (guest.state() != proto::HandshakeClient::State::knock) continue;
        source.send(std::span{out}.first(guest.write({}, kSecond, out)));
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
    const auto held = server.shard->metrics().peers_now.load();
    emit({.row = "2",
          .attack = "take places without a seat from one address",
          .acts = 600,
          .gain = "peers held",
          .achieved = static_cast<long long>(held),
          .limit = server.config.limits.seatless.address,
          .is_ok = held >= 1 && seat_wait(server) >= 0});
}
