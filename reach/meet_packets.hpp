#pragma once
/// The datagrams by which two programs meet through a rendezvous server. reach/MEETING.md describes their use.
///
///     every packet   magic (4) version (1) kind (1), then the fields of its kind (meet_packets.cpp), then zeros
///
/// 1. Every kind has one size. A server's answer is never longer than the request that it answers.
/// 2. Integers are little-endian. A datagram of another size, version or kind is not a packet; how a
///    rendezvous answers one of another version is in proto/other_version.hpp.
/// 3. A relayed datagram is the only one with a payload: a head of kRelayedHeadBytes with the introduction's
///    token, then a datagram of the game.
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "proto/net_address.hpp"
#include "proto/other_version.hpp"
#include "proto/signing_key.hpp"

namespace albireo::reach {

using proto::NetAddress;

/// Begins like the magic of the handshake (proto/handshake.hpp gives the reason).
inline constexpr std::array<std::uint8_t, 4> kMeetMagic{0xff, 0xff, 'A', 'm'};
inline constexpr std::uint8_t kMeetVersion = 4;
inline constexpr proto::DatagramVersion kMeetProtocol{kMeetMagic, kMeetVersion};

enum class MeetKind : std::uint8_t {
    hello = 1,   // asks the rendezvous for a cookie and for the sender's own address
    cookie,      // its answer, for which it keeps no state
    enrol,       // a host registers a code
    enrolled,    // … the code is registered, or is taken by another host
    join,        // a joiner asks to be introduced to the holder of a code
    unknown,     // … nobody holds it
    meet,        // to both: the other's address
    ready,       // the host has begun to punch
    relay,       // a joiner asks for the relay, because punching has failed
    relaying,    // … the relay is ready
    punch,       // between the two
    punched,     // … its answer
    relayed,     // a datagram of the game on its way through the rendezvous
    probe,       // a host asks for one packet to a port of its own address
    probed,      // … the packet, to that port
    unprobed,    // … the server does not send it now
};
inline constexpr std::uint8_t kMeetKinds = 16;

/// Of an enrolment: what its signature covers, and the signature.
inline constexpr std::size_t kSignedBytes = 6 + 4 + 8 + 8 + 1 + sizeof(proto::VerifyKey), kSignatureBytes = sizeof(proto::Signature);
inline constexpr std::size_t kMeetBytesMax = kSignedBytes + kSignatureBytes;
inline constexpr std::size_t kRelayedHeadBytes = 4 + 1 + 1 + 8;

struct MeetPacket {
    MeetKind kind = MeetKind::hello;
    std::uint32_t id = 0;      // random, chosen by the asker: an answer that repeats it was not guessed
    std::uint64_t cookie = 0;  // proves that the asker receives at its address
    std::uint64_t token = 0;   // of an introduction; probe, probed: random, chosen by the host
    std::string code{};  // of a game: its join code, or the watch code for spectators
    NetAddress address{};  // cookie: the asker's own, as the server sees it. meet: the other's
    NetAddress second{};     // cookie: where else hellos are answered; without a host: at the same address; port 0: nowhere
    std::uint16_t port = 0;  // probe: where the packet goes
    bool is_symmetric = false;  // enrol: the host's router gives each destination another port. meet: so punches are hopeless
    bool is_taken = false;      // enrolled
    proto::VerifyKey owner{};   // enrol: whose code it is. read_meet() does not check the signature (enrolment.hpp)

    bool operator==(const MeetPacket&) const = default;
};

/// Whether a datagram begins with kMeetMagic.
bool is_meet(std::span<const std::uint8_t> datagram);

/// Nothing unless this is a whole packet of this version. Relayed datagrams are read by read_relayed().
std::optional<MeetPacket> read_meet(std::span<const std::uint8_t> datagram);
/// The size of every packet of this kind, in bytes; 0: a relayed one, which has any size.
std::size_t meet_bytes(MeetKind kind);

/// The token of a relayed datagram; nothing if this is not one, or has no payload.
std::optional<std::uint64_t> read_relayed(std::span<const std::uint8_t> datagram);
std::array<std::uint8_t, kRelayedHeadBytes> relayed_head(std::uint64_t token);
/// The path through the relay at `rendezvous`. `number` must differ between the relay routes of one link. `behind`: RelayRoute::behind.
proto::RelayRoute relay_route_of(NetAddress rendezvous, std::uint64_t token, std::uint32_t number, proto::IpAddress behind = {});

/// Whether a punch may be sent to an address that this rendezvous has named. One on the internet cannot aim punches at private addresses.
/// No punch passes between the families: what the other router has opened is for the rendezvous's own family.
inline bool may_punch(const NetAddress& rendezvous, const NetAddress& named) {
    return named.host.is_ipv6() == rendezvous.host.is_ipv6() && (named.host.is_public() || !rendezvous.host.is_public());
}

/// Where a cookie of this rendezvous says that hellos are answered, too. Nothing if nowhere, or where no hello may be sent.
inline std::optional<NetAddress> second_of(const NetAddress& rendezvous, const MeetPacket& cookie) {
    const NetAddress second{cookie.second.host.is_none() ? rendezvous.host : cookie.second.host, cookie.second.port};
    if (second.port == 0 || !may_punch(rendezvous, second)) return std::nullopt;
    return second;
}

/// Why a rendezvous of another version is of no use: one line for the player and the log.
inline constexpr const char* kRendezvousIsNewer = "the rendezvous server has a newer version of Albireo; update yours";
inline constexpr const char* kRendezvousIsOlder = "the rendezvous server has an older version of Albireo; ask its operator to update it";

/// A datagram to send.
struct Outgoing {
    NetAddress to;
    std::vector<std::uint8_t> bytes;
    int hops = 0;  // the number of routers after which it is dropped; 0: the system's default
    bool is_from_stranger = false;  // a rendezvous sends it from a port to which nobody has sent anything
};
using Outbox = std::vector<Outgoing>;

Outgoing write_meet(NetAddress to, const MeetPacket& packet, int hops = 0);

}  // namespace albireo::reach
