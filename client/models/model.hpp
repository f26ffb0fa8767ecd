/// A finished mesh: smooth, closed, ready to draw and to collide with. Never changed once it is made.
/// 1. positions, normals and paints are of one length; every three indices are a triangle, counter-clockwise from
///    outside.
/// 2. Its own space is the core's at heading 0, with z toward the viewer: enemies face −x; ships and missiles face +x.
///    The part's place is the origin.
/// 3. At rest, no vertex is farther than `radius` from the origin. This is the mesh that is hit; a pose only shows.
/// 4. Where zones meet, there is a vertex for each zone, with equal positions and normals.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "client/models/cage.hpp"
#include "client/models/skeleton.hpp"

namespace albireo::models {

/// The two bones that hold a vertex most; `share` is the other's.
struct Hold {
    std::uint8_t bone = 0, other = 0;
    float share = 0;  // 0 … 1/2
};

/// The inputs of a vertex in addition to its position.
struct Paint {
    float reach = 0;  // 0 on the trunk … 1 at the tip of a limb
    Zone zone = Zone::shell;
    Hold hold{};
};

struct Model {
    std::string name;  // of the shape; equal names have equal textures
    std::vector<Vec3> positions;
    std::vector<Vec3> normals;
    std::vector<Paint> paints;
    std::vector<std::uint32_t> indices;
    Skeleton skeleton;  // may be empty; in this space
    float radius = 0;  // at rest
    float scale = 1;  // position / scale is the sculpted position, in which procedural textures are laid out

    std::size_t triangle_count() const { return indices.size() / 3; }
    std::array<Vec3, 3> triangle(std::size_t t) const {
        return {positions[indices[3 * t]], positions[indices[3 * t + 1]], positions[indices[3 * t + 2]]};
    }
};

/// Subdivides a cage `levels` ≥ 1 times and moves the points to the limit surface.
Model finished(std::string name, const Cage& cage, int levels);

/// The same shape, scaled so that its farthest vertex is just inside `radius`.
Model fitted(const Model& model, float radius);

/// The enclosed volume, by the divergence theorem; where bodies overlap, it counts twice.
double volume(const Model& model);

}  // namespace albireo::models
