// Goal: rules 3 and 4. Whatever the partner does, your own ship and shots, their order and their names do not change by
// one bit: not for kLeadTicksMax ticks after the partner's frames first differ, and never while no shared cause (a loop's
// end, game over, a life that comes back, a pause) reaches your ship.
#include <doctest/doctest.h>

#include "tests/sim/promise.hpp"
#include "tests/sim/bullet_gallery.hpp"
#include "tests/sim/real_levels.hpp"
#include "tests/sim/sea_gallery.hpp"
#include "tests/sim/trials.hpp"
#include "tests/support/game.hpp"
#include "tests/support/repetitions.hpp"
#include "tests/support/small_level.hpp"

using namespace albireo;
using namespace albireo::support;

namespace {

bool same_shots(const World& a, const World& b, Slot slot) {
    const auto& x = a.shots[index(slot)];
    const auto& y = b.shots[index(slot)];
    return x.count == y.count && x.refused == y.refused &&
           std::memcmp(x.items.data(), y.items.data(), x.count * sizeof(Shot)) == 0;
}

Frame without_death(Frame frame) {
    for (Report& report : frame.reports) {
        if (report.kind == ReportKind::died) report.kind = ReportKind::none;
    }
    return frame;
}

/// Plays on with two different partners and the same own frames, made without knowledge of either partner, and checks
/// that the player's own ship and shots never differ. Runs for the longest lead, or for all `ticks` if immortal.
void check_trial(Trial& trial, TrialCounts& counts, std::uint32_t ticks, bool immortal) {
    Game& here = trial.game;
    const Level& level = here.level;
    Game there(here);
    const std::uint32_t began = here.world->tick.value;
    std::uint32_t limit = ticks;
    for (std::uint32_t t = 0; t < limit; ++t) {
        FramePair frames;
        Frame& own = trial.own_of(frames);
        own = promise(trial.self.next(*here.world, level), t, limit);
        if (immortal) own = without_death(own);
        trial.partner_of(frames) = trial.partner.next(*here.world, level);
        FramePair other_frames = frames;
        trial.partner_of(other_frames) = trial.other_partner.next(*there.world, level);
        here.step(frames);
        there.step(other_frames);
        const std::size_t slot = index(trial.own);
        const bool same = same_bytes(here.world->ships[slot], there.world->ships[slot]) &&
                          same_shots(*here.world, *there.world, trial.own);
        if (same) continue;
        const std::string what = difference(*here.world, *there.world, trial.own == Slot::gold ? "s[0]" : "s[1]");
        FAIL_CHECK("seed ", trial.seed, ", ", t, " ticks after the change at ", began, ":\n", what);
        return;
    }
    counts.end(*here.world, *there.world);
}

void check_leads(const Level& level, std::uint32_t seed, std::uint32_t trials, TrialCounts& counts) {
    for_each_trial(level, seed, trials, counts, [&](Trial& trial) {
        check_trial(trial, counts, promised_before(*trial.game.world, trial.own), false);
    });
}

}  // namespace

TEST_CASE("your own ship and shots do not depend on the partner within the longest lead") {
    const Level level = small_level();
    TrialCounts counts;
    for (std::uint32_t seed = 1; seed <= 24; ++seed) check_leads(level, seed, 6, counts);
    CHECK(counts.in_play >= 150);
    CHECK(counts.in_boss_loop >= 20);
    CHECK(counts.diverged >= 170);
    CHECK(counts.extended >= 20);
}

TEST_CASE("under every program of the library: your own ship and shots do not depend on the partner") {
    TrialCounts counts;
    for (std::uint32_t seed = 1; seed <= 8; ++seed) check_leads(bullet_gallery(), seed, 6, counts);
    CHECK(counts.in_play >= 14);
    CHECK(counts.diverged >= 14);
}

TEST_CASE("in the sea: your own ship and shots do not depend on the partner") {
    TrialCounts counts;
    for (std::uint32_t seed = 1; seed <= 8; ++seed) check_leads(sea_gallery(), seed, 6, counts);
    CHECK(counts.in_play >= 14);
    CHECK(counts.diverged >= 14);
}

TEST_CASE("on every level: your own ship and shots do not depend on the partner") {
    TrialCounts counts;
    const int seeds = repetitions(4, 4, 1);
    for (const RealLevel& real : real_levels()) {
        INFO(real.name);
        for (int seed = 1; seed <= seeds; ++seed) check_leads(real.level, static_cast<std::uint32_t>(seed), 8, counts);
    }
    CHECK(counts.in_play >= 87 * seeds);
    CHECK(counts.in_boss_loop >= 25 * seeds);
    CHECK(counts.diverged >= 100 * seeds);
    CHECK(counts.extended >= 10 * seeds);
}

TEST_CASE("without shared causes your own ship and shots never depend on the partner") {
    Level level = small_level();
    level.loops.clear();  // the loop cues' spawns never appear
    level.ticks = 1200;
    std::erase_if(level.cues, [](const CueDef& cue) { return cue.kind == CueKind::section; });
    TrialCounts counts;
    for (std::uint32_t seed = 1; seed <= 12; ++seed) {
        // The partner may be out of lives; the player is not, so the game is never over.
        const Slot own = kSlots[seed % kSlotCount];
        Trial trial{
            .game = Game(level, {.seed = seed}),
            .own = own,
            .self = MadePlayer(own, {.seed = seed, .nonsense_permille = 300, .greedy = true}),
            .partner = MadePlayer(other(own), {.seed = seed + 100, .nonsense_permille = 100, .death_permille = 8}),
            .other_partner =
                MadePlayer(other(own), {.seed = seed + 200, .nonsense_permille = 500, .greedy = seed % 2 == 0}),
            .last = {},
            .seed = seed,
            .random = {}};
        check_trial(trial, counts, 1150, true);
    }
    CHECK(counts.diverged == 12);
}
