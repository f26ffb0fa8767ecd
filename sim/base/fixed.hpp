#pragma once
/// Q16.16 fixed point: positions in units, speeds in units per tick.
/// 1. Every operation is defined for every input. Sums wrap; products and quotients are computed in 64 bits, then wrap.
///    The one exception is division by 0.
/// 2. Nothing here touches a floating-point register.
#include <compare>
#include <cstdint>

#include "sim/base/field_list.hpp"

namespace albireo {

/// Floor of value / 2^bits. C++20 defines the right shift of a negative number as exactly this.
constexpr std::int64_t floor_shift(std::int64_t value, int bits) { return value >> bits; }

/// Keeps the low 32 bits, as every sum in the core does; C++20 makes this conversion modular.
constexpr std::int32_t wrap32(std::int64_t value) { return static_cast<std::int32_t>(static_cast<std::uint64_t>(value)); }

struct Fixed {
    std::int32_t raw = 0;

    static constexpr int kFractionBits = 16;
    static constexpr std::int32_t kOneRaw = 1 << kFractionBits;

    static constexpr Fixed from_raw(std::int32_t raw) { return Fixed{raw}; }
    static constexpr Fixed from_int(std::int32_t units) { return Fixed{wrap32(std::int64_t{units} * kOneRaw)}; }
    /// numerator / denominator units, rounded toward zero; denominator must not be 0.
    static constexpr Fixed ratio(std::int64_t numerator, std::int64_t denominator) {
        return Fixed{wrap32(numerator * kOneRaw / denominator)};
    }

    /// Whole units, rounded toward minus infinity.
    constexpr std::int32_t floor() const { return wrap32(floor_shift(raw, kFractionBits)); }

    constexpr auto operator<=>(const Fixed&) const = default;
    constexpr Fixed operator-() const { return Fixed{wrap32(-std::int64_t{raw})}; }
    friend constexpr Fixed operator+(Fixed a, Fixed b) { return Fixed{wrap32(std::int64_t{a.raw} + b.raw)}; }
    friend constexpr Fixed operator-(Fixed a, Fixed b) { return Fixed{wrap32(std::int64_t{a.raw} - b.raw)}; }
    friend constexpr Fixed operator*(Fixed a, Fixed b) {
        return Fixed{wrap32(floor_shift(std::int64_t{a.raw} * b.raw, kFractionBits))};
    }
    friend constexpr Fixed operator*(Fixed a, std::int32_t times) { return Fixed{wrap32(std::int64_t{a.raw} * times)}; }
    /// Rounded toward zero; b must not be 0.
    friend constexpr Fixed operator/(Fixed a, Fixed b) { return ratio(a.raw, b.raw); }
    friend constexpr Fixed operator/(Fixed a, std::int32_t parts) {
        return Fixed{wrap32(std::int64_t{a.raw} / parts)};
    }
    constexpr Fixed& operator+=(Fixed b) { return *this = *this + b; }
    constexpr Fixed& operator-=(Fixed b) { return *this = *this - b; }

    ALBIREO_UNNAMED_FIELD(raw);
};

constexpr Fixed abs(Fixed a) { return a.raw < 0 ? -a : a; }
// They compare the raw numbers, so that g++ can vectorise loops.
constexpr Fixed min(Fixed a, Fixed b) { return Fixed{b.raw < a.raw ? b.raw : a.raw}; }
constexpr Fixed max(Fixed a, Fixed b) { return Fixed{a.raw < b.raw ? b.raw : a.raw}; }
constexpr Fixed clamp(Fixed a, Fixed low, Fixed high) { return max(low, min(a, high)); }

/// Floor of the square root, by the digit-by-digit method (32 steps, no division).
constexpr std::uint32_t isqrt(std::uint64_t value) {
    std::uint64_t root = 0;
    for (std::uint64_t bit = std::uint64_t{1} << 62; bit != 0; bit >>= 2) {
        if (value >= root + bit) {
            value -= root + bit;
            root = (root >> 1) + bit;
        } else {
            root >>= 1;
        }
    }
    return static_cast<std::uint32_t>(root);
}

inline namespace literals {
/// 3_u is three units; 250_mu is a quarter of a unit.
constexpr Fixed operator""_u(unsigned long long units) { return Fixed::from_int(static_cast<std::int32_t>(units)); }
constexpr Fixed operator""_mu(unsigned long long milli) { return Fixed::ratio(static_cast<std::int64_t>(milli), 1000); }
}  // namespace literals

}  // namespace albireo
