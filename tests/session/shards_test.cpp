// Shards with system-assigned ports (--port 0) were thought to have consecutive ports, so a friend was redirected to a closed port.
#include <doctest/doctest.h>

#include <algorithm>
#include <memory>
#include <vector>

#include "client/net/udp_client.hpp"
#include "server/shard.hpp"
#include "tests/session/idle_controller.hpp"

using namespace albireo;
using client::GameClient;
using client::UdpClient;

TEST_CASE("a client that knocks at the wrong shard is redirected to its friend's, whatever the shards' ports") {
    server::Config config;
    config.bind = "127.0.0.1";
    config.port = 0;
    config.shards = 3;
    server::Levels levels;
    std::string error;
    const server::Shards shards = server::open_shards(config, levels, error);
    REQUIRE(error == "");
    for (const auto& shard : shards) shard->start();

    IdleController controller;
    const auto find_level = [&](const std::string& name, Difficulty difficulty) {
        return levels.find(name, difficulty);
    };
    const auto play = [](std::initializer_list<UdpClient*> clients, const auto& is_reached) {
        const proto::Micros until = UdpClient::now() + 60 * proto::kMicrosPerSecond;
        while (!is_reached() && UdpClient::now() < until) {
            for (UdpClient* client : clients) client->advance();
            (*clients.begin())->wait(2 * proto::kMicrosPerMs);
        }
        return is_reached();
    };
    UdpClient gold({"127.0.0.1", shards.back()->port()}, {.name = "gold"}, find_level, controller);
    REQUIRE(play({&gold}, [&] { return !gold.game().code().empty(); }));
    UdpClient blue({"127.0.0.1", shards.front()->port()}, {.name = "blue", .code = gold.game().code()}, find_level,
                   controller);
    const auto both_play = [&] {
        return gold.game().state() == GameClient::State::playing && blue.game().state() == GameClient::State::playing;
    };
    CHECK(play({&gold, &blue}, [&] { return both_play() || blue.game().state() == GameClient::State::failed; }));
    CHECK(blue.game().failure() == "");
    CHECK(both_play());
    for (const auto& shard : shards) shard->stop();
    for (const auto& shard : shards) shard->join();
}

TEST_CASE("games that are created through the first port are spread evenly over the shards") {
    server::Config config;
    config.bind = "127.0.0.1";
    config.port = 0;
    config.shards = 4;
    server::Levels levels;
    std::string error;
    const server::Shards shards = server::open_shards(config, levels, error);
    REQUIRE(error == "");
    for (const auto& shard : shards) shard->start();

    IdleController controller;
    const auto find_level = [&](const std::string& name, Difficulty difficulty) {
        return levels.find(name, difficulty);
    };
    std::vector<std::unique_ptr<UdpClient>> clients;
    for (int i = 0; i < 8; ++i) {
        clients.push_back(std::make_unique<UdpClient>(client::ServerAddress{"127.0.0.1", shards.front()->port()},
                                                      client::ClientOptions{.name = "gold"}, find_level, controller));
    }
    const auto have_games = [&] {
        return std::ranges::all_of(clients, [](const auto& each) { return !each->game().code().empty() || !each->game().failure().empty(); });
    };
    const proto::Micros until = UdpClient::now() + 60 * proto::kMicrosPerSecond;
    while (!have_games() && UdpClient::now() < until) {
        for (const auto& client : clients) client->advance();
        clients.front()->wait(2 * proto::kMicrosPerMs);
    }
    for (const auto& client : clients) CHECK(client->game().failure() == "");
    REQUIRE(have_games());
    // The figures are written at the end of a pass.
    const auto are_even = [&] {
        // A client that takes two seconds to follow its redirect is no longer expected: then one shard gets a game too many.
        return std::ranges::all_of(shards, [](const auto& shard) {
            const auto games = shard->metrics().sessions_now.load();
            return games >= 1 && games <= 3;
        });
    };
    while (!are_even() && UdpClient::now() < until) {
        for (const auto& client : clients) client->advance();
        clients.front()->wait(2 * proto::kMicrosPerMs);
    }
    CHECK(are_even());
    for (const auto& shard : shards) shard->stop();
    for (const auto& shard : shards) shard->join();
}
