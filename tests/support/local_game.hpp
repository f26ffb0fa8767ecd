#pragma once
/// Two autopilots play a whole game in one thread, without a network.
///
/// `SharedGame`: both see the one true world; the fastest way to play a whole game. `DelayedGame`: each has a Predictor,
/// and frames take some ticks to cross. It shows that a player's view of their own ship is never corrected.
#include <array>
#include <deque>
#include <memory>
#include <vector>

#include "client/predict/predictor.hpp"
#include "tests/support/pilot.hpp"

namespace albireo {

struct GameOptions {
    std::uint32_t seed = 1;
    std::array<int, kSlotCount> skill = {bot::kSkillMax, bot::kSkillMax};
    std::uint32_t ticks_max = 60 * 60 * 12;
    bool continues = true;          // accept "continue?"; otherwise the game ends there
    std::uint32_t pause_every = 0;  // ticks between the pauses that each player requests; 0: none
};

class SharedGame {
  public:
    SharedGame(const Stage& stage, const GameOptions& options);

    /// Steps one tick; returns false when the game has ended.
    bool tick();
    void run() {
        while (tick()) {
        }
    }

    const World& world() const { return *world_; }
    const Pilot& pilot(Slot slot) const { return *pilots_[index(slot)]; }
    const FramePair& frames() const { return frames_; }  // of the last tick
    const Events& events() const { return *events_; }    // …

  private:
    const Stage& stage_;
    GameOptions options_;
    std::unique_ptr<World> world_ = std::make_unique<World>();
    std::unique_ptr<Events> events_ = std::make_unique<Events>();
    FramePair frames_{};
    std::array<std::unique_ptr<Pilot>, kSlotCount> pilots_;
};

struct Delay {
    std::uint32_t ticks = 0;       // a frame takes this many ticks
    std::uint32_t jitter = 0;      // … and up to this many more; frames arrive in order
    std::uint32_t head_start = 0;  // ticks by which gold's clock is ahead
};

class DelayedGame {
  public:
    DelayedGame(const Stage& stage, const GameOptions& options, const Delay& delay);

    bool tick();
    void run() {
        while (tick()) {
        }
    }

    struct Side {
        std::unique_ptr<client::Predictor> predictor;
        std::unique_ptr<Pilot> pilot;
        struct Parcel {
            std::uint64_t arrives;
            Frame frame;
        };
        std::deque<Parcel> inbox;
        std::vector<std::uint64_t> digests;  // of the confirmed world, by tick, from the first step on
        std::uint32_t lead_max = 0;
        std::uint64_t frozen = 0;  // ticks in which it could not predict further
        std::uint64_t rebuilt_ticks = 0;
    };
    const Side& side(Slot slot) const { return sides_[index(slot)]; }

    /// The first tick at which the two confirmed worlds differ, or −1.
    std::int64_t first_disagreement() const;

  private:
    void receive(Side& side);
    void play(Slot slot);

    const Stage& stage_;
    GameOptions options_;
    Delay delay_;
    Random random_;
    std::uint64_t now_ = 0;
    std::array<Side, kSlotCount> sides_;
};

}  // namespace albireo
