#pragma once
/// Knocking, our handshake: verifies a client's address and establishes a connection, in datagrams of its own beside
/// ENet's. ENet's handshake verifies no address, and takes 4.4 s through 50 % loss because it doubles its timeout.
///
///     client                                server
///     Hello  connect id, padded   ────►     keeps nothing
///            every 12 ms          ◄────     Challenge ×4: cookie = SipHash(address, port, connect id, 4-s bucket)
///     Knock  id, cookie, packet   ────►     checks the cookie, creates the peer
///            every 12 ms          ◄────     Accept: the peer's numbers, packet
///                                           every 16 ms until the client speaks ENet
///
/// A Knock and an Accept carry a packet of the control channel, so that the first messages (Hello, Create, Entered)
/// need no round trip of their own.
/// 1. Before the cookie comes back the server keeps no state and answers with at most twice the bytes received.
/// 2. Every datagram may be lost, duplicated or late; a duplicate Knock gets the same reply.
/// 3. Sans-I/O: bytes, addresses, secrets and `now` in; bytes out.
#include <array>
#include <cstdint>
#include <optional>
#include <span>

#include "proto/link.hpp"

namespace albireo::proto {

/// As an ENet header 0xFFFF would mean a compressed packet with a timestamp for peer 4095, which we never send.
inline constexpr std::array<std::uint8_t, 4> kKnockMagic{0xff, 0xff, 'A', 'l'};
inline constexpr std::uint8_t kKnockVersion = 1;

enum class KnockKind : std::uint8_t { hello = 1, challenge, knock, accept, full };

inline constexpr std::size_t kKnockHeadBytes = 4 + 1 + 1 + 4;
inline constexpr std::size_t kHelloBytes = 64;  // padded, so that Challenges do not amplify forged Hellos
inline constexpr std::size_t kChallengeBytes = kKnockHeadBytes + 8;
inline constexpr int kChallengeCopies = 4;
inline constexpr Micros kAcceptInterval = 16 * kMicrosPerMs;
inline constexpr Micros kAcceptFor = 5 * kMicrosPerSecond;  // a client that is still silent after this is dropped
inline constexpr std::size_t kIpUdpBytes = 28;
static_assert(kChallengeCopies * (kChallengeBytes + kIpUdpBytes) <= 2 * (kHelloBytes + kIpUdpBytes));
inline constexpr std::size_t kKnockDatagramMax = kKnockHeadBytes + 8 + kLinkPacketBytesMax;

struct NetAddress {
    std::uint32_t host = 0;  // IPv4, in network byte order
    std::uint16_t port = 0;
    auto operator<=>(const NetAddress&) const = default;
};

using Cookie = std::uint64_t;

/// ENet's numbers of the server's peer, as an Accept contains them.
struct PeerNumbers {
    std::uint16_t peer = 0;
    std::uint8_t incoming_session = 0, outgoing_session = 0;
    bool operator==(const PeerNumbers&) const = default;
};

struct KnockDatagram {
    KnockKind kind = KnockKind::hello;
    std::uint32_t connect_id = 0;
    Cookie cookie = 0;                     // challenge and knock
    PeerNumbers numbers;                   // accept
    std::span<const std::uint8_t> packet;  // knock and accept: a packet of the control channel; may be empty
};

/// Whether a datagram begins with kKnockMagic.
bool is_knock(std::span<const std::uint8_t> datagram);

/// Nothing unless this is a complete datagram of kKnockVersion.
std::optional<KnockDatagram> read_knock(std::span<const std::uint8_t> datagram);

/// Returns the bytes written; `out` must hold kKnockDatagramMax.
std::size_t write_knock(const KnockDatagram& datagram, std::span<std::uint8_t> out);

/// Makes and checks cookies; stores none.
class CookieKeeper {
  public:
    explicit CookieKeeper(std::array<std::uint8_t, 16> secret) : secret_(secret) {}

    Cookie make(NetAddress address, std::uint32_t connect_id, Micros now) const;
    /// A cookie is valid for 4 to 8 seconds.
    bool check(Cookie cookie, NetAddress address, std::uint32_t connect_id, Micros now) const;

  private:
    Cookie hash(NetAddress address, std::uint32_t connect_id, std::uint64_t bucket) const;
    std::array<std::uint8_t, 16> secret_;
};

/// The client's side: decides what to send when, until it is accepted. It has no timeout.
class HandshakeClient {
  public:
    enum class State : std::uint8_t { hello, knock, accepted, full };

    explicit HandshakeClient(std::uint32_t connect_id) : connect_id_(connect_id) {}

    State state() const { return state_; }
    std::uint32_t connect_id() const { return connect_id_; }

    /// When write() next has a datagram; kNever once accepted or refused.
    Micros due() const;
    /// The datagram due now, with `packet` if the cookie is known; 0 bytes if none is due.
    std::size_t write(std::span<const std::uint8_t> packet, Micros now, std::span<std::uint8_t> out);

    /// Handles an answer. An answer with another connect id is ignored. Returns whether the answer was for this
    /// handshake.
    bool take(const KnockDatagram& answer, Micros now);

  private:
    State state_ = State::hello;
    std::uint32_t connect_id_;
    Cookie cookie_ = 0;
    Micros cookie_at_ = 0;
    Micros began_ = -1;
    Micros last_sent_ = -1;
};

}  // namespace albireo::proto
