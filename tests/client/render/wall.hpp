#pragma once
/// A wall that fills the picture and faces the camera.
#include <utility>

#include "client/scene/level_meshes.hpp"

namespace albireo {

inline scene::LevelMeshes wall_meshes() {
    scene::LevelMesh mesh;
    mesh.graph = "ship";  // flat where it has no plates: zone 2 below
    for (const auto& [x, y] : {std::pair{-40.0F, -30.0F}, {40.0F, -30.0F}, {40.0F, 30.0F}, {-40.0F, 30.0F}}) {
        mesh.vertices.push_back({{x, y, 0}, {0, 0, 1}, {0, 2, 1, 0}});
    }
    mesh.indices = {0, 1, 2, 0, 2, 3};
    scene::LevelMeshes level_meshes;
    level_meshes.meshes.push_back(mesh);
    return level_meshes;
}

inline scene::InstanceData wall_at(float z) {
    scene::InstanceData thing;
    thing.rows[11] = z;
    return thing;
}

}  // namespace albireo
