// Goal: what programs say about desyncs. None that is released can be made to plant one; the replay tool tells in plain
// words how an inquiry ended, whatever it knows.
#include <doctest/doctest.h>
#include <fmt/format.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "replays/bundle.hpp"
#include "sim/snapshot.hpp"
#include "tests/session/desync_scene.hpp"
#include "tests/support/program.hpp"

using namespace albireo;
using namespace albireo::storm;
using support::check_line;
using support::run_program;

TEST_CASE("no released program plants a fault: one line, and bad usage") {
    std::istringstream programs(ALBIREO_PROGRAMS);
    int asked = 0;
    for (std::string program; programs >> program; ++asked) {
        CAPTURE(program);
        check_line(run_program(program + " --plant-desync 600:ships[0].at.x"), 2, "--plant-desync");
        CHECK(run_program(program + " --help").said.find("plant") == std::string::npos);
    }
    CHECK(asked == 3);
}

TEST_CASE("the replay tool says how an inquiry ended that named no field, and what is there all the same") {
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
        CHECK(outcome.said.find("again      cannot be worked out") != std::string::npos);
        CHECK(outcome.said.find("--replay FILE writes it") != std::string::npos);
    }
    std::filesystem::remove(path);
}
