// Goal: a coarse picture, which sums up its points as a map, is lit about as brightly and about as far as one that draws each of them.
#include <doctest/doctest.h>

#include <cmath>
#include <memory>

#include "tests/client/render/gl_fixture.hpp"
#include "tests/client/render/wall.hpp"

using namespace albireo;
using render::Options;

namespace {

constexpr int kColumns = 320, kRows = 180, kUnit = kColumns / 32;

Options lit_by(bool map) {
    Options options = bare_options(kColumns, kRows);
    options.haze = options.relief = false;
    options.coarse = map;
    return options;
}

struct Lit {
    std::unique_ptr<scene::View> view = std::make_unique<scene::View>();

    explicit Lit(float z) {
        view->hud.shown = false;
        view->instances.add({0, wall_at(z)});
    }
    void add(math::Vec3 at, float radius, math::Vec3 colour) { view->points.add({at, radius, at, 0, colour, 1}); }
    gpu::Image draw(bool map) const {
        const Options options = lit_by(map);
        render::Renderer renderer(test_device(), test_library(), wall_meshes(), options);
        renderer.look_at("lights");
        renderer.render(*view);
        gpu::Image image;
        renderer.read(image);
        return image;
    }
};

int green(const gpu::Image& image, float x, float y) {
    return image.at(static_cast<int>((x + 16) * kUnit), static_cast<int>((9 - y) * kUnit))[1];
}

}  // namespace

TEST_CASE("a point of the map is as bright and as wide as one that is drawn") {
    for (const float z : {0.0F, -1.0F}) {
        for (const float radius : {2.0F, 4.0F, 8.0F}) {
            CAPTURE(z);
            CAPTURE(radius);
            Lit scene(z);
            const int dark = green(scene.draw(false), 3, 1);
            CHECK(std::abs(green(scene.draw(true), 3, 1) - dark) <= 1);
            scene.add({3, 1, 0.7F}, radius, {0.2F, 1, 0.2F});
            const gpu::Image drawn = scene.draw(false), summed = scene.draw(true);
            const int bright = green(drawn, 3, 1);
            REQUIRE(bright > dark + (z < 0 && radius < 3 ? 3 : 20));
            CHECK(green(summed, 3, 1) - dark == doctest::Approx(bright - dark).epsilon(0.3));
            double off = 0, all = 0;
            for (float x = -13; x < 15; x += 0.5F) {
                for (float y = -8; y < 8; y += 0.5F) {
                    off += std::abs(green(drawn, x, y) - green(summed, x, y));
                    all += std::abs(green(drawn, x, y) - dark);
                    if (math::length(math::Vec2{x - 3, y - 1}) > radius + 0.8F) CHECK(std::abs(green(summed, x, y) - green(drawn, x, y)) <= 2);
                }
            }
            if (bright > dark + 20) CHECK(off < 0.35 * all);
        }
    }
}

TEST_CASE("many points of the map add up, each at its place and in its colour, also under a shake") {
    Lit scene(0);
    for (int i = -3; i <= 3; ++i) scene.add({static_cast<float>(i) * 4, i % 2 == 0 ? 3.0F : -3.0F, 0.8F}, 2.5F, {0, i % 2 == 0 ? 1.0F : 0.3F, 0});
    scene.view->shake = {1.5F, -1};
    const gpu::Image drawn = scene.draw(false), summed = scene.draw(true);
    for (int i = -3; i <= 3; ++i) {
        CAPTURE(i);
        const float x = static_cast<float>(i) * 4 - 1.5F, y = (i % 2 == 0 ? 3.0F : -3.0F) + 1;
        if (std::abs(x) > 15) continue;
        CHECK(green(summed, x, y) == doctest::Approx(green(drawn, x, y)).epsilon(0.2));
        CHECK(green(summed, x, y) > green(summed, x, -y) + 20);
    }
}

TEST_CASE("what lies deeper than a point reaches stays dark") {
    Lit scene(-6);
    const int dark = green(scene.draw(true), 0, 0);
    scene.add({0, 0, 0.8F}, 3, {0, 2, 0});
    CHECK(green(scene.draw(true), 0, 0) <= dark + 1);
}
