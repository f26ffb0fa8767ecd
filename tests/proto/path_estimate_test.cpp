// Goal: the loss of a path is measured from the first packets on, and a late packet does not count as lost.
#include "proto/path_estimate.hpp"

#include <doctest/doctest.h>

#include "proto/send_pace.hpp"

namespace albireo::proto {
namespace {

// Losses before the first packet that arrived were once not counted.
TEST_CASE("the first packet shows the losses before it") {
    PathEstimate path;
    path.note_received(19, 0);
    CHECK(path.loss_in_permille() > 750);
    CHECK(copies_for(path.loss_guess_permille()) >= 3);
}

TEST_CASE("one lost packet does not make a bad link, and late ones are not lost") {
    PathEstimate one, late;
    one.note_received(1, 0);
    CHECK(copies_for(one.loss_guess_permille()) == 1);
    for (std::uint16_t number = 10; number-- > 0;) CHECK(late.note_received(number, 0));
    CHECK(late.loss_in_permille() == 0);
    CHECK_FALSE(late.note_received(4, 0));
}

TEST_CASE("a jump in the sequence numbers counts as at most kLossMemory packets") {
    PathEstimate path;
    path.note_received(kSequenceMask, 0);
    for (int i = 0; i < 128; ++i) path.note_received(static_cast<std::uint16_t>(i), 0);
    CHECK(path.loss_in_permille() < 500);
}

}  // namespace
}  // namespace albireo::proto
