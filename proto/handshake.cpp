#include "proto/handshake.hpp"

#include <sodium/crypto_shorthash_siphash24.h>

#include <algorithm>

#include "sim/base/bytes.hpp"

namespace albireo::proto {

namespace {

constexpr Micros kInterval = 12 * kMicrosPerMs;  // 92 bytes each: 7.7 KB/s, within the bucket
constexpr Micros kIntervalAfter3s = 30 * kMicrosPerMs;
constexpr Micros kIntervalAfter10s = 100 * kMicrosPerMs;
constexpr Micros kBucket = 4 * kMicrosPerSecond;
constexpr Micros kCookieUse = 3'500 * kMicrosPerMs;  // a new one before the old one may be refused

}  // namespace

bool is_knock(std::span<const std::uint8_t> datagram) {
    return datagram.size() >= kKnockMagic.size() && std::ranges::equal(datagram.first(kKnockMagic.size()), kKnockMagic);
}

std::optional<KnockDatagram> read_knock(std::span<const std::uint8_t> datagram) {
    if (!is_knock(datagram) || datagram.size() > kKnockDatagramMax) return std::nullopt;
    ByteReader reader{datagram.subspan(kKnockMagic.size())};
    if (reader.get<std::uint8_t>() != kKnockVersion) return std::nullopt;
    KnockDatagram result;
    const auto kind = reader.get<std::uint8_t>();
    result.kind = static_cast<KnockKind>(kind);
    result.connect_id = reader.get<std::uint32_t>();
    switch (result.kind) {
        case KnockKind::hello:
            if (datagram.size() != kHelloBytes) return std::nullopt;
            return result;
        case KnockKind::challenge:
            result.cookie = reader.get<Cookie>();
            if (!reader.at_end()) return std::nullopt;
            break;
        case KnockKind::knock:
            result.cookie = reader.get<Cookie>();
            break;
        case KnockKind::accept:
            result.numbers.peer = reader.get<std::uint16_t>();
            result.numbers.incoming_session = reader.get<std::uint8_t>();
            result.numbers.outgoing_session = reader.get<std::uint8_t>();
            break;
        case KnockKind::full:
            if (!reader.at_end()) return std::nullopt;
            break;
        default:
            return std::nullopt;
    }
    if (reader.bad()) return std::nullopt;
    result.packet = datagram.last(reader.left());
    if (result.packet.size() > kLinkPacketBytesMax) return std::nullopt;
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
            constexpr std::array<std::uint8_t, kHelloBytes - kKnockHeadBytes> padding{};
            writer.put_bytes(padding.data(), padding.size());
            break;
        }
        case KnockKind::challenge:
            writer.put(datagram.cookie);
            break;
        case KnockKind::knock:
            writer.put(datagram.cookie);
            writer.put_bytes(datagram.packet.data(), datagram.packet.size());
            break;
        case KnockKind::accept:
            writer.put(datagram.numbers.peer);
            writer.put(datagram.numbers.incoming_session);
            writer.put(datagram.numbers.outgoing_session);
            writer.put_bytes(datagram.packet.data(), datagram.packet.size());
            break;
        case KnockKind::full:
            break;
    }
    return writer.full() ? 0 : writer.size();
}

Cookie CookieKeeper::hash(NetAddress address, std::uint32_t connect_id, std::uint64_t bucket) const {
    std::array<std::uint8_t, 18> text;
    ByteWriter writer{text};
    writer.put(address.host);
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

Micros HandshakeClient::due() const {
    if (state_ == State::accepted || state_ == State::full) return kNever;
    if (last_sent_ < 0) return 0;
    const Micros since = last_sent_ - began_;
    return last_sent_ + (since < 3 * kMicrosPerSecond    ? kInterval
                         : since < 10 * kMicrosPerSecond ? kIntervalAfter3s
                                                         : kIntervalAfter10s);
}

std::size_t HandshakeClient::write(std::span<const std::uint8_t> packet, Micros now, std::span<std::uint8_t> out) {
    if (due() > now) return 0;
    if (began_ < 0) began_ = now;
    last_sent_ = now;
    if (state_ == State::knock && now - cookie_at_ > kCookieUse) state_ = State::hello;
    KnockDatagram datagram{.connect_id = connect_id_, .numbers = {}, .packet = {}};
    if (state_ == State::knock) {
        datagram.kind = KnockKind::knock;
        datagram.cookie = cookie_;
        datagram.packet = packet;
    }
    return write_knock(datagram, out);
}

bool HandshakeClient::take(const KnockDatagram& answer, Micros now) {
    if (answer.connect_id != connect_id_ || state_ == State::accepted || state_ == State::full) return false;
    if (answer.kind == KnockKind::challenge) {
        cookie_ = answer.cookie;
        cookie_at_ = now;
        if (state_ == State::hello) {
            state_ = State::knock;
            last_sent_ = std::min(last_sent_, now - kInterval);  // at once
        }
        return true;
    }
    if (answer.kind != KnockKind::accept && answer.kind != KnockKind::full) return false;
    state_ = answer.kind == KnockKind::accept ? State::accepted : State::full;
    return true;
}

}  // namespace albireo::proto
