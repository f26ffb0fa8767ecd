#pragma once
/// A replica's history of its confirmed ticks: the digests of each tick, and the latest worlds byte for byte with their
/// frames. It is written after each step, and read when another replica has a different digest.
///
/// 1. note() must be called after every confirmed step, without a gap, and restart() whenever the world was replaced.
/// 2. It never changes the world. tests/bench measures its cost per tick (desync_witness_tick).
#include <array>
#include <optional>
#include <vector>

#include "sim/digest_history.hpp"
#include "sim/witness/kept_frame.hpp"
#include "sim/witness/world_past.hpp"

namespace albireo {

class Witness {
  public:
    /// `image`: memory for a world.
    explicit Witness(OwnedWorld image = OwnedWorld(new World)) : past_(std::move(image)), frames_(WorldPast::kTicks) {}

    /// Begins a new run from this world.
    void restart(const World& world) {
        history_.restart(world.tick);
        past_.restart(world);
    }

    /// Adds the confirmed world after a step, and the frames of that step.
    void note(const World& world, const FramePair& frames) {
        history_.add(world);
        past_.add(world);
        auto& kept = frames_[world.tick.value % WorldPast::kTicks];
        for (std::size_t slot = 0; slot < kSlotCount; ++slot) kept[slot].keep(frames[slot]);
    }

    const DigestHistory& history() const { return history_; }
    const WorldPast& past() const { return past_; }

    /// The frames that led to this tick; nothing if they are no longer stored.
    std::optional<FramePair> frames_to(Tick tick) const {
        if (!past_.has(tick) || !past_.has(tick - 1)) return std::nullopt;
        const auto& kept = frames_[tick.value % WorldPast::kTicks];
        return FramePair{kept[0].frame(), kept[1].frame()};
    }

  private:
    DigestHistory history_;
    WorldPast past_;
    std::vector<std::array<KeptFrame, kSlotCount>> frames_;  // by tick
};

}  // namespace albireo
