#pragma once
/// A Spectator on real UDP: finds the address, requires the server's key, and follows the game to another port of the server, or
/// to another server of its fleet.
///
/// 1. No call blocks, except wait() and leave().
/// 2. If a key is given, the game is watched on the server that holds it, or not at all. All ports of a server have the same key, and
///    a server that redirects the spectator to another server also gives that server's key.
#include <memory>
#include <optional>
#include <string>

#include "proto/address.hpp"
#include "proto/enet_link.hpp"
#include "proto/name_lookup.hpp"
#include "replays/live_game.hpp"

namespace albireo::replays {

/// The clock of UdpSpectator.
Micros steady_now();

class UdpSpectator final : public LiveGame {
  public:
    static constexpr Micros kRecoverEvery = 500 * proto::kMicrosPerMs;            // while the server recovers the game
    static constexpr Micros kRecoverWithin = 60 * proto::kMicrosPerSecond;        // … at most
    static constexpr int kTicketsMax = 8;
    static constexpr Micros kGoodbye = 500 * proto::kMicrosPerMs;                 // for its acknowledgement

    struct Address {
        std::string host = "127.0.0.1";
        std::uint16_t port = 7777;
        proto::ClientPath path{};  // that a rendezvous has opened to it
    };
    UdpSpectator(Address server, Spectator::Options options, std::optional<proto::PublicKey> key = {});

    void advance(Micros now) override;
    /// Sleeps until a packet arrives or something is due, at most `most`.
    void wait(Micros most);
    const Spectator* spectator() const override { return spectator_.get(); }
    Spectator* spectator() { return spectator_.get(); }
    const std::string& failure() const override { return failure_; }
    Spectator::Cause cause() const { return cause_; }
    /// Whether the game has been watched to its end or has failed, and the server has been told.
    bool is_over() const { return is_over_; }
    void leave(Micros now) override;
    /// The server's address and its current port.
    std::string server_text() const { return proto::join_address(server_.host, server_.port); }

  private:
    void open(Micros now);
    void fail(Spectator::Cause cause, std::string why);

    Address server_;
    Spectator::Options options_;
    std::optional<proto::PublicKey> key_;
    std::unique_ptr<proto::NameLookup> lookup_;
    std::unique_ptr<Spectator> spectator_;
    proto::EnetLink* socket_ = nullptr;  // of the spectator
    Spectator::Cause cause_ = Spectator::Cause::none;
    std::string failure_;
    Micros began_ = -1;
    Micros open_at_ = 0;
    Micros over_since_ = -1;
    bool was_redirected_ = false;  // to another port of this server
    int tickets_ = 0;
    bool is_over_ = false;
};

}  // namespace albireo::replays
