// Plays games of two bots and searches a way out of each death: albireo-dodge --help. The method, its limits and a recorded table
// are in tests/client/bot/README.md.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "client/bot/local_game.hpp"
#include "client/predict/units.hpp"
#include "console/arguments.hpp"
#include "console/console.hpp"
#include "console/run_program.hpp"
#include "tests/client/bot/dodge_stage.hpp"
#include "tests/client/bot/escape.hpp"
#include "tests/support/in_threads.hpp"

using namespace albireo;

namespace {

// Ends a game that the bots cannot finish, as albireo-bands does.
constexpr std::uint32_t kGameTicksMax = 20 * 60 * kTicksPerSecond;

/// What a search found out about one death.
struct Finding {
    Tick decided;
    Slot slot;
    Vec2 at;
    std::string killer;
    WayOut out;
    bool begins_close = false;  // no spare room even where the search begins
};

struct Game {
    DodgeStage* stage;
    std::uint32_t skill, seed;
    std::vector<Finding> findings;
};

struct Options {
    DeathRecorder::Options record;
    Escape::Options search;
    std::uint32_t deaths_max = 0;  // of each game; 0: all
};

Finding search(const DodgeStage& stage, const RecordedDeath& death, const Escape::Options& options) {
    Finding finding{.decided = death.decided, .slot = death.slot, .at = death.at, .killer = death.killer};
    finding.out = find_way_out(stage, death, options);
    finding.begins_close = client::Reporter(stage.level, *stage.wide, death.slot).death(*death.start).has_value();
    return finding;
}

void play(Game& game, const Options& options) {
    DodgeStage& stage = *game.stage;
    const bot::BotController::Options bot = {.skill = static_cast<int>(game.skill), .seed = game.seed};
    bot::BotController gold(stage.store, bot), blue(stage.store, bot);
    const auto start = std::make_unique<World>();
    init(*start, stage.level, {.seed = game.seed});
    bot::LocalGame local(stage.level, *start, {&gold, &blue});
    DeathRecorder recorder(stage.level, options.record);
    while (outcome_of(local.now()) == Outcome::playing && local.now().tick.value < kGameTicksMax) {
        local.step();
        recorder.see(local);
        if (options.deaths_max > 0 && recorder.has_all_of(options.deaths_max)) break;
    }
    for (const RecordedDeath& death : recorder.deaths()) {
        if (options.deaths_max > 0 && game.findings.size() == options.deaths_max) break;
        game.findings.push_back(search(stage, death, options.search));
    }
}

int run(int count, char** arguments) {
    Options options;
    std::vector<std::string> levels;
    std::vector<std::uint32_t> skills;
    std::string difficulty = "standard", seeds = "1..12";
    std::uint32_t jobs = 1;
    console::Arguments line("Plays games of two bots, and searches the controls with which each ship that died could have lived.", "albireo-dodge");
    line.set_version("albireo-dodge " ALBIREO_VERSION);
    line.add_option("--level", levels, "levels of the game: " + script::builtin_levels_text() + "; those of the campaign by default")->separated_by(',');
    console::add_difficulty(line, difficulty);
    line.add_option("--skill", skills, "of both bots; 4 to 9 by default")->range(0, 9)->separated_by(',');
    line.add_option("--seeds", seeds, "one game of each level and skill for each seed: N or A..B")->shows_default();
    line.add_option("--deaths", options.deaths_max, "of each game, the first so many; 0: all")->range(0, 1e6)->shows_default();
    line.add_option("--rewind", options.record.rewind, "ticks before the death at which a search begins")->range(0, 600)->shows_default();
    line.add_option("--ticks", options.search.ticks, "ticks to survive")->range(1, 3600)->shows_default();
    line.add_option("--nodes", options.search.nodes, "worlds that a search keeps")->range(1, 10000)->shows_default();
    line.add_option("--hold", options.search.hold, "ticks for which a search keeps a direction")->range(1, 60)->shows_default();
    line.add_option("--jobs", jobs, "threads")->range(1, 64)->shows_default();
    if (const int code = line.parse(count, arguments); code >= 0) return code;
    if (levels.empty()) levels.assign(script::kCampaignLevels.begin(), script::kCampaignLevels.end());
    if (skills.empty()) skills = {4, 5, 6, 7, 8, 9};
    std::uint32_t first = 0, last = 0;
    if (!console::read_seeds(seeds, first, last)) return line.wrong("--seeds: '" + seeds + "' is not N or A..B");
    options.record.ticks = options.search.ticks;

    std::vector<std::unique_ptr<DodgeStage>> stages;
    std::vector<Game> games;
    for (const std::string& name : levels) {
        std::string error;
        auto made = make_dodge_stage(name, difficulty, error);
        if (made == nullptr) return line.wrong("--level: " + error);
        DodgeStage& stage = *stages.emplace_back(std::move(made));
        for (const std::uint32_t skill : skills) {
            for (std::uint64_t seed = first; seed <= last; ++seed) {
                games.push_back({.stage = &stage, .skill = skill, .seed = static_cast<std::uint32_t>(seed), .findings = {}});
            }
        }
    }
    // Each game and its searches belong to one thread.
    support::in_threads(games.size(), jobs, [&](std::size_t i) { play(games[i], options); });

    std::string table = fmt::format(
        "Seeds {}, one game each; {} ticks back, {} to survive, {} nodes, directions held for {} ticks:\n\n"
        "| level | difficulty | skill | deaths | with a way out | with {} u to spare | digest of the level |\n|---|---|---|---|---|---|---|\n",
        seeds, options.record.rewind, options.search.ticks, options.search.nodes, options.search.hold, kSpare);
    std::size_t deaths_all = 0, ways_all = 0, spares_all = 0;
    for (auto game = games.begin(); game != games.end();) {
        const DodgeStage& stage = *game->stage;
        const std::uint32_t skill = game->skill;
        std::size_t deaths = 0, ways = 0, spares = 0;
        for (; game != games.end() && game->stage == &stage && game->skill == skill; ++game) {
            for (const Finding& finding : game->findings) {
                ++deaths;
                ways += finding.out.has_way ? 1 : 0;
                spares += finding.out.has_spare ? 1 : 0;
                if (finding.out.has_spare) continue;
                fmt::print("{} {} skill {} seed {} tick {}: {} at ({:.1f}, {:.1f}), killed by {}: {}\n", stage.name, difficulty, skill, game->seed,
                           finding.decided.value, finding.slot == Slot::gold ? "gold" : "blue", client::units(finding.at.x),
                           client::units(finding.at.y), finding.killer,
                           !finding.out.has_way ? "no way out" : finding.begins_close ? "no room to spare, nor at the start" : "no room to spare");
            }
        }
        table += fmt::format("| {} | {} | {} | {} | {} | {} | `{:016x}` |\n", stage.name, difficulty, skill, deaths, share(ways, deaths),
                             share(spares, deaths), stage.level.digest);
        deaths_all += deaths, ways_all += ways, spares_all += spares;
    }
    table += fmt::format("| all | | | {} | {} | {} | |\n", deaths_all, share(ways_all, deaths_all), share(spares_all, deaths_all));
    fmt::print("{}", table);
    return ways_all == deaths_all ? 0 : 1;
}

}  // namespace

int main(int count, char** arguments) {
    return console::run_program("albireo-dodge", [&] { return run(count, arguments); });
}
