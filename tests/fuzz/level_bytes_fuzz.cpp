// Goal: any bytes given to load_level() end in a level that two players can play and shoot at, or in one line; and a
// loaded level is canonical.
#include <cstdlib>
#include <memory>

#include "sim/game/tuning.hpp"
#include "sim/level/level_bytes.hpp"
#include "tests/support/game.hpp"

using namespace albireo;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::span bytes(data, size);
    Level level;
    if (const std::string error = load_level(level, bytes); !error.empty()) {
        if (error.find('\n') != std::string::npos) std::abort();
        return 0;
    }
    const auto again = level_bytes(level);
    if (!std::equal(again.begin(), again.end(), bytes.begin(), bytes.end())) std::abort();

    // The core never checks a level again, so a loaded level must be safe to play: hits, bolts, storms, ribbons, parts
    // that die, loops that end by a death. The bars are sometimes full, so that lightning strikes.
    support::Game game(level);
    auto players = support::two_players({.seed = 1, .greedy = true}, {.seed = 2, .careless = true, .greedy = true});
    for (int tick = 0; tick < 1000; ++tick) {
        if (tick % 100 == 0) {
            for (Earnings& earnings : game.world->earnings) earnings.charge = kChargeFull, earnings.gold = kGoldFull;
        }
        FramePair frames;
        for (const Slot slot : kSlots) frames[index(slot)] = players[index(slot)].next(*game.world, level);
        game.step(frames);
    }
    if (!is_sound(*game.world, level)) std::abort();
    return 0;
}
