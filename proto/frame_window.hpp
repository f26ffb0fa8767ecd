#pragma once
/// The received frames of one slot, indexed by tick: which have arrived, and the first tick that is missing.
/// Each receiver of frames owns one. Frames may arrive in any order; past and duplicate ones are ignored.
/// 1. confirmed_up_to() never moves backward, except by restart(): every frame before it has been received in full.
/// 2. A cell holds tick t only if its stored tick equals t; a stale cell reads as missing.
/// 3. The first frame received for a tick stays; a later one that differs is counted and ignored.
/// 4. A frame is partial while its inputs are known and its reports are not. It does not count as received in full.
/// 5. Frames from released_up_to() on stay readable, and so do the last kWindowTicks before confirmed_up_to().
#include <cstdint>
#include <vector>

#include "proto/frame_codec.hpp"

namespace albireo::proto {

/// 2.1 s: the longest lead (120 ticks), and 8 more for frames in flight.
inline constexpr std::uint32_t kWindowTicks = 128;
static_assert(kWindowTicks >= kLeadTicksMax + 8);

class FrameWindow {
  public:
    /// The result for a frame: stored; stored without its reports; or ignored, because it is past, a duplicate, a conflict, or
    /// too far ahead.
    enum class PutResult : std::uint8_t { taken, in_part, past, duplicate, conflict, future };

    struct Counters {
        std::uint64_t taken = 0, past = 0, duplicate = 0, conflict = 0, future = 0;
    };

    /// Holds nothing and takes no memory. put() requires a restart() first.
    FrameWindow() = default;
    explicit FrameWindow(Tick first) { restart(first); }

    /// Discards everything and expects tick `first`, with a default-constructed context before it.
    void restart(Tick first);
    /// Discards everything, and gives its memory back. put() requires a restart() again.
    void drop() { cells_ = std::vector<Cell>(); }
    /// Takes the memory of a window that is not used, if it has none itself.
    void take_memory(FrameWindow& unused) {
        if (cells_.empty()) cells_.swap(unused.cells_);
    }

    /// Stores the frame of a tick; `in_full`: with all its reports. The frame must be normal (proto::is_normal).
    PutResult put(Tick tick, const Frame& frame, bool in_full);

    /// The first tick that has not been received in full.
    Tick confirmed_up_to() const { return wanted_; }

    /// The frame of a tick before confirmed_up_to() or received ahead of it; null if missing, partial or discarded.
    const Frame* find(Tick tick) const;

    /// The inputs of a tick, even where its reports are still missing.
    const Frame* find_inputs(Tick tick) const;

    /// The context that the frame of `first` was encoded against. Null if a frame before it is missing, or if `first`
    /// is too old to be stored.
    const FrameContext* context_before(Tick first) const;

    /// The caller has used all frames before `tick`. Frames kWindowTicks or more ahead of released_up_to() are refused
    /// (PutResult::future).
    void release(Tick tick);
    Tick released_up_to() const { return released_; }

    const Counters& counters() const { return counters_; }

  private:
    enum class Held : std::uint8_t { nothing, in_part, in_full };
    struct Cell {
        Tick tick;
        Held held = Held::nothing;
        Frame frame;
        FrameContext context;  // before this tick; valid for ticks up to wanted_ that are still stored
    };
    static constexpr std::uint32_t kCells = 2 * kWindowTicks;

    Cell& cell(Tick tick) { return cells_[tick.value % kCells]; }
    const Cell& cell(Tick tick) const { return cells_[tick.value % kCells]; }
    void advance();

    std::vector<Cell> cells_;
    Tick wanted_;
    Tick released_;
    Tick first_;
    Counters counters_;
};

}  // namespace albireo::proto
