#pragma once
/// Predicts where the dangers will be, by extrapolating over the next second what the autopilot has seen. Enemies are assumed to
/// fly straight on, and shots to keep the turn or the acceleration that was seen. A resting shot may leave in any direction.
///
/// 1. `Sight` observes a predicted world and returns what it saw `reaction_ticks` ago.
/// 2. A `Forecast` is made for each decision and contains only dangers that the ship could meet.
/// 3. Nothing here uses the level's spawns, paths or scripts: only what a person could see on the screen.
#include <array>
#include <cstdint>
#include <vector>

#include "client/bot/point.hpp"
#include "client/bot/skill.hpp"
#include "sim/level/level.hpp"
#include "sim/world.hpp"

namespace albireo::bot {

/// The moments at which a plan is judged, in ticks from now: dense first, while the plan can still be changed.
inline constexpr int kMoments = 21;
constexpr float moment(int i) {
    return static_cast<float>(i < 12 ? 2 * (i + 1) : 24 + 4 * (i - 11));
}

struct Forecast {
    static constexpr std::size_t kLanes = 8;

    /// Round dangers at one moment, eight to a block; unused lanes are far away. `spread`: by how much the radius of a resting shot has
    /// grown, because it may have left.
    struct Discs {
        std::array<float, kLanes> x, y, radius, spread;
    };
    struct Line {
        Point a, b;
        float half_width;
    };
    std::array<std::vector<Discs>, kMoments> discs;  // up to the horizon
    std::array<std::vector<Line>, kMoments> lines;   // beams that burn at that moment
    float horizon = 60;                             // ticks
    float safe_until = 0;                           // nothing can hurt before this moment

    /// The distance between the ship at `at` and the nearest danger at moment `m`, which is within the horizon; negative when they overlap.
    float clearance(Point at, int m) const;
};

/// The ship's shape for dangers: a capsule along x.
inline constexpr float kShipHalfLength = 0.45F;
inline constexpr float kShipRadius = 0.27F;

class Sight {
  public:
    void reset() { looks_ = 0; }

    /// Remembers what this world shows. Call it once for each decision.
    void look(const World& world, const Level& level);

    /// Fills `out` with the dangers that a player of this skill expects from what they have seen. `seed` determines the
    /// player's errors.
    void forecast(Forecast& out, const World& world, const Level& level, Slot own, const Skill& skill,
                  std::uint32_t seed);

  private:
    struct Seen {
        Point at, speed;
        float radius;
        std::uint64_t name;
        // `bend` is added to the speed each tick for `bend_ticks`; after `stop_ticks` the danger rests.
        Point bend{};
        float bend_ticks = 0;
        float stop_ticks = 1e4F;
        float spread = 0;  // 1: a resting shot, whose radius grows because it may soon leave

        /// Where it will be some ticks later.
        Point at_after(float ticks) const;
        /// The same danger some ticks later.
        Seen after(float ticks) const;
    };
    struct Look {
        Tick tick;
        std::vector<Seen> bodies;  // enemies' parts and missiles
        std::vector<Seen> shots;
    };
    static constexpr std::uint32_t kLooks = 16;

    Look& look_at(std::uint32_t n) { return ring_[n % kLooks]; }
    static void see_bend(Seen& seen, const Look& before, std::size_t hint, float ticks);
    const Look& newest_older_than(Tick now, std::uint32_t ticks);
    void add_lines(Forecast& out, const World& world, const Level& level, const Skill& skill) const;

    std::array<Look, kLooks> ring_;
    std::uint32_t looks_ = 0;
    std::vector<std::pair<float, Seen>> near_;  // sorted by how soon they matter
};

}  // namespace albireo::bot
