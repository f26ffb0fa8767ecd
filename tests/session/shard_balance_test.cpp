// Goal: all players of a server connect to one port, whichever shard gets their handshake, and its shards get equally many games all the same. A client is redirected
// at most once, and whoever requests redirects gains nothing.
#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <numeric>

#include "client/net/game_client.hpp"
#include "proto/memory_link.hpp"
#include "server/lobby.hpp"
#include "sim/base/random.hpp"
#include "tests/session/idle_controller.hpp"

using namespace albireo;
using client::GameClient;
using proto::Micros;
using server::ShardChooser;
using server::ShardLoads;

namespace {

constexpr Micros kMs = proto::kMicrosPerMs, kSecond = proto::kMicrosPerSecond;

/// The lobbies of a server with several shards, and its clients. A link to a shard opens `delay` after the client wanted it.
struct ShardedServer {
    explicit ShardedServer(std::size_t count, server::LobbyLimits limits = {}) : nets(count), metrics(count) {
        const auto loads = std::make_shared<ShardLoads>(count);
        for (std::uint32_t own = 0; own < count; ++own) {
            server::LobbyEnvironment environment;
            environment.random = [this] { return (std::uint64_t{random.next()} << 32) | random.next(); };
            environment.wall_ms = [] { return std::uint64_t{0}; };
            environment.log = [](const server::LogEvent&) {};
            environment.admission = admission;
            lobbies.push_back(std::make_unique<server::Lobby>(levels, environment, metrics[own], limits));
            lobbies.back()->set_shards({.own = own, .count = static_cast<std::uint32_t>(count), .loads = loads});
        }
    }
    struct Client {
        std::uint8_t shard = 0;
        std::vector<std::uint8_t> went_to;
        Micros opens_at = 0;
        std::unique_ptr<GameClient> game;
    };
    Client& add(client::ClientOptions options = {.name = "Gold"}, bool follows = true, std::uint8_t shard = 0, server::Host host = 0) {
        Client& client = *clients.emplace_back(std::make_unique<Client>());
        client.shard = shard;
        client::ClientEnvironment environment;
        environment.open_link = [this, &client, host]() -> std::unique_ptr<proto::Link> {
            if (now < client.opens_at) return nullptr;
            return nets[client.shard].connect(host);
        };
        environment.find_level = [this](const std::string& name, Difficulty difficulty) { return levels.find(name, difficulty); };
        if (follows) {
            environment.go_to_shard = [this, &client](std::uint8_t to) {
                client.shard = to;
                client.went_to.push_back(to);
                client.opens_at = now + delay;
            };
        }
        client.game = std::make_unique<GameClient>(std::move(options), std::move(environment), idle);
        return client;
    }
    void run(Micros length) {
        for (const Micros until = now + length; now < until; now += kMs) {
            for (const auto& client : clients) client->game->advance(now);
            for (std::size_t i = 0; i < lobbies.size(); ++i) lobbies[i]->advance(nets[i], now);
        }
    }
    std::vector<std::size_t> games() const {
        std::vector<std::size_t> games;
        for (const auto& lobby : lobbies) games.push_back(lobby->sessions().size());
        return games;
    }
    Random random;
    Micros now = 0, delay = 0;
    std::shared_ptr<server::AdmissionControl> admission = std::make_shared<server::AdmissionControl>();
    server::Levels levels;
    IdleController idle;
    std::vector<proto::MemoryNet> nets;
    std::vector<server::Metrics> metrics;
    std::vector<std::unique_ptr<server::Lobby>> lobbies;
    std::vector<std::unique_ptr<Client>> clients;
};

/// Whether all are within 10 % of their average.
bool are_even(const std::vector<std::size_t>& games) {
    const double average = static_cast<double>(std::accumulate(games.begin(), games.end(), std::size_t{0})) / static_cast<double>(games.size());
    return std::ranges::all_of(games, [&](std::size_t each) { return std::abs(static_cast<double>(each) - average) <= 0.1 * average; });
}

std::size_t sum(const std::vector<std::size_t>& games) { return std::accumulate(games.begin(), games.end(), std::size_t{0}); }

}  // namespace

TEST_CASE("hundreds of games that are created at the first shard are spread evenly over four shards") {
    for (const Micros delay : {Micros{0}, 800 * kMs}) {
        for (const int at_once : {1, 60}) {
            CAPTURE(delay);
            CAPTURE(at_once);
            ShardedServer server(4);
            server.delay = delay;
            for (int made = 0; made < 240; made += at_once) {
                for (int i = 0; i < at_once; ++i) server.add();
                server.run(at_once * 50 * kMs);
            }
            server.run(2 * kSecond);
            const auto games = server.games();
            CAPTURE(games[0]);
            CAPTURE(games[1]);
            CAPTURE(games[2]);
            CAPTURE(games[3]);
            CHECK(sum(games) == 240);
            CHECK(are_even(games));
            CHECK(std::ranges::all_of(server.clients, [](const auto& each) { return each->went_to.size() <= 1; }));
        }
    }
}

TEST_CASE("a server that lacks one shard's games gives new ones to that shard") {
    ShardedServer server(3);
    for (int i = 0; i < 12; ++i) server.add();
    server.run(3 * kSecond);
    REQUIRE(server.games() == std::vector<std::size_t>{4, 4, 4});
    for (const auto& client : server.clients) {
        if (client->shard == 1) client->game->leave(server.now);
    }
    server.run(130 * kSecond);
    REQUIRE(server.games() == std::vector<std::size_t>{4, 0, 4});
    // By the last shard this time.
    for (int i = 0; i < 3; ++i) server.add({.name = "Gold"}, true, 2);
    server.run(3 * kSecond);
    CHECK(server.games() == std::vector<std::size_t>{4, 3, 4});
}

TEST_CASE("a friend joins a game that was redirected by the first shard") {
    ShardedServer server(4);
    server.add();
    server.run(100 * kMs);
    const auto& gold = server.add();
    server.run(100 * kMs);
    REQUIRE(gold.shard != 0);
    const auto& blue = server.add({.name = "Blue", .code = gold.game->code()});
    server.run(3 * kSecond);
    CHECK(blue.shard == gold.shard);
    CHECK(blue.game->state() == GameClient::State::playing);
}

TEST_CASE("a client that does not follow redirects, or was redirected, gets its game where it is") {
    ShardedServer server(2);
    for (int i = 0; i < 5; ++i) server.add({.name = "Gold"}, false);
    server.run(kSecond);
    CHECK(server.games() == std::vector<std::size_t>{5, 0});
    // By now the other shard has more games.
    server.delay = 100 * kMs;
    const auto& late = server.add();
    server.run(50 * kMs);
    REQUIRE(late.went_to == std::vector<std::uint8_t>{1});
    for (int i = 0; i < 8; ++i) server.add({.name = "Gold"}, false, 1);
    server.run(kSecond);
    CHECK(late.went_to.size() == 1);
    CHECK(server.games() == std::vector<std::size_t>{5, 9});
}

TEST_CASE("a full shard sends new games to one with room, and refuses when all are full") {
    ShardedServer server(2, {.sessions_max = 3});
    for (int i = 0; i < 9; ++i) {
        server.add();
        server.run(10 * kMs);
    }
    server.run(3 * kSecond);
    CHECK(server.games() == std::vector<std::size_t>{3, 3});
    const auto refused = [](const auto& each) { return each->game->refusal() == proto::Refusal::server_full; };
    CHECK(std::ranges::count_if(server.clients, refused) == 3);
}

TEST_CASE("an address that requests games at all shards gets no more than at one") {
    for (const std::size_t shards : {1u, 4u}) {
        ShardedServer server(shards);
        for (int i = 0; i < 40; ++i) {
            server.add({.name = "Gold"}, true, static_cast<std::uint8_t>(static_cast<std::size_t>(i) % shards), 0x0a000001);
            server.run(10 * kMs);
        }
        server.run(kSecond);
        CHECK(sum(server.games()) == 12);
    }
}

TEST_CASE("redirects of clients that never arrive are forgotten") {
    ShardLoads loads(3);
    ShardChooser chooser(0, 3);
    constexpr std::size_t kMost = 100;
    // After ten redirects shards 1 and 2 are expected to have as many games as shard 0.
    std::map<std::uint32_t, int> sent;
    while (const auto shard = chooser.choose(loads, 5, false, kMost, kSecond)) ++sent[*shard];
    CHECK(sent == std::map<std::uint32_t, int>{{1, 5}, {2, 5}});
    CHECK_FALSE(chooser.choose(loads, 5, false, kMost, kSecond + ShardChooser::kPeriod));
    CHECK(chooser.choose(loads, 5, false, kMost, kSecond + 2 * ShardChooser::kPeriod));
    // A full shard sends clients on even if others are expected to be as full, but not to one that is full.
    loads.set_games(1, kMost);
    loads.set_games(2, kMost - 1);
    CHECK(chooser.choose(loads, kMost, true, kMost, 9 * kSecond) == 2u);
    CHECK(chooser.choose(loads, kMost, true, kMost, 9 * kSecond) == 2u);
    loads.set_games(2, kMost);
    CHECK_FALSE(chooser.choose(loads, kMost, true, kMost, 9 * kSecond));
}
