#pragma once
/// Detects collisions with plain integer circles and reports them. It does what a client does with meshes, for games that
/// are recorded without a client.
///
/// 1. What it sees in the world of tick t − 1 belongs in the frame of tick t.
/// 2. Own shots are reported at once, the partner's when they are old enough for a client to trust them.
/// 3. A part's circle is a little smaller than its bound, so every honest report is plausible.
#include <vector>

#include "sim/level/level.hpp"
#include "sim/world.hpp"

namespace albireo::support {

inline constexpr Fixed kShipRadius = 270_mu;

class PlainReporter {
  public:
    explicit PlainReporter(Slot own) : own_(own) {}

    /// Adds to the frame what is seen, up to its capacity; the player's own death comes first.
    void look(Frame& frame, const World& world, const Level& level);

  private:
    void look_at_ship(Frame& frame, const World& world, const Level& level);
    void look_at_ribbon(Frame& frame, const World& world, const Level& level);
    void look_at_shots(Frame& frame, const World& world, const Level& level, Slot owner);

    bool pierces(ShotNumber shot, EnemyId enemy, std::uint16_t part);

    Slot own_;
    std::vector<Pierced> pierced_;  // by own lances, the latest last
    EnemyId burnt_;  // burnt by the player's own ribbon, as far as reported
    std::uint8_t burnt_part_ = 0;
};

/// Whether a circle touches a beam: the straight line or the two halves of the curve.
bool touches_beam(const Beam& beam, Fixed half_width, Vec2 at, Fixed radius);

/// The bound of a part's shape.
Fixed part_radius(const Level& level, const Enemy& enemy, std::size_t part);

}  // namespace albireo::support
