// Writes every built-in look file, and a few lines that use every word, into a folder.
#include <cstdio>
#include <fstream>
#include <string>

#include "client/models/look_reader.hpp"

namespace {

constexpr const char* kEveryWord = R"(
shape { name = "a", size = "boss", skin = "wedge", flies_forward = true }
trunk { sides = 5, hoop = true, up = { 0, 0, 1 }, axis = { 1, 0, 0 }, zone = "shell", first_cap = "glow", last_cap = "claw",
    { 0.5, 0, 0, 0.1, 0.1 }, { 0, 0.5, 0, 0.1, 0.1, turn = 0.1 }, { 0, -0.5, 0, 0.1, 0.1 } }
trunk { { -0.5, 0, 0, 0.2, 0.2 }, { 0.5, 0, 0, 0.2, 0.2 } }
limb { from = { 1, 0, 0 }, zone = "flesh", cap = "glow", mirror_y = true, { 0.9, 0, 0, 0.1, 0.1 } }
spike { from = { 0, 1, 0, turn = 0.1 }, times = 3, about = "x", turn = 0.2, squash = { 1, 1, 0.5 }, up = { 0, 1, 0 },
    sharpness = 2, { 0, 0.4, 0, 0.1, 0.1 }, { 0, 0.9, 0, turn = 0.05 } }
eye { from = { 0, 0, 1 }, at = { 0, 0, 0.3 }, axis = { 0, 0, 1 }, radius = 0.1, bulge = 0.5, pupil = 0.3, mirror_z = true }
paint { zone = "pupil", { 0, 0, 0 } }
pose { axis = { 0, 1, 0 }, radians = 0.5 }
look { kind = "b", shape = "a", skin = "pod", parts = { eye = "gun", arm = "a" } }
organ { part = "fin", shape = "a" }
placeholder { shape = "a", below = 0.1 }
)";

}  // namespace

int main(int count, char** arguments) {
    if (count != 2) return std::fputs("looks_seeds FOLDER\n", stderr), 2;
    const std::string folder = std::string(arguments[1]) + "/";
    std::ofstream(folder + "every_word") << kEveryWord;
    for (const auto& file : albireo::models::builtin_look_files()) std::ofstream(folder + file.name) << file.text;
    return 0;
}
