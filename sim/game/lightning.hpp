#pragma once
/// Lightning, and the combined storm of two ships that release it together.
///
/// 1. The ship's own frames decide the release and the cooldown. The gold bar is shared state and decides whether the
///    bolts strike. It may be overdrawn by what a lead could explain (debt_max() in game/score).
/// 2. The bolts of a release are reports of the same frame. It strikes at most kBoltsPerLightningMax parts, each once.
#include "sim/game/report.hpp"

namespace albireo {

/// One slot's lightning in one tick.
class Lightning {
  public:
    Lightning(StepContext& step, Slot slot);

    /// To be called before the frame's reports are applied. If the release joins a combined storm, the storm strikes at
    /// once.
    void release(const Frame& frame);

    /// Applies a report that a bolt of this tick's release strikes a part.
    Verdict strike(const Report& report);

  private:
    bool is_paid();  // takes the gold; false, and takes nothing, if no lead can explain what the bar lacks
    bool joins_combined_storm() const;
    void strike_combined_storm();
    bool has_struck(const Report& report) const;

    StepContext& step_;
    Slot slot_;
    Ship& ship_;
    bool may_strike_ = false;                             // released in this tick, and paid
    std::array<Report, kBoltsPerLightningMax> struck_{};  // one for each bolt; no part twice
    std::size_t struck_count_ = 0;
};

/// One tick of the cooldown.
void cool_lightning(Ship& ship);

/// Whether the frame releases lightning and the ship can do so: it is flying, and kLightningWait ticks have passed
/// since the last release.
bool may_release_lightning(const Ship& ship, const Frame& frame);

/// Whether an honest client may set kLightning in its next frame, judged by its predicted world.
bool has_gold(const World& world, Slot slot);

}  // namespace albireo
