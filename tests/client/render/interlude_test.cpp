// Goal: what the intro and the ending tell can be seen in the picture. Each statistic is taken again with its part switched
// off, and must then fail.
#include <doctest/doctest.h>

#include <algorithm>
#include <functional>

#include "client/scene/cast.hpp"
#include "client/scene/interlude.hpp"
#include "sim/script/compile.hpp"
#include "tests/client/render/gl_fixture.hpp"

using namespace albireo;
using scene::Interlude;
using Kind = Interlude::Kind;

namespace {

constexpr int kWidth = 320, kHeight = 180;

struct Stage {
    Level level;
    models::Catalog catalog;
    scene::Cast cast = scene::make_cast(level, catalog);
    render::Renderer renderer{test_device(), test_library(), cast.level_meshes,
                              {.width = kWidth, .height = kHeight, .samples = 1, .occlusion_divisor = 2, .particles_max = 1 << 14}};
    std::unique_ptr<scene::View> view = std::make_unique<scene::View>();

    explicit Stage(const char* name) : level(std::move(script::compile_builtin_level(name, Difficulty::standard).level)) {}
    gpu::Image draw(Kind kind, float seconds, const std::function<void(scene::View&)>& change = [](scene::View&) {}) {
        Interlude interlude(level, cast, {.kind = kind});
        // The last two seconds' particles.
        view->seconds = 0;
        view->bursts.clear();
        renderer.advance(*view);
        for (float t = std::max(seconds - 2, 0.0F); t < seconds; t += 1.0F / 60) {
            interlude.look(t, *view);
            change(*view);
            renderer.advance(*view);
        }
        interlude.look(seconds, *view);
        change(*view);
        renderer.render(*view);
        gpu::Image image;
        renderer.read(image);
        return image;
    }
};

struct Box {
    float x0, y0, x1, y1;  // shares of the picture, from its upper left corner
};
constexpr Box kAll{0, 0, 1, 1};

/// The share of a box's pixels for which this holds.
float share(const gpu::Image& image, const Box& box, const std::function<bool(int r, int g, int b)>& is) {
    int count = 0, all = 0;
    for (int y = static_cast<int>(box.y0 * kHeight); y < static_cast<int>(box.y1 * kHeight); ++y) {
        for (int x = static_cast<int>(box.x0 * kWidth); x < static_cast<int>(box.x1 * kWidth); ++x) {
            const std::uint8_t* p = image.at(x, y);
            ++all;
            if (is(p[0], p[1], p[2])) ++count;
        }
    }
    return static_cast<float>(count) / static_cast<float>(all);
}
bool is_gold(int r, int, int b) { return r > 110 && r > b + 40; }
bool is_blue(int r, int, int b) { return b > 110 && b > r + 40; }
bool is_white(int r, int g, int b) { return std::min({r, g, b}) > 200; }

}  // namespace

TEST_CASE("the intro's stars, sparks, ships, link and rock are seen") {
    Stage stage("the_cut");
    const auto stars = [&](const gpu::Image& image) {
        return share(image, kAll, is_gold) > 0.008F && share(image, kAll, is_blue) > 0.004F && share(image, kAll, is_white) > 0.004F;
    };
    CHECK(stars(stage.draw(Kind::intro, 2)));
    CHECK_FALSE(stars(stage.draw(Kind::intro, 2, [](scene::View& view) { view.sky.suns_size = 1; })));

    // The sparks are at the sides, where there is nothing else.
    const Box left{0.02F, 0.3F, 0.3F, 0.75F}, right{0.52F, 0.6F, 0.8F, 0.95F};
    const auto sparks = [&](const gpu::Image& image) { return share(image, left, is_gold) > 0.002F && share(image, right, is_blue) > 0.002F; };
    CHECK(sparks(stage.draw(Kind::intro, 8)));
    CHECK_FALSE(sparks(stage.draw(Kind::intro, 8, [](scene::View& view) {
        view.player_shots.clear();
        view.bursts.clear();
    })));

    const Box under{0.34F, 0.64F, 0.48F, 0.74F};  // the blue one; the gold one is ahead of its star
    const auto ships = [&](const gpu::Image& image) { return share(image, under, is_blue) > 0.02F; };
    CHECK(ships(stage.draw(Kind::intro, 13)));
    CHECK_FALSE(ships(stage.draw(Kind::intro, 13, [](scene::View& view) {
        view.instances.clear();
        view.player_shots.clear();
        view.bursts.clear();
        view.ribbons.clear();
    })));

    // The thread lies between the ships: the link alone makes a difference there.
    const auto differing = [](const gpu::Image& a, const gpu::Image& b) {
        int count = 0;
        for (std::size_t i = 0; i < a.pixels.size(); ++i) count += std::abs(a.pixels[i] - b.pixels[i]) > 20 ? 1 : 0;
        return count;
    };
    const gpu::Image linked = stage.draw(Kind::intro, 13);
    CHECK(differing(linked, stage.draw(Kind::intro, 13, [](scene::View& view) { view.ribbons.clear(); })) > 15);
    CHECK(differing(linked, stage.draw(Kind::intro, 13)) == 0);

    const Box floor{0, 0.9F, 1, 1};
    const auto rock = [&](const gpu::Image& image) { return share(image, floor, [](int r, int, int b) { return r > 110 && r > 2 * b; }) > 0.3F; };
    CHECK(rock(stage.draw(Kind::intro, 22)));
    CHECK_FALSE(rock(stage.draw(Kind::intro, 22, [](scene::View& view) { view.instances.clear(); })));
}

TEST_CASE("the ending's dawn, sea, hive and stars are seen") {
    Stage stage("the_hive");
    const Box low{0, 0.42F, 0.35F, 0.56F};
    const auto dawn = [&](const gpu::Image& image) { return share(image, low, [](int r, int g, int b) { return r > 120 && r > g && g > b / 2; }) > 0.7F; };
    CHECK(dawn(stage.draw(Kind::ending, 14)));
    CHECK_FALSE(dawn(stage.draw(Kind::ending, 14, [](scene::View& view) { view.sky.dawn = 0; })));

    const Box water{0, 0.85F, 1, 1};
    const auto sea = [&](const gpu::Image& image) { return share(image, water, [](int r, int g, int) { return g > r + 10; }) > 0.8F; };
    CHECK(sea(stage.draw(Kind::ending, 5)));
    CHECK_FALSE(sea(stage.draw(Kind::ending, 5, [](scene::View& view) { view.sea.clear(); })));

    // Dark against the sky, until it has sunk.
    const Box hive{0.55F, 0.38F, 0.68F, 0.6F};
    const auto stands = [&](const gpu::Image& image) { return share(image, hive, [](int r, int g, int b) { return r + g + b < 150; }) > 0.6F; };
    CHECK(stands(stage.draw(Kind::ending, 4.8F)));
    CHECK_FALSE(stands(stage.draw(Kind::ending, 4.8F, [&](scene::View& view) { view.instances.clear(); })));
    CHECK_FALSE(stands(stage.draw(Kind::ending, 18.5F)));

    const auto stars = [&](const gpu::Image& image) { return share(image, kAll, is_gold) > 0.008F && share(image, kAll, is_blue) > 0.004F; };
    CHECK(stars(stage.draw(Kind::ending, 34)));
    CHECK_FALSE(stars(stage.draw(Kind::ending, 34, [](scene::View& view) { view.sky.suns_size = 1; })));
}

TEST_CASE("reduced flashes: the moment in which the ships appear is no brighter than the moment after") {
    Stage stage("the_cut");
    const auto light = [&](float seconds, float flashes) {
        stage.view->visuals.flashes = flashes;
        const gpu::Image image = stage.draw(Kind::intro, seconds, [](scene::View& view) { view.bursts.clear(); });
        double sum = 0;
        for (std::size_t i = 0; i < image.pixels.size(); i += 4) sum += image.pixels[i] + image.pixels[i + 1] + image.pixels[i + 2];
        return sum / static_cast<double>(image.pixels.size());
    };
    CHECK(light(9.02F, 1) > light(9.8F, 1) + 1.5);
    CHECK(light(9.02F, 0) < light(9.8F, 0) + 1);
}
