// Goal: a shard's thread uses no file. Whatever its games do, it makes no call to the system that opens, writes, syncs, renames or lists
// one, nor does it write the log: a disk or a terminal that hangs would hold up all its games.
#include <doctest/doctest.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <future>

#include "client/net/udp_client.hpp"
#include "console/log_thread.hpp"
#include "server/log.hpp"
#include "server/shard.hpp"
#include "tests/attacks/outcome.hpp"
#include "tests/attacks/shard_calls.hpp"
#include "tests/session/idle_controller.hpp"

using namespace albireo;
using attacks::ShardCalls;
using client::GameClient;
using client::UdpClient;
namespace fs = std::filesystem;

namespace {

/// A folder of recordings, and one server after the other that keeps its games there.
struct RecordingServer {
    RecordingServer() {
        std::string name = (fs::temp_directory_path() / "albireo-calls-XXXXXX").string();
        REQUIRE(mkdtemp(name.data()) != nullptr);
        folder = name;
        config.bind = "127.0.0.1";
        config.port = 0;
        config.record_dir = folder;
        config.key = proto::KeyPair::random();
        config.keeps_games = true;
        server::start_log(config);
        std::string fault;
        levels.compile_all(fault);
        REQUIRE(fault == "");
    }
    ~RecordingServer() {
        stop();
        fs::remove_all(folder);
    }
    /// Returns an empty string, or why its thread cannot be watched.
    std::string start() {
        std::string error;
        shards = server::open_shards(config, levels, error);
        REQUIRE(error == "");
        server::Shard& shard = *shards.front();
        config.port = shard.port();  // the next one's, too
        shard.on_log = server::log_event;
        shard.on_journal_failed = [](const std::string& fault) { FAIL_CHECK(fault); };
        shard.start();
        std::promise<std::string> watched;
        shard.ask([&](server::Lobby&, server::Micros) { watched.set_value(ShardCalls::watch_this_thread()); });
        return watched.get_future().get();
    }
    void stop() {
        for (const auto& shard : shards) shard->stop();
        for (const auto& shard : shards) shard->join();
        shards.clear();
    }
    std::unique_ptr<UdpClient> play(client::ClientOptions options) {
        return std::make_unique<UdpClient>(client::ServerAddress{"127.0.0.1", config.port}, std::move(options),
                                           [this](const std::string& name, Difficulty difficulty) { return levels.find(name, difficulty); }, idle);
    }
    std::size_t files(const char* ending) const {
        std::size_t count = 0;
        for (const auto& each : fs::recursive_directory_iterator(folder)) count += each.path().extension() == ending ? 1 : 0;
        return count;
    }
    server::Config config;
    std::string folder;
    server::Levels levels;
    server::Shards shards;
    IdleController idle;
};

bool becomes(std::initializer_list<UdpClient*> clients, const auto& is_so) {
    const proto::Micros until = UdpClient::now() + 60 * proto::kMicrosPerSecond;
    while (!is_so() && UdpClient::now() < until) {
        for (UdpClient* client : clients) client->advance();
        (*clients.begin())->wait(2 * proto::kMicrosPerMs);
    }
    return is_so();
}

std::uint32_t tick_of(const UdpClient& client) {
    return client.game().state() == GameClient::State::playing ? client.game().predictor().confirmed().tick.value : 0;
}

}  // namespace

TEST_CASE("games begin, are dropped, resumed, recovered and ended, and differ, without a file on the shard's thread") {
    const console::LogThread log_thread;
    RecordingServer server;
    if (const std::string why = server.start(); !why.empty()) {
        std::printf("the system does not show a thread's calls: %s\n", why.c_str());
        std::exit(77);
    }
    // A client whose world differs, so that a bundle is stored.
    client::ClientOptions differs{.name = "blue"};
    REQUIRE(parse_fault("200:clock", differs.fault.emplace()) == "");
    auto gold = server.play({.name = "gold"});
    REQUIRE(becomes({gold.get()}, [&] { return !gold->game().code().empty(); }));
    const std::string code = differs.code = gold->game().code();
    auto blue = server.play(differs);
    REQUIRE(becomes({gold.get(), blue.get()}, [&] { return tick_of(*gold) > 300 && tick_of(*blue) > 300; }));
    CHECK(becomes({gold.get(), blue.get()}, [&] { return server.files(".desync") == 1; }));
    // A player drops out, and returns by token.
    const proto::Token token = blue->game().token();
    blue.reset();
    blue = server.play({.name = "blue", .code = code, .token = token});
    REQUIRE(becomes({gold.get(), blue.get()}, [&] { return tick_of(*blue) > 360; }));
    // The process ends, and the next one resumes the game.
    server.stop();
    REQUIRE(server.files(".game") == 1);
    REQUIRE(server.start() == "");
    const std::uint32_t parked_at = tick_of(*gold);
    REQUIRE(becomes({gold.get(), blue.get()}, [&] { return tick_of(*gold) > parked_at + 120 && tick_of(*blue) > parked_at + 120; }));
    // The game ends, and another one is given up before it starts.
    gold->game().leave(UdpClient::now());
    blue->game().leave(UdpClient::now());
    CHECK(becomes({gold.get(), blue.get()}, [&] { return server.files(".game") == 0; }));
    auto other = server.play({.name = "gold"});
    REQUIRE(becomes({other.get()}, [&] { return !other->game().code().empty(); }));
    CHECK(server.files(".game") == 0);
    other->game().leave(UdpClient::now());
    // Its goodbye arrives.
    const proto::Micros later = UdpClient::now() + proto::kMicrosPerSecond / 2;
    CHECK(becomes({other.get()}, [&] { return UdpClient::now() > later; }));
    server.stop();
    CHECK(server.files(".game") == 0);
    CHECK(server.files(".replay") == 1);
    const auto calls = ShardCalls::seen();
    int all = 0;
    for (const auto& [call, times] : calls) {
        MESSAGE(times << " times " << call);
        all += times;
    }
    attacks::emit({.row = "-",
                   .attack = "play, drop out, differ, come back and leave while the server records",
                   .acts = 3,
                   .gain = "calls that use a file, made by the shard's thread",
                   .achieved = all});
}
