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
    bool has_bones = false;  // its vertices say which bones hold them, and its instances may have a pose
    bool is_rock = false;  // MeshVertex::extra has rock's tile coordinates; otherwise a creature's reach and zone
};

struct LevelMeshes {
    std::vector<LevelMesh> meshes;  // by MeshInstance::model
};

}  // namespace albireo::scene
