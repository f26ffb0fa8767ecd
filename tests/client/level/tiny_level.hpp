#pragma once
/// Compiles a level of a few lines: four kinds, two paths, 3000 ticks, tiles whose loop comes at tick 1500.
#include <doctest/doctest.h>

#include <string>
#include <utility>

#include "sim/script/compile.hpp"

namespace albireo::support {

inline constexpr const char* kTinyHead = R"(
level { name = "Tiny", backdrop = "none", ticks = 3000 }
local rock = { { { 0, -20 }, { 32, -20 }, { 32, -7 }, { 0, -7 } } }
for _, model in ipairs { "a", "lap", "b", "c" } do
    tile { model = model, exit = { 32, 0 }, ticks = 1500, walls = rock }
end
path { name = "high", { 20, 4 }, { -20, 4 } }
path { name = "low", { 20, -3 }, { -20, -3 } }
local function declare(name, size, armour)
    kind { name = name, size = size, radius = 0.5, speed = 0.1, parts = { radius = 0.4, armour = armour } }
end
declare("dart", "small", 3) declare("moth", "small", 4) declare("post", "medium", 10) declare("whale", "boss", 90)
)";

inline Level tiny_level(const std::string& body) {
    script::Compiled compiled = script::compile_level(kTinyHead + body, "tiny.lua", Difficulty::standard);
    REQUIRE_MESSAGE(compiled.error.empty(), compiled.error);
    return std::move(compiled.level);
}

}  // namespace albireo::support
