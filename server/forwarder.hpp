#pragma once
/// Watches a game on another server and forwards it to the spectators of this one (--watch). It has its own thread: to verify a recording
/// takes longer than a shard's pass may.
///
/// 1. To the other server it is one spectator. It tells that server how many watch here.
/// 2. It forwards bytes once it has verified them: every digest that they complete. After a difference it forwards nothing more.
/// 3. If the connection is lost, or the other server restarts, it tries again for kAgainWithin. It goes on only with a recording that begins
///    with the bytes that it has forwarded.
/// 4. It ends with the recording: one level of a campaign.
#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "proto/keys.hpp"
#include "reach/invitation.hpp"
#include "server/shard.hpp"

namespace albireo::server {

/// A game to forward.
struct ForwardOrder {
    std::string code;  // a watch code, without a dash
    std::vector<reach::Address> addresses;  // of the other server; tried in turn
    std::optional<proto::PublicKey> key{};
};
/// Reads a link for spectators, or CODE@HOST[:PORT]. Nothing if it is neither, or names no address.
std::optional<ForwardOrder> read_forward_order(const std::string& text);

class Forwarder {
  public:
    static constexpr std::size_t kGamesMax = 8;  // of a server
    static constexpr Micros kAgainEvery = 2 * proto::kMicrosPerSecond;
    static constexpr Micros kAgainWithin = 60 * proto::kMicrosPerSecond;  // after it has last heard of the game
    static constexpr Micros kTellEvery = 2 * proto::kMicrosPerSecond;

    /// `shard`: the one to which spectators with this code are sent. It must outlive the forwarder.
    Forwarder(ForwardOrder order, Shard& shard);
    Forwarder(const Forwarder&) = delete;
    Forwarder& operator=(const Forwarder&) = delete;
    ~Forwarder();

  private:
    void run();
    enum class After : std::uint8_t { again, never };
    After watch(const reach::Address& address);
    bool pass_on(const std::vector<std::uint8_t>& file, std::size_t compared, ForwardedNews news);

    const ForwardOrder order_;
    Shard& shard_;
    const std::shared_ptr<std::atomic<std::uint32_t>> watchers_ = std::make_shared<std::atomic<std::uint32_t>>(0);
    std::vector<std::uint8_t> forwarded_;
    Micros heard_at_ = 0;
    std::atomic<bool> stopping_{false};
    std::thread thread_;  // the last member: it uses the others
};

/// A forwarder for each game of Config::watch, on the shard to which the lobbies send its spectators.
std::vector<std::unique_ptr<Forwarder>> begin_forwarding(const Config& config, Shards& shards);

}  // namespace albireo::server
