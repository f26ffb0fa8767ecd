// Goal: the programs' output about desyncs. No released program can be made to plant one; the replay tool says in plain
// words how an inquiry ended, with any amount of evidence.
#include <doctest/doctest.h>
#include <fmt/format.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <sstream>
#include <stdexcept>
#include <system_error>

#include "console/run_program.hpp"
#include "replays/bundle.hpp"
#include "sim/snapshot.hpp"
#include "tests/storm/desync_scene.hpp"
#include "tests/support/program.hpp"

using namespace albireo;
using namespace albireo::storm;
using support::check_line;
using support::run_program;

TEST_CASE("no released program can plant a fault: one line, and the exit code for bad usage") {
    std::istringstream programs(ALBIREO_PROGRAMS);
    int asked = 0;
    for (std::string program; programs >> program; ++asked) {
        CAPTURE(program);
        check_line(run_program(program + " --plant-desync 600:ships[0].at.x"), 2, "--plant-desync");
        CHECK(run_program(program + " --help").said.find("plant") == std::string::npos);
    }
    CHECK(asked == 3);
}

TEST_CASE("an unexpected exception is one line and an exit code, and no core dump") {
#ifndef ALBIREO_UNDER_ASAN  // ASan maps more memory than any limit that fits here
    const auto path = std::filesystem::temp_directory_path() / fmt::format("albireo-large-{}.replay", getpid());
    std::ofstream(path).flush();
    std::filesystem::resize_file(path, 1000u << 20);  // sparse
    const std::string limited = "sh -c 'ulimit -v 600000; exec " ALBIREO_REPLAY " info " + path.string() + "'";
    check_line(run_program(limited), 3, "albireo-replay: out of memory");
    std::filesystem::remove(path);
#endif
    const auto code_of = [](const std::function<int()>& body) { return console::run_program("test", body); };
    CHECK(code_of([] { return 1; }) == 1);
    CHECK(code_of([]() -> int { throw std::runtime_error("bad input"); }) == 2);
    CHECK(code_of([]() -> int { throw std::bad_alloc(); }) == 3);
    CHECK(code_of([]() -> int { throw std::system_error(std::make_error_code(std::errc::permission_denied)); }) == 3);
    CHECK(code_of([]() -> int { throw 7; }) == 2);
}

TEST_CASE("a bot reports before its game what will not work in it") {
    std::istringstream programs(ALBIREO_PROGRAMS);
    std::string bot;
    while (!bot.ends_with("albireo-bot")) REQUIRE(static_cast<bool>(programs >> bot));
    bot = "timeout 60 " + bot + " --create --connect 127.0.0.1:9 ";
    for (const char* wrong : {"--wait nan", "--wait -1", "--seconds nan", "--seconds -1", "--seconds 1e12"}) {
        CAPTURE(wrong);
        check_line(run_program(bot + wrong), 2, std::string(wrong).substr(0, 6));
    }
    check_line(run_program(bot + "--report-json /nowhere/report.json"), 2,
               "cannot write /nowhere/report.json: No such file or directory");
}

TEST_CASE("every program's main catches all exceptions") {
    namespace fs = std::filesystem;
    int mains = 0;
    // Every module but the tests, so that a new one is not forgotten; of the tests, those whose programs are for users.
    std::vector<fs::path> folders = {"tests/storm", "tests/netem", "tests/bench"};
    for (const auto& entry : fs::directory_iterator(".")) {
        if (fs::exists(entry.path() / "CMakeLists.txt") && entry.path().filename() != "tests") folders.push_back(entry.path());
    }
    for (const fs::path& folder : folders) {
        for (const auto& entry : fs::recursive_directory_iterator(folder)) {
            if (entry.path().extension() != ".cpp") continue;
            std::ifstream file(entry.path());
            const std::string text{std::istreambuf_iterator<char>(file), {}};
            const auto begin = text.find("\nint main(");
            if (begin == std::string::npos) continue;
            ++mains;
            CAPTURE(entry.path());
            const std::string body = text.substr(begin, text.find("\n}\n", begin) - begin);
            CHECK(body.find("console::run_program(") != std::string::npos);
            CHECK(std::count(body.begin(), body.end(), '\n') == 2);  // and nothing else
        }
    }
    CHECK(mains >= 14);
}

TEST_CASE("the replay tool says how an inquiry ended that named no field, and lists the evidence that there is") {
    using Kind = proto::DesyncFinding::Kind;
    VirtualGame game(plain());
    game.run(3 * kSecond);
    const auto path = std::filesystem::temp_directory_path() / fmt::format("albireo-unnamed-{}.desync", getpid());
    for (const auto& [kind, words] : {std::pair{Kind::no_answer, "the client did not answer"},
                                      {Kind::contradiction, "the client's answers contradict each other"},
                                      {Kind::no_difference, "the client's answers show none"},
                                      {Kind::too_long_ago, "too long ago to name the field"},
                                      {Kind::game_over, "the client was gone before it could be named"}}) {
        replays::Bundle bundle;
        bundle.code = "K7QF2M";
        bundle.core_version = kCoreVersion;
        bundle.finding.kind = kind;
        bundle.finding.tick = Tick{90};
        bundle.replay = game.recording();
        const auto bytes = replays::bundle_bytes(bundle);
        std::ofstream(path, std::ios::binary)
            .write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
        const auto outcome = run_program(std::string(ALBIREO_REPLAY) + " desync " + path.string());
        CHECK(outcome.code == 1);
        CAPTURE(outcome.said);
        CHECK(outcome.said.find(fmt::format("found      no field: desync at or before tick 90: {}\n", words)) !=
              std::string::npos);
        CHECK(outcome.said.find("client     left no testimony") != std::string::npos);
        CHECK(outcome.said.find("repeated   not possible") != std::string::npos);
        CHECK(outcome.said.find("--replay FILE writes it") != std::string::npos);
    }
    std::filesystem::remove(path);
}
