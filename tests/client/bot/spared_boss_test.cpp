// Goal: killing a boss pays more than sparing it. Two bots that spare the boss until it leaves, and shoot only what comes with it, score at
// most 80 percent of two that kill it. tests/sim/milking_test.cpp has two perfect players.
#include <doctest/doctest.h>

#include <cstdint>
#include <memory>
#include <string>

#include "client/bot/bot_controller.hpp"
#include "client/bot/local_game.hpp"
#include "sim/game/flow.hpp"
#include "sim/game/score.hpp"
#include "sim/level/section.hpp"
#include "sim/script/compile.hpp"
#include "tests/support/repetitions.hpp"

using namespace albireo;

namespace {

constexpr std::uint32_t kTicksMax = 400 * kTicksPerSecond;

struct Fight {
    std::uint64_t score = 0, ticks = 0;
};

/// The fight with a section's boss from its first phase to the tick in which it is dead or has left. Deaths cost no lives in it.
Fight fight(bot::BodyStore& bodies, const Level& level, std::uint8_t section, bool spares, std::uint32_t seed) {
    const bot::BotController::Options options = {.seed = seed, .spares_bosses = spares};
    bot::BotController gold(bodies, options), blue(bodies, options);
    const auto start = std::make_unique<World>();
    init(*start, level, {.seed = seed, .section = section, .phase = 1});
    bot::LocalGame game(level, *start, {&gold, &blue});
    const std::uint8_t loop = start->flow.loop;
    while (game.now().flow.loop == loop && outcome_of(game.now()) == Outcome::playing && game.now().tick.value < kTicksMax) game.step();
    REQUIRE(game.now().tick.value < kTicksMax);
    return {.score = team_score(game.now()), .ticks = game.now().tick.value};
}

}  // namespace

TEST_CASE("bots that spare a boss until it leaves score at most 80 percent of those who kill it") {
    bot::BodyStore bodies;
    int bosses = 0;
    std::uint64_t all_killed = 0, all_spared = 0;
    for (const std::string_view name : script::kCampaignLevels) {
        const script::Compiled compiled = script::compile_builtin_level(name, Difficulty::standard);
        REQUIRE(compiled.error.empty());
        const Level& level = compiled.level;
        for (std::uint32_t section = 1; section <= section_count(level); ++section) {
            const auto boss = boss_of_section(level, section);
            if (!boss) continue;
            ++bosses;
            Fight kill, spare;
            for (int seed = 1; seed <= support::repetitions(1, 20, 1); ++seed) {
                for (const bool spares : {false, true}) {
                    const Fight one = fight(bodies, level, static_cast<std::uint8_t>(section), spares, static_cast<std::uint32_t>(seed));
                    Fight& all = spares ? spare : kill;
                    all.score += one.score;
                    all.ticks += one.ticks;
                }
            }
            const std::string boss_name(level.name(level.kinds[boss->kind].name));
            MESSAGE(boss_name << ": killed " << kill.score << " in " << kill.ticks << " ticks, spared " << spare.score << " in " << spare.ticks);
            CHECK_MESSAGE(kill.ticks < spare.ticks, boss_name);
            // A few fights say little about one boss.
            CHECK_MESSAGE(spare.score * 100 <= kill.score * static_cast<std::uint64_t>(support::repetitions(95, 80, 95)), boss_name);
            all_killed += kill.score;
            all_spared += spare.score;
        }
    }
    CHECK(bosses == 6);
    CHECK(all_spared * 100 <= all_killed * 80);
}
