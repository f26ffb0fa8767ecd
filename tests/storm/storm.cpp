// albireo-storm: searches for desyncs. It plays one game per seed in virtual time over bad networks, and prints a command
// that repeats any game with a finding. README.md says how to go on from one.
#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <ctime>
#include <fstream>
#include <nlohmann/json.hpp>

#include "console/console.hpp"
#include "console/run_program.hpp"
#include "sim/level/section.hpp"
#include "sim/script/compile.hpp"
#include "sim/snapshot.hpp"
#include "tests/storm/bots.hpp"
#include "tests/storm/enet_network.hpp"
#include "tests/storm/faults.hpp"
#include "tests/storm/shrink.hpp"

namespace {

using namespace albireo;
using namespace albireo::storm;

struct Settings {
    std::string seeds = "1..20";
    double minutes = 1;
    std::string faults = "all";
    std::string level, levels_folder = ALBIREO_STORM_LEVELS, section;
    int players = 0;
    std::uint32_t pause_every = 0;
    std::string log_level = "info";
    std::string record_dir;
    std::string plant;
    bool enet = false;
    bool shrink = false, json = false, verbose = false;
};

/// A fault that --plant puts into the game, to see that a storm finds it.
const std::string kPlantAfterCrash = "after-crash";

struct Run {
    Settings settings;
    server::Levels levels;
    std::vector<std::string> own, extra;
    bot::BodyStore bodies;
    Coverage coverage;
    FaultCounts effects{};
    std::uint64_t forged = 0, unkeyed = 0, accepted = 0, opened = 0;  // datagrams
    std::array<std::uint64_t, proto::kRareCount> rare_points{};
    double virtual_minutes = 0;
    std::uint64_t failed = 0;
    std::vector<nlohmann::json> findings;
};

std::string describe_faults() {
    std::string text = "faults to inject, comma-separated, or all, or none:";
    for (const FaultKind kind : all_fault_kinds())
        text += fmt::format("\n{:<20}{}", name_of(kind), description_of(kind));
    return text;
}

VirtualGameOptions options_of(Run& run, const Case& played) {
    VirtualGameOptions options = storm_of(played.seed, played.faults_for, played.faults);
    options.level = played.match.level;
    if (played.match.level == script::kCampaign) {
        for (const char* name : kCampaign) options.stages.emplace_back(name, run.levels.find(name, options.difficulty));
        options.hostile_partner = false;  // who would never be ready for the next level
    } else {
        options.compiled = run.levels.find(played.match.level, options.difficulty);
    }
    options.players = played.match.players;
    options.section = played.match.section;
    options.phase = played.match.phase;
    if (played.seed % 8 == 0) options.speed = 75;
    if (played.seed % 8 == 3) options.watch_delay_ms = 20'000;
    options.make_controller = bot_controller(run.bodies, played.seed,
                              {.pause_every = run.settings.pause_every, .like_people = options.habits});
    if (run.settings.enet) options.make_network = [](std::uint32_t seed) { return std::make_unique<EnetNetwork>(seed); };
    if (run.settings.plant == kPlantAfterCrash)
        options.fault_after_crash = Fault{.tick = Tick{300}, .path = "earnings[0].kills"};
    return options;
}

std::vector<Finding> play_case(Run& run, const Case& played) {
    VirtualGame game(options_of(run, played));
    game.run(played.faults_for + kCalm);
    game.check_at_end();
    return game.findings();
}

/// The command that plays a case. The level, its section and the players are named, so that it does not depend on how
/// seeds draw them.
std::string command_of(const Run& run, const Case& played) {
    const Settings& settings = run.settings;
    std::string command = fmt::format("albireo-storm --seeds {} --minutes {}", played.seed,
                                    static_cast<double>(played.faults_for) / 60e6);
    if (!played.faults.is_all()) command += " --faults " + list_of(played.faults);
    command += " --level " + played.match.level;
    if (played.match.section != 0) command += fmt::format(" --from {}", played.match.section);
    if (played.match.phase != 0) command += fmt::format(":{}", played.match.phase);
    command += fmt::format(" --players {}", played.match.players);
    if (settings.levels_folder != ALBIREO_STORM_LEVELS) command += " --levels " + settings.levels_folder;
    if (settings.enet) command += " --enet";
    if (settings.pause_every != 0) command += fmt::format(" --pause-every {}", settings.pause_every);
    if (!settings.plant.empty()) command += " --plant " + settings.plant;
    return command;
}

Match match_for(Run& run, std::uint32_t seed) {
    const Settings& settings = run.settings;
    Match match = match_of(seed, run.levels, run.own, run.extra);
    if (!settings.level.empty()) match = {.level = settings.level, .players = 2};
    if (!settings.section.empty()) {
        const auto from = find_start(*run.levels.find(match.level, Difficulty::standard), settings.section).value_or(StartPoint{});
        match.section = from.section;
        match.phase = from.phase;
    }
    if (settings.players != 0) match.players = static_cast<std::uint8_t>(settings.players);
    return match;
}

void shrink_finding(Run& run, const Case& played, const Finding& first, nlohmann::json& json) {
    spdlog::info("  shrinking: {}", kind_of_finding(first.what));
    const Shrunk shrunk = shrink(
        played, first, [&](const Case& smaller) { return play_case(run, smaller); },
        [](const std::string& line) { spdlog::info("    {}", line); });
    spdlog::error("  smallest case, found in {} games: {} at {:.3f} s: {}", shrunk.attempts, list_of(shrunk.smallest.faults),
                  static_cast<double>(shrunk.finding.at) / 1e6, shrunk.finding.what);
    const std::string command = command_of(run, shrunk.smallest);
    spdlog::error("  repeat the smallest case with: {} --verbose", command);
    json["smallest"] = {{"faults", list_of(shrunk.smallest.faults)},
                        {"minutes", static_cast<double>(shrunk.smallest.faults_for) / 60e6},
                        {"what", shrunk.finding.what},
                        {"attempts", shrunk.attempts},
                        {"command", command}};
}

/// After the game: a network of ENet's is the only one of its process, and shrinking plays others.
void report_findings(Run& run, const std::vector<Finding>& findings, const VirtualGameOptions& options, const Case& played) {
    ++run.failed;
    spdlog::error("seed {} FAILED: {}", played.seed, describe(options));
    nlohmann::json json = {{"seed", played.seed}, {"command", command_of(run, played)}};
    for (const Finding& finding : findings) {
        spdlog::error("  at {:.3f} s: {}", static_cast<double>(finding.at) / 1e6, finding.what);
        json["what"].push_back(fmt::format("{:.3f}: {}", static_cast<double>(finding.at) / 1e6, finding.what));
    }
    spdlog::error("  repeat with: {} --verbose", command_of(run, played));
    if (run.settings.shrink) shrink_finding(run, played, findings.front(), json);
    run.findings.push_back(std::move(json));
}

void record(const Run& run, const VirtualGame& game, std::uint32_t seed) {
    if (run.settings.record_dir.empty()) return;
    std::ofstream file(fmt::format("{}/storm-{}.replay", run.settings.record_dir, seed), std::ios::binary);
    file.write(reinterpret_cast<const char*>(game.recording().data()),
               static_cast<std::streamsize>(game.recording().size()));
    for (std::size_t i = 0; i < game.bundles().size(); ++i) {
        const auto bytes = replays::bundle_bytes(game.bundles()[i]);
        std::ofstream bundle(fmt::format("{}/storm-{}-{}.desync", run.settings.record_dir, seed, i + 1), std::ios::binary);
        bundle.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
    }
}

std::string_view ending_of(const Coverage& game) {
    return game.cleared ? "cleared" : game.over ? "over" : game.left ? "left" : game.lost ? "lost" : "running";
}

/// Plays the case and counts what it covers. Returns its findings.
std::vector<Finding> play_and_count(Run& run, const Case& played, const VirtualGameOptions& options) {
    const std::uint32_t seed = played.seed;
    VirtualGame game(options);
    game.run(played.faults_for + kCalm);
    game.check_at_end();
    run.coverage.add(game.coverage());
    const FaultCounts effects = effects_of(game);
    for (std::size_t i = 0; i < effects.size(); ++i) run.effects[i] += effects[i];
    for (std::size_t i = 0; i < run.rare_points.size(); ++i) run.rare_points[i] += game.rare_points()[i];
    run.forged += game.network().tricks().forged;
    run.unkeyed += game.network().tricks().unkeyed;
    run.accepted += game.network().tricks().accepted;
    run.opened += game.network().tricks().opened;
    run.virtual_minutes += static_cast<double>(game.now()) / 60e6;
    record(run, game, seed);
    spdlog::debug("seed {}: {} after {:.1f} s, {} ticks compared; {}", seed, ending_of(game.coverage()), static_cast<double>(game.now()) / 1e6,
                  game.ticks_checked(), describe(game.options()));
    if (run.settings.verbose) {
        for (const std::string& line : game.log()) spdlog::info("  {}", line);
    }
    return game.findings();
}

void play_seed(Run& run, std::uint32_t seed, const Faults& faults) {
    const auto rough = static_cast<Micros>(std::llround(run.settings.minutes * 60e6));
    const Case played{.seed = seed, .faults = faults, .faults_for = rough, .match = match_for(run, seed)};
    const VirtualGameOptions options = options_of(run, played);
    const std::vector<Finding> findings = play_and_count(run, played, options);
    if (!findings.empty()) report_findings(run, findings, options, played);
}

/// Whether the run drew its own games and faults, as the floors expect.
bool has_floors(const Settings& settings, const Faults& faults) {
    return faults.is_all() && settings.level.empty() && settings.players == 0 && settings.minutes >= 0.95;
}

/// In the order of proto::Rare.
constexpr std::array<const char*, proto::kRareCount> kRarePoints = {"outbox-full", "pass-ends", "late-work", "transfer-refused", "message-waits",
                                                                    "late-picture"};

std::string rare_points_text(const std::array<std::uint64_t, proto::kRareCount>& counts) {
    std::string line;
    for (std::size_t i = 0; i < counts.size(); ++i) line += fmt::format("{}{} {}", i == 0 ? "" : ", ", kRarePoints[i], counts[i]);
    return line;
}

void print_totals(const Run& run) {
    std::string line;
    Coverage::each(run.coverage, [&](std::string_view name, std::uint64_t count) {
        if (name != "games") line += fmt::format("{}{} {}", line.empty() ? "" : ", ", name, count);
    });
    spdlog::info("covered: {}", line);
    line.clear();
    for (const FaultKind kind : all_fault_kinds())
        line += fmt::format("{}{} {}", line.empty() ? "" : ", ", name_of(kind), run.effects[static_cast<std::size_t>(kind)]);
    spdlog::info("faults that took effect: {}", line);
    if (proto::kHasRare) spdlog::info("rare points: {}", rare_points_text(run.rare_points));
    spdlog::info("forged datagrams: {} refused by the seal, {} without a peer, {} accepted; {} genuine ones opened after them", run.forged - run.accepted - run.unkeyed,
                 run.unkeyed, run.accepted, run.opened);
}

std::vector<std::string> missing(const Run& run, const Faults& faults) {
    std::vector<std::string> lines;
    if (!has_floors(run.settings, faults)) return lines;
    lines = below_floors(run.coverage);
    if (run.coverage.games < 100) return lines;
    for (const FaultKind kind : all_fault_kinds()) {
        const bool may_act = kind != FaultKind::rare_points || proto::kHasRare;
        if (may_act && run.effects[static_cast<std::size_t>(kind)] == 0)
            lines.push_back(fmt::format("the fault {} never took effect in {} games", name_of(kind), run.coverage.games));
    }
    for (std::size_t i = 0; proto::kHasRare && i < run.rare_points.size(); ++i) {
        if (run.rare_points[i] == 0) lines.push_back(fmt::format("the rare point {} never acted in {} games", kRarePoints[i], run.coverage.games));
    }
    return lines;
}

int play_all(Run& run, std::uint32_t first, std::uint32_t last, const Faults& faults) {
    const std::clock_t began = std::clock();
    const std::uint64_t wanted = std::uint64_t{last} - first + 1;
    for (std::uint64_t i = 0; i < wanted; ++i) {
        play_seed(run, first + static_cast<std::uint32_t>(i), faults);
        if ((i + 1) * 10 / wanted != i * 10 / wanted)
            spdlog::info("{} of {} games played, {} failed", i + 1, wanted, run.failed);
    }
    const double core_seconds = static_cast<double>(std::clock() - began) / CLOCKS_PER_SEC;
    print_totals(run);
    const std::vector<std::string> lacks = missing(run, faults);
    for (const std::string& line : lacks) spdlog::error("coverage is too low: {}", line);
    const Coverage& covered = run.coverage;
    spdlog::info("storm: {} games, {:.1f} match-minutes ({:.2f} a core-second), {} client ticks compared, {} rejoins, "
                 "{} absences, {} failed",
                 covered.games, run.virtual_minutes, run.virtual_minutes / std::max(core_seconds, 1e-3),
                 covered.ticks_compared, covered.rejoins, covered.absences, run.failed);
    if (run.settings.json) {
        nlohmann::json out;
        Coverage::each(covered, [&](std::string_view name, std::uint64_t count) { out["coverage"][std::string(name)] = count; });
        for (const FaultKind kind : all_fault_kinds())
            out["faults"][std::string(name_of(kind))] = run.effects[static_cast<std::size_t>(kind)];
        out["forged_datagrams"] = {{"refused", run.forged - run.accepted}, {"without_peer", run.unkeyed}, {"accepted", run.accepted}, {"genuine_opened", run.opened}};
        out["games"] = covered.games;
        out["failed"] = run.failed;
        out["match_minutes"] = run.virtual_minutes;
        out["match_minutes_per_core_second"] = run.virtual_minutes / std::max(core_seconds, 1e-3);
        out["ticks_compared"] = covered.ticks_compared;
        out["rejoins"] = covered.rejoins;
        out["absences"] = covered.absences;
        out["findings"] = run.findings;
        out["below_floors"] = lacks;
        fmt::print("{}\n", out.dump());
    }
    return run.failed == 0 && lacks.empty() ? 0 : 1;
}

int run(int argc, char** argv) {
    Run run;
    Settings& settings = run.settings;
    console::Arguments app{
        "albireo-storm: plays a server, two clients with bots and a bad network in one thread and in virtual time, one "
        "game per seed, and checks every tick",
        "albireo-storm"};
    app.set_version("albireo-storm " ALBIREO_VERSION " (core " + std::to_string(kCoreVersion) + ")");
    app.add_option("--seeds", settings.seeds, "seeds to play: N or A..B")->shows_default();
    app.add_option("--minutes", settings.minutes,
                   "minutes with faults, if the game lasts that long; then it continues without faults. Coverage minimums apply from 1 minute on")
        ->range(0.05, 600.0)
        ->shows_default();
    app.add_option("--faults", settings.faults, describe_faults())->shows_default();
    app.add_flag("--enet", settings.enet, "carry datagrams through handshake, keys, admission control and ENet, instead of packets");
    app.add_flag("--shrink", settings.shrink,
                 "for each game with a finding, look for the fewest faults and the shortest game that still show it");
    app.add_option("--level", settings.level, "level to play; without it, each seed picks the level, the section and the players");
    app.add_option("--from", settings.section, "practice from this section of --level, its name or number, or from a phase of a boss, such as warden:2");
    app.add_option("--levels", settings.levels_folder, "folder of level scripts, in addition to the game's own")
        ->shows_default();
    app.add_option("--players", settings.players, "1: gold plays alone")->range(1, 2);
    app.add_option("--pause-every", settings.pause_every, "ticks between the pauses that each player requests; 0: none")
        ->range(0, 1'000'000)
        ->shows_default();
    app.add_option("--plant", settings.plant,
                   "plant a bug, to check that it is found. after-crash: a field of a client's world is corrupted 300 ticks after the client has returned from a crash")
        ->one_of({kPlantAfterCrash});
    app.add_option("--record", settings.record_dir,
                   "store every recording and every bundle of a desync in this directory; created if missing");
    console::add_log_level(app, settings.log_level);
    app.add_flag("--json", settings.json, "print one JSON object with the totals on stdout");
    app.add_flag("--verbose", settings.verbose, "print each game's server log");

    Faults faults;
    std::uint32_t first = 0, last = 0;
    if (const int code = app.parse(argc, argv); code >= 0) return code;
    if (!settings.record_dir.empty()) {
        if (const std::string fault = console::make_folder(settings.record_dir); !fault.empty())
            return app.wrong("--record: " + fault);
    }
    if (!console::read_seeds(settings.seeds, first, last))
        return app.wrong("--seeds: '" + settings.seeds + "' is not N or A..B");
    if (const std::string unknown = parse_faults(settings.faults, faults); !unknown.empty())
        return app.wrong(fmt::format("--faults: unknown fault '{}'; known: {}", unknown, fault_names()));
    run.own = script::builtin_levels();
    if (const std::string fault = run.levels.offer_folder(settings.levels_folder); !fault.empty())
        return app.wrong("--levels: " + fault);
    for (const std::string& name : split_names(run.levels.names_text(std::string::npos))) {
        if (name != script::kCampaign && std::ranges::find(run.own, name) == run.own.end()) run.extra.push_back(name);
    }
    const bool is_offered = settings.level == script::kCampaign ? has_campaign(run.extra) : run.levels.find(settings.level, Difficulty::standard) != nullptr;
    if (!settings.level.empty() && !is_offered) {
        return app.wrong("--level: there is no level '" + settings.level + "'; there are " +
                         run.levels.names_text(std::string::npos));
    }
    if (!settings.section.empty()) {
        if (settings.level.empty()) return app.wrong("--from: name the level, with --level");
        const auto level = run.levels.find(settings.level, Difficulty::standard);
        if (level == nullptr) return app.wrong("--from: a campaign begins with its first level");
        if (!find_start(*level, settings.section))
            return app.wrong(fmt::format("--from '{}': {}", settings.section, script::sections_text(*level)));
    }
    console::start_log(settings.log_level, "%v");
    return play_all(run, first, last, faults);
}

}  // namespace

int main(int argc, char** argv) {
    return console::run_program("albireo-storm", [&] { return run(argc, argv); });
}
