#pragma once
/// A generated player who sees the world: plays by simple rules, reports hits by integer circles, and optionally mixes in
/// nonsense. For property tests over many seeds. The goldens are recorded with a better one, ScriptedPilot.
#include "sim/base/random.hpp"
#include "sim/level/level.hpp"
#include "sim/world.hpp"

namespace albireo::support {

struct MadeStyle {
    std::uint32_t seed = 1;
    std::uint32_t nonsense_permille = 0;  // of frames, with random buttons, locks and reports
    std::uint32_t death_permille = 0;     // of ticks, with a report of its death
    std::uint32_t command_permille = 0;   // of frames, with a request for a pause, its end or a continue
    std::uint32_t absent_permille = 0;    // of ticks, in which its link breaks for up to two seconds
    std::uint8_t command_delay = 120;
    bool agrees = false;    // to the partner's requests
    bool careless = false;  // dies of contact; otherwise only by death_permille
    bool hoards = false;    // never releases charge, so the gold bar fills
    bool greedy = false;    // uses charge and lightning whether the bars are full or not
};

class MadePlayer {
  public:
    MadePlayer(Slot slot, const MadeStyle& style)
        : slot_(slot), style_(style), random_(Random::seed(style.seed * 2 + 77, style.seed ^ 0x5bd1e995u)) {}

    /// The frame for the next step of `world`, the last world that this player saw.
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
    std::uint32_t away_ = 0;  // ticks until its link works again
    EnemyId touched_;
};

}  // namespace albireo::support
