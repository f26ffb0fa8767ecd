#include "client/collide/query.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>

#include "client/collide/closest.hpp"
#include "client/collide/kernels.hpp"
#include "client/collide/sweep_parts.hpp"

namespace albireo::collide {
namespace {

// Poses are rigid, so transforming a shape into the mesh's space moves its points and keeps its radius.
Sphere to_mesh_space(const Transform& pose, const Sphere& s) {
    return {pose.point_inside(s.center), s.radius};
}
Segment to_mesh_space(const Transform& pose, const Segment& s) {
    return {pose.point_inside(s.a), pose.point_inside(s.b)};
}
Capsule to_mesh_space(const Transform& pose, const Capsule& c) {
    return {pose.point_inside(c.a), pose.point_inside(c.b), c.radius};
}

/// A triangle that was found, taken from the leaf, which the kernel has just read, rather than from the index list,
/// which is not in the cache.
struct Lane {
    Vec3 corner, edge1, edge2;

    Lane(const Mesh& m, const Found& found) {
        const Leaf8& l = m.view().leaves[found.slot / kWide];
        const std::size_t i = found.slot % kWide;
        corner = {l.corner[0][i], l.corner[1][i], l.corner[2][i]};
        edge1 = {l.edge1[0][i], l.edge1[1][i], l.edge1[2][i]};
        edge2 = {l.edge2[0][i], l.edge2[1][i], l.edge2[2][i]};
    }
    Triangle triangle() const { return {corner, corner + edge1, corner + edge2}; }
};

// The requirement of shapes.hpp for every number.
[[maybe_unused]] bool is_finite(const Vec3& v) {
    return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z);
}
[[maybe_unused]] bool is_finite(const Sphere& s) {
    return is_finite(s.center) && std::isfinite(s.radius);
}
[[maybe_unused]] bool is_finite(const Capsule& c) {
    return is_finite(c.a) && is_finite(c.b) && std::isfinite(c.radius);
}
[[maybe_unused]] bool is_finite(const Segment& s) {
    return is_finite(s.a) && is_finite(s.b);
}
[[maybe_unused]] bool is_finite(const Box& b) {
    return is_finite(b.min) && is_finite(b.max);
}

std::optional<Hit> to_world_space(const Transform& pose, std::optional<Hit> hit) {
    if (hit) {
        hit->point = pose.point(hit->point);
        hit->normal = pose.direction(hit->normal);
    }
    return hit;
}

}  // namespace

bool touches(const Mesh& m, const Sphere& s) {
    assert(is_finite(s));
    return kernels().sphere_any(m.view(), s);
}
bool touches(const Mesh& m, const Capsule& c) {
    assert(is_finite(c));
    return kernels().capsule_any(m.view(), c);
}
bool touches(const Mesh& m, const Segment& s) {
    assert(is_finite(s));
    return kernels().segment_any(m.view(), s);
}
bool touches(const Mesh& m, const Box& b) {
    assert(is_finite(b));
    return kernels().box_any(m.view(), b);
}
bool touches(const Mesh& m, const Transform& pose, const Sphere& s) {
    return touches(m, to_mesh_space(pose, s));
}
bool touches(const Mesh& m, const Transform& pose, const Capsule& c) {
    return touches(m, to_mesh_space(pose, c));
}
bool touches(const Mesh& m, const Transform& pose, const Segment& s) {
    return touches(m, to_mesh_space(pose, s));
}

bool touches(const Mesh& m, const Transform& pose, const SphereSet& ship, const Transform& ship_pose) {
    if (ship.empty()) return false;
    return kernels().set_any(m.view(), inverse(pose) * ship_pose, ship.eights().data(), ship.eights().size(),
                             ship.bound());
}

bool touches(const Mesh& m, const Transform& pose, std::span<const Capsule> capsules) {
    for (const Capsule& c : capsules)
        if (touches(m, pose, c)) return true;
    return false;
}

void touches_each(const Mesh& m, const Transform& pose, std::span<const Sphere> spheres, std::span<std::uint8_t> out) {
    assert(out.size() == spheres.size());
    assert(std::all_of(spheres.begin(), spheres.end(), [](const Sphere& s) { return is_finite(s); }));
    kernels().sphere_each(m.view(), inverse(pose), spheres.data(), spheres.size(), out.data());
}

std::size_t touching(const Mesh& m, const Sphere& s, std::span<std::uint32_t> faces) {
    assert(is_finite(s));
    return kernels().sphere_all(m.view(), s, faces.data(), faces.size());
}
std::size_t touching(const Mesh& m, const Capsule& c, std::span<std::uint32_t> faces) {
    assert(is_finite(c));
    return kernels().capsule_all(m.view(), c, faces.data(), faces.size());
}
std::size_t touching(const Mesh& m, const Segment& s, std::span<std::uint32_t> faces) {
    assert(is_finite(s));
    return kernels().segment_all(m.view(), s, faces.data(), faces.size());
}
std::size_t touching(const Mesh& m, const Box& b, std::span<std::uint32_t> faces) {
    assert(is_finite(b));
    return kernels().box_all(m.view(), b, faces.data(), faces.size());
}
std::size_t touching(const Mesh& m, const Transform& pose, const Sphere& s, std::span<std::uint32_t> faces) {
    return touching(m, to_mesh_space(pose, s), faces);
}
std::size_t touching(const Mesh& m, const Transform& pose, const Capsule& c, std::span<std::uint32_t> faces) {
    return touching(m, to_mesh_space(pose, c), faces);
}
std::size_t touching(const Mesh& m, const Transform& pose, const Segment& s, std::span<std::uint32_t> faces) {
    return touching(m, to_mesh_space(pose, s), faces);
}

std::optional<Hit> first_hit(const Mesh& m, const Segment& s) {
    assert(is_finite(s));
    const Found found = kernels().segment_first(m.view(), s);
    if (found.id == kNoFace) return std::nullopt;
    const Lane lane(m, found);
    const Vec3 d = s.b - s.a, normal = math::normalized_or(cross(lane.edge1, lane.edge2), -d);
    return Hit{found.t, s.a + d * found.t, dot(normal, d) > 0 ? -normal : normal, 0, found.id};
}
std::optional<Hit> first_hit(const Mesh& m, const Transform& pose, const Segment& s) {
    return to_world_space(pose, first_hit(m, to_mesh_space(pose, s)));
}

std::optional<Hit> first_hit(const Mesh& m, const Sphere& s, const Vec3& move) {
    assert(is_finite(s) && is_finite(move));
    const Found found = kernels().sphere_first(m.view(), s, move);
    if (found.id == kNoFace) return std::nullopt;
    Hit hit = parts::settle(s, move, Lane(m, found).triangle(), found.t);
    hit.face = found.id;
    return hit;
}
std::optional<Hit> first_hit(const Mesh& m, const Transform& pose, const Sphere& s, const Vec3& move) {
    return to_world_space(pose, first_hit(m, to_mesh_space(pose, s), pose.direction_inside(move)));
}

namespace {

/// Handles at most kMost at a time. The buffers are filled with defaults at every call, so a small batch uses small
/// buffers.
template <std::size_t kMost>
void first_hit_abreast(const Mesh& m, std::span<const Shot> shots, std::span<std::optional<Hit>> out) {
    std::array<Found, kMost> found;
    std::array<std::uint32_t, kMost> which;
    std::array<Hit, kMost> hits;
    for (std::size_t first = 0; first < shots.size(); first += kMost) {
        const std::size_t n = std::min(kMost, shots.size() - first);
        kernels().sphere_first_each(m.view(), &shots[first], n, found.data());
        std::size_t met = 0;
        for (std::uint32_t i = 0; i < n; ++i) {
            out[first + i].reset();
            which[met] = i;
            met += static_cast<std::size_t>(found[i].id != kNoFace);
        }
        kernels().settle_each(m.view(), &shots[first], found.data(), which.data(), met, hits.data());
        for (std::size_t k = 0; k < met; ++k) out[first + which[k]] = hits[k];
    }
}

// Behind a grid, at least this many are faster abreast than one after the other: against a coarse mesh, and against a
// mesh of at least kFineMesh triangles (tests/bench, collide/grid). Without a grid they are computed one after the
// other in any case.
constexpr std::size_t kAbreastCoarse = 12, kAbreastFine = 4, kFineMesh = 10'000;

}  // namespace

void first_hit_each(const Mesh& m, std::span<const Shot> shots, std::span<std::optional<Hit>> out) {
    assert(out.size() == shots.size());
    assert(std::all_of(shots.begin(), shots.end(), [](const Shot& s) {
        return is_finite(Sphere{s.at, s.radius}) && is_finite(s.move);
    }));
    if (!m.has_grid() || shots.size() < (m.triangle_count() < kFineMesh ? kAbreastCoarse : kAbreastFine)) {
        for (std::size_t i = 0; i < shots.size(); ++i)
            out[i] = first_hit(m, Sphere{shots[i].at, shots[i].radius}, shots[i].move);
    } else if (shots.size() <= 32) {
        first_hit_abreast<32>(m, shots, out);
    } else {
        first_hit_abreast<256>(m, shots, out);
    }
}

std::optional<Nearest> nearest(const Mesh& m, const Vec3& point, float within) {
    assert(is_finite(point) && !std::isnan(within));
    const Found found = kernels().nearest(m.view(), point, within);
    if (found.id == kNoFace) return std::nullopt;
    const Triangle t = Lane(m, found).triangle();
    const Vec3d x = closest_on_triangle(widen(point), widen(t.a), widen(t.b), widen(t.c));
    return Nearest{static_cast<float>(length(widen(point) - x)), narrow(x), found.id};
}
std::optional<Nearest> nearest(const Mesh& m, const Transform& pose, const Vec3& point, float within) {
    std::optional<Nearest> out = nearest(m, pose.point_inside(point), within);
    if (out) out->point = pose.point(out->point);
    return out;
}

}  // namespace albireo::collide
