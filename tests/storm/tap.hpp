#pragma once
/// A client's link in a MemoryNetwork: a FaultyLink, with further faults that it lacks. The network can still reach the link after
/// the client has taken ownership.
#include <queue>
#include <vector>

#include "tests/storm/forger.hpp"
#include "tests/storm/network.hpp"

namespace albireo::storm {

class Tap final : public proto::Link {
  public:
    /// Adds itself to `taps`, and removes itself when it is destroyed. Adds its counts to `counters` and `links`. All must
    /// outlive it.
    Tap(std::vector<Tap*>& taps, std::unique_ptr<proto::Link> inner, const proto::FaultyLinkOptions& faults, Tricks tricks,
        TrickCounters& counters, proto::ImpairmentCounters& links);
    ~Tap() override;

    void send(proto::PeerId peer, proto::Channel channel, std::span<const std::uint8_t> bytes, Micros now) override;
    bool poll(proto::LinkEvent& event, Micros now) override;
    void close(proto::PeerId peer) override { link_.close(peer); }
    void flush(Micros now) override;
    /// Counts bytes when they are sent, not when the slow network delivers them.
    proto::LinkTraffic traffic() const override;
    proto::Binding binding_of(proto::PeerId peer) const override { return link_.binding_of(peer); }

    Micros next_due() const;
    proto::ImpairmentCounters link_counters() const { return link_.counters(); }
    /// Changes the faults of the FaultyLink.
    void set(const proto::FaultyLinkOptions& faults) { link_.set(faults); }
    /// Stops all faults. Duplicates in flight are dropped: they would look like a server that lives. (On the wire no duplicate passes
    /// the seal's replay window.)
    void calm() {
        link_.set({});
        tricks_.late_duplicate_ppm = tricks_.bit_flips_ppm = 0;
        going_out_ = {};
        coming_in_ = {};
    }
    /// The client's address changes: nothing passes any more, in either direction.
    void cut() { is_cut_ = true; }

  private:
    struct Late {
        Micros due;
        std::uint64_t order;
        proto::PeerId peer;
        proto::Channel channel;
        std::vector<std::uint8_t> bytes;
        bool operator>(const Late& b) const { return due != b.due ? due > b.due : order > b.order; }
    };
    using Queue = std::priority_queue<Late, std::vector<Late>, std::greater<>>;

    /// Shows the seal what a forger makes of the packet's datagram: flipped bits, another tail, noise, a reflection, a copy. The packet
    /// itself is lost.
    void forge(proto::Channel channel, std::span<const std::uint8_t> bytes);
    /// Keeps a late duplicate, and flips bits. Returns the packet as it goes on; empty: it is dropped.
    std::span<const std::uint8_t> trick(Queue& queue, proto::PeerId peer, proto::Channel channel,
                                        std::span<const std::uint8_t> bytes, Micros now);
    bool happens(std::uint32_t ppm) { return ppm != 0 && random_.below(1'000'000) < ppm; }

    std::vector<Tap*>& taps_;
    Tricks tricks_;
    TrickCounters& counters_;
    proto::ImpairmentCounters& links_;
    Random random_;
    Forger forger_;
    proto::FaultyLink link_;
    proto::LinkTraffic sent_;
    Queue going_out_, coming_in_;
    std::uint64_t order_ = 0;
    Late current_{};
    proto::Sealer seal_{proto::ChainKey{1}};  // what this one seals …
    proto::Opener open_{proto::ChainKey{1}};  // … this one opens, for packets whose bits flip
    proto::Opener open_back_{proto::ChainKey{2}};  // of the other direction
    std::vector<std::uint8_t> last_;               // the datagram before
    bool is_cut_ = false;
};

}  // namespace albireo::storm
