#pragma once
/// Binary angles: 65 536 steps to the turn, 0 along +x, counter-clockwise. Sums wrap around.
///
/// sine/cosine: quarter-wave table of 512 steps, interpolated linearly. Error against the true value ≤ 1.5e-5
/// (one Q16.16 step), exact at the four right angles.
/// direction_of: octant and a 512-step arctangent table. Error ≤ 1 angle step (0.0055°).
/// The compiler computes the tables in 64-bit integers. The tests check both bounds against long double.
#include "sim/base/field_list.hpp"
#include "sim/base/vec2.hpp"

namespace albireo {

struct Angle {
    std::uint16_t raw = 0;

    static constexpr Angle from_raw(std::int64_t raw) { return Angle{static_cast<std::uint16_t>(raw)}; }
    /// numerator / denominator degrees, such as degrees(45) or degrees(225, 10). The denominator must not be 0.
    static constexpr Angle degrees(std::int64_t numerator, std::int64_t denominator = 1) {
        return from_raw(numerator * 65536 / (360 * denominator));
    }

    constexpr bool operator==(const Angle&) const = default;
    friend constexpr Angle operator+(Angle a, Angle b) { return from_raw(a.raw + b.raw); }
    friend constexpr Angle operator-(Angle a, Angle b) { return from_raw(a.raw - b.raw); }
    friend constexpr Angle operator*(Angle a, std::int32_t times) { return from_raw(std::int64_t{a.raw} * times); }

    ALBIREO_UNNAMED_FIELD(raw);
};

/// The shorter turn from `from` to `to`, in angle steps: −32 768 … 32 767, positive counter-clockwise.
constexpr std::int32_t turn_between(Angle from, Angle to) {
    return static_cast<std::int16_t>(static_cast<std::uint16_t>(to.raw - from.raw));
}

Fixed sine(Angle angle);
Fixed cosine(Angle angle);

/// The vector of the given length that points along `angle`.
Vec2 polar(Angle angle, Fixed length);

/// `v` turned counter-clockwise by `angle`.
Vec2 rotated(Vec2 v, Angle angle);

/// The angle of the direction of `v`; 0 for the zero vector.
Angle direction_of(Vec2 v);

}  // namespace albireo
