#include "sim/game/beam.hpp"

#include "sim/game/player.hpp"

namespace albireo {
namespace {

enum Phase : std::uint8_t { kRests = 0, kWarns = 1, kBurns = 2 };

void enter_next_phase(StepContext& step, Enemy& enemy, std::size_t index, const BeamDef& beam) {
    Part& part = enemy.parts[index];
    const std::uint64_t cause = cause_of(enemy.id, static_cast<std::uint32_t>(index));
    switch (part.beam_phase) {
        case kRests:
            part.beam_phase = kWarns;
            part.beam_wait = beam.telegraph;
            part.beam_turn = {};
            if (beam.aimed != 0) {
                const Slot target = aim_target(step.world, enemy.age / 64 + enemy.id.spawn);
                part.beam_turn = direction_of(lagged_place(step.world, target) - part.at) - enemy.heading;
            }
            step.tell(EventKind::beam_warns, cause, part.at);
            break;
        case kWarns:
            part.beam_phase = kBurns;
            part.beam_wait = beam.burn;
            step.tell(EventKind::beam_burns, cause, part.at);
            break;
        default:
            part.beam_phase = kRests;
            part.beam_wait = beam.rest;
            break;
    }
}

}  // namespace

void start_beam(Part& part, const BeamDef& beam) {
    part.beam_phase = kRests;
    part.beam_wait = beam.delay;
}

void run_beam(StepContext& step, Enemy& enemy, std::size_t index, std::uint8_t def) {
    const BeamDef& beam = step.level.beams[def];
    Part& part = enemy.parts[index];
    if (part.beam_wait > 0) {
        --part.beam_wait;
    } else {
        // On to the next phase that lasts at least a tick; this tick is its first. A beam burns for one at the least.
        do enter_next_phase(step, enemy, index, beam);
        while (part.beam_wait == 0 && part.beam_phase != kBurns);
        if (part.beam_wait > 0) --part.beam_wait;
    }
    if (part.beam_phase == kRests) return;
    if (part.beam_phase == kBurns) part.beam_turn = part.beam_turn + Angle::from_raw(beam.sweep);

    Beam shown{};
    shown.owner = enemy.id;
    shown.part = static_cast<std::uint8_t>(index);
    shown.def = def;
    shown.burning = part.beam_phase == kBurns ? 1 : 0;
    shown.left = part.beam_wait;
    shown.from = part.at;
    const Angle turn = enemy.heading + part.beam_turn;
    if (beam.curved != 0) {
        shown.bend = part.at + rotated(beam.bend, turn);
        shown.tip = part.at + rotated(beam.tip, turn);
    } else {
        const Vec2 along = polar(turn + beam.angle, beam.reach);
        shown.bend = part.at + along / 2;
        shown.tip = part.at + along;
    }
    step.world.beams.add(shown);
}

}  // namespace albireo
