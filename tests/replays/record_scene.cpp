// record_scene FILE TICKS [BUNDLE]: writes a small replay for tests of the tool and as a fuzzing seed, and a bundle with
// it of a desync without testimony from either side.
#include <cstdio>
#include <cstdlib>

#include "replays/bundle.hpp"
#include "sim/snapshot.hpp"
#include "tests/replays/scene.hpp"
#include "tests/support/tool_help.hpp"

using namespace albireo;

namespace {

bool write(const char* path, std::span<const std::uint8_t> bytes) {
    const std::string fault = replays::write_whole(path, bytes);
    if (!fault.empty()) std::fprintf(stderr, "record_scene: %s\n", fault.c_str());
    return fault.empty();
}

std::vector<std::uint8_t> bundle_of(const std::vector<std::uint8_t>& recording) {
    replays::Bundle bundle;
    bundle.code = "K7QF2M";
    bundle.core_version = kCoreVersion;
    bundle.finding.kind = proto::DesyncFinding::Kind::no_answer;
    bundle.finding.tick = Tick{90};
    bundle.replay = recording;
    return replays::bundle_bytes(bundle);
}

}  // namespace

int main(int argc, char** argv) {
    support::answer_help(argc, argv, "record_scene", "Records a game of the tests: record_scene FILE TICKS [BUNDLE]");
    if (argc != 3 && argc != 4) return std::fputs("record_scene FILE TICKS [BUNDLE]\n", stderr), 2;
    const auto game = replays::play(7, static_cast<std::uint32_t>(std::atoi(argv[2])));
    if (!write(argv[1], game->sink.bytes)) return 2;
    return argc == 3 || write(argv[3], bundle_of(game->sink.bytes)) ? 0 : 2;
}
