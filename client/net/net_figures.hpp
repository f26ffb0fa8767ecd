#pragma once
/// Network statistics of a client's game: the netgraph shows them, the bot prints them.
#include <array>
#include <cstdint>

#include "client/predict/histogram.hpp"
#include "proto/link.hpp"
#include "sim/base/types.hpp"

namespace albireo::client {

/// The most bytes in any second, measured in windows that advance by tenths.
class ByteRate {
  public:
    /// `total` bytes have been transferred by `now`.
    void note(std::uint64_t total, proto::Micros now);
    /// The same, but bytes transferred since the last call do not count, because no game was being played.
    void skip(std::uint64_t total, proto::Micros now);
    double mean() const;
    std::uint64_t max() const { return max_; }
    std::uint64_t last_second() const { return in_window_; }

  private:
    static constexpr std::size_t kParts = 10;
    static constexpr proto::Micros kPart = proto::kMicrosPerSecond / kParts;
    std::array<std::uint64_t, kParts> parts_{};
    std::size_t part_ = 0;
    std::uint64_t in_window_ = 0;
    std::uint64_t max_ = 0;
    std::uint64_t sum_ = 0, last_total_ = 0;
    proto::Micros began_ = -1, part_began_ = 0, ended_ = 0, counted_ = 0;
};

/// For measurements only: when both clients of a game run on one machine, each posts here the time at which it sampled
/// each input. So one clock times the delivery.
class SampleBoard {
  public:
    virtual ~SampleBoard() = default;
    virtual void post(Slot slot, Tick tick, proto::Micros at) = 0;
    /// When `slot` sampled its frame of `tick`; negative if it has not been posted.
    virtual proto::Micros read(Slot slot, Tick tick) const = 0;
};

struct NetFigures {
    std::uint64_t ticks = 0;            // stepped in predicted for the first time
    std::uint64_t frozen_ticks = 0;     // given up: at the lead limit, or the outgoing frames were full
    std::uint64_t confirmed_ticks = 0;  // confirmed after the first one
    proto::Micros first_confirmed_at = -1, last_confirmed_at = -1;
    proto::Micros opened_at = -1;   // when the first link was opened
    proto::Micros resumed_at = -1;  // when a tick was last confirmed after a gap of kResumeAfter
    Histogram lead{255};            // ticks, sampled once per tick
    Histogram delivery_ms{20'000};  // from the partner's sampling of an input to its arrival here without a gap
    Histogram changed_ms{20'000};   // the same, for frames in which their buttons changed
    Histogram rebuild_ticks{255};   // ticks stepped again, once per rebuild
    std::uint64_t rebuilt_ticks = 0;  // ticks stepped again, in total
    ByteRate sent, received;
    ByteRate packets_sent, packets_received;  // the same for packets
    std::uint64_t reports_sent = 0;
    std::uint64_t digests_checked = 0;
    std::uint64_t desyncs = 0;
    std::uint64_t rejoins = 0;
    std::uint64_t resyncs = 0;
    std::uint64_t unexpected = 0;  // well-formed messages that no server sends to a client
    proto::Micros connect_micros = -1;      // from opening the first link to the server's Welcome
    proto::Micros last_rejoin_micros = -1;  // from the first packet received again to playing again

    static constexpr proto::Micros kResumeAfter = proto::kMicrosPerSecond;
    void note_confirmed(std::int32_t count, proto::Micros now);
    /// The rate achieved from the first confirmed tick to the last: 60 if nothing delays the game.
    double confirmed_per_second() const;
};

}  // namespace albireo::client
