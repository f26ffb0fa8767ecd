/// Collision queries against a mesh. Each has two forms: in the mesh's own space, and with the pose of the mesh in
/// the world; then shapes and answers are in world space. Nothing here allocates or writes anything but its
/// result.
///
///   touches      does it overlap at all?
///   touching     which triangles, up to as many as fit the span; the count is returned
///   first_hit    where does a segment, or a moving sphere, first meet it?
///   nearest      the closest point of the surface
///
/// A ray is a segment of sufficient length; rounding errors grow with it. A segment in the plane of a triangle does not
/// meet it, and a segment without length meets nothing: use a capsule of some radius, or a sphere. Face numbers are
/// those of the index list that the mesh was built from. All answers are the same on every machine.
#pragma once

#include <optional>
#include <span>

#include "client/collide/mesh.hpp"
#include "client/collide/shapes.hpp"

namespace albireo::collide {

bool touches(const Mesh& mesh, const Sphere& sphere);
bool touches(const Mesh& mesh, const Capsule& capsule);
bool touches(const Mesh& mesh, const Segment& segment);
/// Axis-aligned in the mesh's space; there is no posed form.
bool touches(const Mesh& mesh, const Box& box);
bool touches(const Mesh& mesh, const Transform& pose, const Sphere& sphere);
bool touches(const Mesh& mesh, const Transform& pose, const Capsule& capsule);
bool touches(const Mesh& mesh, const Transform& pose, const Segment& segment);
/// A ship, as a set of spheres at its own pose.
bool touches(const Mesh& mesh, const Transform& pose, const SphereSet& ship, const Transform& ship_pose);
/// Any of the capsules, such as those of a beam.
bool touches(const Mesh& mesh, const Transform& pose, std::span<const Capsule> capsules);
/// Surface against surface, triangle by triangle: the exact answer that a sphere set approximates. Slow. A triangle
/// without area is reduced to its edges; two of them never meet.
bool touches(const Mesh& mesh, const Transform& pose, const Mesh& other, const Transform& other_pose);
/// Many small spheres: out[i] is 1 where spheres[i] touches, else 0. Both spans are of one length.
void touches_each(const Mesh& mesh, const Transform& pose, std::span<const Sphere> spheres,
                  std::span<std::uint8_t> out);

std::size_t touching(const Mesh& mesh, const Sphere& sphere, std::span<std::uint32_t> faces);
std::size_t touching(const Mesh& mesh, const Capsule& capsule, std::span<std::uint32_t> faces);
std::size_t touching(const Mesh& mesh, const Segment& segment, std::span<std::uint32_t> faces);
std::size_t touching(const Mesh& mesh, const Box& box, std::span<std::uint32_t> faces);
std::size_t touching(const Mesh& mesh, const Transform& pose, const Sphere& sphere, std::span<std::uint32_t> faces);
std::size_t touching(const Mesh& mesh, const Transform& pose, const Capsule& capsule, std::span<std::uint32_t> faces);
std::size_t touching(const Mesh& mesh, const Transform& pose, const Segment& segment, std::span<std::uint32_t> faces);

/// The normal is the triangle's, turned to face the segment's start.
std::optional<Hit> first_hit(const Mesh& mesh, const Segment& segment);
std::optional<Hit> first_hit(const Mesh& mesh, const Transform& pose, const Segment& segment);
/// A sphere that moves by `move`. If it touches at the start, t is 0 and `depth` is the penetration. A sphere whose
/// radius is below 2.4e-7 of the move and the mesh's size together (so also one of radius 0) may slip through where two
/// triangles meet. Use a segment for it, which does not.
std::optional<Hit> first_hit(const Mesh& mesh, const Sphere& sphere, const Vec3& move);
std::optional<Hit> first_hit(const Mesh& mesh, const Transform& pose, const Sphere& sphere, const Vec3& move);

/// Many moving spheres, in the mesh's own space: out[i] is what shots[i] meets first. Both spans are of one length.
void first_hit_each(const Mesh& mesh, std::span<const Shot> shots, std::span<std::optional<Hit>> out);

/// Returns nothing if the surface is further than `within`. Distances above 9e14 are never found, because their squares
/// would be too large for float.
std::optional<Nearest> nearest(const Mesh& mesh, const Vec3& point, float within = 1e15F);
std::optional<Nearest> nearest(const Mesh& mesh, const Transform& pose, const Vec3& point, float within = 1e15F);

}  // namespace albireo::collide
