#pragma once
/// A client in a running game of one player on a fake server, which sends only what the test says.
#include <doctest/doctest.h>

#include "client/net/game_client.hpp"
#include "proto/blob.hpp"
#include "server/levels.hpp"
#include "sim/level/level_bytes.hpp"
#include "sim/snapshot.hpp"
#include "sim/step.hpp"
#include "tests/session/fake_server.hpp"
#include "tests/session/idle_controller.hpp"

namespace albireo {

/// The client gets its level as bytes from the server: it has no copy of its own.
struct FakeServerGame {
    FakeServer server;
    server::Levels levels;
    IdleController controller;
    client::GameClient client;
    proto::Micros now = 0;
    std::uint8_t shard = 0;  // to which the client was redirected
    std::shared_ptr<const Level> level = levels.find("tutorial", Difficulty::calm);

    FakeServerGame() : client({.players = 1}, reach(), controller) {
        pass(200'000);
        server.connection.send(proto::Welcome{proto::kProtocolVersion, kCoreVersion, "false"});
        enter(*level);
        pass(200'000);
        send_level(*level);
        pass(2'000'000);
        server.connection.send(proto::Start{.first_tick = {}});
        pass(200'000);
        REQUIRE(client.state() == client::GameClient::State::playing);
    }
    client::ClientEnvironment reach() {
        client::ClientEnvironment environment;
        environment.open_link = [this] { return server.net.connect(); };
        environment.go_to_shard = [this](std::uint8_t to) { shard = to; };
        return environment;
    }
    void pass(proto::Micros length) {
        for (const proto::Micros until = now + length; now < until; now += 5000) {
            client.advance(now);
            server.advance(now);
        }
    }
    /// Time passes while the server is silent.
    void pass_silently(proto::Micros length) {
        for (const proto::Micros until = now + length; now < until; now += 5000) client.advance(now);
    }
    void enter(const Level& which, const std::string& code = "AAAAAA") {
        proto::Entered entered;
        entered.code = code;
        entered.level = "tutorial";
        entered.level_digest = which.digest;
        entered.seed = GameSetup{}.seed;
        entered.players = 1;
        server.connection.send(entered);
    }
    void send_level(const Level& which) {
        proto::send_blob(server.connection, proto::BlobKind::level, 0, level_bytes(which));
    }
    void send_world(const World& world, const Level& which, proto::Resume resume) {
        std::vector<std::uint8_t> bytes(kSnapshotBytesMax);
        bytes.resize(save_world(world, which, bytes));
        server.connection.send(resume);
        proto::send_blob(server.connection, proto::BlobKind::snapshot, world.tick.value, bytes);
    }
    /// Sends a new world on another level, as if to heal a desync.
    void heal_on(const Level& which) {
        auto world = std::make_unique<World>();
        init(*world, which, {.players = 1});
        send_world(*world, which, {world->tick, world->tick, proto::ResumeReason::desync});
    }
};

}  // namespace albireo
