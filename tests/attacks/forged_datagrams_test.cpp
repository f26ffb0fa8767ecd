// Goal: no forged datagram has an effect. An attacker who has read everything sends hundreds of thousands of forged,
// bit-flipped, replayed, reflected and spliced ones, with the right address, port and peer number. There is no event and no
// change in what ENet stores, and the connection goes on.
#include <doctest/doctest.h>

#include <chrono>
#include <cstdlib>
#include <thread>

#include "proto/enet_link.hpp"
#include "sim/base/random.hpp"
#include "tests/attacks/forgery.hpp"
#include "tests/attacks/outcome.hpp"

using namespace albireo;
using namespace albireo::attacks;
using namespace albireo::proto;

namespace {

/// A server and two clients that exchange bytes without meaning; an attacker listens to both.
struct Scene {
    Scene() {
        std::string error;
        server = make_enet_server({.bind = "127.0.0.1", .port = 0}, error);
        REQUIRE_MESSAGE(server != nullptr, error);
        for (std::size_t i = 0; i < 2; ++i) {
            taps[i] = std::make_unique<Wiretap>(server->port());
            clients[i] = make_enet_client("127.0.0.1", taps[i]->port(), error);
            REQUIRE_MESSAGE(clients[i] != nullptr, error);
            clients[i]->send(kServer, Channel::control, Bytes{1, 2, 3}, now());
            run(200, [&] { return arrived[i + 1] > 0; });
        }
        REQUIRE(peers.size() == 2);
    }
    void turn() {
        LinkEvent event;
        while (server->poll(event, now())) {
            if (event.kind == LinkEvent::Kind::connected) peers.push_back(event.peer);
            if (event.kind != LinkEvent::Kind::received) continue;
            ++arrived[0];
            if (!is_quiet) server->send(event.peer, event.channel, event.bytes, now());
        }
        for (std::size_t i = 0; i < 2 && clients[i] != nullptr; ++i) {
            while (clients[i]->poll(event, now())) arrived[i + 1] += event.kind == LinkEvent::Kind::received;
            clients[i]->flush(now());
        }
        server->flush(now());
        for (const auto& tap : taps) {
            if (tap != nullptr) tap->turn();
        }
    }
    void run(int turns, auto done) {
        for (int i = 0; i < turns && !done(); ++i) {
            turn();
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
    }
    void run(int turns) {
        run(turns, [] { return false; });
    }
    /// Sends and echoes random packets of both channels.
    void talk(int packets) {
        for (int i = 0; i < packets; ++i) {
            Bytes packet(1 + random.below(i % 8 == 0 ? 900 : 60));
            for (auto& byte : packet) byte = static_cast<std::uint8_t>(random.next());
            const std::size_t who = random.below(2);
            clients[who]->send(kServer, static_cast<Channel>(random.below(2)), packet, now());
            if (i % 8 == 0) turn();
        }
        run(20);
    }
    std::array<std::uint64_t, 3> state() const {
        return {server->enet_state(), clients[0]->enet_state(), clients[1]->enet_state()};
    }

    Random random = Random::seed(16, 6);
    std::unique_ptr<EnetLink> server;
    std::array<std::unique_ptr<Wiretap>, 2> taps;
    std::array<std::unique_ptr<EnetLink>, 2> clients;
    std::vector<PeerId> peers;
    std::array<std::uint64_t, 3> arrived{};  // at the server, and at each client
    bool is_quiet = false;
};

TEST_CASE("no forged datagram has an effect") {
    const char* const full = std::getenv("ALBIREO_FULL");
    const int count = full != nullptr && *full == '1' ? 10'000'000 : 300'000;
    Scene scene;
    scene.talk(4'000);
    CHECK(scene.arrived[0] > 3'500);
    std::vector<Bytes> heard;
    for (const auto& tap : scene.taps) {
        heard.insert(heard.end(), tap->up().begin(), tap->up().end());
        heard.insert(heard.end(), tap->down().begin(), tap->down().end());
    }
    for (auto& tap : scene.taps) tap->forget();
    scene.is_quiet = true;
    scene.run(1'200);  // ENet tidies its peers once a second
    const auto arrived = scene.arrived;
    const auto state = scene.state();
    for (int i = 0; i < count; ++i) {
        const Bytes bytes = forge(scene.random, heard);
        const Wiretap& tap = *scene.taps[scene.random.below(2)];
        scene.random.below(2) == 0 ? tap.forge_up(bytes) : tap.forge_down(bytes);
        if (i % 64 != 0) continue;
        scene.turn();
        for (auto& each : scene.taps) each->forget();
    }
    scene.run(50);
    CHECK(scene.arrived == arrived);
    CHECK(scene.state() == state);
    CHECK(scene.peers.size() == 2);
    const EnetLinkCounters& counters = scene.server->enet_counters();
    std::uint64_t refused = 0;  // by all three, before ENet
    for (const EnetLink* link : {scene.server.get(), scene.clients[0].get(), scene.clients[1].get()}) {
        const EnetLinkCounters& each = link->enet_counters();
        refused += each.broken_seals + each.refused_datagrams + each.bad_knocks + each.unadmitted + each.challenges;
    }
    std::uint64_t events = 0;
    for (std::size_t i = 0; i < arrived.size(); ++i) events += scene.arrived[i] - arrived[i];
    emit({.row = "-",
          .attack = "forged, flipped, cut, replayed, reflected and spliced datagrams",
          .acts = count,
          .gain = "packets accepted",
          .achieved = static_cast<long long>(events),
          .is_ok = scene.state() == state && scene.peers.size() == 2,
          .figures = {{"broken_seals", static_cast<long long>(counters.broken_seals)},
                      {"for_nobody", static_cast<long long>(counters.refused_datagrams)},
                      {"bad_knocks", static_cast<long long>(counters.bad_knocks)}}});
    CHECK(counters.broken_seals > static_cast<std::uint64_t>(count) / 10);
    // They were refused, not lost on the way. Truncated ones of handshakes are not counted.
    CHECK(refused > static_cast<std::uint64_t>(count) / 10 * 9);
    // The real ones still pass.
    scene.is_quiet = false;
    scene.talk(200);
    CHECK(scene.arrived[0] >= arrived[0] + 195);
    // A packet that has been handed out leaves no trace in ENet. A peer that goes does.
    scene.server->close(scene.peers[0]);
    CHECK(scene.state() != state);
}

}  // namespace
