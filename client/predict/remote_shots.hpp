#pragma once
/// A remote shot earns trust (rule 8). The partner's shot becomes *known* at the first confirmed world that contains
/// it; until then it is a guess. The client then waits until the confirmed world reaches the predicted tick at which
/// the shot became known. If the shot is still alive in that world, and was not used up on this screen in the meantime,
/// it is *promoted*, and its hits are detected and reported like those of the player's own shots. Before that, a hit on
/// this screen hides it and deals no damage.
///
/// 1. A shot is never promoted before the confirmed world has reached the predicted tick at which it became known.
/// 2. A shot is identified by its number and the time at which it was fired. The partner's next true shot reuses the
///    number of a withdrawn guess, and nothing noted about the guess applies to that shot.
/// 3. This class changes no world.
#include <array>
#include <cstdint>

#include "sim/world.hpp"

namespace albireo::client {

enum class Trust : std::uint8_t { guessed, known, promoted };

class RemoteShots {
  public:
    explicit RemoteShots(Slot partner) : partner_(partner) {}

    void reset() { entries_ = {}; }

    /// Updates trust from the confirmed world after a reconcile; `now` is the predicted tick.
    void update(const World& confirmed, Tick now);

    // Each takes one of the partner's shots in `world`, confirmed or predicted.
    Trust trust_of(const World& world, const Shot& shot) const;

    /// An untrusted shot has hit something on this screen: it is no longer drawn.
    void hide(const World& world, const Shot& shot);
    bool is_hidden(const World& world, const Shot& shot) const;

    /// Ticks since the shot became known, for easing it from the partner's nose to its true position; 0 for a guess.
    std::int32_t known_for(const World& world, const Shot& shot, Tick now) const;

  private:
    static constexpr std::uint32_t kRing = ShotBits::kCount;  // more shot numbers than can be alive together
    struct Entry {
        ShotNumber number;
        Tick fired_at;  // by World::clock, which stops during a pause
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
