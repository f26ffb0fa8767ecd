#pragma once
/// How packets reach the other side: unreliable, unordered, at most once each, never altered. The one interface between
/// the protocol and the world; enet_link is real UDP, memory_link and faulty_link are its twins in virtual time.
/// A server's link has many peers; a client's has one, kServer.
#include <cstdint>
#include <span>

#include "proto/micros.hpp"

namespace albireo::proto {

/// The longest packet a link carries.
inline constexpr std::size_t kLinkPacketBytesMax = 1'200;

enum class Channel : std::uint8_t { control = 0, frames = 1 };
inline constexpr std::size_t kChannelCount = 2;

/// What a packet costs besides its own bytes: IP 20 + UDP 8 + ENet's head 2, and ENet's command, of whose 8 bytes a
/// packet of frames keeps 2 (enet_squeeze.hpp).
constexpr int overhead_bytes(Channel channel) {
    return 30 + (channel == Channel::frames ? 2 : 8);
}
/// The size of a packet on the wire.
constexpr std::size_t wire_bytes(std::size_t packet_bytes, Channel channel) {
    return packet_bytes + static_cast<std::size_t>(overhead_bytes(channel));
}

/// Names a peer for as long as it is there; never used again within a link.
struct PeerId {
    std::uint32_t value = 0;
    auto operator<=>(const PeerId&) const = default;
};
inline constexpr PeerId kServer{0};

/// A link has no event for a peer that is gone: nothing tells it. Silence does, and the Bye message, and both are judged by
/// those who use the link.
struct LinkEvent {
    enum class Kind : std::uint8_t {
        connected,  // a peer is there and its address is proven
        received,
        refused,  // a client's only: the server has no room
    };
    Kind kind = Kind::received;
    PeerId peer;
    Channel channel = Channel::control;
    std::span<const std::uint8_t> bytes;  // good until the next call
};

/// Bytes as they were on the wire, IP and UDP headers included.
struct LinkTraffic {
    std::uint64_t packets_sent = 0, bytes_sent = 0;
    std::uint64_t packets_received = 0, bytes_received = 0;
};

class Link {
  public:
    virtual ~Link() = default;

    /// Sends a packet of at most kLinkPacketBytesMax; it may get lost. Before `connected` a client may send on the
    /// control channel already: the newest packet rides with the knocking.
    virtual void send(PeerId peer, Channel channel, std::span<const std::uint8_t> bytes, Micros now) = 0;

    /// The next event, if there is one.
    virtual bool poll(LinkEvent& event, Micros now) = 0;

    /// Lets go of a peer. Nothing is said to it; that is what the Bye message is for. No event follows.
    virtual void close(PeerId peer) = 0;

    /// Puts what was sent on the wire now; call it once after a round of sends.
    virtual void flush(Micros) {}

    virtual LinkTraffic traffic() const = 0;

    /// A server's: where the peer is, whatever its port, so that peers of one address are known as such; 0: not known.
    virtual std::uint64_t host_of(PeerId) const { return 0; }
};

}  // namespace albireo::proto
