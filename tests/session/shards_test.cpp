// Goal: the shards of a server share a port. Each connection is that of one shard, from its handshake on; a game is joined without a detour; and the port
// is the server's alone.
#include <doctest/doctest.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <filesystem>
#include <memory>
#include <vector>

#include "client/net/udp_client.hpp"
#include "platform/socket.hpp"
#include "server/shard.hpp"
#include "tests/session/idle_controller.hpp"

using namespace albireo;
using client::GameClient;
using client::UdpClient;

namespace {

/// A server with several shards, and its players.
struct Table {
    explicit Table(std::uint32_t count, const std::string& bind = "127.0.0.1") : Table(count, [&] {
        server::Config plain;
        plain.bind = bind;
        return plain;
    }()) {}
    Table(std::uint32_t count, server::Config of) : config(std::move(of)) {
        config.port = 0;
        config.shards = count;
        config.trusted = {*server::read_host_range("127.0.0.1")};  // where all the players are
        shards = server::open_shards(config, levels, error);
        REQUIRE(error == "");
        for (const auto& shard : shards) shard->start();
    }
    ~Table() {
        for (const auto& shard : shards) shard->stop();
        for (const auto& shard : shards) shard->join();
    }
    GameClient& add(client::ClientOptions options, std::uint8_t shard = 0, const std::string& host = "127.0.0.1") {
        client::ServerAddress server{host, shards.front()->port()};
        server.path.shard = shard;
        clients.push_back(std::make_unique<UdpClient>(
            server, std::move(options), [this](const std::string& name, Difficulty difficulty) { return levels.find(name, difficulty); }, controller));
        return clients.back()->game();
    }
    bool play(const auto& is_reached) {
        const proto::Micros until = UdpClient::now() + 60 * proto::kMicrosPerSecond;
        while (!is_reached() && UdpClient::now() < until) {
            for (const auto& client : clients) client->advance();
            clients.front()->wait(2 * proto::kMicrosPerMs);
        }
        return is_reached();
    }
    bool all_play() const {
        return std::ranges::all_of(clients, [](const auto& each) { return each->game().state() == GameClient::State::playing; });
    }
    std::uint64_t sum(std::atomic<std::uint64_t> server::Metrics::* counter) const {
        std::uint64_t sum = 0;
        for (const auto& shard : shards) sum += (shard->metrics().*counter).load();
        return sum;
    }

    server::Config config;
    server::Levels levels;
    std::string error;
    server::Shards shards;
    IdleController controller;
    std::vector<std::unique_ptr<UdpClient>> clients;
};

}  // namespace

TEST_CASE("a friend's handshake reaches the shard that has the game, and every datagram the shard of its connection") {
    for (const std::uint32_t count : {3u, 16u}) {
        CAPTURE(count);
        Table table(count, "::");
        for (std::uint32_t i = 0; i < count; ++i) table.add({.name = "gold"}, static_cast<std::uint8_t>(i), i % 2 == 0 ? "127.0.0.1" : "::1");
        REQUIRE(table.play([&] { return std::ranges::none_of(table.clients, [](const auto& each) { return each->game().code().empty(); }); }));
        const std::uint64_t refused = table.sum(&server::Metrics::refused);
        for (std::uint32_t i = 0; i < count; ++i) table.add({.name = "blue", .code = table.clients[i]->game().code()}, 0, i % 3 == 0 ? "::1" : "127.0.0.1");
        CHECK(table.play([&] { return table.all_play(); }));
        for (const auto& client : table.clients) CHECK(client->game().failure() == "");
        CHECK(table.sum(&server::Metrics::refused) == refused);  // nobody was redirected
        CHECK(table.sum(&server::Metrics::refused_datagrams) == 0);
        CHECK(table.sum(&server::Metrics::broken_seals) == 0);
    }
}

TEST_CASE("games are spread evenly over the shards") {
    Table table(4);
    for (int i = 0; i < 8; ++i) table.add({.name = "gold"});
    CHECK(table.play([&] {
        return std::ranges::all_of(table.clients, [](const auto& each) { return !each->game().code().empty() || !each->game().failure().empty(); });
    }));
    for (const auto& client : table.clients) CHECK(client->game().failure() == "");
    // The figures are written at the end of a pass.
    const auto are_even = [&] {
        // A client that takes two seconds to follow its redirect is no longer expected: then one shard gets a game too many.
        return std::ranges::all_of(table.shards, [](const auto& shard) {
            const auto games = shard->metrics().sessions_now.load();
            return games >= 1 && games <= 3;
        });
    };
    CHECK(table.play(are_even));
}

TEST_CASE("a server that is started beside another one, with or without shards, is told that the port is taken") {
    for (const std::uint32_t first : {1u, 3u}) {
        const Table table(first);
        for (const std::uint32_t count : {1u, 3u}) {
            server::Config config = table.config;
            config.port = table.shards.front()->port();
            config.shards = count;
            server::Levels levels;
            std::string error;
            CHECK(server::open_shards(config, levels, error).empty());
            CHECK(error.find("is another server running there?") != std::string::npos);
        }
    }
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

TEST_CASE("lobbies come back to a server with another number of shards, and one whose game has started comes back as that") {
    namespace fs = std::filesystem;
    std::string folder = (fs::temp_directory_path() / "albireo-shards-XXXXXX").string();
    REQUIRE(mkdtemp(folder.data()) != nullptr);
    server::Config config;
    config.bind = "127.0.0.1";
    config.record_dir = folder;
    config.key = proto::KeyPair::random();
    config.keeps_games = true;
    const auto files = [&](const char* ending) {
        return std::ranges::count_if(fs::directory_iterator(folder), [&](const auto& each) { return each.path().extension() == ending; });
    };
    constexpr std::size_t kGames = 6;
    std::vector<client::ClientOptions> seats;
    for (const std::uint32_t count : {3u, 1u, 4u}) {
        CAPTURE(count);
        Table table(count, config);
        if (seats.empty()) {
            for (std::size_t i = 0; i < kGames; ++i) table.add({.name = "gold"});
        } else {
            for (const client::ClientOptions& each : seats) table.add(each);
        }
        REQUIRE(table.play([&] {
            return std::ranges::all_of(table.clients, [&](const auto& each) {
                const bool is_in = each->game().state() == GameClient::State::waiting || each->game().state() == GameClient::State::playing;
                return is_in && !each->game().code().empty();
            });
        }));
        CHECK(table.sum(&server::Metrics::sessions_resumed) == (seats.empty() ? 0 : kGames));
        CHECK(files(".lobbies") == 1);
        CHECK(files(".game") == (count == 4 ? 1 : 0));
        if (count == 1) {
            table.add({.name = "blue", .code = table.clients.front()->game().code()});
            REQUIRE(table.play([&] { return table.clients.back()->game().state() == GameClient::State::playing; }));
        }
        if (count == 4) CHECK(table.clients.front()->game().has_game());
        seats.clear();
        for (const auto& each : table.clients) {
            const GameClient& game = each->game();
            seats.push_back({.name = "gold", .code = game.code(), .token = game.token()});
        }
        table.clients.clear();  // without a goodbye
    }
    fs::remove_all(folder);
}
