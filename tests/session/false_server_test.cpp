// Goal: nothing that a server says can do worse to a client than end its game with one line.
#include "tests/session/false_server.hpp"

#include <utility>

#include <doctest/doctest.h>

#include "client/net/game_client.hpp"
#include "proto/blob.hpp"
#include "server/levels.hpp"
#include "sim/level/level_bytes.hpp"
#include "sim/snapshot.hpp"
#include "sim/step.hpp"
#include "tests/session/idle_hands.hpp"

using namespace albireo;
using client::GameClient;

namespace {

/// A client in a running game of one, on a level that it got from the server as bytes: nobody else holds it.
struct Table {
    FalseServer server;
    server::Levels levels;
    IdleHands hands;
    GameClient client;
    proto::Micros now = 0;
    std::shared_ptr<const Level> level = levels.find("tutorial", Difficulty::calm);

    Table() : client({.players = 1}, reach(), hands) {
        pass(200'000);
        server.connection.send(proto::Welcome{proto::kProtocolVersion, kCoreVersion, "false"});
        enter(*level);
        pass(200'000);
        send_level(*level);
        pass(2'000'000);
        server.connection.send(proto::Start{.first_tick = {}});
        pass(200'000);
        REQUIRE(client.state() == GameClient::State::playing);
    }
    client::ClientOutside reach() {
        client::ClientOutside outside;
        outside.open_link = [this] { return server.net.connect(); };
        return outside;
    }
    void pass(proto::Micros length) {
        for (const proto::Micros until = now + length; now < until; now += 5000) {
            client.advance(now);
            server.advance(now);
        }
    }
    void enter(const Level& which, const std::string& code = "AAAAAA") {
        proto::Entered entered;
        entered.code = code;
        entered.level = "tutorial";
        entered.level_digest = which.digest;
        entered.players = 1;
        server.connection.send(entered);
    }
    void send_level(const Level& which) {
        proto::send_blob(server.connection, proto::BlobKind::level, 0, level_bytes(which));
    }
    /// A new world on another level, said to heal a desync.
    void heal_on(const Level& which) {
        auto world = std::make_unique<World>();
        init(*world, which, {.players = 1});
        std::vector<std::uint8_t> bytes(kSnapshotBytesMax);
        bytes.resize(save_world(*world, which, bytes));
        server.connection.send(proto::Resume{world->tick, world->tick, proto::ResumeReason::desync});
        proto::send_blob(server.connection, proto::BlobKind::snapshot, world->tick.value, bytes);
    }
};

}  // namespace

TEST_CASE("a server that announces another level in a running game loses its client") {
    Table table;
    const auto other = table.levels.find("the_cut", Difficulty::storm);
    table.enter(*other);
    table.send_level(*other);
    table.heal_on(*other);
    table.pass(3'000'000);
    CHECK(table.client.state() == GameClient::State::failed);
    CHECK(table.client.failure().find("level") != std::string::npos);
}

TEST_CASE("a server whose code is none, but could be part of a path, loses its client") {
    for (const std::string code : {"../../a", "", "AAAAA", "AAA/AA"}) {
        CAPTURE(code);
        Table table;
        table.enter(*table.level, code);
        table.pass(1'000'000);
        CHECK(table.client.state() == GameClient::State::failed);
        CHECK(table.client.failure().find("no code") != std::string::npos);
        CHECK(table.client.code() == "AAAAAA");
    }
    Table table;
    table.enter(*table.level, "k7q-f2m");
    table.pass(1'000'000);
    CHECK(table.client.state() == GameClient::State::playing);
    CHECK(table.client.code() == "K7QF2M");
}

TEST_CASE("a level that nobody asked for is not taken, even if it is the right one") {
    Table table;
    const Level* held = &table.client.level();
    table.enter(*table.level);
    table.send_level(*table.level);
    table.pass(3'000'000);
    CHECK(table.client.state() == GameClient::State::playing);
    CHECK(&table.client.level() == held);
    table.heal_on(*table.level);  // steps on the level that the game refers to
    table.pass(1'000'000);
    CHECK(table.client.state() != GameClient::State::failed);
}

TEST_CASE("a server that tells of one desync after the other gets no more answers for it") {
    Table table;
    const auto ask = [&](int times) {
        for (int i = 0; i < times; ++i) {
            table.server.connection.send(proto::DesyncNotice{Tick{10}, 1, 2, {}});
            table.server.connection.send(proto::EvidenceWanted{.tick = Tick{1}, .count = 64});
            table.pass(50'000);
        }
        return std::exchange(table.server.answers, 0);
    };
    constexpr int kAll = proto::DesyncAnswers::kAnswersMax;
    CHECK(ask(2 * kAll) == kAll);
    CHECK(table.now < GameClient::kAnswersEvery);
    for (int i = 0; i < 30; ++i) {
        table.server.connection.send(proto::LobbyState{});  // or it would be taken for dead
        table.pass(GameClient::kAnswersEvery / 30);
    }
    CHECK(ask(kAll) == kAll);
    CHECK(table.client.state() == GameClient::State::playing);
}

TEST_CASE("a server that tells its client to come back again and again is come back to every ten seconds") {
    Table table;
    for (int i = 0; i < 300; ++i) {
        table.server.connection.send(proto::DesyncNotice{Tick{10}, 1, 2, "come back"});
        table.pass(100'000);
        if (table.client.state() != GameClient::State::returning) continue;
        // Its new connection: the old one's other end has no use for it.
        table.server.connection = proto::Connection();
        table.pass(100'000);
        table.heal_on(*table.level);
    }
    CHECK(table.client.state() != GameClient::State::failed);
    CHECK(table.client.figures().rejoins >= 1);
    CHECK(table.client.figures().rejoins <= 4);
}
