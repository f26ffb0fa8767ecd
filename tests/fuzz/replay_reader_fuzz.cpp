// Goal: any bytes given to the replay reader end in a recording that plays to its end and can be rewritten, or in one
// line.
#include <cstdlib>
#include <memory>

#include "replays/record_stream.hpp"
#include "replays/rewrite.hpp"
#include "replays/sink.hpp"
#include "replays/verify.hpp"

namespace {

using namespace albireo::replays;

/// A file whose records have valid seals, so that the fuzzer gets past them: input = size, payload, size, payload …
std::vector<std::uint8_t> sealed(std::span<const std::uint8_t> input) {
    std::vector<std::uint8_t> file;
    RecordWriter writer;
    while (input.size() >= 2) {
        const std::size_t size = std::min<std::size_t>(input[0] + input[1] * 256u, input.size() - 2);
        const auto record = writer.seal(input.subspan(2, size));
        file.insert(file.end(), record.begin(), record.end());
        input = input.subspan(2 + size);
    }
    return file;
}

/// Writes a part of the replay as a new recording. If the replay verifies, so must the part.
void try_part(const Replay& replay, TickRange range, bool is_good) {
    MemorySink sink;
    if (!rewrite(replay, range, "fuzz", sink).empty() || !is_good) return;
    Recording recording;
    Replay part;
    if (!read_recording(sink.bytes, recording).empty() || recording.damage) std::abort();
    if (!prepare(std::move(recording), part, Partial::refuse).empty() || !verify(part).same) std::abort();
}

void try_file(std::span<const std::uint8_t> file) {
    Recording recording;
    if (!read_recording(file, recording).empty()) return;
    // Every run of frames that was read can be iterated.
    FrameCursor cursor{recording};
    std::uint32_t ticks = 0;
    while (cursor.next() != nullptr) ++ticks;
    if (ticks != recording.ticks()) std::abort();
    if (ticks > 2000) return;
    Replay replay;
    if (!prepare(std::move(recording), replay, Partial::accept).empty()) return;
    const bool is_good = verify(replay).same;
    const albireo::Tick begin = replay.recording.begin(), end = replay.recording.end();
    try_part(replay, {begin, end}, is_good);
    try_part(replay, {begin + ticks / 2, end}, is_good);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    try_file({data, size});
    try_file(sealed({data, size}));
    return 0;
}
