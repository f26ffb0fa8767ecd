#pragma once
/// "Where was I hit": a small picture of everything around a place that can hit a ship, as cells. Made from a world alone.
/// The shapes are those of the collisions: enemies' meshes, the radii of shots, a ship's spheres, the polygons of rock.
#include <array>
#include <cstdint>

#include "client/math/vec.hpp"
#include "client/predict/bodies.hpp"
#include "sim/level/level.hpp"
#include "sim/world.hpp"

namespace albireo::scene {

/// Later kinds cover earlier ones.
enum class HitCell : std::uint8_t { none, rock, enemy, fire, gold, blue, culprit };

struct HitPicture {
    static constexpr int kColumns = 160, kRows = 90;
    static constexpr float kWidth = 5.6F;  // units of the field that it shows
    static constexpr float kCellsPerUnit = kColumns / kWidth;

    std::array<HitCell, std::size_t{kColumns} * kRows> cells{};  // from the upper left corner, row by row
    HitCell at(int column, int row) const { return cells[static_cast<std::size_t>(row * kColumns + column)]; }
};

/// What hit a ship. Only the names that its cause has are set.
struct Culprit {
    Cause cause = Cause::wall;
    EnemyId enemy{};
    std::uint16_t number = 0;  // of the shot or missile
    std::uint8_t branch = 0;   // of the shot
    bool is_known = false;
    bool operator==(const Culprit&) const = default;
};

/// What most likely hit the ship: the nearest object of this cause in `world`, in which the ship was hit. Rock has no name.
Culprit find_culprit(const World& world, const Level& level, Slot slot, Cause cause);

/// Replaces the picture by the world's, with `centre` in its middle. The culprit has a colour of its own.
void draw_hits(const World& world, const Level& level, const client::Bodies& bodies, math::Vec2 centre, const Culprit& culprit,
               HitPicture& picture);

}  // namespace albireo::scene
