// Goal: an object between the sun and a surface casts a soft shadow on it, and a shadow's edge does not crawl while the
// scenery scrolls.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <memory>

#include "client/render/shadow_map.hpp"
#include "tests/client/render/gl_fixture.hpp"
#include "tests/client/render/wall.hpp"

using namespace albireo;

namespace {

constexpr int kWidth = 320, kHeight = 180, kPixels = kWidth / 32;  // of a unit at z = 0

/// A wall, and a square of two units that floats before it.
struct Scenery {
    render::Renderer renderer;
    std::unique_ptr<scene::View> view = std::make_unique<scene::View>();

    explicit Scenery(int texels, bool soft = true)
        : renderer(test_device(), test_library(), meshes(),
                   {.width = kWidth,
                    .height = kHeight,
                    .samples = 1,
                    .occlusion_samples = 0,
                    .shadow_texels = texels,
                    .soft_shadows = soft,
                    .bloom = 0,
                    .particles_max = 64}) {
        view->hud.shown = false;
    }
    static scene::LevelMeshes meshes() {
        scene::LevelMeshes meshes = wall_meshes();
        meshes.meshes.push_back(meshes.meshes[0]);
        for (scene::MeshVertex& v : meshes.meshes[1].vertices) v.at = {v.at.x / 40, v.at.y / 30, 0};
        return meshes;
    }
    /// The red of the light buffer, from below. The scenery stands `come` further to the left; the maps are told `told`.
    std::vector<float> light(float wall_z, math::Vec3 square, float come = 0, float told = 0) {
        view->instances.clear();
        scene::InstanceData wall = wall_at(wall_z), hung = wall_at(square.z);
        wall.rows[3] = -come;
        hung.rows[3] = square.x - come;
        hung.rows[7] = square.y;
        view->instances.add({0, wall});
        view->instances.add({1, hung});
        view->scroll = {told, 0};
        renderer.render(*view);
        std::vector<float> all(static_cast<std::size_t>(kWidth * kHeight) * 4), red;
        test_device().read_floats(renderer.buffers().light.target, 0, kWidth, kHeight, all);
        for (std::size_t i = 0; i < all.size(); i += 4) red.push_back(all[i]);
        return red;
    }
    static float at(const std::vector<float>& light, float x, float y, float z = 0) {
        const float w = 1 - z / render::kEyeDistance;
        const auto column = static_cast<int>((x / w + 16) * kPixels), row = static_cast<int>((y / w + 9) * kPixels);
        return light[static_cast<std::size_t>(row * kWidth + column)];
    }
};

/// Where the shadow of something `over` units before a wall falls, relative to it.
math::Vec2 thrown(float over) {
    const math::Vec3 sun = render::sun_way();
    return {-sun.x / sun.z * over, -sun.y / sun.z * over};
}

}  // namespace

TEST_CASE("a square casts its shadow where the sun says, in both cascades, and none if shadows are off") {
    for (const float wall : {0.0F, -1.5F, -4.0F}) {
        CAPTURE(wall);
        constexpr float kOver = 1.5F;
        const math::Vec2 by = thrown(kOver);
        const math::Vec3 square{-3, 4, wall + kOver};
        const float x = square.x + by.x, y = square.y + by.y;
        Scenery with(1024), without(0);
        const std::vector<float> lit = without.light(wall, square), shaded = with.light(wall, square);
        const float open = Scenery::at(lit, x, y, wall);
        CHECK(Scenery::at(shaded, x, y, wall) < 0.75F * open);
        CHECK(Scenery::at(lit, x, y, wall) == doctest::Approx(open));
        // Beside the square's outline there is no shadow: no acne on a flat wall either.
        for (const float off : {-2.0F, 2.0F}) {
            CHECK(Scenery::at(shaded, x + off, y, wall) == doctest::Approx(Scenery::at(lit, x + off, y, wall)));
            CHECK(Scenery::at(shaded, x, y + off, wall) == doctest::Approx(Scenery::at(lit, x, y + off, wall)));
        }
        CHECK(Scenery::at(shaded, x + 0.8F, y + 0.8F, wall) < 0.8F * open);
    }
}

TEST_CASE("soft shadows have wider edges than sharp ones") {
    const auto between = [](bool soft) {
        Scenery scenery(1024, soft);
        const math::Vec3 square{0, 4, 1.5F};
        const std::vector<float> light = scenery.light(0, square);
        const math::Vec2 middle = math::Vec2{square.x, square.y} + thrown(1.5F);
        const float dark = Scenery::at(light, middle.x, middle.y), open = Scenery::at(light, middle.x + 3, middle.y);
        REQUIRE(dark < open);
        int count = 0;
        for (const float v : light) count += v > dark + 0.1F * (open - dark) && v < dark + 0.9F * (open - dark);
        return count;
    };
    CHECK(between(true) > between(false) * 3 / 2);
}

TEST_CASE("the shadows' edges stay at their places in the scenery while it scrolls. A grid fixed to the eye shimmers") {
    const auto worst = [](bool told) {
        Scenery scenery(512);  // a texel is most of a pixel: coarse enough to see
        const math::Vec3 square{-2, 4, 1.5F};
        const math::Vec2 middle = math::Vec2{square.x, square.y} + thrown(1.5F);
        const std::vector<float> first = scenery.light(0, square);
        float most = 0;
        for (int step = 1; step <= 12; ++step) {
            // By whole pixels, so that the same places of the scenery are in the middle of pixels again.
            const float come = static_cast<float>(step) / kPixels;
            const std::vector<float> later = scenery.light(0, square, come, told ? come : 0);
            for (float y = middle.y - 1.6F; y < middle.y + 1.2F; y += 1.0F / kPixels) {
                for (float x = middle.x - 1.6F; x < middle.x + 1.6F; x += 1.0F / kPixels) {
                    const float centre_x = (std::floor((x + 16) * kPixels) + 0.5F) / kPixels - 16;
                    most = std::max(most, std::abs(Scenery::at(first, centre_x, y) - Scenery::at(later, centre_x - come, y)));
                }
            }
        }
        return most;
    };
    const float still = worst(true), crawling = worst(false);
    MESSAGE("largest change of a place's light: snapped " << still << ", fixed to the eye " << crawling);
    CHECK(still < 0.01F);
    CHECK(crawling > 0.04F);
}

TEST_CASE("every place that is visible lies in its cascade, wherever the scenery has come") {
    for (const float come : {0.0F, 0.013F, 17.7F, 391.4F}) {
        const render::ShadowBlock block = render::shadow_block({come, come * 0.3F}, 1024);
        for (std::size_t cascade = 0; cascade < render::kCascades; ++cascade) {
            for (const float z : cascade == 0 ? std::array{-2.5F, 2.5F} : std::array{-8.0F, -2.5F}) {
                const float w = 1 - z / render::kEyeDistance;
                for (const float x : {-16 * w, 0.0F, 16 * w}) {
                    for (const float y : {-9 * w, 0.0F, 9 * w}) {
                        for (const render::Four& row : block.rows[cascade]) {
                            const float at = row[0] * x + row[1] * y + row[2] * z + row[3];
                            CHECK(at >= 0);
                            CHECK(at <= 1);
                        }
                    }
                }
            }
        }
    }
}
