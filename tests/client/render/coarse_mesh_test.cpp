// Goal: a picture of low resolution is drawn with a fraction of the triangles, and nobody sees a difference: no point of any mesh of
// the game is far from the coarse surface, and of borders, where another tile joins, no corner is gone.
#include "client/render/coarse_mesh.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <span>
#include <string>
#include <utility>

#include "client/collide/mesh.hpp"
#include "client/collide/query.hpp"
#include "client/models/catalog.hpp"
#include "client/scene/cast.hpp"
#include "sim/script/compile.hpp"

using namespace albireo;

namespace {

/// More than the error, which is a mean over the triangles around a point; measured: 0.095.
constexpr float kFar = 0.12F;

using Place = std::array<float, 3>;

/// The places of the triangles' corners; `alone`: only of edges that belong to one triangle.
std::set<Place> corners(const scene::LevelMesh& mesh, std::span<const std::uint32_t> indices, bool alone) {
    std::map<std::pair<Place, Place>, int> edges;
    const auto place = [&](std::uint32_t i) {
        const auto& at = mesh.vertices[i].at;
        return Place{at.x, at.y, at.z};
    };
    for (std::size_t i = 0; i < indices.size(); i += 3) {
        const std::array<Place, 3> at = {place(indices[i]), place(indices[i + 1]), place(indices[i + 2])};
        if (at[0] == at[1] || at[1] == at[2] || at[2] == at[0]) continue;  // no area
        for (std::size_t corner = 0; corner < 3; ++corner) ++edges[std::minmax(at[corner], at[(corner + 1) % 3])];
    }
    std::set<Place> found;
    for (const auto& [edge, times] : edges) {
        if (alone && times > 1) continue;
        found.insert(edge.first);
        found.insert(edge.second);
    }
    return found;
}

/// Those at a tile's left and right end.
std::set<Place> ends(std::set<Place> places) {
    const auto [first, last] = std::ranges::minmax(places, {}, [](const Place& at) { return at[0]; });
    std::erase_if(places, [&](const Place& at) { return at[0] > first[0] && at[0] < last[0]; });
    return places;
}

/// The share of triangles that are left.
double check_meshes(const char* name) {
    const Level level = script::compile_builtin_level(name, Difficulty::standard).level;
    models::Catalog catalog;
    const scene::Cast cast = scene::make_cast(level, catalog);
    std::size_t fine = 0, rest = 0;
    for (std::size_t m = 0; m < cast.level_meshes.meshes.size(); ++m) {
        const scene::LevelMesh& mesh = cast.level_meshes.meshes[m];
        CAPTURE(m);
        CAPTURE(mesh.graph);
        const std::vector<std::uint32_t> coarse = render::coarse_indices(mesh);
        REQUIRE(coarse.size() % 3 == 0);
        fine += mesh.indices.size();
        rest += coarse.size();
        if (const std::set<Place> borders = corners(mesh, mesh.indices, true); !borders.empty()) {
            CHECK(std::ranges::includes(corners(mesh, coarse, false), ends(borders)));
        }
        std::vector<math::Vec3> places;
        for (const scene::MeshVertex& vertex : mesh.vertices) places.push_back(vertex.at);
        const collide::Mesh surface = collide::Mesh::build(places, coarse);
        const auto is_far = [&](std::uint32_t index) { return !collide::touches(surface, collide::Sphere{places[index], kFar}); };
        CHECK(std::ranges::count_if(mesh.indices, is_far) == 0);
        if (mesh.has_bones) CHECK(coarse.size() < mesh.indices.size() / 4);
    }
    return static_cast<double>(rest) / static_cast<double>(fine);
}

}  // namespace

TEST_CASE("coarse meshes have the shape and the borders of the fine ones, with half of the triangles") {
    for (const char* const level : {"the_cut", "shelf_sea", "the_hive"}) {
        const double share = check_meshes(level);
        CHECK(share < 0.55);
    }
}

TEST_CASE("a mesh without triangles stays one") {
    CHECK(render::coarse_indices({}).empty());
}
