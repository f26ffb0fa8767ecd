// Goal: the golden replays play as they were recorded, on this machine and by this compiler, and no byte of them can
// change unnoticed.
#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <map>

#include "replays/sink.hpp"
#include "replays/text.hpp"
#include "replays/verify.hpp"
#include "sim/base/random.hpp"
#include "sim/digest.hpp"

namespace albireo::replays {
namespace {

const std::filesystem::path kFolder = "replays/golden";

/// What `golden/digests` says of each: ticks, hash over every tick's root, root of the last world.
std::map<std::string, std::string> recorded_digests() {
    std::map<std::string, std::string> digests;
    std::ifstream file(kFolder / "digests");
    for (std::string name, rest; file >> name && std::getline(file, rest);) digests[name] = rest;
    return digests;
}

std::map<std::string, Replay> goldens() {
    std::map<std::string, Replay> replays;
    for (const auto& [name, digest] : recorded_digests()) {
        REQUIRE(open_replay((kFolder / (name + ".replay")).string(), replays[name]) == "");
    }
    return replays;
}

std::string played(const Replay& replay) {
    const Verdict verdict = verify(replay);
    CHECK(verdict.text == "");
    return " " + std::to_string(verdict.ticks) + " " + hex_text(verdict.all_roots) + " " + hex_text(verdict.root);
}

TEST_CASE("there are goldens, each with its digests, and none besides") {
    const auto digests = recorded_digests();
    CHECK(digests.size() >= 6);
    std::size_t files = 0;
    for (const auto& entry : std::filesystem::directory_iterator(kFolder)) {
        if (entry.path().extension() != ".replay") continue;
        ++files;
        CHECK_MESSAGE(digests.contains(entry.path().stem().string()), entry.path());
    }
    CHECK(files == digests.size());
}

TEST_CASE("every golden plays as it was recorded, and a second time in the same process, one after another") {
    const auto replays = goldens();
    const auto digests = recorded_digests();
    for (int time = 0; time < 2; ++time) {
        for (const auto& [name, replay] : replays) {
            INFO(name, ": if the rules of the game were meant to change, see replays/README.md, \"The goldens\"");
            CHECK(played(replay) == digests.at(name));
        }
    }
}

TEST_CASE("a golden goes on the same from any snapshot") {
    Random random = Random::seed(3, 4);
    for (const auto& [name, replay] : goldens()) {
        INFO(name);
        Player player{replay};
        player.seek(player.end());
        for (int i = 0; i < 5; ++i) {
            const Tick back = player.begin() + random.below(replay.recording.ticks());
            player.seek(back);
            player.seek(player.end());
            CHECK(root_of(player.world()) == replay.recording.trailer->root);
        }
    }
}

TEST_CASE("any one byte of a golden that changes is noticed") {
    Random random = Random::seed(1, 2);
    std::size_t changed = 0;
    for (const auto& [name, digest] : recorded_digests()) {
        std::vector<std::uint8_t> bytes;
        REQUIRE(read_file((kFolder / (name + ".replay")).string(), bytes) == "");
        for (int i = 0; i < 400; ++i, ++changed) {
            auto& byte = bytes[random.below(static_cast<std::uint32_t>(bytes.size()))];
            const auto before = byte;
            byte = static_cast<std::uint8_t>(byte ^ (1 + random.below(255)));
            Recording recording;
            REQUIRE((!read_recording(bytes, recording).empty() || recording.damage));
            byte = before;
        }
    }
    CHECK(changed >= 2400);
}

}  // namespace
}  // namespace albireo::replays
