/// albireo-flatten REPLAY... DIRECTORY: converts each replay to a flat file DIRECTORY/NAME.flat (flat_replay.hpp). A recording
/// may stop anywhere, because games of albireo-storm end when their run does.
#include <cstdio>
#include <filesystem>

#include "replays/frame_cursor.hpp"
#include "replays/packed.hpp"
#include "replays/reader.hpp"
#include "sim/snapshot.hpp"
#include "tests/cross/flat_replay.hpp"
#include "tests/support/tool_help.hpp"

namespace {

using namespace albireo;

/// A recording that open_replay() accepted cannot fail here.
cross::FlatReplay flatten(const replays::Recording& recording) {
    cross::FlatReplay flat{.level = recording.header.level,
                           .setup = recording.header.setup,
                           .first_tick = recording.begin(),
                           .snapshots = {},
                           .frames = {}};
    for (const replays::StoredSnapshot& stored : recording.snapshots) {
        cross::FlatSnapshot& snapshot = flat.snapshots.emplace_back(stored.tick);
        replays::unpack(recording.bytes_of(stored.world), kSnapshotBytesMax, snapshot.world);
    }
    replays::FrameCursor cursor{recording};
    while (const FramePair* frames = cursor.next()) flat.frames.push_back(*frames);
    return flat;
}

}  // namespace

int main(int argc, char** argv) {
    support::answer_help(argc, argv, "albireo-flatten",
                         "Writes recordings in the form that albireo-cross-check reads: albireo-flatten REPLAY... DIRECTORY");
    if (argc < 3) {
        std::fprintf(stderr, "usage: albireo-flatten REPLAY... DIRECTORY\n");
        return 2;
    }
    const std::filesystem::path directory = argv[argc - 1];
    for (int i = 1; i + 1 < argc; ++i) {
        const std::filesystem::path path = argv[i];
        replays::Replay replay;
        if (const std::string error = replays::open_replay(path.string(), replay, replays::Partial::accept);
            !error.empty()) {
            std::fprintf(stderr, "%s: %s\n", argv[i], error.c_str());
            return 1;
        }
        const std::filesystem::path to = directory / path.stem().concat(".flat");
        if (!cross::write_file(to.string(), cross::flat_bytes(flatten(replay.recording)))) {
            std::fprintf(stderr, "%s: cannot be written\n", to.string().c_str());
            return 1;
        }
    }
}
