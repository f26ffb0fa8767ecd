// Goal: hash_bytes() is XXH3 on every processor: the build for AVX2, where there is one, agrees with the reference's
// portable code at every length.
#include <doctest/doctest.h>

#include <random>
#include <vector>

#define XXH_INLINE_ALL
#define XXH_VECTOR 0  // XXH_SCALAR: no wide registers
#include <xxhash.h>

#include "sim/base/hash.hpp"

TEST_CASE("hash_bytes is XXH3's portable code at every length up to 5 000 bytes, wherever the bytes begin") {
    std::mt19937 random(7);
    std::vector<std::uint8_t> bytes(5'064);
    for (std::uint8_t& byte : bytes) byte = static_cast<std::uint8_t>(random());
    for (std::size_t length = 0; length <= 5'000; ++length) {
        const std::span<const std::uint8_t> some = std::span(bytes).subspan(length % 64, length);
        REQUIRE(albireo::hash_bytes(some) == XXH3_64bits(some.data(), some.size()));
    }
}
