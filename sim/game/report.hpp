#pragma once
/// Applies reports: collisions that clients saw. Each is tested for plausibility in integers, with the same result on
/// every replica.
///
/// Reports of frame t refer to the world after tick t − 1, so they are applied before anything moves, slot 0's first.
/// An implausible report is counted and ignored. A report about something already gone only uses up its own shot.
#include "sim/game/context.hpp"

namespace albireo {

/// The result of a report; World::counters counts each.
enum class Verdict : std::uint8_t { applied, late, implausible };

void apply_reports(StepContext& step);

}  // namespace albireo
