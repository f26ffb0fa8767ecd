#include "client/collide/sweep_parts.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

#include "client/collide/closest.hpp"

namespace albireo::collide::parts {

using math::cross;
using math::dot;
using math::length;
using math::length_squared;
using math::narrow;
using math::widen;

Vec3d area_normal(std::span<const Vec3d> corners) {
    Vec3d sum;
    for (std::size_t i = 1; i + 1 < corners.size(); ++i)
        sum += cross(corners[i] - corners[0], corners[i + 1] - corners[0]);
    return sum;
}

Face::Face(std::span<const Vec3d> c) : corners(c) {
    const Vec3d sum = area_normal(c);
    double longest = 0;
    for (const Vec3d& corner : c) longest = std::max(longest, length_squared(corner - c[0]));
    const double size = length(sum);
    if (size > longest * 1e-7) normal = sum / size;
}

bool Face::projects_inside(const Vec3d& p) const {
    for (std::size_t i = 0, j = corners.size() - 1; i < corners.size(); j = i++)
        if (dot(cross(corners[i] - corners[j], p - corners[j]), normal) < 0) return false;
    return true;
}

namespace {

/// A point's path past the origin: the time at which it comes within r, or kNever if it does not for t from 0 to 1. `inverse`
/// is 1 / d².
double pass(const Vec3d& q, const Vec3d& d, double inverse, double r2) {
    if (length_squared(q) <= r2) return 0;
    const double closing = dot(q, d);
    if (!(closing < 0)) return kNever;
    const double nearest = -closing * inverse;
    const double room = r2 - length_squared(q + d * nearest);
    if (!(room >= 0)) return kNever;
    const double t = nearest - std::sqrt(room * inverse);
    return t <= 1 ? std::max(t, 0.0) : kNever;
}

/// The same for the path past the interiors of parallel edges, in the plane perpendicular to them.
struct Sides {
    Vec3d e, across;
    double ee_inverse, along, across_inverse;

    Sides(const Vec3d& d, const Vec3d& edge)
        : e(edge), ee_inverse(1 / length_squared(edge)), along(dot(d, edge) * ee_inverse) {
        across = d - edge * along;
        across_inverse = 1 / length_squared(across);
    }
    /// q is measured from the edge's start.
    double pass(const Vec3d& q, double r2) const {
        const double from = dot(q, e) * ee_inverse;
        if (!((from >= 0 || along > 0) && (from <= 1 || along < 0))) return kNever;
        const double t = parts::pass(q - e * from, across, across_inverse, r2);
        const double s = from + along * t;
        return t <= 1 && s >= 0 && s <= 1 ? t : kNever;
    }
};

}  // namespace

double meet_ball(const Vec3d& q, const Vec3d& d, double r) {
    return pass(q, d, 1 / length_squared(d), r * r);
}

double meet_side(const Vec3d& q, const Vec3d& d, const Vec3d& e, double r) {
    return length_squared(e) > 0 ? Sides(d, e).pass(q, r * r) : kNever;
}

double meet_edge(const Vec3d& q, const Vec3d& d, const Vec3d& e, double r) {
    const double side = meet_side(q, d, e, r);
    if (side == 0) return 0;
    return std::min({side, meet_ball(q, d, r), meet_ball(q - e, d, r)});
}

double meet_face(const Vec3d& q, const Vec3d& d, const Face& face, double r) {
    const std::span<const Vec3d> c = face.corners;
    // The edges on whose outer side the path starts or ends. Only these edges, and their corners, can be met before the face.
    // (With more than 64 edges some share a bit, and are tested needlessly.)
    std::uint64_t outside = ~std::uint64_t{0};
    const auto bit = [](std::size_t edge) { return std::uint64_t{1} << (edge & 63); };
    if (face.flat()) {
        const double height = dot(q - c[0], face.normal), rising = dot(d, face.normal);
        double t = 0;
        if (std::abs(height) > r) {
            // The slab is entered before anything in it is met. If that happens over the face, it is the contact.
            if (height * rising >= 0) return kNever;
            t = (std::abs(height) - r) / std::abs(rising);
            if (t > 1) return kNever;
        }
        bool over = true;
        outside = 0;
        for (std::size_t i = 0, j = c.size() - 1; i < c.size(); j = i++) {
            const Vec3d outward = cross(c[i] - c[j], face.normal);
            const double from = dot(q - c[j], outward), by = dot(d, outward);
            over = over && from + by * t <= 0;
            if (from > 0 || from + by > 0) outside |= bit(i);
        }
        if (over) return t;
    }
    double best = kNever;
    for (std::size_t i = 0, j = c.size() - 1; i < c.size(); j = i++) {
        const bool beyond = (outside & bit(i)) != 0;
        if (beyond) best = std::min(best, meet_side(q - c[j], d, c[i] - c[j], r));
        if (beyond || (outside & bit(j)) != 0) best = std::min(best, meet_ball(q - c[j], d, r));
    }
    return best;
}

double meet_parallelogram(const Vec3d& q, const Vec3d& d, const Vec3d& u, const Vec3d& v, double r) {
    const Vec3d n = cross(u, v);
    const double uu = length_squared(u), vv = length_squared(v), nn = length_squared(n), longest = std::max(uu, vv);
    // As meet_face, but one division of the plane along u and v gives the path's side of all four edges.
    enum : unsigned { kLowV = 1, kHighV = 2, kLowU = 4, kHighU = 8, kAll = 15 };
    unsigned outside = kAll;
    if (nn > longest * longest * 1e-14) {
        const double height = dot(q, n), rising = dot(d, n), reach = r * std::sqrt(nn);
        double t = 0;
        if (std::abs(height) > reach) {
            if (height * rising >= 0) return kNever;
            t = (std::abs(height) - reach) / std::abs(rising);
            if (t > 1) return kNever;
        }
        const Vec3d to_u = cross(v, n), to_v = cross(n, u);
        const double u0 = dot(q, to_u), ud = dot(d, to_u), v0 = dot(q, to_v), vd = dot(d, to_v);
        const double ut = u0 + ud * t, vt = v0 + vd * t;
        if (ut >= 0 && ut <= nn && vt >= 0 && vt <= nn) return t;
        outside = (v0 < 0 || v0 + vd < 0 ? kLowV : 0U) | (v0 > nn || v0 + vd > nn ? kHighV : 0U) |
                  (u0 < 0 || u0 + ud < 0 ? kLowU : 0U) | (u0 > nn || u0 + ud > nn ? kHighU : 0U);
    }
    const double r2 = r * r, inverse = 1 / length_squared(d);
    double best = kNever;
    if ((outside & (kLowV | kHighV)) != 0 && uu > 0) {
        const Sides sides(d, u);
        if ((outside & kLowV) != 0) best = std::min(best, sides.pass(q, r2));
        if ((outside & kHighV) != 0) best = std::min(best, sides.pass(q - v, r2));
    }
    if ((outside & (kLowU | kHighU)) != 0 && vv > 0) {
        const Sides sides(d, v);
        if ((outside & kLowU) != 0) best = std::min(best, sides.pass(q, r2));
        if ((outside & kHighU) != 0) best = std::min(best, sides.pass(q - u, r2));
    }
    if ((outside & (kLowU | kLowV)) != 0) best = std::min(best, pass(q, d, inverse, r2));
    if ((outside & (kHighU | kLowV)) != 0) best = std::min(best, pass(q - u, d, inverse, r2));
    if ((outside & (kLowU | kHighV)) != 0) best = std::min(best, pass(q - v, d, inverse, r2));
    if ((outside & (kHighU | kHighV)) != 0) best = std::min(best, pass(q - u - v, d, inverse, r2));
    return best;
}

Vec3d closest_on_edge(const Vec3d& p, const Vec3d& a, const Vec3d& b) {
    const Vec3d e = b - a;
    const double ee = length_squared(e);
    return ee > 0 ? a + e * std::clamp(dot(p - a, e) / ee, 0.0, 1.0) : a;
}

Vec3d closest_on_face(const Vec3d& p, const Face& face) {
    const std::span<const Vec3d> c = face.corners;
    if (face.flat() && face.projects_inside(p)) return p - face.normal * dot(p - c[0], face.normal);
    Vec3d best = c[0];
    for (std::size_t i = 0, j = c.size() - 1; i < c.size(); j = i++) {
        const Vec3d x = closest_on_edge(p, c[j], c[i]);
        if (length_squared(p - x) < length_squared(p - best)) best = x;
    }
    return best;
}

Pair closest_between(const Vec3d& a0, const Vec3d& a1, const Vec3d& b0, const Vec3d& b1) {
    const Vec3d d = a1 - a0, e = b1 - b0, p = a0 - b0;
    const double dd = length_squared(d), ee = length_squared(e), de = dot(d, e);
    const Vec3d across = cross(d, e);
    const double apart = length_squared(across);
    double s = apart > 0 ? std::clamp(dot(cross(e, p), across) / apart, 0.0, 1.0) : 0.0;
    const double t = ee > 0 ? std::clamp((dot(p, e) + de * s) / ee, 0.0, 1.0) : 0.0;
    s = dd > 0 ? std::clamp((de * t - dot(p, d)) / dd, 0.0, 1.0) : 0.0;
    return {a0 + d * s, b0 + e * t};
}

Pair closest_between(const Vec3d& a0, const Vec3d& a1, const Face& face) {
    const std::span<const Vec3d> c = face.corners;
    Pair best{a0, c[0]};
    double least = length_squared(a0 - c[0]);
    const auto offer = [&](const Pair& pair) {
        const double distance = length_squared(pair.on_first - pair.on_second);
        if (distance < least) least = distance, best = pair;
    };
    offer({a0, closest_on_face(a0, face)});
    offer({a1, closest_on_face(a1, face)});
    for (std::size_t i = 0, j = c.size() - 1; i < c.size(); j = i++) offer(closest_between(a0, a1, c[j], c[i]));
    return best;
}

Vec3d against(const Vec3d& n, const Vec3d& d) {
    return dot(n, d) > 0 ? -n : n;
}

Vec3d way_out(const Vec3d& e, const Vec3d& d) {
    const double ee = length_squared(e);
    if (!(ee > 0)) return math::normalized_or(-d, Vec3d{0, 0, 1});
    const Vec3d across = e * (dot(d, e) / ee) - d;
    return length_squared(across) > 1e-20 * length_squared(d) ? math::normalized(across)
                                                              : math::perpendicular(e / std::sqrt(ee));
}

Hit settle(const Sphere& sphere, const Vec3& move, const Triangle& triangle, double t) {
    const Vec3d q = widen(sphere.center), d = widen(move);
    const Vec3d a = widen(triangle.a), b = widen(triangle.b), c = widen(triangle.c);
    Vec3d core = q + d * t, x = closest_on_triangle(core, a, b, c);
    if (t > 0) {
        // One step of Newton's takes what float left over; a graze has no slope to step along.
        const Vec3d apart = core - x;
        const double distance2 = length_squared(apart), dd = length_squared(d), closing = -dot(apart, d);
        if (closing > 0 && closing * closing > distance2 * dd * 1e-6) {
            const double needed = (distance2 - sphere.radius * std::sqrt(distance2)) / closing;
            const double late = std::clamp(t + needed, 0.0, 1.0) - t;
            t += late;
            core = q + d * t;
            // The step is usually so short that the nearest point need not be searched again.
            if (late * late * dd > distance2 * 1e-12) x = closest_on_triangle(core, a, b, c);
        }
    }
    return round_hit(t, core, x, sphere.radius, 0, [&] {
        const Vec3d n = cross(b - a, c - a);
        return against(math::normalized_or(n, Vec3d{0, 0, 1}), d);
    });
}

}  // namespace albireo::collide::parts
