#pragma once
/// The figures of a level that follow from its data, without playing it.
#include <string>
#include <vector>

#include "client/level/waves.hpp"

namespace albireo {

/// A kind as players see it (same_kind.hpp), and how often it is used.
struct KindUse {
    std::string name;
    std::size_t spawns = 0;  // entries of Level::spawns: each lap of a loop is not counted again, nor are children
};

struct WaveUse {
    Wave first;
    std::size_t uses = 0;
};

struct LevelFigures {
    std::vector<KindUse> kinds;  // except bosses, the most common first
    std::size_t new_kinds = 0;   // of these, those that earlier levels do not have
    std::vector<WaveUse> waves;  // distinct ones, the most used first
    std::size_t programs = 0;    // distinct bullet programs of all guns
    std::size_t sections = 0;
    std::size_t spawns = 0;      // except bosses
    std::size_t tiles = 0;
    std::size_t rich_tiles = 0;  // is_rich()

    /// The share of all spawns that belong to the `count` most common kinds, 0 … 1.
    double share_of(std::size_t count) const;
};

/// `known`: names of kinds that earlier levels have.
LevelFigures figures_of(const Level& level, const std::vector<std::string>& known = {});

/// The bullet program of a gun; kNone if its shots fly straight at constant speed. All figures about bullets use this
/// function.
std::uint8_t program_of(const GunDef& gun);

/// Whether a tile is more than a floor and a ceiling: it has rock in mid-field, a moving wall, or a sea.
bool is_rich(const Level& level, const TileDef& tile);

/// Whether a tile has rock in mid-field. At some place on the camera's path through the tile, the vertical line through
/// the field meets rock of this tile that
/// 1. has at least kWayRoom free above it and below it, up to the next rock or the field's edge (an arch, a slab, an
///    island); gaps of less than kWayRoom count as rock; or
/// 2. is less than kMiddle above or below the camera, in the middle third of the field (a pillar).
/// So a floor or a ceiling that leaves the middle free does not count, and neither do its spikes.
bool has_rock_in_mid_field(const Level& level, const TileDef& tile);
inline constexpr double kWayRoom = 1;  // units; a ship's hull is 0.54 high
inline constexpr double kMiddle = 3;

}  // namespace albireo
