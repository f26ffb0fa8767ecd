/// Two- and three-component vectors, in float for the picture and in double where more precision is needed.
/// 1. Plain aggregates: no invariant, no padding; an array of Vec3 is an array of floats.
/// 2. Zero lengths are not handled silently: `normalized` requires a direction, `normalized_or` takes a fallback.
#pragma once

#include <cmath>

namespace albireo::math {

template <class T>
struct Vector2 {
    T x{}, y{};

    friend constexpr Vector2 operator+(Vector2 a, Vector2 b) { return {a.x + b.x, a.y + b.y}; }
    friend constexpr Vector2 operator-(Vector2 a, Vector2 b) { return {a.x - b.x, a.y - b.y}; }
    friend constexpr Vector2 operator-(Vector2 a) { return {-a.x, -a.y}; }
    friend constexpr Vector2 operator*(Vector2 a, T s) { return {a.x * s, a.y * s}; }
    friend constexpr Vector2 operator*(T s, Vector2 a) { return a * s; }
    friend constexpr Vector2 operator/(Vector2 a, T s) { return {a.x / s, a.y / s}; }
    constexpr Vector2& operator+=(Vector2 b) { return *this = *this + b; }
    constexpr Vector2& operator-=(Vector2 b) { return *this = *this - b; }
    constexpr Vector2& operator*=(T s) { return *this = *this * s; }
    friend constexpr bool operator==(const Vector2&, const Vector2&) = default;
};

template <class T>
struct Vector3 {
    T x{}, y{}, z{};

    /// The component along an axis: 0 x, 1 y, 2 z.
    constexpr T operator[](int axis) const { return axis == 0 ? x : axis == 1 ? y : z; }
    constexpr T& operator[](int axis) { return axis == 0 ? x : axis == 1 ? y : z; }
    friend constexpr Vector3 operator+(const Vector3& a, const Vector3& b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
    friend constexpr Vector3 operator-(const Vector3& a, const Vector3& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
    friend constexpr Vector3 operator-(const Vector3& a) { return {-a.x, -a.y, -a.z}; }
    friend constexpr Vector3 operator*(const Vector3& a, T s) { return {a.x * s, a.y * s, a.z * s}; }
    friend constexpr Vector3 operator*(T s, const Vector3& a) { return a * s; }
    friend constexpr Vector3 operator/(const Vector3& a, T s) { return {a.x / s, a.y / s, a.z / s}; }
    constexpr Vector3& operator+=(const Vector3& b) { return *this = *this + b; }
    constexpr Vector3& operator-=(const Vector3& b) { return *this = *this - b; }
    constexpr Vector3& operator*=(T s) { return *this = *this * s; }
    friend constexpr bool operator==(const Vector3&, const Vector3&) = default;
};

using Vec2 = Vector2<float>;
using Vec2d = Vector2<double>;
using Vec3 = Vector3<float>;
using Vec3d = Vector3<double>;

constexpr Vec3d widen(const Vec3& v) {
    return {v.x, v.y, v.z};
}
constexpr Vec2d widen(Vec2 v) {
    return {v.x, v.y};
}
constexpr Vec3 narrow(const Vec3d& v) {
    return {static_cast<float>(v.x), static_cast<float>(v.y), static_cast<float>(v.z)};
}

template <class T>
constexpr T dot(Vector2<T> a, Vector2<T> b) {
    return a.x * b.x + a.y * b.y;
}
template <class T>
constexpr T dot(const Vector3<T>& a, const Vector3<T>& b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}
/// The z of the three-dimensional cross product: positive when b is to the left of a.
template <class T>
constexpr T cross(Vector2<T> a, Vector2<T> b) {
    return a.x * b.y - a.y * b.x;
}
template <class T>
constexpr Vector3<T> cross(const Vector3<T>& a, const Vector3<T>& b) {
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

template <class V>
constexpr auto length_squared(const V& v) {
    return dot(v, v);
}
template <class V>
auto length(const V& v) {
    return std::sqrt(dot(v, v));
}
/// Unit length. `v` must not be zero.
template <class V>
V normalized(const V& v) {
    return v / length(v);
}
/// Unit length; `fallback` if `v` is zero.
template <class V>
V normalized_or(const V& v, const V& fallback) {
    const auto l = length(v);
    return l > 0 ? v / l : fallback;
}
template <class V, class T>
constexpr V lerp(const V& a, const V& b, T t) {
    return a + (b - a) * t;
}

template <class T>
constexpr Vector3<T> min(const Vector3<T>& a, const Vector3<T>& b) {
    return {a.x < b.x ? a.x : b.x, a.y < b.y ? a.y : b.y, a.z < b.z ? a.z : b.z};
}
template <class T>
constexpr Vector3<T> max(const Vector3<T>& a, const Vector3<T>& b) {
    return {a.x > b.x ? a.x : b.x, a.y > b.y ? a.y : b.y, a.z > b.z ? a.z : b.z};
}
template <class T>
Vector3<T> abs(const Vector3<T>& a) {
    return {std::abs(a.x), std::abs(a.y), std::abs(a.z)};
}

/// A unit vector at right angles to the unit vector n, well-conditioned for every n.
template <class T>
Vector3<T> perpendicular(const Vector3<T>& n) {
    const Vector3<T> axis = std::abs(n.x) < T(0.6) ? Vector3<T>{1, 0, 0} : Vector3<T>{0, 1, 0};
    return normalized(cross(n, axis));
}

}  // namespace albireo::math
