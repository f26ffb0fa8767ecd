#pragma once
/// The meshes of a level and what they are made of: everything that does not change while it is played. Made while a
/// level loads; the renderer copies it to the GPU once.
#include <cstdint>
#include <string>
#include <vector>

#include "client/scene/view.hpp"

namespace albireo::scene {

struct LevelMesh {
    std::vector<MeshVertex> vertices;
    std::vector<std::uint32_t> indices;
    std::string graph;     // of its texture: "canyon" for textures/graphs/canyon.graph
    bool is_rock = false;  // what extra means: rock's tile coordinates, or a creature's reach and zone
};

struct LevelMeshes {
    std::vector<LevelMesh> meshes;  // Thing's models
};

}  // namespace albireo::scene
