#pragma once
/// A remote shot earns its trust (rule 8). The partner's shot becomes *known* when the confirmed world first holds
/// it; until then it is a guess. From the tick at which it became known, the client waits until the confirmed world has
/// reached that tick: if the shot still lives there, and was not used up on this screen meanwhile, it is *promoted*, and
/// its hits are detected and reported like one's own. Before that, a hit on this screen hides it and deals nothing.
///
/// 1. A shot is never promoted before the confirmed world has reached the predicted tick at which it became known.
/// 2. Nothing here touches a world.
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

    Trust trust_of(ShotNumber shot) const;

    /// This screen saw an untrusted shot hit something: it is drawn no more.
    void hide(ShotNumber shot);
    bool is_hidden(ShotNumber shot) const;

    /// Ticks since the shot became known, for easing it from the partner's nose into its place; 0 for a guess.
    std::int32_t known_for(ShotNumber shot, Tick now) const;

  private:
    static constexpr std::uint32_t kRing = ShotBits::kCount;  // shot numbers that can be alive together, and spare
    struct Entry {
        ShotNumber number;
        Tick known_at;
        Trust trust = Trust::guessed;
        bool hidden = false;
    };
    Entry* find(ShotNumber shot);
    const Entry* find(ShotNumber shot) const;

    Slot partner_;
    std::array<Entry, kRing> entries_{};
};

}  // namespace albireo::client
