#pragma once
/// Turns what a player (or a bot) does into the frame of the next tick: what his ship needs to know of the shared world
/// is read from his own predicted world and said in the frame, honestly (rule 4).
#include <span>
#include <vector>

#include "sim/step.hpp"

namespace albireo::client {

/// A player's controls in one tick, before the game has a say.
struct Controls {
    std::uint16_t buttons = 0;  // Button, without the weapon bits
    Weapon weapon = Weapon::needle;
    Command command = Command::none;
    std::uint8_t command_delay = 0;  // at least; a client makes it as long as its lead demands
};

class FrameMaker {
  public:
    explicit FrameMaker(Slot own) : own_(own) {}

    /// The frame for the tick predicted.tick. `reports` are the collisions seen in `predicted`; what does not fit into
    /// this frame is kept for the next.
    Frame make(const World& predicted, const Level& level, const Controls& controls, std::span<const Report> reports);

    /// Forgets what was kept: another world begins.
    void reset();

  private:
    static void agree(Frame& frame, const World& predicted, Slot own);
    void choose_target(Frame& frame, const World& predicted, const Level& level);
    void add_bolts(Frame& frame, const World& predicted, const Level& level);

    Slot own_;
    bool releasing_ = false;
    EnemyId lock_;
    std::uint8_t lock_part_ = 0;
    std::vector<Report> waiting_;
};

}  // namespace albireo::client
