// Goal: the loss of a path is known from the first packets on, and one that is late is none that is lost.
#include "proto/path_gauge.hpp"

#include <doctest/doctest.h>

#include "proto/send_pace.hpp"

namespace albireo::proto {
namespace {

// What was lost before the first packet that came did not count once: the second one was twenty packets away.
TEST_CASE("the first packet tells what was lost before it") {
    PathGauge gauge;
    gauge.note_received(19, 0);
    CHECK(gauge.loss_in_permille() > 750);
    CHECK(copies_for(gauge.loss_guess_permille()) >= 3);
}

TEST_CASE("one lost packet is no bad link, and late ones are not lost") {
    PathGauge one, late;
    one.note_received(1, 0);
    CHECK(copies_for(one.loss_guess_permille()) == 1);
    for (std::uint16_t number = 10; number-- > 0;) CHECK(late.note_received(number, 0));
    CHECK(late.loss_in_permille() == 0);
    CHECK_FALSE(late.note_received(4, 0));
}

TEST_CASE("a number from nowhere weighs no more than the gauge remembers") {
    PathGauge gauge;
    gauge.note_received(kSequenceMask, 0);
    for (int i = 0; i < 128; ++i) gauge.note_received(static_cast<std::uint16_t>(i), 0);
    CHECK(gauge.loss_in_permille() < 500);
}

}  // namespace
}  // namespace albireo::proto
