#pragma once
/// The trace of a past tick: the stored worlds before and after it, and the result of running it again, system by
/// system. Both sides of a desync trace the same tick; the first system after which they diverge is the faulty one.
///
/// 1. A *point* of a trace is a world: after the n-th system of the second run, or (kStoredWorld) the stored world after
///    the tick.
/// 2. The second run uses the replica's own step, so a replica whose step is faulty repeats its fault.
#include <memory>
#include <optional>

#include "sim/witness/fault.hpp"
#include "sim/witness/leaf_row.hpp"
#include "sim/witness/witness.hpp"

namespace albireo {

class TickTrace {
  public:
    static constexpr std::uint32_t kStoredWorld = static_cast<std::uint32_t>(kSystems.size());
    static constexpr std::uint32_t kPoints = kStoredWorld + 1;

    /// The marks are the digests that both sides of an inquiry compare first. There is one of the frames, one of the
    /// world before the tick, one of each column at each point, and one of the world at the end of the second run.
    static constexpr std::uint32_t kFrames = 0;
    static constexpr std::uint32_t kBefore = 1;
    static constexpr std::uint32_t kColumnsFrom = 2;
    static constexpr std::uint32_t kRerunRoot = kColumnsFrom + kPoints * kColumns;
    static constexpr std::uint32_t kMarks = kRerunRoot + 1;
    using Marks = std::array<std::uint64_t, kMarks>;

    /// The trace of a tick; empty if the witness no longer has it. `fault` is the fault planted in this replica's steps, or
    /// null. The level and the fault must outlive the trace.
    static std::optional<TickTrace> make(const Witness& witness, Tick tick, const Level& level, const Fault* fault);

    /// From worlds of another source, such as a bundle. `after` is what that source claims to be the world one tick
    /// after `before`.
    TickTrace(std::unique_ptr<World> before, std::unique_ptr<World> after, const FramePair& frames, const Level& level,
              const Fault* fault = nullptr);

    Tick tick() const { return before_->tick + 1; }
    const FramePair& frames() const { return frames_; }
    const World& before() const { return *before_; }
    const World& after() const { return *after_; }
    const Marks& marks() const { return marks_; }

    /// The world at a point.
    void world_at(std::uint32_t point, World& out) const;
    /// The row of a column at a point; the frames' own for kFramesColumn.
    LeafRow row_at(std::uint32_t point, std::uint32_t column) const;
    std::string path_at(std::uint32_t point, std::uint32_t column, std::size_t index) const;

  private:
    const Level* level_;
    const Fault* fault_;
    std::unique_ptr<World> before_, after_;
    FramePair frames_;
    Marks marks_;
};

/// Whether the second run ended with the same world as the first, by the marks of a trace.
bool repeats_itself(const TickTrace::Marks& marks);

/// Where the marks of two traces first diverge: a point and a column (kFramesColumn: the frames).
struct Divergence {
    std::uint32_t point = 0, column = 0;
};
std::optional<Divergence> divergence_of(const TickTrace::Marks& a, const TickTrace::Marks& b);

}  // namespace albireo
