// Writes into a folder the bytes of every built-in level at every difficulty, of a small level, and of a level that
// reaches its boss quickly.
#include <cstdio>
#include <fstream>
#include <string>

#include "sim/level/level_bytes.hpp"
#include "sim/level/difficulty.hpp"
#include "sim/script/compile.hpp"
#include "tests/script/small_level.hpp"
#include "tests/support/small_level.hpp"

using namespace albireo;

namespace {

void write(const std::string& path, const Level& level) {
    const auto bytes = level_bytes(level);
    std::ofstream(path, std::ios::binary)
        .write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
}

/// Everything that a level can contain, within the few seconds that a fuzzer plays.
Level hurried_level() {
    Level level = support::small_level();
    level.tiles[0].ticks = level.tiles[1].ticks = 40;
    for (CueDef& cue : level.cues) cue.tick /= 6;
    return level;
}

}  // namespace

int main(int count, char** arguments) {
    if (count != 2) return std::fputs("level_bytes_seeds FOLDER\n", stderr), 2;
    const std::string folder = std::string(arguments[1]) + "/";
    write(folder + "small", small_level());
    write(folder + "hurried", hurried_level());
    for (const auto& script : script::builtin_scripts()) {
        if (!script.is_level) continue;
        for (const Difficulty difficulty : {Difficulty::calm, Difficulty::standard, Difficulty::storm}) {
            const auto compiled = script::compile_builtin_level(script.name, difficulty);
            if (!compiled.error.empty()) return std::fprintf(stderr, "%s\n", compiled.error.c_str()), 1;
            write(folder + std::string(script.name) + "_" + std::string(name_of(difficulty)), compiled.level);
        }
    }
    return 0;
}
