// albireo-level: compiles a level script, reads the looks beside it, and lists its contents; measures its variety; prints the
// reference of steps, actions and conditions.
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "client/level/stats.hpp"
#include "client/models/look_folder.hpp"
#include "console/console.hpp"
#include "console/run_program.hpp"
#include "sim/fields.hpp"
#include "sim/level/difficulty.hpp"
#include "sim/level/level_bytes.hpp"
#include "sim/script/compile.hpp"
#include "sim/script/reference.hpp"

using namespace albireo;

namespace {

int complain(const std::string& text) {
    std::fprintf(stderr, "albireo-level: %s\n", text.c_str());
    return 2;
}

void print(const Level& level, std::size_t bytes, const models::LookBook& looks) {
    const auto text = [](std::string_view view) { return std::string(view); };
    std::printf("%s (%s, %s): %u ticks, %zu bytes, digest %016llx\n", text(level.title.view()).c_str(),
                text(name_of(level.difficulty)).c_str(), text(level.backdrop.view()).c_str(), level.ticks,
                bytes, static_cast<unsigned long long>(level.digest));
    const auto print_list = [](std::string_view name, const auto& list) {
        std::printf("  %-12s %6zu\n", std::string(name).c_str(), list.size());
    };
    visit_fields(print_list, level);
    for (std::size_t kind = 0; kind < level.kinds.size(); ++kind) {
        const KindDef& def = level.kinds[kind];
        std::int64_t armour = 0;
        for (std::size_t i = 0; i < def.parts.count; ++i) armour += level.parts[def.parts.first + i].armour;
        std::size_t spawns = 0;
        for (const SpawnDef& spawn : level.spawns) spawns += spawn.kind == kind ? 1 : 0;
        const auto look = looks.choose({.kind = level.name(def.name), .part = ""});
        std::printf("  %-20s %4zu spawns, %2d parts, armour %lld, %s\n", text(level.name(def.name)).c_str(), spawns,
                    def.parts.count, static_cast<long long>(armour),
                    look.is_placeholder ? "no look" : ("look " + look.shape->name).c_str());
    }
}

/// The kinds of the levels that come before this one in the campaign.
std::vector<std::string> kinds_before(std::string_view level, Difficulty difficulty) {
    std::vector<std::string> kinds;
    if (!is_judged(level)) return kinds;
    for (const std::string_view earlier : kJudgedLevels) {
        if (earlier == level) break;
        if (!script::builtin_source(earlier)) continue;
        const auto compiled = script::compile_builtin_level(earlier, difficulty);
        if (!compiled.error.empty()) throw std::runtime_error(compiled.error);
        for (const KindDef& kind : compiled.level.kinds) kinds.emplace_back(compiled.level.name(kind.name));
    }
    return kinds;
}

std::string judged_levels() {
    std::string names;
    for (const std::string_view name : kJudgedLevels) names += (names.empty() ? "" : ", ") + std::string(name);
    return names;
}

int run(int count, char** arguments) {
    std::string source, out, seeds, difficulty = "standard";
    bool wants_reference = false, wants_stats = false, json = false, judges = false;
    int skill = 6;
    console::Arguments line("Compiles a level script and lists its contents.", "albireo-level");
    line.set_version("albireo-level " ALBIREO_VERSION " (level format " + std::to_string(kLevelVersion) + ")");
    line.add_option("SCRIPT", source, "a .lua file, or the name of a level of the game, such as the_cut");
    console::add_difficulty(line, difficulty, "difficulty to compile for: ");
    line.add_option("--out", out, "write the level's bytes to this file");
    auto* stats_flag = line.add_flag(
        "--stats", wants_stats,
        "measure its variety: kinds, waves, terrain; the game's levels have a band for each figure");
    auto* play =
        line.add_option("--play", seeds, "with --stats: also measure games that two bots play, one for each seed: N or A..B");
    play->needs(stats_flag);
    line.add_option("--skill", skill, "with --play: skill of the bots, 0 to 9")->range(0, 9)->shows_default()->needs(play);
    line.add_flag("--json", json, "with --stats: print JSON")->needs(stats_flag);
    line.add_flag("--judge", judges, "with --stats: exit code 1 if a figure is outside its band")->needs(stats_flag);
    line.add_flag("--reference", wants_reference, "print the steps of bullet programs, and the actions and conditions of behaviour scripts, as Markdown");
    if (const int code = line.parse(count, arguments); code >= 0) return code;
    if (wants_reference) {
        std::fputs((script::bullet_reference() + "\n" + script::reference()).c_str(), stdout);
        return 0;
    }
    if (source.empty()) return line.wrong("SCRIPT is required");
    const std::string name = std::filesystem::path(source).stem().string();
    if (judges && !is_judged(name)) {
        return line.wrong("--judge: level '" + name + "' has no bands; levels with bands: " + judged_levels());
    }
    std::uint32_t first_seed = 0, last_seed = 0;
    if (play->given() && !console::read_seeds(seeds, first_seed, last_seed)) {
        return line.wrong("--play: '" + seeds + "' is not N or A..B");
    }
    const Difficulty compiled_for = *difficulty_of(difficulty);
    const auto compiled = source.ends_with(".lua") ? script::compile_level_file(source, compiled_for)
                                                   : script::compile_builtin_level(source, compiled_for);
    if (!compiled.error.empty()) return complain(compiled.error);
    const std::string folder = models::look_folder_of(source);
    const models::FolderRead looks = folder.empty() ? models::FolderRead{} : models::read_look_folder(folder);
    if (!looks.error.empty()) return complain(looks.error);
    const auto bytes = level_bytes(compiled.level);
    if (!out.empty()) {
        std::ofstream file(out, std::ios::binary);
        file.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
        if (!file.flush()) return complain(out + ": cannot be written");
    }
    if (!wants_stats) {
        print(compiled.level, bytes.size(), *looks.looks.book);
        return 0;
    }
    Stats stats{.level = name,
                .title = std::string(compiled.level.title.view()),
                .difficulty = compiled_for,
                .figures = figures_of(compiled.level, kinds_before(name, compiled_for)),
                .play = std::nullopt};
    if (play->given()) stats.play = {skill, seeds, albireo::play(compiled.level, skill, first_seed, last_seed)};
    std::fputs((json ? stats_json(stats) : stats_table(stats)).c_str(), stdout);
    return judges && stats.is_short() ? 1 : 0;
}

}  // namespace

int main(int count, char** arguments) {
    return console::run_program("albireo-level", [&] { return run(count, arguments); });
}
