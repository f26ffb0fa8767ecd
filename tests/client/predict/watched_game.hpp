#pragma once
/// Games as one of their players saw them: the frames of a recording, or of a game of two bots, played again through a
/// Predictor that learns the partner's frames a fixed number of ticks late. Needs no network, and the same game gives
/// the same figures everywhere.
#include <memory>
#include <string>
#include <vector>

#include "client/predict/predictor.hpp"
#include "replays/player.hpp"
#include "sim/script/compile.hpp"
#include "sim/snapshot.hpp"
#include "tests/support/local_game.hpp"

namespace albireo {

struct WatchedGame {
    std::string name;
    Level level;
    std::unique_ptr<World> first = std::make_unique<World>();
    std::vector<FramePair> frames;
};

/// Returns an empty string, or why this file cannot be played.
inline std::string read_game(const std::string& path, WatchedGame& game) {
    replays::Replay replay;
    if (const std::string fault = replays::open_replay(path, replay); !fault.empty()) return fault;
    replays::Player player(replay, replays::Player::Keep::nothing);
    game.name = path.substr(path.find_last_of('/') + 1);
    copy_world(*game.first, player.world());
    while (player.step()) game.frames.push_back(player.frames());
    game.level = std::move(replay.level);
    return {};
}

/// A game of two autopilots on level one that share a world.
inline WatchedGame play_bots(int skill, std::uint32_t seed, std::uint32_t ticks) {
    const Stage stage(script::compile_builtin_level("the_cut", Difficulty::standard).level);
    SharedGame game(stage, {.seed = seed, .skill = {skill, skill}, .ticks_max = ticks});
    WatchedGame watched;
    watched.name = "bots of skill " + std::to_string(skill) + ", seed " + std::to_string(seed);
    copy_world(*watched.first, game.world());
    while (game.tick()) watched.frames.push_back(game.frames());
    watched.level = stage.level;
    return watched;
}

/// Plays the first `ticks` ticks as the player in `own` saw them if the partner's frames arrived `delay` ticks late. After each tick it
/// calls `see(before, hear)` with the predicted world; hear() lets the news of the tick arrive and returns the world that follows from it.
template <class See>
client::Corrections watch_each(const WatchedGame& game, Slot own, std::uint32_t delay, std::size_t ticks, client::HeldTicks held, See see) {
    client::Predictor predictor(game.level, own, {}, held);
    predictor.begin(*game.first);
    std::size_t known = 0;
    for (std::size_t t = 0; t < std::min(ticks, game.frames.size()); ++t) {
        Frame frame = game.frames[t][index(own)];
        frame.command = Command::none;  // its promise is about the lead with which it was recorded
        frame.command_delay = 0;
        predictor.advance(frame);
        see(predictor.predicted(), [&]() -> const World& {
            for (; known + delay <= t; ++known) predictor.learn(game.frames[known][index(other(own))]);
            predictor.reconcile(predictor.predicted().tick);
            return predictor.predicted();
        });
    }
    return predictor.corrections();
}

/// The corrections that this player saw.
inline client::Corrections watch(const WatchedGame& game, Slot own, std::uint32_t delay, std::size_t ticks,
                                 client::HeldTicks held = client::kHeldTicks) {
    return watch_each(game, own, delay, ticks, held, [](const World&, auto hear) { hear(); });
}

}  // namespace albireo
