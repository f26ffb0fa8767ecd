#pragma once
/// Our handshake, *knocking*: it verifies a client's address, agrees on keys (keys.hpp) and establishes a connection. It has
/// its own datagrams, separate from the sealed ones. ENet's handshake verifies no address, has no keys, and takes 4.4 s through
/// 50 % loss because it doubles its timeout.
///
///     client                                server
///     Hello  connect id, padded   ────►     keeps nothing
///            every 12 ms          ◄────     Challenge: cookie = SipHash(address, port, connect id, 4-s bucket)
///     Knock  id, cookie, C, packet ───►     checks the cookie, opens the seal, creates the peer
///            every 12 ms          ◄────     Accept: the peer's number, E, packet
///                                           every 16 ms until the client uses the new keys
///
/// A Knock and an Accept carry a sealed packet of the control channel, so that the first messages (Hello, Create,
/// Entered) need no extra round trip. A client that does not know the server's key yet sends a longer Hello, for
/// which the Challenge holds the key. A client that is not accepted after kHurryAfter *hurries*: where nine of ten datagrams are lost each way, one
/// Hello of a hundred is answered, so it sends a hundred.
/// 1. Until the client returns the cookie, the server keeps no state, computes no key and answers with one datagram of half the bytes
///    received.
/// 2. Every datagram may be lost, duplicated or late; a duplicate Knock gets the same reply.
/// 3. Sans-I/O: bytes, addresses, secrets and `now` in; bytes out.
#include <array>
#include <cstdint>
#include <optional>
#include <span>

#include "proto/byte_bucket.hpp"
#include "proto/keys.hpp"
#include "proto/link.hpp"
#include "proto/net_address.hpp"
#include "proto/other_version.hpp"

namespace albireo::proto {

/// No sealed datagram begins like this: its first two bits are not both set, because there are three channels (sealed_datagram.hpp).
inline constexpr std::array<std::uint8_t, 4> kKnockMagic{0xff, 0xff, 'A', 'l'};
inline constexpr std::uint8_t kKnockVersion = 3;
inline constexpr DatagramVersion kKnockProtocol{kKnockMagic, kKnockVersion};

enum class KnockKind : std::uint8_t {
    hello = 1,
    challenge,
    knock,
    accept,
    full,       // no free slot
    other_key,  // the Knock is sealed for a key that this server does not have
};

inline constexpr std::size_t kKnockHeadBytes = 4 + 1 + 1 + 4;
inline constexpr std::size_t kChallengeBytes = kKnockHeadBytes + 8;
inline constexpr std::size_t kChallengeWithKeyBytes = kChallengeBytes + sizeof(PublicKey);
/// From kHurryAfter to kHurryUntil a client sends a datagram every kHurry, and in no second more than kHurryBytes, with headers. That is more than
/// the packets of a game take (byte_bucket.hpp), and less than a transfer.
inline constexpr Micros kHurryAfter = 150 * kMicrosPerMs, kHurryUntil = 4 * kMicrosPerSecond, kHurry = 3 * kMicrosPerMs;
inline constexpr std::int64_t kHurryBytes = 24'000, kKnockAtOnce = 400;  // a Knock follows its Challenge at once
/// The interval between Accepts without a packet, by how long the client has been silent since its Knock. A client that
/// stays silent gets 103 of them.
constexpr Micros accept_interval(Micros silent_for) {
    return (silent_for < kMicrosPerSecond ? 16 : 100) * kMicrosPerMs;
}
inline constexpr Micros kAcceptFor = 5 * kMicrosPerSecond;  // a client that is still silent after this is dropped
inline constexpr Micros kCookieFor = 8 * kMicrosPerSecond;  // no cookie is valid for longer
inline constexpr std::size_t kIpUdpBytes = 28, kIpv6UdpBytes = kIpUdpBytes + kIpv6ExtraBytes;
constexpr std::size_t ip_udp_bytes(const IpAddress& address) {
    return address.is_ipv6() ? kIpv6UdpBytes : kIpUdpBytes;
}
/// A Hello is padded with zeros, so that its Challenge is half of it, with the headers of IP and UDP.
constexpr std::size_t hello_bytes(bool wants_key, std::size_t ip_udp) {
    return 2 * (wants_key ? kChallengeWithKeyBytes : kChallengeBytes) + ip_udp;
}
inline constexpr std::size_t kHelloBytes = hello_bytes(false, kIpUdpBytes), kHelloForKeyBytes = hello_bytes(true, kIpUdpBytes);
inline constexpr std::size_t kHelloBytesMax = hello_bytes(true, kIpv6UdpBytes);
static_assert(kHelloBytes == 64 && kHelloForKeyBytes == 128);
inline constexpr std::size_t kKnockHeadMax = kKnockHeadBytes + 8 + sizeof(PublicKey);
inline constexpr std::size_t kKnockDatagramMax = kKnockHeadMax + kSealBytes + kLinkPacketBytesMax;
static_assert(kKnockDatagramMax + kIpv6UdpBytes <= 1'280 && kHelloBytesMax <= kKnockDatagramMax);
static_assert(kKnockHeadMax <= kSealHeadMax && kLinkPacketBytesMax <= kSealedPacketMax);

/// The shards of a server share its port. The first byte of a client's connect id, modulo their number, is the shard that has its
/// handshake, and all of its connection.
inline constexpr std::size_t kShardByteAt = kKnockHeadBytes - sizeof(std::uint32_t);
constexpr std::uint32_t connect_id_for(std::uint32_t random, std::uint8_t shard) { return (random & ~0xffu) | shard; }

using Cookie = std::uint64_t;

/// The part of a datagram that is in clear. The rest of a Knock, an Accept and a Full is sealed, and the seal covers this
/// part too.
struct KnockDatagram {
    KnockKind kind = KnockKind::hello;
    std::uint32_t connect_id = 0;
    Cookie cookie = 0;              // challenge, knock, other_key
    std::uint16_t peer = 0;         // accept: the peer's number at the server
    std::optional<PublicKey> key{}; // knock: C; accept: E; other_key: S; challenge: S, if the Hello wanted it
    bool wants_key = false;         // hello
    bool for_ipv6 = false;          // hello: padded for IPv6's longer header

    bool operator==(const KnockDatagram&) const = default;
};
/// Whether datagrams of this kind end with a sealed packet.
constexpr bool is_sealed(KnockKind kind) {
    return kind == KnockKind::knock || kind == KnockKind::accept || kind == KnockKind::full;
}

/// Whether a datagram begins with kKnockMagic.
bool is_knock(std::span<const std::uint8_t> datagram);

/// Nothing unless this is a complete datagram of kKnockVersion. `head` becomes the size of the part in clear.
std::optional<KnockDatagram> read_knock(std::span<const std::uint8_t> datagram, std::size_t& head);

/// Writes the part in clear. Returns its size; `out` must hold kKnockDatagramMax.
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

/// The client's side: decides when to send which datagram, until it is accepted. It has no timeout.
class HandshakeClient {
  public:
    enum class State : std::uint8_t { hello, knock, accepted, full, other_key };
    /// An other_key forged by an eavesdropper has no effect if the server's Accept comes within this time. If none comes, and the client did not
    /// know the server's key, its Challenge may have been forged: the client knocks with the claimed key instead, once. (Only once: with a
    /// key that it has given up, it would seal another Knock under the same number.)
    static constexpr Micros kOtherKeyDelay = kMicrosPerSecond;

    /// `own`: the keys of this connection. `server`: the server's key, if it is known.
    HandshakeClient(std::uint32_t connect_id, const KeyPair& own, std::optional<PublicKey> server = {});

    ~HandshakeClient();
    HandshakeClient(HandshakeClient&&) = default;
    HandshakeClient& operator=(HandshakeClient&&) = default;

    State state() const { return state_; }
    std::uint32_t connect_id() const { return connect_id_; }
    Binding binding() const { return binding_of(own_.public_key); }
    /// The server's key: the known one, or that of its first Challenge. In State::accepted the server has proved that it
    /// holds it.
    const std::optional<PublicKey>& server_key() const { return server_; }
    /// In State::other_key: the key that the server claims instead.
    const std::optional<PublicKey>& claimed_key() const { return claimed_; }
    /// In State::hello: a server has said that it speaks another version of this handshake. The Hellos go on.
    VersionGap version_gap() const { return state_ == State::hello && !knock_line_ ? version_gap_ : VersionGap::none; }

    /// When write() next has a datagram; kNever once accepted or refused.
    Micros due() const;
    /// The datagram due now, with `packet` if the cookie is known; 0 bytes if none is due. `ip_udp`: the bytes of the headers on its
    /// way. But for a client that hurries, the datagrams stay within a connection's bytes a second (byte_bucket.hpp).
    std::size_t write(std::span<const std::uint8_t> packet, Micros now, std::span<std::uint8_t> out,
                      std::size_t ip_udp = kIpUdpBytes);

    /// Handles an answer. Returns the size of the packet in it, which is then in `packet` (kLinkPacketBytesMax). An answer that
    /// is not for this handshake, or not sealed by the server, is ignored, and nothing is returned.
    std::optional<std::size_t> take(std::span<const std::uint8_t> answer, Micros now, std::span<std::uint8_t> packet);

    /// In State::accepted: the connection's keys, and the client's number at the server.
    SealedLine& line() { return *line_; }
    std::uint16_t peer() const { return peer_; }

  private:
    bool take_challenge(const KnockDatagram& answer, Micros now);
    bool learn_key(const PublicKey& server);
    bool try_claimed_key();
    std::optional<std::size_t> take_accept(const KnockDatagram& answer, std::span<const std::uint8_t> bytes,
                                           std::size_t head, std::span<std::uint8_t> packet);

    State state_ = State::hello;
    std::uint32_t connect_id_;
    KeyPair own_;
    std::optional<PublicKey> server_, claimed_;
    bool may_restart_;  // the server's key was not known, and is believed because of its first Challenge
    std::optional<SharedPoint> static_point_;  // es
    std::optional<SealedLine> knock_line_, line_;
    std::uint16_t peer_ = 0;
    Cookie cookie_ = 0;
    Micros cookie_at_ = 0;
    Micros claimed_at_ = -1;
    Micros began_ = -1;
    Micros due_ = 0;
    ByteBucket hurry_{kHurryBytes / 2, kHurryBytes / 2 - kKnockAtOnce};
    VersionGap version_gap_ = VersionGap::none;
};

/// The server's side of one client's handshake, from its first genuine Knock on. Before that the server keeps nothing.
class HandshakeServer {
  public:
    /// Opens a client's first Knock. `connection`: new keys for this connection. Nothing if it is not sealed for the
    /// server's key. Its packet is read by take().
    static std::optional<HandshakeServer> open(const KeyPair& server, const KnockDatagram& knock,
                                               std::span<const std::uint8_t> bytes, std::size_t head);
    /// A Full in answer to the Knock: written to `out`; returns its size.
    std::size_t write_full(std::span<std::uint8_t> out);
    /// Agrees on the keys of the connection, with new keys of the server's. Returns them, once.
    std::optional<SealedLine> make_line(const KeyPair& connection);
    /// An Accept with a packet, sealed on the line.
    std::size_t write_accept(std::uint16_t peer, Sealer& seal, std::span<const std::uint8_t> packet,
                             std::span<std::uint8_t> out) const;
    /// The packet in a Knock of the same client, its first one or a later one. Nothing if the Knock is forged or was seen before.
    std::optional<std::size_t> take(std::span<const std::uint8_t> knock, std::size_t head,
                                    std::span<std::uint8_t> packet) {
        return knock_line_ ? knock_line_->in.open(knock, head, packet) : std::nullopt;
    }
    /// The client has begun to use the connection's keys, so it sends no more Knocks. The keys of its Knocks, which a
    /// thief of the server's key could derive, are forgotten.
    void end_knocking() { knock_line_.reset(); }
    Binding binding() const { return binding_of(client_); }
    ~HandshakeServer();
    HandshakeServer(HandshakeServer&&) = default;
    HandshakeServer& operator=(HandshakeServer&&) = default;

  private:
    HandshakeServer(const PublicKey& server, const KnockDatagram& knock, const SharedPoint& es);

    PublicKey server_, client_, ephemeral_{};
    std::uint32_t connect_id_;
    SharedPoint static_point_;  // es; wiped by make_line()
    std::optional<SealedLine> knock_line_;
};

}  // namespace albireo::proto
