// Goal: each backdrop has the colours of its own place: far ridges and air are red in the canyon and grey-green over the
// sea, never the other way round.
#include <doctest/doctest.h>

#include <memory>
#include <string>

#include "client/scene/backdrop.hpp"
#include "client/scene/stage.hpp"
#include "sim/script/compile.hpp"
#include "sim/step.hpp"
#include "tests/client/render/gl_fixture.hpp"

using namespace albireo;

namespace {

constexpr int kWidth = 320, kHeight = 180;

/// A level without ships, as its stage shows it.
struct Scene {
    Level level;
    models::Catalog catalog;
    scene::Cast cast = scene::make_cast(level, catalog);
    std::unique_ptr<World> world = std::make_unique<World>();
    std::unique_ptr<scene::View> view = std::make_unique<scene::View>();

    explicit Scene(const char* name) : level(std::move(script::compile_builtin_level(name, Difficulty::standard).level)) {
        init(*world, level, {.players = 0});
    }
    void look() {
        scene::Stage stage(level, cast, {});
        stage.look({.before = *world, .now = *world, .predicted = {}}, *view);
        view->fade = 0;
        view->hud.shown = false;
    }
    gpu::Image draw() {
        render::Renderer renderer(test_device(), test_library(), cast.level_meshes,
                                  {.width = kWidth, .height = kHeight, .samples = 1, .occlusion_divisor = 2, .particles_max = 1024});
        renderer.render(*view);
        gpu::Image image;
        renderer.read(image);
        return image;
    }
};

/// Red less green, the mean over the band where far ridges stand. `graph`: of the ridges, instead of their own.
float redness(const char* name, const std::string& graph = "", const scene::Sky* sky = nullptr) {
    Scene scene(name);
    for (const std::uint32_t ridge : scene.cast.ridges) {
        if (!graph.empty()) scene.cast.level_meshes.meshes[ridge].graph = graph;
    }
    scene.look();
    if (sky != nullptr) scene.view->sky = *sky;
    const gpu::Image image = scene.draw();
    float sum = 0;
    int count = 0;
    for (int y = kHeight * 57 / 100; y < kHeight * 66 / 100; ++y) {
        for (int x = 0; x < kWidth; ++x, ++count) {
            const std::uint8_t* p = image.at(x, y);
            sum += static_cast<float>(p[0] - p[1]);
        }
    }
    return sum / static_cast<float>(count);
}

}  // namespace

// Shelf Sea had the canyon's red mesas and red air on its horizon.
TEST_CASE("far ridges and air: red in the canyon, grey-green over the sea") {
    CHECK(redness("the_cut") > 15);
    const scene::Sky canyon, sea{.haze = scene::kBackdropTable[scene::backdrop_number("sea")].haze};  // the sea's own, without the dusk of a section
    CHECK(redness("shelf_sea", "", &sea) < 0);
    CHECK(redness("shelf_sea", "ridge", &canyon) > 15);
}

TEST_CASE("it rains in the squall, behind the play, and the air of the night is dark") {
    Scene scene("shelf_sea");
    const auto sky_at = [&](const char* section) {
        for (const CueDef& cue : scene.level.cues) {
            if (cue.kind == CueKind::section && scene.level.name(static_cast<std::uint16_t>(cue.a)) == section) scene.world->flow.timeline = cue.tick + 300;
        }
        scene.look();
        return scene.view->sky;
    };
    CHECK(sky_at("Swell").rain == 0);
    const float dusk = scene.view->sky.haze.y;
    CHECK(sky_at("Night").rain == 0);
    CHECK(scene.view->sky.haze.y < 0.5F * dusk);
    CHECK(sky_at("Squall").rain == 1);
    const gpu::Image wet = scene.draw();
    scene.view->sky.rain = 0;
    const gpu::Image dry = scene.draw();
    int lit = 0;
    for (std::size_t i = 0; i < wet.pixels.size(); i += 4) lit += wet.pixels[i + 1] > dry.pixels[i + 1] + 6 ? 1 : 0;
    CHECK(lit > kWidth * kHeight / 50);
}

// Endless and Boss Rush looked like the canyon everywhere: under water, and inside the Hive.
TEST_CASE("cards of the sea and the Hive have the rock, the far ridges and the air of their own place") {
    for (const char* name : {"endless", "boss_rush"}) {
        CAPTURE(name);
        Scene scene(name);
        const auto draw_at = [&](std::string_view prefix) {
            std::size_t tile = 1;
            while (!scene.level.name(scene.level.tiles[tile].model).starts_with(prefix)) ++tile;
            for (std::size_t i = 0; i < scene.world->scroll.count; ++i) scene.world->scroll.row[i].tile = static_cast<std::uint16_t>(tile);
            scene.world->scroll.camera = {};
            scene.look();
            return scene.draw();
        };
        const auto red = [&](const gpu::Image& image) {
            float sum = 0;
            for (std::size_t i = 0; i < image.pixels.size(); i += 4) sum += static_cast<float>(image.pixels[i] - image.pixels[i + 1]);
            return sum / (kWidth * kHeight);
        };
        const bool rush = std::string_view(name) == "boss_rush";
        const float canyon = red(draw_at(rush ? "rush_warden" : "cut_open"));
        const scene::Vec3 canyon_air = scene.view->sky.haze;
        CHECK(red(draw_at(rush ? "rush_morays" : "sea_kelp")) < canyon - 8);
        CHECK(scene.view->sky.haze.x < canyon_air.x);
        draw_at(rush ? "rush_chamber" : "hive_mouth");
        bool columns = false;
        for (const scene::MeshInstance& instance : scene.view->instances.all()) {
            columns = columns || scene.cast.level_meshes.meshes[instance.model].graph == "hollow";
        }
        CHECK(columns);
    }
}
