#pragma once
/// A made-up player who sees the world: plays on by simple rules, reports what it sees hit by integer circles, and, if
/// asked to, mixes in nonsense. For properties over many seeds; the pilot that records goldens is another, better one.
#include "sim/base/random.hpp"
#include "sim/level/level.hpp"
#include "sim/world.hpp"

namespace albireo::support {

struct MadeStyle {
    std::uint32_t seed = 1;
    std::uint32_t nonsense_permille = 0;  // of frames, in which buttons, locks and reports are anything at all
    std::uint32_t death_permille = 0;     // of ticks, in which it says it died of something
    std::uint32_t command_permille = 0;   // of frames, that ask for a pause, its end or a continue
    std::uint32_t absent_permille = 0;    // of ticks, in which its link breaks for up to two seconds
    std::uint8_t command_delay = 120;
    bool agrees = false;    // to what the other player asks for
    bool careless = false;  // dies of what touches it; otherwise only by death_permille
    bool hoards = false;    // never releases, so that the second bar fills
    bool greedy = false;    // releases and strikes whether the bars are full or not
};

class MadePlayer {
  public:
    MadePlayer(Slot slot, const MadeStyle& style)
        : slot_(slot), style_(style), random_(Random::seed(style.seed * 2 + 77, style.seed ^ 0x5bd1e995u)) {}

    /// The frame for the next step of `world`, which is what this player saw last.
    Frame next(const World& world, const Level& level);

  private:
    void steer(Frame& frame, const World& world);
    void fight(Frame& frame, const World& world);
    void report(Frame& frame, const World& world, const Level& level);
    void report_touches(Frame& frame, const World& world);
    void spoil(Frame& frame, const World& world);
    static void add(Frame& frame, const Report& report);

    Slot slot_;
    MadeStyle style_;
    Random random_;
    std::uint16_t held_ = kFire;
    std::uint16_t weapon_ = 0;
    std::uint32_t away_ = 0;  // ticks until its link is whole again
    EnemyId touched_;
};

}  // namespace albireo::support
