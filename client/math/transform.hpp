/// Rotations and rigid transforms.
/// 1. A Mat3 made here is a rotation up to an error of 1e-7 per product: to accumulate rotations, normalise a Quat.
/// 2. A Transform rotates, then moves. It never scales, so distances survive it and its inverse is a transpose.
#pragma once

#include "client/math/vec.hpp"

namespace albireo::math {

/// Three columns: where the x, y and z axes go.
struct Mat3 {
    Vec3 x{1, 0, 0}, y{0, 1, 0}, z{0, 0, 1};

    friend constexpr Vec3 operator*(const Mat3& m, const Vec3& v) { return m.x * v.x + m.y * v.y + m.z * v.z; }
    friend constexpr Mat3 operator*(const Mat3& a, const Mat3& b) { return {a * b.x, a * b.y, a * b.z}; }
};

constexpr Mat3 transposed(const Mat3& m) {
    return {{m.x.x, m.y.x, m.z.x}, {m.x.y, m.y.y, m.z.y}, {m.x.z, m.y.z, m.z.z}};
}

struct Quat {
    float x{}, y{}, z{}, w{1};

    friend constexpr Quat operator*(const Quat& a, const Quat& b) {
        return {a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y, a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
                a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w, a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z};
    }
};

inline Quat normalized(const Quat& q) {
    const float s = 1.0F / std::sqrt(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w);
    return {q.x * s, q.y * s, q.z * s, q.w * s};
}

/// A rotation by `radians` about the unit vector `axis`, counter-clockwise as seen with the axis toward the viewer.
inline Quat turn(const Vec3& axis, float radians) {
    const float s = std::sin(radians * 0.5F);
    return {axis.x * s, axis.y * s, axis.z * s, std::cos(radians * 0.5F)};
}

/// The rotation of a unit quaternion.
constexpr Mat3 rotation(const Quat& q) {
    const float xx = q.x * q.x, yy = q.y * q.y, zz = q.z * q.z;
    const float xy = q.x * q.y, xz = q.x * q.z, yz = q.y * q.z;
    const float wx = q.w * q.x, wy = q.w * q.y, wz = q.w * q.z;
    return {{1 - 2 * (yy + zz), 2 * (xy + wz), 2 * (xz - wy)},
            {2 * (xy - wz), 1 - 2 * (xx + zz), 2 * (yz + wx)},
            {2 * (xz + wy), 2 * (yz - wx), 1 - 2 * (xx + yy)}};
}

struct Transform {
    Mat3 turn;
    Vec3 at;

    constexpr Vec3 point(const Vec3& p) const { return turn * p + at; }
    constexpr Vec3 direction(const Vec3& d) const { return turn * d; }
    /// The inverse of the two above.
    constexpr Vec3 point_inside(const Vec3& p) const { return direction_inside(p - at); }
    constexpr Vec3 direction_inside(const Vec3& d) const { return {dot(turn.x, d), dot(turn.y, d), dot(turn.z, d)}; }

    /// First b, then a.
    friend constexpr Transform operator*(const Transform& a, const Transform& b) {
        return {a.turn * b.turn, a.point(b.at)};
    }
};

constexpr Transform inverse(const Transform& t) {
    const Mat3 back = transposed(t.turn);
    return {back, back * -t.at};
}

inline Transform transform(const Quat& q, const Vec3& at) {
    return {rotation(q), at};
}

}  // namespace albireo::math
