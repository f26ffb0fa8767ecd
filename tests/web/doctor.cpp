// doctor IN.replay TICK OUT.replay: the recording with one input changed in the frames that lead to TICK, and with all digests
// as they were. It can be read, and fails to verify from that second on. For recordings without notes.
#include <cstdio>
#include <cstdlib>

#include "replays/player.hpp"
#include "replays/recorder.hpp"
#include "sim/digest.hpp"
#include "tests/support/tool_help.hpp"

using namespace albireo;

int main(int argc, char** argv) {
    constexpr const char* kUsage = "Changes one player's input in one tick of a recording: doctor IN.replay TICK OUT.replay";
    support::answer_help(argc, argv, "doctor", kUsage);
    if (argc != 4) return std::fprintf(stderr, "doctor: three arguments are needed. %s\n", kUsage), 2;
    replays::Replay replay;
    std::string fault = replays::open_replay(argv[1], replay);
    if (!fault.empty()) return std::fprintf(stderr, "doctor: %s\n", fault.c_str()), 2;
    const replays::RecordingHeader& header = replay.recording.header;
    replays::MemorySink sink;
    replays::Recorder recorder{sink,
                               replay.level,
                               {.game = header.setup,
                                .names = header.names,
                                .started_ms = header.started_ms,
                                .recorded_by = "doctor"}};
    replays::Player player{replay, replays::Player::Keep::nothing};
    while (player.step()) {
        FramePair frames = player.frames();
        if (player.tick() == Tick{static_cast<std::uint32_t>(std::atoi(argv[2]))}) frames[0].buttons ^= kUp;
        recorder.append(frames, root_of(player.world()));
    }
    recorder.finish(player.world());
    fault = replays::write_whole(argv[3], sink.bytes, {.existing = replays::FileSink::Existing::replace});
    return fault.empty() ? 0 : (std::fprintf(stderr, "doctor: %s\n", fault.c_str()), 2);
}
