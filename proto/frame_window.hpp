#pragma once
/// The received frames of one slot, indexed by tick: which are there, and up to where none is missing.
/// Each receiver of frames owns one. Past and duplicate frames are ignored; order does not matter.
/// 1. confirmed_up_to() never moves backward, except by restart(): every frame before it has been received in full.
/// 2. A slot holds tick t only if its stored tick equals t; a stale slot reads as missing.
/// 3. The first frame received for a tick stays; a later one that differs is counted and ignored.
/// 4. A frame can be there in part: its inputs known, its reports not. It does not count as received.
/// 5. Frames from released_up_to() on stay readable, and at least kWindowTicks behind confirmed_up_to() do.
#include <cstdint>
#include <vector>

#include "proto/frame_codec.hpp"

namespace albireo::proto {

/// 2.1 s: the longest lead (120 ticks) and what is under way meanwhile.
inline constexpr std::uint32_t kWindowTicks = 128;
static_assert(kWindowTicks >= kLeadTicksMax + 8);

class FrameWindow {
  public:
    enum class Put : std::uint8_t { taken, in_part, past, duplicate, conflict, future };

    struct Counters {
        std::uint64_t taken = 0, past = 0, duplicate = 0, conflict = 0, future = 0;
    };

    explicit FrameWindow(Tick first = {});

    /// Discards everything and expects `first`, with a fresh context before it.
    void restart(Tick first);

    /// Stores a frame for a tick; `in_full`: its reports are all there. The frame must be normal.
    Put put(Tick tick, const Frame& frame, bool in_full);

    /// The first tick that has not been received in full.
    Tick confirmed_up_to() const { return wanted_; }

    /// The frame of a tick before confirmed_up_to() or received ahead of it; null if missing, partial or discarded.
    const Frame* find(Tick tick) const;

    /// The inputs of a tick, even where its reports are still missing.
    const Frame* find_inputs(Tick tick) const;

    /// The context that the frame of `first` was coded against; null unless every frame before it is there.
    const FrameContext* context_before(Tick first) const;

    /// The caller has used all frames below `tick` and lets them go. Frames kWindowTicks or more ahead of what is
    /// released are refused as from the future.
    void release(Tick tick);
    Tick released_up_to() const { return released_; }

    const Counters& counters() const { return counters_; }

  private:
    enum class Held : std::uint8_t { nothing, in_part, in_full };
    struct Cell {
        Tick tick;
        Held held = Held::nothing;
        Frame frame;
        FrameContext context;  // before this tick; right for every tick up to wanted_ and not too far behind it
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
