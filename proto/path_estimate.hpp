#pragma once
/// One end's estimate of the path to the other: round trip, jitter, and loss in each direction. Each packet has a
/// sequence number of kSequenceBits bits. Some packets contain an Echo: the newest number received, the time since its
/// arrival, and the loss that their sender observes.
/// 1. A false echo can at worst set one sample of the round trip to the age of one of our last 512 packets.
/// 2. A packet less than 64 numbers behind the newest is counted once. Packets further behind, and duplicates, are not
///    counted.
#include <array>
#include <cstdint>

#include "proto/micros.hpp"

namespace albireo::proto {

inline constexpr int kSequenceBits = 13;
inline constexpr std::uint16_t kSequenceMask = (1 << kSequenceBits) - 1;

/// The newest packet received, as echoed to its sender.
struct Echo {
    std::uint16_t sequence = 0;
    std::uint8_t hold_ms = 0;
    std::uint8_t loss_255 = 0;  // loss of packets to the sender of this echo, in 255ths

    bool operator==(const Echo&) const = default;
};

class PathEstimate {
  public:
    /// The number of the next packet.
    std::uint16_t upcoming_sequence() const { return next_; }
    /// Records that the packet with upcoming_sequence() is sent now.
    void note_sent(Micros now);

    /// Returns false for a duplicate.
    bool note_received(std::uint16_t sequence, Micros now);

    void note_echo(const Echo& echo, Micros now);

    /// The echo to send. Valid only if has_echo(): a packet has arrived, the newest at most 250 ms ago.
    bool has_echo(Micros now) const;
    Echo echo(Micros now) const;

    bool knows_rtt() const { return rtt_known_; }
    Micros rtt() const { return rtt_; }        // smoothed as TCP does: 1/8 a sample
    Micros jitter() const { return jitter_; }  // mean deviation of the round trip, 1/4 a sample

    /// Loss of incoming packets, and of outgoing ones as reported by the other end: 0 … 1000.
    int loss_in_permille() const { return static_cast<int>(loss_in_ * 1000 >> kLossBits); }
    int loss_out_permille() const { return loss_out_permille_; }
    /// Loss of outgoing packets. Until the other end has reported it: that of incoming packets.
    int loss_guess_permille() const { return loss_out_known_ ? loss_out_permille_ : loss_in_permille(); }

    std::uint64_t sent() const { return sent_; }
    std::uint64_t received() const { return received_; }

  private:
    static constexpr int kLossBits = 20;
    static constexpr int kLossMemory = 128;  // packets: at 25 % loss the estimate wanders by ± 2.7 %
    static constexpr int kLossBelieved = 4;  // packets assumed received, so that one early loss means little
    static constexpr std::size_t kSentMax = 512;

    struct Sent {
        std::uint16_t sequence = 0xffff;
        Micros at = 0;
    };

    void count(std::int64_t lost);

    std::array<Sent, kSentMax> sent_at_{};
    std::uint16_t next_ = 0;
    std::uint16_t newest_ = 0;
    Micros newest_at_ = 0;
    std::uint64_t seen_ = 0;  // bit i: newest_ - i has arrived
    std::int64_t loss_in_ = 0;
    int counted_ = kLossBelieved;  // packets in it, up to kLossMemory
    int loss_out_permille_ = 0;
    Micros rtt_ = 200 * kMicrosPerMs, jitter_ = 0;
    bool rtt_known_ = false, loss_out_known_ = false;
    std::uint64_t sent_ = 0, received_ = 0;
};

}  // namespace albireo::proto
