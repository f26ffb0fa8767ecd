// Goal: shock rings and hot air bend what lies behind the plane of play, only where they are, and never what collides; a player who wants no
// shake, and the low tier, have none.
#include <doctest/doctest.h>

#include <cmath>
#include <memory>

#include "client/render/quality.hpp"
#include "tests/client/render/gl_fixture.hpp"
#include "tests/client/render/wall.hpp"

using namespace albireo;
using render::Options;

namespace {

constexpr int kWidth = 320, kHeight = 180, kPixels = kWidth / 32;  // of a unit at z = 0

/// Bars far behind the plane of play, and before them a square of two units.
struct Scene {
    std::unique_ptr<scene::View> view = std::make_unique<scene::View>();

    Scene() {
        view->hud.shown = false;
        view->seconds = 3;
        for (int i = -12; i <= 12; ++i) add({static_cast<float>(i) * 2, 0, -9}, {0.5F, 16, 1});
        add({0, 0, 0}, {1, 1, 1});
    }
    void add(math::Vec3 at, math::Vec3 size) {
        scene::InstanceData hung = wall_at(at.z);
        hung.rows[0] = size.x;
        hung.rows[5] = size.y;
        hung.rows[3] = at.x;
        hung.rows[7] = at.y;
        hung.tint = {4, 4, 4};
        view->instances.add({0, hung});
    }
    void ring(float radius = 3, float strength = 0.6F) {
        view->bends.add({.from = {0, 0}, .to = {0, 0}, .radius = radius, .width = 1, .strength = strength});
    }
    void hot_air() { view->bends.add({.from = {-8, -4}, .to = {-8, 0}, .radius = 1.5F, .strength = 0.4F}); }
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

/// How many pixels differ by more than `visible` of 255 within these distances from a place, in units.
int off(const gpu::Image& a, const gpu::Image& b, math::Vec2 middle, float near, float far, int visible = 6) {
    int count = 0;
    for (int y = 0; y < kHeight; ++y) {
        for (int x = 0; x < kWidth; ++x) {
            const math::Vec2 at{(static_cast<float>(x) + 0.5F) / kPixels - 16, 9 - (static_cast<float>(y) + 0.5F) / kPixels};
            const float away = math::length(at - middle);
            if (away < near || away > far) continue;
            int most = 0;
            for (int c = 0; c < 3; ++c) most = std::max(most, std::abs(a.at(x, y)[c] - b.at(x, y)[c]));
            count += most > visible;
        }
    }
    return count;
}

}  // namespace

TEST_CASE("a shock ring bends what is behind it, along itself alone") {
    Scene scene;
    const gpu::Image still = scene.draw(Scene::options());
    scene.ring();
    const gpu::Image bent = scene.draw(Scene::options());
    CHECK(off(still, bent, {}, 2.2F, 3.8F) > 150);
    CHECK(off(still, bent, {}, 0, 1.7F) == 0);
    CHECK(off(still, bent, {}, 4.4F, 99) == 0);
    scene.view->shake = {0.5F, 0.25F};  // it stays at its place of the field
    const gpu::Image moved = scene.draw(Scene::options());
    scene.view->bends.clear();
    const gpu::Image moved_still = scene.draw(Scene::options());
    CHECK(off(moved_still, moved, {-0.5F, -0.25F}, 2.2F, 3.8F) > 150);
    CHECK(off(moved_still, moved, {-0.5F, -0.25F}, 4.4F, 99) == 0);
}

TEST_CASE("hot air wavers with the clock, along its segment alone") {
    Scene scene;
    const gpu::Image still = scene.draw(Scene::options());
    scene.hot_air();
    const gpu::Image hot = scene.draw(Scene::options());
    CHECK(off(still, hot, {-8, -2}, 0, 2.5F) > 60);
    CHECK(off(still, hot, {-8, -2}, 4.1F, 99) == 0);
    CHECK(off(hot, scene.draw(Scene::options()), {}, 0, 99) == 0);
    scene.view->seconds += 0.1F;
    CHECK(off(hot, scene.draw(Scene::options()), {-8, -2}, 0, 2.5F) > 60);
}

TEST_CASE("what collides stays where it is: a ring through it moves neither a body nor a shot") {
    Scene scene;
    for (int i = 0; i < 8; ++i) {
        const float angle = static_cast<float>(i) * 0.785F;
        scene.view->enemy_shots.add({{3 * std::cos(angle), 3 * std::sin(angle)}, {1, 0}, 0.3F, 0, 0xff4030ff, 1});
    }
    const gpu::Image still = scene.draw(Scene::options());
    scene.ring();
    scene.ring(1, 0.6F);  // through the square
    const gpu::Image bent = scene.draw(Scene::options());
    CHECK(off(still, bent, {}, 0, 0.9F, 0) == 0);
    for (int i = 0; i < 8; ++i) {
        CAPTURE(i);
        const float angle = static_cast<float>(i) * 0.785F;
        // The rim of a shot hides what is behind it.
        CHECK(off(still, bent, {3 * std::cos(angle), 3 * std::sin(angle)}, 0.1F, 0.2F, 24) == 0);
    }
    CHECK(off(still, bent, {}, 2.2F, 3.8F) > 100);
}

TEST_CASE("the setting for shake lessens it, and the low tier has none") {
    Scene scene;
    const gpu::Image still = scene.draw(Scene::options());
    scene.ring();
    const int full = off(still, scene.draw(Scene::options()), {}, 0, 99);
    scene.view->visuals.shake = 0.3F;
    const int less = off(still, scene.draw(Scene::options()), {}, 0, 99);
    CHECK(less > 0);
    CHECK(less < 0.7 * full);
    scene.view->visuals.shake = 0;
    CHECK(off(still, scene.draw(Scene::options()), {}, 0, 99, 0) == 0);
    scene.view->visuals.shake = 1;
    for (const render::Tier tier : {render::Tier::low, render::Tier::medium, render::Tier::high}) {
        CAPTURE(static_cast<int>(tier));
        Options options = render::options_of(render::quality_of(tier), kWidth, kHeight);
        options.particles_max = 64;
        const gpu::Image with = scene.draw(options);
        Options without = options;
        without.haze = false;
        CHECK((off(scene.draw(without), with, {}, 0, 99) > 100) == (tier != render::Tier::low));
    }
}

TEST_CASE("a sea's edge, which counts, does not bend") {
    Scene scene;
    for (std::size_t i = 0; i < scene::kSeaPoints; ++i) scene.view->sea.add({-17 + 34 * static_cast<float>(i) / (scene::kSeaPoints - 1), -3});
    const gpu::Image still = scene.draw(Scene::options());
    scene.ring(4, 0.6F);
    const gpu::Image bent = scene.draw(Scene::options());
    int edge = 0, above = 0;
    for (int x = 0; x < kWidth; ++x) {
        for (int y = 0; y < kHeight; ++y) {
            const bool differs = std::abs(still.at(x, y)[0] - bent.at(x, y)[0]) > 6;
            if (y == 120) edge += differs;
            if (y < 100) above += differs;
        }
    }
    CHECK(edge == 0);
    CHECK(above > 100);
}
