#pragma once
/// Binary angles: 65 536 steps to the turn, 0 along +x, counter-clockwise. Sums wrap around.
///
/// sine/cosine: quarter-wave table of 512 steps, interpolated linearly. Error against the true value ≤ 1.5e-5
/// (one Q16.16 step), exact at the four right angles.
/// direction_of: octant and a 512-step arctangent table. Error ≤ 1 angle step (0.0055°).
/// The compiler computes the tables in 64-bit integers. The tests check both bounds against long double.
#include <array>

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

namespace detail {

inline constexpr int kQuarterSteps = 512;  // of 32 angle steps; the chord error of each is (pi/1024)^2 / 8 = 1.2e-6
inline constexpr int kQuarterAngle = 16384;

/// A step of the sine table.
struct Chord {
    std::int32_t from;
    std::uint32_t rise;
};
/// The last entry, of the right angle itself, does not rise.
extern const std::array<Chord, kQuarterSteps + 1> kSineChords;

/// The sine over the first quarter, `angle` in [0, 16 384].
inline std::int32_t quarter_sine(std::uint32_t angle) {
    constexpr std::uint32_t kStepAngle = kQuarterAngle / kQuarterSteps;
    const Chord chord = kSineChords[angle / kStepAngle];
    return chord.from + static_cast<std::int32_t>((chord.rise * (angle % kStepAngle) + kStepAngle / 2) / kStepAngle);
}

}  // namespace detail

/// The vector of the given length that points along `angle`: cosine and sine, times the length. Inline and without
/// branches, because every turning bullet calls it every tick.
inline Vec2 polar(Angle angle, Fixed length) {
    const std::uint32_t within = angle.raw & (detail::kQuarterAngle - 1u);
    const std::int32_t rising = detail::quarter_sine(within);
    const std::int32_t falling = detail::quarter_sine(detail::kQuarterAngle - within);
    // In the second and the fourth quarter the two are exchanged.
    const std::int32_t exchanged = (rising ^ falling) & -((angle.raw / detail::kQuarterAngle) & 1);
    const std::int32_t across = falling ^ exchanged;
    const std::int32_t up = rising ^ exchanged;
    const bool is_left = ((angle.raw + detail::kQuarterAngle) & 32768) != 0;
    return {Fixed{is_left ? -across : across} * length, Fixed{angle.raw < 32768 ? up : -up} * length};
}

/// `v` turned counter-clockwise by `angle`.
Vec2 rotated(Vec2 v, Angle angle);

/// The angle of the direction of `v`; 0 for the zero vector.
Angle direction_of(Vec2 v);

}  // namespace albireo
