// Goal: an operator learns from /ready and the log, within a second or two, that the disk hangs or that a journal has failed; and games
// go on. The calls to the system are taken here, before they reach the disk.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <cstring>
#include <mutex>

#include "client/net/udp_client.hpp"
#include "server/admin/health.hpp"
#include "tests/session/fake_disk.hpp"
#include "tests/session/idle_controller.hpp"

using namespace albireo;
using namespace albireo::server;

namespace {

/// A server of one shard that records, and a player who creates a game there.
struct RecordingServer {
    RecordingServer() {
        Config config;
        config.bind = "127.0.0.1";
        config.port = 0;
        config.record_dir = folder.path;
        config.key = proto::KeyPair::random();
        config.keeps_games = true;
        std::string error;
        shards = open_shards(config, levels, error);
        REQUIRE(error == "");
    }
    ~RecordingServer() {
        for (const auto& shard : shards) shard->stop();
        for (const auto& shard : shards) shard->join();
    }
    void start() {
        for (const auto& shard : shards) shard->start();
        client = std::make_unique<client::UdpClient>(
            client::ServerAddress{"127.0.0.1", shards.front()->port()}, client::ClientOptions{.name = "gold", .players = 1},
            [this](const std::string& name, Difficulty difficulty) { return levels.find(name, difficulty); }, idle);
    }
    Folder folder;
    Levels levels;
    Shards shards;
    IdleController idle;
    std::unique_ptr<client::UdpClient> client;
};

constexpr int kLong = 60;  // seconds, for a busy machine

}  // namespace

TEST_CASE("a disk that hangs for more than a second fails /ready with the reason, and the log has one line") {
    RecordingServer server;
    const Storage storage({.recordings = server.folder.path});
    Health health(server.shards, storage);
    const auto reasons = [&] { return fmt::format("{}", fmt::join(health.not_ready(steady_now()), "\n")); };
    disk.sync_ms = 2'500;
    server.start();  // the journal of its game waits for the disk
    std::vector<std::string> news;
    const auto look = [&] {
        server.client->advance();
        if (std::string line = health.disk_news(steady_now()); !line.empty()) news.push_back(std::move(line));
    };
    CHECK(becomes([&] {
        look();
        return reasons().find("the disk is slow: recordings and journals of shard 0 have been waiting for it for ") != std::string::npos && !news.empty();
    }, kLong));
    disk.sync_ms = 0;
    CHECK(becomes([&] {
        look();
        return reasons().empty() && news.size() == 2;
    }, kLong));
    CHECK(becomes([&] {
        look();
        return server.client->game().state() == client::GameClient::State::playing;
    }, kLong));
    REQUIRE(news.size() == 2);
    CHECK(news[0].starts_with("the disk is slow"));
    CHECK(news[1] == "the disk is no longer slow");
}

TEST_CASE("a journal that fails is told once, and its game goes on") {
    RecordingServer server;
    std::mutex lock;
    std::vector<std::string> told;
    server.shards.front()->on_journal_failed = [&](const std::string& fault) {
        const std::lock_guard hold(lock);
        told.push_back(fault);
    };
    disk.sync_error = EIO;
    server.start();
    CHECK(becomes([&] {
        server.client->advance();
        const std::lock_guard hold(lock);
        return !told.empty() && server.client->game().state() == client::GameClient::State::playing;
    }, kLong));
    const std::lock_guard hold(lock);
    REQUIRE(told.size() == 1);
    CHECK(told.front().find(std::strerror(EIO)) != std::string::npos);
}
