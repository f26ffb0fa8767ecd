#pragma once
/// Datagrams of a forger who knows the whole protocol and has overheard everything, but has no key.
///
/// Each comes in two forms: that of protocol 5, in which these attacks worked, and the present one.
#include <cstring>

#include "proto/codec.hpp"
#include "proto/connection.hpp"
#include "sim/base/hash.hpp"
#include "sim/base/random.hpp"
#include "tests/attacks/wiretap.hpp"

namespace albireo::attacks {

inline constexpr std::uint16_t kSegmentsTried = 512;  // a blind forger tries them all

/// What the attacker learns from datagrams of one direction: ENet's head, and the two bytes after it.
struct Overheard {
    std::uint8_t head[2]{};
    std::uint16_t group = 0;

    explicit Overheard(const std::vector<Bytes>& datagrams) {
        for (const Bytes& each : datagrams) {
            if (each.size() < 4 || (each[0] == 0xff && each[1] == 0xff)) continue;
            head[0] = static_cast<std::uint8_t>(each[0] & 0x3f);
            head[1] = each[1];
            // Protocol 5: compressed, so that the group follows.
            if ((each[0] & 0x40) != 0) group = static_cast<std::uint16_t>(each[2] << 8 | each[3]);
        }
    }
};

/// Appends the three bytes that ended a packet up to protocol 5.
inline Bytes with_checksum(std::span<const std::uint8_t> packet) {
    Bytes bytes(packet.begin(), packet.end());
    const std::uint64_t hash = hash_bytes(packet);
    for (int i = 0; i < 3; ++i) bytes.push_back(static_cast<std::uint8_t>(hash >> (8 * i)));
    return bytes;
}

/// A packet of the reliable channel with one message.
inline Bytes control_packet(std::uint16_t segment, const proto::Message& message) {
    const auto text = proto::encode(message);
    Bytes packet{0, 0, 0, 0, 0, 0, static_cast<std::uint8_t>(segment), static_cast<std::uint8_t>(segment >> 8),
                 static_cast<std::uint8_t>(text.size()), static_cast<std::uint8_t>(text.size() >> 8)};
    packet.insert(packet.end(), text.begin(), text.end());
    return packet;
}

/// An unsequenced packet in ENet's own form.
inline Bytes plain_datagram(const Overheard& overheard, proto::Channel channel, std::uint16_t group,
                            std::span<const std::uint8_t> packet) {
    Bytes bytes{overheard.head[0],
                overheard.head[1],
                0x49,
                static_cast<std::uint8_t>(channel),
                0,
                0,
                static_cast<std::uint8_t>(group >> 8),
                static_cast<std::uint8_t>(group),
                static_cast<std::uint8_t>(packet.size() >> 8),
                static_cast<std::uint8_t>(packet.size())};
    bytes.insert(bytes.end(), packet.begin(), packet.end());
    return bytes;
}

/// The frames of an idle player up to `end`, of which the last `count` hold buttons that nobody pressed.
inline Bytes forged_frames(std::uint32_t end, std::uint32_t count, std::uint16_t buttons) {
    proto::Connection forger;
    forger.start_frames({}, {});
    for (std::uint32_t tick = 0; tick < end; ++tick) {
        Frame frame;
        if (tick + count >= end) frame.buttons = buttons;
        forger.push_frame(frame, 0);
    }
    proto::OutPacket packet;
    while (forger.next_packet(packet, 0)) {
        if (packet.channel == proto::Channel::frames) break;
    }
    return {packet.bytes().begin(), packet.bytes().end()};
}

/// A datagram made from overheard ones.
inline Bytes forge(Random& random, const std::vector<Bytes>& heard) {
    const auto any = [&]() -> const Bytes& { return heard[random.below(static_cast<std::uint32_t>(heard.size()))]; };
    const auto byte = [&] { return static_cast<std::uint8_t>(random.next()); };
    Bytes bytes = any();
    const auto place = [&] { return random.below(static_cast<std::uint32_t>(bytes.size())); };
    switch (random.below(7)) {
        case 0:  // unchanged: a replay
            break;
        case 1:
            for (std::uint32_t flips = 1 + random.below(8); flips > 0; --flips)
                bytes[place()] ^= static_cast<std::uint8_t>(1u << random.below(8));
            break;
        case 2:
            bytes.resize(1 + place());
            break;
        case 3:
            bytes.insert(bytes.end(), 1 + random.below(40), byte());
            break;
        case 4: {  // the head of one, and the rest of another, perhaps of another connection
            const Bytes& other = any();
            const std::size_t head = std::min<std::size_t>({2 + random.below(3), bytes.size(), other.size()});
            std::copy(other.begin() + static_cast<std::ptrdiff_t>(head), other.end(), std::back_inserter(bytes));
            bytes.erase(bytes.begin() + static_cast<std::ptrdiff_t>(head),
                        bytes.end() - static_cast<std::ptrdiff_t>(other.size() - head));
            break;
        }
        case 5:  // another number
            if (bytes.size() > 4) bytes[2] = byte(), bytes[3] = byte();
            break;
        default:  // random, except for a valid head
            bytes.resize(std::max<std::size_t>(bytes.size(), 13));
            for (std::size_t i = 2; i < bytes.size(); ++i) bytes[i] = byte();
            break;
    }
    return bytes;
}

}  // namespace albireo::attacks
