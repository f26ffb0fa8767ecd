#include "sim/game/gun.hpp"

#include <cassert>

#include "sim/game/player.hpp"
#include "sim/game/shot.hpp"

namespace albireo {
namespace {

void add_shot(StepContext& step, Enemy& enemy, const Part& part, std::uint8_t gun, Angle angle) {
    ++enemy.shots;
    if ((part.flags & kPartAlive) == 0) return;
    EnemyShot shot{};
    shot.at = part.at;
    shot.speed = polar(angle, step.level.guns[gun].speed);
    shot.owner = enemy.id;
    shot.number = static_cast<std::uint16_t>(enemy.shots);
    shot.gun = gun;
    step.world.enemy_shots.add(shot);
}

Angle random_within(Random& random, Angle spread) {
    const auto half = static_cast<std::int32_t>(spread.raw) / 2;
    return Angle::from_raw(random.between(-half, half));
}

void fire_salvo(StepContext& step, Enemy& enemy, Part& part, std::uint8_t index) {
    const GunDef& gun = step.level.guns[index];
    [[maybe_unused]] const std::uint32_t shots_before = enemy.shots;
    Angle middle = gun.angle + enemy.heading;
    if (gun.pattern == Pattern::aimed || gun.pattern == Pattern::aimed_cone) {
        const Slot target = aim_target(step.world, enemy.shots / gun.count + enemy.id.spawn);
        middle = direction_of(lagged_place(step.world, target) - part.at) + gun.angle;
    }
    for (std::int32_t i = 0; i < gun.count; ++i) {
        Angle angle = middle;
        switch (gun.pattern) {
            case Pattern::forward:
            case Pattern::aimed:
                if (gun.count > 1) {
                    const std::int32_t place = 2 * i - (gun.count - 1);
                    angle = middle + Angle::from_raw(gun.spread.raw * place / (2 * (gun.count - 1)));
                }
                break;
            case Pattern::ring:
            case Pattern::spiral: angle = middle + part.spin + Angle::from_raw(65536 * i / gun.count); break;
            case Pattern::cone:
            case Pattern::aimed_cone: angle = middle + random_within(enemy.random, gun.spread); break;
        }
        add_shot(step, enemy, part, index, angle);
    }
    assert(enemy.shots == shots_before + gun.count && "every shot has its number, even if it is never seen");
    if (gun.pattern == Pattern::spiral) part.spin = part.spin + gun.spin;
    if ((part.flags & kPartAlive) == 0) return;
    step.tell(EventKind::enemy_fired, cause_of(enemy.id, enemy.shots), part.at, gun.count);
}

}  // namespace

void start_gun(Part& part, const GunDef& gun) {
    assert(gun.burst >= 1 && gun.burst_gap >= 1 && gun.rest >= 1 && "a gun waits at least a tick between two salvos");
    part.gun_wait = gun.delay;
    part.gun_salvos = gun.burst;
}

void run_gun(StepContext& step, Enemy& enemy, Part& part, std::uint8_t index) {
    assert(index < step.level.guns.size() && "a gun that is on has a definition");
    assert((part.flags & kGunOn) != 0 && "a gun that is off neither counts nor draws");
    if (part.gun_wait > 0) {
        --part.gun_wait;
        return;
    }
    const GunDef& gun = step.level.guns[index];
    if (is_in_field(part.at, {})) fire_salvo(step, enemy, part, index);
    if (part.gun_salvos > 1) {
        --part.gun_salvos;
        part.gun_wait = static_cast<std::uint16_t>(gun.burst_gap - 1);
    } else {
        part.gun_salvos = gun.burst;
        part.gun_wait = static_cast<std::uint16_t>(gun.rest - 1);
    }
}

}  // namespace albireo
