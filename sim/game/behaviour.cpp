#include "sim/game/behaviour.hpp"

#include <algorithm>
#include <cassert>

#include "sim/game/dust.hpp"
#include "sim/game/enemy.hpp"
#include "sim/game/flow.hpp"
#include "sim/game/gun.hpp"
#include "sim/game/heat.hpp"
#include "sim/game/path.hpp"
#include "sim/game/score.hpp"
#include "sim/game/tuning.hpp"
#include "sim/level/operands.hpp"

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
            step_.emit(EventKind::phase_cracking, cause_of(enemy_.id, static_cast<std::uint32_t>(number_)), enemy_.at,
                       static_cast<std::int32_t>(number_));
            pay_phase(step_, enemy_, number_);
        }
        return it_holds;
    }
    void begin(std::uint8_t state) {
        if (machine().age == 0 && state != 0) {
            step_.emit(EventKind::phase_changed, cause_of(enemy_.id, static_cast<std::uint32_t>(number_ << 8) | state),
                       enemy_.at, state);
        }
        run_all(at(state).begin);
    }
    void end(std::uint8_t state) {
        // A phase that players have ended was paid for when it cracked. A phase that times out pays nothing.
        if (machine().pending == kNoState) end_phase(step_.world, step_.level, enemy_, number_);
        run_all(at(state).end);
    }

    void tick(std::uint8_t state, Machine& machine) {
        assert(machine.wanted == Machine{}.wanted && "a program ends in the tick in which it asks for another state");
        const Range program = at(state).tick;
        while (machine.step < program.count) {
            const ActionDef& action = step_.level.actions[std::size_t{program.first} + machine.step++];
            if (action.op == Op::sleep) {
                // The current tick counts as the first tick of the sleep.
                const Operands<Op::sleep> in(action);
                const std::uint16_t random = in.ticks<"random">();
                const std::uint32_t more = random == 0 ? 0 : enemy_.random.below(random + 1u);
                const auto ticks = static_cast<std::uint16_t>(std::min<std::uint32_t>(in.ticks<"sleep">() + more, 0xffff));
                assert(ticks >= 1 && "check_level() bounds it");
                if (ticks > 1) sleep(machine, static_cast<std::uint16_t>(ticks - 1));
                if (machine.step == program.count) machine.step = 0;
                return;
            }
            if (action.op == Op::go) {
                go(machine, Operands<Op::go>(action).index<"go">());
                machine.step = 0;
                return;
            }
            if (action.op == Op::pick) {
                const Operands<Op::pick> in(action);
                const auto among = static_cast<std::uint32_t>(in.whole<"among">());
                go(machine, static_cast<std::uint8_t>(in.index<"pick">() + enemy_.random.below(among)));
                machine.step = 0;
                return;
            }
            perform(action);
        }
        machine.step = 0;
    }

  private:
    const StateDef& at(std::uint8_t state) const {
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

// An operation or a condition without a case does not compile.
#pragma GCC diagnostic push
#pragma GCC diagnostic error "-Wswitch"

    bool holds(const TransitionDef& way) const {
        switch (way.when) {
            case When::always: return true;
            case When::after: return machine().age >= Operands<When::after>(way).ticks<"after">();
            case When::path_done: return is_path_done(enemy_, step_.level);
            case When::arrived: return enemy_.mover == Mover::hover && enemy_.move_ticks >= enemy_.move_total;
            case When::in_state: {
                const auto [machine, state] = Operands<When::in_state>(way).machine_state<"in_state">();
                assert(machine < kind_.machines.count && "check_level() bounds it");
                return enemy_.machines[machine].state == state;
            }
            case When::armour_below: {
                const Operands<When::armour_below> in(way);
                return is_armour_below(in.index<"part">(), in.whole<"armour_below">());
            }
            case When::part_dead: return is_dead(Operands<When::part_dead>(way).index<"part_dead">());
            case When::parts_dead: return dead_parts() >= Operands<When::parts_dead>(way).whole<"parts_dead">();
            case When::in_sea: return step_.sea.covers(enemy_.at) == Operands<When::in_sea>(way).truth<"in_sea">();
            case When::flag: return ((step_.world.flow.flags >> Operands<When::flag>(way).index<"flag">()) & 1) != 0;
        }
        assert(false && "check_level() refuses other conditions");
        return false;
    }

    void perform(const ActionDef& action) {
        if (is_gone(enemy_)) return;  // an earlier action has ended it
        switch (action.op) {
            case Op::sleep:
            case Op::pick:
            case Op::go: break;  // tick() handles them
            case Op::guns: {
                const Operands<Op::guns> in(action);
                return switch_parts(in.index<"part">(), kGunOn, in.truth<"guns">());
            }
            case Op::beams: {
                const Operands<Op::beams> in(action);
                return switch_parts(in.index<"part">(), kBeamOn, in.truth<"beams">());
            }
            case Op::hatches: {
                const Operands<Op::hatches> in(action);
                return switch_parts(in.index<"part">(), kHatchOn, in.truth<"hatches">());
            }
            case Op::armour: {
                const Operands<Op::armour> in(action);
                return switch_parts(in.index<"part">(), kHardened, !in.truth<"armour">());
            }
            case Op::joint: {
                const Operands<Op::joint> in(action);
                return switch_parts(in.index<"part">(), kJoint, in.truth<"joint">());
            }
            case Op::follow: return follow(Operands<Op::follow>(action));
            case Op::speed: {
                const Operands<Op::speed> in(action);
                enemy_.speed_to = in.units<"speed">();
                enemy_.speed_ticks = in.ticks<"over">();
                if (enemy_.speed_ticks == 0) enemy_.speed = enemy_.speed_to;
                return;
            }
            case Op::hover: {
                const Operands<Op::hover> in(action);
                enemy_.mover = Mover::hover;
                enemy_.from = enemy_.at;
                enemy_.to = in.point<"hover">();
                enemy_.move_ticks = 0;
                enemy_.move_total = in.ticks<"over">();
                return;
            }
            case Op::drift:
                enemy_.mover = Mover::drift;
                enemy_.to = Operands<Op::drift>(action).point<"drift">();
                return;
            case Op::leave:
                enemy_.mover = Mover::leave;
                enemy_.to = Operands<Op::leave>(action).point<"leave">();
                return;
            case Op::floats: {
                const Operands<Op::floats> in(action);
                enemy_.mover = Mover::floats;
                enemy_.to = in.point<"float">();
                enemy_.move_ticks = 0;
                enemy_.move_total = in.ticks<"over">();
                return;
            }
            case Op::fall: {
                const Operands<Op::fall> in(action);
                enemy_.mover = Mover::falls;
                enemy_.to = in.point<"fall">();
                enemy_.from = {{}, in.units<"pull">()};
                return;
            }
            case Op::gun: return choose_gun(Operands<Op::gun>(action));
            case Op::cancel: return cancel_fire(step_, enemy_.id);
            case Op::end: return end_enemy(step_, enemy_);
            case Op::swell: {
                const Operands<Op::swell> in(action);
                return change_sea_late(step_.world.flow, {.swell = in.units<"swell">(),
                                                          .tide = in.units<"tide">(),
                                                          .over = in.ticks<"over">()});
            }
            case Op::anchor: enemy_.mover = Mover::anchor; return;
            case Op::face: return face(action);
            case Op::part_to: {
                const Operands<Op::part_to> in(action);
                assert(in.index<"part">() < enemy_.part_count && "check_level() bounds it");
                Part& part = enemy_.parts[in.index<"part">()];
                part.offset_to = in.point<"part_to">();
                part.offset_ticks = std::max<std::uint16_t>(in.ticks<"over">(), 1);
                return;
            }
            case Op::spawn: {
                const Operands<Op::spawn> in(action);
                return spawn_child(step_, enemy_, in.index<"spawn">(), in.point<"offset">());
            }
            case Op::raise: return raise_flag(step_.world, Operands<Op::raise>(action).index<"raise">());
            case Op::message: {
                const std::int32_t text = Operands<Op::message>(action).whole<"message">();
                step_.emit(EventKind::message, cause_of(enemy_.id, static_cast<std::uint32_t>(text)), enemy_.at, text);
                return;
            }
            case Op::warn: step_.emit(EventKind::warning, cause_of(enemy_.id), enemy_.at); return;
        }
        assert(false && "check_level() refuses other operations, and sleep and go outside a tick");
    }

    void face(const ActionDef& action) {
        assert(action.a < kFacingCount && "check_level() bounds it");
        enemy_.face = static_cast<Facing>(action.a);
        enemy_.turn = 0;
        switch (enemy_.face) {
            case Facing::path: break;
            case Facing::fixed:
                enemy_.heading = Operands<Op::face, Facing::fixed>(action).angle<"face">();
                break;
            case Facing::turning:
                enemy_.turn = Operands<Op::face, Facing::turning>(action).steps<"turn">();
                break;
        }
    }

#pragma GCC diagnostic pop

    void follow(const Operands<Op::follow>& in) {
        const auto path = static_cast<std::size_t>(in.whole<"follow">());
        assert(path < step_.level.path_samples.size() && "check_level() bounds it");
        enemy_.mover = Mover::path;
        enemy_.path = static_cast<std::uint16_t>(path);
        enemy_.along = {};
        enemy_.abreast = {};
        enemy_.from = enemy_.at - step_.level.path_samples[path].points.front();
        if (in.units<"speed">() == Fixed{}) return;
        enemy_.speed = enemy_.speed_to = in.units<"speed">();
        enemy_.speed_ticks = 0;
    }

    /// A gun that is on starts again, with its delay.
    void choose_gun(const Operands<Op::gun>& in) {
        assert(in.index<"part">() < enemy_.part_count && "check_level() bounds it");
        Part& part = enemy_.parts[in.index<"part">()];
        part.gun = static_cast<std::uint8_t>(in.whole<"gun">());
        assert(part.gun < step_.level.guns.size() && "check_level() bounds it");
        if ((part.flags & kGunOn) != 0) start_gun(part, step_.level.guns[part.gun]);
    }

    void switch_parts(std::uint8_t part, PartFlag flag, bool on) {
        assert((part == kNone || part < enemy_.part_count) && "check_level() bounds it");
        for (std::size_t i = 0; i < enemy_.part_count; ++i) {
            if (part == kNone || part == i) switch_part(step_.level, enemy_, i, flag, on);
        }
    }

    bool is_dead(std::size_t part) const {
        assert(part < enemy_.part_count && "check_level() bounds it");
        return (enemy_.parts[part].flags & kPartAlive) == 0;
    }

    std::int32_t dead_parts() const {
        std::int32_t dead = 0;
        for (std::size_t i = 0; i < enemy_.part_count; ++i) dead += is_dead(i) ? 1 : 0;
        return dead;
    }

    bool is_armour_below(std::uint8_t part, std::int32_t permille) const {
        assert(part < enemy_.part_count && "check_level() bounds it");
        const std::int64_t whole = whole_armour(step_.level.parts[std::size_t{kind_.parts.first} + part], enemy_.heat);
        return std::int64_t{enemy_.parts[part].armour} * 1000 < whole * permille;
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
    for (std::size_t i = 0; i < machines && !is_gone(enemy); ++i) {
        ScriptHost host(step, enemy, i);
        run(enemy.machines[i], host);
    }
}

}  // namespace albireo
