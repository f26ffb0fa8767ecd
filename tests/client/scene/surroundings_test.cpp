// Goal: Endless and Boss Rush look like the places that their tiles come from, and a campaign level looks like itself
// everywhere.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <set>
#include <string>

#include "client/scene/cast.hpp"
#include "client/scene/surroundings.hpp"
#include "sim/script/compile.hpp"
#include "sim/step.hpp"

using namespace albireo;

namespace {

Level level_of(const char* name) { return script::compile_builtin_level(name, Difficulty::standard).level; }

}  // namespace

TEST_CASE("rock of Endless and Boss Rush is made of what its tile's model says. A campaign level is made of its own") {
    models::Catalog catalog;
    const auto graphs = [&](const char* name) {
        const Level level = level_of(name);
        const scene::Cast cast = scene::make_cast(level, catalog);
        std::set<std::string> seen;
        for (std::size_t tile = 0; tile < level.tiles.size(); ++tile) {
            seen.insert(cast.level_meshes.meshes[cast.tiles[tile]].graph);
            for (const std::uint32_t wall : cast.moving_walls[tile]) seen.insert(cast.level_meshes.meshes[wall].graph);
            const std::string model(level.name(level.tiles[tile].model));
            CAPTURE(model);
            if (model.starts_with("hive_")) CHECK(cast.level_meshes.meshes[cast.tiles[tile]].graph == "flesh");
            const std::string shelf = model.starts_with("sea_wreck") ? "hull" : "shelf";
            if (model.starts_with("sea_")) CHECK(cast.level_meshes.meshes[cast.tiles[tile]].graph == shelf);
            if (model.starts_with("cut_")) CHECK(cast.level_meshes.meshes[cast.tiles[tile]].graph == "canyon");
        }
        return seen;
    };
    using Names = std::set<std::string>;
    CHECK(graphs("the_cut") == Names{"canyon"});
    CHECK(graphs("shelf_sea") == Names{"shelf", "hull", "surge"});  // breakers move
    CHECK(graphs("the_hive") == Names{"flesh"});
    CHECK(graphs("endless") == Names{"canyon", "shelf", "surge", "flesh"});
    CHECK(graphs("boss_rush") == Names{"canyon", "shelf", "flesh"});
}

TEST_CASE("air and grade follow the tiles in view, without a jump, and a campaign level keeps its section's grade") {
    for (const char* name : {"the_cut", "endless"}) {
        CAPTURE(std::string(name));
        Level level = level_of(name);
        auto world = std::make_unique<World>();
        init(*world, level, {.players = 0});
        auto events = std::make_unique<Events>();
        scene::Surroundings last = scene::surroundings_of(*world, level, 0);
        float sea = 0, hive = 0, jump = 0;
        for (int tick = 0; tick < 9000; ++tick) {
            world->enemies.count = 0;
            events->clear();
            step(*world, level, {}, *events);
            const scene::Surroundings around = scene::surroundings_of(*world, level, 0);
            CHECK(around.shares[0] + around.shares[1] + around.shares[2] == doctest::Approx(1));
            for (std::size_t i = 0; i < scene::kBackdrops; ++i) jump = std::max(jump, std::abs(around.shares[i] - last.shares[i]));
            sea = std::max(sea, around.shares[1]), hive = std::max(hive, around.shares[2]);
            if (std::string_view(name) == "the_cut") {
                CHECK(around.grade.gain.x == doctest::Approx(scene::grade_of(*world, level, 0).gain.x));
                CHECK(around.black_reach == doctest::Approx(2.6F));
            }
            last = around;
        }
        CHECK(jump < 0.02F);
        MESSAGE(std::string(name) << ": sea " << sea << ", hive " << hive << ", largest step of a share " << jump);
        if (std::string_view(name) == "endless") {
            CHECK(std::max(sea, hive) == doctest::Approx(1));
        } else {
            CHECK(sea + hive == 0);
        }
    }
}
