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
    return (knocking_for < kHurryUntil ? 10 : knocking_for < 2 * kHurryUntil ? 30 : 100) * kMicrosPerMs;
}
constexpr Micros kHurry = 5 * kMicrosPerMs;  // between Hellos
constexpr std::int64_t kSecondBytes = kBucketRate + kBucketDepth, kForKnocks = 800;  // what a client may send in any second, and how much of it Hellos leave
/// Later than this every other Knock has no packet: shorter ones arrive more often, and one without suffices for the Accept.
constexpr Micros kPacketsUntil = 300 * kMicrosPerMs;
constexpr int kKnocksPerPadded = 8;  // keyless ones
/// How much higher the kind of a keyless Knock is on the wire, and of what answers one.
constexpr std::uint8_t kKeyless = 4;
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

/// By its length a Hello says what it wants, and over which IP it is sent.
struct HelloForm {
    bool wants_key, is_short, for_ipv6;
};
constexpr std::array<HelloForm, 6> kHelloForms{{{false, true, false}, {false, true, true}, {false, false, false}, {false, false, true}, {true, false, false}, {true, false, true}}};

constexpr std::size_t hello_bytes_of(const auto& hello) {
    const std::size_t ip_udp = hello.for_ipv6 ? kIpv6UdpBytes : kIpUdpBytes;
    return hello.is_short ? short_hello_bytes(ip_udp) : hello_bytes(hello.wants_key, ip_udp);
}

bool is_challenge(std::span<const std::uint8_t> datagram) {
    return (datagram.size() == kChallengeBytes || datagram.size() == kChallengeWithKeyBytes) && datagram[0] == kChallengeMark;
}

void put_cookie(ByteWriter& writer, Cookie cookie) {
    writer.put(static_cast<std::uint32_t>(cookie));
    writer.put(static_cast<std::uint8_t>(cookie >> 32));
}
Cookie get_cookie(ByteReader& reader) {
    const Cookie low = reader.get<std::uint32_t>();
    return low | static_cast<Cookie>(reader.get<std::uint8_t>()) << 32;
}
void put_key(ByteWriter& writer, const std::optional<PublicKey>& key) {
    if (key) writer.put_bytes(key->data(), key->size());
}
void get_key(ByteReader& reader, std::optional<PublicKey>& key) {
    reader.get_bytes(key.emplace().data(), sizeof(PublicKey));
}

KnockDatagram read_challenge(std::span<const std::uint8_t> datagram) {
    KnockDatagram result{.kind = KnockKind::challenge};
    ByteReader reader{datagram.subspan(1)};
    result.connect_id = static_cast<std::uint32_t>(reader.get<std::uint16_t>()) << 16;
    result.cookie = get_cookie(reader);
    if (!reader.at_end()) get_key(reader, result.key);
    return result;
}

void write_challenge(const KnockDatagram& challenge, ByteWriter& writer) {
    writer.put(kChallengeMark);
    writer.put(static_cast<std::uint16_t>(challenge.connect_id >> 16));
    put_cookie(writer, challenge.cookie);
    put_key(writer, challenge.key);
}

void pad(ByteWriter& writer, std::size_t size) {
    constexpr std::array<std::uint8_t, kHelloBytesMax> padding{};
    writer.put_bytes(padding.data(), size - writer.size());
}

}  // namespace

bool is_knock(std::span<const std::uint8_t> datagram) {
    return is_challenge(datagram) ||
           (datagram.size() >= kKnockMagic.size() && std::equal(kKnockMagic.begin(), kKnockMagic.end(), datagram.begin()));
}

std::optional<KnockDatagram> read_knock(std::span<const std::uint8_t> datagram, std::size_t& head) {
    if (!is_knock(datagram) || datagram.size() > kKnockDatagramMax) return std::nullopt;
    head = datagram.size();
    if (is_challenge(datagram)) return read_challenge(datagram);
    ByteReader reader{datagram.subspan(kKnockMagic.size())};
    if (reader.get<std::uint8_t>() != kKnockVersion) return std::nullopt;
    KnockDatagram result;
    const auto kind = reader.get<std::uint8_t>();
    const bool is_keyless = kind >= static_cast<std::uint8_t>(KnockKind::knock) + kKeyless;
    result.kind = static_cast<KnockKind>(is_keyless ? kind - kKeyless : kind);
    result.connect_id = reader.get<std::uint32_t>();
    switch (result.kind) {
        case KnockKind::hello:
            for (const HelloForm& form : kHelloForms) {
                if (datagram.size() != hello_bytes_of(form)) continue;
                result.wants_key = form.wants_key;
                result.is_short = form.is_short;
                result.for_ipv6 = form.for_ipv6;
                return result;
            }
            return std::nullopt;
        case KnockKind::knock:
            result.is_keyless = is_keyless;
            result.cookie = get_cookie(reader);
            get_key(reader, result.key);
            if (is_keyless) {
                result.is_short = datagram.size() == kKeylessKnockBytes;
                return result.is_short || datagram.size() == kPaddedKnockBytes ? std::optional{result} : std::nullopt;
            }
            break;
        case KnockKind::other_key:
            result.cookie = get_cookie(reader);
            get_key(reader, result.key);
            break;
        case KnockKind::accept:
            result.peer = reader.get<std::uint16_t>();
            get_key(reader, result.key);
            [[fallthrough]];
        case KnockKind::full:
            if (is_keyless) get_key(reader, result.server_key);
            break;
        default:
            return std::nullopt;
    }
    if (reader.bad() || (is_sealed(result) ? reader.left() < kSealBytes : !reader.at_end())) return std::nullopt;
    head = datagram.size() - reader.left();
    return result;
}

std::size_t write_knock(const KnockDatagram& datagram, std::span<std::uint8_t> out) {
    ByteWriter writer{out};
    if (datagram.kind == KnockKind::challenge) {
        write_challenge(datagram, writer);
        return writer.size();
    }
    writer.put_bytes(kKnockMagic.data(), kKnockMagic.size());
    writer.put(kKnockVersion);
    const bool is_keyless = datagram.is_keyless || datagram.server_key;
    writer.put(static_cast<std::uint8_t>(static_cast<std::uint8_t>(datagram.kind) + (is_keyless ? kKeyless : 0)));
    writer.put(datagram.connect_id);
    switch (datagram.kind) {
        case KnockKind::hello:
            pad(writer, hello_bytes_of(datagram));
            break;
        case KnockKind::knock:
        case KnockKind::other_key:
            put_cookie(writer, datagram.cookie);
            put_key(writer, datagram.key);
            if (datagram.is_keyless && !datagram.is_short) pad(writer, kPaddedKnockBytes);
            break;
        case KnockKind::accept:
            writer.put(datagram.peer);
            put_key(writer, datagram.key);
            break;
        case KnockKind::challenge:
        case KnockKind::full:
            break;
    }
    put_key(writer, datagram.server_key);
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
    ByteReader reader{hash};
    return get_cookie(reader);
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

KnockDatagram HandshakeClient::next_datagram(Micros knocking_for, std::size_t ip_udp) const {
    if (state_ == State::knock) {
        return {.kind = KnockKind::knock, .connect_id = connect_id_, .cookie = cookie_, .key = own_.public_key,
                .is_keyless = !knock_line_, .is_short = !knock_line_ && knocks_ % kKnocksPerPadded != 0};
    }
    const bool is_patient = knocking_for < kPatientFor;
    return {.connect_id = connect_id_,
            .wants_key = !server_ && is_patient,
            .is_short = !is_patient && knocking_for < kHurryUntil,
            .for_ipv6 = ip_udp == kIpv6UdpBytes};
}

std::size_t HandshakeClient::write(std::span<const std::uint8_t> packet, Micros now, std::span<std::uint8_t> out, std::size_t ip_udp) {
    if (due() > now) return 0;
    if (claimed_ && now - claimed_at_ >= kOtherKeyDelay && !try_claimed_key()) {
        state_ = State::other_key;
        return 0;
    }
    if (began_ < 0) began_ = now;
    if (state_ == State::knock && now - cookie_at_ > kCookieUse) state_ = State::hello;
    const Micros knocking_for = now - began_;
    const bool is_hello = state_ == State::hello;
    const KnockDatagram next = next_datagram(knocking_for, ip_udp);
    if (knocks_ % 2 != 0 && knocking_for >= kPacketsUntil) packet = {};
    std::size_t size = write_knock(next, out);
    const auto on_wire = static_cast<std::int64_t>(ip_udp + size + (is_sealed(next) ? kSealBytes + packet.size() : 0));
    due_ = sent_.when_holds(on_wire, is_hello ? kSecondBytes - kForKnocks : kSecondBytes, now);
    if (due_ > now) return 0;
    if (is_sealed(next)) size = knock_line_->out.seal(out, size, packet);
    if (!is_hello) ++knocks_;
    sent_.add(on_wire, now);
    const bool hurries = is_hello && knocking_for >= kHurryAfter && knocking_for < kHurryUntil;
    due_ = now + (hurries ? kHurry : std::max(interval(knocking_for), on_wire * kMicrosPerSecond / kBucketRate));
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
    if (!answer) return std::nullopt;
    const bool is_challenge = answer->kind == KnockKind::challenge;
    if (answer->connect_id != (is_challenge ? challenged_id(connect_id_) : connect_id_)) return std::nullopt;
    if (answer->kind == KnockKind::accept) return take_accept(*answer, bytes, head, packet);
    if (state_ != State::hello && state_ != State::knock) return std::nullopt;
    if (is_challenge) return take_challenge(*answer, now) ? std::optional<std::size_t>{0} : std::nullopt;
    if (answer->kind == KnockKind::other_key) {
        if (state_ != State::knock || answer->cookie != cookie_ || !knock_line_ || answer->key == server_) return std::nullopt;
        if (claimed_at_ < 0) claimed_at_ = now;
        claimed_ = answer->key;
        return 0;
    }
    if (answer->kind != KnockKind::full || !is_full(*answer, bytes, head, packet)) return std::nullopt;
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
    const std::optional<PublicKey>& server = server_ ? server_ : answer.key;
    if (server && !knock_line_ && !learn_key(PublicKey{*server})) return false;
    cookie_ = answer.cookie;
    cookie_at_ = now;
    if (state_ == State::hello) {
        state_ = State::knock;
        due_ = now;
    }
    return true;
}

std::optional<SharedPoint> HandshakeClient::point_of(const std::optional<PublicKey>& server) const {
    if (static_point_) return static_point_;
    return server ? agree(own_.secret, *server) : std::nullopt;
}

bool HandshakeClient::is_full(const KnockDatagram& answer, std::span<const std::uint8_t> bytes, std::size_t head,
                              std::span<std::uint8_t> packet) {
    if (knock_line_) return knock_line_->in.open(bytes, head, packet).has_value();
    auto es = cookie_at_ < 0 ? std::nullopt : point_of(answer.server_key);
    if (!es) return false;
    SealedLine line = line_of_client(knock_secrets(*es, *answer.server_key, own_.public_key, connect_id_));
    wipe(*es);
    return line.in.open(bytes, head, packet).has_value();
}

std::optional<std::size_t> HandshakeClient::take_accept(const KnockDatagram& answer, std::span<const std::uint8_t> bytes,
                                                        std::size_t head, std::span<std::uint8_t> packet) {
    if (line_) return line_->in.open(bytes, head, packet);
    if (state_ == State::full || state_ == State::other_key || cookie_at_ < 0 || answer.peer > kPeerNumberMax) return std::nullopt;
    const std::optional<PublicKey> server = server_ ? server_ : answer.server_key;
    auto es = point_of(server), ee = agree(own_.secret, *answer.key);
    if (!es || !ee) return std::nullopt;
    SealedLine line = line_of_client(line_secrets(*es, *ee, *server, own_.public_key, *answer.key, connect_id_));
    wipe(*es);
    wipe(*ee);
    const auto size = line.in.open(bytes, head, packet);
    if (!size) return std::nullopt;  // not from the holder of the server's key
    line_ = std::move(line);
    server_ = server;
    peer_ = answer.peer;
    knock_line_.reset();
    if (static_point_) wipe(*static_point_);
    wipe(own_.secret);
    state_ = State::accepted;
    return size;
}

// ------------------------------------------------------------------------------------------------------------- server

HandshakeServer::HandshakeServer(const PublicKey& server, const KnockDatagram& knock, const SharedPoint& es)
    : server_(server),
      client_(*knock.key),
      connect_id_(knock.connect_id),
      is_keyless_(knock.is_keyless),
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
    const bool is_genuine = HandshakeServer{server.public_key, knock, *es}.take(bytes, head, packet).has_value();
    if (is_genuine) made.emplace(HandshakeServer{server.public_key, knock, *es});
    wipe(*es);
    return made;
}

HandshakeServer::~HandshakeServer() {
    wipe(static_point_);
}

std::size_t HandshakeServer::write_full(std::span<std::uint8_t> out) {
    const std::size_t head = write_knock({.kind = KnockKind::full, .connect_id = connect_id_, .server_key = told_key()}, out);
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
    assert((!is_keyless_ || packet.empty()) && "an Accept with the server's key has no room for a packet");
    const std::size_t head = write_knock(
        {.kind = KnockKind::accept, .connect_id = connect_id_, .peer = peer, .key = ephemeral_, .server_key = told_key()}, out);
    return seal.seal(out, head, packet);
}

}  // namespace albireo::proto
