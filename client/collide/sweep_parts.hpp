/// The simple sweeps, in double, that the others are made of. For this library's own files.
///
/// Two moves turn one sweep into another. Inflate and deflate: a sphere against a shape is its centre against the shape
/// grown by its radius. Change of frame: what counts is the difference of the two, so a capsule against a shape is a
/// sphere at the origin against all differences "point of the shape minus point of the axis". That leaves a moving
/// point q + d t and a ball, a cylinder or a slab around it, each solved at its closest approach: the distance missed
/// there is a difference of vectors and not of squares, which is what keeps long sweeps of small things exact.
#pragma once

#include <algorithm>
#include <cmath>
#include <optional>
#include <span>

#include "client/collide/shapes.hpp"

namespace albireo::collide::parts {

inline constexpr double kNever = 2.0;

/// Along a polygon's normal, twice its area long. Summed over the fan from the first corner: a few bad corners do not
/// spoil it.
Vec3d area_normal(std::span<const Vec3d> corners);

/// A polygon with its plane worked out. Slivers narrower than one part in 10^7 have no plane: their edges are enough.
struct Face {
    std::span<const Vec3d> corners;
    Vec3d normal;  // unit, or zero for a sliver

    explicit Face(std::span<const Vec3d> corners);
    bool flat() const { return normal.x != 0 || normal.y != 0 || normal.z != 0; }
    bool projects_inside(const Vec3d& p) const;
};

/// When the point q, moving by d, gets within r of the origin; kNever if it does not for t from 0 to 1.
double meet_ball(const Vec3d& q, const Vec3d& d, double r);
/// The same for the inside of the edge 0..e, without its ends.
double meet_side(const Vec3d& q, const Vec3d& d, const Vec3d& e, double r);
/// ... for the edge from 0 to e with its ends.
double meet_edge(const Vec3d& q, const Vec3d& d, const Vec3d& e, double r);
/// ... for a face.
double meet_face(const Vec3d& q, const Vec3d& d, const Face& face, double r);

/// ... for the parallelogram of 0, u, u + v and v.
double meet_parallelogram(const Vec3d& q, const Vec3d& d, const Vec3d& u, const Vec3d& v, double r);

Vec3d closest_on_edge(const Vec3d& p, const Vec3d& a, const Vec3d& b);
Vec3d closest_on_face(const Vec3d& p, const Face& face);

struct Pair {
    Vec3d on_first, on_second;
};
/// The closest points of two segments.
Pair closest_between(const Vec3d& a0, const Vec3d& a1, const Vec3d& b0, const Vec3d& b1);
Pair closest_between(const Vec3d& a0, const Vec3d& a1, const Face& face);

/// The hit of a round thing: at time t its core is at `core`, the other's core at `other`; together they are `r` thick,
/// the second one `r_second` of it. Only where the cores meet is `way_out()` asked for the normal.
template <class WayOut>
Hit round_hit(double t, const Vec3d& core, const Vec3d& other, double r, double r_second, const WayOut& way_out) {
    const Vec3d apart = core - other;
    const double distance = length(apart);
    const double size = std::max({std::abs(core.x), std::abs(core.y), std::abs(core.z), r});
    const Vec3d normal = distance > 1e-12 * size ? apart / distance : way_out();
    Hit hit;
    hit.t = static_cast<float>(t);
    hit.point = narrow(other + normal * r_second);
    hit.normal = narrow(normal);
    hit.depth = t == 0 ? static_cast<float>(std::max(r - distance, 0.0)) : 0.0F;
    return hit;
}

/// n or -n, whichever is against d.
Vec3d against(const Vec3d& n, const Vec3d& d);
/// The normal that parts two things on the axis `e` (zero if there is none) in one another's core: against the move.
Vec3d way_out(const Vec3d& e, const Vec3d& d);

/// What float found, finished in double: a sphere that first touches the triangle at about t. The kernels do the same four
/// abreast (kernel_settle.hpp), to the same bits; of one alone this is quicker.
Hit settle(const Sphere& sphere, const Vec3& move, const Triangle& triangle, double t);

}  // namespace albireo::collide::parts
