// Goal: a thread's own time counts its work and not its waiting; dates are those of the calendar.
#include "platform/clock.hpp"

#include <doctest/doctest.h>

#include <limits>
#include <thread>

using namespace albireo;
using namespace std::chrono_literals;

TEST_CASE("the time of a thread goes on while it works, and stands while it sleeps") {
    const auto began = platform::thread_processor_time();
    volatile unsigned sum = 0;
    const auto until = std::chrono::steady_clock::now() + 60s;
    while (platform::thread_processor_time() - began < 20ms && std::chrono::steady_clock::now() < until) sum = sum + 1;
    CHECK(platform::thread_processor_time() - began >= 20ms);
    const auto before = platform::thread_processor_time();
    std::this_thread::sleep_for(200ms);
    CHECK(platform::thread_processor_time() - before < 150ms);
}

TEST_CASE("dates in UTC, and one that no calendar has") {
    std::tm date{};
    REQUIRE(platform::utc_date(951'827'696, date));
    CHECK(date.tm_year == 100);
    CHECK(date.tm_mon == 1);
    CHECK(date.tm_mday == 29);
    CHECK(date.tm_hour == 12);
    CHECK(date.tm_min == 34);
    CHECK(date.tm_sec == 56);
    CHECK_FALSE(platform::utc_date(std::numeric_limits<std::time_t>::max(), date));
    CHECK(date.tm_year == 0);
}
