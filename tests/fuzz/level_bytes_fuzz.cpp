// Goal: any bytes given to load_level() end in a level that can be played or in one line, and what loads is canonical.
#include <cstdlib>
#include <memory>

#include "sim/level/level_bytes.hpp"
#include "sim/step.hpp"

using namespace albireo;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::span bytes(data, size);
    Level level;
    if (!load_level(level, bytes).empty()) return 0;
    const auto again = level_bytes(level);
    if (!std::equal(again.begin(), again.end(), bytes.begin(), bytes.end())) std::abort();

    // The core never checks a level again, so it must be safe to play what was let through.
    static const auto world = std::make_unique<World>();
    static const auto events = std::make_unique<Events>();
    init(*world, level, {});
    FramePair frames{};
    frames[0].buttons = kFire;
    for (int tick = 0; tick < 400; ++tick) {
        events->clear();
        step(*world, level, frames, *events);
    }
    return 0;
}
