// Goal: every value that one thread pushes is popped by the other, in order, and neither ever waits.
#include <doctest/doctest.h>

#include <thread>

#include "client/audio/command_ring.hpp"
#include "tests/support/repetitions.hpp"

using albireo::audio::CommandRing;

TEST_CASE("values come in order, and a full ring says so") {
    CommandRing<int, 4> ring;
    int got = 0;
    CHECK_FALSE(ring.pop(got));
    for (int i = 0; i < 4; ++i) CHECK(ring.push(i));
    CHECK_FALSE(ring.push(4));
    CHECK(ring.refused() == 1);
    for (int i = 0; i < 4; ++i) {
        REQUIRE(ring.pop(got));
        CHECK(got == i);
    }
    CHECK_FALSE(ring.pop(got));
    CHECK(ring.push(5));
    CHECK(ring.pop(got));
    CHECK(got == 5);
}

TEST_CASE("two threads: a million items arrive once each, in order, undamaged") {
    struct Item {
        std::uint64_t number, twice, thrice;  // a torn item has numbers that do not match
    };
    const auto count = static_cast<std::uint64_t>(albireo::support::repetitions(1'000'000, 1'000'000, 50'000));
    CommandRing<Item, 64> ring;
    std::thread pusher([&] {
        for (std::uint64_t i = 0; i < count;) {
            if (ring.push({i, 2 * i, 3 * i})) {
                ++i;
            } else {
                std::this_thread::yield();
            }
        }
    });
    std::uint64_t expected = 0, wrong = 0;
    for (Item item{}; expected < count;) {
        if (!ring.pop(item)) {
            std::this_thread::yield();
            continue;
        }
        if (item.number != expected || item.twice != 2 * expected || item.thrice != 3 * expected) ++wrong;
        ++expected;
    }
    pusher.join();
    CHECK(wrong == 0);
    Item item{};
    CHECK_FALSE(ring.pop(item));
}
