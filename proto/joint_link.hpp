#pragma once
/// Two links of a server as one. The ids of the second one's peers have a bit that no other id has, so a packet finds its way
/// without a table.
#include "proto/link.hpp"

namespace albireo::proto {

/// Set in the ids of the second link's peers.
inline constexpr std::uint32_t kSecondLinkBit = 0x8000'0000;

class JointLink final : public Link {
  public:
    /// Both must outlive it.
    JointLink(Link& first, Link& second) : first_(first), second_(second) {}

    void send(PeerId peer, Channel channel, std::span<const std::uint8_t> bytes, Micros now) override {
        of(peer).send(peer, channel, bytes, now);
    }
    bool poll(LinkEvent& event, Micros now) override {
        // The first link limits how long its own poll() takes; the second is polled after it.
        if (!is_first_done_ && first_.poll(event, now)) return true;
        is_first_done_ = true;
        if (second_.poll(event, now)) return true;
        is_first_done_ = false;
        return false;
    }
    void close(PeerId peer) override { of(peer).close(peer); }
    void flush(Micros now) override {
        first_.flush(now);
        second_.flush(now);
    }
    LinkTraffic traffic() const override {
        LinkTraffic sum = first_.traffic();
        const LinkTraffic more = second_.traffic();
        sum.packets_sent += more.packets_sent;
        sum.bytes_sent += more.bytes_sent;
        sum.packets_received += more.packets_received;
        sum.bytes_received += more.bytes_received;
        return sum;
    }
    std::uint64_t host_of(PeerId peer) const override { return of(peer).host_of(peer); }
    std::size_t extra_header_bytes(PeerId peer) const override { return of(peer).extra_header_bytes(peer); }
    Binding binding_of(PeerId peer) const override { return of(peer).binding_of(peer); }

  private:
    Link& of(PeerId peer) const { return (peer.value & kSecondLinkBit) != 0 ? second_ : first_; }
    Link& first_;
    Link& second_;
    bool is_first_done_ = false;
};

}  // namespace albireo::proto
