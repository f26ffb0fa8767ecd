#pragma once
/// A perfect network in memory: a packet arrives at the next poll(). A MemoryNet is the server's link and creates the
/// clients' links. For in-process games, tests and virtual time; one thread.
/// 1. A MemoryNet must outlive the client links that it made.
#include <deque>
#include <map>
#include <memory>
#include <vector>

#include "proto/link.hpp"

namespace albireo::proto {

class MemoryNet final : public Link {
  public:
    MemoryNet();
    ~MemoryNet() override;

    /// Adds a client; both sides get a `connected` event. `host`: its address, as host_of() returns it; 0: unknown.
    std::unique_ptr<Link> connect(std::uint64_t host = 0);

    void send(PeerId peer, Channel channel, std::span<const std::uint8_t> bytes, Micros now) override;
    bool poll(LinkEvent& event, Micros now) override;
    void close(PeerId peer) override;
    /// The server's process ends: no connected client reaches the next process, and packets in flight are lost.
    void forget_all();
    LinkTraffic traffic() const override { return traffic_; }
    std::uint64_t host_of(PeerId peer) const override;
    Binding binding_of(PeerId peer) const override;

  private:
    struct Stored {
        LinkEvent::Kind kind;
        PeerId peer;
        Channel channel;
        std::vector<std::uint8_t> bytes;
    };
    class Client;

    static bool take(std::deque<Stored>& queue, Stored& current, LinkEvent& event, LinkTraffic& traffic);

    std::map<PeerId, Client*> clients_;
    std::uint32_t next_peer_ = 1;
    std::deque<Stored> queue_;
    Stored current_{};
    LinkTraffic traffic_;
};

}  // namespace albireo::proto
