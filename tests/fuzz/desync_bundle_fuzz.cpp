// Goal: any bytes given as a desync bundle, or as one side's testimony, end in worlds that can be stepped, or in one
// line.
#include <array>
#include <cstdlib>
#include <cstring>

#include "replays/bundle.hpp"
#include "sim/base/hash.hpp"
#include "sim/snapshot.hpp"
#include "tests/fuzz/desync_case.hpp"

namespace {

using namespace albireo;
using namespace albireo::replays;

void look_into(Bundle bundle) {
    DesyncFile file;
    if (!prepare(std::move(bundle), file).empty() || !file.server || !file.client) return;
    if (find_again(file).text().size() > 1000) std::abort();
    for (const auto* side : {&*file.server, &*file.client}) {
        Recording recording;
        if (!read_recording(smallest_recording(file, *side, "fuzz"), recording).empty()) std::abort();
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const DesyncCase game;
    const std::span<const std::uint8_t> input{data, size};
    Bundle bundle;
    if (read_bundle(input, bundle).empty()) look_into(std::move(bundle));
    Testimony testimony;
    if (read_testimony(input, testimony) && testimony_bytes(testimony).size() != size) std::abort();
    if (size < 4) return 0;
    // A testimony with some changed bytes, its snapshots sealed again, so that the input gets past the checksums.
    bundle = game.bundle;
    Testimony changed;
    if (!read_testimony(bundle.client, changed)) std::abort();
    auto& snapshot = data[0] % 3 == 0 ? changed.before : data[0] % 3 == 1 ? changed.at_point : changed.after;
    for (std::size_t i = 1; i + 2 < size; i += 3) {
        snapshot[20 + (data[i] + data[i + 1] * 256u) % (snapshot.size() - 28)] ^= data[i + 2];
    }
    const std::uint64_t seal = hash_bytes(std::span(snapshot).first(snapshot.size() - 8));
    for (unsigned i = 0; i < 8; ++i) snapshot[snapshot.size() - 8 + i] = static_cast<std::uint8_t>(seal >> (8 * i));
    changed.point = data[1] % TickTrace::kPoints;
    // Change its frames as well.
    std::array<std::uint8_t, sizeof(FramePair)> frames;
    std::memcpy(frames.data(), &changed.frames, frames.size());
    for (std::size_t i = 0; i + 1 < size && i < 16; i += 2) frames[data[i] % frames.size()] ^= data[i + 1];
    std::memcpy(&changed.frames, frames.data(), frames.size());
    changed.marks[data[2] % TickTrace::kMarks] ^= data[3];
    bundle.client = testimony_bytes(changed);
    look_into(std::move(bundle));
    return 0;
}
