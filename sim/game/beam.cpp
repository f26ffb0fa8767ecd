#include "sim/game/beam.hpp"

#include <algorithm>
#include <cassert>

#include "sim/game/heat.hpp"
#include "sim/game/player.hpp"

namespace albireo {
namespace {

struct BeamContext {
    StepContext& step;
    const Enemy& enemy;
    Part& part;
    const BeamDef& beam;
    std::uint8_t index;  // of the part

    std::uint64_t cause() const { return cause_of(enemy.id, index); }
};

void begin_rest(BeamContext& c) {
    c.part.beam_wait = heated_rest(c.beam.rest, c.enemy.heat);
}

void begin_warning(BeamContext& c) {
    assert(c.part.beam_wait == 0 && "a beam rests to the end before it warns");
    c.part.beam_wait = c.beam.telegraph;
    c.part.beam_turn = {};
    if (c.beam.aimed != 0) {
        const Slot target = aim_target(c.step.world, c.enemy.age / 64 + c.enemy.id.spawn);
        c.part.beam_turn = direction_of(lagged_place(c.step.world, target) - c.part.at) - c.enemy.heading;
    }
    c.step.emit(EventKind::beam_warns, c.cause(), c.part.at);
}

void begin_burn(BeamContext& c) {
    assert(c.part.beam_wait == 0 && "no beam burns before its whole warning has been seen");
    c.part.beam_wait = std::max<std::uint16_t>(c.beam.burn, 1);
    c.step.emit(EventKind::beam_burns, c.cause(), c.part.at);
}

void pass(BeamContext& c, Machine&) {
    if (c.part.beam_wait > 0) --c.part.beam_wait;
}

void sweep(BeamContext& c, Machine& machine) {
    pass(c, machine);
    c.part.beam_turn = c.part.beam_turn + Angle::from_raw(c.beam.sweep);
}

bool has_passed(const BeamContext& c) {
    return c.part.beam_wait == 0;
}

// A rest or a telegraph of length 0 is passed within the tick; a beam burns for at least one tick.
constexpr auto kPhases = machine_table<BeamContext>({
    {"rests", {begin_rest, pass}, {{{"warns", has_passed}}}},
    {"warns", {begin_warning, pass}, {{{"burns", has_passed}}}},
    {"burns", {begin_burn, sweep}, {{{"rests", has_passed}}}},
});
static_assert(kPhases.state("rests") == static_cast<std::uint8_t>(BeamPhase::rests));
static_assert(kPhases.state("warns") == static_cast<std::uint8_t>(BeamPhase::warns));
static_assert(kPhases.state("burns") == static_cast<std::uint8_t>(BeamPhase::burns));

/// Adds the beam and its copies, evenly to either side of it.
void add_copies(StepContext& step, const Beam& middle, const BeamDef& beam) {
    const Vec2 aside = beam.copies > 1 ? polar(direction_of(middle.tip - middle.from) + Angle::degrees(90), beam.pitch) : Vec2{};
    for (std::int32_t i = 0; i < beam.copies; ++i) {
        const Vec2 off = aside * (2 * i - (beam.copies - 1)) / 2;
        Beam copy = middle;
        copy.copy = static_cast<std::uint8_t>(i);
        copy.from += off;
        copy.bend += off;
        copy.tip += off;
        step.world.beams.add(copy);
    }
}

}  // namespace

void start_beam(Part& part, const BeamDef& beam) {
    part.beam_phase = BeamPhase::rests;
    part.beam_wait = beam.delay;
}

void stop_beam(Part& part) {
    part.beam_phase = BeamPhase::rests;
}

void run_beam(StepContext& step, Enemy& enemy, std::size_t index, std::uint8_t def) {
    assert(index < enemy.part_count && "a beam belongs to a part of its enemy");
    assert(def < step.level.beams.size() && "a beam that is on has a definition");
    const BeamDef& beam = step.level.beams[def];
    Part& part = enemy.parts[index];
    assert((part.flags & kPartAlive) != 0 && "a beam dies with its part");
    BeamContext context{step, enemy, part, beam, static_cast<std::uint8_t>(index)};
    TableHost host(kPhases, context);
    run_state(part.beam_phase, host);
    if (part.beam_phase == BeamPhase::rests) return;

    const std::uint8_t link = beam.link;
    assert((link == kNone || link < enemy.part_count) && "check_level() bounds it");
    if (link != kNone && (enemy.parts[link].flags & kPartAlive) == 0) return;  // a tripwire needs both its ends
    Beam shown{};
    shown.owner = enemy.id;
    shown.part = static_cast<std::uint8_t>(index);
    shown.def = def;
    shown.burning = part.beam_phase == BeamPhase::burns ? 1 : 0;
    shown.left = part.beam_wait;
    shown.from = beam.in_field != 0 ? beam.at : part.at;
    const Angle turn = beam.in_field != 0 ? part.beam_turn : enemy.heading + part.beam_turn;
    if (beam.curved != 0) {
        shown.bend = shown.from + rotated(beam.bend, turn);
        shown.tip = shown.from + rotated(beam.tip, turn);
    } else {
        const Vec2 along = link != kNone ? enemy.parts[link].at - shown.from : polar(turn + beam.angle, beam.reach);
        shown.bend = shown.from + along / 2;
        shown.tip = shown.from + along;
    }
    add_copies(step, shown, beam);
}

}  // namespace albireo
