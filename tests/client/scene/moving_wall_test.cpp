// Goal: rock is drawn where the core has it, in every tick of a move, and is interpolated between two ticks.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "client/predict/units.hpp"
#include "sim/base/random.hpp"
#include "sim/game/wall.hpp"
#include "tests/client/scene/stage_set.hpp"

using namespace albireo;

namespace {

/// The small level: the ceiling breathes, a block flies through the middle, and a door waits for flag 2.
Level moving_level() {
    Level level = small_level();
    const auto first = static_cast<std::uint16_t>(level.points.size());
    for (const Vec2 point : {Vec2{9_u, -2_u}, {12_u, -1_u}, {11_u, 2_u}, {9_u, 1_u}}) level.points.push_back(point);
    for (const Vec2 point : {Vec2{2_u, 14_u}, {2_u, 20_u}, {5_u, 20_u}, {5_u, 15_u}}) level.points.push_back(point);
    level.wall_keys = {{.t = 0}, {.t = 30, .by = {0_u, -2_u}},                                          // breathes
                       {.t = 0}, {.t = 40, .by = {-6_u, 1_u}}, {.t = 70, .by = {-9_u, -3_u}},           // flies
                       {.t = 0}, {.t = 20, .by = {1_u, -9_u}}};                                         // shuts
    level.walls[1].keys = {0, 2};
    level.walls[1].period = 75;
    level.walls.push_back({.points = {first, 4}, .keys = {2, 3}, .period = 110, .even = 1});
    level.walls.push_back({.points = {static_cast<std::uint16_t>(first + 4), 4}, .keys = {5, 2}, .flag = 2});
    level.tiles[0].walls = level.tiles[1].walls = {0, 4};
    level.cues.insert(level.cues.begin(), {.tick = 0, .kind = CueKind::raise, .a = 2});
    REQUIRE(check_level(level) == "");
    derive(level);
    return level;
}

/// Whether a drawn face of rock, seen from straight ahead, covers the point.
bool is_drawn(const Set& set, math::Vec2 at) {
    const auto is_rock_model = [&](std::uint32_t model) {
        bool found = std::ranges::find(set.cast.tiles, model) != set.cast.tiles.end();
        for (const auto& walls : set.cast.moving_walls) found = found || std::ranges::find(walls, model) != walls.end();
        return found;
    };
    for (const scene::MeshInstance& thing : set.view->instances.all()) {
        if (!is_rock_model(thing.model)) continue;
        const scene::LevelMesh& mesh = set.cast.level_meshes.meshes[thing.model];
        const math::Vec2 p = at - math::Vec2{thing.data.rows[3], thing.data.rows[7]};
        for (std::size_t i = 0; i < mesh.indices.size(); i += 3) {
            std::array<math::Vec2, 3> corner;
            bool is_face = true;  // all else reaches into the depth
            for (std::size_t k = 0; k < 3; ++k) {
                const math::Vec3 v = mesh.vertices[mesh.indices[i + k]].at;
                corner[k] = {v.x, v.y};
                is_face = is_face && v.z > -1e-3F;
            }
            const auto side = [&](std::size_t a, std::size_t b) {
                return math::cross(corner[b] - corner[a], p - corner[a]) >= 0;
            };
            is_face = is_face && std::abs(math::cross(corner[1] - corner[0], corner[2] - corner[0])) > 1e-6F;
            if (is_face && side(0, 1) == side(1, 2) && side(1, 2) == side(2, 0)) return true;
        }
    }
    return false;
}

}  // namespace

TEST_CASE("a point is drawn as rock exactly where the core has rock, while walls move") {
    Set set(moving_level());
    Random random = Random::seed(5, 6);
    int rock = 0, air = 0;
    for (int round = 0; round < 12; ++round) {
        set.run(17);
        set.stage.look({.before = *set.before, .now = *set.now, .alpha = 1, .predicted = {}}, *set.view);
        const Scroll& scroll = set.now->scroll;
        for (int i = 0; i < 120; ++i) {
            const Vec2 at = {Fixed{random.between(-15 << 16, 15 << 16)}, Fixed{random.between(-9 << 16, 9 << 16)}};
            const bool is_solid = is_rock(scroll, set.level, at);
            bool is_edge = false;  // too near to an outline for floats
            for (const Vec2 off : {Vec2{20_mu, 0_u}, {-20_mu, 0_u}, {0_u, 20_mu}, {0_u, -20_mu}}) {
                is_edge = is_edge || is_rock(scroll, set.level, at + off) != is_solid;
            }
            if (is_edge) continue;
            INFO("tick ", set.now->tick.value, ", at ", client::units(at.x), ", ", client::units(at.y));
            REQUIRE(is_drawn(set, client::in_field(at)) == is_solid);
            (is_solid ? rock : air) += 1;
        }
    }
    CHECK(set.now->scroll.flag_ages[2] > 0);
    CHECK(rock > 200);
    CHECK(air > 600);
}

TEST_CASE("between two ticks a wall is drawn between its places in both") {
    Set set(moving_level());
    const auto places = [&](float alpha) {
        set.stage.look({.before = *set.before, .now = *set.now, .alpha = alpha, .predicted = {}}, *set.view);
        std::vector<math::Vec2> found;
        for (const scene::MeshInstance& thing : set.view->instances.all()) {
            if (std::ranges::find(set.cast.moving_walls[0], thing.model) == set.cast.moving_walls[0].end()) continue;
            found.push_back({thing.data.rows[3], thing.data.rows[7]});
        }
        return found;
    };
    set.run(1);
    int moved = 0;
    for (int t = 0; t < 200; ++t) {
        const auto was = places(1);
        set.run(1);
        const auto from = places(0), middle = places(0.5F), to = places(1);
        REQUIRE(from.size() == 3);
        for (std::size_t i = 0; i < 3; ++i) {
            CHECK(math::length(from[i] - was[i]) < 1e-4F);
            CHECK(math::length(middle[i] - (from[i] + to[i]) * 0.5F) < 1e-4F);
            moved += math::length(to[i] - from[i]) > 0.1F;
        }
    }
    CHECK(moved > 100);
}
