#pragma once
/// A link with configurable faults: wraps a client's link and impairs each direction independently, from a seed and in
/// virtual time. Packets advance only in poll() and pump(); next_due() returns the next time at which one is due.
#include <memory>
#include <queue>
#include <vector>

#include "proto/impairment.hpp"
#include "proto/link.hpp"

namespace albireo::proto {

struct FaultyLinkOptions {
    ImpairmentOptions out;
    ImpairmentOptions in;
};

class FaultyLink final : public Link {
  public:
    /// `inner`: a client's link, whose only peer is kServer.
    FaultyLink(std::unique_ptr<Link> inner, FaultyLinkOptions options);

    void send(PeerId peer, Channel channel, std::span<const std::uint8_t> bytes, Micros now) override;
    bool poll(LinkEvent& event, Micros now) override;
    void close(PeerId peer) override { inner_->close(peer); }
    void flush(Micros now) override { pump(now); }
    LinkTraffic traffic() const override { return inner_->traffic(); }
    Binding binding_of(PeerId peer) const override { return inner_->binding_of(peer); }

    /// Moves all packets that are due by `now`, in both directions.
    void pump(Micros now);

    /// When the next packet is due at either end; kNever if none is in flight.
    Micros next_due() const;

    /// Changes the faults; packets in flight are not affected.
    void set(FaultyLinkOptions options);

    /// Of both directions, since the beginning.
    ImpairmentCounters counters() const;

  private:
    struct InFlight {
        Micros arrives;
        std::uint64_t order;  // of packets that arrive at the same time
        PeerId peer;
        Channel channel;
        std::vector<std::uint8_t> bytes;
        bool operator>(const InFlight& b) const { return arrives != b.arrives ? arrives > b.arrives : order > b.order; }
    };
    using Queue = std::priority_queue<InFlight, std::vector<InFlight>, std::greater<>>;

    void plan(Impairment& impairment, Queue& queue, PeerId peer, Channel channel, std::span<const std::uint8_t> bytes,
              Micros now);

    std::unique_ptr<Link> inner_;
    Impairment out_, in_;
    Queue going_out_, coming_in_;
    ImpairmentCounters past_;  // under earlier faults
    std::uint64_t order_ = 0;
    InFlight current_{};
};

}  // namespace albireo::proto
