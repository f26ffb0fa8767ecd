// Goal: albireo reports any input that it cannot use in one line, and exits with 2 (input) or 3 (no
// display, no port, no server).
#include <doctest/doctest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "tests/support/program.hpp"

using namespace albireo;
using support::Outcome;
using support::run_program;

namespace {

Outcome run(const std::string& arguments) {
    return run_program("env -u DISPLAY -u WAYLAND_DISPLAY " ALBIREO " " + arguments);
}

/// A path in the folder of temporary files, for this run alone.
std::filesystem::path temporary(const std::string& ending) {
    return std::filesystem::temp_directory_path() / ("albireo_program_test_" + std::to_string(getpid()) + ending);
}

void check_line(const std::string& arguments, int code, const std::string& part) {
    CAPTURE(arguments);
    support::check_line(run(arguments), code, part);
}

}  // namespace

TEST_CASE("bad arguments") {
    check_line("play --level nowhere", 2, "no such level; there are campaign, boss_rush, endless, shelf_sea, the_cut, the_hive, tutorial");
    check_line("play --level campaign --from 2", 2, "a campaign starts with its first level");
    check_line("play --level kinds", 2, "no such level; there are campaign, boss_rush, endless, shelf_sea, the_cut, the_hive, tutorial");
    check_line("play --solo --two", 2, "--");
    check_line("play --offscreen 640x", 2, "WIDTHxHEIGHT");
    check_line("play --offscreen 64x36", 2, "--frames");
    check_line("play --two --offscreen 64x36 --raw -", 2, "--two");
    check_line("play --json --offscreen 64x36 --raw -", 2, "--json");
    check_line("play --json --speak", 2, "one of them");
    check_line("play --speak --offscreen 64x36 --raw -", 2, "--speak");
    check_line("join K7QF2M --connect here:", 2, "HOST:PORT");
    check_line("play --name 'Anna Bertha Caesar Dora Emil Fritz'", 2, "--name");
    check_line("fly", 2, "unknown command 'fly'; the commands are play, host, join, watch");
    check_line("join ABC", 2, "six letters or digits");
    check_line("join 'albireo://play?code=K7QF2M&at=10.0.0.1'", 2, "address '10.0.0.1' is not HOST:PORT");
    check_line("join K7QF2M --from 1500", 2, "--from");
    check_line("watch replays/golden/small.replay --until 1500", 2, "--until");
    // In a window there is no last tick at all; with pictures it must not come before the first.
    check_line("watch replays/golden/small.replay --from 150 --until 100", 2, "--until and --every need --offscreen");
    check_line("watch replays/golden/small.replay --from 150 --until 100 --offscreen 64x36 --raw -", 2,
               "--until 100 is before the first tick, 150");
    check_line("watch replays/golden/small.replay --from 999999", 2, "--from 999999: replays/golden/small.replay has ticks");
    // An argument without effect is refused.
    check_line("--size 640x360 play --offscreen 64x36 --raw -", 2, "--size");
    check_line("play --offscreen 64x36 --raw - --frames frames", 2, "one of them");
    check_line("--seconds 3 play --offscreen 64x36 --raw -", 2, "--until TICK");
    check_line("play --offscreen 64x36 --raw - --first 10 --until 9", 2, "--until 9 is before the first tick, 10");
    check_line("play --first 10", 2, "--first needs --offscreen");
    check_line("play --from 10", 2, "--from '10': the level has the sections 1 First light, 2 Between walls");
    check_line("host --level tutorial --from 1", 2, "--from '1': the level has no sections");
    for (const char* seconds : {"nan", "-1", "1e12", "soon"}) {
        check_line("--seconds " + std::string(seconds) + " play", 2, "--seconds");
    }
}

TEST_CASE("no display") {
    check_line("play", 3, "no display");
    check_line("watch K7QF-2MXA", 3, "no display");  // the game would be looked for
}

TEST_CASE("hosting without a display works if the default port is taken. A taken port that was given is refused") {
    // If it cannot be bound, another program has it, which serves as well.
    const int holder = ::socket(AF_INET, SOCK_DGRAM, 0);
    sockaddr_in usual{};
    usual.sin_family = AF_INET;
    usual.sin_port = htons(7777);
    ::bind(holder, reinterpret_cast<const sockaddr*>(&usual), sizeof usual);
    const auto path = temporary(".hosted");
    const std::string host = "host --offscreen 64x36 --seconds 1 --raw " + path.string();
    const Outcome outcome = run(host);
    CHECK_MESSAGE(outcome.code == 0, outcome.said);
    CHECK_MESSAGE(outcome.said.find("code ") == 0, outcome.said);
    check_line(host + " --port 7777", 3, "cannot listen on port 7777");
    ::close(holder);
    std::filesystem::remove(path);
}

TEST_CASE("a bare code finds the game on this computer, and so does the invitation that the host prints") {
    const auto host = temporary(".lan.host"), raw = temporary(".lan.raw"), joined = temporary(".lan.joined");
    // What the host says goes to a file, from which the code and the invitation are read.
    const std::string script =
        "sh -c '" ALBIREO " host --offscreen 64x36 --seconds 40 --every 100000 --raw " + raw.string() + " 2>" + host.string() +
        " & host=$!; for i in $(seq 100); do grep -qs ^invitation " + host.string() + " && break; sleep 0.1; done; "
        "code=$(sed -n \"s/^code \\([A-Z0-9]*\\).*/\\1/p\" " + host.string() + "); "
        "link=$(sed -n \"s/^invitation //p\" " + host.string() + "); for game in $code $link; do "
        ALBIREO " --log-level info --seconds 2 join $game --offscreen 64x36 --every 100000 --raw " + joined.string() +
        " 2>&1 | grep -o \"$code found at\" >&2; done; kill $host; wait $host'";
    const Outcome outcome = run_program("env -u DISPLAY " + script);
    CHECK_MESSAGE(std::count(outcome.said.begin(), outcome.said.end(), '\n') == 2, outcome.said);
    for (const auto& path : {host, raw, joined}) std::filesystem::remove(path);
    std::filesystem::remove(raw);
}

TEST_CASE("replays that cannot be read") {
    check_line("watch /nowhere/x.replay", 2, "/nowhere/x.replay");
    const auto path = temporary(".replay");
    std::ofstream(path) << "this is no replay";
    check_line("watch " + path.string(), 2, path.string());
    std::filesystem::remove(path);
}

TEST_CASE("a FIFO is refused as a replay, and the program does not wait for it") {
    const auto path = temporary(".fifo.replay");
    REQUIRE(::mkfifo(path.c_str(), 0600) == 0);
    const Outcome outcome = run_program("timeout -s KILL 60 " ALBIREO " watch " + path.string());
    support::check_line(outcome, 2, path.string() + ": not a file");
    std::filesystem::remove(path);
}

TEST_CASE("a truncated replay is shown as far as it goes, and then the program says so") {
    namespace fs = std::filesystem;
    const auto path = temporary(".cut.replay"), film = temporary(".cut.film");
    fs::copy_file("replays/golden/small.replay", path);
    fs::resize_file(path, fs::file_size(path) - 20);
    const std::string to = " --offscreen 64x36 --every 50 --raw " + film.string();
    check_line("watch " + path.string() + to, 2, path.string() + ": replay ");
    CHECK(fs::file_size(film) > 0);
    CHECK(fs::file_size(film) % (64 * 36 * 4) == 0);
    // The requested part is complete.
    check_line("watch " + path.string() + to + " --until 50", 0, "1 picture");
    fs::remove(path);
    fs::remove(film);
}

TEST_CASE("a program that is stopped while it makes pictures leaves only whole ones") {
    namespace fs = std::filesystem;
    const fs::path folder = temporary(".stopped");
    fs::create_directories(folder);
    // Each picture takes a while, and the signal comes during the third.
    const Outcome outcome =
        run_program("sh -c '" ALBIREO " play --offscreen 1920x1080 --frames " + folder.string() + " & while ! ls " +
                    folder.string() + "/00002.png* 2>/dev/null; do sleep 0.02; done; kill -TERM $!; wait $!'");
    CHECK_MESSAGE(outcome.code == 0, outcome.said);
    int pictures = 0;
    for (const auto& entry : fs::directory_iterator(folder)) {
        CAPTURE(entry.path());
        CHECK(entry.path().extension() == ".png");
        std::ifstream file(entry.path(), std::ios::binary);
        const std::string bytes{std::istreambuf_iterator<char>(file), {}};
        REQUIRE(bytes.size() > 12);
        CHECK(bytes.substr(bytes.size() - 8, 4) == "IEND");
        ++pictures;
    }
    CHECK(pictures >= 2);
    fs::remove_all(folder);
}

TEST_CASE("a replay becomes pictures without a display") {
    const auto path = temporary(".rgba");
    const Outcome outcome =
        run("watch replays/golden/small.replay --offscreen 64x36 --from 200 --until 203 --raw " + path.string());
    CHECK_MESSAGE(outcome.code == 0, outcome.said);
    CHECK_MESSAGE(outcome.said.starts_with("4 pictures, "), outcome.said);
    REQUIRE(std::filesystem::file_size(path) == 4 * 64 * 36 * 4);
    // The picture shows something.
    std::ifstream file(path, std::ios::binary);
    const std::string pixels{std::istreambuf_iterator<char>(file), {}};
    CHECK(std::count_if(pixels.begin(), pixels.end(), [](char c) { return static_cast<unsigned char>(c) > 24; }) >
          4 * 64 * 36 + 1000);  // besides alpha
    std::filesystem::remove(path);
}

TEST_CASE("frames piped to another program are whole, and one JSON object has their number") {
    std::FILE* pipe =
        popen(ALBIREO
              " watch replays/golden/small.replay --offscreen 64x36 --from 10 --until 59 --every 7 --raw - 2>/dev/null",
              "r");
    REQUIRE(pipe != nullptr);
    std::size_t bytes = 0, got = 0;
    std::array<char, 4096> some{};
    while ((got = std::fread(some.data(), 1, some.size(), pipe)) > 0) bytes += got;
    CHECK(WEXITSTATUS(pclose(pipe)) == 0);
    CHECK(bytes == std::size_t{8} * 64 * 36 * 4);
    const auto json = temporary(".json"), film = temporary(".film");
    const Outcome made = run_program(
        ALBIREO " --json watch replays/golden/small.replay --offscreen 64x36 --until 3 --raw " + film.string(),
        json.string());
    CHECK_MESSAGE(made.code == 0, made.said);
    std::ifstream file(json);
    CHECK(std::string{std::istreambuf_iterator<char>(file), {}} == "{\"games\":[],\"pictures\":3}\n");
    // A reader that closes the pipe gives one line.
    const Outcome left = run_program("sh -c '" ALBIREO " play --offscreen 64x36 --until 400 --raw - | head -c 100'");
    CHECK_MESSAGE(left.said.find("the reader is gone") != std::string::npos, left.said);
    std::filesystem::remove(json);
    std::filesystem::remove(film);
}

TEST_CASE("a script that is not a level is reported with its file and line, shown or hosted") {
    const auto path = temporary(".lua");
    std::ofstream(path) << "level { name = 'Broken' }\nat(120) formation {\n";
    for (const std::string command : {"play", "host --bot --port 0"}) {
        check_line(command + " --level " + path.string() + " --until 4 --offscreen 64x36 --raw -", 2,
                   path.filename().string() + ":");
    }
    std::filesystem::remove(path);
}

TEST_CASE("the game played is the one requested, without a display too") {
    const auto film = temporary(".film");
    const auto shown = [&](const std::string& arguments) {
        check_line("play --offscreen 160x90 --first 900 --until 900 " + arguments + " --raw " + film.string(), 0,
                   "1 picture");
        std::ifstream file(film, std::ios::binary);
        return std::string{std::istreambuf_iterator<char>(file), {}};
    };
    const std::string plain = shown("");
    CHECK(shown("--bot --difficulty standard") == plain);
    CHECK(shown("--solo") != plain);
    CHECK(shown("--difficulty storm") != plain);
    CHECK(shown("--name Ada") != plain);
    std::filesystem::remove(film);
}

TEST_CASE("frames without a display, as files or raw") {
    namespace fs = std::filesystem;
    const fs::path folder = temporary(".frames");
    fs::remove_all(folder);
    check_line("play --offscreen 64x36 --until 4 --every 2 --frames " + folder.string(), 0, "2 pictures");
    CHECK(fs::file_size(folder / "00001.png") > 100);
    const fs::path film = folder / "film";
    check_line("play --offscreen 64x36 --until 3 --raw " + film.string(), 0, "3 pictures");
    CHECK(fs::file_size(film) == 3 * 64 * 36 * 4);
    check_line("join K7QF2M --connect 127.0.0.1:9 --offscreen 64x36 --frames " + folder.string(), 3, "does not answer");
    fs::remove_all(folder / "hosted");
    // It prints its code, too. Ticks go on while a picture is drawn, so the first one may take many of them.
    const Outcome hosted =
        run("host --bot --port 0 --offscreen 64x36 --until 300 --every 20 --frames " + (folder / "hosted").string());
    CHECK_MESSAGE(hosted.code == 0, hosted.said);
    CHECK_MESSAGE(hosted.said.find("code ") != std::string::npos, hosted.said);
    CHECK(fs::file_size(folder / "hosted" / "00001.png") > 100);
    fs::remove_all(folder);
}
