// Goal: a client's clock keeps its pace, smooths the server's corrections, and recovers time lost while frozen, never by more
// than 3 %.
#include "client/net/tick_clock.hpp"
#include "tests/support/time_units.hpp"

#include <doctest/doctest.h>

namespace albireo::client {
namespace {

using proto::Micros;

/// Steps whenever a tick is due; returns the number of steps.
int step_until(TickClock& clock, Micros until) {
    int ticks = 0;
    for (; clock.due() <= until; ++ticks) clock.advance(clock.due());
    return ticks;
}

TEST_CASE("sixty ticks a second, and up to three per cent more or less to match the partner") {
    TickClock clock;
    clock.start(0);
    CHECK(step_until(clock, 10 * kSecond) == doctest::Approx(600).epsilon(0.005));
    clock.note_arrival_margin(127, 0);
    CHECK(step_until(clock, 20 * kSecond) == doctest::Approx(600 / 1.03).epsilon(0.005));
    clock.note_arrival_margin(-127, 0);
    CHECK(step_until(clock, 30 * kSecond) == doctest::Approx(600 / 0.97).epsilon(0.005));
}

TEST_CASE("time lost while frozen is recovered at three per cent, and no more than was lost") {
    TickClock clock;
    clock.start(0);
    step_until(clock, kSecond);
    for (int i = 0; i < 30; ++i) clock.give_up(clock.due());
    const Micros held_until = clock.due();
    CHECK(clock.stretch_permille() == -TickClock::kStretchPermilleMax);
    // 30 ticks are 500 ms; 3 % of 20 s are 600.
    const Micros end = held_until + 20 * kSecond;
    CHECK(step_until(clock, end) == doctest::Approx(1200 + 30).epsilon(0.003));
    CHECK(clock.stretch_permille() == 0);
    CHECK(step_until(clock, end + 10 * kSecond) == doctest::Approx(600).epsilon(0.003));
}

TEST_CASE("at most two seconds are recovered") {
    TickClock clock;
    clock.start(0);
    clock.slip_to(60 * kSecond);
    CHECK(step_until(clock, 160 * kSecond) == doctest::Approx(6000 + TickClock::kOwedTicksMax).epsilon(0.0005));
}

TEST_CASE("a process that was suspended recovers nothing") {
    TickClock clock;
    clock.start(0);
    clock.advance(10 * kSecond);
    CHECK(clock.due() == 10 * kSecond);
    CHECK(clock.stretch_permille() == 0);
}

}  // namespace
}  // namespace albireo::client
