#pragma once
/// Reports: what clients saw, tested for plausibility in integers and applied, the same on every replica.
///
/// Reports of frame t speak of the world as tick t − 1 left it, so they are applied before anything moves. Slot 0's come
/// first. What is impossible is counted and ignored; what is about something already gone consumes its own shot only.
#include "sim/game/context.hpp"

namespace albireo {

void apply_reports(StepContext& step);

}  // namespace albireo
