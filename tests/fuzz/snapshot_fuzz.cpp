// Goal: any bytes given to the snapshot loader end in a world that two players can play on in, or in a reason. The input
// is laid over a real snapshot and its checksum is corrected, so that the fuzzer gets past the checksum.
#include <algorithm>
#include <cstdlib>
#include <memory>
#include <vector>

#include "sim/base/hash.hpp"
#include "sim/script/compile.hpp"
#include "tests/support/game.hpp"
#include "tests/support/small_level.hpp"

using namespace albireo;
using namespace albireo::support;

namespace {

/// The snapshot of a game in the middle of its boss fight, with something in every pool and an enemy of many parts. Or of
/// an endless game, whose deck has dealt some cards.
struct Scene {
    Scene() : level(script::compile_builtin_level("endless", Difficulty::standard).level) {
        Game game(level, {.seed = 3, .section = 1});
        while (game.world->deck.entered < 3) game.step({});
        bytes = saved(*game.world, level);
    }
    explicit Scene(Level of) : level(std::move(of)) {
        Game game(level, {.seed = 3});
        auto players = two_players({.seed = 3}, {.seed = 4});
        while (!is_busy(*game.world)) {
            if (game.world->tick.value > 3000) std::abort();  // the level has changed
            FramePair frames;
            for (const Slot slot : kSlots) frames[index(slot)] = players[index(slot)].next(*game.world, level);
            game.step(frames);
        }
        bytes = saved(*game.world, level);
    }
    static bool is_busy(const World& world) {
        const auto has_any = [](const auto& pool) { return pool.count > 0; };
        return std::ranges::all_of(world.shots, has_any) && has_any(world.enemies) && has_any(world.enemy_shots) &&
               has_any(world.beams) && has_any(world.missiles) && world.enemies.items[0].part_count >= 3;
    }
    Level level;
    std::vector<std::uint8_t> bytes;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const Scene scenes[] = {Scene{small_level()}, Scene{}};
    static Game games[] = {Game{scenes[0].level}, Game{scenes[1].level}};
    const Scene& scene = scenes[size % 2];
    Game& game = games[size % 2];
    // Pairs of (place, value): the changes to the snapshot.
    std::vector<std::uint8_t> bytes = scene.bytes;
    for (std::size_t i = 0; i + 3 < size; i += 4) {
        const std::size_t place = data[i] | std::size_t{data[i + 1]} << 8 | (data[i + 2] & std::size_t{3}) << 16;
        const std::size_t at = place % (bytes.size() - 8);
        bytes[at] = data[i + 3];
    }
    const std::uint64_t seal = to_little_endian(hash_bytes({bytes.data(), bytes.size() - 8}));
    std::memcpy(bytes.data() + bytes.size() - 8, &seal, 8);
    if (load_world(*game.world, scene.level, bytes) == LoadError::none) {
        play(game, two_players({.seed = 1, .greedy = true}, {.seed = 2, .careless = true, .greedy = true}), 60);
        if (!is_sound(*game.world, scene.level)) std::abort();
    }
    if (load_world(*game.world, scene.level, {data, size}) == LoadError::none) std::abort();  // its checksum is wrong
    return 0;
}
