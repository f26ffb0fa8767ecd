#pragma once
/// A game of two idle players on a real server over loopback. An attacker beside gold's path listens and forges.
#include <chrono>
#include <memory>
#include <string>
#include <thread>

#include "client/net/udp_client.hpp"
#include "server/shard.hpp"
#include "tests/attacks/wiretap.hpp"
#include "tests/session/idle_controller.hpp"

namespace albireo::attacks {

using client::GameClient;
using client::Micros;
using client::UdpClient;

class TappedGame {
  public:
    static constexpr const char* kGoldName = "Goldmary Overheard";
    static constexpr const char* kBlueName = "Bluebeard Overheard";

    TappedGame() {
        REQUIRE(levels_.offer_folder(ALBIREO_SOURCE_DIR "/tests/session/levels").empty());
        open_server(0);
        tap = std::make_unique<Wiretap>(shard_->port());
        gold_ = make({.name = kGoldName, .level = "quiet", .seed = 11}, tap->port());
        REQUIRE(run_until([&] { return !gold().code().empty(); }));
        blue_ = make({.name = kBlueName, .code = gold().code()}, shard_->port());
        REQUIRE(run_until([&] { return is_playing() && confirmed() >= 30; }));
    }
    ~TappedGame() {
        shard_->stop();
        shard_->join();
    }

    GameClient& gold() { return gold_->game(); }
    GameClient& blue() { return blue_->game(); }
    const server::Metrics& metrics() const { return shard_->metrics(); }
    std::uint16_t server_port() const { return shard_->port(); }

    bool is_playing() {
        return gold().state() == GameClient::State::playing && blue().state() == GameClient::State::playing;
    }
    /// The tick that both players have confirmed.
    std::uint32_t confirmed() {
        return std::min(gold().predictor().confirmed().tick.value, blue().predictor().confirmed().tick.value);
    }
    /// Plays until `done`, for at most `most`. Returns whether it was.
    bool run_until(auto done, Micros most = 10 * proto::kMicrosPerSecond) {
        for (const Micros until = UdpClient::now() + most; UdpClient::now() < until;) {
            if (done()) return true;
            turn();
        }
        return done();
    }
    void run(Micros length) {
        run_until([] { return false; }, length);
    }
    /// Another server takes the place of the first, at the same address.
    void replace_server() {
        const std::uint16_t port = shard_->port();
        shard_.reset();
        tap->drop();  // its goodbye
        open_server(port);
    }
    std::optional<proto::PublicKey> server_key() const { return shard_->server_key(); }
    /// Whether both still play and have confirmed `ticks` more within three times that time.
    bool goes_on(std::uint32_t ticks = 120) {
        const std::uint32_t before = confirmed();
        return run_until([&] { return !is_playing() || confirmed() >= before + ticks; },
                         3 * ticks * proto::kMicrosPerTick) &&
               is_playing();
    }

    /// Another client of the server, or of the tap, which the caller advances.
    std::unique_ptr<UdpClient> make(client::ClientOptions options, std::uint16_t port,
                                    std::optional<proto::PublicKey> invited = {}) {
        return std::make_unique<UdpClient>(
            client::ServerAddress{"127.0.0.1", port}, std::move(options),
            [this](const std::string& name, Difficulty difficulty) { return levels_.find(name, difficulty); }, idle_,
            client::KnownServers{}, invited);
    }

    std::unique_ptr<Wiretap> tap;

  private:
    void open_server(std::uint16_t port) {
        server::Config config;
        config.bind = "127.0.0.1";
        config.port = port;
        std::string error;
        shard_ = std::make_unique<server::Shard>(config, 0, levels_, error);
        REQUIRE_MESSAGE(error.empty(), error);
        shard_->on_log = [](const server::LogEvent&) {};
        shard_->start();
    }
    void turn() {
        gold_->advance();
        if (blue_) blue_->advance();
        tap->turn();
        std::this_thread::sleep_for(std::chrono::microseconds(500));
    }
    server::Levels levels_;
    IdleController idle_;
    std::unique_ptr<server::Shard> shard_;
    std::unique_ptr<UdpClient> gold_, blue_;
};

}  // namespace albireo::attacks
