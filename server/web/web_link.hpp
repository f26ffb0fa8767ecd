#pragma once
/// A shard's link to the players who play in a browser. The web server's thread has their sockets, their handshakes and their
/// seals (web_server.hpp); packets pass between the two threads in two bounded queues.
///
/// 1. Neither thread waits for the other: the lock is held only to swap or to append.
/// 2. A pass takes kTakenMax packets; the others wait for the next. What arrives while kInboxMax wait is dropped, as a network would
///    drop it.
/// 3. A player whose socket has closed falls silent; the lobby drops them as it drops any silent peer.
#include <atomic>
#include <deque>
#include <functional>
#include <map>
#include <mutex>
#include <vector>

#include "proto/joint_link.hpp"
#include "proto/link.hpp"
#include "server/limits/origin.hpp"

namespace albireo::server {

class WebLink final : public proto::Link {
  public:
    static constexpr std::size_t kInboxMax = 4'096;   // packets: of 60 players in a second, or of a flood in milliseconds
    static constexpr std::size_t kTakenMax = 64;      // of up to 4 µs: 0.25 ms
    static constexpr std::size_t kOrdersMax = 16'384;

    // Of the shard's thread.
    void send(proto::PeerId peer, proto::Channel channel, std::span<const std::uint8_t> bytes, proto::Micros now) override;
    bool poll(proto::LinkEvent& event, proto::Micros now) override;
    /// Whether more packets wait for the next pass.
    bool has_more() const { return !taken_.empty(); }
    void close(proto::PeerId peer) override;
    void flush(proto::Micros now) override;
    proto::LinkTraffic traffic() const override { return traffic_; }
    std::uint64_t host_of(proto::PeerId peer) const override;
    proto::Binding binding_of(proto::PeerId peer) const override;

    // Of the web server's thread.
    /// A client has connected. Returns its id.
    proto::PeerId came(Host host, const proto::Binding& binding);
    void received(proto::PeerId peer, proto::Channel channel, std::span<const std::uint8_t> bytes);
    struct Order {
        proto::PeerId peer;
        bool closes = false;  // otherwise the packet is to be sent
        proto::Channel channel = proto::Channel::control;
        std::vector<std::uint8_t> bytes;
    };
    /// Replaces the contents of `orders` by what the shard wants done.
    void take(std::vector<Order>& orders);

    /// Wake the other thread. Set both before either thread uses the link.
    std::function<void()> wake_shard, wake_web;

  private:
    struct Arrival {
        proto::LinkEvent::Kind kind = proto::LinkEvent::Kind::received;
        proto::PeerId peer;
        proto::Channel channel = proto::Channel::control;
        std::vector<std::uint8_t> bytes;
    };
    struct Origin {
        Host host = 0;
        proto::Binding binding{};
    };
    void arrive(Arrival arrival, bool must);

    mutable std::mutex mutex_;
    std::deque<Arrival> inbox_;
    std::map<proto::PeerId, Origin> origins_;
    std::vector<Order> orders_;
    std::uint32_t next_ = 1;

    // Of the shard's thread alone.
    std::deque<Arrival> taken_;
    Arrival current_;
    std::size_t polled_ = 0;  // in this pass
    std::vector<Order> queued_;
    proto::LinkTraffic traffic_;
};

}  // namespace albireo::server
