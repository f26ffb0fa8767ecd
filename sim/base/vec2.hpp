#pragma once
/// A point or a displacement in the field: x to the right, y up, in Q16.16 units.
#include "sim/base/field_list.hpp"
#include "sim/base/fixed.hpp"

namespace albireo {

struct Vec2 {
    Fixed x, y;

    constexpr bool operator==(const Vec2&) const = default;
    constexpr Vec2 operator-() const { return {-x, -y}; }
    friend constexpr Vec2 operator+(Vec2 a, Vec2 b) { return {a.x + b.x, a.y + b.y}; }
    friend constexpr Vec2 operator-(Vec2 a, Vec2 b) { return {a.x - b.x, a.y - b.y}; }
    friend constexpr Vec2 operator*(Vec2 a, Fixed times) { return {a.x * times, a.y * times}; }
    friend constexpr Vec2 operator*(Vec2 a, std::int32_t times) { return {a.x * times, a.y * times}; }
    friend constexpr Vec2 operator/(Vec2 a, std::int32_t parts) { return {a.x / parts, a.y / parts}; }
    constexpr Vec2& operator+=(Vec2 b) { return *this = *this + b; }
    constexpr Vec2& operator-=(Vec2 b) { return *this = *this - b; }

    ALBIREO_FIELDS(x, y);
};

/// Squared length in units², as Q32.32. Each component's absolute value is at most 2^31, so the sum fits 64 bits.
constexpr std::uint64_t length_squared(Vec2 v) {
    const auto x = static_cast<std::uint64_t>(v.x.raw < 0 ? -std::int64_t{v.x.raw} : std::int64_t{v.x.raw});
    const auto y = static_cast<std::uint64_t>(v.y.raw < 0 ? -std::int64_t{v.y.raw} : std::int64_t{v.y.raw});
    return x * x + y * y;
}

/// Length, rounded down to a Q16.16 step. Must be less than 32 768 units, or it wraps.
constexpr Fixed length(Vec2 v) { return Fixed{static_cast<std::int32_t>(isqrt(length_squared(v)))}; }

/// Whether a and b are at most `reach` apart. Exact if a − b does not wrap; false for a negative reach.
constexpr bool within(Vec2 a, Vec2 b, Fixed reach) {
    return reach.raw >= 0 &&
           length_squared(a - b) <= static_cast<std::uint64_t>(reach.raw) * static_cast<std::uint64_t>(reach.raw);
}

/// `v` turned by 90° counter-clockwise.
constexpr Vec2 perpendicular(Vec2 v) { return {-v.y, v.x}; }

/// The point `weight` of the way from a to b, weight in [0, 1].
constexpr Vec2 mix(Vec2 a, Vec2 b, Fixed weight) { return a + (b - a) * weight; }

}  // namespace albireo
