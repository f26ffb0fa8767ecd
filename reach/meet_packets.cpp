#include "reach/meet_packets.hpp"

#include <algorithm>
#include <bit>
#include <cassert>

#include "proto/join_code.hpp"
#include "sim/base/bytes.hpp"

namespace albireo::reach {
namespace {

constexpr std::size_t kHeadBytes = 6, kCodeBytes = proto::kWatchCodeLetters, kAddressBytes = 16 + 2;
constexpr std::size_t kRequestBytes = 64;

/// A join code or a watch code.
bool is_game_code(const std::string& code) {
    return proto::read_join_code(code) == code || proto::read_watch_code(code) == code;
}

/// An address of which any part may be missing.
template <class Address>
struct Optional {
    Address& address;
};
template <class Address>
Optional(Address&) -> Optional<Address>;  // clang 14 derives none for an aggregate

/// The packet's fields in their order, for reading and writing.
void fields(auto& packet, auto&& visit) {
    using enum MeetKind;
    const MeetKind kind = packet.kind;
    const auto is_of = [kind](auto... kinds) { return ((kind == kinds) || ...); };
    if (!is_of(punch, punched, probed)) visit(packet.id);
    if (is_of(cookie, enrol, join, probe)) visit(packet.cookie);
    if (is_of(meet, ready, relay, relaying, punch, punched, probe, probed)) visit(packet.token);
    if (is_of(enrol, enrolled, join)) visit(packet.code);
    if (is_of(cookie, meet)) visit(packet.address);
    if (is_of(cookie)) visit(Optional{packet.second});
    if (is_of(probe)) visit(packet.port);
    if (is_of(enrol, meet)) visit(packet.is_symmetric);
    if (is_of(enrolled)) visit(packet.is_taken);
    if (is_of(enrol)) visit(packet.owner);
}

struct Write {
    ByteWriter& out;
    template <class T>
        requires std::is_integral_v<T>
    void operator()(T value) {
        out.put(value);
    }
    void operator()(bool value) { out.put(static_cast<std::uint8_t>(value)); }
    void operator()(const std::string& code) {
        assert(is_game_code(code) && "the caller has read the code that the player typed");
        std::array<char, kCodeBytes> letters{};  // zeros after a join code
        std::ranges::copy(code, letters.begin());
        out.put_bytes(letters.data(), letters.size());
    }
    void operator()(const proto::VerifyKey& key) { out.put_bytes(key.data(), key.size()); }
    void operator()(Optional<const NetAddress> optional) { (*this)(optional.address); }
    void operator()(const NetAddress& address) {
        out.put_bytes(address.host.bytes().data(), address.host.bytes().size());
        out.put(address.port);
    }
};

struct Read {
    ByteReader& in;
    bool is_valid = true;
    template <class T>
        requires std::is_integral_v<T>
    void operator()(T& value) {
        value = in.get<T>();
    }
    void operator()(bool& value) {
        const auto byte = in.get<std::uint8_t>();
        is_valid = is_valid && byte <= 1;
        value = byte == 1;
    }
    void operator()(std::string& code) {
        code.resize(kCodeBytes);
        in.get_bytes(code.data(), kCodeBytes);
        while (!code.empty() && code.back() == 0) code.pop_back();
        is_valid = is_valid && is_game_code(code);
    }
    void operator()(proto::VerifyKey& key) { in.get_bytes(key.data(), key.size()); }
    void operator()(Optional<NetAddress> optional) {
        const bool was_valid = is_valid;
        (*this)(optional.address);
        is_valid = was_valid;
    }
    void operator()(NetAddress& address) {
        proto::IpAddress::Bytes host{};
        in.get_bytes(host.data(), host.size());
        address.host = proto::IpAddress(host);
        address.port = in.get<std::uint16_t>();
        is_valid = is_valid && !address.host.is_none() && address.port != 0;
    }
};

}  // namespace

std::size_t meet_bytes(MeetKind kind) {
    using enum MeetKind;
    switch (kind) {
        case enrol: return kMeetBytesMax;
        case hello:
        case join:
        case ready: return kRequestBytes;  // the server answers with a cookie or a meet
        case cookie: return kHeadBytes + 4 + 8 + 2 * kAddressBytes;
        case enrolled: return kHeadBytes + 4 + kCodeBytes + 1;
        case unknown:
        case unprobed: return kHeadBytes + 4;
        case meet: return kHeadBytes + 4 + 8 + kAddressBytes + 1;
        case relay:
        case probe: return kRequestBytes / 2;  // the server answers with a relaying, a probed or an unprobed
        case relaying: return kHeadBytes + 4 + 8;
        case punch:
        case punched:
        case probed: return kHeadBytes + 8;
        case relayed: return 0;  // any
    }
    return 0;
}

bool is_meet(std::span<const std::uint8_t> datagram) {
    return datagram.size() >= kMeetMagic.size() && std::ranges::equal(datagram.first(kMeetMagic.size()), kMeetMagic);
}

std::optional<MeetPacket> read_meet(std::span<const std::uint8_t> datagram) {
    if (!is_meet(datagram) || datagram.size() < kHeadBytes || datagram[4] != kMeetVersion) return std::nullopt;
    if (datagram[5] == 0 || datagram[5] > kMeetKinds) return std::nullopt;
    MeetPacket packet;
    packet.kind = static_cast<MeetKind>(datagram[5]);
    if (packet.kind == MeetKind::relayed || datagram.size() != meet_bytes(packet.kind)) return std::nullopt;
    ByteReader in{datagram.subspan(kHeadBytes)};
    Read read{in};
    fields(packet, read);
    if (in.bad() || !read.is_valid) return std::nullopt;
    while (packet.kind != MeetKind::enrol && !in.at_end()) {
        if (in.get<std::uint8_t>() != 0) return std::nullopt;
    }
    return packet;
}

Outgoing write_meet(NetAddress to, const MeetPacket& packet, int hops) {
    Outgoing out{to, std::vector<std::uint8_t>(meet_bytes(packet.kind)), hops};
    ByteWriter writer{out.bytes};
    writer.put_bytes(kMeetMagic.data(), kMeetMagic.size());
    writer.put(kMeetVersion);
    writer.put(static_cast<std::uint8_t>(packet.kind));
    fields(packet, Write{writer});
    assert(!writer.full() && packet.kind != MeetKind::relayed && "meet_bytes() is the sum of the kind's fields");
    return out;
}

std::optional<std::uint64_t> read_relayed(std::span<const std::uint8_t> datagram) {
    if (!is_meet(datagram) || datagram.size() <= kRelayedHeadBytes || datagram[4] != kMeetVersion) return std::nullopt;
    if (datagram[5] != static_cast<std::uint8_t>(MeetKind::relayed)) return std::nullopt;
    ByteReader in{datagram.subspan(kHeadBytes)};
    return in.get<std::uint64_t>();
}

std::array<std::uint8_t, kRelayedHeadBytes> relayed_head(std::uint64_t token) {
    std::array<std::uint8_t, kRelayedHeadBytes> head{};
    ByteWriter writer{head};
    writer.put_bytes(kMeetMagic.data(), kMeetMagic.size());
    writer.put(kMeetVersion);
    writer.put(static_cast<std::uint8_t>(MeetKind::relayed));
    writer.put(token);
    return head;
}

proto::RelayRoute relay_route_of(NetAddress rendezvous, std::uint64_t token, std::uint32_t number, proto::IpAddress behind) {
    const std::uint32_t host = 0xf0000000u | (number & 0x00ffffffu);  // 240.0.0.0/8
    proto::RelayRoute relay{.via = rendezvous, .head = relayed_head(token), .behind = behind};
    const std::array<std::uint8_t, 4> bytes{static_cast<std::uint8_t>(host >> 24), static_cast<std::uint8_t>(host >> 16),
                                            static_cast<std::uint8_t>(host >> 8), static_cast<std::uint8_t>(host)};
    relay.named = {std::bit_cast<std::uint32_t>(bytes), 1};
    return relay;
}

}  // namespace albireo::reach
