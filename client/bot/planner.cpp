#include "client/bot/planner.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>

#include "sim/game/tuning.hpp"

namespace albireo::bot {
namespace {

constexpr float kEdgeX = units(kFieldHalfWidth - kShipEdge);
constexpr float kEdgeY = units(kFieldHalfHeight - kShipEdge);
constexpr float kSpeed = units(kShipSpeed);
constexpr float kFocusSpeed = units(kShipFocusSpeed);
constexpr float kDiagonalShare = units(kDiagonal);
constexpr float kRockRadius = 0.5F;  // of the ship against rock; the rock map is accurate to half a cell
constexpr float kNose = 0.45F;

// Costs. A goal is worth up to about ten, a near miss up to as much, a collision far more than both.
constexpr float kCollision = 1000;
constexpr float kNearMiss = 6;
constexpr float kChange = 0.6F;
constexpr float kForever = 1e9F;

constexpr std::array<Move, 17> kMoves = {{{0, 0},
                                          {1, 0},
                                          {-1, 0},
                                          {0, 1},
                                          {0, -1},
                                          {1, 1},
                                          {1, -1},
                                          {-1, 1},
                                          {-1, -1},
                                          {1, 0, true},
                                          {-1, 0, true},
                                          {0, 1, true},
                                          {0, -1, true},
                                          {1, 1, true},
                                          {1, -1, true},
                                          {-1, 1, true},
                                          {-1, -1, true}}};

Point velocity(Move move) {
    float speed = move.focus ? kFocusSpeed : kSpeed;
    if (move.x != 0 && move.y != 0) speed *= kDiagonalShare;
    return {speed * move.x, speed * move.y};
}

/// The move that leads most directly from a to b; none if it has arrived.
Move towards(Point a, Point b) {
    const Point way = b - a;
    const auto sign = [](float v, float across) -> std::int8_t {
        if (std::abs(v) < 0.3F || std::abs(v) < 0.4F * std::abs(across)) return 0;
        return v > 0 ? 1 : -1;
    };
    return {sign(way.x, way.y), sign(way.y, way.x), square(way) < 1};
}

}  // namespace

Planner::Cost Planner::judge(const Plan& plan, float bonus) const {
    assert(goal_.pull >= 0 && "costs only grow, so a plan that costs too much already is given up");
    Cost cost{0, plan.stages[0].move == held_ ? 0 : kChange};
    const auto is_worse = [&] { return Cost{cost.danger, cost.other - bonus}.sum() >= best_cost_.sum(); };
    Point at = at_;
    float now = 0;
    int stage = 0;
    for (int m = 0; m < kMoments; ++m) {
        const float t = moment(m);
        while (stage + 1 < Plan::kStages && plan.stages[stage].until <= now) ++stage;
        at = at + velocity(plan.stages[stage].move) * (pace_ * (t - now));
        at = {std::clamp(at.x, -kEdgeX, kEdgeX), std::clamp(at.y, -kEdgeY, kEdgeY)};
        const float ticks = t - now;
        now = t;
        const Point way = goal_.place - at;
        cost.other += goal_.pull * 0.02F * ticks * std::sqrt(square(way));
        if (is_worse()) break;
        if (t < forecast_->safe_until) continue;

        float room = t <= forecast_->horizon ? forecast_->clearance(at, m) : kForever;
        if ((m & 1) == 0) {
            const Point later = at + scroll_ * t;
            room = std::min({room, rock_.clearance(later + Point{kNose, 0}, t) - kRockRadius,
                             rock_.clearance(later - Point{kNose, 0}, t) - kRockRadius});
        }
        if (room < 0) {
            // Later collisions cost less, because much can happen until then. Deeper ones cost more, so that a ship
            // inside a danger finds the way out.
            cost.danger += kCollision * (1.3F - t / 64) - 20 * room;
            break;
        }
        if (room < margin_) {
            const float close = 1 - room / margin_;
            cost.danger += kNearMiss * close * close * (1.2F - t / 64);
        }
    }
    return {cost.danger, cost.other - bonus};
}

void Planner::try_plan(const Plan& plan, float bonus) {
    const Cost cost = judge(plan, bonus);
    if (cost.sum() >= best_cost_.sum()) return;
    best_cost_ = cost;
    best_ = plan;
}

Planner::Choice Planner::choose(const Forecast& forecast, const Scroll& scroll, Point at, bool dives, const Goal& goal,
                                const Skill& skill, Random& random) {
    forecast_ = &forecast;
    at_ = at;
    scroll_ = point(scroll.moved);
    pace_ = dives ? units(kDiveShare) : 1;
    goal_ = goal;
    margin_ = skill.margin_units;
    held_ = plan_.stages[0].move;
    rock_.place(scroll);
    best_cost_ = {kForever, 0};

    // The plan of the last decision, shifted to the present.
    Plan kept = plan_;
    for (auto& stage : kept.stages) stage.until -= static_cast<float>(skill.decision_ticks);
    while (kept.stages[0].until <= 0 && kept.stages[1].until > kept.stages[0].until) {
        kept.stages[0] = kept.stages[1];
        kept.stages[1] = kept.stages[2];
    }
    try_plan(kept, kChange);

    const Move home = towards(at, goal.place);
    for (const Move first : kMoves) {
        const Point there = at + velocity(first) * (14 * pace_);
        for (const float until : {6.0F, 14.0F, 26.0F}) {
            try_plan({{{first, until}, {{}, until + 12}, {towards(there, goal.place), kForever}}});
        }
        try_plan({{{first, 10}, {home, 30}, {{}, kForever}}});
        try_plan({{{first, kForever}, {first, kForever}, {first, kForever}}});
        const Move second = kMoves[random.below(9)];
        const Move third = kMoves[random.below(9)];
        const float turn = static_cast<float>(4 + random.below(16));
        try_plan({{{first, turn}, {second, turn + static_cast<float>(6 + random.below(20))}, {third, kForever}}});
    }
    plan_ = best_;
    return {best_.stages[0].move, best_cost_.danger / kCollision};
}

float Planner::rock_clearance(const Scroll& scroll, Point at) {
    rock_.place(scroll);
    return rock_.clearance(at);
}

}  // namespace albireo::bot
