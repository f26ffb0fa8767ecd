#pragma once
/// Unreliable transport of packets: the only interface between the protocol and the network. enet_link implements it
/// over real UDP, memory_link and faulty_link in virtual time. A server's link has many peers; a client's has one,
/// kServer.
/// 1. Users of a link must expect that packets are lost, late, out of order and duplicated. A packet that arrives is the
///    one that the peer sent: enet_link drops damaged and forged ones.
#include <compare>
#include <cstdint>
#include <functional>
#include <span>

#include "proto/keys.hpp"
#include "proto/micros.hpp"
#include "proto/other_version.hpp"

namespace albireo::proto {

/// The longest packet that a link carries. Every IPv6 network carries datagrams of 1 280 bytes: less IP 40, UDP 8, and the 60 of a
/// Knock that carries a packet (handshake.hpp).
inline constexpr std::size_t kLinkPacketBytesMax = 1'172;

/// `voice`: a packet of frames behind a part of voice (voice_lane.hpp). Sent only to peers that know it.
enum class Channel : std::uint8_t { control = 0, frames = 1, voice = 2 };
inline constexpr std::size_t kChannelCount = 3;

/// Overhead of a packet: IP 20 + UDP 8 + head 2 + seal 10 (sealed_datagram.hpp).
constexpr int overhead_bytes() {
    return 40;
}
/// How much longer the header of IPv6 is than that of IPv4.
inline constexpr std::size_t kIpv6ExtraBytes = 20;
/// The size of a packet on the wire.
constexpr std::size_t wire_bytes(std::size_t packet_bytes) {
    return packet_bytes + static_cast<std::size_t>(overhead_bytes());
}

/// Identifies a peer while it is connected. Never reused within a link.
struct PeerId {
    std::uint32_t value = 0;
    auto operator<=>(const PeerId&) const = default;
};
inline constexpr PeerId kServer{0};

/// A link cannot detect that a peer has disconnected, so there is no event for it. Users of a link detect it by silence
/// and by the Bye message.
struct LinkEvent {
    enum class Kind : std::uint8_t {
        connected,  // a new peer, with a verified address
        received,
        refused,    // on a client only: the server has no free slot
        other_key,  // on a client only: the server does not hold the key that the client knows as the server's
    };
    Kind kind = Kind::received;
    PeerId peer;
    Channel channel = Channel::control;
    std::span<const std::uint8_t> bytes;  // valid until the next poll()
};

/// Bytes on the wire, IP and UDP headers included.
struct LinkTraffic {
    std::uint64_t packets_sent = 0, bytes_sent = 0;
    std::uint64_t packets_received = 0, bytes_received = 0;
};

class Link {
  public:
    virtual ~Link() = default;

    /// Sends a packet of at most kLinkPacketBytesMax. On the control channel a client may send before its `connected`
    /// event: the newest such packet travels in the handshake (handshake.hpp).
    virtual void send(PeerId peer, Channel channel, std::span<const std::uint8_t> bytes, Micros now) = 0;

    /// Fills `event` with the next event. Returns false if there is none.
    virtual bool poll(LinkEvent& event, Micros now) = 0;

    /// Drops a peer without notifying it (that is what the Bye message is for). No event follows.
    virtual void close(PeerId peer) = 0;

    /// Puts all queued packets on the wire now; call it once after a round of sends.
    virtual void flush(Micros) {}

    virtual LinkTraffic traffic() const = 0;

    /// On a server: the peer's address without its port, to recognise peers behind one address; 0: unknown.
    virtual std::uint64_t host_of(PeerId) const { return 0; }

    /// How many bytes a packet to the peer takes beyond wire_bytes(): kIpv6ExtraBytes over IPv6. Known from `connected` on.
    virtual std::size_t extra_header_bytes(PeerId) const { return 0; }

    /// The binding of the peer's connection (keys.hpp): equal at both ends, and different for every other connection. A client
    /// knows it from the beginning. Zeros for an unknown peer.
    virtual Binding binding_of(PeerId peer) const = 0;

    /// On a client: a server has answered that it speaks another version, and no server of this version has answered. It may be forged: the reason to tell
    /// when the attempt fails, and no more.
    virtual VersionGap version_gap() const { return VersionGap::none; }
};

}  // namespace albireo::proto

template <>
struct std::hash<albireo::proto::PeerId> {
    std::size_t operator()(const albireo::proto::PeerId& id) const { return id.value; }
};
