// Goal: the rock of every shipped level has no seam: wherever two tiles can be neighbours, in a loop as well, their
// meshes meet.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "client/predict/units.hpp"
#include "client/scene/canyon.hpp"
#include "client/scene/hollow.hpp"
#include "client/scene/ridge.hpp"
#include "sim/script/compile.hpp"

using namespace albireo;
using scene::MeshVertex;

namespace {

constexpr float kSight = 12;  // from the camera's line: slightly more than is ever visible
constexpr float kNear = 1e-3F;

/// A tile's vertices at a joint with a neighbour, relative to the joint.
std::vector<MeshVertex> seam_of(const scene::LevelMesh& mesh, Vec2 joint) {
    const math::Vec2 at = client::in_field(joint);
    std::vector<MeshVertex> seam;
    for (MeshVertex v : mesh.vertices) {
        v.at = v.at - math::Vec3{at.x, at.y, 0};
        if (std::abs(v.at.x) < kNear && std::abs(v.at.y) < kSight) seam.push_back(v);
    }
    return seam;
}

bool is_alike(const MeshVertex& a, const MeshVertex& b) {
    return math::length(a.at - b.at) < kNear && math::length(a.normal - b.normal) < 0.02F &&
           std::abs(a.extra[1] - b.extra[1]) < kNear && std::abs(a.extra[3] - b.extra[3]) < kNear;
}

/// Counts the vertices of one side without a match on the other.
std::size_t unmatched(const std::vector<MeshVertex>& here, const std::vector<MeshVertex>& there) {
    return static_cast<std::size_t>(std::ranges::count_if(here, [&](const MeshVertex& v) {
        return std::ranges::none_of(there, [&](const MeshVertex& other) { return is_alike(v, other); });
    }));
}

}  // namespace

TEST_CASE("tiles of every shipped level meet in position, slope and texture wherever they can be neighbours") {
    std::size_t levels = 0;
    for (const script::BuiltinScript& source : script::builtin_scripts()) {
        if (!source.is_level) continue;
        ++levels;
        const Level level = script::compile_builtin_level(source.name, Difficulty::standard).level;
        std::vector<scene::LevelMesh> meshes;
        for (std::size_t tile = 0; tile < level.tiles.size(); ++tile) meshes.push_back(scene::tile_mesh(level, tile));
        std::size_t edges = 0;
        const auto meet = [&](std::size_t first, std::size_t second) {
            const auto end = seam_of(meshes[first], level.tiles[first].exit);
            const auto begin = seam_of(meshes[second], level.tiles[second].enter);
            const std::string where =
                std::string(source.name) + ": tile " + std::to_string(first) + " to tile " + std::to_string(second);
            CHECK_MESSAGE(unmatched(end, begin) == 0, where);
            CHECK_MESSAGE(unmatched(begin, end) == 0, where);
            // The edge of the walls themselves, at which shots stop.
            edges += static_cast<std::size_t>(std::ranges::count_if(
                end, [](const MeshVertex& v) { return std::abs(v.at.z) < kNear && std::abs(v.extra[3]) < kNear; }));
        };
        for (std::size_t i = 0; i + 1 < level.tiles.size(); ++i) meet(i, i + 1);
        for (const LoopDef& loop : level.loops) meet(loop.tiles.first + loop.tiles.count - 1U, loop.tiles.first);
        CHECK(edges >= level.tiles.size());
    }
    CHECK(levels >= 2);
}

TEST_CASE("the layers far inside the Hive repeat without a seam, and the farthest has no hole") {
    for (const bool closed : {false, true}) {
        const scene::LevelMesh layer = scene::hollow_mesh(7, closed);
        float left = 0, right = 0;
        for (const MeshVertex& vertex : layer.vertices) {
            left = std::min(left, vertex.at.x);
            right = std::max(right, vertex.at.x);
        }
        CHECK(right - left <= scene::kRidgeLength + 0.01F);
        if (!closed) continue;
        std::vector<MeshVertex> first, last;
        for (const MeshVertex& vertex : layer.vertices) {
            if (vertex.at.x == left) first.push_back(vertex);
            if (vertex.at.x == right) last.push_back(vertex);
        }
        CHECK(right - left == doctest::Approx(scene::kRidgeLength));
        REQUIRE(first.size() == last.size());
        for (std::size_t i = 0; i < first.size(); ++i) {
            CHECK(std::abs(first[i].at.y - last[i].at.y) < kNear);
            CHECK(std::abs(first[i].at.z - last[i].at.z) < kNear);
            CHECK(math::dot(first[i].normal, last[i].normal) > 0.999F);
        }
    }
}
