// Writes every built-in script, and a few lines that use every word, into a folder.
#include <cstdio>
#include <fstream>
#include <string>

#include "sim/script/compile.hpp"

namespace {

constexpr const char* kEveryWord = R"(
level { name = "x", backdrop = "y", ticks = 300 }
tile { model = "a", exit = {20, 1}, ticks = 300, walls = { { {0, -9}, {20, -9}, {10, -5} } } }
tile { model = "b", exit = {10, 0}, ticks = 60, walls = {
    { {5, 9}, {6, 9}, {6, 4}, keys = { {30, 0, -3}, {50, 1, -3} }, period = 60, after = "f", even = true } } }
missile { name = "m", launch_speed = 0.1, speed = 0.2, radius = 0.2 }
path { name = "p", {20, 0}, {0, 5}, {-20, 0} }
bullet { name = "a", look = 3, { fly = 36, speed = 0, over = 36 }, { wait = 30 }, { aim = true, off = 6 },
    { bounce = 2, on = "rock" }, { fly = true, speed = 0.11, over = 20 } }
bullet { name = "b", { curve = 80, turn = 0.9, alternate = true }, { veer = 90, random = 10 }, { fall = 90, pull = {0, -0.002} },
    { fly = 30, speed = 0 }, { split = 6, ring = true, speed = 0.1, into = "a" } }
bullet { name = "c", { orbit = 120, radius = 3, turn = 3, over = 30, drift = {-0.03, 0} } }
bullet { name = "d", { fly = 30, speed = 0.02 }, { split = 3, spread = 90, speed = 0.1, into = "b" } }
kind { name = "k", radius = 1, speed = 0.1, parts = { name = "c", vital = true, radius = 1, armour = 9,
    gun = { pattern = "ring", count = 8, rest = 60, speed = 0.1, bullet = "d", swing = 30, period = 90, stack = 2, stack_speed = 0.02 }, beam = { aimed = true }, hatch = { missile = "m" } },
    machines = { { name = "w", { name = "s", begin = { guns = true }, tick = { { sleep = 9 }, { go = "t" } } },
        { name = "t", next = { after = 3, to = "s" } } } } }
kind { name = "l", radius = 1, parts = {
    { name = "a", vital = true, radius = 1, armour = 9, gun = { rest = 60, speed = 0.1, bullet = "c" } },
    { name = "b", radius = 1, armour = 9, gun = { rest = 60, speed = 0.1, count = 8, bullet = "a", hold = 4 } },
    { name = "c", radius = 1, armour = 9, gun = { pattern = "curtain", count = 14, pitch = 0.9, hole = 3, at = 2, rest = 60, speed = 0.1 } } } }
at(4) spawn { kind = "l", place = {9, 0} }
at(5) formation { kind = "k", path = "p", count = 3, gap = 9, abreast = 1, mirror = "both" }
wait(5) turret { kind = "k" } message "hi" warn() section "s" section() raise "f"
loop { tiles = {"b"}, until_dead = boss { kind = "k", place = {9, 0} }, until_flag = "f", cues = function() at(1) warn() end }
)";

}  // namespace

int main(int count, char** arguments) {
    if (count != 2) return std::fputs("script_seeds FOLDER\n", stderr), 2;
    const std::string folder = std::string(arguments[1]) + "/";
    std::ofstream(folder + "every_word") << kEveryWord;
    for (const auto& script : albireo::script::builtin_scripts())
        std::ofstream(folder + std::string(script.name)) << script.source;
    return albireo::script::compile_level(kEveryWord, "every_word", albireo::Difficulty::standard).error.empty() ? 0
                                                                                                                 : 1;
}
