#pragma once
/// The frames of one slot that the other side has not acknowledged. Decides which frames, and which of their reports,
/// the next packet carries. Each sender of frames owns one.
/// 1. Holds the ticks [begin, end), at most kWindowTicks of them: begin is the tick that the other side expects next.
/// 2. A packet carries all frames from begin on; if they do not fit, the newest are left out. It carries only the
///    newest frames if PacketRules allow that and no acknowledgement is overdue.
/// 3. The reports of a frame are in the first `report_sends` packets that carry it, and in every packet once its
///    acknowledgement is overdue. So the frames sent without their reports are one stretch in the middle of the run,
///    and a packet states where that stretch begins and ends.
#include <cstdint>
#include <span>
#include <vector>

#include "proto/frame_window.hpp"
#include "proto/micros.hpp"

namespace albireo::proto {

/// Limits on the contents of a packet.
struct PacketRules {
    std::uint32_t report_sends = 8;       // packets that carry the reports of a frame until it is overdue
    std::uint32_t newest = kWindowTicks;  // how many of the newest frames to carry if none is overdue
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
    /// Holds nothing and takes no memory. push() and write() require a restart() first.
    FrameOutbox() = default;
    explicit FrameOutbox(Tick first) { restart(first); }

    /// Drops everything. The next frame pushed is that of tick `first`, encoded against a default-constructed context.
    void restart(Tick first);
    /// Drops everything, and gives its memory back. push() and write() require a restart() again.
    void drop() {
        cells_ = std::vector<Cell>();
        begin_ = end_;
    }
    /// Takes the memory of an outbox that is not used, if it has none itself.
    void take_memory(FrameOutbox& unused) {
        if (cells_.empty()) cells_.swap(unused.cells_);
    }

    bool has_room() const { return count() < kWindowTicks; }

    /// Adds the frame of tick end(). Requires has_room(). Values out of range are dropped (proto::normal).
    void push(const Frame& frame, Micros now);

    /// The other side expects `tick` next. Ignored unless `tick` is within [begin, end]. Returns whether any frame was
    /// acknowledged by it.
    bool acknowledge(Tick tick);

    Tick begin() const { return begin_; }
    Tick end() const { return end_; }
    std::uint32_t count() const { return end_.value - begin_.value; }

    /// Whether the newest frame is encoded in no bytes because nothing changed.
    bool newest_unchanged() const { return newest_unchanged_; }

    /// Writes the run for the next packet into `out`, packed (run_packer.hpp).
    FrameRun write(PacketRules rules, std::span<std::uint8_t> out);

    /// Records that the packet with this run was sent.
    void note_sent(const FrameRun& run);

  private:
    struct Cell {
        Frame frame;
        FrameContext context;  // before the frame
        Micros pushed_at = 0;
        std::uint32_t sent = 0;  // packets that have carried it
    };
    Cell& cell(Tick tick) { return cells_[tick.value % kWindowTicks]; }
    void leave_out(FrameRun& run, PacketRules rules);
    RunSize pack(const FrameRun& run, std::span<const Frame> frames, std::span<std::uint8_t> out);

    std::vector<Cell> cells_;
    FrameContext context_;             // after the newest frame
    Tick begin_, end_;
    bool newest_unchanged_ = false;
};

}  // namespace albireo::proto
