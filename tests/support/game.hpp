#pragma once
/// A world with its level and the last events, for tests that play.
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "sim/snapshot.hpp"
#include "sim/step.hpp"
#include "tests/support/made_player.hpp"

namespace albireo::support {

struct Game {
    const Level& level;
    std::unique_ptr<World> world = std::make_unique<World>();
    std::unique_ptr<Events> events = std::make_unique<Events>();

    explicit Game(const Level& on, const GameSetup& setup = {}) : level(on) { init(*world, level, setup); }
    Game(const Game& from) : level(from.level) { copy_world(*world, *from.world); }

    void step(const FramePair& frames) {
        events->clear();
        albireo::step(*world, level, frames, *events);
    }
    void steps(std::size_t count, const FramePair& frames = {}) {
        for (std::size_t i = 0; i < count; ++i) step(frames);
    }
    /// Gives up after some minutes of play, so that a condition that never holds fails the next check instead of hanging.
    void step_while(auto&& holds, const FramePair& frames = {}) {
        while (holds() && world->tick.value < 20'000) step(frames);
    }
};

/// Steps a game for `ticks` with two generated players; returns their frames.
inline std::vector<FramePair> play(Game& game, std::array<MadePlayer, kSlotCount> players, std::size_t ticks) {
    std::vector<FramePair> frames(ticks);
    for (FramePair& pair : frames) {
        for (const Slot slot : kSlots) pair[index(slot)] = players[index(slot)].next(*game.world, game.level);
        game.step(pair);
    }
    return frames;
}

inline std::array<MadePlayer, kSlotCount> two_players(const MadeStyle& gold, const MadeStyle& blue) {
    return {MadePlayer(Slot::gold, gold), MadePlayer(Slot::blue, blue)};
}

/// Whether two flat objects have the same bytes.
template <class T>
bool same_bytes(const T& a, const T& b) {
    return std::memcmp(&a, &b, sizeof(T)) == 0;
}

/// The canonical bytes of a world.
inline std::vector<std::uint8_t> saved(const World& world, const Level& level) {
    static std::vector<std::uint8_t> room(kSnapshotBytesMax);
    const std::size_t size = save_world(world, level, room);
    return {room.begin(), room.begin() + static_cast<std::ptrdiff_t>(size)};
}

/// The first differing fields with `part` in their path, for a failing test's message.
inline std::string difference(const World& a, const World& b, std::string_view part = "") {
    std::string text;
    int left = 5;
    diff_worlds(a, b, [&](std::string_view path, std::int64_t in_a, std::int64_t in_b) {
        if (path.find(part) == path.npos || left-- <= 0) return;
        text += std::string(path) + ": " + std::to_string(in_a) + " | " + std::to_string(in_b) + "\n";
    });
    return text;
}

}  // namespace albireo::support
