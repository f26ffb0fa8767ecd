#pragma once
/// The packets that wait for one browser's socket. A socket takes them only as fast as the network does, and TCP delivers old
/// ones before new ones, so stale packets must be dropped before they are written.
///
/// 1. At most kFramesMax packets of frames wait; a new one replaces the oldest. Each carries all that is still needed.
/// 2. Packets of the control channel wait in order, up to kControlBytesMax. A packet that does not fit is dropped, and repeated by
///    its connection.
/// 3. Frames go first: a level that is being transferred does not hold them up.
#include <cassert>
#include <cstdint>
#include <deque>
#include <optional>
#include <utility>
#include <vector>

#include "proto/link.hpp"

namespace albireo::server {

class SendQueue {
  public:
    static constexpr std::size_t kFramesMax = 2;
    static constexpr std::size_t kControlBytesMax = 64 << 10;

    struct Packet {
        proto::Channel channel = proto::Channel::control;
        std::vector<std::uint8_t> bytes;
    };

    /// Returns the number of packets dropped, 0 or 1.
    int push(proto::Channel channel, std::vector<std::uint8_t> bytes) {
        if (channel != proto::Channel::control) {
            frames_.push_back(std::move(bytes));
            assert(frames_.size() <= kFramesMax + 1 && "one packet comes at a time");
            if (frames_.size() <= kFramesMax) return 0;
            frames_.pop_front();
            return 1;
        }
        if (control_bytes_ + bytes.size() > kControlBytesMax) return 1;
        control_bytes_ += bytes.size();
        control_.push_back(std::move(bytes));
        return 0;
    }

    std::optional<Packet> pop() {
        if (!frames_.empty()) return Packet{proto::Channel::frames, take(frames_)};
        if (control_.empty()) return std::nullopt;
        Packet packet{proto::Channel::control, take(control_)};
        assert(control_bytes_ >= packet.bytes.size() && (!control_.empty() || control_bytes_ == packet.bytes.size()) &&
               "the sum is that of the packets that wait");
        control_bytes_ -= packet.bytes.size();
        return packet;
    }
    bool is_empty() const { return frames_.empty() && control_.empty(); }

  private:
    using Packets = std::deque<std::vector<std::uint8_t>>;
    static std::vector<std::uint8_t> take(Packets& from) {
        std::vector<std::uint8_t> bytes = std::move(from.front());
        from.pop_front();
        return bytes;
    }
    Packets frames_, control_;
    std::size_t control_bytes_ = 0;
};

}  // namespace albireo::server
