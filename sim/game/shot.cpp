#include "sim/game/shot.hpp"

#include <cassert>

#include "sim/game/bullet.hpp"
#include "sim/game/graze.hpp"
#include "sim/game/tuning.hpp"

namespace albireo {
namespace {

static_assert([] {
    for (const auto& forms : kVolleys) {
        for (const Volley& volley : forms) {
            // The bit belongs to this shot while it lives, and afterwards while a report about it may still arrive.
            if (volley.shots * (kShotTicksMax + kLeadTicksMax) / volley.every >= ShotBits::kCount) return false;
        }
    }
    return true;
}());

void move_player_shots(StepContext& step, Slot slot) {
    for (Shot& shot : step.world.shots[index(slot)]) {
        if (is_gone(shot)) continue;
        assert(shot.age < kShotTicksMax && "no shot stays in the field forever");
        if (shot.bend_ticks > 0) {
            shot.speed += shot.bend;
            --shot.bend_ticks;
        }
        shot.at += shot.speed;
        ++shot.age;
        if (shot.age < kShotTicksMax && step.band->is_clear(shot.at)) continue;
        const bool is_drowned = step.sea.covers(shot.at) && drowns(shot);
        if (shot.age < kShotTicksMax && !is_drowned && !has_left_play(step, shot.at)) continue;
        if (is_in_field(shot.at, {})) {
            step.emit(EventKind::shot_stopped, cause_of(slot, shot.number.value), shot.at,
                      static_cast<std::int32_t>(shot.weapon), slot);
        }
        mark_gone(shot);
    }
}

}  // namespace

bool has_left_play(const StepContext& step, Vec2 at) {
    return !is_in_field(at, kShotMargin) || is_rock(step.level, step.moving_walls, at);
}

void move_shots(StepContext& step) {
    for (const Slot slot : kSlots) move_player_shots(step, slot);
    move_enemy_shots(step);
}

}  // namespace albireo
