#pragma once
/// The deaths of a game of bots, each with all that is needed to play its last moments again in another way.
///
/// 1. A death is decided in the world in which its player's client sees the collision. The core hears of it in the frame of that
///    world's tick, so a rewind is counted from that world: it never begins with a report of the death under way.
/// 2. `start` is the world `rewind` ticks before the decision, or the game's first world if that is later.
/// 3. `frames[n]` are the frames of tick n after `start`. There are `ticks` of them, or fewer if the game ended.
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "client/bot/local_game.hpp"

namespace albireo {

struct RecordedDeath {
    Tick decided;
    Slot slot = Slot::gold;
    std::string killer;  // "shot of weaver"; "wall"
    Vec2 at;
    std::unique_ptr<World> start;
    std::vector<FramePair> frames;
};

class DeathRecorder {
  public:
    struct Options {
        std::uint32_t rewind = 90, ticks = 180;
    };
    /// The level must outlive the recorder.
    DeathRecorder(const Level& level, const Options& options);

    /// After each step of the game.
    void see(const bot::LocalGame& game);

    /// In the order of time; of one tick, gold's first.
    const std::vector<RecordedDeath>& deaths() const { return deaths_; }
    /// Whether the first `count` deaths have happened and have all their frames.
    bool has_all_of(std::size_t count) const;

  private:
    struct Moment {
        std::unique_ptr<World> world;
        FramePair frames{};
    };
    void add_death(const bot::LocalGame& game, Slot slot);
    std::string killer_of(const Report& report) const;
    Moment& moment_of(std::uint32_t tick) { return ring_[tick % ring_.size()]; }

    const Level& level_;
    Options options_;
    std::vector<Moment> ring_;  // by tick: the latest `rewind` + 1 worlds, with the frames that were stepped from each
    std::uint32_t seen_ = 0;    // moments in the ring
    std::map<EnemyId, std::uint8_t> kinds_;  // of all enemies so far: a shot outlives its owner
    std::vector<RecordedDeath> deaths_;
};

}  // namespace albireo
