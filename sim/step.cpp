#include "sim/step.hpp"

#include <cassert>

#include "sim/game/context.hpp"
#include "sim/game/deck.hpp"
#include "sim/game/enemy.hpp"
#include "sim/game/flow.hpp"
#include "sim/game/player.hpp"
#include "sim/game/practice.hpp"
#include "sim/game/report.hpp"
#include "sim/game/score.hpp"
#include "sim/game/scroll.hpp"
#include "sim/game/shot.hpp"
#include "sim/game/sweep.hpp"
#include "sim/level/section.hpp"
#include "sim/snapshot.hpp"

namespace albireo {
namespace {

using System = void (*)(StepContext&);

struct NamedSystem {
    std::string_view name;
    System run;
    bool always = false;  // also while the world is paused
};

/// One tick, in order. Reports refer to the previous tick, so they come first. A tick runs or is paused as a whole; the
/// flow of the previous tick decides. A pause that begins in a tick stops the next one, so no tick is applied by half.
constexpr std::array<NamedSystem, kSystems.size()> kStep = {{
    {"apply_reports", apply_reports},
    {"run_flow", run_flow, true},
    {"advance_scroll", advance_scroll},
    {"run_cues", run_cues},
    {"move_ships", move_ships},
    {"move_enemies", move_enemies},
    {"move_shots", move_shots},
    {"settle_score", settle_score},
    {"sweep", sweep},
}};
static_assert([] {
    for (std::size_t i = 0; i < kStep.size(); ++i) {
        if (kStep[i].name != kSystems[i]) return false;
    }
    return true;
}());

template <class Probe>
void run_step(World& world, const Level& level, const FramePair& frames, Events& events, Probe&& probe) {
    StepContext context{world, level, frames, events};
    context.moving = flow_state(world) == FlowState::playing;
    for (std::size_t i = 0; i < kStep.size(); ++i) {
        if (context.moving || kStep[i].always) kStep[i].run(context);
        probe(i);
    }
    if (context.moving) ++world.clock;
    ++world.tick;
    assert(is_sound(world, level) && "a step leads from a sound world to a sound one");
}

}  // namespace

void init(World& world, const Level& level, const GameSetup& setup) {
    world = World{};
    // The clock starts high enough that the tick kAimLagTicks ago is already a valid index of the trail.
    world.clock = Tick{kTrailTicks};
    world.random = Random::seed(setup.seed * 2654435761u + 1, setup.seed ^ 0x9e3779b9u);
    world.flow.players = setup.players & 3;
    for (const Slot slot : kSlots) init_ship(world, slot, (setup.players >> index(slot)) & 1);
    shuffle_deck(world, level, setup.seed);
    place_first_tiles(world, level);
    assert((!setup.carry || setup.section == 0) && "nothing is carried into practice");
    if (setup.carry) apply_carry(world, *setup.carry);
    if (setup.section == 0) return;
    assert(is_start(level, {setup.section, setup.phase}) && "practice begins in a section of the level, or in a phase of its boss");
    world.flow.practice = 1;
    Events nobody_hears;
    FramePair nobody_steers{};
    for (Frame& frame : nobody_steers) frame.buttons = kAbsent;
    StepContext context{world, level, nobody_steers, nobody_hears};
    skip_to_section(context, setup.section);
    if (setup.phase != 0) skip_to_phase(context, setup.section, setup.phase);
    assert(is_sound(world, level) && "practice begins with a sound world");
}

void step(World& world, const Level& level, const FramePair& frames, Events& events) {
    run_step(world, level, frames, events, [](std::size_t) {});
}

void step_probed(World& world, const Level& level, const FramePair& frames, Events& events, SystemProbe probe,
                 void* context) {
    run_step(world, level, frames, events, [&](std::size_t system) { probe(context, system, world); });
}

Outcome outcome_of(const World& world) {
    switch (static_cast<FlowState>(world.flow.machine.state)) {  // not flow_state(): any world has an outcome
        case FlowState::cleared: return Outcome::cleared;
        case FlowState::ended: return Outcome::over;
        default: return Outcome::playing;
    }
}

bool is_paused(const World& world) { return flow_state(world) == FlowState::paused; }
bool is_over(const World& world) { return flow_state(world) == FlowState::over; }

}  // namespace albireo
