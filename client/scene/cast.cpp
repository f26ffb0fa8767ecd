#include "client/scene/cast.hpp"

#include <algorithm>

#include "client/predict/bodies.hpp"
#include "client/scene/backdrop.hpp"
#include "client/scene/canyon.hpp"
#include "client/scene/hollow.hpp"
#include "client/scene/ridge.hpp"

namespace albireo::scene {
namespace {

/// As bones.glsl unpacks it: a whole number that a float holds exactly.
float packed(const models::Hold& hold) {
    static_assert(models::kBonesMax == 32);
    return static_cast<float>(hold.bone + 32 * hold.other + 1024 * static_cast<int>(hold.share * 1023 + 0.5F));
}

LevelMesh mesh_of(const models::Model& model, std::string graph) {
    LevelMesh mesh;
    mesh.graph = std::move(graph);
    mesh.has_bones = !model.skeleton.empty();
    mesh.indices.assign(model.indices.begin(), model.indices.end());
    for (std::size_t i = 0; i < model.positions.size(); ++i) {
        mesh.vertices.push_back(
            {model.positions[i],
             model.normals[i],
             {model.paints[i].reach, static_cast<float>(model.paints[i].zone), 1 / model.scale, packed(model.paints[i].hold)}});
    }
    return mesh;
}

std::uint32_t number_of(Cast& cast, const models::Model& model, const std::string& graph) {
    const auto [found, is_new] = cast.creatures.try_emplace({&model, graph}, static_cast<std::uint32_t>(cast.level_meshes.meshes.size()));
    if (is_new) {
        cast.level_meshes.meshes.push_back(mesh_of(model, graph));
        cast.skeletons.push_back(model.skeleton);
    }
    return found->second;
}

Cast::Ridges make_ridges(std::size_t number, LevelMeshes& to) {
    const Backdrop& backdrop = kBackdropTable[number];
    Cast::Ridges ridges{.backdrop = number};
    for (std::size_t i = 0; i < ridges.meshes.size(); ++i) {
        ridges.meshes[i] = static_cast<std::uint32_t>(to.meshes.size());
        const auto seed = static_cast<std::uint32_t>(i) + 5;
        const bool farthest = i + 1 == ridges.meshes.size();
        const float height = 4.0F + 2.0F * static_cast<float>(i);
        to.meshes.push_back(backdrop.far == Far::columns ? hollow_mesh(seed, farthest)
                                                         : ridge_mesh(seed, height, backdrop.ridge));
    }
    return ridges;
}

}  // namespace

std::uint32_t number_of(Cast& cast, models::Catalog& catalog, const models::Wanted& wanted) {
    return number_of(cast, catalog.model_for(wanted), std::string(catalog.looks().choose(wanted).skin));
}

Cast make_cast(const Level& level, models::Catalog& catalog) {
    Cast cast;
    const models::LookBook& looks = catalog.looks();
    cast.ship = number_of(cast, catalog.ship(), looks.ship().skin.empty() ? std::string(models::kPlainSkin) : looks.ship().skin);
    cast.parts.resize(level.parts.size());
    for (const KindDef& kind : level.kinds) {
        bool is_reported = false;
        for (std::size_t i = 0; i < kind.parts.count; ++i) {
            const models::Wanted wanted = client::wanted_part(level, kind, i);
            cast.parts[kind.parts.first + i] = number_of(cast, catalog, wanted);
            const models::LookBook::Choice choice = looks.choose(wanted);
            if (choice.is_placeholder && !is_reported) {
                cast.without_look.push_back("kind '" + std::string(wanted.kind) + "' has no look and is drawn as '" +
                                            choice.shape->name + "'; add look { kind = \"" + std::string(wanted.kind) +
                                            "\", ... } to a file in the folder of looks");
                is_reported = true;
            }
        }
    }
    for (const MissileDef& missile : level.missiles) {
        cast.missiles.push_back(number_of(cast, catalog, client::wanted_missile(level, missile)));
    }
    for (std::size_t tile = 0; tile < level.tiles.size(); ++tile) {
        cast.tiles.push_back(static_cast<std::uint32_t>(cast.level_meshes.meshes.size()));
        cast.level_meshes.meshes.push_back(tile_mesh(level, tile));
        auto& moving = cast.moving_walls.emplace_back();
        for (const WallProfile& profile : level.moving_walls[tile]) {
            moving.push_back(static_cast<std::uint32_t>(cast.level_meshes.meshes.size()));
            cast.level_meshes.meshes.push_back(moving_wall_mesh(level, tile, level.walls[profile.wall]));
        }
    }
    const std::size_t home = backdrop_number(level.backdrop.view());
    cast.far.push_back(make_ridges(home, cast.level_meshes));
    cast.ridges = cast.far.front().meshes;
    for (std::size_t tile = 0; tile < level.tiles.size(); ++tile) {
        const std::size_t backdrop = backdrop_of_tile(level, tile);
        const bool is_known = std::ranges::any_of(cast.far, [&](const Cast::Ridges& far) { return far.backdrop == backdrop; });
        if (!is_known) cast.far.push_back(make_ridges(backdrop, cast.level_meshes));
    }
    if (kBackdropTable[home].far == Far::columns) {
        cast.mound = static_cast<std::uint32_t>(cast.level_meshes.meshes.size());
        cast.level_meshes.meshes.push_back(mound_mesh(9));
    }
    cast.skeletons.resize(cast.level_meshes.meshes.size());  // creatures come first, and nothing else has bones
    return cast;
}

}  // namespace albireo::scene
