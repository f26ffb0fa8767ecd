// Goal: albireo-shot reports any input that it cannot use in one line, and exits with 2 (input) or 3 (no GPU).
#include <doctest/doctest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include "tests/support/pictures.hpp"
#include "tests/support/program.hpp"

using namespace albireo;
using support::check_line;
using support::Outcome;
using support::run_program;

namespace {

/// `before` may set the program's environment.
Outcome run(const std::string& arguments, const std::string& before = "", const std::string& out = "/dev/null") {
    return run_program(before + " " ALBIREO_SHOT " " + arguments, out);
}

/// A copy of the shaders and textures in which a test may damage a file.
std::string damaged_assets(const std::string& file, const std::string& content) {
    namespace fs = std::filesystem;
    const fs::path folder = fs::temp_directory_path() / ("albireo-spoilt-" + std::to_string(getpid()));
    fs::remove_all(folder);
    fs::create_directories(folder);
    for (const char* part : {"shaders", "textures"}) {
        fs::copy(std::string("client/render/") + part, folder / part, fs::copy_options::recursive);
    }
    if (content.empty()) {
        fs::remove(folder / file);
    } else {
        std::ofstream(folder / file) << content;
    }
    return folder.string();
}

const std::string kFrames = "--until 2 --size 32x18 --frames /tmp/albireo-shot-test";

}  // namespace

TEST_CASE("bad arguments") {
    check_line(run("--size 12 --frames /tmp/x"), 2, "--size 12: expected WIDTHxHEIGHT");
    check_line(run("--size 99999x2 --frames /tmp/x"), 2, "expected WIDTHxHEIGHT");
    check_line(run("--nonsense"), 2, "(see --help)");
    check_line(run("--until 2"), 2, "no output: use --frames DIR");
    check_line(run("--level no_such_level " + kFrames), 2, "no_such_level");
    check_line(run("--replay /nowhere.replay " + kFrames), 2, "/nowhere.replay");
    check_line(run("--look nothing " + kFrames), 2, "no such pass; there are shadows geometry occlusion lights");
}

TEST_CASE("missing and broken shaders and texture graphs") {
    check_line(run("--assets /nowhere " + kFrames), 2, "/nowhere/");
    check_line(
        run("--assets " + damaged_assets("shaders/sky.frag", "void main() {\n  nothing = 1;\n}\n") + " " + kFrames), 2,
        "shaders/sky.frag:2: error");
    check_line(run("--assets " + damaged_assets("shaders/noise.glsl", "") + " " + kFrames), 2,
               "noise.glsl: cannot be read");
    check_line(run("--assets " + damaged_assets("textures/graphs/canyon.graph", "x = nothing\n") + " " + kFrames), 2,
               "textures/graphs/canyon.graph:1: no snippet 'nothing'");
    check_line(
        run("--assets " +
            damaged_assets("textures/snippets/strata.glsl", "in at vec3\nout layer float\n---\nlayer = at.q;\n") + " " +
            kFrames),
        2, "textures/");
}

TEST_CASE("an output that cannot be written") {
    check_line(run("--until 2 --size 32x18 --frames /proc/none"), 2, "/proc/none: cannot be made");
    check_line(run("--until 2 --size 32x18 --raw -", "", "/dev/full"), 2, "the reader is gone or the disk is full");
    check_line(run("--until 2 --size 32x18 --raw /nowhere/film"), 2, "/nowhere/film: cannot be made: No such file");
    // The disk is full after the first block; no partial picture remains.
    const std::string folder = "/tmp/albireo-shot-full-" + std::to_string(getpid());
    check_line(run("--until 2 --size 320x180 --frames " + folder, "trap '' XFSZ; ulimit -f 4;"), 2,
               "00000.png: cannot be written: File too large; 0 pictures were written");
    CHECK(std::filesystem::is_empty(folder));
}

TEST_CASE("no GPU and no driver") {
    const std::string no_egl = "albireo-shot: no EGL that works without a display; install libegl1";
    check_line(run(kFrames, "__EGL_VENDOR_LIBRARY_DIRS=/nowhere"), 3, no_egl);
    // The library itself cannot be loaded.
    const std::filesystem::path folder =
        std::filesystem::temp_directory_path() / ("albireo-no-egl-" + std::to_string(getpid()));
    std::filesystem::create_directories(folder);
    std::ofstream(folder / "libEGL.so.1").flush();
    check_line(run(kFrames, "LD_LIBRARY_PATH=" + folder.string()), 3, no_egl);
    std::filesystem::remove(folder / "libEGL.so.1");
    std::ofstream(folder / "libGLESv2.so.2").flush();
    check_line(run("--graphics es " + kFrames, "LD_LIBRARY_PATH=" + folder.string()), 3,
               "no libGLESv2.so.2 for OpenGL ES: install libgles2");
    std::filesystem::remove_all(folder);
    const std::string full = "--graphics full ";
    check_line(run(full + kFrames, "MESA_GL_VERSION_OVERRIDE=3.3"), 3, "no OpenGL 4.5 here: need a GPU driver");
    check_line(run(kFrames, "MESA_GL_VERSION_OVERRIDE=3.2 MESA_GLES_VERSION_OVERRIDE=2.0"), 3,
               "no OpenGL 3.3 or ES 3.0 here: need a GPU driver");
    // A driver that refuses our shaders.
    check_line(run(kFrames, "MESA_GL_VERSION_OVERRIDE=4.5 MESA_GLSL_VERSION_OVERRIDE=330"), 2, "shaders/");
}

TEST_CASE("without a choice, the best OpenGL that there is draws, and the picture is the same") {
    const auto frame_of = [](const std::string& options, const std::string& environment) {
        const std::string path = "/tmp/albireo-shot-auto-" + std::to_string(getpid());
        const Outcome outcome = run(options + "--ticks 2 --until 2 --size 64x36 --raw " + path, environment);
        CHECK_MESSAGE(outcome.code == 0, outcome.said);
        std::ostringstream bytes;
        bytes << std::ifstream(path, std::ios::binary).rdbuf();
        std::filesystem::remove(path);
        return bytes.str();
    };
    const std::string whole = frame_of("--graphics full ", "");
    CHECK(whole.size() == 64 * 36 * 4);
    CHECK(frame_of("", "MESA_GL_VERSION_OVERRIDE=3.3 MESA_GLSL_VERSION_OVERRIDE=330") == whole);
    CHECK(frame_of("", "MESA_GL_VERSION_OVERRIDE=3.2 MESA_GLES_VERSION_OVERRIDE=3.0") == whole);
}

TEST_CASE("the climax of a replay: its end without a boss, or the 20 seconds around its boss's death") {
    const std::string path =
        (std::filesystem::temp_directory_path() / ("albireo-climax-" + std::to_string(getpid()))).string();
    for (const char* replay : {"small", "coop-standard"}) {
        const Outcome outcome = run("--null --climax --every 100 --size 32x18 --replay replays/golden/" +
                                    std::string(replay) + ".replay --raw " + path);
        CHECK_MESSAGE(outcome.code == 0, outcome.said);
        CHECK_MESSAGE(outcome.said.starts_with("12 pictures, "), outcome.said);
        CHECK(std::filesystem::file_size(path) == 12 * 32 * 18 * 4);
    }
    std::filesystem::remove(path);
}

TEST_CASE("the sound of a film is as long as its ticks, and a file that cannot be written is reported at once") {
    const std::string path = (std::filesystem::temp_directory_path() / ("albireo-sound-" + std::to_string(getpid()) + ".wav")).string();
    const std::string film = "--null --from 101 --until 160 --every 2 --size 32x18 --raw /dev/null --sound ";
    const Outcome outcome = run(film + path);
    CHECK_MESSAGE(outcome.code == 0, outcome.said);
    CHECK(std::filesystem::file_size(path) == 44 + 60 * 800 * 2 * 2);
    std::filesystem::remove(path);
    check_line(run("--null --size 32x18 --raw /dev/null --sound /nowhere/film.wav"), 2, "/nowhere/film.wav cannot be written");
}

TEST_CASE("every still is rendered, and an unknown name is an error") {
    namespace fs = std::filesystem;
    const fs::path folder = fs::temp_directory_path() / ("albireo-stills-" + std::to_string(getpid()));
    const std::string arguments = "--size 64x36 --pictures " + folder.string() + " --only ";
    CHECK(run(arguments + "01-arch").code == 0);
    const auto still = support::read_png((folder / "01-arch.png").string());
    REQUIRE(still.has_value());
    CHECK(still->width == 64);
    CHECK(still->height == 36);
    CHECK(std::count_if(still->pixels.begin(), still->pixels.end(), [](std::uint8_t c) { return c > 24; }) >
          64 * 36 + 500);  // besides alpha
    check_line(run(arguments + "13-none"), 2, "--only 13-none: no still has this in its name");
    fs::remove_all(folder);
}

TEST_CASE("the same frames without GL") {
    CHECK(run("--null " + kFrames).code == 0);
}

TEST_CASE("several ticks, separated by commas") {
    const Outcome outcome = run("--null --level the_cut --ticks 3,5,8 --size 32x18 --raw /dev/null");
    CHECK_MESSAGE(outcome.code == 0, outcome.said);
    CHECK_MESSAGE(outcome.said.starts_with("3 pictures, "), outcome.said);
}
