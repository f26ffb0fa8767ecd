#pragma once
/// Marsaglia's multiply-with-carry generator ("MWC", posted to sci.stat.math, January 1999):
///     z = 36969 (z & 65535) + (z >> 16);  w = 18000 (w & 65535) + (w >> 16);  value = (z << 16) + w
/// Two words of state, small enough for every enemy to own one. Not cryptographically secure.
/// 1. Neither half is ever in its short cycle: seed() replaces the values that would put it there.
#include <cstdint>

#include "sim/base/field_list.hpp"

namespace albireo {

struct Random {
    std::uint32_t z = 362436069;  // Marsaglia's own seeds
    std::uint32_t w = 521288629;

    constexpr bool operator==(const Random&) const = default;

    constexpr std::uint32_t next() {
        z = 36969 * (z & 65535) + (z >> 16);
        w = 18000 * (w & 65535) + (w >> 16);
        return (z << 16) + w;
    }

    /// A whole number in [0, bound), bound > 0, by the high half of a product: bias below bound / 2^32.
    constexpr std::uint32_t below(std::uint32_t bound) {
        return static_cast<std::uint32_t>((std::uint64_t{next()} * bound) >> 32);
    }

    /// A whole number in [low, high]; low ≤ high, high − low < 2^31.
    constexpr std::int32_t between(std::int32_t low, std::int32_t high) {
        return low + static_cast<std::int32_t>(below(static_cast<std::uint32_t>(high - low) + 1));
    }

    static constexpr Random seed(std::uint32_t z, std::uint32_t w) {
        // 0 and (multiplier * 2^16 - 1) map to themselves in each half.
        Random random;
        if (z != 0 && z != 36969u * 65536u - 1) random.z = z;
        if (w != 0 && w != 18000u * 65536u - 1) random.w = w;
        return random;
    }

    /// A new generator, for a new enemy. Draws twice, each in its own statement: the order of draws is part of the
    /// game.
    constexpr Random branch() {
        const std::uint32_t first = next();
        const std::uint32_t second = next();
        return seed(first, second);
    }

    ALBIREO_FIELDS(z, w);
};

}  // namespace albireo
