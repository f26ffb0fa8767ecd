// Goal: any bytes given to Mesh::load() end in a fault or in a mesh on which every query ends, and which saves as the same bytes.
// A checksum guards the file against damage, not against forgery. So the mutator makes it fit again.
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <span>
#include <vector>

#include "client/collide/mesh.hpp"
#include "client/collide/query.hpp"

using namespace albireo::collide;

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t max);

namespace {

constexpr std::size_t kHeaderSize = 48, kChecksumAt = 8;

/// As mesh_bytes.cpp computes it, over all bytes with those of the checksum as zero.
std::uint64_t checksum(std::vector<std::uint8_t> bytes) {
    std::memset(bytes.data() + kChecksumAt, 0, 8);
    std::uint64_t h = 0xcbf29ce484222325;
    for (std::size_t at = 0; at < bytes.size(); at += 8) {
        std::uint64_t word = 0;
        std::memcpy(&word, bytes.data() + at, std::min<std::size_t>(8, bytes.size() - at));
        h = (h ^ word) * 0x100000001b3;
        h ^= h >> 29;
    }
    return h;
}

/// A small mesh with a grid, as bytes: where the search begins.
std::vector<std::uint8_t> some_mesh() {
    std::vector<Vec3> vertices;
    std::vector<std::uint32_t> indices;
    for (std::uint32_t i = 0; i < 12; ++i) {
        const float turn = static_cast<float>(i) * 0.5236F;
        vertices.push_back({std::cos(turn), std::sin(turn), (i % 2) != 0 ? 0.5F : -0.5F});
        for (const std::uint32_t corner : {i, (i + 1) % 12, (i + 5) % 12}) indices.push_back(corner);
    }
    const auto bytes = Mesh::build(vertices, indices, {.grid_cells = 8, .grid_margin = 0.2F}).save();
    const auto* const first = reinterpret_cast<const std::uint8_t*>(bytes.data());
    return {first, first + bytes.size()};
}

}  // namespace

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t max, unsigned seed) {
    if (size < kHeaderSize || seed % 64 == 0) {
        static const std::vector<std::uint8_t> kBegin = some_mesh();
        size = std::min(kBegin.size(), max);
        std::memcpy(data, kBegin.data(), size);
    }
    size = LLVMFuzzerMutate(data, size, max);
    if (size >= kHeaderSize) {
        const std::uint64_t sum = checksum({data, data + size});
        std::memcpy(data + kChecksumAt, &sum, sizeof sum);
    }
    return size;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto bytes = std::as_bytes(std::span(data, size));
    Mesh mesh;
    if (Mesh::load(bytes, mesh) != MeshFault::none) {
        if (mesh.triangle_count() != 0) std::abort();  // a refused file changes nothing
        return 0;
    }
    Mesh again;
    if (Mesh::load(mesh.save(), again) != MeshFault::none) std::abort();
    if (again.triangle_count() != mesh.triangle_count()) std::abort();
    for (int i = 0; i < 8; ++i) {
        const float at = static_cast<float>(i) * 0.4F - 1.4F;
        const Sphere sphere{{at, -at, 0.3F * at}, 0.2F};
        touches(mesh, sphere);
        touches(mesh, Segment{{at, 2, at}, {-at, -2, 0}});
        touches(mesh, Capsule{{at, 0, 0}, {0, at, 0}, 0.1F});
        first_hit(mesh, Segment{{at, 2, at}, {-at, -2, 0}});
        first_hit(mesh, sphere, Vec3{-at, at, 1});
        nearest(mesh, sphere.center);
    }
    return 0;
}
