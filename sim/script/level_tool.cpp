// albireo-level: compiles a level script and says what is in it. Prints the reference of actions and ways.
#include <cstdio>
#include <fstream>
#include <string>
#include <vector>

#include "console/console.hpp"
#include "console/run_program.hpp"
#include "sim/fields.hpp"
#include "sim/level/level_bytes.hpp"
#include "sim/level/difficulty.hpp"
#include "sim/script/compile.hpp"
#include "sim/script/reference.hpp"

using namespace albireo;

namespace {

int complain(const std::string& text) {
    std::fprintf(stderr, "albireo-level: %s\n", text.c_str());
    return 2;
}

void print(const Level& level, std::size_t bytes) {
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
        std::printf("  %-20s %4zu spawns, %2d parts, armour %lld\n", text(level.name(def.name)).c_str(), spawns,
                    def.parts.count, static_cast<long long>(armour));
    }
}

int run(int count, char** arguments) {
    std::string source, out, difficulty = "standard";
    bool wants_reference = false;
    console::Arguments line("Compiles a level script and says what is in it.", "albireo-level");
    line.set_version("albireo-level " ALBIREO_VERSION " (level format " + std::to_string(kLevelVersion) + ")");
    line.add_option("SCRIPT", source, "a .lua file, or the name of a level of the game, such as the_cut");
    console::add_difficulty(line, difficulty, "what it is compiled for: ");
    line.add_option("--out", out, "write the level's bytes to this file");
    line.add_flag("--reference", wants_reference, "print the actions and conditions of behaviour scripts, as Markdown");
    if (const int code = line.parse(count, arguments); code >= 0) return code;
    if (wants_reference) {
        std::fputs(script::reference().c_str(), stdout);
        return console::is_stdout_written("albireo-level") ? 0 : 2;
    }
    if (source.empty()) return line.wrong("SCRIPT is required");
    const Difficulty compiled_for = *difficulty_of(difficulty);
    const auto compiled = source.ends_with(".lua") ? script::compile_level_file(source, compiled_for)
                                                   : script::compile_builtin_level(source, compiled_for);
    if (!compiled.error.empty()) return complain(compiled.error);
    const auto bytes = level_bytes(compiled.level);
    print(compiled.level, bytes.size());
    if (out.empty()) return 0;
    std::ofstream file(out, std::ios::binary);
    file.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
    return file.flush() ? 0 : complain(out + ": cannot be written");
}

}  // namespace

int main(int count, char** arguments) {
    return console::run_program("albireo-level", [&] { return run(count, arguments); });
}
