#pragma once
/// Traces one tick of a replay system by system (sim/witness/tick_trace.hpp).
#include <optional>

#include "replays/reader.hpp"
#include "sim/witness/tick_trace.hpp"

namespace albireo::replays {

/// The trace of the step that leads to `tick`; nothing if no step of the replay does. The replay must outlive the
/// trace.
std::optional<TickTrace> trace_of(const Replay& replay, Tick tick);

/// For the same tick of two replays: the first system after which their worlds differ, even if their frames differ too.
/// kStoredWorld if the worlds differed already before the tick, or do not differ.
std::uint32_t system_of_divergence(const TickTrace& a, const TickTrace& b);

}  // namespace albireo::replays
