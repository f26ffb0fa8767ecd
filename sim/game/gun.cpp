#include "sim/game/gun.hpp"

#include <cassert>

#include "sim/game/bullet.hpp"
#include "sim/game/heat.hpp"
#include "sim/game/player.hpp"
#include "sim/game/shot.hpp"
#include "sim/game/tuning.hpp"
#include "sim/level/bullet_rules.hpp"

namespace albireo {
namespace {

constexpr Angle kLeft = Angle::degrees(180);

/// A salvo that is being fired.
struct Salvo {
    StepContext& step;
    Enemy& enemy;
    const Part& part;
    const GunDef& gun;
    std::uint8_t index;  // of the gun
    bool draws;          // its shots have dice

    /// Fires the shots of one place: one, or a stack of several speeds. Shot numbers are counted and dice are drawn
    /// even if nothing is fired: from a dead part, in the hole of a curtain, or because the pool is full.
    void fire(std::int32_t place, Vec2 at, Angle angle, bool is_fired = true) {
        for (std::int32_t i = 0; i < gun.stack; ++i) {
            ++enemy.shots;
            std::uint16_t dice = static_cast<std::uint16_t>(place * gun.hold);
            if (draws) dice = static_cast<std::uint16_t>(enemy.random.below(65536));
            if (!is_fired || (part.flags & kPartAlive) == 0) continue;
            EnemyShot shot{};
            shot.at = at;
            shot.owner = enemy.id;
            shot.number = static_cast<std::uint16_t>(enemy.shots);
            shot.gun = index;
            shot.pace = gun.speed + gun.stack_speed * i;
            shot.heading = angle;
            shot.dice = dice;
            start_bullet(step, shot);
            step.world.enemy_shots.add(shot);
        }
    }
};

Angle random_within(Random& random, Angle spread) {
    const auto half = static_cast<std::int32_t>(spread.raw) / 2;
    return Angle::from_raw(random.between(-half, half));
}

/// A vertical row, centred on the part. The height of its hole is in field coordinates and does not depend on the part.
void fire_curtain(Salvo& salvo) {
    const GunDef& gun = salvo.gun;
    Fixed hole = gun.hole_at;
    if (gun.hole_is_drawn != 0) {
        // Far enough from the border that a ship can reach all of the hole.
        const std::int32_t most = (kFieldHalfHeight - kShipEdge - gun.hole / 2).raw;
        assert(most > 0 && "check_level(): the hole of a curtain fits the field");
        hole = Fixed{salvo.enemy.random.between(-most, most)};
    }
    for (std::int32_t i = 0; i < gun.count; ++i) {
        const Vec2 at = salvo.part.at + Vec2{{}, gun.pitch * (2 * i - (gun.count - 1)) / 2};
        const bool is_in_hole = abs(at.y - hole) * 2 < gun.hole;
        salvo.fire(i, at, kLeft, !is_in_hole && is_in_field(at, {}));
    }
}

/// The angle by which a gun swings to and fro.
Angle swing_of(const GunDef& gun, std::uint32_t age) {
    if (gun.period == 0) return {};
    const Angle phase = Angle::from_raw(std::int64_t{age % gun.period} * 65536 / gun.period);
    return Angle::from_raw((Fixed{gun.swing.raw} * sine(phase)).raw);
}

void fire_salvo(StepContext& step, Enemy& enemy, Part& part, std::uint8_t index) {
    const GunDef& gun = step.level.guns[index];
    [[maybe_unused]] const std::uint32_t shots_before = enemy.shots;
    // Heat adds no shots to a curtain, whose difficulty is its hole, nor to a held salvo, whose last shots would be held too long.
    const bool is_curtain = gun.pattern == Pattern::curtain;
    const std::int32_t count = is_curtain || gun.hold != 0 ? gun.count : heated(gun.count, enemy.heat, kHeatShots);
    const std::int32_t shots = count * gun.stack;
    Salvo salvo{step, enemy, part, gun, index, gun.bullet != kNone && step.level.bullets[gun.bullet].draws != 0};
    Angle middle = gun.angle + enemy.heading;
    if (gun.pattern == Pattern::aimed || gun.pattern == Pattern::aimed_cone) {
        const Slot target = aim_target(step.world, enemy.shots / static_cast<std::uint32_t>(shots) + enemy.id.spawn);
        middle = direction_of(lagged_place(step.world, target) - part.at) + gun.angle;
    }
    middle = middle + swing_of(gun, enemy.age);
    if (is_curtain) fire_curtain(salvo);
    for (std::int32_t i = 0; i < count && !is_curtain; ++i) {
        Angle angle = middle;
        switch (gun.pattern) {
            case Pattern::forward:
            case Pattern::aimed:
                if (count > 1) {
                    const std::int32_t place = 2 * i - (count - 1);
                    angle = middle + Angle::from_raw(gun.spread.raw * place / (2 * (count - 1)));
                }
                break;
            case Pattern::ring:
            case Pattern::spiral: angle = middle + part.spin + Angle::from_raw(65536 * i / count); break;
            case Pattern::cone:
            case Pattern::aimed_cone: angle = middle + random_within(enemy.random, gun.spread); break;
            case Pattern::curtain: break;
        }
        salvo.fire(i, part.at, angle);
    }
    assert(enemy.shots == shots_before + static_cast<std::uint32_t>(shots) && "every shot has its number, even if it is never seen");
    if (gun.pattern == Pattern::spiral) part.spin = part.spin + gun.spin;
    if ((part.flags & kPartAlive) == 0) return;
    step.emit(EventKind::enemy_fired, cause_of(enemy.id, enemy.shots), part.at, shots);
}

/// A gun fires only while its part is in the field. A curtain must also be in sight for long enough.
bool may_fire(const Level& level, const GunDef& gun, const Part& part) {
    if (!is_in_field(part.at, {})) return false;
    return gun.pattern != Pattern::curtain || part.at.x >= kHoleLine + fastest_shot(level, gun) * kHoleTicks;
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
    if (may_fire(step.level, gun, part)) fire_salvo(step, enemy, part, index);
    if (part.gun_salvos > 1) {
        --part.gun_salvos;
        part.gun_wait = static_cast<std::uint16_t>(gun.burst_gap - 1);
    } else {
        part.gun_salvos = gun.burst;
        part.gun_wait = static_cast<std::uint16_t>(heated_rest(gun.rest, enemy.heat) - 1);
    }
}

}  // namespace albireo
