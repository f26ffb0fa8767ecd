#pragma once
/// The frames of one slot that the other side has not acknowledged, and which of their reports ride in which packet.
/// Whoever sends frames owns one.
/// 1. Holds the ticks [begin, end), at most kWindowTicks of them: begin is what the other side wants next.
/// 2. A packet carries the whole run from begin on, oldest first if it must be cut.
/// 3. The reports of a frame ride in the first `rides` packets after it was pushed, and then in every `every`th packet
///    until acknowledged. A packet names the tick from which on its frames are in full; behind that, unless a frame had
///    reports left out, all are.
#include <cstdint>
#include <span>
#include <vector>

#include "proto/frame_window.hpp"

namespace albireo::proto {

/// How often a frame's reports are sent again.
struct ReportRides {
    std::uint32_t rides = 8;
    std::uint32_t every = 8;
};

/// A run of frames as a packet carries it.
struct FrameRun {
    Tick first;
    std::uint32_t count = 0;    // frames in the run, 0 … kWindowTicks
    std::uint32_t in_part = 0;  // that many of the first frames come without their reports
    std::size_t bytes = 0;
};

class FrameOutbox {
  public:
    explicit FrameOutbox(Tick first = {});

    /// Forgets all; the next frame pushed is that of `first`, told from a fresh context.
    void restart(Tick first);

    bool has_room() const { return count() < kWindowTicks; }

    /// Adds the frame of tick end(). There must be room. What is not normal in it is dropped.
    void push(const Frame& frame);

    /// The other side wants `tick` next. Ignored if that is not within [begin, end]. Returns whether it was news.
    bool acknowledge(Tick tick);

    Tick begin() const { return begin_; }
    Tick end() const { return end_; }
    std::uint32_t count() const { return end_.value - begin_.value; }

    /// Whether the newest frame was told by nothing: all went on as before.
    bool newest_unchanged() const { return newest_unchanged_; }

    /// Writes the run for the next packet into `out` and counts the ride.
    FrameRun write(ReportRides rides, std::span<std::uint8_t> out);

  private:
    struct Cell {
        Frame frame;
        FrameContext context;     // before the frame
        std::uint32_t sent = 0;   // packets that have been written since it was pushed
    };
    Cell& cell(Tick tick) { return cells_[tick.value % kWindowTicks]; }
    std::uint32_t left_out(ReportRides rides);

    std::vector<Cell> cells_;
    std::vector<Frame> run_;  // scratch: the run without the reports left out
    FrameContext context_;    // behind the newest
    Tick begin_, end_;
    std::uint32_t packets_ = 0;
    bool newest_unchanged_ = false;
};

}  // namespace albireo::proto
