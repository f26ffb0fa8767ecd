#pragma once
/// A player in integer arithmetic, for games that are recorded without a client: the same frames on every machine. It
/// sees the world, decides a few times a second like a person, and follows its style.
#include <optional>

#include "sim/base/random.hpp"
#include "sim/level/level.hpp"
#include "sim/world.hpp"
#include "tests/support/plain_reporter.hpp"

namespace albireo::support {

struct PilotStyle {
    std::uint32_t seed = 1;
    std::uint32_t lapse_permille = 30;  // of decisions, in which it ignores what is coming
    std::optional<Weapon> weapon{};     // only this one; otherwise all in turn
    bool hoards = false;             // keeps the blue bar full until the gold bar is full too, and releases lightning
    bool waits_for_partner = false;  // releases when the partner can too, flying close: the combined storm
    bool continues = true;           // accepts "continue?"
    std::optional<Cause> seeks_death{};  // flies into the nearest thing of this kind until it has died of it
    std::uint32_t pause_at = 0;          // requests a pause at this tick; 0: never
    std::uint32_t pause_ticks = 150;     // … and its end this many ticks later
};

class ScriptedPilot {
  public:
    ScriptedPilot(Slot own, const PilotStyle& style)
        : own_(own),
          style_(style),
          random_(Random::seed(style.seed * 7919 + 3, style.seed ^ 0x2545f491u)),
          reporter_(own) {}

    /// The frame for the next tick of `world`.
    Frame next(const World& world, const Level& level);

  private:
    void decide(const World& world, const Level& level);
    std::uint16_t steer(const World& world, const Level& level, Vec2 goal);
    Vec2 place_to_be(const World& world, const Level& level);
    std::optional<Vec2> place_to_die(const World& world, const Level& level) const;
    void choose_weapon(const World& world);
    void aim(Frame& frame, const World& world, const Level& level);
    void spend(Frame& frame, const World& world, const Level& level);
    void strike(Frame& frame, const World& world, const Level& level);
    void command(Frame& frame, const World& world);

    Slot own_;
    PilotStyle style_;
    Random random_;
    PlainReporter reporter_;
    std::uint16_t moves_ = 0;  // direction and focus held
    std::uint16_t weapon_ = 0;
    bool fires_ = false;
    bool releases_ = false;
    std::uint32_t decide_in_ = 0;
    std::uint32_t weapon_for_ = 0;  // ticks until it changes weapon
    Vec2 goal_{-9_u, Fixed{}};
    EnemyId lock_;
    std::uint8_t lock_part_ = 0;
    AimPoint aim_;
    std::uint32_t asked_at_ = 0;  // tick of the last command
};

}  // namespace albireo::support
