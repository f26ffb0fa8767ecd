// Goal: the README's example enemy works as described: its lines compile where they belong, and five of it appear and
// fire.
#include <doctest/doctest.h>

#include <algorithm>
#include <fstream>
#include <memory>
#include <sstream>

#include "sim/script/compile.hpp"
#include "sim/step.hpp"

using namespace albireo;

namespace {

struct Example {
    std::string kind, cue;
};

Example example() {
    std::ostringstream text;
    text << std::ifstream("README.md").rdbuf();
    const std::string readme = std::move(text).str();
    const std::string open = "```lua\n";
    const std::size_t begin = readme.find(open);
    REQUIRE(begin != std::string::npos);
    const std::string lua = readme.substr(begin + open.size(), readme.find("```", begin + 3) - begin - open.size());
    const std::size_t level = lua.find("\n-- the_cut.lua");
    REQUIRE(level != std::string::npos);
    return {lua.substr(0, level), lua.substr(level)};
}

script::Compiled compile(const std::string& level) {
    return script::compile_level(level, "level.lua", Difficulty::standard, [](std::string_view name) {
        return std::optional(*script::builtin_source(name) + (name == "kinds" ? example().kind : ""));
    });
}

}  // namespace

TEST_CASE("the README's enemy can be put into kinds.lua, and its formation into The Cut") {
    const std::string the_cut = *script::builtin_source("the_cut");
    const std::size_t later = the_cut.find("\nwave(700");
    REQUIRE(later != std::string::npos);
    const auto plain = compile(the_cut);
    const auto with = compile(the_cut.substr(0, later) + example().cue + the_cut.substr(later));
    REQUIRE(with.error == "");
    CHECK(with.level.spawns.size() == plain.level.spawns.size() + 5);
    CHECK(with.level.kinds.size() == plain.level.kinds.size() + 1);
}

TEST_CASE("the README's enemies appear on time and fire three shots at once") {
    const auto compiled = compile(
        "level { name = 'x', backdrop = 'y', ticks = 900 }\n"
        "tile { model = 'a', exit = {30, 0}, ticks = 900 }\n"
        "use 'kinds'\n" +
        example().cue);
    REQUIRE(compiled.error == "");
    const auto world = std::make_unique<World>();
    const auto events = std::make_unique<Events>();
    init(*world, compiled.level, {});
    std::uint32_t first_enemy = 0, first_shots = 0, enemies_most = 0;
    for (std::uint32_t tick = 0; tick < 900; ++tick) {
        events->clear();
        step(*world, compiled.level, {}, *events);
        enemies_most = std::max(enemies_most, world->enemies.count);
        if (first_enemy == 0 && world->enemies.count > 0) first_enemy = tick;
        if (first_shots == 0) first_shots = world->enemy_shots.count;
    }
    CHECK(first_enemy == 600);
    CHECK(enemies_most == 5);
    CHECK(first_shots == 3);
}
