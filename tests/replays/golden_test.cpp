// Goal: the golden replays play as recorded, on this machine and with this compiler, and a change to any of their bytes
// is detected.
#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "replays/sink.hpp"
#include "replays/text.hpp"
#include "replays/verify.hpp"
#include "sim/base/random.hpp"
#include "sim/digest.hpp"
#include "sim/level/section.hpp"
#include "sim/script/compile.hpp"
#include "tests/support/repetitions.hpp"
#include "tests/support/small_level.hpp"

namespace albireo::replays {
namespace {

const std::filesystem::path kFolder = "replays/golden";

/// The contents of `golden/digests` by name: ticks, hash over every tick's root, root of the last world.
std::map<std::string, std::string> recorded_digests() {
    std::map<std::string, std::string> digests;
    std::ifstream file(kFolder / "digests");
    for (std::string name, rest; file >> name && std::getline(file, rest);) digests[name] = rest;
    return digests;
}

std::map<std::string, Replay> goldens() {
    std::map<std::string, Replay> replays;
    for (const auto& [name, digest] : recorded_digests()) {
        REQUIRE(open_replay((kFolder / (name + ".replay")).string(), replays[name]) == "");
    }
    return replays;
}

std::string played(const Replay& replay) {
    const Verdict verdict = verify(replay);
    CHECK(verdict.text == "");
    return " " + std::to_string(verdict.ticks) + " " + hex_text(verdict.all_roots) + " " + hex_text(verdict.root);
}

TEST_CASE("there are goldens, each has its digests, and there are no other digests") {
    const auto digests = recorded_digests();
    CHECK(digests.size() >= 6);
    std::size_t files = 0;
    for (const auto& entry : std::filesystem::directory_iterator(kFolder)) {
        if (entry.path().extension() != ".replay") continue;
        ++files;
        CHECK_MESSAGE(digests.contains(entry.path().stem().string()), entry.path());
    }
    CHECK(files == digests.size());
}

TEST_CASE("every golden plays as recorded, and again in the same process") {
    const auto replays = goldens();
    const auto digests = recorded_digests();
    for (int time = 0; time < support::repetitions(2, 2, 1); ++time) {
        for (const auto& golden : replays) {
            const auto& name = golden.first;
            const auto& replay = golden.second;
            INFO(name, ": if you changed the rules of the game on purpose, see replays/README.md, \"The goldens\"");
            CHECK(played(replay) == digests.at(name));
        }
    }
}

namespace {

std::string phase_name(const Level& level, std::size_t kind, int phase) {
    return std::string(level.name(level.kinds[kind].name)) + ", phase " + std::to_string(phase);
}

/// Adds the phases that bosses are in.
void note_phases(const Level& level, const World& world, std::set<std::string>& shown) {
    for (const Enemy& enemy : world.enemies) {
        const KindDef& kind = level.kinds[enemy.kind];
        if (kind.size != KindSize::boss) continue;
        for (std::size_t m = 0; m < kind.machines.count; ++m) {
            const Range states = level.machines[std::size_t{kind.machines.first} + m].states;
            const int phase = level.states[std::size_t{states.first} + enemy.machines[m].state].practice;
            if (phase > 0) shown.insert(phase_name(level, enemy.kind, phase));
        }
    }
}

}  // namespace

TEST_CASE("together the goldens cover what a change could break, and stay small" * doctest::skip(support::repetitions(1, 1, 0) == 0)) {
    std::set<std::string> shown;
    for (const auto& golden : goldens()) {
        const auto& name = golden.first;
        const auto& replay = golden.second;
        const RecordingHeader& header = replay.recording.header;
        const bool both = header.setup.players == 3;
        shown.insert(both ? "two players" : "one player");
        shown.insert("difficulty " + std::to_string(static_cast<int>(header.difficulty)));
        Player player{replay};
        while (player.step()) {
            note_phases(replay.level, player.world(), shown);
            for (const Event& event : player.events().all()) {
                switch (event.kind) {
                    case EventKind::ship_died: shown.insert("death " + std::to_string(event.value)); break;
                    case EventKind::ship_returned: shown.insert("return"); break;
                    case EventKind::paused: shown.insert("pause"); break;
                    case EventKind::resumed: shown.insert("its end"); break;
                    case EventKind::game_over: shown.insert("game over"); break;
                    case EventKind::continued: shown.insert("continue"); break;
                    case EventKind::combined_storm: shown.insert("combined storm"); break;
                    case EventKind::bolt_struck: shown.insert("lightning"); break;
                    case EventKind::released: shown.insert("charged fire"); break;
                    case EventKind::cleared: shown.insert("the level's end"); break;
                    case EventKind::enemy_died: {
                        const KindDef& kind = replay.level.kinds[static_cast<std::size_t>(event.value)];
                        if (kind.size == KindSize::boss) shown.insert("a boss's death");
                        break;
                    }
                    default: break;
                }
            }
        }
        const std::uint64_t bytes = std::filesystem::file_size(kFolder / (name + ".replay"));
        INFO(name, ": ", bytes, " bytes");
        // A smaller file consists mostly of its level.
        if (replay.recording.ticks() > 5 * 60 * kTicksPerSecond) {
            CHECK(bytes * 60 * kTicksPerSecond / replay.recording.ticks() <= 10'000);
        }
    }
    for (const char* wanted : {"one player", "two players", "difficulty 0", "difficulty 1", "difficulty 2", "return", "pause", "its end", "game over",
                               "continue", "combined storm", "lightning", "charged fire", "the level's end",
                               "a boss's death"}) {
        CHECK_MESSAGE(shown.contains(wanted), wanted);
    }
    int phases = 0;
    for (const std::string_view name : script::kCampaignLevels) {
        const script::Compiled compiled = script::compile_builtin_level(name, Difficulty::standard);
        REQUIRE(compiled.error == "");
        for (std::uint32_t section = 1; section <= section_count(compiled.level); ++section) {
            const auto boss = boss_of_section(compiled.level, section);
            for (int phase = 1; boss && phase <= boss->phases; ++phase, ++phases) {
                const std::string wanted = phase_name(compiled.level, boss->kind, phase);
                CHECK_MESSAGE(shown.contains(wanted), wanted);
            }
        }
    }
    CHECK(phases >= 25);
    for (int cause = 0; cause < kCauseCount; ++cause) {
        CHECK_MESSAGE(shown.contains("death " + std::to_string(cause)), "death by cause ", cause);
    }
}

TEST_CASE("each golden has the current version of its level, at its difficulty") {
    std::map<Difficulty, std::vector<std::pair<std::string, Level>>> scripts;
    for (const Difficulty difficulty : {Difficulty::calm, Difficulty::standard, Difficulty::storm}) {
        for (const script::BuiltinScript& builtin : script::builtin_scripts()) {
            if (!builtin.is_level) continue;
            script::Compiled compiled = script::compile_builtin_level(builtin.name, difficulty);
            REQUIRE(compiled.error == "");
            scripts[difficulty].emplace_back(builtin.name, std::move(compiled.level));
        }
    }
    std::set<std::string> levels;
    for (const auto& golden : goldens()) {
        const auto& name = golden.first;
        const auto& replay = golden.second;
        INFO(name, ": if you changed a level on purpose, see replays/README.md, \"The goldens\"");
        const RecordingHeader& header = replay.recording.header;
        std::uint64_t today = 0;
        for (const auto& [script, level] : scripts[header.difficulty]) {
            if (level.title.view() != header.level_name) continue;
            levels.insert(script);
            today = level.digest;
        }
        const Level small = support::small_level();
        if (small.title.view() == header.level_name) today = small.digest;
        CHECK(header.level_digest == today);
        CHECK(replay.level.digest == today);
        CHECK(replay.level.difficulty == header.difficulty);
    }
    CHECK(levels == std::set<std::string>{"boss_rush", "endless", "shelf_sea", "the_cut", "the_hive", "tutorial"});
}

// Phases cannot be skipped since core 7, so a pair that uses only fans needs 7:43.
TEST_CASE("The Cut takes five to seven minutes, and up to two minutes more with the weakest weapon or at storm") {
    int played = 0;
    for (const auto& golden : goldens()) {
        const auto& name = golden.first;
        const auto& replay = golden.second;
        const auto& trailer = replay.recording.trailer;
        const bool is_whole = replay.recording.header.setup.section == 0;
        if (replay.level.title.view() != "The Cut" || !is_whole || !trailer || trailer->outcome != Outcome::cleared) continue;
        ++played;
        INFO(name);
        CHECK(trailer->ticks >= 5 * 60 * kTicksPerSecond);
        const bool is_slow = name == "coop-fans" || name == "coop-storm";
        CHECK(trailer->ticks <= (is_slow ? 9 : 7) * 60 * kTicksPerSecond);
    }
    CHECK(played >= 3);
}

TEST_CASE("a golden continues unchanged from any snapshot") {
    Random random = Random::seed(3, 4);
    for (const auto& golden : goldens()) {
        const auto& name = golden.first;
        const auto& replay = golden.second;
        INFO(name);
        Player player{replay};
        player.seek(player.end());
        for (int i = 0; i < support::repetitions(5, 5, 2); ++i) {
            const Tick back = player.begin() + random.below(replay.recording.ticks());
            player.seek(back);
            player.seek(player.end());
            CHECK(root_of(player.world()) == replay.recording.trailer->root);
        }
    }
}

TEST_CASE("a change of any one byte of a golden is detected") {
    Random random = Random::seed(1, 2);
    std::size_t changed = 0;
    for (const auto& [name, digest] : recorded_digests()) {
        std::vector<std::uint8_t> bytes;
        REQUIRE(read_file((kFolder / (name + ".replay")).string(), bytes) == "");
        for (int i = 0; i < support::repetitions(100, 400, 50); ++i, ++changed) {
            auto& byte = bytes[random.below(static_cast<std::uint32_t>(bytes.size()))];
            const auto before = byte;
            byte = static_cast<std::uint8_t>(byte ^ (1 + random.below(255)));
            Recording recording;
            REQUIRE((!read_recording(bytes, recording).empty() || recording.damage));
            byte = before;
        }
    }
    CHECK(changed >= 800);
}

TEST_CASE("the twelve small games of the corpus play as recorded") {
    std::size_t games = 0;
    std::uint64_t ticks = 0;  // storm ends some games early
    for (const auto& entry : std::filesystem::directory_iterator("replays/corpus")) {
        INFO(entry.path(), ": if the rules changed on purpose, record it again with tests/cross/corpus --store");
        Replay replay;
        REQUIRE(open_replay(entry.path().string(), replay) == "");
        const Verdict verdict = verify(replay);
        CHECK(verdict.text == "");
        CHECK(verdict.ticks >= 12 * kTicksPerSecond);
        ticks += verdict.ticks;
        ++games;
    }
    CHECK(games == 12);
    CHECK(ticks >= games * 25 * kTicksPerSecond);
}

}  // namespace
}  // namespace albireo::replays
