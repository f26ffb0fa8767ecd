// Goal: the number of draws of a frame depends on the kinds of things in it, not on how many there are of each.
#include <doctest/doctest.h>

#include <memory>

#include "client/gpu/null_device.hpp"
#include "client/render/renderer.hpp"
#include "tests/client/render/wall.hpp"

using namespace albireo;

namespace {

/// A renderer without GL that counts draws and dispatches.
struct Counter {
    gpu::NullCounts counts;
    std::unique_ptr<gpu::Device> device = gpu::make_null_device(&counts);
    gpu::ShaderLibrary library{render::embedded_assets()};
    render::Renderer renderer;

    Counter() : renderer(*device, library, level_meshes(), {.width = 64, .height = 36, .particles_max = 1 << 15}) {}

    /// Two meshes with one texture, and one with another.
    static scene::LevelMeshes level_meshes() {
        scene::LevelMeshes level_meshes = wall_meshes();
        level_meshes.meshes.push_back(level_meshes.meshes[0]);
        level_meshes.meshes.push_back(level_meshes.meshes[0]);
        level_meshes.meshes[2].graph = "pod";
        return level_meshes;
    }
    std::uint64_t draws(const scene::View& view) {
        const std::uint64_t before = counts.draws;
        renderer.render(view);
        REQUIRE(counts.left_out == 0);
        return counts.draws - before;
    }
};

void fill(scene::View& view, std::size_t times) {
    for (std::size_t i = 0; i < times; ++i) {
        for (const std::uint32_t model : {0U, 1U, 2U}) view.instances.add({model, {}});
        view.points.add({});
        view.capsules.add({});
        if (view.blacks.size() < 8) view.blacks.add({});
        view.enemy_shots.add({});
        view.player_shots.add({});
        view.ribbons.add({});
        for (int corner = 0; corner < 4; ++corner) view.bolts.add({});
        view.lines.add({});
        view.bursts.add({.at = {}, .count = 3, .speed = {}});
    }
    view.seconds += 0.01F;
}

}  // namespace

TEST_CASE("one draw for each kind of thing, however many there are") {
    Counter counter;
    scene::View view;
    view.hud.shown = false;
    counter.draws(view);  // the first one fills all faces of the reflections
    const std::uint64_t empty = counter.draws(view);
    fill(view, 1);
    const std::uint64_t one_of_each = counter.draws(view);
    view.clear();
    fill(view, 80);
    CHECK(counter.draws(view) == one_of_each);
    // Both shadow maps; one face of the reflections; two textures in two passes; three kinds of lights; shots of both sides; ribbons; lightning's strip, particles, each
    // with their merging; lines.
    CHECK(one_of_each == empty + 2 + 1 + 2 * 2 + 3 + 2 + 1 + 2 + 2 + 1);
    view.bursts.clear();
    const auto fewer_without = [&](auto& roll) {
        const std::uint64_t before = counter.draws(view);
        roll.clear();
        return before - counter.draws(view);
    };
    CHECK(fewer_without(view.points) == 1);
    CHECK(fewer_without(view.capsules) == 1);
    CHECK(fewer_without(view.blacks) == 1);
    CHECK(fewer_without(view.enemy_shots) == 1);
    CHECK(fewer_without(view.player_shots) == 1);
    CHECK(fewer_without(view.ribbons) == 1);
    CHECK(fewer_without(view.bolts) == 2);
    CHECK(fewer_without(view.lines) == 1);
    CHECK(fewer_without(view.instances) == 7);
}

TEST_CASE("the HUD is three draws, whatever it shows: shades, bars and lives, letters") {
    Counter counter;
    scene::View view;
    view.hud.shown = false;
    counter.draws(view);
    const std::uint64_t without = counter.draws(view);
    view.hud.shown = true;
    for (scene::HudPlayer& player : view.hud.players) {
        player.here = true;
        player.name = {'A', 'L', 'B', 'I'};
        player.score = 123456;
    }
    CHECK(counter.draws(view) == without + 3);
}
