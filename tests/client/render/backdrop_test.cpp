// Goal: each backdrop has the colours of its own place: far ridges and air are red in the canyon and grey-green over the
// sea, never the other way round.
#include <doctest/doctest.h>

#include <memory>

#include "client/scene/stage.hpp"
#include "sim/script/compile.hpp"
#include "sim/step.hpp"
#include "tests/client/render/gl_fixture.hpp"

using namespace albireo;

namespace {

constexpr int kWidth = 320, kHeight = 180;

/// Red less green, the mean over the band where far ridges stand. `graph`: of the ridges, instead of their own.
float redness(const char* name, const std::string& graph = "", const scene::Sky* sky = nullptr) {
    const Level level = std::move(script::compile_builtin_level(name, Difficulty::standard).level);
    models::Catalog catalog;
    scene::Cast cast = scene::make_cast(level, catalog);
    for (const std::uint32_t ridge : cast.ridges) {
        if (!graph.empty()) cast.level_meshes.meshes[ridge].graph = graph;
    }
    render::Renderer renderer(test_device(), test_library(), cast.level_meshes,
                              {.width = kWidth, .height = kHeight, .samples = 1, .occlusion_divisor = 2, .particles_max = 1024});
    const auto world = std::make_unique<World>();
    init(*world, level, {.players = 0});
    scene::Stage stage(level, cast, {});
    const auto view = std::make_unique<scene::View>();
    stage.look({.before = *world, .now = *world, .predicted = {}}, *view);
    view->fade = 0;
    view->hud.shown = false;
    if (sky != nullptr) view->sky = *sky;
    renderer.render(*view);
    gpu::Image image;
    renderer.read(image);
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
    CHECK(redness("shelf_sea") < 0);
    const scene::Sky canyon;
    CHECK(redness("shelf_sea", "ridge", &canyon) > 15);
}
