// Shards with system-assigned ports (--port 0) were thought to have consecutive ports, so a friend was redirected to a closed port.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <memory>
#include <vector>

#include "client/net/udp_client.hpp"
#include "platform/socket.hpp"
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

namespace {

/// A shard that strangers send datagrams to, none of which it answers.
struct Bothered {
    Bothered() {
        config.bind = "127.0.0.1";
        config.port = 0;
        shards = server::open_shards(config, levels, error);
        REQUIRE(error == "");
        REQUIRE(platform::read_host("127.0.0.1", to.host));
        to.port = shards.front()->port();
        shards.front()->start();
    }
    ~Bothered() {
        shards.front()->stop();
        shards.front()->join();
    }
    void bother() {
        const std::array<std::uint8_t, 40> bytes{};
        CHECK(stranger.send(&to, bytes) == 0);
        ++sent;
    }
    std::uint64_t passes() const {
        server::Lateness::Summary summary;
        summary.add(shards.front()->metrics().pass);
        return summary.count;
    }
    std::uint64_t read() const { return shards.front()->metrics().refused_datagrams.load(); }
    /// Returns how long it took.
    static proto::Micros wait(const auto& is_reached) {
        const proto::Micros began = UdpClient::now();
        while (!is_reached() && UdpClient::now() - began < 10 * proto::kMicrosPerSecond) platform::wait_readable(-1, 100);
        CHECK(is_reached());
        return UdpClient::now() - began;
    }

    server::Config config;
    server::Levels levels;
    std::string error;
    server::Shards shards;
    platform::Endpoint to;
    platform::OwnSocket stranger{platform::SocketHandle::Family::ipv4};
    std::uint64_t sent = 0;
};

}  // namespace

// A pass for nearly every packet took two thirds of a full server's time.
TEST_CASE("passes begin a millisecond apart, however many packets come") {
    Bothered shard;
    const proto::Micros began = UdpClient::now();
    const std::uint64_t before = shard.passes();
    while (UdpClient::now() - began < 300 * proto::kMicrosPerMs) {
        shard.bother();
        platform::wait_readable(-1, 100);
    }
    Bothered::wait([&] { return shard.read() >= shard.sent / 2; });  // a busy machine may drop some
    const std::uint64_t passes = shard.passes() - before;
    const auto millis = static_cast<std::uint64_t>((UdpClient::now() - began) / proto::kMicrosPerMs);
    MESSAGE(shard.sent << " datagrams, " << passes << " passes in " << millis << " ms");
    CHECK(passes <= millis + 2);
}

TEST_CASE("a shard that was busy is woken by the next packet, and does not find it by chance") {
    Bothered shard;
    for (int i = 0; i < 100; ++i) shard.bother();  // so that it no longer waits for the socket
    Bothered::wait([&] { return shard.read() == shard.sent; });
    // Right after a pass of the idle shard, the next one is 200 ms away. A busy machine may delay some of these, but not all.
    proto::Micros least = proto::kNever;
    for (int i = 0; i < 5; ++i) {
        const std::uint64_t passes = shard.passes();
        Bothered::wait([&] { return shard.passes() != passes; });
        shard.bother();
        least = std::min(least, Bothered::wait([&] { return shard.read() == shard.sent; }));
    }
    CHECK(least < server::Shard::kPassEvery / 2);
}
