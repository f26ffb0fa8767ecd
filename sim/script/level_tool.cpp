// albireo-level: compiles a level script and says what is in it.
#include <cstdio>
#include <fstream>
#include <string>
#include <vector>

#include "sim/level/level_bytes.hpp"
#include "sim/level/difficulty.hpp"
#include "sim/script/compile.hpp"

using namespace albireo;

namespace {

constexpr const char* kUsage =
    "albireo-level SCRIPT [--difficulty calm|standard|storm] [--out FILE]\n"
    "  SCRIPT        a .lua file, or the name of a level of the game (the_cut)\n"
    "  --difficulty  what it is compiled for; standard otherwise\n"
    "  --out FILE    writes the level's bytes\n"
    "  --version     prints the level format's version\n";

int complain(const std::string& text) {
    std::fprintf(stderr, "albireo-level: %s\n", text.c_str());
    return 2;
}

void print(const Level& level, std::size_t bytes) {
    const auto text = [](std::string_view view) { return std::string(view); };
    std::printf("%s (%s, %s): %u ticks, %zu bytes, digest %016llx\n", text(level.title.view()).c_str(),
                text(name_of(level.difficulty)).c_str(), text(level.backdrop.view()).c_str(), level.ticks,
                bytes, static_cast<unsigned long long>(level.digest));
    Level::lists(level, [](std::string_view name, const auto& list) {
        std::printf("  %-12s %6zu\n", std::string(name).c_str(), list.size());
    });
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

}  // namespace

int main(int count, char** arguments) {
    std::string source;
    std::string out;
    Difficulty difficulty = Difficulty::standard;
    for (int i = 1; i < count; ++i) {
        const std::string argument = arguments[i];
        const bool has_value = i + 1 < count;
        if (argument == "--help") return std::fputs(kUsage, stdout), 0;
        if (argument == "--version") return std::printf("level format %u\n", kLevelVersion), 0;
        if (argument == "--difficulty" && has_value) {
            const auto known = difficulty_of(arguments[++i]);
            if (!known)
                return complain("--difficulty: must be calm, standard or storm, is " + std::string(arguments[i]));
            difficulty = *known;
        } else if (argument == "--out" && has_value) {
            out = arguments[++i];
        } else if (source.empty() && !argument.starts_with("--")) {
            source = argument;
        } else {
            return complain("unexpected '" + argument + "'\n" + kUsage);
        }
    }
    if (source.empty()) return complain(std::string("no script\n") + kUsage);
    const auto compiled = source.ends_with(".lua") ? script::compile_level_file(source, difficulty)
                                                   : script::compile_builtin_level(source, difficulty);
    if (!compiled.error.empty()) return complain(compiled.error);
    const auto bytes = level_bytes(compiled.level);
    print(compiled.level, bytes.size());
    if (out.empty()) return 0;
    std::ofstream file(out, std::ios::binary);
    file.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
    return file.flush() ? 0 : complain(out + ": cannot be written");
}
