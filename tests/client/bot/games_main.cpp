// Plays games of two autopilots on one level and prints the result of each, and of all: albireo-games --help.
#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <numeric>
#include <string>
#include <vector>

#include "console/arguments.hpp"
#include "console/console.hpp"
#include "replays/field_words.hpp"
#include "sim/game/player.hpp"
#include "sim/game/score.hpp"
#include "sim/level/difficulty.hpp"
#include "sim/script/compile.hpp"
#include "tests/support/local_game.hpp"
#include "tests/support/small_level.hpp"

using namespace albireo;

namespace {

Level level_from(const std::string& name, Difficulty difficulty) {
    if (name == "small") return support::small_level();
    const bool is_file = name.ends_with(".lua");
    script::Compiled compiled =
        is_file ? script::compile_level_file(name, difficulty) : script::compile_builtin_level(name, difficulty);
    if (!compiled.error.empty()) {
        std::fprintf(stderr, "%s\n", compiled.error.c_str());
        std::exit(2);
    }
    return std::move(compiled.level);
}

/// Plays one game through two predictors. Returns 1 if a rule is broken.
int play_delayed(const Stage& stage, const GameOptions& options, const Delay& delay) {
    DelayedGame game(stage, options, delay);
    game.run();
    int wrong = game.first_disagreement() >= 0 ? 1 : 0;
    for (const Slot slot : kSlots) {
        const auto& side = game.side(slot);
        const client::Corrections& corrections = side.predictor->corrections();
        const World& world = side.predictor->confirmed();
        wrong |= corrections.own_ship + corrections.own_shots + world.counters[index(slot)].implausible > 0 ? 1 : 0;
        const double seconds = world.tick.value / 60.0;
        std::printf(
            "seed %2u delay %u+%u,%u %s: %.0f s, disagree %lld, own ship %llu, own shots %llu, shots withdrawn %llu "
            "and spent %llu, enemies late %llu, partner jumped %.1f (p99), drawn %.2f late, error %.2f/%.2f "
            "(p50/p99), lead %u, rebuilds %.1f/s of %.0f ticks, reports %.1f/s, late %u, implausible %u, unpaid %u, "
            "deaths %u, continues %u\n",
            options.seed, delay.ticks, delay.jitter, delay.head_start, slot == Slot::gold ? "gold" : "blue", seconds,
            static_cast<long long>(game.first_disagreement()), static_cast<unsigned long long>(corrections.own_ship),
            static_cast<unsigned long long>(corrections.own_shots),
            static_cast<unsigned long long>(corrections.shots_withdrawn),
            static_cast<unsigned long long>(corrections.shots_spent),
            static_cast<unsigned long long>(corrections.enemies_late),
            static_cast<double>(corrections.remote_ship_tenths.at_permille(990)) / 10,
            static_cast<double>(corrections.drawn_late_hundredths.at_permille(990)) / 100,
            static_cast<double>(corrections.drawn_error_hundredths.at_permille(500)) / 100,
            static_cast<double>(corrections.drawn_error_hundredths.at_permille(990)) / 100, side.lead_max,
            static_cast<double>(corrections.rebuilds) / seconds,
            static_cast<double>(side.rebuilt_ticks) / static_cast<double>(corrections.rebuilds),
            static_cast<double>(side.pilot->reports()) / seconds, world.counters[index(slot)].late,
            world.counters[index(slot)].implausible, world.counters[index(slot)].unpaid,
            world.ships[index(slot)].deaths, world.flow.continues);
    }
    return wrong;
}

double mean(const std::vector<float>& values) {
    return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}
double rank(std::vector<float>& values, double part) {
    const auto at = values.begin() + static_cast<std::ptrdiff_t>(part * static_cast<double>(values.size() - 1));
    std::nth_element(values.begin(), at, values.end());
    return *at;
}

/// How long one state of a boss's phases lasts.
struct PhaseTimes {
    std::uint32_t entered = 0;
    std::uint64_t ticks = 0, longest = 0;
};
/// By the boss, and by the state's place in its machine.
using BossTimes = std::map<std::pair<std::string, std::size_t>, std::pair<std::string, PhaseTimes>>;

/// Counts one tick for each boss in the world, by the state of its phases: the state of the machine that has states to practise.
void count_phases(const World& world, const Level& level, BossTimes& times) {
    for (const Enemy& enemy : world.enemies) {
        const KindDef& kind = level.kinds[enemy.kind];
        if (kind.size != KindSize::boss) continue;
        for (std::size_t m = 0; m < kind.machines.count; ++m) {
            const Range states = level.machines[kind.machines.first + m].states;
            const auto is_phase = [&](std::size_t i) { return level.states[states.first + i].practice != 0; };
            bool has_phases = false;
            for (std::size_t i = 0; i < states.count; ++i) has_phases |= is_phase(i);
            if (!has_phases) continue;
            const Machine& machine = enemy.machines[m];
            auto& [name, phase] = times[{std::string(level.name(kind.name)), machine.state}];
            name = level.name(level.states[states.first + machine.state].name);
            if (machine.age <= 1) ++phase.entered;
            ++phase.ticks;
            phase.longest = std::max<std::uint64_t>(phase.longest, machine.age);
        }
    }
}

const char* const kCauses[kCauseCount] = {"enemy", "shot", "beam", "wall", "missile"};

}  // namespace

int main(int argc, char** argv) {
    std::string level = "small", difficulty = "standard", seeds = "1..10", delays;
    GameOptions options;
    Delay delay;
    console::Arguments line("Plays games of two autopilots on one level and prints the result of each, and of all.", "albireo-games");
    line.add_option("LEVEL", level, "a level of the game, a .lua file, or small");
    line.add_option("--difficulty", difficulty, "of the level")->one_of({"calm", "standard", "storm"})->shows_default();
    line.add_option("--skill", options.skill[0], "of both players")->range(0, 9)->shows_default();
    line.add_option("--seeds", seeds, "one game for each seed: N or A..B")->shows_default();
    line.add_option("--ticks", options.ticks_max, "the longest game")->range(1, 1e9)->shows_default();
    line.add_option("--pauses", options.pause_every, "ticks between the pauses that each player requests; 0: none")->range(0, 1e9);
    line.add_option("--delay", delays, "TICKS[,JITTER[,HEAD]]: with a predictor each, whose frames take so long");
    if (const int code = line.parse(argc, argv); code >= 0) return code;
    options.skill[1] = options.skill[0];
    std::uint32_t first = 0, last = 0;
    if (!console::read_seeds(seeds, first, last)) return line.wrong("--seeds: '" + seeds + "' is not N or A..B");
    const bool delayed = !delays.empty();
    if (delayed && std::sscanf(delays.c_str(), "%u,%u,%u", &delay.ticks, &delay.jitter, &delay.head_start) < 1) {
        return line.wrong("--delay: '" + delays + "' is not TICKS[,JITTER[,HEAD]]");
    }
    const Stage stage(level_from(level, *difficulty_of(difficulty)));
    if (delayed) {
        int wrong = 0;
        for (options.seed = first; options.seed <= last; ++options.seed) wrong |= play_delayed(stage, options, delay);
        return wrong;
    }
    std::uint32_t games = 0, cleared = 0, clean = 0;
    double deaths_sum = 0, score_sum = 0, seconds_sum = 0, reports_sum = 0, changes_sum = 0, cpu = 0;
    double spawned = 0, killed = 0, released = 0, storms = 0, bolts = 0, hits = 0, shots = 0;
    double grazes = 0, links = 0, linked = 0, extends = 0, formations = 0;
    std::array<double, kWeaponCount> in_hand{};
    std::vector<float> think, look;
    std::vector<float> best_scores;  // the highest score of the team in each game; a continue resets the score
    std::map<std::string, int> causes;
    BossTimes bosses;
    std::map<std::uint32_t, int> when;  // deaths by ten seconds of the timeline
    for (options.seed = first; options.seed <= last; ++options.seed) {
        const auto begin = std::chrono::steady_clock::now();
        SharedGame game(stage, options);
        std::uint64_t playing = 0;
        std::uint32_t best_score = 0;
        while (game.tick()) {
            if (is_over(game.world()) || is_paused(game.world())) continue;
            ++playing;
            best_score = std::max(best_score, team_score(game.world()));
            count_phases(game.world(), stage.level, bosses);
            for (const Slot slot : kSlots) {
                const Ship& ship = game.world().ships[index(slot)];
                if (is_flying(ship)) ++in_hand[static_cast<std::size_t>(ship.weapon)];
            }
            for (const Event& event : game.events().all()) {
                spawned += event.kind == EventKind::enemy_spawned ? 1 : 0;
                killed += event.kind == EventKind::enemy_died ? 1 : 0;
                released += event.kind == EventKind::released ? 1 : 0;
                storms += event.kind == EventKind::combined_storm ? 1 : 0;
                bolts += event.kind == EventKind::lightning ? 1 : 0;
                hits += event.kind == EventKind::shot_hit ? 1 : 0;
                formations += event.kind == EventKind::formation_bonus ? 1 : 0;
                if (event.kind != EventKind::ship_died) continue;
                std::string cause = kCauses[event.value];
                ++causes[cause];
                ++when[game.world().flow.timeline / 600];
            }
        }
        cpu += std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
        const World& world = game.world();
        const double seconds = static_cast<double>(playing) / 60;
        const std::uint32_t deaths = world.ships[0].deaths + world.ships[1].deaths;
        const double reports =
            static_cast<double>(game.pilot(Slot::gold).reports() + game.pilot(Slot::blue).reports()) / 2 / seconds;
        const double changes =
            static_cast<double>(game.pilot(Slot::gold).input_changes() + game.pilot(Slot::blue).input_changes()) / 2 /
            seconds;
        const bool done = outcome_of(world) == Outcome::cleared;
        std::uint32_t bad = 0, unpaid = 0, late = 0;
        for (const Slot slot : kSlots) {
            bad += world.counters[index(slot)].implausible;
            unpaid += world.counters[index(slot)].unpaid;
            late += world.counters[index(slot)].late;
        }
        std::printf(
            "seed %2u: %s after %3.0f s, %2u deaths, %u continues, score %7u, reports %4.1f/s (late %u, implausible "
            "%u, unpaid %u), "
            "steering %3.1f/s, bolts %u+%u, grazes %u+%u, links %u, extends %u\n",
            options.seed, done ? "cleared" : "not cleared", seconds, deaths, world.flow.continues, team_score(world),
            reports, late, bad, unpaid, changes, world.ships[0].bolts, world.ships[1].bolts, world.earnings[0].grazes,
            world.earnings[1].grazes, world.team.links, world.team.extends);
        for (const Slot slot : kSlots) {
            const Pilot& pilot = game.pilot(slot);
            think.insert(think.end(), pilot.think_us().begin(), pilot.think_us().end());
            look.insert(look.end(), pilot.look_us().begin(), pilot.look_us().end());
        }
        shots += world.ships[0].fired.value + world.ships[1].fired.value;
        grazes += world.earnings[0].grazes + world.earnings[1].grazes;
        links += world.team.links;
        linked += world.team.linked_ticks;
        extends += world.team.extends;
        best_scores.push_back(static_cast<float>(best_score));
        ++games;
        cleared += done ? 1 : 0;
        clean += done && world.flow.continues == 0 ? 1 : 0;
        deaths_sum += deaths;
        score_sum += team_score(world);
        seconds_sum += seconds;
        reports_sum += reports;
        changes_sum += changes;
    }
    const double n = games;
    std::printf(
        "skill %d, %u games: cleared %.0f %%, without a continue %.0f %%; per game: %.1f deaths, score %.0f, %.0f s; "
        "reports %.1f/s, "
        "steering %.1f/s; %.0f us of this thread a tick\n",
        options.skill[0], games, 100 * cleared / n, 100 * clean / n, deaths_sum / n, score_sum / n, seconds_sum / n,
        reports_sum / n, changes_sum / n, 1e6 * cpu / (seconds_sum * 60));
    double held = 0;
    for (const double ticks : in_hand) held += ticks;
    std::string weapons;
    for (std::size_t i = 0; i < in_hand.size(); ++i) {
        weapons += (i == 0 ? "" : ", ") + std::string(replays::weapon_name(static_cast<Weapon>(i))) + " " +
                   std::to_string(static_cast<int>(std::lround(100 * in_hand[i] / held))) + " %";
    }
    std::printf(
        "  enemies killed %.0f %%, shots that hit %.0f %%, hits %.1f/s; releases %.1f, bolts %.1f, storms %.1f a game; "
        "%s of the time\n",
        100 * killed / spawned, 100 * hits / shots, hits / seconds_sum, released / n, bolts / n, storms / n,
        weapons.c_str());
    std::printf(
        "  grazes %.0f, links %.1f (%.0f %% of the time), formations %.1f, extends %.2f a game\n", grazes / n, links / n,
        100 * linked / (seconds_sum * 60), formations / n, extends / n);
    std::printf("  the highest team score: a quarter of the games reach %.0f, half %.0f, three quarters %.0f\n",
                rank(best_scores, 0.75), rank(best_scores, 0.5), rank(best_scores, 0.25));
    std::printf(
        "  a tick costs the autopilot %.1f us (p99 %.0f), the reporter %.1f us (p50 %.1f, p99 %.0f, max %.0f)\n",
        mean(think), rank(think, 0.99), mean(look), rank(look, 0.5), rank(look, 0.99), rank(look, 1));
    for (const auto& [where, what] : bosses) {
        const auto& [state, phase] = what;
        std::printf("  %s, %s: %.1f s a game, at most %.1f s, %.2f times a game\n", where.first.c_str(), state.c_str(),
                    static_cast<double>(phase.ticks) / (60 * n), static_cast<double>(phase.longest) / 60, phase.entered / n);
    }
    for (const auto& [cause, count] : causes) std::printf("  by %s: %.1f a game\n", cause.c_str(), count / n);
    for (const auto& [ten, count] : when) std::printf("  %3u s: %d\n", ten * 10, count);
}
