#include "sim/game/bounce.hpp"

#include <cassert>

#include "sim/game/bullet.hpp"
#include "sim/game/shot.hpp"

namespace albireo {
namespace {

void use_bounce(EnemyShot& shot) {
    assert((shot.flags & kBouncesMask) != 0 && "a bullet that bounces has a bounce left");
    --shot.flags;
}

/// Uses up a bounce, off a surface that runs in this direction.
void reflect(EnemyShot& shot, bool falls, Angle surface) {
    use_bounce(shot);
    if (falls) end_fall(shot);
    shot.heading = surface * 2 - shot.heading;
    head_on(shot);
}

/// A displacement in raw units.
struct Way64 {
    std::int64_t x, y;
};
constexpr Way64 way_from(Vec2 from, Vec2 to) {
    return {std::int64_t{to.x.raw} - from.x.raw, std::int64_t{to.y.raw} - from.y.raw};
}
constexpr std::int64_t cross(Way64 a, Way64 b) {
    return a.x * b.y - a.y * b.x;
}

/// An edge of rock that a bullet has crossed in its last tick.
struct Crossing {
    Angle edge;
    Vec2 motion;  // of its wall in that tick, relative to the scenery
    bool is_met;  // the bullet flies into it; false: the wall has caught up with the bullet
};

/// The first edge of rock that a bullet has crossed on the line from `from` to `to`; of two edges crossed at the same
/// point, the first in the level's order. False if it has crossed none.
///
/// Bounds: positions are at most 128 units from the middle of the field, a tile's points 1 024 from its entry, the ends of
/// an edge 256 apart on each axis, and the way, including the motion of scenery and wall, 832. So products stay below 2^53
/// and `scale` below 2^51, and there is room for a share of 2^12.
bool find_crossing(const StepContext& step, Vec2 from, Vec2 to, Vec2 speed, Crossing& crossing) {
    constexpr int kShareBits = 12;  // a share is the fraction of the way that lies before the edge
    std::int64_t first = std::int64_t{1} << (kShareBits + 1);
    for_each_wall(step.world.scroll, step.level, step.moving_walls, [&](const WallDef& wall, Vec2 delta, Vec2 motion) {
        // In the coordinates of the wall.
        const Vec2 start = from + motion - delta;
        const Way64 way = way_from(start, to - delta);
        const Range points = wall.points;
        assert(points.count >= 3 && "a wall is a polygon");
        Vec2 p = step.level.points[points.first + points.count - std::size_t{1}];
        for (std::size_t i = 0; i < points.count; ++i) {
            const Vec2 q = step.level.points[points.first + i];
            const Way64 edge = way_from(p, q);
            const Way64 to_edge = way_from(start, p);
            p = q;
            std::int64_t scale = cross(way, edge);
            if (scale == 0) continue;
            const std::int64_t sign = scale < 0 ? -1 : 1;
            scale *= sign;
            const std::int64_t along_way = cross(to_edge, edge) * sign;
            const std::int64_t along_edge = cross(to_edge, way) * sign;
            if (along_way < 0 || along_way > scale || along_edge < 0 || along_edge > scale) continue;
            const std::int64_t share = along_way * (std::int64_t{1} << kShareBits) / scale;
            if (share >= first) continue;
            first = share;
            crossing = {direction_of(Vec2{Fixed{wrap32(edge.x)}, Fixed{wrap32(edge.y)}}), motion,
                        cross({speed.x.raw, speed.y.raw}, edge) * sign > 0};
        }
    });
    return first <= std::int64_t{1} << kShareBits;
}

}  // namespace

void bounce_off_edge(EnemyShot& shot, bool falls) {
    constexpr Angle kUpright = Angle::degrees(90);
    const bool leaves_x = shot.at.x.raw < 0 ? shot.at.x < -kFieldHalfWidth && shot.speed.x.raw < 0
                                            : shot.at.x >= kFieldHalfWidth && shot.speed.x.raw > 0;
    if (leaves_x) reflect(shot, falls, kUpright);
    const bool leaves_y = shot.at.y.raw < 0 ? shot.at.y < -kFieldHalfHeight && shot.speed.y.raw < 0
                                            : shot.at.y >= kFieldHalfHeight && shot.speed.y.raw > 0;
    if (leaves_y && (shot.flags & kBouncesMask) != 0) reflect(shot, falls, {});
}

bool bounce_off_rock(const StepContext& step, EnemyShot& shot, bool falls) {
    const Vec2 before = shot.at - shot.speed - step.world.scroll.moved;
    Crossing crossing;
    if (!find_crossing(step, before, shot.at, shot.speed, crossing)) return false;
    if (crossing.is_met) {
        reflect(shot, falls, crossing.edge);
    } else {
        use_bounce(shot);
    }
    shot.at = before + crossing.motion;
    return !has_left_play(step, shot.at);
}

}  // namespace albireo
