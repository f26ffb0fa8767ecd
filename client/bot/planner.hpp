#pragma once
/// Chooses how to move. A few hundred short plans (one direction for some ticks, then another) are rated by the forecast,
/// the walls and the desired position. The first step of the best plan is taken.
#include <cstdint>

#include "client/bot/forecast.hpp"
#include "client/bot/rock_map.hpp"
#include "sim/base/random.hpp"

namespace albireo::bot {

/// One direction of the stick.
struct Move {
    std::int8_t x = 0, y = 0;  // −1, 0, 1
    bool focus = false;

    bool operator==(const Move&) const = default;
};

struct Plan {
    static constexpr int kStages = 3;
    struct Stage {
        Move move;
        float until;  // ticks from now
    };
    Stage stages[kStages];
};

/// Where the ship goes when nothing threatens it.
struct Goal {
    Point place;
    float pull = 1;  // how strongly
};

class Planner {
  public:
    explicit Planner(const Level& level) : rock_(level) {}

    struct Choice {
        Move move;
        float danger = 0;  // of the best plan: 0 calm … 1 and more: the ship will be hit
    };
    /// `dives`: the ship is under water, where it is slower.
    Choice choose(const Forecast& forecast, const Scroll& scroll, Point at, bool dives, const Goal& goal, const Skill& skill,
                  Random& random);

    /// Distance from the rock at a position, now.
    float rock_clearance(const Scroll& scroll, Point at);

    void reset() { plan_ = {}; }

  private:
    struct Cost {
        float danger;  // collisions and near misses
        float other;   // the rest
        float sum() const { return danger + other; }
    };
    /// The cost of a plan, less its bonus. Stops adding once the plan is no cheaper than the best one so far; the result is then too small, but
    /// large enough to reject the plan.
    Cost judge(const Plan& plan, float bonus) const;
    void try_plan(const Plan& plan, float bonus = 0);

    RockMap rock_;
    Plan plan_{};  // the best plan of the last decision, shifted to the current tick

    // Of the current decision.
    const Forecast* forecast_ = nullptr;
    Point at_, scroll_;
    float pace_ = 1;  // of the ship's speed in air
    Goal goal_;
    float margin_ = 0;
    Move held_;
    Plan best_{};
    Cost best_cost_{};
};

}  // namespace albireo::bot
