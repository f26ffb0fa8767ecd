/// A control cage: the coarse polygon mesh from which a smooth shape is subdivided. A plain value.
/// 1. Corners of a face run counter-clockwise seen from outside; each names a point.
/// 2. An edge belongs to one face (a boundary) or two, and two faces run along it in opposite directions.
/// 3. Sharpness is the number of subdivisions that keep an edge or a point hard; kSharp keeps it hard forever.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "client/math/vec.hpp"

namespace albireo::models {

using math::Vec3;

/// The material of a part of the surface, which gives it its colour and texture.
enum class Zone : std::uint8_t { shell = 0, flesh = 1, claw = 2, eye = 3, pupil = 4, glow = 5 };
inline constexpr int kZoneCount = 6;

inline constexpr float kSharp = 100.0F;

/// The bones that hold a point (skeleton.hpp), and how strongly. What is missing to a sum of 1 is bone 0's. Of more than four bones
/// the strongest are kept.
struct Grip {
    std::array<float, 4> weights{};  // falling; 0 where there is no bone
    std::array<std::uint8_t, 4> bones{};

    bool empty() const { return weights[0] == 0; }
    /// Adds a bone's weight.
    void add(std::uint8_t bone, float weight);
    friend Grip operator+(Grip a, const Grip& b);
    friend Grip operator*(Grip a, float s);
};

/// The values that subdivision interpolates: a position, how far out on a limb it is (0 on the trunk, 1 at the tip), and the bones
/// that hold it.
struct Spot {
    Vec3 at;
    float reach = 0;
    Grip grip{};

    friend Spot operator+(const Spot& a, const Spot& b) { return {a.at + b.at, a.reach + b.reach, a.grip + b.grip}; }
    friend Spot operator*(const Spot& a, float s) { return {a.at * s, a.reach * s, a.grip * s}; }
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

    std::uint32_t add_point(const Vec3& at, float reach = 0, float sharpness = 0, const Grip& grip = {});

    /// The middle of a face's corners.
    Vec3 middle(const Face& face) const;

    /// The face whose middle is nearest to `at`; of equals the first. Requires at least one face.
    std::size_t face_near(const Vec3& at) const;

    /// Adds another cage, unconnected to this one.
    void join(const Cage& other);
};

/// The cage mirrored across x = 0, y = 0 or z = 0, or several of them, with its faces reversed where needed so that they face
/// outward.
struct Mirror {
    bool x = false, y = false, z = false;
    bool is_odd() const { return (x != y) != z; }
};
Cage mirrored(Cage cage, Mirror mirror);

}  // namespace albireo::models
