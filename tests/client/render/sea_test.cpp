// Goal: the small waves of the sea are visible, and off when they are switched off; their picture is that of their own clock, which a
// pause stops; rings and their foam are visible; what is behind the plane of play wavers under water, and what collides stays exactly where it is.
#include <doctest/doctest.h>

#include <cmath>
#include <memory>

#include "client/render/quality.hpp"
#include "client/scene/stage.hpp"
#include "sim/script/compile.hpp"
#include "sim/step.hpp"
#include "tests/client/render/gl_fixture.hpp"
#include "tests/client/render/wall.hpp"

using namespace albireo;
using render::Options;

namespace {

constexpr int kWidth = 320, kHeight = 180, kPixels = kWidth / 32;  // of a unit at z = 0

/// A level sea at y = −3, a wall far behind it, and a square of two units.
struct Water {
    std::unique_ptr<scene::View> view = std::make_unique<scene::View>();

    Water() {
        view->hud.shown = false;
        for (std::size_t i = 0; i < scene::kSeaPoints; ++i) view->sea.add({-17 + 34 * static_cast<float>(i) / (scene::kSeaPoints - 1), -3});
    }
    void hang(math::Vec3 square) {
        view->instances.clear();
        scene::InstanceData hung = wall_at(square.z);
        hung.rows[3] = square.x;
        hung.rows[7] = square.y;
        hung.tint = {4, 4, 4};
        view->instances.add({0, hung});
    }
    static Options options() { return bare_options(kWidth, kHeight); }
    gpu::Image draw(const Options& options) const {
        scene::LevelMeshes meshes = wall_meshes();
        for (scene::MeshVertex& v : meshes.meshes[0].vertices) v.at = {v.at.x / 40, v.at.y / 30, 0};
        render::Renderer renderer(test_device(), test_library(), meshes, options);
        renderer.render(*view);
        gpu::Image image;
        renderer.read(image);
        return image;
    }
};

/// The share of pixels between these heights, in units, whose colours differ by more than `visible` of 255.
double off(const gpu::Image& a, const gpu::Image& b, float low, float high, int visible = 3) {
    int count = 0, all = 0;
    for (int y = static_cast<int>((9 - high) * kPixels); y < static_cast<int>((9 - low) * kPixels); ++y) {
        for (int x = 0; x < kWidth; ++x, ++all) {
            int most = 0;
            for (int c = 0; c < 3; ++c) most = std::max(most, std::abs(a.at(x, y)[c] - b.at(x, y)[c]));
            count += most > visible;
        }
    }
    return static_cast<double>(count) / all;
}

/// The pixels that are brighter than water is.
std::vector<bool> bright(const gpu::Image& image, float low, float high) {
    std::vector<bool> mask;
    for (int y = static_cast<int>((9 - high) * kPixels); y < static_cast<int>((9 - low) * kPixels); ++y) {
        for (int x = 0; x < kWidth; ++x) mask.push_back(image.at(x, y)[0] > 70);
    }
    return mask;
}

constexpr float kEdge = -3, kHorizon = -3 / (1 + 44 / render::kEyeDistance);  // of the surface in the picture

}  // namespace

TEST_CASE("small waves are visible on the surface in every tier, and switched off it is smooth") {
    Water water;
    water.view->sea_seconds = 5;
    for (const render::Tier tier : {render::Tier::low, render::Tier::medium, render::Tier::high}) {
        CAPTURE(static_cast<int>(tier));
        Options options = render::options_of(render::quality_of(tier), kWidth, kHeight);
        options.scale = 1;
        options.particles_max = 64;
        const gpu::Image waves = water.draw(options);
        CHECK(off(waves, water.draw(options), -9, 9) == 0);
        options.ripple_side = 0;
        const gpu::Image smooth = water.draw(options);
        CHECK(off(waves, smooth, kEdge + 0.2F, kHorizon - 0.1F) > 0.3);
        CHECK(off(waves, smooth, 0, 9) == 0);
    }
}

TEST_CASE("the waves move with their own clock alone, and the line that counts never moves") {
    Water water;
    water.view->sea_seconds = 5;
    const gpu::Image first = water.draw(Water::options());
    water.view->seconds += 3;  // in a pause
    CHECK(off(first, water.draw(Water::options()), -9, -1.4F) == 0);
    water.view->sea_seconds = 5.5F;
    const gpu::Image later = water.draw(Water::options());
    CHECK(off(first, later, kEdge + 0.2F, kHorizon - 0.1F) > 0.3);
    CHECK(off(first, later, kEdge - 0.1F, kEdge - 0.05F, 40) == 0);
    water.view->sea_seconds = 5;
    CHECK(off(first, water.draw(Water::options()), -9, -1.4F) == 0);
}

TEST_CASE("the clock of the waves stops in a paused world, and comes back with a seek") {
    const Level level = std::move(script::compile_builtin_level("shelf_sea", Difficulty::standard).level);
    models::Catalog catalog;
    const scene::Cast cast = scene::make_cast(level, catalog);
    scene::Stage stage(level, cast, {});
    const auto before = std::make_unique<World>(), now = std::make_unique<World>();
    const auto view = std::make_unique<scene::View>();
    const auto seconds = [&](std::uint32_t tick, std::uint32_t clock, bool paused, float alpha) {
        init(*now, level, {.players = 0});
        now->tick = Tick{tick};
        now->clock = Tick{clock};
        *before = *now;
        before->tick = Tick{tick - 1};
        if (!paused) before->clock = Tick{clock - 1};
        stage.look({.before = *before, .now = *now, .alpha = alpha, .predicted = {}}, *view);
        CHECK(view->sea.size() == scene::kSeaPoints);
        return view->sea_seconds;
    };
    const float there = seconds(600, 600, false, 0.5F), end = seconds(600, 600, false, 1);
    CHECK(there == doctest::Approx(599.5F / 60));
    CHECK(end == doctest::Approx(10));
    CHECK(seconds(640, 600, true, 0.25F) == end);
    CHECK(seconds(900, 700, false, 0.5F) > end);
    CHECK(seconds(600, 600, false, 0.5F) == there);
}

TEST_CASE("rings and foam are visible where the sea is stirred, and nowhere else") {
    Water water;
    const gpu::Image calm = water.draw(Water::options());
    scene::Wake wake;
    wake.begin(0);
    wake.push({8, 0}, 0.8F, -1);
    wake.tick();
    for (int i = 0; i < 12; ++i) {
        wake.begin(0);
        wake.tick();
    }
    wake.copy_to(water.view->wake.extend(scene::kWakeMap), 1);
    water.view->wake_left = wake.left(0);
    const gpu::Image stirred = water.draw(Water::options());
    const auto off_around = [&](float middle) {
        int count = 0;
        for (int y = static_cast<int>((9 - kHorizon) * kPixels); y < static_cast<int>((9.5F - kEdge) * kPixels); ++y) {
            for (int x = static_cast<int>((middle + 15) * kPixels); x < static_cast<int>((middle + 17) * kPixels); ++x) {
                count += std::abs(calm.at(x, y)[1] - stirred.at(x, y)[1]) > 12;
            }
        }
        return count;
    };
    CHECK(off_around(8) > 20);
    CHECK(off_around(-8) == 0);
    // The line itself is the core's.
    CHECK(off(calm, stirred, kEdge - 0.1F, kEdge - 0.05F, 40) == 0);
}

TEST_CASE("under water, scenery wavers, but nothing that collides") {
    Water water;
    for (const bool is_scenery : {true, false}) {
        CAPTURE(is_scenery);
        water.hang({0, -6, is_scenery ? -3.0F : 0.0F});
        const auto mask_at = [&](float seconds) {
            water.view->sea_seconds = seconds;
            const gpu::Image image = water.draw(Water::options());
            return bright(image, -8.5F, -3.6F);
        };
        const std::vector<bool> first = mask_at(5), later = mask_at(6);
        CHECK(std::ranges::count(first, true) > 50);
        CHECK((first != later) == is_scenery);
    }
}
