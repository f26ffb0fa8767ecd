#pragma once
/// Replays for the viewer's tests: the goldens, and copies of them in a temporary folder.
#include <doctest/doctest.h>
#include <unistd.h>

#include <filesystem>
#include <memory>
#include <string>

#include "replays/player.hpp"
#include "replays/reader.hpp"
#include "replays/recorder.hpp"
#include "sim/digest.hpp"

namespace albireo::app {

inline const std::string kGoldens = "replays/golden/";

inline std::unique_ptr<replays::Replay> open(const std::string& path,
                                             replays::Partial partial = replays::Partial::refuse) {
    auto replay = std::make_unique<replays::Replay>();
    const std::string fault = replays::open_replay(path, *replay, partial);
    REQUIRE_MESSAGE(fault.empty(), fault);
    return replay;
}

/// Ten seconds of a golden, recorded by a program whose world differed at one tick: the 334th.
inline std::vector<std::uint8_t> differing_game() {
    const auto source = open(kGoldens + "tutorial.replay");
    replays::MemorySink sink;
    replays::Recorder recorder(sink, source->level, {.game = source->recording.header.setup});
    replays::Player player(*source, replays::Player::Keep::nothing);
    for (int tick = 1; tick <= 600; ++tick) {
        REQUIRE(player.step());
        recorder.append(player.frames(), root_of(player.world()) ^ (tick == 334 ? 1 : 0));
    }
    recorder.finish(player.world());
    return sink.bytes;
}

/// A folder that is deleted with the test.
struct Folder {
    std::filesystem::path path =
        std::filesystem::temp_directory_path() / ("albireo_replay_viewer_test-" + std::to_string(::getpid()));
    Folder() { std::filesystem::create_directories(path); }
    ~Folder() { std::filesystem::remove_all(path); }
    std::string file(const std::string& name) const { return (path / name).string(); }
    std::string copy(const std::string& golden) const {
        std::filesystem::copy_file(kGoldens + golden, path / golden);
        return file(golden);
    }
};

}  // namespace albireo::app
