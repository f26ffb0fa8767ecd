#pragma once
/// The frames of one slot that the other side has not acknowledged, and which of their reports ride in which packet.
/// Each sender of frames owns one.
/// 1. Holds the ticks [begin, end), at most kWindowTicks of them: begin is the tick that the other side expects next.
/// 2. A packet carries the whole run from begin on, oldest first if it must be cut; or only its newest part, if the
///    rules allow that and no acknowledgement is overdue.
/// 3. The reports of a frame ride in the first `report_rides` packets after it was pushed, and again, in every packet,
///    once its acknowledgement is overdue. So the frames without reports form one stretch in the middle of the run, and
///    a packet names its ends.
#include <cstdint>
#include <span>
#include <vector>

#include "proto/frame_window.hpp"
#include "proto/micros.hpp"

namespace albireo::proto {

/// What rides in a packet.
struct RideRules {
    std::uint32_t report_rides = 8;
    std::uint32_t newest = kWindowTicks;  // frames at the young end to carry if none is overdue
    Micros overdue_before = 0;            // frames pushed before then should have been acknowledged by now
};

/// A run of frames as a packet carries it.
struct FrameRun {
    Tick first;
    std::uint32_t count = 0;                   // frames in the run, 0 … kWindowTicks
    std::uint32_t part_from = 0, part_to = 0;  // the frames of this stretch are sent without their reports
    std::size_t bytes = 0;
};

class FrameOutbox {
  public:
    explicit FrameOutbox(Tick first = {});

    /// Drops everything; the next frame pushed is that of `first`, coded against a fresh context.
    void restart(Tick first);

    bool has_room() const { return count() < kWindowTicks; }

    /// Adds the frame of tick end(). There must be room. What is not normal in it is dropped.
    void push(const Frame& frame, Micros now);

    /// The other side expects `tick` next. Ignored if that is not within [begin, end]. Returns whether it was news.
    bool acknowledge(Tick tick);

    Tick begin() const { return begin_; }
    Tick end() const { return end_; }
    std::uint32_t count() const { return end_.value - begin_.value; }

    /// Whether the newest frame takes no bytes because nothing changed.
    bool newest_unchanged() const { return newest_unchanged_; }

    /// Writes the run for the next packet into `out`, packed (run_packer.hpp).
    FrameRun write(RideRules rules, std::span<std::uint8_t> out);

    /// The packet with this run has left: counts the ride.
    void note_sent(const FrameRun& run);

  private:
    struct Cell {
        Frame frame;
        FrameContext context;  // before the frame
        Micros pushed_at = 0;
        std::uint32_t sent = 0;  // packets it has left in
    };
    Cell& cell(Tick tick) { return cells_[tick.value % kWindowTicks]; }
    void leave_out(FrameRun& run, RideRules rules);
    RunSize pack(const FrameRun& run, std::span<std::uint8_t> out);

    std::vector<Cell> cells_;
    std::vector<Frame> run_;           // scratch: the run without the reports left out
    std::vector<std::uint8_t> plain_;  // scratch: its bytes before they are packed
    FrameContext context_;             // behind the newest
    Tick begin_, end_;
    bool newest_unchanged_ = false;
};

}  // namespace albireo::proto
