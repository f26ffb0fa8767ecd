#pragma once
/// Decides when the next packet of frames is sent. It depends on neither the contents nor the simulation: a side whose
/// simulation is waiting keeps sending.
/// 1. A new frame leaves at once, but never sooner than kPacketGapMin after the packet before it.
/// 2. Its copies, as many as the loss requires, follow at kCopySpacing: never back to back, because Wi-Fi loses packets
///    in bursts.
/// 3. While something is unacknowledged, packets are sent even without new frames.
/// 4. At low loss, while the connection's budget is used up, an unchanged frame waits and leaves with the next one.
/// 5. With eco, unchanged frames leave at kEcoInterval, and a changed one at once in three packets.
#include "proto/micros.hpp"

namespace albireo::proto {

inline constexpr Micros kPacketGapMin = 1'500;
inline constexpr Micros kCopySpacing = 2'000;
inline constexpr Micros kIdleInterval = 25'000;       // unacknowledged frames, none new: 40 packets per second
inline constexpr Micros kLossyIdleInterval = 20'000;  // … where copies are sent: fills the gap until the next frame
inline constexpr Micros kEcoInterval = 100'000;
inline constexpr Micros kKeepAliveInterval = 100'000;  // nothing to send; kLossyIdleInterval with kCopiesMax
inline constexpr int kEcoPacketsAfterChange = 3;
inline constexpr int kEcoLossPermilleMax = 20;
inline constexpr int kCopiesMax = 4;

/// Packets per tick at a given loss. A further copy is sent from the loss at which, on most paths of two legs, the
/// newest frame would otherwise arrive too late for its tick.
constexpr int copies_for(int loss_permille) {
    return loss_permille < 360 ? 1 : loss_permille < 620 ? 2 : loss_permille < 800 ? 3 : kCopiesMax;
}

class SendPace {
  public:
    explicit SendPace(bool eco) : eco_(eco) {}
    void set_eco(bool eco) { eco_ = eco; }

    /// A new frame is ready. `changed`: it differs from the last one. `affordable`: the budget allows a packet for it
    /// even if it is unchanged.
    void note_frame(bool changed, bool affordable, Micros now);
    /// The loss of outgoing packets, 0 … 1000.
    void note_loss(int loss_permille) { loss_permille_ = loss_permille; }
    /// Records that a packet of frames was sent.
    void note_sent(Micros now);

    /// When the next packet is due. `unacknowledged`: there are unacknowledged frames, or the other end is waiting for
    /// an acknowledgement.
    Micros due(bool unacknowledged) const;

    /// Whether the packet due is only a copy. A copy must leave room in the bucket for the next frame.
    bool only_copy() const { return !fresh_; }
    int copies() const { return copies_for(loss_permille_); }

  private:
    bool thrifty() const { return eco_ && loss_permille_ < kEcoLossPermilleMax; }

    bool eco_;
    bool fresh_ = false;
    bool put_off_ = false;
    int after_change_ = 0;  // packets still to be sent for the last change
    int copies_left_ = 0;
    int loss_permille_ = 0;
    Micros fresh_at_ = 0;
    Micros last_sent_ = -kMicrosPerSecond;
};

}  // namespace albireo::proto
