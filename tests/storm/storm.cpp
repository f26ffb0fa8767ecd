// albireo-storm: searches for desyncs. It plays one game per seed in virtual time over bad networks, and prints a command
// that repeats any game with a finding.
#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "console/console.hpp"
#include "console/run_program.hpp"
#include "sim/snapshot.hpp"
#include "tests/storm/bots.hpp"
#include "tests/storm/faults.hpp"

namespace {

using namespace albireo;
using namespace albireo::storm;

struct Totals {
    std::uint64_t games = 0, failed = 0, ticks_checked = 0, rejoins = 0, absences = 0;
    double virtual_minutes = 0;
};

int run(int argc, char** argv) {
    std::string seeds = "1..20";
    double minutes = 1;
    std::string fault_list;
    std::string level = "the_cut";
    std::string levels_folder;
    int players = 2;
    std::uint32_t pause_every = 0;
    std::string log_level = "info";
    std::string record_dir;
    bool json = false;
    bool verbose = false;
    console::Arguments app{
        "albireo-storm: plays a server, two clients with bots and a bad network in one thread and in virtual time, one "
        "game per seed, and checks every tick",
        "albireo-storm"};
    app.set_version("albireo-storm " ALBIREO_VERSION " (core " + std::to_string(kCoreVersion) + ")");
    app.add_option("--seeds", seeds, "seeds to play: N or A..B")->shows_default();
    app.add_option("--minutes", minutes, "minutes with network faults; a calm end follows")
        ->range(0.05, 600.0)
        ->shows_default();
    app.add_option("--faults", fault_list, fmt::format("inject only these, comma-separated; known: {}", fault_names()));
    app.add_option("--level", level, "level to play")->shows_default();
    app.add_option("--levels", levels_folder, "folder of level scripts, in addition to the game's own");
    app.add_option("--players", players, "1: gold plays alone")->range(1, 2)->shows_default();
    app.add_option("--pause-every", pause_every, "ticks between the pauses that each player requests; 0: none")
        ->range(0, 1'000'000)
        ->shows_default();
    app.add_option("--record", record_dir, "store every recording in this directory; created if missing");
    console::add_log_level(app, log_level);
    app.add_flag("--json", json, "print one JSON object with the totals on stdout");
    app.add_flag("--verbose", verbose, "print each game's server log");

    Faults faults;
    std::uint32_t first = 0, last = 0;
    if (const int code = app.parse(argc, argv); code >= 0) return code;
    if (!record_dir.empty()) {
        if (const std::string fault = console::make_folder(record_dir); !fault.empty())
            return app.wrong("--record: " + fault);
    }
    if (!console::read_seeds(seeds, first, last)) return app.wrong("--seeds: '" + seeds + "' is not N or A..B");
    if (!fault_list.empty()) {
        if (const std::string unknown = parse_faults(fault_list, faults); !unknown.empty()) {
            return app.wrong(fmt::format("--faults: unknown fault '{}'; known: {}", unknown, fault_names()));
        }
    }
    server::Levels levels;
    if (!levels_folder.empty()) {
        if (const std::string fault = levels.offer_folder(levels_folder); !fault.empty())
            return app.wrong("--levels: " + fault);
    }
    if (levels.find(level, Difficulty::standard) == nullptr) {
        return app.wrong("--level: there is no level '" + level + "'; there are " + levels.names_text(std::string::npos));
    }
    console::start_log(log_level, "%v");

    bot::BodyStore bodies;
    Totals totals;
    const auto rough = static_cast<Micros>(minutes * 60e6);
    for (std::uint32_t seed = first; seed <= last; ++seed) {
        VirtualGameOptions options = storm_of(seed, rough, faults);
        options.level = level;
        options.levels_folder = levels_folder;
        options.players = static_cast<std::uint8_t>(players);
        options.hands = bot_hands(bodies, seed, {.pause_every = pause_every, .like_people = options.habits});
        VirtualGame game(options);
        game.run(rough + kCalm);
        game.check_at_end();
        ++totals.games;
        totals.ticks_checked += game.ticks_checked();
        totals.virtual_minutes += static_cast<double>(game.now()) / 60e6;
        totals.rejoins += game.metrics().rejoins.load();
        totals.absences += game.metrics().absences.load();
        if (!record_dir.empty()) {
            std::ofstream file(fmt::format("{}/storm-{}.replay", record_dir, seed), std::ios::binary);
            file.write(reinterpret_cast<const char*>(game.recording().data()),
                       static_cast<std::streamsize>(game.recording().size()));
        }
        spdlog::debug("seed {}: {} ticks compared; {}", seed, game.ticks_checked(), describe(options));
        if (verbose) {
            for (const std::string& line : game.log()) spdlog::info("  {}", line);
        }
        const std::uint64_t wanted = std::uint64_t{last} - first + 1;
        if (totals.games * 10 / wanted != (totals.games - 1) * 10 / wanted) {
            spdlog::info("{} of {} games played, {} failed", totals.games, wanted,
                         totals.failed + (game.findings().empty() ? 0 : 1));
        }
        if (game.findings().empty()) continue;
        ++totals.failed;
        spdlog::error("seed {} FAILED: {}", seed, describe(options));
        for (const Finding& finding : game.findings()) {
            spdlog::error("  at {:.3f} s: {}", static_cast<double>(finding.at) / 1e6, finding.what);
        }
        std::string again = fmt::format("albireo-storm --seeds {} --minutes {}", seed, minutes);
        if (!fault_list.empty()) again += " --faults " + fault_list;
        if (level != "the_cut") again += " --level " + level;
        if (!levels_folder.empty()) again += " --levels " + levels_folder;
        if (players != 2) again += fmt::format(" --players {}", players);
        if (pause_every != 0) again += fmt::format(" --pause-every {}", pause_every);
        spdlog::error("  repeat with: {} --verbose", again);
    }
    spdlog::info("storm: {} games, {:.1f} match-minutes, {} client ticks compared, {} rejoins, {} absences, {} failed",
                 totals.games, totals.virtual_minutes, totals.ticks_checked, totals.rejoins, totals.absences,
                 totals.failed);
    if (json) {
        const nlohmann::json out = {{"games", totals.games},
                                    {"failed", totals.failed},
                                    {"match_minutes", totals.virtual_minutes},
                                    {"ticks_compared", totals.ticks_checked},
                                    {"rejoins", totals.rejoins},
                                    {"absences", totals.absences}};
        fmt::print("{}\n", out.dump());
    }
    return totals.failed == 0 ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
    return console::run_program("albireo-storm", [&] { return run(argc, argv); });
}
