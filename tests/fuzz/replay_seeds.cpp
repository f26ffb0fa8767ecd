// Writes recordings of a small game into a folder: whole, cut off, begun late, and with a note and a snapshot where a
// world was healed. Each is written as a file, and as the records that the fuzzer seals itself. A recording that cannot
// be played is an error, because the fuzzer would get nowhere with it.
#include <cstdio>
#include <string>

#include "replays/record_stream.hpp"
#include "tests/replays/scene.hpp"

namespace {

using namespace albireo;
using namespace albireo::replays;
using Bytes = std::vector<std::uint8_t>;

constexpr std::uint32_t kTicks = 150;  // several records of frames, and short enough to be played thousands of times

/// The payloads alone, each preceded by its size in two bytes, low byte first.
Bytes to_seal(const Bytes& file) {
    Bytes bytes;
    RecordReader reader{file};
    while (reader.next() == RecordReader::Found::record) {
        const auto payload = reader.payload();
        bytes.push_back(static_cast<std::uint8_t>(payload.size()));
        bytes.push_back(static_cast<std::uint8_t>(payload.size() >> 8));
        bytes.insert(bytes.end(), payload.begin(), payload.end());
    }
    return bytes;
}

/// Whether a file can be read and played; otherwise prints why on stderr. `replay` receives it.
bool playable(const std::string& name, const Bytes& file, Replay& replay) {
    Recording recording;
    std::string fault = read_recording(file, recording);
    if (fault.empty()) fault = prepare(std::move(recording), replay, Partial::accept);
    if (fault.empty()) fault = verify(replay).text;
    if (!fault.empty()) std::fprintf(stderr, "replay_seeds: %s: %s\n", name.c_str(), fault.c_str());
    return fault.empty();
}

bool write(const std::string& path, const Bytes& bytes) {
    FileSink sink{path, FileSink::Existing::replace};
    const std::string fault = sink.append(bytes);
    if (!fault.empty()) std::fprintf(stderr, "replay_seeds: %s\n", fault.c_str());
    return fault.empty();
}

}  // namespace

int main(int count, char** arguments) {
    if (count != 2) return std::fputs("replay_seeds FOLDER\n", stderr), 2;
    const std::string folder = std::string(arguments[1]) + "/";

    const Bytes whole = play(7, kTicks)->sink.bytes;
    const Bytes healed = play(8, kTicks, [](Game& game, Recorder& recorder) {
                             if (recorder.tick() == Tick{40}) recorder.note({.kind = NoteKind::speed, .value = 50});
                             if (recorder.tick() != Tick{90}) return;
                             game.world->earnings[0].score += 1000;
                             recorder.heal(*game.world, "score was 1000 short");
                         })->sink.bytes;
    const Bytes cut(whole.begin(), whole.end() - 150);  // cut within the last second
    Replay replay;
    MemorySink late;
    if (!playable("healed", healed, replay) || replay.recording.snapshots.empty()) return 1;
    if (const std::string fault = rewrite(replay, {Tick{60}, Tick{120}}, "a test", late); !fault.empty()) {
        return std::fprintf(stderr, "replay_seeds: %s\n", fault.c_str()), 1;
    }
    for (const auto& [name, file] : {std::pair<std::string, const Bytes&>{"whole", whole},
                                     {"cut", cut},
                                     {"healed", healed},
                                     {"begun_late", late.bytes}}) {
        if (!playable(name, file, replay)) return 1;
        if (!write(folder + name, file) || !write(folder + name + "_to_seal", to_seal(file))) return 1;
    }
    return 0;
}
