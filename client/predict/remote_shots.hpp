#pragma once
/// A remote shot earns its trust (rule 8). The partner's shot becomes *known* when the confirmed world first holds
/// it; until then it is a guess. From the tick at which it became known, the client waits until the confirmed world has
/// reached that tick: if the shot still lives there, and was not used up on this screen meanwhile, it is *promoted*, and
/// its hits are detected and reported like the player's own. Before that, a hit on this screen hides it and deals nothing.
///
/// 1. A shot is never promoted before the confirmed world has reached the predicted tick at which it became known.
/// 2. A shot is told from others by its number and the moment it was fired. A guess that is withdrawn gives its number to
///    the partner's next true shot, and nothing that was noted of the guess applies to that one.
/// 3. Nothing here touches a world.
#include <array>
#include <cstdint>

#include "sim/world.hpp"

namespace albireo::client {

enum class Trust : std::uint8_t { guessed, known, promoted };

class RemoteShots {
  public:
    explicit RemoteShots(Slot partner) : partner_(partner) {}

    void reset() { entries_ = {}; }

    /// Looks at the confirmed world after a reconcile; `now` is the predicted tick.
    void update(const World& confirmed, Tick now);

    // Of a shot of the partner's in `world`, confirmed or predicted.
    Trust trust_of(const World& world, const Shot& shot) const;

    /// This screen saw an untrusted shot hit something: it is not drawn any more.
    void hide(const World& world, const Shot& shot);
    bool is_hidden(const World& world, const Shot& shot) const;

    /// Ticks since the shot became known, for easing it from the partner's nose into its place; 0 for a guess.
    std::int32_t known_for(const World& world, const Shot& shot, Tick now) const;

  private:
    static constexpr std::uint32_t kRing = ShotBits::kCount;  // shot numbers that can be alive together, and spare
    struct Entry {
        ShotNumber number;
        Tick fired_at;  // by World::clock, which a pause does not move
        Tick known_at;
        Trust trust = Trust::guessed;
        bool hidden = false;
    };
    Entry* find(const World& world, const Shot& shot);
    const Entry* find(const World& world, const Shot& shot) const;

    Slot partner_;
    std::array<Entry, kRing> entries_{};
};

}  // namespace albireo::client
