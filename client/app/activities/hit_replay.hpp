#pragma once
/// "Where was I hit": after a death of a player of this machine, the half second before it, at half speed, then the hit itself for
/// a moment. Owned by an activity.
///
/// 1. It copies worlds and changes none: the game does not know about it.
/// 2. A death that occurs while another one is shown is not shown.
/// 3. Time is counted in ticks of the game, so a pause holds it.
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "client/predict/bodies.hpp"
#include "client/predict/effects.hpp"
#include "client/scene/hit_picture.hpp"
#include "sim/world.hpp"

namespace albireo::app {

/// What the corner shows of a hit.
struct ShownHit {
    const scene::HitPicture* picture = nullptr;  // null: nothing
    std::string text{};                          // what hit the ship, in the player's language
    int slot = 0;                                // of the ship
};

class HitReplay {
  public:
    static constexpr std::uint32_t kKeptTicks = kTicksPerSecond / 2;
    static constexpr std::uint32_t kSlowness = 2;                    // ticks for which each stored tick is shown
    static constexpr std::uint32_t kHeldTicks = kTicksPerSecond;     // how long the hit itself is shown
    static constexpr std::uint32_t kShownTicks = kKeptTicks * kSlowness + kHeldTicks;

    /// Enables or disables the replay immediately.
    void enable(bool is_enabled);
    /// Hides the replay and forgets the stored ticks. Call it when a game begins or jumps to another tick.
    void reset();
    /// Call after every tick. `own`: whose deaths are shown; none: both players'.
    void tick(const World& before, const World& now, std::span<const client::EffectLedger::Effect> effects, const Level& level,
              std::optional<Slot> own);

    bool is_shown() const { return left_ > 0; }
    /// `level` and `bodies` are those of the game; without bodies nothing is shown. The picture is valid until the next call.
    ShownHit shown(const Level& level, const client::Bodies* bodies);

  private:
    std::string text() const;
    const World& kept(std::size_t place) const { return *worlds_[(first_ + place) % worlds_.size()]; }
    void keep(const World& world);

    bool is_enabled_ = true;
    std::vector<std::unique_ptr<World>> worlds_;  // a ring of the last ticks; allocated with the first one
    std::size_t first_ = 0, count_ = 0;
    Slot slot_ = Slot::gold;
    scene::Culprit culprit_;
    math::Vec2 centre_{};
    std::uint32_t left_ = 0;  // ticks until it disappears; 0: it is not shown
    std::size_t drawn_ = 0;   // the place of the world in picture_, from 1 on; 0: none
    scene::HitPicture picture_;
};

}  // namespace albireo::app
