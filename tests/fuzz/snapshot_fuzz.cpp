// Goal: any bytes given to the snapshot loader end in a world that is safe to step, or in a reason. The input is laid over
// a real snapshot and its checksum is made good, so that the fuzzer gets past the door.
#include <cstdlib>
#include <memory>
#include <vector>

#include "sim/base/hash.hpp"
#include "sim/script/compile.hpp"
#include "sim/snapshot.hpp"
#include "sim/step.hpp"

using namespace albireo;

namespace {

struct Scene {
    Scene() : level(script::compile_builtin_level("the_cut", Difficulty::standard).level) {
        auto world = std::make_unique<World>();
        auto events = std::make_unique<Events>();
        init(*world, level, {});
        FramePair frames{};
        frames[0].buttons = frames[1].buttons = kFire;
        for (int i = 0; i < 1500; ++i) {
            events->clear();
            step(*world, level, frames, *events);
        }
        bytes.resize(kSnapshotBytesMax);
        bytes.resize(save_world(*world, level, bytes));
    }
    Level level;
    std::vector<std::uint8_t> bytes;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const Scene scene;
    static const auto world = std::make_unique<World>();
    static const auto events = std::make_unique<Events>();
    // Pairs of (place, value): what is changed in the snapshot.
    std::vector<std::uint8_t> bytes = scene.bytes;
    for (std::size_t i = 0; i + 3 < size; i += 4) {
        const std::size_t place = data[i] | std::size_t{data[i + 1]} << 8 | (data[i + 2] & std::size_t{3}) << 16;
        const std::size_t at = place % (bytes.size() - 8);
        bytes[at] = data[i + 3];
    }
    const std::uint64_t seal = to_little_endian(hash_bytes({bytes.data(), bytes.size() - 8}));
    std::memcpy(bytes.data() + bytes.size() - 8, &seal, 8);
    if (load_world(*world, scene.level, bytes) == LoadError::none) {
        FramePair frames{};
        frames[0].buttons = kFire | kRight;
        for (int i = 0; i < 40; ++i) {
            events->clear();
            step(*world, scene.level, frames, *events);
        }
    }
    if (load_world(*world, scene.level, {data, size}) == LoadError::none) std::abort();  // no input is that lucky
    return 0;
}
