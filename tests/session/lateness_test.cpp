// Goal: the server's figures of its own lateness are right.
#include "server/lateness.hpp"

#include <doctest/doctest.h>

namespace albireo::server {
namespace {

TEST_CASE("percentiles are at most a quarter too high, the maximum is exact, and what is over 5 ms is counted") {
    Lateness one, other;
    for (int i = 1; i <= 1000; ++i) (i % 2 != 0 ? one : other).note(i * 10);
    Lateness::Summary sum;
    sum.add(one);
    sum.add(other);
    CHECK(sum.count == 1000);
    CHECK(sum.max == 10'000);
    CHECK(sum.too_long == 500);
    for (const std::uint64_t permille : {1u, 10u, 500u, 900u, 990u, 1000u}) {
        CAPTURE(permille);
        CHECK(sum.at_permille(permille) >= 10 * permille);
        CHECK(sum.at_permille(permille) <= 12.5 * static_cast<double>(permille));
    }
}

TEST_CASE("without samples all figures are zero, and no time is too long to record") {
    Lateness::Summary nothing;
    CHECK(nothing.at_permille(990) == 0);
    Lateness long_ago;
    long_ago.note(-5);
    long_ago.note(std::int64_t{1} << 60);
    Lateness::Summary sum;
    sum.add(long_ago);
    CHECK(sum.at_permille(500) == 0);
    CHECK(sum.at_permille(1000) >= std::uint64_t{1} << 32);
    CHECK(sum.too_long == 1);
}

}  // namespace
}  // namespace albireo::server
