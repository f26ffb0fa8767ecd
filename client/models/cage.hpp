/// A control cage: the coarse, closed hull of polygons that a smooth shape is refined from. A plain value.
/// 1. Corners of a face run counter-clockwise seen from outside; each names a point.
/// 2. An edge belongs to one face (a boundary) or two, and two faces run along it in opposite directions.
/// 3. Sharpness counts the refinements that keep an edge or a point hard; kSharp keeps it hard for good.
#pragma once

#include <cstdint>
#include <vector>

#include "client/math/vec.hpp"

namespace albireo::models {

using math::Vec3;

/// What a stretch of surface is made of; the materials give each its colour and texture.
enum class Zone : std::uint8_t { shell = 0, flesh = 1, claw = 2, eye = 3, pupil = 4, glow = 5 };
inline constexpr int kZoneCount = 6;

inline constexpr float kSharp = 100.0F;

/// What refinement blends: a place, and how far out on a limb it is (0 on the trunk, 1 at the tip).
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

    /// The face whose middle is nearest to `at`; the first of equals. There must be one.
    std::size_t face_near(const Vec3& at) const;

    /// A second, unconnected body beside this one.
    void join(const Cage& other);
};

/// The cage seen in a mirror across x = 0, across y = 0, or in both, its faces turned so that they still look outward.
struct Mirror {
    bool x = false, y = false;
};
Cage mirrored(Cage cage, Mirror mirror);

}  // namespace albireo::models
