#pragma once
/// The game's own levels at every difficulty, compiled once for all tests of a program.
#include <string>
#include <vector>

#include "sim/level/difficulty.hpp"
#include "sim/script/compile.hpp"

namespace albireo::support {

struct RealLevel {
    std::string name;
    Level level;
};

inline const std::vector<RealLevel>& real_levels() {
    static const std::vector<RealLevel> levels = [] {
        std::vector<RealLevel> all;
        for (const script::BuiltinScript& builtin : script::builtin_scripts()) {
            if (!builtin.is_level) continue;
            for (const Difficulty difficulty : {Difficulty::calm, Difficulty::standard, Difficulty::storm}) {
                script::Compiled compiled = script::compile_builtin_level(builtin.name, difficulty);
                if (!compiled.error.empty()) throw compiled.error;
                all.push_back({std::string(builtin.name) + ", " + std::string(name_of(difficulty)),
                               std::move(compiled.level)});
            }
        }
        return all;
    }();
    return levels;
}

}  // namespace albireo::support
