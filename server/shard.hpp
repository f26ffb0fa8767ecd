#pragma once
/// One thread with one socket and many sessions: a lobby, ENet's socket and a timer on an Asio event loop. The loop
/// sleeps until the socket is readable or the timer fires; nothing polls.
#include <atomic>
#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "server/config.hpp"
#include "server/levels.hpp"
#include "server/lobby.hpp"
#include "proto/enet_link.hpp"

namespace albireo::server {

class Shard {
  public:
    /// Opens the socket. On failure `error` gives the reason, and the shard must not be started.
    Shard(const Config& config, std::uint32_t number, Levels& levels, std::string& error,
          std::shared_ptr<ExchangeLedger> exchanges = std::make_shared<ExchangeLedger>());
    ~Shard();

    /// Called on the shard's thread when a game's recording fails, at most once per game. Set it before start().
    std::function<void(const std::string& code, const replays::RecordingFault& fault)> on_recording_failed;
    /// This is shard number `own` of a server that listens on these ports, one for each shard. Call it before start().
    void set_ports(std::uint32_t own, std::vector<std::uint16_t> ports);
    void start();
    /// From any thread: accepts no new games. Running games get Config::drain_seconds to end; then their recordings are
    /// closed.
    void drain();
    /// From any thread: ends everything now.
    void stop();
    void join();

    const Metrics& metrics() const { return metrics_; }
    /// CPU time used by the shard's thread so far. From any thread, between start() and join().
    Micros processor_time();
    std::uint16_t port() const { return link_->port(); }
    /// The server's public key.
    std::optional<proto::PublicKey> server_key() const { return link_->server_key(); }
    /// Whether the shard has ended after drain() or stop().
    bool is_done() const { return done_.load(); }
    /// From any thread: calls `then` on the shard's thread with its sessions.
    void list_sessions(std::function<void(std::vector<Lobby::SessionLine>)> then);

  private:
    void wait_for_packets();
    void advance();
    void note_socket();

    const Micros drain_for_;
    Metrics metrics_;
    struct Loop;  // Asio's, whose headers only shard.cpp includes
    std::unique_ptr<Loop> loop_;
    std::unique_ptr<proto::EnetLink> link_;
    std::unique_ptr<Lobby> lobby_;
    std::thread thread_;
    std::atomic<bool> done_{false};
    Micros due_ = proto::kNever;  // time of the next pass if no packet arrives earlier
    Micros drain_until_ = -1;
    bool stopping_ = false;
};

using Shards = std::vector<std::unique_ptr<Shard>>;

/// All shards of a server, each with its socket open. Empty if one socket cannot be opened; `error` says which and why.
Shards open_shards(const Config& config, Levels& levels, std::string& error);

/// Microseconds of the steady clock.
Micros steady_now();

}  // namespace albireo::server
