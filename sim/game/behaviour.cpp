#include "sim/game/behaviour.hpp"

#include <cassert>

#include "sim/game/enemy.hpp"
#include "sim/game/flow.hpp"
#include "sim/game/path.hpp"
#include "sim/game/tuning.hpp"

namespace albireo {
namespace {

class ScriptHost {
  public:
    ScriptHost(StepContext& step, Enemy& enemy, std::size_t machine)
        : step_(step), enemy_(enemy), kind_(step.level.kinds[enemy.kind]), number_(machine),
          def_(step.level.machines[kind_.machines.first + machine]) {
        assert(machine < kind_.machines.count && "an enemy runs only the machines of its kind");
    }

    std::uint8_t state_count() const { return static_cast<std::uint8_t>(def_.states.count); }
    std::uint8_t transition_count(std::uint8_t state) const {
        return static_cast<std::uint8_t>(at(state).transitions.count);
    }
    Transition transition(std::uint8_t state, std::uint8_t i) const {
        const TransitionDef& def = transition_def(state, i);
        return {def.to, is_shared(def.when)};
    }
    bool holds(std::uint8_t state, std::uint8_t i) {
        const TransitionDef& def = transition_def(state, i);
        const bool it_holds = holds(def);
        if (it_holds && is_shared(def.when)) {
            step_.tell(EventKind::phase_cracking, cause_of(enemy_.id, static_cast<std::uint32_t>(number_)), enemy_.at,
                       static_cast<std::int32_t>(number_));
        }
        return it_holds;
    }
    void begin(std::uint8_t state) {
        if (machine().age == 0 && state != 0) {
            step_.tell(EventKind::phase_changed, cause_of(enemy_.id, static_cast<std::uint32_t>(number_ << 8) | state),
                       enemy_.at, state);
        }
        run_all(at(state).begin);
    }
    void end(std::uint8_t state) { run_all(at(state).end); }

    void tick(std::uint8_t state, Machine& machine) {
        assert(machine.wanted == Machine{}.wanted && "a program ends in the tick in which it asks for another state");
        const Range program = at(state).tick;
        while (machine.step < program.count) {
            const ActionDef& action = step_.level.actions[std::size_t{program.first} + machine.step++];
            if (action.op == Op::sleep) {
                // The present tick counts as the first tick of the sleep.
                if (action.x > 1) sleep(machine, static_cast<std::uint16_t>(action.x - 1));
                if (machine.step == program.count) machine.step = 0;
                return;
            }
            if (action.op == Op::go) {
                go(machine, action.a);
                machine.step = 0;
                return;
            }
            perform(action);
        }
        machine.step = 0;
    }

  private:
    const StateDefinition& at(std::uint8_t state) const {
        assert(state < def_.states.count && "a machine is in a state of its own definition");
        return step_.level.states[std::size_t{def_.states.first} + state];
    }
    const TransitionDef& transition_def(std::uint8_t state, std::uint8_t i) const {
        assert(i < at(state).transitions.count && "a state is left only by its own transitions");
        return step_.level.transitions[std::size_t{at(state).transitions.first} + i];
    }
    const Machine& machine() const { return enemy_.machines[number_]; }

    void run_all(Range actions) {
        for (std::size_t i = 0; i < actions.count; ++i) perform(step_.level.actions[actions.first + i]);
    }

    bool holds(const TransitionDef& def) const {
        switch (def.when) {
            case When::always: return true;
            case When::after: return machine().age >= def.x;
            case When::path_done: return is_path_done(enemy_, step_.level);
            case When::arrived: return enemy_.mover == Mover::hover && enemy_.move_ticks >= enemy_.move_total;
            case When::in_state: return enemy_.machines[def.a].state == def.x;
            case When::armour_below: return is_armour_below(def.a, def.x);
            case When::part_dead: return (enemy_.parts[def.a].flags & kPartAlive) == 0;
            case When::parts_dead: return dead_parts() >= def.x;
            case When::flag: return ((step_.world.flow.flags >> (def.a % 32)) & 1) != 0;
        }
        return false;
    }

    bool is_armour_below(std::uint8_t part, std::int32_t permille) const {
        assert(part < enemy_.part_count && "a machine watches a part of its own enemy");
        const std::int64_t whole = step_.level.parts[std::size_t{kind_.parts.first} + part].armour;
        return std::int64_t{enemy_.parts[part].armour} * 1000 < whole * kDamageUnit * permille;
    }

    std::int32_t dead_parts() const {
        std::int32_t dead = 0;
        for (std::size_t i = 0; i < enemy_.part_count; ++i) {
            if ((enemy_.parts[i].flags & kPartAlive) == 0) ++dead;
        }
        return dead;
    }

    void set_flag(std::uint8_t part, PartFlag flag, bool on) {
        for (std::size_t i = 0; i < enemy_.part_count; ++i) {
            if (part != kNone && part != i) continue;
            switch_part(step_.level, enemy_, i, flag, on);
        }
    }

    void perform(const ActionDef& action) {
        switch (action.op) {
            case Op::sleep:
            case Op::go: break;  // only in a tick, handled there
            case Op::guns: set_flag(action.a, kGunOn, action.x != 0); break;
            case Op::beams: set_flag(action.a, kBeamOn, action.x != 0); break;
            case Op::hatches: set_flag(action.a, kHatchOn, action.x != 0); break;
            case Op::armour: set_flag(action.a, kHardened, action.x == 0); break;
            case Op::follow: {
                const PathSamples& path = step_.level.path_samples[static_cast<std::size_t>(action.x)];
                enemy_.mover = Mover::path;
                enemy_.path = static_cast<std::uint16_t>(action.x);
                enemy_.along = {};
                enemy_.abreast = {};
                enemy_.from = enemy_.at - path.points.front();
                if (action.y != 0) {
                    enemy_.speed = enemy_.speed_to = Fixed{action.y};
                    enemy_.speed_ticks = 0;
                }
                break;
            }
            case Op::speed:
                enemy_.speed_to = Fixed{action.x};
                enemy_.speed_ticks = static_cast<std::uint16_t>(action.y);
                if (action.y == 0) enemy_.speed = enemy_.speed_to;
                break;
            case Op::hover:
                enemy_.mover = Mover::hover;
                enemy_.from = enemy_.at;
                enemy_.to = {Fixed{action.x}, Fixed{action.y}};
                enemy_.move_ticks = 0;
                enemy_.move_total = static_cast<std::uint16_t>(action.z);
                break;
            case Op::drift:
            case Op::leave:
                enemy_.mover = action.op == Op::drift ? Mover::drift : Mover::leave;
                enemy_.to = {Fixed{action.x}, Fixed{action.y}};
                break;
            case Op::anchor: enemy_.mover = Mover::anchor; break;
            case Op::face:
                enemy_.face = static_cast<std::uint8_t>(action.a == 0 ? 1 : action.a == 1 ? 0 : 2);
                if (action.a == 1) enemy_.heading = Angle::from_raw(action.x);
                enemy_.turn = static_cast<std::int16_t>(action.a == 2 ? action.x : 0);
                break;
            case Op::part_to: {
                Part& part = enemy_.parts[action.a];
                part.offset_to = {Fixed{action.x}, Fixed{action.y}};
                part.offset_ticks = static_cast<std::uint16_t>(action.z > 0 ? action.z : 1);
                break;
            }
            case Op::spawn: spawn_child(step_, enemy_, action.a, {Fixed{action.x}, Fixed{action.y}}); break;
            case Op::raise: raise_flag(step_.world, action.a); break;
            case Op::message:
                step_.tell(EventKind::message, cause_of(enemy_.id, static_cast<std::uint32_t>(action.x)), enemy_.at,
                           action.x);
                break;
            case Op::warn: step_.tell(EventKind::warning, cause_of(enemy_.id), enemy_.at); break;
        }
    }

    StepContext& step_;
    Enemy& enemy_;
    const KindDef& kind_;
    std::size_t number_;
    const MachineDef& def_;
};

}  // namespace

void start_behaviour(StepContext& step, Enemy& enemy) {
    const std::size_t machines = step.level.kinds[enemy.kind].machines.count;
    for (std::size_t i = 0; i < machines; ++i) {
        ScriptHost host(step, enemy, i);
        start(enemy.machines[i], host);
    }
}

void run_behaviour(StepContext& step, Enemy& enemy) {
    const std::size_t machines = step.level.kinds[enemy.kind].machines.count;
    for (std::size_t i = 0; i < machines; ++i) {
        ScriptHost host(step, enemy, i);
        run(enemy.machines[i], host);
    }
}

}  // namespace albireo
