// Goal: any sequence of packets, on any channel and at any pace, leaves a connection intact: no crash, no frame out of
// order, and its replies fit the link and the rate limit.
#include <cstdlib>

#include "proto/connection.hpp"
#include "sim/base/bytes.hpp"

using namespace albireo;
using namespace albireo::proto;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    Connection connection;
    ByteReader reader{{data, size}};
    Micros now = 0;
    connection.start_frames({}, {});
    connection.set_knows_voice(true);
    std::uint64_t sent = 0;
    while (!reader.at_end() && !reader.bad()) {
        const auto op = reader.get<std::uint8_t>();
        now += (op >> 3) * Micros{1000};
        if ((op & 7) == 7) {
            Frame frame;
            frame.buttons = reader.get<std::uint16_t>();
            if (connection.has_room()) connection.push_frame(frame, now);
        } else {
            std::array<std::uint8_t, kLinkPacketBytesMax> packet;
            const std::size_t length =
                std::min<std::size_t>(reader.get<std::uint8_t>() * std::size_t{op & 1 ? 4u : 1u}, reader.left());
            reader.get_bytes(packet.data(), length);
            // Odd numbers of bytes of frames come behind voice.
            const Channel channel = (op >> 1 & 1) == 0 ? Channel::control : length % 2 == 0 ? Channel::frames : Channel::voice;
            connection.receive(channel, std::span{packet}.first(length), now);
        }
        while (connection.next_message()) {
        }
        // Half of the time what arrives is relayed, as a server does, and half of the time nobody takes it.
        for (std::size_t taken = 0; (op & 2) != 0; ++taken) {
            const auto piece = connection.next_voice();
            if (!piece) break;
            if (piece->size == 0 || piece->size > kVoicePieceBytesMax || taken >= VoiceLane::kArrivedMax) std::abort();
            connection.push_voice(*piece, now);
        }
        FrameWindow& window = connection.incoming();
        for (Tick t = window.released_up_to(); t < window.confirmed_up_to(); ++t) {
            if (window.find(t) == nullptr || !is_normal(*window.find(t))) std::abort();
        }
        if ((op & 4) != 0) window.release(window.confirmed_up_to());
        OutPacket out;
        while (connection.next_packet(out, now)) {
            if (out.size > kLinkPacketBytesMax) std::abort();
            sent += wire_bytes(out.size);
        }
        // Nothing is sent reliably here, so only frames and acknowledgements leave, within the rate limit.
        const auto allowed = static_cast<std::uint64_t>(kBucketDepth + now * kBucketRate / kMicrosPerSecond);
        if (sent > allowed + kBucketDepth) std::abort();
    }
    return 0;
}
