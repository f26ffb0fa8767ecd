// Searches a way out of every pattern of every boss: albireo-patterns --help. The method, its limits and a recorded table are in
// tests/client/bot/README.md.
#include <fmt/format.h>

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "client/predict/units.hpp"
#include "console/arguments.hpp"
#include "console/console.hpp"
#include "console/run_program.hpp"
#include "sim/level/section.hpp"
#include "sim/snapshot.hpp"
#include "tests/client/bot/dodge_stage.hpp"
#include "tests/client/bot/escape.hpp"
#include "tests/support/in_threads.hpp"

using namespace albireo;

namespace {

/// Where the ship is when a search begins: the part of the field in which players fight a boss.
constexpr std::array<Vec2, 12> kPlaces = [] {
    std::array<Vec2, 12> places{};
    constexpr std::array kColumns = {-14_u, -10_u, -6_u, -2_u};
    constexpr std::array kRows = {-5_u, 0_u, 5_u};
    for (std::size_t i = 0; i < places.size(); ++i) places[i] = {kColumns[i / kRows.size()], kRows[i % kRows.size()]};
    return places;
}();

struct Options {
    std::uint32_t every = 30, ticks = 900, seed = 1;
    Escape::Options search;
};

/// One phase of one boss, with the ship at one place.
struct Watch {
    DodgeStage* stage;
    std::uint8_t section, phase;
    std::string boss;
    std::size_t place;
    struct Start {
        std::uint32_t tick;
        WayOut out;
    };
    std::vector<Start> starts{};  // not those at which something is where the ship would be
    std::uint32_t taken = 0;
};

/// Plays the phase while gold, alone and invulnerable, rests at its place and is aimed at. In every `every`-th tick the ship becomes
/// vulnerable, and a search begins.
void watch(Watch& watch, const Options& options) {
    DodgeStage& stage = *watch.stage;
    RecordedDeath moment{.decided = {}, .slot = Slot::gold, .killer = {}, .at = {}, .start = std::make_unique<World>(), .frames = {{Frame{}, absent_frame()}}};
    const auto world = std::make_unique<World>();
    const auto events = std::make_unique<Events>();
    init(*world, stage.level, {.seed = options.seed, .players = 1, .section = watch.section, .phase = watch.phase});
    Ship& ship = world->ships[index(Slot::gold)];
    const std::uint8_t loop = world->flow.loop;
    client::Reporter wide(stage.level, *stage.wide, Slot::gold);
    for (std::uint32_t tick = 0; tick < options.ticks && world->flow.loop == loop && outcome_of(*world) == Outcome::playing; ++tick) {
        ship.at = kPlaces[watch.place];
        ship.rock_ticks = 0;
        ship.invulnerable = 2;
        if (tick % options.every == 0 && tick >= options.every) {
            copy_world(*moment.start, *world);
            moment.start->ships[index(Slot::gold)].invulnerable = 0;
            if (wide.death(*moment.start)) {
                ++watch.taken;
            } else {
                watch.starts.push_back({tick, find_way_out(stage, moment, options.search)});
            }
        }
        events->clear();
        step(*world, stage.level, moment.frames.front(), *events);
    }
}

int run(int count, char** arguments) {
    Options options;
    std::vector<std::string> levels;
    std::string difficulty = "standard";
    std::uint32_t jobs = 1;
    std::vector<std::uint32_t> places;
    console::Arguments line("Searches, from every 30th tick of each phase of each boss and twelve places, controls with which a ship survives.", "albireo-patterns");
    line.set_version("albireo-patterns " ALBIREO_VERSION);
    line.add_option("--level", levels, "levels: " + script::builtin_levels_text() + "; those of the campaign by default")->separated_by(',');
    console::add_difficulty(line, difficulty);
    line.add_option("--every", options.every, "ticks between two searches")->range(1, 3600)->shows_default();
    line.add_option("--phase-ticks", options.ticks, "of each phase, from its beginning")->range(1, 36000)->shows_default();
    line.add_option("--places", places, "of the ship, 0 to 11; all by default")->range(0, 11)->separated_by(',');
    line.add_option("--ticks", options.search.ticks, "ticks to survive")->range(1, 3600)->shows_default();
    line.add_option("--nodes", options.search.nodes, "worlds that a search keeps")->range(1, 10000)->shows_default();
    line.add_option("--seed", options.seed, "of the game")->range(0, 4e9)->shows_default();
    line.add_option("--jobs", jobs, "threads")->range(1, 64)->shows_default();
    if (const int code = line.parse(count, arguments); code >= 0) return code;
    if (levels.empty()) levels.assign(script::kCampaignLevels.begin(), script::kCampaignLevels.end());
    if (places.empty()) {
        for (std::uint32_t i = 0; i < kPlaces.size(); ++i) places.push_back(i);
    }

    std::vector<std::unique_ptr<DodgeStage>> stages;
    std::vector<Watch> watches;
    for (const std::string& name : levels) {
        std::string error;
        auto made = make_dodge_stage(name, difficulty, error);
        if (made == nullptr) return line.wrong("--level: " + error);
        DodgeStage& stage = *stages.emplace_back(std::move(made));
        for (std::uint32_t section = 1; section <= section_count(stage.level); ++section) {
            const auto boss = boss_of_section(stage.level, section);
            for (std::uint8_t phase = 1; boss && phase <= boss->phases; ++phase) {
                for (const std::uint32_t place : places) {
                    watches.push_back({.stage = &stage, .section = static_cast<std::uint8_t>(section), .phase = phase,
                                       .boss = std::string(stage.level.name(stage.level.kinds[boss->kind].name)), .place = place});
                }
            }
        }
    }
    support::in_threads(watches.size(), jobs, [&](std::size_t i) { watch(watches[i], options); });

    std::string table = fmt::format(
        "Seed {}, every {} ticks of the first {} of a phase, {} places; {} ticks to survive, {} nodes:\n\n"
        "| level | boss | phase | searches | with a way out | with {} u to spare | digest of the level |\n|---|---|---|---|---|---|---|\n",
        options.seed, options.every, options.ticks, places.size(), options.search.ticks, options.search.nodes, kSpare);
    std::size_t all = 0, ways_all = 0, spares_all = 0;
    bool is_unavoidable = false;
    for (auto each = watches.begin(); each != watches.end();) {
        const Watch& first = *each;
        std::size_t searches = 0, ways = 0, spares = 0;
        for (; each != watches.end() && each->stage == first.stage && each->section == first.section && each->phase == first.phase; ++each) {
            const Watch::Start* before = nullptr;
            for (const Watch::Start& start : each->starts) {
                // A ship at rest may be as good as hit when its search begins. One that begins earlier at the same place then leads past it.
                const bool had_way = before != nullptr && before->out.has_way && start.tick - before->tick == options.every;
                before = &start;
                is_unavoidable = is_unavoidable || (!start.out.has_way && !had_way);
                ++searches;
                ways += start.out.has_way ? 1 : 0;
                spares += start.out.has_spare ? 1 : 0;
                if (start.out.has_spare) continue;
                fmt::print("{} {} {}:{} tick {} at ({:.0f}, {:.0f}): {}\n", first.stage->name, difficulty, first.boss, first.phase, start.tick,
                           client::units(kPlaces[each->place].x), client::units(kPlaces[each->place].y), start.out.has_way ? "no room to spare"
                           : had_way     ? "no way out, but one that begins earlier"
                                         : "no way out");
            }
        }
        table += fmt::format("| {} | {} | {} | {} | {} | {} | `{:016x}` |\n", first.stage->name, first.boss, first.phase, searches, share(ways, searches),
                             share(spares, searches), first.stage->level.digest);
        all += searches, ways_all += ways, spares_all += spares;
    }
    table += fmt::format("| all | | | {} | {} | {} | |\n", all, share(ways_all, all), share(spares_all, all));
    fmt::print("{}", table);
    return is_unavoidable ? 1 : 0;
}

}  // namespace

int main(int count, char** arguments) {
    return console::run_program("albireo-patterns", [&] { return run(count, arguments); });
}
