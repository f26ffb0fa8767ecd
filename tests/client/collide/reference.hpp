/// The slow truth: double precision, every triangle, no tree, and other formulas than the library's own.
#pragma once

#include <cstddef>
#include <optional>

#include "client/collide/shapes.hpp"
#include "tests/client/collide/scenes.hpp"

namespace albireo::collide::reference {

/// How many queries a test asks: `full` with ALBIREO_FULL=1, else `usual`; under a sanitizer a tenth of that, but not below 50.
int queries(int usual, int full);

double point_triangle(const Vec3d& p, const Triangle& t);
double segment_segment(const Vec3d& a0, const Vec3d& a1, const Vec3d& b0, const Vec3d& b1);
double segment_triangle(const Vec3d& a, const Vec3d& b, const Triangle& t);
/// With every side of the box moved out by `grow`.
bool box_triangle(const Box& box, const Triangle& t, double grow);
/// Where a segment crosses a triangle, with how far inside its border (negative outside).
struct Crossing {
    double t, inside;
};
std::optional<Crossing> crossing(const Segment& s, const Triangle& t);

/// The distance from the surface to a point and to a segment; nothing nearer than `within` is `within`.
double distance(const scenes::Model& m, const Vec3d& p, double within);
double distance(const scenes::Model& m, const Vec3d& a, const Vec3d& b, double within);

/// When two convex things first come within `reach` of each other, by stepping as far as the distance allows.
/// `gap(move)` is the distance between them after the first has moved by it, 0 where they overlap.
/// `least` is the smallest gap met on the way, less the reach: a touch when at most 0.
struct Touch {
    double t, least;
};
template <class Gap>
Touch advance(const Gap& gap, const Vec3d& d, double reach) {
    const double speed = math::length(d);
    Touch out{2, 1e30};
    double at = 0;
    for (int step = 0; step < 300; ++step) {
        const double apart = gap(d * at) - reach;
        out.least = apart < out.least ? apart : out.least;
        if (apart <= 1e-8) {
            out.t = at;
            return out;
        }
        if (speed == 0 || at >= 1) return out;
        at = at + apart / speed < 1 ? at + apart / speed : 1;
    }
    return out;  // crept along a graze: a miss, by `least`
}

/// Convex polygons and polyhedra as their triangles.
double triangle_triangle(const Triangle& s, const Vec3d& s_move, const Triangle& t);

}  // namespace albireo::collide::reference
