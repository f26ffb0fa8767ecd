#include "proto/handshake.hpp"

#include <sodium/crypto_shorthash_siphash24.h>
#include <sodium/utils.h>

#include <algorithm>
#include <cassert>
#include <utility>

#include "proto/byte_bucket.hpp"
#include "proto/sealed_datagram.hpp"
#include "proto/sodium_start.hpp"
#include "sim/base/bytes.hpp"

namespace albireo::proto {

namespace {

/// The least interval between a client's datagrams, by how long it has been knocking.
constexpr Micros interval(Micros knocking_for) {
    return (knocking_for < 3 * kMicrosPerSecond ? 12 : knocking_for < 10 * kMicrosPerSecond ? 30 : 100) * kMicrosPerMs;
}
constexpr Micros kBucket = 4 * kMicrosPerSecond;
static_assert(2 * kBucket == kCookieFor);
constexpr Micros kCookieUse = 3'500 * kMicrosPerMs;  // then asks for a new one, before the server may refuse the old one

void wipe(auto& secret) {
    sodium_memzero(secret.data(), secret.size());
}

/// The line as the client uses it, and as the server does.
SealedLine line_of_client(const LineSecrets& secrets) {
    return {Sealer{secrets.to_server}, Opener{secrets.to_client}};
}
SealedLine line_of_server(const LineSecrets& secrets) {
    return {Sealer{secrets.to_client}, Opener{secrets.to_server}};
}

std::size_t hello_bytes_of(const KnockDatagram& hello) {
    return hello_bytes(hello.wants_key, hello.for_ipv6 ? kIpv6UdpBytes : kIpUdpBytes);
}

}  // namespace

bool is_knock(std::span<const std::uint8_t> datagram) {
    return datagram.size() >= kKnockMagic.size() && std::equal(kKnockMagic.begin(), kKnockMagic.end(), datagram.begin());
}

std::optional<KnockDatagram> read_knock(std::span<const std::uint8_t> datagram, std::size_t& head) {
    if (!is_knock(datagram) || datagram.size() > kKnockDatagramMax) return std::nullopt;
    ByteReader reader{datagram.subspan(kKnockMagic.size())};
    if (reader.get<std::uint8_t>() != kKnockVersion) return std::nullopt;
    KnockDatagram result;
    const auto read_key = [&] { reader.get_bytes(result.key.emplace().data(), sizeof(PublicKey)); };
    result.kind = static_cast<KnockKind>(reader.get<std::uint8_t>());
    result.connect_id = reader.get<std::uint32_t>();
    switch (result.kind) {
        case KnockKind::hello:
            result.wants_key = datagram.size() >= kHelloForKeyBytes;
            result.for_ipv6 = datagram.size() == hello_bytes(result.wants_key, kIpv6UdpBytes);
            if (datagram.size() != hello_bytes_of(result)) return std::nullopt;
            head = datagram.size();
            return result;
        case KnockKind::challenge:
            result.cookie = reader.get<Cookie>();
            if (!reader.at_end()) read_key();
            break;
        case KnockKind::knock:
        case KnockKind::other_key:
            result.cookie = reader.get<Cookie>();
            read_key();
            break;
        case KnockKind::accept:
            result.peer = reader.get<std::uint16_t>();
            read_key();
            break;
        case KnockKind::full:
            break;
        default:
            return std::nullopt;
    }
    if (reader.bad() || (is_sealed(result.kind) ? reader.left() < kSealBytes : !reader.at_end())) return std::nullopt;
    head = datagram.size() - reader.left();
    return result;
}

std::size_t write_knock(const KnockDatagram& datagram, std::span<std::uint8_t> out) {
    ByteWriter writer{out};
    writer.put_bytes(kKnockMagic.data(), kKnockMagic.size());
    writer.put(kKnockVersion);
    writer.put(static_cast<std::uint8_t>(datagram.kind));
    writer.put(datagram.connect_id);
    switch (datagram.kind) {
        case KnockKind::hello: {
            constexpr std::array<std::uint8_t, kHelloBytesMax> padding{};
            writer.put_bytes(padding.data(), hello_bytes_of(datagram) - writer.size());
            break;
        }
        case KnockKind::challenge:
        case KnockKind::knock:
        case KnockKind::other_key:
            writer.put(datagram.cookie);
            break;
        case KnockKind::accept:
            writer.put(datagram.peer);
            break;
        case KnockKind::full:
            break;
    }
    if (datagram.key) writer.put_bytes(datagram.key->data(), datagram.key->size());
    assert(!writer.full() && "every head fits");
    return writer.size();
}

Cookie CookieKeeper::hash(NetAddress address, std::uint32_t connect_id, std::uint64_t bucket) const {
    std::array<std::uint8_t, 34> text;
    ByteWriter writer{text};
    writer.put_bytes(address.host.bytes().data(), address.host.bytes().size());
    writer.put(address.host.scope());
    writer.put(address.port);
    writer.put(connect_id);
    writer.put(bucket);
    std::array<std::uint8_t, crypto_shorthash_siphash24_BYTES> hash;
    static_assert(crypto_shorthash_siphash24_KEYBYTES == sizeof secret_);
    crypto_shorthash_siphash24(hash.data(), text.data(), text.size(), secret_.data());
    return ByteReader{hash}.get<Cookie>();
}

Cookie CookieKeeper::make(NetAddress address, std::uint32_t connect_id, Micros now) const {
    return hash(address, connect_id, static_cast<std::uint64_t>(now / kBucket));
}

bool CookieKeeper::check(Cookie cookie, NetAddress address, std::uint32_t connect_id, Micros now) const {
    const auto bucket = static_cast<std::uint64_t>(now / kBucket);
    return cookie == hash(address, connect_id, bucket) ||
           (bucket > 0 && cookie == hash(address, connect_id, bucket - 1));
}

// ------------------------------------------------------------------------------------------------------------- client

HandshakeClient::HandshakeClient(std::uint32_t connect_id, const KeyPair& own, std::optional<PublicKey> server)
    : connect_id_(connect_id), own_(own), server_(server), may_restart_(!server) {}

HandshakeClient::~HandshakeClient() {
    if (static_point_) wipe(*static_point_);  // of an attempt that was given up
}

Micros HandshakeClient::due() const {
    return state_ == State::hello || state_ == State::knock ? due_ : kNever;
}

std::size_t HandshakeClient::write(std::span<const std::uint8_t> packet, Micros now, std::span<std::uint8_t> out, std::size_t ip_udp) {
    if (due() > now) return 0;
    if (claimed_ && now - claimed_at_ >= kOtherKeyDelay && !try_claimed_key()) {
        state_ = State::other_key;
        return 0;
    }
    if (began_ < 0) began_ = now;
    if (state_ == State::knock && now - cookie_at_ > kCookieUse) state_ = State::hello;
    std::size_t size = 0;
    if (state_ == State::hello) {
        size = write_knock({.connect_id = connect_id_, .wants_key = !server_, .for_ipv6 = ip_udp == kIpv6UdpBytes}, out);
    } else {
        const std::size_t head = write_knock(
            {.kind = KnockKind::knock, .connect_id = connect_id_, .cookie = cookie_, .key = own_.public_key}, out);
        size = knock_line_->out.seal(out, head, packet);
    }
    const Micros knocking_for = now - began_;
    const auto bytes = static_cast<std::int64_t>(size + ip_udp);
    hurry_.take(bytes, now);
    const bool hurries = knocking_for >= kHurryAfter && knocking_for < kHurryUntil;
    due_ = hurries ? std::max(now + kHurry, hurry_.when_holds(bytes, now)) : now + std::max(interval(knocking_for), bytes * kMicrosPerSecond / kBucketRate);
    return size;
}

std::optional<std::size_t> HandshakeClient::take(std::span<const std::uint8_t> bytes, Micros now,
                                                 std::span<std::uint8_t> packet) {
    if (const VersionGap gap = read_other_version(kKnockProtocol, bytes, connect_id_); gap != VersionGap::none) {
        version_gap_ = gap;
        return 0;
    }
    std::size_t head = 0;
    const auto answer = read_knock(bytes, head);
    if (!answer || answer->connect_id != connect_id_) return std::nullopt;
    const bool is_open = state_ == State::hello || state_ == State::knock;
    if (answer->kind == KnockKind::accept) return take_accept(*answer, bytes, head, packet);
    if (!is_open) return std::nullopt;
    if (answer->kind == KnockKind::challenge) return take_challenge(*answer, now) ? std::optional<std::size_t>{0} : std::nullopt;
    if (answer->kind == KnockKind::other_key) {
        if (state_ != State::knock || answer->cookie != cookie_ || answer->key == server_) return std::nullopt;
        if (claimed_at_ < 0) claimed_at_ = now;
        claimed_ = answer->key;
        return 0;
    }
    if (answer->kind != KnockKind::full || !knock_line_ || !knock_line_->in.open(bytes, head, packet)) return std::nullopt;
    state_ = State::full;
    return 0;
}

/// Makes the keys for Knocks. Returns false, and changes nothing, if this is no key to agree with.
bool HandshakeClient::learn_key(const PublicKey& server) {
    auto es = agree(own_.secret, server);
    if (!es) return false;
    static_point_ = es;
    wipe(*es);
    server_ = server;
    knock_line_ = line_of_client(knock_secrets(*static_point_, *server_, own_.public_key, connect_id_));
    return true;
}

/// Returns false if the claim stands instead: the server has another key.
bool HandshakeClient::try_claimed_key() {
    if (!std::exchange(may_restart_, false) || !learn_key(*claimed_)) return false;
    claimed_.reset();
    claimed_at_ = -1;
    return true;
}

bool HandshakeClient::take_challenge(const KnockDatagram& answer, Micros now) {
    const std::optional<PublicKey> server = server_ ? server_ : answer.key;
    if (!server) return false;
    if (!knock_line_ && !learn_key(*server)) return false;
    cookie_ = answer.cookie;
    cookie_at_ = now;
    if (state_ == State::hello) {
        state_ = State::knock;
        due_ = now;
    }
    return true;
}

std::optional<std::size_t> HandshakeClient::take_accept(const KnockDatagram& answer, std::span<const std::uint8_t> bytes,
                                                        std::size_t head, std::span<std::uint8_t> packet) {
    if (line_) return line_->in.open(bytes, head, packet);
    if (state_ == State::full || state_ == State::other_key || !knock_line_ || answer.peer > kPeerNumberMax) return std::nullopt;
    auto ee = agree(own_.secret, *answer.key);
    if (!ee) return std::nullopt;
    SealedLine line =
        line_of_client(line_secrets(*static_point_, *ee, *server_, own_.public_key, *answer.key, connect_id_));
    wipe(*ee);
    const auto size = line.in.open(bytes, head, packet);
    if (!size) return std::nullopt;  // not from the holder of the server's key
    line_ = std::move(line);
    peer_ = answer.peer;
    knock_line_.reset();
    wipe(*static_point_);
    wipe(own_.secret);
    state_ = State::accepted;
    return size;
}

// ------------------------------------------------------------------------------------------------------------- server

HandshakeServer::HandshakeServer(const PublicKey& server, const KnockDatagram& knock, const SharedPoint& es)
    : server_(server),
      client_(*knock.key),
      connect_id_(knock.connect_id),
      static_point_(es),
      knock_line_(line_of_server(knock_secrets(es, server, client_, connect_id_))) {}

std::optional<HandshakeServer> HandshakeServer::open(const KeyPair& server, const KnockDatagram& knock,
                                                     std::span<const std::uint8_t> bytes, std::size_t head) {
    assert(knock.kind == KnockKind::knock && knock.key && "only a Knock begins a connection");
    auto es = agree(server.secret, *knock.key);
    if (!es) return std::nullopt;
    std::array<std::uint8_t, kLinkPacketBytesMax> packet;
    std::optional<HandshakeServer> made;
    // This opener is discarded: take() opens the Knock again, and to its opener the Knock must be new.
    if (HandshakeServer{server.public_key, knock, *es}.take(bytes, head, packet)) made.emplace(HandshakeServer{server.public_key, knock, *es});
    wipe(*es);
    return made;
}

HandshakeServer::~HandshakeServer() {
    wipe(static_point_);
}

std::size_t HandshakeServer::write_full(std::span<std::uint8_t> out) {
    const std::size_t head = write_knock({.kind = KnockKind::full, .connect_id = connect_id_}, out);
    return knock_line_->out.seal(out, head, {});
}

std::optional<SealedLine> HandshakeServer::make_line(const KeyPair& connection) {
    auto ee = agree(connection.secret, client_);
    if (!ee) return std::nullopt;
    ephemeral_ = connection.public_key;
    SealedLine line = line_of_server(line_secrets(static_point_, *ee, server_, client_, ephemeral_, connect_id_));
    wipe(*ee);
    wipe(static_point_);
    return line;
}

std::size_t HandshakeServer::write_accept(std::uint16_t peer, Sealer& seal, std::span<const std::uint8_t> packet,
                                          std::span<std::uint8_t> out) const {
    const std::size_t head =
        write_knock({.kind = KnockKind::accept, .connect_id = connect_id_, .peer = peer, .key = ephemeral_}, out);
    return seal.seal(out, head, packet);
}

}  // namespace albireo::proto
