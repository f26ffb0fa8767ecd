#pragma once
/// A wall that fills the picture and faces the camera.
#include <utility>

#include "client/render/frame_block.hpp"
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

/// A small picture in which a test sees one effect alone: what spreads light or colour over others is off.
inline render::Options bare_options(int width, int height) {
    render::Options options;
    options.width = width;
    options.height = height;
    options.samples = 1;
    options.occlusion_samples = 0;
    options.shadow_texels = 0;
    options.reflection_texels = 0;
    options.focus = false;
    options.bloom = 0;
    options.particles_max = 64;
    return options;
}

}  // namespace albireo
