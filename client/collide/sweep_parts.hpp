/// The simple sweeps, in double, that the others are made of. For this library's own files.
///
/// Two transformations reduce one sweep to another. Inflate and deflate: a sphere against a shape is the sphere's
/// centre against the shape grown by the radius. Change of frame: only relative positions matter, so a capsule against
/// a shape is a sphere at the origin against all differences "point of the shape minus point of the axis". What remains
/// is a moving point q + d t against a ball, a cylinder or a slab around the origin, solved at its closest approach.
/// The miss distance there is a difference of vectors, not of squares, which keeps long sweeps of small shapes exact.
#pragma once

#include <algorithm>
#include <cmath>
#include <optional>
#include <span>

#include "client/collide/shapes.hpp"

namespace albireo::collide::parts {

inline constexpr double kNever = 2.0;

/// The normal of a polygon, with twice its area as its length. It is summed over the fan from the first corner, so that
/// a few bad corners do not spoil it.
Vec3d area_normal(std::span<const Vec3d> corners);

/// A polygon with its plane worked out. Slivers narrower than one part in 10^7 have no plane: testing their edges is
/// enough.
struct Face {
    std::span<const Vec3d> corners;
    Vec3d normal;  // unit, or zero for a sliver

    explicit Face(std::span<const Vec3d> corners);
    bool flat() const { return normal.x != 0 || normal.y != 0 || normal.z != 0; }
    bool projects_inside(const Vec3d& p) const;
};

/// The time at which the point q, moving by d, gets within r of the origin; kNever if it does not for t from 0 to 1.
double meet_ball(const Vec3d& q, const Vec3d& d, double r);
/// The same for the interior of the edge 0..e, without its ends.
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

/// The hit of two round shapes, each a core with a radius. At time t, `core` and `other` are the nearest points of the
/// two cores; `r` is the sum of the radii, `r_second` the second shape's radius. `way_out()` returns the normal; it is
/// called only where the cores meet.
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
/// The unit normal that separates two shapes whose cores meet: against the move, and perpendicular to the axis `e`
/// unless that is zero.
Vec3d way_out(const Vec3d& e, const Vec3d& d);

/// Refines in double a hit that was found in float: a sphere that first touches the triangle at about t. The kernels do
/// the same for four at a time (kernel_settle.hpp), with bit-identical results; for a single sphere this function is
/// faster.
Hit settle(const Sphere& sphere, const Vec3& move, const Triangle& triangle, double t);

}  // namespace albireo::collide::parts
