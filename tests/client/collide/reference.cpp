#include "tests/client/collide/reference.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <utility>
#include <vector>

#include "tests/support/repetitions.hpp"

namespace albireo::collide::reference {

using math::cross;
using math::dot;
using math::length;
using math::length_squared;
using math::widen;

int queries(int usual, int full) {
    return support::repetitions(usual, full, std::max(usual / 10, 50));
}

double point_segment(const Vec3d& p, const Vec3d& a, const Vec3d& b) {
    const Vec3d e = b - a;
    const double ee = length_squared(e);
    const double s = ee > 0 ? std::clamp(dot(p - a, e) / ee, 0.0, 1.0) : 0.0;
    return length(p - a - e * s);
}

double point_box(const Vec3d& p, const Box& box) {
    const Vec3d low = widen(box.min), high = widen(box.max);
    return length(
        p - Vec3d{std::clamp(p.x, low.x, high.x), std::clamp(p.y, low.y, high.y), std::clamp(p.z, low.z, high.z)});
}

double point_triangle(const Vec3d& p, const Triangle& t) {
    const Vec3d a = widen(t.a), b = widen(t.b), c = widen(t.c), ab = b - a, ac = c - a;
    const double edges = std::min({point_segment(p, a, b), point_segment(p, b, c), point_segment(p, c, a)});
    // Barycentric coordinates from the Gram matrix: independent of the library, which uses the signs of areas.
    const double g00 = dot(ab, ab), g01 = dot(ab, ac), g11 = dot(ac, ac), det = g00 * g11 - g01 * g01;
    if (!(det > 1e-14 * g00 * g11)) return edges;
    const double h0 = dot(p - a, ab), h1 = dot(p - a, ac);
    const double u = (g11 * h0 - g01 * h1) / det, v = (g00 * h1 - g01 * h0) / det;
    if (u < 0 || v < 0 || u + v > 1) return edges;
    return std::min(edges, length(p - a - ab * u - ac * v));
}

double segment_segment(const Vec3d& a0, const Vec3d& a1, const Vec3d& b0, const Vec3d& b1) {
    // Either an end of one is nearest to the other, or the two lines' common perpendicular meets the inside of both.
    double best = std::min(
        {point_segment(a0, b0, b1), point_segment(a1, b0, b1), point_segment(b0, a0, a1), point_segment(b1, a0, a1)});
    const Vec3d d = a1 - a0, e = b1 - b0, w = b0 - a0, n = cross(d, e);
    const double nn = length_squared(n);
    if (nn > 0) {
        const double s = dot(cross(w, e), n) / nn, t = dot(cross(w, d), n) / nn;
        if (s >= 0 && s <= 1 && t >= 0 && t <= 1) best = std::min(best, std::abs(dot(w, n)) / std::sqrt(nn));
    }
    return best;
}

std::optional<Crossing> crossing(const Segment& s, const Triangle& t) {
    const Vec3d o = widen(s.a), d = widen(s.b) - o, a = widen(t.a), b = widen(t.b), c = widen(t.c);
    const Vec3d n = cross(b - a, c - a);
    const double rise = dot(d, n);
    if (rise == 0) return std::nullopt;
    const double at = dot(a - o, n) / rise;
    const Vec3d x = o + d * at;
    const auto from = [&](const Vec3d& p, const Vec3d& q) {  // signed distance from the edge's line, inwards
        return dot(cross(q - p, x - p), n) / (length(q - p) * length(n));
    };
    return Crossing{at, std::min({from(a, b), from(b, c), from(c, a)})};
}

double segment_triangle(const Vec3d& a, const Vec3d& b, const Triangle& t) {
    const Vec3d p = widen(t.a), q = widen(t.b), r = widen(t.c), n = cross(q - p, r - p);
    const double h0 = dot(a - p, n), h1 = dot(b - p, n);
    if (length_squared(n) > 0 && h0 != h1 && h0 * h1 <= 0) {
        const Vec3d x = a + (b - a) * (h0 / (h0 - h1));
        if (point_triangle(x, t) < 1e-12) return 0;
    }
    return std::min({point_triangle(a, t), point_triangle(b, t), segment_segment(a, b, p, q),
                     segment_segment(a, b, q, r), segment_segment(a, b, r, p)});
}

bool box_triangle(const Box& box, const Triangle& t, double grow) {
    // Clip the triangle by the six sides: anything left is in the box.
    std::vector<Vec3d> shape = {widen(t.a), widen(t.b), widen(t.c)}, next;
    for (int axis = 0; axis < 3; ++axis)
        for (const double side : {-1.0, 1.0}) {
            const double limit = side < 0 ? box.min[axis] - grow : box.max[axis] + grow;
            const auto beyond = [&](const Vec3d& p) { return (p[axis] - limit) * side; };
            next.clear();
            for (std::size_t i = 0, j = shape.size() - 1; i < shape.size(); j = i++) {
                const double hi = beyond(shape[i]), hj = beyond(shape[j]);
                if ((hi > 0) != (hj > 0)) next.push_back(shape[j] + (shape[i] - shape[j]) * (hj / (hj - hi)));
                if (hi <= 0) next.push_back(shape[i]);
            }
            shape.swap(next);
            if (shape.empty()) return false;
        }
    return true;
}

namespace {

/// Centred on the middle of their box.
Ball ball_around(std::span<const Vec3d> points) {
    Vec3d low = points[0], high = points[0];
    for (const Vec3d& p : points) low = min(low, p), high = max(high, p);
    Ball out{(low + high) * 0.5, 0};
    for (const Vec3d& p : points) out.radius = std::max(out.radius, length(p - out.center));
    out.radius = out.radius * (1 + 1e-12) + 1e-12;
    return out;
}

/// Interleaves the bits of x, y and z (Morton order): neighbours in this order are near in space.
std::uint64_t along_the_curve(const Vec3& p, const Box& box) {
    const Vec3 size = box.max - box.min;
    std::uint64_t out = 0;
    for (int axis = 0; axis < 3; ++axis) {
        const float share = (p[axis] - box.min[axis]) / std::max(size[axis], 1e-30F);
        const auto cell = static_cast<std::uint64_t>(share * 1023);
        for (int bit = 0; bit < 10; ++bit) out |= (cell >> bit & 1) << (3 * bit + axis);
    }
    return out;
}

}  // namespace

Ball ball_around(const Triangle& t) {
    return ball_around(std::array{widen(t.a), widen(t.b), widen(t.c)});
}

Surface::Surface(const scenes::Model& m) {
    const Box box = m.bounds();
    std::vector<std::pair<std::uint64_t, std::size_t>> order;
    for (std::size_t i = 0; i < m.size(); ++i) order.emplace_back(along_the_curve(m.triangle(i).a, box), i);
    std::sort(order.begin(), order.end());
    std::vector<Vec3d> corners;
    for (const auto& [place, i] : order) {
        const Triangle t = m.triangle(i);
        triangles_.push_back(t);
        balls_.push_back(ball_around(t));
        corners.insert(corners.end(), {widen(t.a), widen(t.b), widen(t.c)});
        if (size() % kCluster != 0 && size() != m.size()) continue;
        clusters_.push_back(ball_around(corners));
        corners.clear();
    }
}

double distance(const Surface& s, const Vec3d& p, double within) {
    s.near([&](const Vec3d& c) { return length(c - p); }, within,
           [&](const Triangle& t) { within = std::min(within, point_triangle(p, t)); });
    return within;
}

double distance(const Surface& s, const Vec3d& a, const Vec3d& b, double within) {
    s.near([&](const Vec3d& c) { return point_segment(c, a, b); }, within,
           [&](const Triangle& t) { within = std::min(within, segment_triangle(a, b, t)); });
    return within;
}

double triangle_triangle(const Triangle& s, const Vec3d& s_move, const Triangle& t) {
    const Vec3d a[] = {widen(s.a) + s_move, widen(s.b) + s_move, widen(s.c) + s_move};
    const Vec3d b[] = {widen(t.a) - s_move, widen(t.b) - s_move, widen(t.c) - s_move};
    double best = 1e30;
    for (int i = 0, j = 2; i < 3; j = i++)
        best = std::min({best, segment_triangle(a[j], a[i], t), segment_triangle(b[j], b[i], s)});
    return best;
}

double surfaces_apart(const std::vector<Triangle>& a, const Vec3d& a_move, const std::vector<Triangle>& b) {
    std::vector<Ball> around;
    for (const Triangle& t : b) around.push_back(ball_around(t));
    double best = 1e30;
    for (const Triangle& s : a) {
        const Ball ball = ball_around(s);
        for (std::size_t i = 0; i < b.size(); ++i)
            if (length(ball.center + a_move - around[i].center) - ball.radius - around[i].radius <= best)
                best = std::min(best, triangle_triangle(s, a_move, b[i]));
    }
    return best;
}

}  // namespace albireo::collide::reference
