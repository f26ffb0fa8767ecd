// Goal: the basic arithmetic is defined for every input and does what its headers state.
#include <doctest/doctest.h>

#include <array>
#include <cstdlib>
#include <limits>
#include <set>
#include <vector>

#include "sim/base/bytes.hpp"
#include "sim/base/pool.hpp"
#include "sim/base/random.hpp"
#include "sim/base/vec2.hpp"

using namespace albireo;

namespace {

constexpr std::int32_t kLow = std::numeric_limits<std::int32_t>::min();
constexpr std::int32_t kHigh = std::numeric_limits<std::int32_t>::max();

}  // namespace

TEST_CASE("fixed point wraps, floors and rounds as documented, also at the ends of its range") {
    CHECK((Fixed{kHigh} + Fixed{1}).raw == kLow);
    CHECK((Fixed{kLow} - Fixed{1}).raw == kHigh);
    CHECK((-Fixed{kLow}).raw == kLow);
    CHECK((Fixed{-1} * Fixed{1}).raw == -1);  // floor of −2^−16
    CHECK((Fixed{1} * Fixed{1}).raw == 0);
    CHECK((3_u * -250_mu) == -750_mu);
    CHECK((Fixed{kLow} * Fixed{kLow}).raw == wrap32(std::int64_t{1} << 46));
    CHECK((1_u / 3_u).raw == 21845);
    CHECK((-1_u / 3_u).raw == -21845);  // toward zero
    CHECK((Fixed{kLow} / -1).raw == kLow);
    CHECK((Fixed{kLow} / Fixed{-1}).raw == 0);  // 2^31 · 2^16 wraps
    CHECK(Fixed{-1}.floor() == -1);
    CHECK((-3_u).floor() == -3);
    CHECK(Fixed::ratio(-1, 2).raw == -32768);
    CHECK(clamp(5_u, -1_u, 2_u) == 2_u);
    CHECK(floor_shift(-5, 1) == -3);
    Random random = Random::seed(1, 2);
    for (int i = 0; i < 100000; ++i) {
        const Fixed a{static_cast<std::int32_t>(random.next())};
        const Fixed b{static_cast<std::int32_t>(random.next())};
        // The floor of product / 65 536, from a division that rounds toward zero.
        const std::int64_t product = std::int64_t{a.raw} * b.raw;
        const std::int64_t floored = product >= 0 ? product / 65536 : -((-product + 65535) / 65536);
        REQUIRE((a * b).raw == wrap32(floored));
        if (b.raw != 0) REQUIRE((a / b).raw == wrap32(std::int64_t{a.raw} * 65536 / b.raw));
    }
}

TEST_CASE("isqrt is the floor of the square root") {
    const auto check = [](std::uint64_t value) {
        const std::uint64_t root = isqrt(value);
        REQUIRE(root * root <= value);
        // (root + 1)² > value, written without a square that could overflow
        REQUIRE(value - root * root <= 2 * root);
    };
    for (std::uint64_t value = 0; value < 70000; ++value) check(value);
    Random random = Random::seed(3, 4);
    for (int i = 0; i < 100000; ++i) {
        const std::uint64_t high = random.next();
        const std::uint64_t value = (high << 32 | random.next()) >> random.below(64);
        check(value);
        const std::uint64_t root = isqrt(value);
        check(root * root);
        if (root != 0) check(root * root - 1);
    }
    check(std::numeric_limits<std::uint64_t>::max());
}

TEST_CASE("lengths and distances are exact") {
    CHECK(length({3_u, -4_u}) == 5_u);
    CHECK(length({}) == 0_u);
    CHECK(length_squared({Fixed{kLow}, Fixed{kLow}}) == std::uint64_t{1} << 63);
    CHECK(within({3_u, 4_u}, {}, 5_u));
    CHECK_FALSE(within({3_u, 4_u + Fixed{1}}, {}, 5_u));
    CHECK_FALSE(within({}, {}, Fixed{-1}));
    CHECK(within({}, {}, {}));
    CHECK(perpendicular({1_u, 0_u}) == Vec2{0_u, 1_u});
    CHECK(mix({0_u, 4_u}, {2_u, 0_u}, 500_mu) == Vec2{1_u, 2_u});
}

TEST_CASE("the generator follows Marsaglia's recurrence from the published seeds") {
    // Computed here in wide arithmetic from the published recurrence, not from the code under test.
    std::uint64_t z = 362436069;
    std::uint64_t w = 521288629;
    Random random;
    for (int i = 0; i < 1000; ++i) {
        z = (36969 * (z % 65536) + z / 65536) % 4294967296;
        w = (18000 * (w % 65536) + w / 65536) % 4294967296;
        REQUIRE(random.next() == (z * 65536 + w) % 4294967296);
    }
    // Pinned values, so that both cannot change together.
    Random pinned;
    const std::array<std::uint32_t, 4> first = {pinned.next(), pinned.next(), pinned.next(), pinned.next()};
    CHECK(first == std::array<std::uint32_t, 4>{820856226u, 2331188998u, 4033440000u, 3169966213u});
}

TEST_CASE("no seed leads a generator into a short cycle, and values stay in range") {
    for (const std::uint32_t z : {0u, 36969u * 65536u - 1, 1u, 0xffffffffu}) {
        for (const std::uint32_t w : {0u, 18000u * 65536u - 1, 1u, 0xffffffffu}) {
            Random random = Random::seed(z, w);
            std::set<std::uint32_t> seen_z, seen_w;
            for (int i = 0; i < 1000; ++i) {
                random.next();
                seen_z.insert(random.z);
                seen_w.insert(random.w);
            }
            CHECK(seen_z.size() == 1000);
            CHECK(seen_w.size() == 1000);
        }
    }
    Random random = Random::seed(9, 9);
    std::array<int, 7> counts{};
    for (int i = 0; i < 70000; ++i) ++counts[random.below(7)];
    for (const int count : counts) CHECK(std::abs(count - 10000) < 500);
    std::set<std::int32_t> values;
    for (int i = 0; i < 1000; ++i) values.insert(random.between(-2, 3));
    CHECK(values == std::set<std::int32_t>{-2, -1, 0, 1, 2, 3});
    Random parent = Random::seed(5, 6);
    Random twin = parent;
    const Random child = parent.branch();
    twin.next();
    twin.next();
    CHECK(parent == twin);  // a branch costs two draws
    CHECK_FALSE(child == parent);
}

TEST_CASE("a pool fills a hole with its last element, refuses when full and counts the refusals") {
    Pool<int, 4> pool{};
    for (int i = 1; i <= 4; ++i) CHECK(*pool.add(i) == i);
    CHECK(pool.full());
    CHECK(pool.add(5) == nullptr);
    CHECK(pool.add(6) == nullptr);
    CHECK(pool.refused == 2);
    pool.remove(0);
    CHECK(std::vector<int>(pool.begin(), pool.end()) == std::vector<int>{4, 2, 3});
    pool.remove(2);
    CHECK(std::vector<int>(pool.begin(), pool.end()) == std::vector<int>{4, 2});
    pool.add(7);
    pool.add(8);
    // An iteration that removes also visits the element that fills the hole.
    pool.remove_if([](int item) { return item % 2 == 0; });
    CHECK(std::vector<int>(pool.begin(), pool.end()) == std::vector<int>{7});
    pool.remove_if([](int) { return true; });
    CHECK(pool.size() == 0);
}

TEST_CASE("bytes are little-endian, the writer never overruns and a failed reader stays failed") {
    std::array<std::uint8_t, 8> room{};
    ByteWriter out(room);
    out.put(std::uint16_t{0x1234});
    out.put(std::int32_t{-2});
    CHECK(out.size() == 6);
    CHECK(room == std::array<std::uint8_t, 8>{0x34, 0x12, 0xfe, 0xff, 0xff, 0xff, 0, 0});
    out.put(std::uint32_t{7});
    CHECK(out.full());
    CHECK(out.size() == 6);
    out.put(std::uint16_t{0x5678});  // it would fit, but the earlier overflow sticks
    CHECK(out.full());

    ByteReader in(std::span<const std::uint8_t>(room).first(7));
    CHECK(in.get<std::uint16_t>() == 0x1234);
    CHECK(in.get<std::int32_t>() == -2);
    CHECK(in.left() == 1);
    CHECK(in.get<std::uint32_t>() == 0);
    CHECK(in.bad());
    CHECK(in.left() == 0);
    CHECK(in.get<std::uint8_t>() == 0);  // a byte is left, but the reader has failed
    CHECK_FALSE(in.at_end());
    in.get_bytes(nullptr, 0);  // zero bytes to a null pointer: the sanitizer does not complain
    ByteReader empty({});
    CHECK(empty.at_end());
    CHECK_FALSE(empty.bad());
    CHECK(to_little_endian(std::uint32_t{0x01020304}) == (kLittleEndian ? 0x01020304u : 0x04030201u));
}
