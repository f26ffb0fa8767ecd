#pragma once
/// The parts of the picture that a backdrop determines, apart from its grades (grade.hpp). A level has one. It also selects the song
/// (music/conductor.cpp). A tile whose model belongs to another backdrop looks like a part of that one.
#include <array>
#include <cstddef>
#include <string_view>

#include "client/scene/view.hpp"
#include "sim/level/level.hpp"

namespace albireo::scene {

enum class Far { mesas, columns };

struct Backdrop {
    std::string_view name;
    std::string_view walls;  // texture graph of rock
    std::string_view moving_walls;  // … and of walls that move
    Far far;                 // the scenery behind the rock
    std::string_view ridge;  // texture graph of mesas
    Vec3 haze;               // colour of far air
    bool walls_are_water;    // those that move: breakers
    float black_reach;       // units around a ship in which rock is darkened (View::blacks); more in a living interior, whose walls move
};

inline constexpr std::size_t kBackdrops = 3;
inline constexpr std::array<Backdrop, kBackdrops> kBackdropTable = {{
    {"canyon", "canyon", "canyon", Far::mesas, "ridge", Sky{}.haze, false, 2.6F},
    {"sea", "shelf", "surge", Far::mesas, "skerry", {0.034F, 0.046F, 0.050F}, true, 2.6F},
    {"hive", "flesh", "flesh", Far::columns, "", Sky{}.haze, false, 3.9F},
}};

/// The number of this backdrop in the table; the canyon's if there is no such row.
constexpr std::size_t backdrop_number(std::string_view name) {
    for (std::size_t i = 0; i < kBackdrops; ++i) {
        if (kBackdropTable[i].name == name) return i;
    }
    return 0;
}
constexpr const Backdrop& backdrop_of(std::string_view name) { return kBackdropTable[backdrop_number(name)]; }

/// The look that a tile's model selects: the backdrop, and its grade, counted from 0 (grade.hpp).
struct TileLook {
    std::string_view prefix;
    std::size_t backdrop, grade;
    std::string_view walls = {};  // texture graph of rock, if it is not the backdrop's
};
/// The first row with a prefix of the model's name counts.
inline constexpr std::array kTileLooks = {
    TileLook{"cut_open", 0, 0},         TileLook{"cut_walls", 0, 1},      TileLook{"cut_narrow", 0, 2},
    TileLook{"cut_basin", 0, 3},        TileLook{"cut_teeth", 0, 5},      TileLook{"cut_rapids", 0, 6},
    TileLook{"cut_gate", 0, 7},         TileLook{"cut_", 0, 0},
    TileLook{"sea_low", 1, 0},          TileLook{"sea_kelp", 1, 2},       TileLook{"sea_wreck", 1, 3, "hull"},
    TileLook{"sea_squall", 1, 4},       TileLook{"sea_night", 1, 5},      TileLook{"sea_", 1, 1},
    TileLook{"rush_morays", 1, 3},      TileLook{"rush_nautilarch", 1, 5},
    TileLook{"long_way_morays", 1, 3},  TileLook{"long_way_nautilarch", 1, 5},
    TileLook{"hive_mouth", 2, 0},       TileLook{"hive_nursery", 2, 2},   TileLook{"hive_stream", 2, 3},
    TileLook{"hive_comb", 2, 4},        TileLook{"hive_", 2, 1},
    TileLook{"rush_ventricles", 2, 3},  TileLook{"rush_chamber", 2, 1},
    TileLook{"long_way_ventricles", 2, 3}, TileLook{"long_way_chamber", 2, 1},
};

/// The row of a tile's model; null if the tile looks like the rest of its level.
constexpr const TileLook* tile_look(std::string_view model) {
    for (const TileLook& look : kTileLooks) {
        if (model.starts_with(look.prefix)) return &look;
    }
    return nullptr;
}

/// The texture graph of a tile's walls that do not move.
inline std::string_view walls_of_tile(const Level& level, std::size_t tile) {
    const TileLook* look = tile_look(level.name(level.tiles[tile].model));
    if (look != nullptr && !look->walls.empty()) return look->walls;
    return kBackdropTable[look != nullptr ? look->backdrop : backdrop_number(level.backdrop.view())].walls;
}

inline std::size_t backdrop_of_tile(const Level& level, std::size_t tile) {
    const TileLook* look = tile_look(level.name(level.tiles[tile].model));
    return look != nullptr ? look->backdrop : backdrop_number(level.backdrop.view());
}

}  // namespace albireo::scene
