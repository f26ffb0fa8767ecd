// make_goldens [--replace] FOLDER: records the golden replays again and writes FOLDER/NAME.replay and FOLDER/digests.
// Existing files are kept unless --replace is given.
//
// Each golden is a game of scripted pilots that must show certain events, and a golden that does not is an error. So a
// change of the game that makes a golden pointless is detected when they are recorded. replays/README.md says when to
// record.
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>

#include "replays/recorder.hpp"
#include "replays/text.hpp"
#include "replays/verify.hpp"
#include "sim/digest.hpp"
#include "sim/script/compile.hpp"
#include "tests/support/scripted_pilot.hpp"
#include "tests/support/small_level.hpp"
#include "tests/support/tool_help.hpp"

namespace {

using namespace albireo;
using support::PilotStyle;

/// Something that a golden must show.
struct Required {
    std::string what;
    std::function<bool(const Event&, const Level&)> is;
};

Required happens(EventKind kind, std::string what) {
    return {std::move(what), [kind](const Event& event, const Level&) { return event.kind == kind; }};
}
Required death_by(Cause cause, std::string what) {
    return {"a death by " + what, [cause](const Event& event, const Level&) {
                return event.kind == EventKind::ship_died && event.value == static_cast<int>(cause);
            }};
}
Required boss_dies() {
    return {"a boss's death", [](const Event& event, const Level& level) {
                return event.kind == EventKind::enemy_died &&
                       level.kinds[static_cast<std::size_t>(event.value)].size == KindSize::boss;
            }};
}
const Required kCleared = happens(EventKind::cleared, "the level's end");
const Required kCombinedStorm = happens(EventKind::combined_storm, "the combined storm");
const Required kBolts = happens(EventKind::bolt_struck, "single lightning");
const Required kSecondRound = {"a second round", [](const Event& event, const Level&) { return event.kind == EventKind::round && event.value == 2; }};
const Required kReleased = happens(EventKind::released, "charged fire");

struct Golden {
    std::string name;
    std::string level;
    Difficulty difficulty = Difficulty::standard;
    GameSetup setup{};
    std::array<PilotStyle, kSlotCount> pilots{};
    std::uint32_t seconds_max = 600;
    bool stops_when_shown = false;  // ends three seconds after everything was shown, not with the level
    std::uint32_t reports_min = 0;  // reports per minute, of both players
    std::string follows{};  // an earlier golden, whose carry this one begins with
    std::vector<Required> required{};
};

constexpr std::uint8_t kSolo = 1, kCoop = 3;
constexpr const char* kSmallLevel = "small_level";  // from tests/support

std::vector<Golden> goldens() {
    return {
        {.name = "solo-calm",
         .level = "the_cut",
         .difficulty = Difficulty::calm,
         .setup = {.seed = 11, .players = kSolo},
         .pilots = {{{.seed = 1}}},
         .required = {kCleared, boss_dies(), kReleased}},
        {.name = "coop-standard",
         .level = "the_cut",
         .setup = {.seed = 22, .players = kCoop},
         .pilots = {{{.seed = 2}, {.seed = 3, .hoards = true}}},
         .required = {kCleared, boss_dies(), kBolts, kReleased}},
        {.name = "coop-storm",
         .level = "the_cut",
         .difficulty = Difficulty::storm,
         .setup = {.seed = 36, .players = kCoop},
         .pilots = {{{.seed = 4, .hoards = true, .waits_for_partner = true},
                     {.seed = 5, .hoards = true, .waits_for_partner = true}}},
         .required = {kCombinedStorm, kBolts}},
        {.name = "coop-fans",  // the highest rate of reports
         .level = "the_cut",
         .difficulty = Difficulty::storm,
         .setup = {.seed = 114, .players = kCoop},
         .pilots = {{{.seed = 14, .weapon = Weapon::fan}, {.seed = 15, .weapon = Weapon::fan}}},
         .reports_min = 1300,
         .required = {kCleared}},
        {.name = "death-by-enemy",
         .level = "the_cut",
         .setup = {.seed = 44, .players = kSolo},
         .pilots = {{{.seed = 6, .seeks_death = Cause::enemy}}},
         .stops_when_shown = true,
         .required = {death_by(Cause::enemy, "an enemy"), happens(EventKind::ship_returned, "a ship's return")}},
        {.name = "death-by-shot-and-wall",
         .level = "the_cut",
         .setup = {.seed = 55, .players = kCoop},
         .pilots = {{{.seed = 7, .seeks_death = Cause::enemy_shot}, {.seed = 8, .seeks_death = Cause::wall}}},
         .stops_when_shown = true,
         .required = {death_by(Cause::enemy_shot, "a shot"), death_by(Cause::wall, "a wall")}},
        {.name = "death-by-beam-and-missile",
         .level = "the_cut",
         .setup = {.seed = 66, .players = kCoop},
         .pilots = {{{.seed = 9, .seeks_death = Cause::beam}, {.seed = 10, .seeks_death = Cause::missile}}},
         .stops_when_shown = true,
         .required = {death_by(Cause::beam, "a beam"), death_by(Cause::missile, "a missile")}},
        {.name = "pause-and-continue",
         .level = "the_cut",
         .difficulty = Difficulty::storm,
         .setup = {.seed = 77, .players = kCoop},
         .pilots = {{{.seed = 11, .lapse_permille = 900, .pause_at = 300}, {.seed = 12, .lapse_permille = 900}}},
         .stops_when_shown = true,
         .required = {happens(EventKind::paused, "a pause"), happens(EventKind::resumed, "its end"),
                      happens(EventKind::game_over, "game over"), happens(EventKind::continued, "a continue")}},
        {.name = "sea-standard",
         .level = "shelf_sea",
         .setup = {.seed = 133, .players = kCoop},
         .pilots = {{{.seed = 20}, {.seed = 21, .hoards = true}}},
         .required = {kCleared, boss_dies(), kReleased}},
        {.name = "sea-calm",
         .level = "shelf_sea",
         .difficulty = Difficulty::calm,
         .setup = {.seed = 134, .players = kSolo},
         .pilots = {{{.seed = 34}}},
         .required = {kCleared, boss_dies()}},
        {.name = "sea-storm",  // more than a million points
         .level = "shelf_sea",
         .difficulty = Difficulty::storm,
         .setup = {.seed = 138, .players = kCoop},
         .pilots = {{{.seed = 35}, {.seed = 36, .hoards = true}}},
         .required = {kCleared, boss_dies(), kReleased}},
        {.name = "hive-standard",
         .level = "the_hive",
         .setup = {.seed = 144, .players = kCoop},
         .pilots = {{{.seed = 22}, {.seed = 23, .hoards = true}}},
         .required = {kCleared, boss_dies(), kReleased}},
        {.name = "hive-calm",
         .level = "the_hive",
         .difficulty = Difficulty::calm,
         .setup = {.seed = 145, .players = kSolo},
         .pilots = {{{.seed = 37}}},
         .required = {kCleared, boss_dies()}},
        {.name = "hive-storm",
         .level = "the_hive",
         .difficulty = Difficulty::storm,
         .setup = {.seed = 146, .players = kCoop},
         .pilots = {{{.seed = 38}, {.seed = 39, .hoards = true}}},
         .required = {kCleared, boss_dies(), kReleased}},
        {.name = "the-next-level",  // of a campaign, after coop-standard
         .level = "shelf_sea",
         .setup = {.seed = 23, .players = kCoop},
         .pilots = {{{.seed = 24}, {.seed = 25, .hoards = true}}},
         .seconds_max = 60,
         .follows = "coop-standard",
         .required = {}},
        {.name = "boss-rush",
         .level = "boss_rush",
         .setup = {.seed = 166, .players = kCoop},
         .pilots = {{{.seed = 26}, {.seed = 27, .hoards = true}}},
         .seconds_max = 900,
         .required = {kCleared, boss_dies(), kReleased}},
        {.name = "practice",
         .level = "the_cut",
         .setup = {.seed = 122, .players = kCoop, .section = 4},
         .pilots = {{{.seed = 18}, {.seed = 19}}},
         .seconds_max = 60,
         .required = {}},
        {.name = "practice-phase",
         .level = "the_cut",
         .setup = {.seed = 177, .players = kCoop, .section = 8, .phase = 3},
         .pilots = {{{.seed = 28}, {.seed = 29}}},
         .seconds_max = 60,
         .required = {happens(EventKind::phase_changed, "a later phase")}},
        {.name = "endless",
         .level = "endless",
         .setup = {.seed = 188, .players = kCoop},
         .pilots = {{{.seed = 30}, {.seed = 31, .hoards = true}}},
         .seconds_max = 840,
         .stops_when_shown = true,
         .required = {boss_dies(), kSecondRound}},
        {.name = "endless-storm",  // in practice, so that it does not end
         .level = "endless",
         .difficulty = Difficulty::storm,
         .setup = {.seed = 200, .players = kSolo, .section = 1},
         .pilots = {{{.seed = 32}}},
         .seconds_max = 900,
         .required = {boss_dies(), kSecondRound}},
        {.name = "small",  // features of scripts that no level uses yet
         .level = kSmallLevel,
         .setup = {.seed = 111, .players = kCoop},
         .pilots = {{{.seed = 16}, {.seed = 17}}},
         .seconds_max = 90,
         .required = {boss_dies()}},
        {.name = "tutorial",
         .level = "tutorial",
         .difficulty = Difficulty::calm,
         .setup = {.seed = 88, .players = kSolo},
         .pilots = {{{.seed = 13}}},
         .seconds_max = 120,
         .required = {}},
    };
}

struct Recorded {
    std::vector<std::uint8_t> bytes;
    std::vector<bool> shown;
    std::uint32_t ticks = 0;
    std::uint32_t reports = 0;
    std::uint32_t input_changes = 0;
    Carry carry;  // of its last world
};

Recorded record(const Golden& golden, const Level& level) {
    const auto world = std::make_unique<World>();
    const auto events = std::make_unique<Events>();
    init(*world, level, golden.setup);
    replays::MemorySink sink;
    replays::Recorder recorder{
        sink, level, {.game = golden.setup, .names = {"Gold", "Blue"}, .recorded_by = "make_goldens"}};
    std::array<support::ScriptedPilot, kSlotCount> pilots = {support::ScriptedPilot{Slot::gold, golden.pilots[0]},
                                                             support::ScriptedPilot{Slot::blue, golden.pilots[1]}};
    Recorded recorded;
    recorded.shown.resize(golden.required.size());
    FramePair last{};
    // Some seconds beyond the end, so that the recording covers what follows it.
    for (std::uint32_t after = 0;
         after < 3 * kTicksPerSecond && recorded.ticks < golden.seconds_max * kTicksPerSecond;) {
        FramePair frames{};
        for (const Slot slot : kSlots) {
            const bool plays = ((golden.setup.players >> index(slot)) & 1) != 0;
            frames[index(slot)] = plays ? pilots[index(slot)].next(*world, level) : absent_frame();
            recorded.reports += frames[index(slot)].report_count;
            recorded.input_changes += frames[index(slot)].buttons != last[index(slot)].buttons ? 1 : 0;
        }
        last = frames;
        events->clear();
        step(*world, level, frames, *events);
        recorder.append(frames, root_of(*world));
        recorder.checkpoint_if_due(*world);
        ++recorded.ticks;
        for (const Event& event : events->all()) {
            for (std::size_t i = 0; i < golden.required.size(); ++i) {
                if (golden.required[i].is(event, level)) recorded.shown[i] = true;
            }
        }
        const bool shown = golden.stops_when_shown && std::ranges::count(recorded.shown, false) == 0;
        if (shown || outcome_of(*world) != Outcome::playing) ++after;
    }
    recorder.finish(*world);
    recorded.bytes = std::move(sink.bytes);
    recorded.carry = carry_of(*world);
    return recorded;
}

/// One line: name, ticks, hash over every tick's digest, digest of the last world. Empty if the recording does not
/// verify.
std::string digest_line(const Golden& golden, const std::vector<std::uint8_t>& bytes) {
    replays::Recording recording;
    replays::Replay replay;
    if (!replays::read_recording(bytes, recording).empty()) return {};
    if (!replays::prepare(std::move(recording), replay, replays::Partial::refuse).empty()) return {};
    const replays::Verdict verdict = replays::verify(replay);
    if (!verdict.same) return {};
    return golden.name + " " + std::to_string(verdict.ticks) + " " + replays::hex_text(verdict.all_roots) + " " +
           replays::hex_text(verdict.root) + "\n";
}

int make(const std::filesystem::path& folder, bool may_replace) {
    std::vector<Golden> all = goldens();
    for (const Golden& golden : all) {
        const auto path = folder / (golden.name + ".replay");
        if (may_replace || !std::filesystem::exists(path)) continue;
        std::fprintf(stderr,
                     "%s already exists: goldens change only when the rules of the game do (replays/README.md); use "
                     "--replace to record them again\n",
                     path.c_str());
        return 2;
    }
    int failures = 0;
    std::string digests;
    std::map<std::string, Carry> carries;
    for (Golden& golden : all) {
        if (!golden.follows.empty()) golden.setup.carry = carries.at(golden.follows);
        auto compiled = golden.level == kSmallLevel ? script::Compiled{support::small_level(), {}}
                                                    : script::compile_builtin_level(golden.level, golden.difficulty);
        if (!compiled.error.empty()) {
            std::fprintf(stderr, "%s: %s\n", golden.name.c_str(), compiled.error.c_str());
            return 2;
        }
        const Recorded recorded = record(golden, compiled.level);
        carries[golden.name] = recorded.carry;
        const std::string line = digest_line(golden, recorded.bytes);
        std::printf("%-26s %6u ticks %6zu bytes, per minute: %u reports, %u input changes\n", golden.name.c_str(),
                    recorded.ticks, recorded.bytes.size(), recorded.reports * 3600 / recorded.ticks,
                    recorded.input_changes * 3600 / recorded.ticks);
        for (std::size_t i = 0; i < golden.required.size(); ++i) {
            if (recorded.shown[i]) continue;
            std::printf("  does not show %s\n", golden.required[i].what.c_str());
            ++failures;
        }
        if (recorded.reports * 3600 / recorded.ticks < golden.reports_min) {
            std::printf("  has fewer than %u reports per minute\n", golden.reports_min);
            ++failures;
        }
        if (line.empty()) {
            std::printf("  does not verify\n");
            ++failures;
        }
        digests += line;
        replays::FileSink file{folder / (golden.name + ".replay"), replays::FileSink::Existing::replace};
        const std::string fault = file.append(recorded.bytes);
        if (!fault.empty()) {
            std::fprintf(stderr, "%s\n", fault.c_str());
            return 2;
        }
    }
    std::ofstream(folder / "digests") << digests;
    return failures == 0 ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
    support::answer_help(argc, argv, "make_goldens",
                         "Records the golden games: make_goldens [--replace] FOLDER", "--replace");
    const bool may_replace = argc == 3 && std::string_view(argv[1]) == "--replace";
    if (argc != (may_replace ? 3 : 2) || !std::filesystem::is_directory(argv[argc - 1])) {
        std::fprintf(stderr, "usage: make_goldens [--replace] FOLDER\n");
        return 2;
    }
    return make(argv[argc - 1], may_replace);
}
