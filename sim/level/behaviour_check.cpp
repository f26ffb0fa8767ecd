#include "sim/level/behaviour_check.hpp"

#include <array>
#include <span>
#include <vector>

namespace albireo {
namespace {

// What an operand means. An operand of type `nothing` must be 0.
enum class Means : std::uint8_t {
    nothing,
    flip,        // 0 or 1
    ticks,       // 0 … 65 535
    some_ticks,  // 1 … 65 535
    thousandths,
    speed,     // 0 … kSpeedMax
    velocity,  // −kSpeedMax … kSpeedMax
    place,     // ±kPlaceMax
    offset,    // ±kOffsetMax
    part,
    part_or_all,  // kNone: all of them
    part_count,
    kind,
    flag,
    state,
    machine,
    path,
    name,
    turning,  // of Op::face, by its mode
    heading,  // of Op::face
    state_of_machine,
};

struct OpRule {
    Op op;
    Means a, x, y, z;
};

using enum Means;

// In the order of Op; the static_assert below checks this.
constexpr OpRule kOps[] = {
    {Op::sleep, nothing, some_ticks, nothing, nothing}, {Op::guns, part_or_all, flip, nothing, nothing},
    {Op::beams, part_or_all, flip, nothing, nothing},   {Op::hatches, part_or_all, flip, nothing, nothing},
    {Op::follow, nothing, path, speed, nothing},        {Op::speed, nothing, speed, ticks, nothing},
    {Op::hover, nothing, place, place, some_ticks},     {Op::drift, nothing, velocity, velocity, nothing},
    {Op::anchor, nothing, nothing, nothing, nothing},   {Op::leave, nothing, velocity, velocity, nothing},
    {Op::face, turning, heading, nothing, nothing},     {Op::part_to, part, offset, offset, ticks},
    {Op::spawn, kind, offset, offset, nothing},         {Op::raise, flag, nothing, nothing, nothing},
    {Op::message, nothing, name, nothing, nothing},     {Op::warn, nothing, nothing, nothing, nothing},
    {Op::armour, part, flip, nothing, nothing},         {Op::go, state, nothing, nothing, nothing},
};

struct WhenRule {
    When when;
    Means a, x;
};

constexpr WhenRule kWhens[] = {
    {When::always, nothing, nothing},
    {When::after, nothing, ticks},
    {When::path_done, nothing, nothing},
    {When::arrived, nothing, nothing},
    {When::in_state, machine, state_of_machine},
    {When::armour_below, part, thousandths},
    {When::part_dead, part, nothing},
    {When::parts_dead, nothing, part_count},
    {When::flag, flag, nothing},
};

constexpr bool in_order() {
    for (std::size_t i = 0; i < std::size(kOps); ++i) {
        if (static_cast<std::size_t>(kOps[i].op) != i) return false;
    }
    for (std::size_t i = 0; i < std::size(kWhens); ++i) {
        if (static_cast<std::size_t>(kWhens[i].when) != i) return false;
    }
    return std::size(kOps) == kOpCount && std::size(kWhens) == kWhenCount;
}
static_assert(in_order());

// One kind's use of one machine.
struct User {
    const Level& level;
    const KindDef& kind;
    std::span<const MachineDef> machines;
    std::size_t states;  // of this machine

    Bound bound(Means means, std::uint8_t a) const {
        const auto below = [](std::size_t size) { return Bound{0, static_cast<std::int64_t>(size) - 1}; };
        switch (means) {
            case nothing:
                return {0, 0};
            case flip:
                return {0, 1};
            case ticks:
                return {0, 65535};
            case some_ticks:
                return {1, 65535};
            case thousandths:
                return {0, 1000};
            case Means::speed:
                return units(0_u, kSpeedMax);
            case velocity:
                return units(-kSpeedMax, kSpeedMax);
            case place:
                return units(-kPlaceMax, kPlaceMax);
            case offset:
                return units(-kOffsetMax, kOffsetMax);
            case part:
            case part_or_all:
                return below(kind.parts.count);
            case part_count:
                return {1, kind.parts.count};
            case Means::kind:
                return below(level.kinds.size());
            case flag:
                return {0, kFlagsMax - 1};
            case state:
                return below(states);
            case machine:
                return below(machines.size());
            case path:
                return below(level.paths.size());
            case name:
                return below(level.names.size());
            case turning:
                return {0, 2};
            case heading:
                return a == 0 ? Bound{0, 0} : a == 1 ? Bound{0, 65535} : Bound{-32768, 32767};
            case state_of_machine:
                return below(a < machines.size() ? machines[a].states.count : 0);
        }
        return {0, 0};
    }
};

class BehaviourCheck {
  public:
    BehaviourCheck(Checker& check, const Level& level) : check_(check), level_(level) {}

    void run() {
        check_states();
        find_parents();
        for (const KindDef& kind : level_.kinds) {
            const auto machines = std::span(level_.machines).subspan(kind.machines.first, kind.machines.count);
            for (const MachineDef& machine : machines)
                check_machine({level_, kind, machines, machine.states.count}, machine);
            if (!check_.ok()) return;
        }
    }

  private:
    // Ranges and names are checked once for each state and machine; their actions and transitions kind by kind.
    void check_states() {
        for (std::size_t i = 0; i < level_.states.size(); ++i) {
            const StateDefinition& state = level_.states[i];
            const Bound few = {0, 255};  // Machine::step and the loops over ways are bytes
            check_.at("states", i);
            check_.number("name", state.name, {0, static_cast<std::int64_t>(level_.names.size()) - 1});
            check_.range("begin", state.begin, level_.actions.size(), few);
            check_.range("tick", state.tick, level_.actions.size(), few);
            check_.range("end", state.end, level_.actions.size(), few);
            check_.range("transitions", state.transitions, level_.transitions.size(), few);
        }
        for (std::size_t i = 0; i < level_.machines.size(); ++i) {
            check_.at("machines", i);
            check_.number("name", level_.machines[i].name, {0, static_cast<std::int64_t>(level_.names.size()) - 1});
            check_.range("states", level_.machines[i].states, level_.states.size(), {1, 254});
        }
    }

    // Kinds that spawn children. They cannot be children themselves, because an EnemyId has no room for grandchildren.
    void find_parents() {
        parents_.assign(level_.kinds.size(), false);
        if (!check_.ok()) return;
        for (std::size_t k = 0; k < level_.kinds.size(); ++k) {
            const Range machines = level_.kinds[k].machines;
            check_.at("kinds", k);
            for (std::size_t m = 0; m < machines.count && check_.ok(); ++m) {
                const Range states = level_.machines[machines.first + m].states;
                for (std::size_t s = 0; s < states.count && check_.ok(); ++s) {
                    const StateDefinition& state = level_.states[states.first + s];
                    work_ += std::size_t{1} + state.begin.count + state.tick.count + state.end.count +
                             state.transitions.count;
                    check_.number("behaviour", static_cast<std::int64_t>(work_), {0, kBehaviourMax});
                    for (const Range list : {state.begin, state.tick, state.end}) {
                        for (const ActionDef& action : std::span(level_.actions).subspan(list.first, list.count)) {
                            if (action.op == Op::spawn) parents_[k] = true;
                        }
                    }
                }
            }
        }
    }

    void check_machine(const User& user, const MachineDef& machine) {
        for (std::size_t s = 0; s < machine.states.count && check_.ok(); ++s) {
            const StateDefinition& state = level_.states[machine.states.first + s];
            check_actions(user, state.begin, false);
            check_actions(user, state.tick, true);
            check_actions(user, state.end, false);
            for (std::size_t i = 0; i < state.transitions.count; ++i) {
                check_transition(user, state.transitions.first + i, s);
            }
        }
    }

    void check_actions(const User& user, Range range, bool in_tick) {
        for (std::size_t i = range.first; i < std::size_t{range.first} + range.count && check_.ok(); ++i) {
            const ActionDef& action = level_.actions[i];
            check_.at("actions", i);
            check_.number("spare", action.spare, {0, 0});
            if (!check_.number("op", static_cast<std::int64_t>(action.op), {0, kOpCount - 1})) return;
            const OpRule& rule = kOps[static_cast<std::size_t>(action.op)];
            if (rule.a != part_or_all || action.a != kNone) check_.number("a", action.a, user.bound(rule.a, 0));
            check_.number("x", action.x, user.bound(rule.x, action.a));
            check_.number("y", action.y, user.bound(rule.y, action.a));
            check_.number("z", action.z, user.bound(rule.z, action.a));
            if (!in_tick && (action.op == Op::sleep || action.op == Op::go)) {
                check_.fail("op", "only a tick can sleep or go to another state, not a begin or an end");
            }
            if (action.op == Op::spawn && check_.ok() && parents_[action.a]) {
                check_.fail("a",
                            "kind " + std::to_string(action.a) + " sends out others, so it cannot be sent out itself");
            }
        }
    }

    void check_transition(const User& user, std::size_t i, std::size_t from) {
        const TransitionDef& way = level_.transitions[i];
        check_.at("transitions", i);
        check_.number("spare", way.spare, {0, 0});
        if (!check_.number("when", static_cast<std::int64_t>(way.when), {0, kWhenCount - 1})) return;
        const WhenRule& rule = kWhens[static_cast<std::size_t>(way.when)];
        check_.number("a", way.a, user.bound(rule.a, 0));
        check_.number("x", way.x, user.bound(rule.x, way.a));
        check_.number("to", way.to, user.bound(state, 0));
        if (way.when == When::armour_below && way.to == from) {
            check_.fail("to", "armour_below leads back to its own state, so the part could never fall below the mark");
        }
    }

    Checker& check_;
    const Level& level_;
    std::vector<bool> parents_;
    std::size_t work_ = 0;
};

}  // namespace

void check_behaviour(Checker& check, const Level& level) {
    if (check.ok()) BehaviourCheck(check, level).run();
}

}  // namespace albireo
