// Spheres and capsules.

#include <array>
#include <cmath>
#include <vector>

#include "client/collide/sweep.hpp"
#include "client/collide/sweep_parts.hpp"

namespace albireo::collide {

using math::cross;
using math::dot;
using math::length_squared;
using math::narrow;
using math::widen;
using namespace parts;

namespace {

/// Deflates the moving sphere to its centre and grows the other ball by it.
std::optional<Hit> sphere_to_ball(const Sphere& sphere, const Vec3& move, const Vec3& center, double radius) {
    const Vec3d q = widen(sphere.center), d = widen(move), o = widen(center);
    const double r = sphere.radius + radius, t = meet_ball(q - o, d, r);
    if (t > 1) return std::nullopt;
    return round_hit(t, q + d * t, o, r, radius, [&] { return way_out({}, d); });
}

std::optional<Hit> sphere_to_edge(const Sphere& sphere, const Vec3& move, const Vec3& a, const Vec3& b, double radius) {
    const Vec3d q = widen(sphere.center), d = widen(move), a0 = widen(a), a1 = widen(b);
    const double r = sphere.radius + radius, t = meet_edge(q - a0, d, a1 - a0, r);
    if (t > 1) return std::nullopt;
    const Vec3d core = q + d * t;
    return round_hit(t, core, closest_on_edge(core, a0, a1), r, radius, [&] { return way_out(a1 - a0, d); });
}

/// The differences of two axes fill a parallelogram, which a sphere of both radii meets from the origin.
std::optional<Hit> axis_to_axis(const Capsule& capsule, const Vec3& move, const Vec3& a, const Vec3& b, double radius) {
    const Vec3d a0 = widen(capsule.a), a1 = widen(capsule.b), b0 = widen(a), b1 = widen(b), d = widen(move);
    const Vec3d u = b1 - b0, v = a0 - a1;
    const double r = double{capsule.radius} + radius, t = meet_parallelogram(a0 - b0, d, u, v, r);
    if (t > 1) return std::nullopt;
    const Vec3d at = d * t;
    const Pair pair = closest_between(a0 + at, a1 + at, b0, b1);
    return round_hit(t, pair.on_first, pair.on_second, r, radius, [&] {
        const Vec3d n = cross(u, v);
        const bool crossed = length_squared(n) > 1e-14 * length_squared(u) * length_squared(v);
        return crossed ? against(math::normalized(n), d) : way_out(length_squared(u) > 0 ? u : v, d);
    });
}

std::vector<Vec3d> widened(const Polygon& polygon) {
    std::vector<Vec3d> out;
    for (const Vec3& c : polygon.corners) out.push_back(widen(c));
    return out;
}

/// The differences of a polygon and an axis fill a prism: the polygon at both ends, a parallelogram along each edge.
struct Prism {
    Vec3d a0, e;
    const Face& base;

    /// Whether the axis pierces the polygon, that is, the origin is inside.
    bool holds_origin() const {
        if (!base.flat()) return false;
        const double h0 = dot(a0 - base.corners[0], base.normal), rise = dot(e, base.normal);
        if (h0 * (h0 + rise) > 0 || rise == 0) return false;
        return base.projects_inside(a0 - e * (h0 / rise));
    }
    double meet(const Vec3d& d, double r) const {
        double best = std::min(meet_face(a0, d, base, r), meet_face(a0 + e, d, base, r));
        const std::span<const Vec3d> c = base.corners;
        for (std::size_t i = 0, j = c.size() - 1; i < c.size(); j = i++) {
            best = std::min(best, meet_parallelogram(a0 - c[j], d, c[i] - c[j], -e, r));
        }
        return best;
    }
    /// The nearest way out for an origin inside: through which face, and how far.
    void nearest_face(Vec3d& normal, double& distance) const {
        const double h0 = dot(a0 - base.corners[0], base.normal), h1 = h0 + dot(e, base.normal);
        const double least = std::min(std::abs(h0), std::abs(h1));
        // Lifting the axis by its lower part clears the plane on the side where its longer part already is.
        normal = base.normal * (h0 + h1 >= 0 ? 1.0 : -1.0);
        distance = least;
        const std::span<const Vec3d> c = base.corners;
        for (std::size_t i = 0, j = c.size() - 1; i < c.size(); j = i++) {
            Vec3d m = cross(c[i] - c[j], e);
            if (!(length_squared(m) > 0)) continue;
            m = math::normalized(m);
            double gap = dot(m, a0 - c[j]);  // of the axis line from the edge line, negative on the inner side
            double inner = 0;
            for (const Vec3d& corner : c)
                inner = std::abs(dot(m, corner - c[j])) > std::abs(inner) ? dot(m, corner - c[j]) : inner;
            if (inner > 0) m = -m, gap = -gap;
            if (-gap < distance) distance = std::max(-gap, 0.0), normal = m;
        }
    }
};

}  // namespace

std::optional<Hit> sweep(const Sphere& sphere, const Vec3& move, const Vec3& point) {
    return sphere_to_ball(sphere, move, point, 0);
}
std::optional<Hit> sweep(const Sphere& sphere, const Vec3& move, const Sphere& other) {
    return sphere_to_ball(sphere, move, other.center, other.radius);
}
std::optional<Hit> sweep(const Sphere& sphere, const Vec3& move, const Segment& edge) {
    return sphere_to_edge(sphere, move, edge.a, edge.b, 0);
}
std::optional<Hit> sweep(const Sphere& sphere, const Vec3& move, const Capsule& other) {
    return sphere_to_edge(sphere, move, other.a, other.b, other.radius);
}

std::optional<Hit> sweep(const Sphere& sphere, const Vec3& move, const Plane& plane) {
    const Vec3d q = widen(sphere.center), d = widen(move), n = widen(plane.normal);
    const double r = sphere.radius, height = dot(q, n) - plane.offset, rising = dot(d, n);
    double t = 0;
    if (std::abs(height) > r) {
        if (height * rising >= 0) return std::nullopt;
        t = (std::abs(height) - r) / std::abs(rising);
        if (t > 1) return std::nullopt;
    }
    const Vec3d core = q + d * t;
    return round_hit(t, core, core - n * (dot(core, n) - plane.offset), r, 0, [&] { return against(n, d); });
}

std::optional<Hit> sweep(const Sphere& sphere, const Vec3& move, const Polygon& polygon) {
    const std::vector<Vec3d> corners = widened(polygon);
    const Face face(corners);
    const Vec3d q = widen(sphere.center), d = widen(move);
    const double t = meet_face(q, d, face, sphere.radius);
    if (t > 1) return std::nullopt;
    const Vec3d core = q + d * t;
    const auto out = [&] { return face.flat() ? against(face.normal, d) : way_out(corners[1] - corners[0], d); };
    return round_hit(t, core, closest_on_face(core, face), sphere.radius, 0, out);
}

// In the capsule's frame of reference, the point or ball moves the other way.
std::optional<Hit> sweep(const Capsule& capsule, const Vec3& move, const Vec3& point) {
    return sweep(capsule, move, Sphere{point, 0});
}
std::optional<Hit> sweep(const Capsule& capsule, const Vec3& move, const Sphere& sphere) {
    const Vec3d q = widen(sphere.center), d = widen(move), a0 = widen(capsule.a), a1 = widen(capsule.b);
    const double r = double{capsule.radius} + sphere.radius, t = meet_edge(q - a0, -d, a1 - a0, r);
    if (t > 1) return std::nullopt;
    const Vec3d core = closest_on_edge(q - d * t, a0, a1) + d * t;
    return round_hit(t, core, q, r, sphere.radius, [&] { return way_out(a1 - a0, d); });
}
std::optional<Hit> sweep(const Capsule& capsule, const Vec3& move, const Segment& edge) {
    return axis_to_axis(capsule, move, edge.a, edge.b, 0);
}
std::optional<Hit> sweep(const Capsule& capsule, const Vec3& move, const Capsule& other) {
    return axis_to_axis(capsule, move, other.a, other.b, other.radius);
}

std::optional<Hit> sweep(const Capsule& capsule, const Vec3& move, const Polygon& polygon) {
    const std::vector<Vec3d> corners = widened(polygon);
    const Face face(corners);
    const Vec3d a0 = widen(capsule.a), a1 = widen(capsule.b), d = widen(move);
    const Prism prism{a0, a1 - a0, face};
    if (prism.holds_origin()) {
        Vec3d normal;
        double distance = 0;
        prism.nearest_face(normal, distance);
        const double h0 = dot(a0 - corners[0], face.normal), rise = dot(prism.e, face.normal);
        return Hit{0, narrow(a0 - prism.e * (h0 / rise)), narrow(normal),
                   static_cast<float>(distance + capsule.radius)};
    }
    const double t = prism.meet(d, capsule.radius);
    if (t > 1) return std::nullopt;
    const Pair pair = closest_between(a0 + d * t, a1 + d * t, face);
    const auto out = [&] { return face.flat() ? against(face.normal, d) : way_out(corners[1] - corners[0], d); };
    return round_hit(t, pair.on_first, pair.on_second, capsule.radius, 0, out);
}

}  // namespace albireo::collide
