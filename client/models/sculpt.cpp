#include "client/models/sculpt.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <numbers>

namespace albireo::models {
namespace {

constexpr float kTurn = 2 * std::numbers::pi_v<float>;

/// Refining a closed ring of n points draws it in to (4 + 2 cos(2π/n)) / 6 of its radius; this undoes it.
float swelling(int sides) {
    return 6.0F / (4.0F + 2.0F * std::cos(kTurn / static_cast<float>(sides)));
}

/// The cage points of a ring, counter-clockwise about the unit vector `along`, the first half a step from the side.
std::vector<Vec3> ring_points(const Ring& ring, const Vec3& along, const Vec3& up_hint, int sides) {
    const Vec3 instead = std::abs(along.y) < 0.97F ? Vec3{0, 1, 0} : Vec3{1, 0, 0};
    const Vec3 hint = std::abs(math::dot(along, up_hint)) < 0.97F ? up_hint : instead;
    const Vec3 up = math::normalized(hint - along * math::dot(along, hint));
    const Vec3 side = math::cross(up, along);
    const float swell = swelling(sides);
    std::vector<Vec3> points;
    for (int i = 0; i < sides; ++i) {
        const float angle = kTurn * (static_cast<float>(i) + 0.5F) / static_cast<float>(sides);
        points.push_back(ring.at + side * (ring.wide * swell * std::cos(angle)) +
                         up * (ring.deep * swell * std::sin(angle)));
    }
    return points;
}

/// The direction of growth at ring i of a path that begins at `before` the first ring.
Vec3 direction(const Vec3& before, const std::vector<Ring>& rings, std::size_t i) {
    const Vec3& from = i == 0 ? before : rings[i - 1].at;
    const Vec3& to = i + 1 < rings.size() ? rings[i + 1].at : rings[i].at;
    return math::normalized_or(to - from, Vec3{1, 0, 0});
}

/// What holds the points of ring `i`: its owner, or the one before it.
Grip held_by(const Owners& owners, std::size_t i, std::size_t copy, const Grip& otherwise) {
    if (owners.empty()) return otherwise;
    Grip grip;
    grip.add(owners[std::min(i, owners.size() - 1)].of(copy), 1);
    return grip;
}

/// The mean of a face's corners.
Grip grip_of(const Cage& cage, const Face& face) {
    Grip sum;
    for (const std::uint32_t corner : face.corners) sum = sum + cage.points[corner].spot.grip;
    return sum * (1 / static_cast<float>(face.corners.size()));
}

void bridge(Cage& cage, const std::vector<std::uint32_t>& near, const std::vector<std::uint32_t>& far, Zone zone) {
    const std::size_t n = near.size();
    for (std::size_t i = 0; i < n; ++i) {
        const std::size_t next = (i + 1) % n;
        cage.faces.push_back({{near[i], near[next], far[next], far[i]}, zone});
    }
}

/// Rotates the order of `points` so that each is nearest to its counterpart in the ring it grows from: no twist.
void untwist(const Cage& cage, const std::vector<std::uint32_t>& partners, std::vector<Vec3>& points) {
    const std::size_t n = points.size();
    std::size_t best = 0;
    float least = std::numeric_limits<float>::max();
    for (std::size_t shift = 0; shift < n; ++shift) {
        float sum = 0;
        for (std::size_t i = 0; i < n; ++i) {
            sum += math::length_squared(points[(i + shift) % n] - cage.points[partners[i]].spot.at);
        }
        if (sum < least * 0.9999F) {  // a tie keeps the first, whatever the rounding
            least = sum;
            best = shift;
        }
    }
    std::rotate(points.begin(), points.begin() + static_cast<std::ptrdiff_t>(best), points.end());
}

void grow_one(Cage& cage, const Vec3& from, const LimbDef& def, const std::vector<Ring>& rings, std::size_t copy) {
    const std::size_t root = cage.face_near(from);
    std::vector<std::uint32_t> near = cage.faces[root].corners;
    const Vec3 before = cage.middle(cage.faces[root]);
    const Grip root_grip = grip_of(cage, cage.faces[root]);
    const auto sides = static_cast<int>(near.size());
    for (std::size_t i = 0; i < rings.size(); ++i) {
        const float reach = static_cast<float>(i + 1) / static_cast<float>(rings.size());
        const Grip grip = held_by(def.owners, i, copy, root_grip);
        if (def.tip == Tip::claw && i + 1 == rings.size()) {
            const std::uint32_t point = cage.add_point(rings[i].at, reach, def.sharpness, grip);
            for (std::size_t k = 0; k < near.size(); ++k) {
                const Face side{{near[k], near[(k + 1) % near.size()], point}, def.zone};
                if (k == 0) {
                    cage.faces[root] = side;  // replaces the face that the limb grew from
                } else {
                    cage.faces.push_back(side);
                }
            }
            return;
        }
        const Vec3 along = math::normalized_or(def.axis, direction(before, rings, i));
        std::vector<Vec3> points = ring_points(rings[i], along, def.up, sides);
        untwist(cage, near, points);
        std::vector<std::uint32_t> far;
        for (const Vec3& at : points) far.push_back(cage.add_point(at, reach, 0, grip));
        bridge(cage, near, far, def.zone);
        near = far;
    }
    cage.faces[root] = {near, def.cap};
}

Vec3 multiplied(const Vec3& v, const Vec3& by) {
    return {v.x * by.x, v.y * by.y, v.z * by.z};
}

}  // namespace

Cage trunk(const TrunkDef& def, const std::vector<Ring>& rings) {
    assert(rings.size() >= (def.hoop ? 3U : 2U));
    Cage cage;
    std::vector<std::vector<std::uint32_t>> loops;
    for (std::size_t i = 0; i < rings.size(); ++i) {
        Vec3 along = math::normalized_or(def.axis, direction(rings[0].at, rings, i));
        if (def.hoop) {
            along = math::normalized_or(
                rings[(i + 1) % rings.size()].at - rings[(i + rings.size() - 1) % rings.size()].at, Vec3{1, 0, 0});
        }
        std::vector<std::uint32_t> loop;
        const Grip grip = held_by(def.owners, i, 0, {});
        for (const Vec3& at : ring_points(rings[i], along, def.up, def.sides)) loop.push_back(cage.add_point(at, 0, 0, grip));
        if (!loops.empty()) bridge(cage, loops.back(), loop, def.zone);
        loops.push_back(loop);
    }
    if (def.hoop) {
        bridge(cage, loops.back(), loops.front(), def.zone);
    } else {
        cage.faces.push_back({{loops.front().rbegin(), loops.front().rend()}, def.first_cap});
        cage.faces.push_back({loops.back(), def.last_cap});
    }
    return cage;
}

void grow(Cage& cage, const Vec3& from, const LimbDef& def, const std::vector<Ring>& rings) {
    std::size_t copy = def.copy;
    for (const float y : {1.0F, -1.0F}) {
        for (const float z : {1.0F, -1.0F}) {
            if ((y < 0 && !def.both) || (z < 0 && !def.mirror_z)) continue;
            const Vec3 by{1, y, z};
            LimbDef side = def;
            side.axis = multiplied(def.axis, by);
            side.up = multiplied(def.up, by);
            std::vector<Ring> placed = rings;
            for (Ring& ring : placed) ring.at = multiplied(ring.at, by);
            grow_one(cage, multiplied(from, by), side, placed, copy++);
        }
    }
}

void eye(Cage& cage, const Vec3& from, const EyeDef& def) {
    LimbDef limb;
    limb.zone = def.rim;
    limb.cap = def.zone;
    limb.axis = def.axis;
    limb.both = def.both;
    limb.mirror_z = def.mirror_z;
    limb.owners = def.owners;
    limb.copy = def.copy;
    grow(cage, from, limb, {{def.at, def.radius, def.radius}});
    limb.zone = def.zone;
    const Vec3 height = math::normalized(def.axis) * (def.radius * def.bulge);
    if (def.pupil == 0) {
        grow(cage, def.at, limb, {{def.at + height, 0.6F * def.radius, 0.6F * def.radius}});
        return;
    }
    const float iris = 0.5F * (1 + def.pupil) * def.radius, pupil = 0.55F * def.pupil * def.radius;
    limb.cap = Zone::pupil;
    grow(cage, def.at, limb,
         {{def.at + height * 0.7F, iris, iris}, {def.at + height, def.pupil * def.radius, def.pupil * def.radius}});
    limb.zone = Zone::pupil;
    grow(cage, def.at + height, limb, {{def.at + height * 1.1F, pupil, pupil}});
}

void paint(Cage& cage, Zone zone, const std::vector<Vec3>& places) {
    for (const Vec3& at : places) cage.faces[cage.face_near(at)].zone = zone;
}

Cage posed(Cage cage, const math::Mat3& pose) {
    for (Point& point : cage.points) point.spot.at = pose * point.spot.at;
    return cage;
}

Vec3 turned(const Vec3& p, float turns) {
    const float c = std::cos(turns * kTurn), s = std::sin(turns * kTurn);
    return {p.x * c - p.y * s, p.x * s + p.y * c, p.z};
}

}  // namespace albireo::models
