// Goal: whole games of two autopilots, without a network. All reports are accepted; both players' confirmed worlds
// are the same at every tick at any delay; and no player's own ship or shots are ever corrected.
#include <doctest/doctest.h>

#include "sim/digest.hpp"
#include "sim/level/level_bytes.hpp"
#include "tests/support/local_game.hpp"
#include "tests/support/repetitions.hpp"
#include "tests/support/small_level.hpp"

using namespace albireo;

namespace {

const Stage& small_stage() {
    static const Stage stage(support::small_level());
    return stage;
}

}  // namespace

TEST_CASE("the small level is valid") {
    CHECK(check_level(small_stage().level) == "");
}

TEST_CASE("two good autopilots clear the small level and every report is plausible") {
    std::uint32_t cleared = 0;
    for (std::uint32_t seed = 1; seed <= 4; ++seed) {
        CAPTURE(seed);
        SharedGame game(small_stage(), {.seed = seed});
        game.run();
        cleared += outcome_of(game.world()) == Outcome::cleared ? 1 : 0;
        for (const Slot slot : kSlots) {
            const ReportCounters& counters = game.world().counters[index(slot)];
            CHECK(counters.implausible == 0);
            CHECK(counters.unpaid == 0);
            CHECK(counters.applied + counters.late > 100);
        }
    }
    CHECK(cleared == 4);
}

TEST_CASE("the same seed plays the same game") {
    const auto play = [](std::uint32_t seed) {
        SharedGame game(small_stage(), {.seed = seed, .ticks_max = 1200});
        game.run();
        return root_of(game.world());
    };
    CHECK(play(3) == play(3));
    CHECK(play(3) != play(4));
}

TEST_CASE("at any delay the worlds agree, and own ships and shots are never corrected") {
    const int one_of = support::repetitions(1, 1, 3);
    const auto play = [one_of](int seed, const Delay& delay) {
        if (seed % one_of != 0) return;
        CAPTURE(seed);
        CAPTURE(delay.ticks);
        CAPTURE(delay.jitter);
        CAPTURE(delay.head_start);
        // Unskilled players die, run out of lives and continue, which is what could cause corrections.
        const int skill = seed % 2 == 0 ? 9 : 2;
        DelayedGame game(small_stage(), {.seed = static_cast<std::uint32_t>(seed), .skill = {skill, skill}, .ticks_max = 9000}, delay);
        game.run();
        CHECK(game.first_disagreement() == -1);
        for (const Slot slot : kSlots) {
            const auto& side = game.side(slot);
            CHECK(side.digests.size() > 1000);
            CHECK(side.predictor->corrections().own_ship == 0);
            CHECK(side.predictor->corrections().own_shots == 0);
            CHECK(side.predictor->confirmed().counters[index(slot)].implausible == 0);
            CHECK(side.frozen == 0);
        }
    };
    int seed = 1;
    for (const std::uint32_t ticks : {0u, 1u, 3u, 6u, 15u, 31u, 60u, 110u}) play(seed++, {.ticks = ticks});
    play(seed++, {.ticks = 4, .jitter = 20});
    play(seed++, {.ticks = 10, .jitter = 60});
    play(seed++, {.ticks = 20, .head_start = 15});
    play(seed++, {.ticks = 50, .jitter = 30, .head_start = 25});
}
