// Goal: rules 3 and 4. Whatever the partner does, your own ship and your own shots, their order and their names do not
// change by one bit: not for kLeadTicksMax ticks after he first does something else, and never where nothing that both
// decide together (a loop's end, game over, a life that comes back, a pause) reaches your ship.
#include <doctest/doctest.h>

#include "tests/sim/promise.hpp"
#include "tests/sim/real_levels.hpp"
#include "tests/support/game.hpp"
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

struct Trial {
    MadeStyle own, partner, other_partner;
    std::uint32_t ticks_before = 0;
    std::uint32_t ticks_after = 0;
    bool immortal = false;  // the own frames never tell of a death
};

Frame without_death(Frame frame) {
    for (Report& report : frame.reports) {
        if (report.kind == ReportKind::died) report.kind = ReportKind::none;
    }
    return frame;
}

/// Plays on with two different partners and the same own frames; true if the own ship and shots never differed.
void check_trial(const Level& level, const Trial& trial, Slot own) {
    const Slot partner = other(own);
    Game here(level, {.seed = trial.own.seed});
    MadePlayer self(own, trial.own);
    MadePlayer friendly(partner, trial.partner);
    for (std::uint32_t t = 0; t < trial.ticks_before; ++t) {
        FramePair frames;
        frames[index(own)] = self.next(*here.world, level);
        frames[index(partner)] = friendly.next(*here.world, level);
        here.step(frames);
    }
    Game there(here);
    MadePlayer stranger(partner, trial.other_partner);
    // The own frames are those of somebody who does not know yet what either partner does.
    std::uint32_t limit = trial.immortal ? trial.ticks_after : promised_before(*here.world, own);
    for (std::uint32_t t = 0; t < limit; ++t) {
        FramePair frames;
        frames[index(own)] = promise(self.next(*here.world, level), t, limit);
        if (trial.immortal) frames[index(own)] = without_death(frames[index(own)]);
        frames[index(partner)] = friendly.next(*here.world, level);
        FramePair other_frames = frames;
        other_frames[index(partner)] = stranger.next(*there.world, level);
        here.step(frames);
        there.step(other_frames);
        const bool same = same_bytes(here.world->ships[index(own)], there.world->ships[index(own)]) &&
                          same_shots(*here.world, *there.world, own);
        if (same) continue;
        const std::string what = difference(*here.world, *there.world, own == Slot::gold ? "s[0]" : "s[1]");
        FAIL_CHECK("seed ", trial.own.seed, ", ", t, " ticks after the change at ", trial.ticks_before, ":\n", what);
        return;
    }
}

/// Any play before, and any two partners after, for as long as the longest lead.
void check_lead(const Level& level, std::uint32_t seed, std::uint32_t ticks_before_max) {
    Random random = Random::seed(seed, 5);
    const auto style = [&](std::uint32_t more) {
        return MadeStyle{.seed = seed * 16 + more,
                         .nonsense_permille = random.below(3) * 200,
                         .death_permille = random.below(4) * 4,
                         .command_permille = random.below(2) * 20,
                         .absent_permille = more != 1 && random.below(2) == 0 ? 5u : 0u,
                         .command_delay = static_cast<std::uint8_t>(1 + random.below(160)),
                         .agrees = more == 2,
                         .careless = random.below(2) == 0,
                         .greedy = random.below(2) == 0};
    };
    Trial trial{style(1), style(2), style(3)};
    trial.ticks_before = random.below(ticks_before_max);
    trial.ticks_after = kLeadTicksMax;
    check_trial(level, trial, kSlots[seed % kSlotCount]);
}

}  // namespace

TEST_CASE("your own ship and shots do not feel the partner for as long as anyone's lead") {
    const Level level = small_level();
    for (std::uint32_t seed = 1; seed <= 100; ++seed) check_lead(level, seed, 1800);
}

TEST_CASE("on every level: your own ship and shots do not feel the partner") {
    for (const RealLevel& real : real_levels()) {
        INFO(real.name);
        for (std::uint32_t seed = 1; seed <= 12; ++seed) check_lead(real.level, seed, real.level.ticks + 1000);
    }
}

TEST_CASE("where nothing is decided together your own ship and shots never feel the partner") {
    Level level = small_level();
    level.loops.clear();  // the loop cues' spawns never come
    level.ticks = 1200;
    std::erase_if(level.cues, [](const CueDef& cue) { return cue.kind == CueKind::section; });
    for (std::uint32_t seed = 1; seed <= 12; ++seed) {
        // The partner may die for good; as the own ship does not, the game is never over.
        Trial trial{{.seed = seed, .nonsense_permille = 300, .greedy = true},
                    {.seed = seed + 100, .nonsense_permille = 100, .death_permille = 8},
                    {.seed = seed + 200, .nonsense_permille = 500, .greedy = seed % 2 == 0}};
        trial.immortal = true;
        trial.ticks_after = 1150;
        check_trial(level, trial, kSlots[seed % kSlotCount]);
    }
}
