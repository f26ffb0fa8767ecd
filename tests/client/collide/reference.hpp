/// The slow truth: double precision, every triangle, no tree, and other formulas than the library's own.
#pragma once

#include <cstddef>
#include <optional>

#include "client/collide/shapes.hpp"
#include "tests/client/collide/scenes.hpp"

namespace albireo::collide::reference {

/// How many queries a test asks: all of them with ALBIREO_FULL=1, a hundredth of the rest under a sanitizer.
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

/// When a sphere first touches, by stepping as far as the distance allows. Exact for convex obstacles, one at a time.
/// `least` is the smallest gap on the way, negative when it was entered.
struct Touch {
    double t, least;
};
Touch sphere_touch(const Vec3d& q, const Vec3d& d, double r, const Triangle& t);

}  // namespace albireo::collide::reference
