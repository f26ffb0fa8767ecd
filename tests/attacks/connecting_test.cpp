// Goal: an attacker beside the path of a client that connects, or one who has stolen the server's key, gets nothing that
// proto/WIRE.md ("Security") does not concede.
#include <doctest/doctest.h>
#include <stdlib.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <thread>

#include "client/net/udp_client.hpp"
#include "proto/enet_link.hpp"
#include "proto/handshake.hpp"
#include "server/shard.hpp"
#include "tests/attacks/outcome.hpp"
#include "tests/attacks/wiretap.hpp"
#include "tests/session/idle_controller.hpp"

using namespace albireo;
using namespace albireo::attacks;
using namespace albireo::proto;

namespace {

/// A server and a client that connects through the tap.
struct Scene {
    Scene() {
        std::string error;
        server = make_enet_server({.bind = "127.0.0.1", .port = 0, .key = key}, error);
        REQUIRE_MESSAGE(server != nullptr, error);
        tap = std::make_unique<Wiretap>(server->port());
        client = make_enet_client("127.0.0.1", tap->port(), error);
        REQUIRE_MESSAGE(client != nullptr, error);
        client->send(kServer, Channel::control, Bytes{1, 2, 3}, now());
    }
    void poll_server() {
        LinkEvent event;
        while (server->poll(event, now())) {
            if (event.kind == LinkEvent::Kind::connected) ++connected;
            if (event.kind == LinkEvent::Kind::received) received.emplace_back(event.bytes.begin(), event.bytes.end());
        }
        server->flush(now());
    }
    void poll_client() {
        LinkEvent event;
        while (client->poll(event, now())) is_connected = is_connected || event.kind == LinkEvent::Kind::connected;
        client->flush(now());
    }
    void turn() {
        poll_client();
        tap->turn();
        poll_server();
        tap->turn();
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    bool run_until(auto done, int turns = 2'000) {
        for (int i = 0; i < turns && !done(); ++i) turn();
        return done();
    }
    /// The newest overheard datagram of this kind.
    std::optional<KnockDatagram> overheard(const std::vector<Bytes>& datagrams, KnockKind kind) const {
        for (auto each = datagrams.rbegin(); each != datagrams.rend(); ++each) {
            std::size_t head = 0;
            if (const auto read = read_knock(*each, head); read && read->kind == kind) return read;
        }
        return std::nullopt;
    }

    KeyPair key = KeyPair::random();
    std::unique_ptr<EnetLink> server, client;
    std::unique_ptr<Wiretap> tap;
    int connected = 0;
    bool is_connected = false;
    std::vector<Bytes> received;
};

}  // namespace

TEST_CASE("an eavesdropper who knocks first in a client's name does not lock the client out") {
    Scene scene;
    REQUIRE(scene.run_until([&] { return scene.overheard(scene.tap->down(), KnockKind::challenge).has_value(); }));
    const auto challenge = *scene.overheard(scene.tap->down(), KnockKind::challenge);
    HandshakeClient evil(challenge.connect_id, KeyPair::random(), scene.key.public_key);
    std::array<std::uint8_t, kKnockDatagramMax> bytes;
    std::array<std::uint8_t, kLinkPacketBytesMax> packet;
    const Micros at = now();
    REQUIRE(evil.write({}, at, bytes) > 0);
    std::array<std::uint8_t, kChallengeBytes> answer;
    REQUIRE(write_knock({.kind = KnockKind::challenge, .connect_id = challenge.connect_id, .cookie = challenge.cookie}, answer) ==
            kChallengeBytes);
    REQUIRE(evil.take(answer, at, packet));
    const std::size_t size = evil.write(Bytes{6, 6, 6}, at + kMicrosPerSecond / 10, bytes);
    REQUIRE(size > kKnockHeadMax);
    scene.tap->forge_up(std::span{bytes}.first(size));
    scene.poll_server();
    REQUIRE(scene.connected == 1);  // the attacker's, who has verified the victim's address by listening
    CHECK(scene.run_until([&] { return scene.is_connected; }));
    const bool is_heard = scene.run_until([&] { return std::ranges::count(scene.received, Bytes{1, 2, 3}) > 0; });
    emit({.row = "6", .attack = "knock first in a client's name", .acts = 1, .gain = "clients locked out", .achieved = is_heard ? 0 : 1});
}

TEST_CASE("an eavesdropper with the server's stolen key cannot write into an established connection") {
    Scene scene;
    REQUIRE(scene.run_until([&] { return scene.is_connected && !scene.received.empty(); }));
    scene.client->send(kServer, Channel::control, Bytes{7}, now());
    REQUIRE(scene.run_until([&] { return scene.received.back() == Bytes{7}; }));
    const auto knock = *scene.overheard(scene.tap->up(), KnockKind::knock);
    // A fresh cookie for the victim's address, overheard.
    scene.tap->forget();
    std::array<std::uint8_t, kHelloForKeyBytes> hello;
    write_knock({.connect_id = knock.connect_id}, hello);
    scene.tap->forge_up(std::span{hello}.first(kHelloBytes));
    REQUIRE(scene.run_until([&] { return scene.overheard(scene.tap->down(), KnockKind::challenge).has_value(); }));
    const auto cookie = scene.overheard(scene.tap->down(), KnockKind::challenge)->cookie;
    const auto es = agree(scene.key.secret, *knock.key);
    REQUIRE(es);
    Sealer seal{knock_secrets(*es, scene.key.public_key, *knock.key, knock.connect_id).to_server};
    const auto before = scene.received.size();
    std::array<std::uint8_t, kKnockDatagramMax> bytes;
    for (int i = 0; i < 500; ++i) {  // beyond the numbers that the client has used
        const std::size_t head =
            write_knock({.kind = KnockKind::knock, .connect_id = knock.connect_id, .cookie = cookie, .key = knock.key}, bytes);
        scene.tap->forge_up(std::span{bytes}.first(seal.seal(bytes, head, Bytes{6, 6, 6})));
        if (i % 16 == 0) scene.poll_server();
    }
    scene.poll_server();
    emit({.row = "8",
          .attack = "write into a connection with the server's stolen key",
          .acts = 500,
          .gain = "messages that the server takes for the player's",
          .achieved = static_cast<long long>(scene.received.size() - before),
          .is_ok = scene.connected == 1});
}

namespace {

struct KnownFile {
    KnownFile() {
        std::string name = (std::filesystem::temp_directory_path() / "albireo-known-XXXXXX").string();
        REQUIRE(mkdtemp(name.data()) != nullptr);
        folder = name;
    }
    ~KnownFile() { std::filesystem::remove_all(folder); }
    std::string path() const { return (folder / "known").string(); }
    std::filesystem::path folder;
};

struct OneServer {
    explicit OneServer(server::Levels& levels) {
        server::Config config;
        config.bind = "127.0.0.1";
        config.port = 0;
        std::string error;
        shard = std::make_unique<server::Shard>(config, 0, levels, error);
        REQUIRE_MESSAGE(error.empty(), error);
        shard->on_log = [](const server::LogEvent&) {};
    }
    ~OneServer() {
        shard->stop();
        shard->join();
    }
    std::unique_ptr<server::Shard> shard;
};

/// A client of "localhost", which it knows by name. Runs until it has a seat or has failed.
std::unique_ptr<client::UdpClient> meet(server::Levels& levels, IdleController& controller, std::uint16_t port, client::ClientOptions options,
                                        const std::string& known) {
    const bool creates = options.code.empty();
    auto made = std::make_unique<client::UdpClient>(
        client::ServerAddress{"localhost", port}, std::move(options),
        [&levels](const std::string& name, Difficulty difficulty) { return levels.find(name, difficulty); }, controller, client::KnownServers{known});
    for (const Micros until = now() + 8 * kMicrosPerSecond; now() < until;) {
        made->advance();
        const auto& game = made->game();
        if ((creates && !game.code().empty()) || game.state() == client::GameClient::State::failed) break;
        std::this_thread::sleep_for(std::chrono::microseconds(500));
    }
    return made;
}

}  // namespace

TEST_CASE("an attacker who forges the address of a server that is known by name must still hold its key") {
    server::Levels levels;
    IdleController controller;
    OneServer impostor(levels);
    impostor.shard->start();
    const KnownFile known;
    const std::string name = "localhost:" + std::to_string(impostor.shard->port());
    // The name led elsewhere when the key was learned; now somebody makes it lead here.
    std::ofstream(known.path()) << name << ' ' << text_of(KeyPair::random().public_key) << '\n';
    const auto client = meet(levels, controller, impostor.shard->port(), {.name = "Carla", .level = "the_cut"}, known.path());
    emit({.row = "-",
          .attack = "forge the address of a server that is known by name",
          .acts = 1,
          .gain = "clients that take a seat",
          .achieved = client->game().code().empty() ? 0 : 1,
          .is_ok = client->game().failure().find("is not the server that you played on before") != std::string::npos});
}
