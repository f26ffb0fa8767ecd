// Goal: encoded bytes round-trip, the models of reader and writer stay equal, and no input can harm the reader.
#include "replays/arithmetic_coder.hpp"

#include <doctest/doctest.h>

#include "replays/packed.hpp"
#include "sim/base/random.hpp"

namespace albireo::replays {
namespace {

using Bytes = std::vector<std::uint8_t>;

Bytes random_bytes(Random& random, std::size_t size, std::uint32_t values) {
    Bytes bytes(size);
    for (auto& byte : bytes) byte = static_cast<std::uint8_t>(random.below(values) * 37);
    return bytes;
}

TEST_CASE("bytes round-trip, record after record") {
    for (const std::uint32_t values : {1u, 2u, 9u, 256u}) {
        Random random = Random::seed(values, 3);
        ByteModel writing, reading;
        for (int record = 0; record < 400; ++record) {
            const Bytes bytes = random_bytes(random, random.below(80), values);
            ArithmeticEncoder out{writing};
            out.put(bytes);
            const Bytes encoded = out.finish();
            Bytes back(bytes.size());
            ArithmeticDecoder in{reading, encoded};
            in.get(back);
            REQUIRE(back == bytes);
            REQUIRE(in.used_all());
            REQUIRE(writing == reading);
        }
    }
}

TEST_CASE("repetitive data shrinks, random data grows by little") {
    Random random = Random::seed(1, 1);
    ByteModel few, all;
    std::size_t few_size = 0, all_size = 0;
    for (int record = 0; record < 100; ++record) {
        ArithmeticEncoder a{few}, b{all};
        a.put(random_bytes(random, 100, 2));
        b.put(random_bytes(random, 100, 256));
        few_size += a.finish().size();
        all_size += b.finish().size();
    }
    CHECK(few_size < 10000 / 6);
    CHECK(all_size < 10000 * 11 / 10);
}

TEST_CASE("the encoded bytes are pinned: this is a file format") {
    ByteModel model;
    ArithmeticEncoder out{model};
    for (int i = 0; i < 40; ++i) out.put(static_cast<std::uint8_t>(i * i));
    const Bytes expected = out.finish();
    CHECK(expected.size() > 20);
    std::uint32_t sum = 0;
    for (const std::uint8_t byte : expected) sum = sum * 31 + byte;
    CHECK(sum == 17802668);
}

TEST_CASE("any bytes can be read: the reader neither hangs nor overruns") {
    Random random = Random::seed(5, 6);
    for (int i = 0; i < 300; ++i) {
        const Bytes bytes = random_bytes(random, random.below(30), 256);
        ByteModel model;
        ArithmeticDecoder in{model, bytes};
        Bytes out(500);
        in.get(out);
    }
    CHECK(true);
}

TEST_CASE("packed bytes round-trip, and a decompression bomb is refused before anything is allocated") {
    Random random = Random::seed(7, 8);
    const Bytes bytes = random_bytes(random, 5000, 4);
    Bytes back;
    CHECK(unpack(pack(bytes), 5000, back));
    CHECK(back == bytes);
    CHECK_FALSE(unpack(pack(bytes), 4999, back));
    CHECK(unpack(pack({}), 10, back));
    CHECK(back.empty());
    const Bytes bomb = pack(Bytes(100 << 20));
    CHECK(bomb.size() < 20000);
    CHECK_FALSE(unpack(bomb, 1 << 20, back));
    CHECK(back.capacity() < 1 << 20);
    Bytes trailing = pack(bytes);
    trailing.push_back(0);
    CHECK_FALSE(unpack(trailing, 5000, back));
    const Bytes good = pack(bytes);
    for (int i = 0; i < 2000; ++i) {
        Bytes damaged = good;
        damaged[random.below(static_cast<std::uint32_t>(damaged.size()))] ^=
            static_cast<std::uint8_t>(1 + random.below(255));
        if (unpack(damaged, 5000, back)) CHECK(back.size() <= 5000);
    }
}

}  // namespace
}  // namespace albireo::replays
