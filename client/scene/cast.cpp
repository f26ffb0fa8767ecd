#include "client/scene/cast.hpp"

#include <map>

#include "client/predict/bodies.hpp"
#include "client/scene/backdrop.hpp"
#include "client/scene/canyon.hpp"
#include "client/scene/hollow.hpp"
#include "client/scene/ridge.hpp"

namespace albireo::scene {
namespace {

LevelMesh mesh_of(const models::Model& model, std::string graph) {
    LevelMesh mesh;
    mesh.graph = std::move(graph);
    mesh.indices.assign(model.indices.begin(), model.indices.end());
    for (std::size_t i = 0; i < model.positions.size(); ++i) {
        mesh.vertices.push_back(
            {model.positions[i],
             model.normals[i],
             {model.paints[i].reach, static_cast<float>(model.paints[i].zone), 1 / model.scale, 0}});
    }
    return mesh;
}

}  // namespace

Cast make_cast(const Level& level, models::Catalog& catalog) {
    Cast cast;
    std::map<std::pair<const models::Model*, std::string>, std::uint32_t> known;
    const auto number_of = [&](const models::Model& model, const std::string& graph) {
        const auto [found, is_new] =
            known.try_emplace({&model, graph}, static_cast<std::uint32_t>(cast.level_meshes.meshes.size()));
        if (is_new) cast.level_meshes.meshes.push_back(mesh_of(model, graph));
        return found->second;
    };
    const models::LookBook& looks = catalog.looks();
    const auto number_of_wanted = [&](const models::Wanted& wanted) {
        return number_of(catalog.model_for(wanted), std::string(looks.choose(wanted).skin));
    };
    cast.ship = number_of(catalog.ship(), looks.ship().skin.empty() ? std::string(models::kPlainSkin) : looks.ship().skin);
    cast.parts.resize(level.parts.size());
    for (const KindDef& kind : level.kinds) {
        bool is_told = false;
        for (std::size_t i = 0; i < kind.parts.count; ++i) {
            const models::Wanted wanted = client::wanted_part(level, kind, i);
            cast.parts[kind.parts.first + i] = number_of_wanted(wanted);
            const models::LookBook::Choice choice = looks.choose(wanted);
            if (choice.is_placeholder && !is_told) {
                cast.without_look.push_back("kind '" + std::string(wanted.kind) + "' has no look and is drawn as '" +
                                            choice.shape->name + "'; add look { kind = \"" + std::string(wanted.kind) +
                                            "\", ... } to a file in the folder of looks");
                is_told = true;
            }
        }
    }
    for (const MissileDef& missile : level.missiles) {
        cast.missiles.push_back(number_of_wanted(client::wanted_missile(level, missile)));
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
    const Backdrop backdrop = backdrop_of(level.backdrop.view());
    for (std::size_t i = 0; i < cast.ridges.size(); ++i) {
        cast.ridges[i] = static_cast<std::uint32_t>(cast.level_meshes.meshes.size());
        const auto seed = static_cast<std::uint32_t>(i) + 5;
        const bool farthest = i + 1 == cast.ridges.size();
        const float height = 4.0F + 2.0F * static_cast<float>(i);
        cast.level_meshes.meshes.push_back(backdrop.far == Far::columns ? hollow_mesh(seed, farthest)
                                                                        : ridge_mesh(seed, height, backdrop.ridge));
    }
    if (backdrop.far == Far::columns) {
        cast.mound = static_cast<std::uint32_t>(cast.level_meshes.meshes.size());
        cast.level_meshes.meshes.push_back(mound_mesh(9));
    }
    return cast;
}

}  // namespace albireo::scene
