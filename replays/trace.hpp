#pragma once
/// One tick of a replay, taken apart (sim/witness/tick_trace.hpp).
#include <optional>

#include "replays/reader.hpp"
#include "sim/witness/tick_trace.hpp"

namespace albireo::replays {

/// Nothing if no step leads to that tick. The replay must outlive the trace.
std::optional<TickTrace> trace_of(const Replay& replay, Tick tick);

/// The same tick of two replays: the first system after which their worlds differ, whatever their frames; kAsItWas if
/// none is to blame because the worlds differed before.
std::uint32_t system_of_parting(const TickTrace& a, const TickTrace& b);

}  // namespace albireo::replays
