#pragma once
/// What a client's game over the network was like, in numbers: the netgraph shows them, the bot reports them.
#include <array>
#include <cstdint>

#include "client/predict/histogram.hpp"
#include "proto/link.hpp"
#include "sim/base/types.hpp"

namespace albireo::client {

/// The most bytes in any second, looked at in tenths.
class ByteRate {
  public:
    /// `total` bytes have gone by at `now`.
    void note(std::uint64_t total, proto::Micros now);
    /// … but what went by since the last call does not count: no game was being played.
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

/// Where both clients of a game on one machine post when they sampled an input, so that its delivery can be timed by
/// one clock. For measurements only.
class SampleBoard {
  public:
    virtual ~SampleBoard() = default;
    virtual void post(Slot slot, Tick tick, proto::Micros at) = 0;
    /// When `slot` sampled its frame of `tick`; negative if it has not been posted.
    virtual proto::Micros read(Slot slot, Tick tick) const = 0;
};

struct NetFigures {
    std::uint64_t ticks = 0;            // stepped in predicted for the first time
    std::uint64_t frozen_ticks = 0;     // due, but held at the lead limit or without room
    std::uint64_t confirmed_ticks = 0;  // after the first
    proto::Micros first_confirmed_at = -1, last_confirmed_at = -1;
    proto::Micros opened_at = -1;   // the first packet of all
    proto::Micros resumed_at = -1;  // the last time a tick was confirmed when none had been for kResumeAfter
    Histogram lead{255};            // ticks, once a tick
    Histogram delivery_ms{20'000};  // partner's input sampled → held here without a gap
    Histogram changed_ms{20'000};   // … of frames in which his buttons changed
    Histogram rebuild_ticks{255};   // stepped again, once a rebuild
    std::uint64_t rebuilt_ticks = 0;  // … in all
    ByteRate sent, received;
    ByteRate packets_sent, packets_received;  // the same of packets
    std::uint64_t reports_sent = 0;
    std::uint64_t digests_checked = 0;
    std::uint64_t desyncs = 0;
    std::uint64_t rejoins = 0;
    std::uint64_t resyncs = 0;
    proto::Micros connect_micros = -1;      // from the first knock to the server's welcome
    proto::Micros last_rejoin_micros = -1;  // from the first packet heard again to playing again

    static constexpr proto::Micros kResumeAfter = proto::kMicrosPerSecond;
    void note_confirmed(std::int32_t count, proto::Micros now);
    /// What came of the game, from the first confirmed tick to the last: 60 where nothing holds it up.
    double confirmed_per_second() const;
};

}  // namespace albireo::client
