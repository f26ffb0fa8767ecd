#include "sim/game/path.hpp"

#include <cassert>

namespace albireo {
namespace {

constexpr Angle kHalfTurn{32768};  // models face −x, so an enemy of heading 0 flies left

void ease_speed(Enemy& enemy) {
    if (enemy.speed_ticks == 0) return;
    enemy.speed += (enemy.speed_to - enemy.speed) / enemy.speed_ticks;
    if (--enemy.speed_ticks == 0) enemy.speed = enemy.speed_to;
}

void follow_path(Enemy& enemy, const Level& level) {
    assert(enemy.path < level.path_samples.size() && "an enemy follows a path of the level");
    ease_speed(enemy);
    enemy.along += enemy.speed;
    const PathPoint point = point_on(level.path_samples[enemy.path], enemy.along);
    enemy.at = point.at + enemy.from;
    if (enemy.abreast.raw != 0) enemy.at += perpendicular(point.direction) * enemy.abreast;
    if (enemy.face == Facing::path) enemy.heading = direction_of(point.direction) + kHalfTurn;
}

/// Eased by 3w² − 2w³, so it starts and ends at rest.
void hover(Enemy& enemy) {
    if (enemy.move_ticks < enemy.move_total) ++enemy.move_ticks;
    const Fixed w = enemy.move_total == 0 ? 1_u : Fixed::ratio(enemy.move_ticks, enemy.move_total);
    assert(w >= 0_u && w <= 1_u && "a hover stays between its ends");
    enemy.at = mix(enemy.from, enemy.to, w * w * (3_u - w * 2));
}

/// Rides the surface. Where there is no sea, the enemy keeps its height.
void ride(const StepContext& step, Enemy& enemy) {
    enemy.at.x += enemy.to.x - step.world.scroll.moved.x;
    const Fixed surface = step.sea.height(enemy.at.x);
    if (surface == Sea::kDry) return;
    const Fixed way = surface + enemy.to.y - enemy.at.y;
    const std::int32_t left = enemy.move_total - enemy.move_ticks;
    enemy.at.y += left > 0 ? way / left : way;
    if (left > 0) ++enemy.move_ticks;
}

void leap(Enemy& enemy) {
    enemy.to.y = clamp(enemy.to.y - enemy.from.y, -kSpeedMax, kSpeedMax);
    enemy.at += enemy.to;
}

}  // namespace

PathPoint point_on(const PathSamples& path, Fixed along) {
    assert(path.points.size() >= 2 && "derive() makes at least two samples, kPathStep apart");
    const auto last = static_cast<std::int32_t>(path.points.size()) - 2;
    std::int32_t i = along.raw < 0 ? 0 : along.raw / kPathStep.raw;
    if (i > last) i = last;
    const Vec2 a = path.points[static_cast<std::size_t>(i)];
    const Vec2 b = path.points[static_cast<std::size_t>(i) + 1];
    const Fixed rest = along - kPathStep * i;
    static_assert(kPathStep.raw * 4 == Fixed::kOneRaw);
    const Vec2 direction = (b - a) * 4;
    return {a + direction * rest, direction};
}

bool is_path_done(const Enemy& enemy, const Level& level) {
    return enemy.mover == Mover::path && enemy.along >= level.path_samples[enemy.path].length;
}

void move_enemy(StepContext& step, Enemy& enemy) {
    switch (enemy.mover) {
        case Mover::none: break;
        case Mover::path: follow_path(enemy, step.level); break;
        case Mover::hover: hover(enemy); break;
        case Mover::drift:
        case Mover::leave: enemy.at += enemy.to; break;
        case Mover::anchor: enemy.at -= step.world.scroll.moved; break;
        case Mover::floats: ride(step, enemy); break;
        case Mover::falls: leap(enemy); break;
    }
    if (enemy.face == Facing::turning) enemy.heading = enemy.heading + Angle::from_raw(enemy.turn);
}

}  // namespace albireo
