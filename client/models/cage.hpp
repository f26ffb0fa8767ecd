/// A control cage: the coarse polygon mesh from which a smooth shape is subdivided. A plain value.
/// 1. Corners of a face run counter-clockwise seen from outside; each names a point.
/// 2. An edge belongs to one face (a boundary) or two, and two faces run along it in opposite directions.
/// 3. Sharpness is the number of subdivisions that keep an edge or a point hard; kSharp keeps it hard forever.
#pragma once

#include <cstdint>
#include <vector>

#include "client/math/vec.hpp"

namespace albireo::models {

using math::Vec3;

/// The material of a part of the surface, which gives it its colour and texture.
enum class Zone : std::uint8_t { shell = 0, flesh = 1, claw = 2, eye = 3, pupil = 4, glow = 5 };
inline constexpr int kZoneCount = 6;

inline constexpr float kSharp = 100.0F;

/// The values that subdivision interpolates: a position, and how far out on a limb it is (0 on the trunk, 1 at the
/// tip).
struct Spot {
    Vec3 at;
    float reach = 0;

    friend constexpr Spot operator+(const Spot& a, const Spot& b) { return {a.at + b.at, a.reach + b.reach}; }
    friend constexpr Spot operator*(const Spot& a, float s) { return {a.at * s, a.reach * s}; }
};

struct Point {
    Spot spot;
    float sharpness = 0;
};

struct Face {
    std::vector<std::uint32_t> corners;  // three or more
    Zone zone = Zone::shell;
};

struct Crease {
    std::uint32_t a = 0, b = 0;
    float sharpness = 0;
};

struct Cage {
    std::vector<Point> points;
    std::vector<Face> faces;
    std::vector<Crease> creases;

    std::uint32_t add_point(const Vec3& at, float reach = 0, float sharpness = 0);

    /// The middle of a face's corners.
    Vec3 middle(const Face& face) const;

    /// The face whose middle is nearest to `at`; of equals the first. Requires at least one face.
    std::size_t face_near(const Vec3& at) const;

    /// Adds another cage, unconnected to this one.
    void join(const Cage& other);
};

/// The cage mirrored across x = 0, across y = 0, or both, with its faces reversed where needed so that they face
/// outward.
struct Mirror {
    bool x = false, y = false;
};
Cage mirrored(Cage cage, Mirror mirror);

}  // namespace albireo::models
