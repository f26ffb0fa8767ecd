#pragma once
/// A replica's history of its confirmed ticks: the digests of each tick, and the latest worlds byte for byte with their
/// frames. It is written after each step, and read when another replica has a different digest.
///
/// 1. note() must be called after every confirmed step, without a gap, and restart() whenever the world was replaced.
/// 2. It never changes the world. tests/bench measures its cost per tick (desync_witness_tick).
#include "sim/digest_history.hpp"
#include "sim/witness/world_past.hpp"

namespace albireo {

class Witness {
  public:
    Witness() : frames_(WorldPast::kTicks) {}

    /// Begins a new run from this world.
    void restart(const World& world) {
        history_.restart(world.tick);
        past_.restart(world);
    }

    /// Adds the confirmed world after a step, and the frames of that step.
    void note(const World& world, const FramePair& frames) {
        history_.add(world);
        past_.add(world);
        frames_[world.tick.value % WorldPast::kTicks] = frames;
    }

    const DigestHistory& history() const { return history_; }
    const WorldPast& past() const { return past_; }

    /// The frames that led to this tick; null if they are no longer stored.
    const FramePair* frames_to(Tick tick) const {
        return past_.has(tick) && past_.has(tick - 1) ? &frames_[tick.value % WorldPast::kTicks] : nullptr;
    }

  private:
    DigestHistory history_;
    WorldPast past_;
    std::vector<FramePair> frames_;  // by tick
};

}  // namespace albireo
