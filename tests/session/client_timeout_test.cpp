// Goal: a client never waits for an answer that cannot come, and never abandons a game that can go on.
#include "tests/session/fake_server_game.hpp"

#include "server/lobby.hpp"
#include "tests/support/time_units.hpp"

using namespace albireo;
using client::GameClient;
using proto::Micros;

namespace {


/// A client connected to a server that sends only what the test says.
struct JoiningClient {
    FakeServer server;
    IdleController controller;
    GameClient client;
    Micros now = 0;

    explicit JoiningClient(client::ClientOptions options) : client(std::move(options), reach(), controller) {}
    client::ClientEnvironment reach() {
        client::ClientEnvironment environment;
        environment.open_link = [this] { return server.net.connect(); };
        return environment;
    }
    void pass(Micros length) {
        for (const Micros until = now + length; now < until; now += 5000) {
            client.advance(now);
            server.advance(now);
        }
    }
};

/// A link that loses everything once it is cut.
class CuttableLink final : public proto::Link {
  public:
    CuttableLink(std::unique_ptr<proto::Link> inner, const bool& is_cut) : inner_(std::move(inner)), is_cut_(is_cut) {}
    void send(proto::PeerId peer, proto::Channel channel, std::span<const std::uint8_t> bytes, Micros now) override {
        if (!is_cut_) inner_->send(peer, channel, bytes, now);
    }
    bool poll(proto::LinkEvent& event, Micros now) override {
        while (inner_->poll(event, now)) {
            if (!is_cut_) return true;
        }
        return false;
    }
    void close(proto::PeerId peer) override { inner_->close(peer); }
    proto::LinkTraffic traffic() const override { return inner_->traffic(); }
    proto::Binding binding_of(proto::PeerId peer) const override { return inner_->binding_of(peer); }

  private:
    std::unique_ptr<proto::Link> inner_;
    const bool& is_cut_;
};

/// A link to a server that is full.
class FullServer final : public proto::Link {
  public:
    void send(proto::PeerId, proto::Channel, std::span<const std::uint8_t>, Micros) override {}
    bool poll(proto::LinkEvent& event, Micros) override {
        event = {proto::LinkEvent::Kind::refused, proto::kServer, proto::Channel::control, {}};
        return !std::exchange(told_, true);
    }
    void close(proto::PeerId) override {}
    proto::LinkTraffic traffic() const override { return {}; }
    proto::Binding binding_of(proto::PeerId) const override { return {}; }

  private:
    bool told_ = false;
};

/// A link to a server that has said that it has another version.
class OtherVersion final : public proto::Link {
  public:
    explicit OtherVersion(proto::VersionGap gap) : gap_(gap) {}
    void send(proto::PeerId, proto::Channel, std::span<const std::uint8_t>, Micros) override {}
    bool poll(proto::LinkEvent&, Micros) override { return false; }
    void close(proto::PeerId) override {}
    proto::LinkTraffic traffic() const override { return {}; }
    proto::Binding binding_of(proto::PeerId) const override { return {}; }
    proto::VersionGap version_gap() const override { return gap_; }

  private:
    proto::VersionGap gap_;
};

/// A world of one player after some ticks without input.
std::unique_ptr<World> world_at(const Level& level, std::uint32_t ticks) {
    auto world = std::make_unique<World>();
    auto events = std::make_unique<Events>();
    init(*world, level, {.players = 1});
    while (world->tick.value < ticks) {
        events->clear();
        step(*world, level, {}, *events);
    }
    return world;
}

}  // namespace

TEST_CASE("a code, level or name that fits in no message ends the attempt with a line that says so") {
    struct Row {
        client::ClientOptions options;
        const char* word;
    };
    for (const Row& row : {Row{{.code = std::string(40, 'A')}, "code"}, Row{{.level = std::string(70, 'x')}, "level"},
                           Row{{.name = std::string(200, 'n')}, "name"}, Row{{.name = "two\nlines"}, "name"}}) {
        JoiningClient joining(row.options);
        joining.pass(200'000);
        joining.server.connection.send(proto::Welcome{proto::kProtocolVersion, kCoreVersion, "false"});
        joining.pass(kSecond);
        CHECK(joining.client.state() == GameClient::State::failed);
        CHECK(joining.client.failure().find(row.word) != std::string::npos);
        CHECK_FALSE(joining.client.unreachable());
    }
}

TEST_CASE("a client gives up on a server that welcomes it and never gives it a seat") {
    JoiningClient joining({.code = "AAAAAA"});
    joining.pass(200'000);
    joining.server.connection.send(proto::Welcome{proto::kProtocolVersion, kCoreVersion, "false"});
    joining.pass(2 * kSecond);
    CHECK(joining.client.state() == GameClient::State::entering);
    // The server keeps sending, so it does not time out.
    for (int i = 0; i < 90; ++i) {
        joining.server.connection.send(proto::LobbyState{});
        joining.pass(kSecond);
    }
    CHECK(joining.client.state() == GameClient::State::failed);
    CHECK(joining.client.unreachable());
    CHECK(joining.client.failure().find("seat") != std::string::npos);
}

TEST_CASE("a server that answers only that it has another version: the player is told which side to update, once the attempt has failed") {
    for (const auto gap : {proto::VersionGap::server_is_newer, proto::VersionGap::server_is_older}) {
        proto::VersionGap said = gap;
        client::ClientEnvironment environment;
        environment.open_link = [&] { return std::make_unique<OtherVersion>(said); };
        IdleController controller;
        GameClient newcomer({}, environment, controller);
        // Of a client with a seat every link is replaced, and the last one may have heard nothing.
        GameClient seated({.code = "AAAAAA", .token = proto::Token{}}, environment, controller);
        Micros now = 0;
        for (; now < 14 * kSecond; now += 10'000) {
            newcomer.advance(now);
            seated.advance(now);
        }
        CHECK(newcomer.state() == GameClient::State::connecting);
        CHECK(newcomer.version_gap() == gap);
        for (; now < 17 * kSecond; now += 10'000) newcomer.advance(now);
        CHECK(newcomer.state() == GameClient::State::failed);
        CHECK(newcomer.unreachable());
        CHECK(newcomer.failure() == proto::text_of(gap));
        said = proto::VersionGap::none;
        for (; now < 200 * kSecond; now += 100'000) seated.advance(now);
        CHECK(seated.state() == GameClient::State::failed);
        CHECK(seated.failure() == proto::text_of(gap));
    }
}

TEST_CASE("the level is not compiled before there is a link") {
    FakeServer server;
    IdleController controller;
    int asked = 0, looked_up = 0;
    client::ClientEnvironment environment;
    environment.open_link = [&]() -> std::unique_ptr<proto::Link> {
        return ++asked < 20 ? nullptr : server.net.connect();  // a host name is being resolved
    };
    environment.find_level = [&](const std::string&, Difficulty) -> std::shared_ptr<const Level> {
        ++looked_up;
        return nullptr;
    };
    GameClient client({}, environment, controller);
    Micros now = 0;
    for (; asked < 20 && now < 10 * kSecond; now += 5000) client.advance(now);
    CHECK(asked == 20);
    CHECK(looked_up == 1);
}

TEST_CASE("a client that knows the outcome reports it, even if the link is lost before the last tick") {
    FakeServerGame game;
    game.server.connection.send(proto::Ended{proto::Outcome::cleared, Tick{5000}, 1, 0});
    game.pass(300'000);
    CHECK(game.client.state() == GameClient::State::playing);  // it waits for the last ticks
    game.pass_silently(20 * kSecond);
    CHECK(game.client.state() == GameClient::State::ended);
    CHECK(game.client.outcome() == proto::Outcome::cleared);
}

TEST_CASE("a snapshot that comes too late to heal leaves the running world intact until another comes") {
    FakeServerGame game;
    int restarts = 0;
    game.client.on_restart = [&](const World&) { ++restarts; };
    const auto world = world_at(*game.level, 2000);
    game.send_world(*world, *game.level, {world->tick, world->tick, proto::ResumeReason::desync});
    for (int i = 0; i < 200 && game.client.figures().rejoins == 0; ++i) game.pass(10'000);
    CHECK(game.client.figures().rejoins == 1);  // it asks for a snapshot with all frames since
    CHECK(restarts == 0);
    CHECK(game.client.history().newest() == game.client.predictor().confirmed().tick);
    CHECK_FALSE(game.client.outcome());
}

TEST_CASE("a server that starts a player at a tick beyond any prediction ends their game with a line") {
    FakeServerGame game;
    const auto world = world_at(*game.level, 50);
    Tick own_first;
    SUBCASE("before the snapshot") {
        own_first = world->tick - 10;
    }
    SUBCASE("long after it") {
        own_first = world->tick + 5000;
    }
    game.send_world(*world, *game.level, {world->tick, own_first, proto::ResumeReason::rejoin});
    game.pass(2 * kSecond);
    CHECK(game.client.state() == GameClient::State::failed);
    CHECK(game.client.failure().find("tick") != std::string::npos);
}

TEST_CASE("a server that is full for a moment does not end a game that can be rejoined") {
    server::Levels levels;
    server::Metrics metrics;
    proto::MemoryNet net;
    Random random;
    server::LobbyEnvironment lobby_outside;
    lobby_outside.random = [&] { return (std::uint64_t{random.next()} << 32) | random.next(); };
    lobby_outside.wall_ms = [] { return std::uint64_t{0}; };
    lobby_outside.log = [](const std::string&) {};
    server::Lobby lobby(levels, lobby_outside, metrics);
    IdleController controller;
    bool is_cut = false;
    int full = 0;
    client::ClientEnvironment environment;
    environment.open_link = [&]() -> std::unique_ptr<proto::Link> {
        if (is_cut && ++full <= 3) return std::make_unique<FullServer>();
        is_cut = false;
        return std::make_unique<CuttableLink>(net.connect(), is_cut);
    };
    environment.find_level = [&](const std::string& name, Difficulty difficulty) { return levels.find(name, difficulty); };
    GameClient client({.players = 1}, environment, controller);
    Micros now = 0;
    const auto pass = [&](Micros length) {
        for (const Micros until = now + length; now < until; now += 5000) {
            client.advance(now);
            lobby.advance(net, now);
        }
    };
    pass(2 * kSecond);
    REQUIRE(client.state() == GameClient::State::playing);
    is_cut = true;
    pass(6 * kSecond);
    CHECK(full > 0);
    CHECK(client.state() == GameClient::State::returning);
    pass(30 * kSecond);
    CHECK(full == 4);
    CHECK(client.state() == GameClient::State::playing);
    CHECK(client.failure().empty());
}
