#include "sim/level/behaviour_check.hpp"

#include <algorithm>
#include <cassert>
#include <span>
#include <vector>

#include "sim/level/cycle_check.hpp"
#include "sim/level/operation.hpp"

namespace albireo {
namespace {

// One kind's use of one machine.
struct User {
    const Level& level;
    const KindDef& kind;
    std::span<const MachineDef> machines;
    std::size_t states;  // of this machine

    /// The bounds of one field of a record: those of the operand that is stored in it; only 0 if there is none. `a` is the
    /// record's field a.
    Bound bound(const OperandList& operands, Stored field, std::uint8_t a) const {
        const auto below = [](std::size_t size) { return Bound{0, static_cast<std::int64_t>(size) - 1}; };
        const auto operand = std::find_if(operands.begin(), operands.end(), [&](const Operand& each) { return each.is_in(field); });
        if (operand == operands.end()) return {0, 0};
        switch (operand->kind) {
            case OperandKind::flip:
            case OperandKind::ticks:
            case OperandKind::count:
            case OperandKind::fraction:
            case OperandKind::heading:
            case OperandKind::turn: return {operand->low, operand->high};
            case OperandKind::speed:
            case OperandKind::height:
            case OperandKind::times:
            case OperandKind::point:
            case OperandKind::departure: return units(Fixed{operand->low}, Fixed{operand->high});
            case OperandKind::part:
            case OperandKind::part_or_all: return below(kind.parts.count);
            case OperandKind::part_count: return {1, kind.parts.count};
            case OperandKind::child: return below(level.kinds.size());
            case OperandKind::gun: return below(level.guns.size());
            case OperandKind::flag: return {0, kFlagsMax - 1};
            case OperandKind::state: return below(states);
            case OperandKind::machine_state:
                if (field == Stored::a) return below(machines.size());
                return below(a < machines.size() ? machines[a].states.count : 0);
            case OperandKind::path: return below(level.paths.size());
            case OperandKind::text: return below(level.names.size());
            case OperandKind::yes:
            case OperandKind::mirror:
            case OperandKind::along_path: break;
        }
        assert(false && "operands of these kinds are not stored");
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
            for (std::size_t i = 0; i < machines.size(); ++i) check_cycles(check_, level_, machines, i);
            if (!check_.ok()) return;
        }
    }

  private:
    // Ranges and names are checked once for each state and machine; their actions and transitions kind by kind.
    void check_states() {
        for (std::size_t i = 0; i < level_.states.size(); ++i) {
            const StateDef& state = level_.states[i];
            const Bound few = {0, 255};  // Machine::step and the loops over ways are bytes
            check_.at("states", i);
            check_.number("name", state.name, {0, static_cast<std::int64_t>(level_.names.size()) - 1});
            check_.range("begin", state.begin, level_.actions.size(), few);
            check_.range("tick", state.tick, level_.actions.size(), few);
            check_.range("end", state.end, level_.actions.size(), few);
            check_.range("transitions", state.transitions, level_.transitions.size(), few);
            check_.number("practice", state.practice, {0, kPhasesMax});
        }
        for (std::size_t i = 0; i < level_.machines.size(); ++i) {
            check_.at("machines", i);
            check_.number("name", level_.machines[i].name, {0, static_cast<std::int64_t>(level_.names.size()) - 1});
            check_.range("states", level_.machines[i].states, level_.states.size(), {1, 254});
        }
    }

    // Kinds that spawn children, and those that spawn such kinds. The latter cannot be children themselves: an EnemyId
    // has room for grandchildren, but not for theirs.
    void find_parents() {
        parents_.assign(level_.kinds.size(), false);
        grandparents_.assign(level_.kinds.size(), false);
        spawned_.assign(level_.kinds.size(), {});
        if (!check_.ok()) return;
        for (std::size_t k = 0; k < level_.kinds.size(); ++k) {
            const Range machines = level_.kinds[k].machines;
            check_.at("kinds", k);
            for (std::size_t m = 0; m < machines.count && check_.ok(); ++m) {
                const Range states = level_.machines[machines.first + m].states;
                for (std::size_t s = 0; s < states.count && check_.ok(); ++s) {
                    const StateDef& state = level_.states[states.first + s];
                    work_ += std::size_t{1} + state.begin.count + state.tick.count + state.end.count +
                             state.transitions.count;
                    check_.number("behaviour", static_cast<std::int64_t>(work_), {0, kBehaviourMax});
                    for (const Range list : {state.begin, state.tick, state.end}) {
                        for (const ActionDef& action : std::span(level_.actions).subspan(list.first, list.count)) {
                            if (action.op != Op::spawn) continue;
                            parents_[k] = true;
                            if (action.a < spawned_.size()) spawned_[action.a].push_back(k);
                        }
                    }
                }
            }
        }
        for (std::size_t k = 0; k < parents_.size(); ++k) {
            if (!parents_[k]) continue;
            for (const std::size_t parent : spawned_[k]) grandparents_[parent] = true;
        }
    }

    void check_machine(const User& user, const MachineDef& machine) {
        for (std::size_t s = 0; s < machine.states.count && check_.ok(); ++s) {
            const StateDef& state = level_.states[machine.states.first + s];
            check_actions(user, state.begin, false);
            check_actions(user, state.tick, true);
            check_actions(user, state.end, false);
            for (std::size_t i = 0; i < state.transitions.count; ++i) {
                check_transition(user, state.transitions.first + i);
            }
        }
    }

    void check_actions(const User& user, Range range, bool in_tick) {
        for (std::size_t i = range.first; i < std::size_t{range.first} + range.count && check_.ok(); ++i) {
            const ActionDef& action = level_.actions[i];
            check_.at("actions", i);
            check_.number("spare", action.spare, {0, 0});
            if (!check_.number("op", static_cast<std::int64_t>(action.op), {0, kOpCount - 1})) return;
            // For Op::face, operand a selects one of its rows.
            const bool is_face = action.op == Op::face;
            if (is_face && !check_.number("a", action.a, {0, kFacingCount - 1})) return;
            const Operation& row = is_face ? row_of(Op::face, static_cast<Facing>(action.a)) : row_of(action.op);
            const auto check = [&](std::string_view name, Stored field, std::int64_t value) {
                check_.number(name, value, user.bound(row.operands, field, action.a));
            };
            const bool means_all = has(row.operands, OperandKind::part_or_all) && action.a == kNone;
            if (!is_face && !means_all) check("a", Stored::a, action.a);
            check("x", Stored::x, action.x);
            check("y", Stored::y, action.y);
            check("z", Stored::z, action.z);
            if (has(row.operands, OperandKind::departure) && action.x == 0 && action.y == 0) {
                check_.fail("x", "x and y are both 0, so the enemy would never leave");
            }
            if (!in_tick && row.is_for_tick) {
                check_.fail("op", "only a tick can " + words_for_tick() + ", not a begin or an end");
            }
            if (action.op == Op::spawn && check_.ok() && grandparents_[action.a]) {
                check_.fail("a", "kind " + std::to_string(action.a) +
                                     " spawns kinds that spawn children, so it cannot be a child");
            }
            if (action.op == Op::pick) check_pick(user, range, i);
            // The fire of a boss dies with it. So shots that it was wrongly predicted to cancel do not come back.
            if (action.op == Op::cancel && user.kind.size != KindSize::boss) check_.fail("op", "only a boss cancels its fire");
        }
    }

    /// A machine picks among its own states, and never in the tick that enters the state.
    void check_pick(const User& user, Range range, std::size_t i) {
        const ActionDef& pick = level_.actions[i];
        check_.number("x", std::int64_t{pick.a} + pick.x, {1, static_cast<std::int64_t>(user.states)});
        const auto before = std::span(level_.actions).subspan(range.first, i - range.first);
        const bool has_slept = std::any_of(before.begin(), before.end(), [](const ActionDef& a) { return a.op == Op::sleep; });
        if (!has_slept) check_.fail("op", "a pick is valid only after a sleep");
    }

    void check_transition(const User& user, std::size_t i) {
        const TransitionDef& way = level_.transitions[i];
        check_.at("transitions", i);
        check_.number("spare", way.spare, {0, 0});
        if (!check_.number("when", static_cast<std::int64_t>(way.when), {0, kWhenCount - 1})) return;
        const Condition& row = row_of(way.when);
        check_.number("a", way.a, user.bound(row.operands, Stored::a, 0));
        check_.number("x", way.x, user.bound(row.operands, Stored::x, way.a));
        check_.number("to", way.to, {0, static_cast<std::int64_t>(user.states) - 1});
    }

    static bool has(const OperandList& operands, OperandKind kind) {
        return std::any_of(operands.begin(), operands.end(), [&](const Operand& each) { return each.kind == kind; });
    }

    Checker& check_;
    const Level& level_;
    std::vector<bool> parents_, grandparents_;
    std::vector<std::vector<std::size_t>> spawned_;  // for each kind: the kinds that spawn it
    std::size_t work_ = 0;
};

}  // namespace

void check_behaviour(Checker& check, const Level& level) {
    if (check.ok()) BehaviourCheck(check, level).run();
}

}  // namespace albireo
