#pragma once
/// A small game to record: a level of one kind of enemy that shoots, and frames of two made-up players.
#include <memory>

#include "replays/recorder.hpp"
#include "replays/rewrite.hpp"
#include "replays/verify.hpp"
#include "sim/digest.hpp"
#include "sim/level/level_bytes.hpp"
#include "tests/support/typical_frames.hpp"

namespace albireo::replays {

inline Level scene_level() {
    Level level;
    level.title = Name::of("Scene");
    level.ticks = 100000;
    level.names = {Name::of("thing")};
    level.tiles = {{.enter = {0_u, 0_u}, .exit = {60_u, 0_u}, .ticks = 60000}};
    level.guns = {{.pattern = Pattern::aimed_cone,
                   .count = 3,
                   .rest = 30,
                   .spread = Angle{8000},
                   .speed = 100_mu,
                   .radius = 200_mu}};
    level.actions = {{.op = Op::guns, .a = kNone, .x = 1}};
    level.states = {{.begin = {0, 1}}};
    level.machines = {{.states = {0, 1}}};
    level.parts = {{.vital = 1, .gun = 0, .radius = 1_u, .armour = 20}};
    level.kinds = {{.parts = {0, 1}, .machines = {0, 1}, .radius = 1_u, .worth = 50, .charge = 20}};
    for (std::uint16_t i = 0; i < 300; ++i) {
        level.spawns.push_back({.at = {Fixed{(i % 13) << 16}, Fixed{(i % 7 - 3) << 16}}});
        level.cues.push_back({.tick = 10u + i * 40u, .a = i});
    }
    return level;
}

/// The level as other programs get it: from its bytes.
inline Level loaded_scene() {
    Level level;
    const std::string fault = load_level(level, level_bytes(scene_level()));
    if (!fault.empty()) throw std::runtime_error(fault);
    return level;
}

struct Game {
    Level level = loaded_scene();
    MemorySink sink;
    std::unique_ptr<World> world = std::make_unique<World>();
    std::vector<FramePair> frames;
    std::vector<std::uint64_t> roots;  // after each tick
};

/// Plays `ticks` ticks and records them; `during` is called after each with the recorder.
template <class During>
std::unique_ptr<Game> play(std::uint32_t seed, std::uint32_t ticks, During&& during) {
    auto game = std::make_unique<Game>();
    const GameSetup setup{.seed = seed, .players = 3};
    init(*game->world, game->level, setup);
    Recorder recorder{game->sink,
                      game->level,
                      {.game = setup, .names = {"Ada", "Grace"}, .started_ms = 1795194301000, .recorded_by = "a test"}};
    const auto gold = support::typical_frames({.seed = seed * 2}, ticks);
    const auto blue = support::typical_frames({.seed = seed * 2 + 1}, ticks);
    const auto events = std::make_unique<Events>();
    for (std::uint32_t t = 0; t < ticks; ++t) {
        game->frames.push_back({gold[t], blue[t]});
        events->clear();
        step(*game->world, game->level, game->frames.back(), *events);
        game->roots.push_back(root_of(*game->world));
        recorder.append(game->frames.back(), game->roots.back());
        during(*game, recorder);
    }
    recorder.finish(*game->world);
    return game;
}
inline std::unique_ptr<Game> play(std::uint32_t seed, std::uint32_t ticks) {
    return play(seed, ticks, [](Game&, Recorder&) {});
}

}  // namespace albireo::replays
