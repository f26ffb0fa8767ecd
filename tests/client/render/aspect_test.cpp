// Goal: in a window of any aspect ratio a circle is round, the whole field is visible, and nothing is drawn beside it.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <string>

#include "client/scene/palette.hpp"
#include "tests/client/render/gl_fixture.hpp"

using namespace albireo;

namespace {

struct Extent {
    int left = 1 << 20, right = -1, top = 1 << 20, bottom = -1;
    int width() const { return right - left + 1; }
    int height() const { return bottom - top + 1; }
    void add(int x, int y) {
        left = std::min(left, x), right = std::max(right, x);
        top = std::min(top, y), bottom = std::max(bottom, y);
    }
};

/// Draws pictures in a window of this size, and finds a shot in them.
struct Sight {
    int width, height;
    render::Renderer renderer{test_device(), test_library(), {}, options(width, height)};
    std::unique_ptr<scene::View> view = std::make_unique<scene::View>();

    Sight(int wide, int high) : width(wide), height(high) { view->hud.shown = false; }
    static render::Options options(int width, int height) {
        return {.width = width, .height = height, .samples = 1, .bloom = 0, .particles_max = 64};
    }
    gpu::Image picture() {
        renderer.render(*view);
        gpu::Image image;
        renderer.read(image);
        return image;
    }
    Extent shot_at(math::Vec2 at, float radius) {
        view->clear();
        view->enemy_shots.add({at, {1, 0}, radius, 0, scene::packed({1, 1, 1}), 1});
        renderer.look_at("shots");  // on black
        const gpu::Image image = picture();
        renderer.look_at("");
        REQUIRE(image.width == width);
        REQUIRE(image.height == height);
        Extent extent;
        for (int y = 0; y < height; ++y) {
            for (int x = 0; x < width; ++x) {
                if (image.pixels[static_cast<std::size_t>(y * width + x) * 4] > 48) extent.add(x, y);
            }
        }
        return extent;
    }
};

struct Shape {
    const char* name;
    int width, height;
};
constexpr std::array<Shape, 8> kShapes = {{{"16:9", 640, 360},
                                           {"4:3", 480, 360},
                                           {"5:4", 500, 400},
                                           {"1000 x 800", 1000, 800},
                                           {"16:10", 576, 360},
                                           {"21:9", 840, 360},
                                           {"upright", 270, 480},
                                           {"nearly 16:9", 1366, 768}}};

}  // namespace

TEST_CASE("a round shot is round, and the field's corners are visible, in a window of any aspect ratio") {
    for (const Shape& shape : kShapes) {
        CAPTURE(std::string(shape.name));
        Sight sight(shape.width, shape.height);
        const Extent middle = sight.shot_at({0, 0}, 1.5F);
        CHECK(middle.width() > shape.width / 24);
        CHECK(std::abs(middle.width() - middle.height()) <= 2);
        // The picture's centre is the window's.
        CHECK(std::abs(middle.left + middle.right - (shape.width - 1)) <= 3);
        CHECK(std::abs(middle.top + middle.bottom - (shape.height - 1)) <= 3);
        for (const math::Vec2 corner : {math::Vec2{-15, -8}, {15, -8}, {-15, 8}, {15, 8}}) {
            const Extent there = sight.shot_at(corner, 0.8F);
            CHECK(std::abs(there.width() - there.height()) <= 2);
            // Whatever the aspect ratio, the field is 32 : 18, so a corner lies 15/16 and 8/9 of the way from the centre.
            const double units_x = (there.left + there.right - (shape.width - 1)) / 2.0 / 15;
            const double units_y = (there.top + there.bottom - (shape.height - 1)) / 2.0 / 8;
            CHECK(std::abs(units_x) == doctest::Approx(std::abs(units_y)).epsilon(0.03));
        }
    }
}

TEST_CASE("the area beside the field stays black, whatever is lit at its edge") {
    for (const Shape& shape : kShapes) {
        CAPTURE(std::string(shape.name));
        Sight sight(shape.width, shape.height);
        sight.view->flash = {1, 1, 1};
        const gpu::Image image = sight.picture();
        // The largest 16 : 9 rectangle that fits, give or take a pixel; a border of one pixel may be either.
        const int wide = std::min(shape.width, shape.height * 16 / 9),
                  high = std::min(shape.height, shape.width * 9 / 16);
        const int left = (shape.width - wide) / 2, top = (shape.height - high) / 2;
        int lit_outside = 0, dark_inside = 0;
        for (int y = 0; y < shape.height; ++y) {
            for (int x = 0; x < shape.width; ++x) {
                const auto* pixel = &image.pixels[static_cast<std::size_t>(y * shape.width + x) * 4];
                const bool lit = pixel[0] > 8 || pixel[1] > 8 || pixel[2] > 8;
                if (x < left - 2 || x > left + wide + 2 || y < top - 2 || y > top + high + 2) lit_outside += lit;
                if (x > left + 2 && x < left + wide - 2 && y > top + 2 && y < top + high - 2) dark_inside += !lit;
                if (pixel[3] != 255) FAIL("a pixel that is not opaque");
            }
        }
        CHECK(lit_outside == 0);
        CHECK(dark_inside == 0);
    }
}
