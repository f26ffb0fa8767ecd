#include "client/app/inspector/sweep_bench.hpp"

#include <cmath>

namespace albireo::app {
namespace {

using collide::Vec2;
using collide::Vec3;
using Shape = SweepBench::Shape;

constexpr float kRadius = 1, kHalf = 1.5F;  // of round shapes; half length of long ones
constexpr float kHigh = 1;                  // half height of boxes and polygons
constexpr float kDeep = 4;                  // how far flat shapes extend out of the plane of play
constexpr float kPlaneDrawn = 40;

constexpr SweepBench::Pair kPairs[] = {{Shape::sphere, Shape::sphere, "sphere, sphere"},
                                       {Shape::sphere, Shape::point, "sphere, point"},
                                       {Shape::sphere, Shape::edge, "sphere, edge"},
                                       {Shape::sphere, Shape::capsule, "sphere, capsule"},
                                       {Shape::sphere, Shape::plane, "sphere, plane"},
                                       {Shape::sphere, Shape::polygon, "sphere, polygon"},
                                       {Shape::capsule, Shape::point, "capsule, point"},
                                       {Shape::capsule, Shape::sphere, "capsule, sphere"},
                                       {Shape::capsule, Shape::edge, "capsule, edge"},
                                       {Shape::capsule, Shape::capsule, "capsule, capsule"},
                                       {Shape::capsule, Shape::polygon, "capsule, polygon"},
                                       {Shape::box, Shape::point, "box, point"},
                                       {Shape::box, Shape::edge, "box, edge"},
                                       {Shape::box, Shape::polygon, "box, polygon"},
                                       {Shape::box, Shape::box, "box, box"}};

Vec2 turned(Vec2 v, float angle) {
    return {v.x * std::cos(angle) - v.y * std::sin(angle), v.x * std::sin(angle) + v.y * std::cos(angle)};
}
Vec3 flat(Vec2 v) {
    return {v.x, v.y, 0};
}

/// A wall perpendicular to the plane of play: a rectangle through its line, seen edge on.
struct Wall {
    Wall(Vec2 at, float angle) {
        const Vec2 half = turned({kHalf, 0}, angle);
        const Vec2 a = {at.x - half.x, at.y - half.y}, b = {at.x + half.x, at.y + half.y};
        corners = {{{a.x, a.y, -kDeep}, {b.x, b.y, -kDeep}, {b.x, b.y, kDeep}, {a.x, a.y, kDeep}}};
    }
    std::array<Vec3, 4> corners;
};

collide::Transform pose_of(Vec2 at, float angle) {
    return math::transform(math::turn({0, 0, 1}, angle), flat(at));
}

}  // namespace

std::span<const SweepBench::Pair> SweepBench::pairs() {
    return kPairs;
}

std::optional<collide::Hit> SweepBench::solve() const {
    const Pair& asked = kPairs[pair];
    const Vec3 move = flat({to.x - from.x, to.y - from.y});
    const Vec2 along = turned({kHalf, 0}, angle);
    const auto a = [&](Vec2 at) { return flat({at.x - along.x, at.y - along.y}); };
    const auto b = [&](Vec2 at) { return flat({at.x + along.x, at.y + along.y}); };
    const collide::Sphere ball{flat(still), kRadius};
    const collide::Segment edge{a(still), b(still)};
    const collide::Capsule rod{a(still), b(still), kRadius};
    const Wall wall(still, angle);
    const collide::Polygon polygon{wall.corners};
    const auto hull = collide::Polyhedron::box({kHalf, kHigh, kHigh});
    const auto with_round = [&](const auto& moving) -> std::optional<collide::Hit> {
        switch (asked.still) {
            case Shape::point:
                return sweep(moving, move, flat(still));
            case Shape::sphere:
                return sweep(moving, move, ball);
            case Shape::edge:
                return sweep(moving, move, edge);
            case Shape::capsule:
                return sweep(moving, move, rod);
            default:
                return sweep(moving, move, polygon);
        }
    };
    switch (asked.moving) {
        case Shape::sphere: {
            const collide::Sphere moving{flat(from), kRadius};
            if (asked.still != Shape::plane) return with_round(moving);
            const Vec2 normal = turned({0, 1}, angle);
            return sweep(moving, move, collide::Plane{flat(normal), normal.x * still.x + normal.y * still.y});
        }
        case Shape::capsule:
            return with_round(collide::Capsule{a(from), b(from), kRadius});
        default:
            break;
    }
    const collide::Transform pose = pose_of(from, angle), other = pose_of(still, angle);
    if (asked.still == Shape::point) return sweep(hull, pose, move, flat(still));
    if (asked.still == Shape::edge) return sweep(hull, pose, move, edge);
    if (asked.still == Shape::polygon) return sweep(hull, pose, move, polygon);
    return sweep(hull, pose, move, hull, other);
}

SweepBench::Outline SweepBench::outline(Shape shape, Vec2 at) const {
    Outline out;
    const Vec2 along = turned({kHalf, 0}, angle), across = turned({0, kHigh}, angle);
    const auto place = [&](float u, float v) {
        return Vec2{at.x + u * along.x + v * across.x, at.y + u * along.y + v * across.y};
    };
    switch (shape) {
        case Shape::point:
            out.circles.push_back({at, 0});
            break;
        case Shape::sphere:
            out.circles.push_back({at, kRadius});
            break;
        case Shape::edge:
        case Shape::polygon:
            out.lines.push_back({place(-1, 0), place(1, 0)});
            break;
        case Shape::capsule:
            out.circles = {{place(-1, 0), kRadius}, {place(1, 0), kRadius}};
            out.lines = {{{place(-1, kRadius), place(1, kRadius)}}, {{place(-1, -kRadius), place(1, -kRadius)}}};
            break;
        case Shape::plane:
            out.lines.push_back({place(-kPlaneDrawn, 0), place(kPlaneDrawn, 0)});
            break;
        case Shape::box:
            out.lines = {{{place(-1, -1), place(1, -1)}},
                         {{place(1, -1), place(1, 1)}},
                         {{place(1, 1), place(-1, 1)}},
                         {{place(-1, 1), place(-1, -1)}}};
            break;
    }
    return out;
}

}  // namespace albireo::app
