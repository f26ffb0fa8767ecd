#pragma once
/// Compiles short scripts for tests: a head that every level needs, and a body.
#include <doctest/doctest.h>

#include <string>

#include "sim/script/compile.hpp"

namespace albireo::script {

// Lines 1 and 2 of every script.
inline const std::string kHead =
    "level { name = 'Test', backdrop = 'none', ticks = 300 }\n"
    "tile { model = 'a', exit = {20, 0}, ticks = 300 }\n";

inline std::string error_of(const std::string& body, const Resolver& resolver = {}) {
    return compile_level(kHead + body, "test.lua", Difficulty::standard, resolver).error;
}

inline Level level_of(const std::string& body, Difficulty difficulty = Difficulty::standard) {
    Compiled compiled = compile_level(kHead + body, "test.lua", difficulty);
    REQUIRE_MESSAGE(compiled.error.empty(), compiled.error);
    return compiled.level;
}

}  // namespace albireo::script
