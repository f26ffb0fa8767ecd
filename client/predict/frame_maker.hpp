#pragma once
/// Turns the controls of a player (or a bot) into the frame of the next tick. The facts that the ship needs about the shared
/// world are read from the player's own predicted world and stated in the frame (rule 4).
#include <span>
#include <vector>

#include "sim/step.hpp"

namespace albireo::client {

/// A player's controls in one tick, before the game's rules apply.
struct Controls {
    std::uint16_t buttons = 0;  // Button, without the weapon bits
    Weapon weapon = Weapon::needle;
    Command command = Command::none;
    std::uint8_t command_delay = 0;  // a minimum; a client raises it as its lead requires
};

class FrameMaker {
  public:
    explicit FrameMaker(Slot own) : own_(own) {}

    /// The frame for the tick predicted.tick. `reports` are the collisions seen in `predicted`. Reports that do not fit
    /// into this frame are kept for the next.
    Frame make(const World& predicted, const Level& level, const Controls& controls, std::span<const Report> reports);

    /// Forgets the kept reports, because a different world begins.
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
