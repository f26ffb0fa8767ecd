// make_run_model REPLAY...: trains the model of proto/run_packer on recorded games and prints it (proto/run_model.inc).
#include <algorithm>
#include <array>
#include <cstdio>
#include <vector>

#include "proto/run_packer.hpp"
#include "replays/frame_cursor.hpp"
#include "replays/reader.hpp"
#include "tests/support/tool_help.hpp"

using namespace albireo;

namespace {

bool add_replay(const char* path, proto::RunCounts& counts) {
    replays::Replay replay;
    if (const auto error = replays::open_replay(path, replay, replays::Partial::accept); !error.empty()) {
        std::fprintf(stderr, "make_run_model: %s\n", error.c_str());
        return false;
    }
    constexpr std::size_t kRunTicks = 12;  // the run of a packet at a round trip of 100 ms
    std::array<std::vector<Frame>, kSlotCount> frames;
    replays::FrameCursor cursor{replay.recording};
    while (const FramePair* pair = cursor.next()) {
        for (const Slot slot : kSlots) frames[index(slot)].push_back((*pair)[index(slot)]);
    }
    std::vector<std::uint8_t> bytes(kRunTicks * proto::kFrameBytesMax);
    for (const auto& of_slot : frames) {
        proto::FrameContext context;
        for (std::size_t at = 0; at + kRunTicks <= of_slot.size(); at += kRunTicks) {
            // Starts from a frame's context, as packets do.
            const proto::FrameContext before = context;
            const auto size = proto::encode_frames(context, std::span{of_slot}.subspan(at, kRunTicks), bytes);
            proto::count_run(before, std::span{bytes}.first(size.bytes), counts);
        }
    }
    return true;
}

}  // namespace

int main(int argc, char** argv) {
    support::answer_help(argc, argv, "make_run_model",
                         "Prints the table of the run coder as fitted to recordings: make_run_model REPLAY...");
    proto::RunCounts counts;
    for (int i = 1; i < argc; ++i) {
        if (!add_replay(argv[i], counts)) return 2;
    }
    for (const auto& tree : counts.nodes) {
        std::printf("{");
        for (std::size_t node = 0; node < 256; ++node) {
            // No probability is zero or one: anything that no recording shows may still come.
            const double one = (tree[node][1] + 0.4) / (tree[node][0] + tree[node][1] + 0.8);
            const int value = std::clamp(static_cast<int>(one * 256 + 0.5), 4, 252);
            std::printf("%d%s", value, node == 255 ? "},\n" : node % 24 == 23 ? ",\n " : ",");
        }
    }
}
