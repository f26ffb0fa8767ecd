#pragma once
/// Decides what to shoot at, with which weapon, and from where: decisions that take longer than a dodge.
/// 1. Everything is read from the predicted world. Of the partner, only what the screen shows is used.
#include <cstdint>

#include "client/bot/planner.hpp"
#include "client/bot/skill.hpp"
#include "sim/base/random.hpp"
#include "sim/level/level.hpp"
#include "sim/world.hpp"

namespace albireo::bot {

class Tactics {
  public:
    /// `spares_bosses`: a boss is no target, and no lightning is spent while one is there. For tests: such play must not pay.
    explicit Tactics(Slot own, bool spares_bosses = false) : own_(own), spares_bosses_(spares_bosses) {}
    void reset() { *this = Tactics(own_, spares_bosses_); }

    struct Orders {
        Goal goal;
        Weapon weapon = Weapon::needle;
        bool fire = false;
        bool release = false;
        bool lightning = false;
        bool together = false;  // lightning on the next beat at which both players are ready and near each other
    };

    /// Call once for each decision. `danger`: Planner::Choice::danger of the last plan.
    Orders think(const World& world, const Level& level, Planner& planner, const Skill& skill, float danger,
                 Random& random);

    /// Combined lightning is struck on a beat that both players can count. Returns whether this tick is a beat, and
    /// both are ready and near enough to each other.
    bool is_moment_to_strike(const World& world) const;

  private:
    static constexpr std::uint32_t kBeatTicks = 64;

    struct Target {
        EnemyId enemy;
        std::uint8_t part = 0;
        Point at;
        std::int32_t armour = 0;
        KindSize size = KindSize::small;
    };
    struct Scene {
        Target best;              // enemy 0 if there is none
        int count = 0;            // parts that can be hurt
        int near = 0;             // of these, those in the fan's reach
        std::int32_t armour = 0;  // of all of them, in needle hits
        bool big = false;         // worth a full bar
        bool spared = false;      // a boss is there, and is spared
    };
    Scene survey(const World& world, const Level& level) const;
    Weapon choose_weapon(const Scene& scene, Point me, Random& random) const;
    Weapon choose_charged(const Scene& scene, Point me, float danger, Random& random) const;
    bool wants_release(const World& world, const Scene& scene, float danger, Random& random);
    void strike(Orders& orders, const World& world, const Scene& scene, float danger);
    Goal goal_for(const World& world, const Level& level, const Scene& scene, Planner& planner, bool gather, Random& random);

    Slot own_;
    bool spares_bosses_;
    Weapon weapon_ = Weapon::needle;
    Tick weapon_until_;
    EnemyId target_;
    std::uint8_t target_part_ = 0;
    bool releasing_ = false;
    bool saving_ = true;  // saves the blue bar, so that the gold one fills
    Tick strike_by_;      // the latest tick to wait for the partner's lightning; 0: does not wait
    float home_x_ = -9;   // its preferred position; wanders
    Tick home_until_;
};

}  // namespace albireo::bot
