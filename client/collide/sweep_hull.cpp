// Convex polyhedra. Two convex shapes are apart exactly when some axis separates their shadows, and of the polyhedra's
// axes only the face normals and the products of two edges can be the last to do so. Along one axis a sweep is two
// intervals sliding past one another, so the shapes meet from the latest time that two shadows start to overlap until
// the earliest that two cease to. A point, an edge and a polygon are polyhedra with fewer features.

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "client/collide/sweep.hpp"
#include "client/collide/sweep_parts.hpp"

namespace albireo::collide {

using math::narrow;
using math::widen;

namespace {

struct Solid {
    std::vector<Vec3d> corners, normals, edges;
};

Solid solid(const Polyhedron& hull, const Transform& pose) {
    const Vec3d x = widen(pose.turn.x), y = widen(pose.turn.y), z = widen(pose.turn.z);
    const auto turned = [&](const Vec3d& v) { return x * v.x + y * v.y + z * v.z; };
    Solid out;
    for (const Vec3& c : hull.corners()) out.corners.push_back(turned(widen(c)) + widen(pose.at));
    for (const Vec3d& n : hull.normals()) out.normals.push_back(math::normalized_or(turned(n), Vec3d{}));
    for (const Vec3d& e : hull.edge_directions()) out.edges.push_back(turned(e));
    return out;
}

Solid solid(std::span<const Vec3> corners) {
    Solid out;
    for (const Vec3& c : corners) out.corners.push_back(widen(c));
    const std::size_t n = out.corners.size();
    if (n >= 3) {
        const parts::Face face(out.corners);
        if (face.flat()) out.normals.push_back(face.normal);
    }
    for (std::size_t i = 0, j = n - 1; i < n; j = i++) {
        const Vec3d e = out.corners[i] - out.corners[j];
        if (length_squared(e) > 0) out.edges.push_back(math::normalized(e));
        if (n == 2) break;
    }
    return out;
}

struct Span {
    double low = std::numeric_limits<double>::infinity(), high = -low;
};
Span shadow(const Solid& s, const Vec3d& axis) {
    Span out;
    for (const Vec3d& c : s.corners) {
        const double h = dot(c, axis);
        out.low = std::min(out.low, h), out.high = std::max(out.high, h);
    }
    return out;
}

/// The axis with the largest value among several: it decides the normal and the face. If the largest are equal up to
/// rounding, an axis with a face is preferred.
struct Decider {
    double most = std::numeric_limits<double>::lowest();
    Vec3d normal{};
    std::uint32_t face = kNoFace;

    void offer(double value, double rounding, const Vec3d& n, std::uint32_t named) {
        const bool same = std::abs(value - most) <= rounding;
        if (same ? face == kNoFace && named != kNoFace : value > most) normal = n, face = named;
        most = std::max(most, value);
    }
};

/// The sweep of a by d onto b, one axis after another.
struct Slide {
    const Solid& a;
    const Solid& b;
    Vec3d d;
    double leave = std::numeric_limits<double>::infinity();
    Decider enter{};  // when the shadows begin to overlap
    Decider start{};  // the gap between them at the start: the largest is the shallowest overlap

    /// Returns false if this axis keeps the shapes apart throughout. The axis has unit length; one of length zero decides
    /// nothing. If it is the normal of a face of b, that face is met when a comes from outside.
    bool along(const Vec3d& axis, std::uint32_t face = kNoFace) {
        if (axis == Vec3d{}) return true;
        const Span sa = shadow(a, axis), sb = shadow(b, axis);
        const double speed = dot(d, axis);
        const double above = sa.low - sb.high, below = sb.low - sa.high;  // gaps, with a beyond b's one end or other
        const double size = std::max({std::abs(sa.low), std::abs(sa.high), std::abs(sb.low), std::abs(sb.high)});
        const double rounding = 1e-13 * size;
        // A speed too small to move the projection by its own rounding error during the sweep counts as zero.
        if (std::abs(speed) <= 1e-15 * size) {
            if (above > 0 || below > 0) return false;
        } else {
            const bool falling = speed < 0;
            const double in = (falling ? above : below) / std::abs(speed);
            const double out = -(falling ? below : above) / std::abs(speed);
            enter.offer(in, rounding / std::abs(speed), falling ? axis : -axis, falling ? face : kNoFace);
            leave = std::min(leave, out);
            if (enter.most > leave || enter.most > 1 || leave < 0) return false;
        }
        const bool over = above > below;
        start.offer(over ? above : below, rounding, over ? axis : -axis, over ? face : kNoFace);
        return true;
    }
};

/// The corners of a solid that lie furthest along n, in order around n.
std::vector<Vec3d> furthest(const Solid& s, const Vec3d& n) {
    double most = -std::numeric_limits<double>::infinity(), size = 0;
    for (const Vec3d& c : s.corners) {
        most = std::max(most, dot(c, n));
        size = std::max({size, std::abs(c.x), std::abs(c.y), std::abs(c.z)});
    }
    std::vector<Vec3d> out;
    Vec3d middle;
    for (const Vec3d& c : s.corners)
        if (dot(c, n) >= most - 1e-6 * size) out.push_back(c), middle += c;
    middle = middle / static_cast<double>(out.size());
    const Vec3d u = math::perpendicular(n), v = cross(n, u);
    const auto angle = [&](const Vec3d& c) { return std::atan2(dot(c - middle, v), dot(c - middle, u)); };
    std::sort(out.begin(), out.end(), [&](const Vec3d& p, const Vec3d& q) { return angle(p) < angle(q); });
    return out;
}

/// Cuts the convex loop `shape` to what lies inside the convex loop `by`, both seen along n. An edge cuts to its line.
std::vector<Vec3d> clipped(std::vector<Vec3d> shape, const std::vector<Vec3d>& by, const Vec3d& n) {
    std::vector<Vec3d> next;
    for (std::size_t i = 0, j = by.size() - 1; i < by.size(); j = i++) {
        const Vec3d inward = cross(n, by[i] - by[j]);
        next.clear();
        for (std::size_t k = 0, l = shape.size() - 1; k < shape.size(); l = k++) {
            const double hk = dot(shape[k] - by[j], inward), hl = dot(shape[l] - by[j], inward);
            if ((hk >= 0) != (hl >= 0)) next.push_back(shape[l] + (shape[k] - shape[l]) * (hl / (hl - hk)));
            if (hk >= 0) next.push_back(shape[k]);
        }
        shape.swap(next);
        if (shape.empty()) break;
    }
    return shape;
}

/// The middle of where the two touch, on b, once a has moved; n points from b to a.
Vec3d contact(const Solid& a, const Solid& b, const Vec3d& move, const Vec3d& n) {
    const std::vector<Vec3d> on_b = furthest(b, n);
    if (on_b.size() == 1) return on_b[0];
    std::vector<Vec3d> on_a = furthest(a, -n);
    for (Vec3d& c : on_a) c += move;
    const auto lowered = [&](const Vec3d& p) { return p + n * dot(on_b[0] - p, n); };
    if (on_a.size() == 1) return lowered(on_a[0]);
    if (on_a.size() == 2 && on_b.size() == 2)
        return parts::closest_between(on_a[0], on_a[1], on_b[0], on_b[1]).on_second;
    std::reverse(on_a.begin(), on_a.end());  // it was ordered around -n
    const bool b_is_face = on_b.size() >= 3;
    const std::vector<Vec3d> both = b_is_face ? clipped(on_a, on_b, n) : clipped(on_b, on_a, n);
    if (both.empty()) return on_b[0];  // apart by rounding alone: any corner of the feature will do
    Vec3d middle;
    for (const Vec3d& c : both) middle += c;
    return lowered(middle / static_cast<double>(both.size()));
}

std::optional<Hit> slide(const Solid& a, const Vec3& move, const Solid& b) {
    const Vec3d d = widen(move);
    Slide s{.a = a, .b = b, .d = d};
    for (std::uint32_t i = 0; i < b.normals.size(); ++i)
        if (!s.along(b.normals[i], i)) return std::nullopt;
    for (const Vec3d& n : a.normals)
        if (!s.along(n)) return std::nullopt;
    for (const Vec3d& e : a.edges)
        for (const Vec3d& f : b.edges) {
            const Vec3d axis = cross(e, f);
            const double size = length(axis);
            if (size > 1e-9 && !s.along(axis / size)) return std::nullopt;  // parallel edges have no product
        }
    Hit hit;
    const bool apart = s.enter.most > 0;
    const Decider& by = apart ? s.enter : s.start;
    hit.t = apart ? static_cast<float>(by.most) : 0.0F;
    hit.normal = narrow(by.normal);
    hit.face = by.face;
    hit.depth = apart ? 0.0F : static_cast<float>(std::max(-by.most, 0.0));
    hit.point = narrow(contact(a, b, d * (apart ? by.most : 0.0), by.normal));
    return hit;
}

}  // namespace

std::optional<Hit> sweep(const Polyhedron& hull, const Transform& pose, const Vec3& move, const Vec3& point) {
    return slide(solid(hull, pose), move, solid(std::span(&point, 1)));
}
std::optional<Hit> sweep(const Polyhedron& hull, const Transform& pose, const Vec3& move, const Segment& edge) {
    const Vec3 ends[] = {edge.a, edge.b};
    return slide(solid(hull, pose), move, solid(ends));
}
std::optional<Hit> sweep(const Polyhedron& hull, const Transform& pose, const Vec3& move, const Polygon& face) {
    return slide(solid(hull, pose), move, solid(face.corners));
}
std::optional<Hit> sweep(const Polyhedron& hull, const Transform& pose, const Vec3& move, const Polyhedron& other,
                         const Transform& other_pose) {
    return slide(solid(hull, pose), move, solid(other, other_pose));
}

}  // namespace albireo::collide
