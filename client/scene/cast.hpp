#pragma once
/// The meshes of everything that appears in a level, numbered as the view numbers them. Made once while a level loads.
#include <map>
#include <optional>

#include "client/models/catalog.hpp"
#include "client/scene/level_meshes.hpp"
#include "sim/level/level.hpp"

namespace albireo::scene {

struct Cast {
    LevelMeshes level_meshes;
    std::vector<std::uint32_t> parts;     // by index in Level::parts
    std::vector<std::uint32_t> missiles;  // … in Level::missiles
    std::vector<std::uint32_t> tiles;     // … in Level::tiles: the static rock
    std::vector<std::vector<std::uint32_t>> moving_walls;  // of each tile, in the order of Level::moving_walls
    std::array<std::uint32_t, 3> ridges{};  // behind the level's own backdrop
    struct Ridges {
        std::size_t backdrop = 0;
        std::array<std::uint32_t, 3> meshes{};
    };
    std::vector<Ridges> far;  // behind each backdrop that a tile has; the level's own is the first
    std::uint32_t ship = 0;
    std::vector<models::Skeleton> skeletons;  // by mesh; empty ones for meshes without bones
    std::optional<std::uint32_t> mound;  // the outside of a living interior
    std::map<std::pair<const models::Model*, std::string>, std::uint32_t> creatures;  // their meshes by model and skin
    std::vector<std::string> without_look;  // one line for each kind that is drawn as a placeholder
};

/// Takes time: call it while a level loads. Level and catalogue need not outlive the cast.
Cast make_cast(const Level& level, models::Catalog& catalog);

/// The number of a creature's mesh. A mesh that the cast does not have is made and added behind all others, which takes time.
std::uint32_t number_of(Cast& cast, models::Catalog& catalog, const models::Wanted& wanted);

}  // namespace albireo::scene
