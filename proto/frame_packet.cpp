#include "proto/frame_packet.hpp"

#include "sim/base/bytes.hpp"

namespace albireo::proto {

namespace {

// The first two bytes: the sequence in the low bits, then what else there is.
constexpr std::uint16_t kHasPart = 1 << 13;
constexpr std::uint16_t kHasEcho = 1 << 14;
constexpr std::uint16_t kHasDigest = 1 << 15;
static_assert(kHasPart > kSequenceMask);

constexpr std::int8_t kWantFar = -128;  // two more bytes have the low bits of `want`

Tick nearest(Tick near, std::uint16_t low) {
    return {near.value + static_cast<std::uint32_t>(static_cast<std::int16_t>(low - near.value))};
}

}  // namespace

std::size_t write_packet(const FramePacket& packet, std::span<std::uint8_t> out) {
    ByteWriter writer{out};
    writer.put(static_cast<std::uint16_t>((packet.sequence & kSequenceMask) |
                                          (packet.part_to != packet.part_from ? kHasPart : 0) |
                                          (packet.echo ? kHasEcho : 0) | (packet.digest ? kHasDigest : 0)));
    writer.put(static_cast<std::uint16_t>(packet.end.value));
    const std::int32_t back = packet.end - packet.want;
    const bool far = back <= -128 || back > 127;
    writer.put(far ? kWantFar : static_cast<std::int8_t>(back));
    writer.put(packet.count);
    if (far) writer.put(static_cast<std::uint16_t>(packet.want.value));
    if (packet.part_to != packet.part_from) {
        writer.put(packet.part_from);
        writer.put(packet.part_to);
    }
    if (packet.echo) {
        writer.put(static_cast<std::uint16_t>((packet.echo->sequence & kSequenceMask) |
                                              (packet.arrival_margin ? 1 << kSequenceBits : 0)));
        writer.put(packet.echo->hold_ms);
        writer.put(packet.echo->loss_255);
        if (packet.arrival_margin) {
            writer.put(packet.arrival_margin->partner_quarters);
            writer.put(packet.arrival_margin->need_quarters);
        }
    }
    if (packet.digest) {
        writer.put(packet.digest->tick.value);
        writer.put(packet.digest->digest);
    }
    writer.put_bytes(packet.run.data(), packet.run.size());
    return writer.full() ? 0 : writer.size();
}

std::string_view text_of(PacketError error) {
    switch (error) {
        case PacketError::none:
            return "no error";
        case PacketError::cut:
            return "the packet ends within its header";
        case PacketError::too_many_frames:
            return "more frames than a window holds";
        case PacketError::bad_head:
            return "an invalid header";
    }
    return "?";
}

PacketError read_packet(std::span<const std::uint8_t> bytes, Tick near_end, Tick near_want, FramePacket& packet) {
    ByteReader reader{bytes};
    const auto head = reader.get<std::uint16_t>();
    packet = {};
    packet.sequence = head & kSequenceMask;
    packet.end = nearest(near_end, reader.get<std::uint16_t>());
    const auto back = reader.get<std::int8_t>();
    packet.count = reader.get<std::uint8_t>();
    packet.want = packet.end - static_cast<std::uint32_t>(back);
    if (back == kWantFar) packet.want = nearest(near_want, reader.get<std::uint16_t>());
    if ((head & kHasPart) != 0) {
        packet.part_from = reader.get<std::uint8_t>();
        packet.part_to = reader.get<std::uint8_t>();
    }
    if ((head & kHasEcho) != 0) {
        const auto echo = reader.get<std::uint16_t>();
        packet.echo = Echo{static_cast<std::uint16_t>(echo & kSequenceMask), reader.get<std::uint8_t>(),
                           reader.get<std::uint8_t>()};
        if (echo >> kSequenceBits > 1) return PacketError::bad_head;
        if (echo >> kSequenceBits == 1) {
            packet.arrival_margin = ArrivalMargin{reader.get<std::int8_t>(), reader.get<std::int8_t>()};
        }
    }
    if ((head & kHasDigest) != 0) {
        packet.digest = DigestNote{Tick{reader.get<std::uint32_t>()}, reader.get<std::uint64_t>()};
    }
    if (reader.bad()) return PacketError::cut;
    if (packet.count > kWindowTicks) return PacketError::too_many_frames;
    if (packet.part_to > packet.count || (packet.part_from >= packet.part_to && (head & kHasPart) != 0)) {
        return PacketError::bad_head;
    }
    packet.run = bytes.subspan(reader.offset());
    return PacketError::none;
}

}  // namespace albireo::proto
