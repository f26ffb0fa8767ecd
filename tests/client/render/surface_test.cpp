// Goal: passes over surfaces are right on every surface: occlusion appears where surfaces meet and nowhere else, its
// blur preserves light and edges, and particles fade where they meet a surface and end sharply at its edge.
#include <doctest/doctest.h>

#include <cmath>

#include "tests/client/render/canvas.hpp"
#include "tests/client/render/wall.hpp"

using namespace albireo;
using gpu::Format;

namespace {

constexpr int kWidth = 160, kHeight = 90;
constexpr float kPixel = 32.0F / kWidth;  // units

/// The red channel by column: the mean of the rows away from the borders.
std::vector<float> columns_of(Canvas& canvas, const render::Buffers::Image& image) {
    const std::vector<float> pixels = canvas.floats(image);
    std::vector<float> columns(static_cast<std::size_t>(kWidth), 0.0F);
    for (int y = 10; y < kHeight - 10; ++y) {
        for (int x = 0; x < kWidth; ++x) {
            columns[static_cast<std::size_t>(x)] +=
                pixels[static_cast<std::size_t>(y * kWidth + x) * 4] / static_cast<float>(kHeight - 20);
        }
    }
    return columns;
}

}  // namespace

TEST_CASE("a flat wall has no occlusion, straight or slanting. The foot of a step is darker, the more the nearer") {
    Canvas canvas(kWidth, kHeight);
    const auto free_of = [&](std::string_view body) {
        const auto surfaces = canvas.made_by(body, Format::rgba16ui);
        const auto out = canvas.image(Format::rgba16f);
        canvas.draw(out, canvas.screen("shaders/occlusion.frag"), {surfaces.texture});
        return columns_of(canvas, out);
    };
    const auto flat = free_of("c = pack_surface(vec3(0.0, 0.0, 1.0), -1.0, 0.0, false);");
    // The plane z = x / 3 as seen in perspective: x (1 + X / 3 / eye) = X.
    const auto slant = free_of(
        "float x = (gl_FragCoord.x * size.z * 2.0 - 1.0) * lens.z; x /= 1.0 + x / 3.0 / eye.z;\n"
        "c = pack_surface(normalize(vec3(-1.0, 0.0, 3.0)), x / 3.0, 0.0, false);");
    for (std::size_t x = 4; x + 4 < flat.size(); ++x) {
        CAPTURE(x);
        CHECK(flat[x] > 0.97F);
        CHECK(slant[x] > 0.97F);
    }
    // The right half is one unit nearer.
    const auto step = free_of("c = pack_surface(vec3(0.0, 0.0, 1.0), p.x < 80 ? 0.0 : 1.0, 0.0, false);");
    CHECK(step[79] < 0.75F);
    for (std::size_t away = 1; away < 6; ++away) CHECK(step[79 - away] > step[80 - away] - 0.01F);
    const auto beyond_reach = static_cast<std::size_t>(1.1F / kPixel) + 2;
    for (std::size_t x = 4; x < 80 - beyond_reach; ++x) CHECK(step[x] > 0.97F);
    for (std::size_t x = 80; x + 4 < step.size(); ++x) CHECK(step[x] > 0.97F);  // the raised side is not occluded
}

TEST_CASE("the occlusion blur spreads along its axis alone, keeps the mean, and does not cross a depth edge") {
    Canvas canvas(kWidth, kHeight);
    const gpu::Program blur = canvas.screen("shaders/occlusion_blur.frag");
    const auto flat = canvas.made_by("c = pack_surface(vec3(0.0, 0.0, 1.0), 0.0, 0.0, false);", Format::rgba16ui);
    const auto spot = canvas.made_by("c = vec4(p == ivec2(70, 40) ? 1.0 : 0.0);");
    const auto noise = canvas.made_by("c = vec4(hash1(ivec3(p, 3)));");
    const auto out = canvas.image(Format::rgba16f), both = canvas.image(Format::rgba16f);
    const auto at = [](const std::vector<float>& pixels, int x, int y) {
        return pixels[static_cast<std::size_t>(y * kWidth + x) * 4];
    };
    for (const bool along_x : {true, false}) {
        const render::Four axis = along_x ? render::Four{1, 0, 0, 0} : render::Four{0, 1, 0, 0};
        CAPTURE(along_x);
        canvas.draw(out, blur, {flat.texture, spot.texture}, axis);
        const std::vector<float> pixels = canvas.floats(out);
        float sum = 0;
        int strays = 0;
        for (int y = 0; y < kHeight; ++y) {
            for (int x = 0; x < kWidth; ++x) {
                sum += at(pixels, x, y);
                strays += (along_x ? y != 40 : x != 70) && at(pixels, x, y) != 0 ? 1 : 0;
            }
        }
        CHECK(strays == 0);
        CHECK(sum == doctest::Approx(1).epsilon(0.002));
        for (int off = 1; off <= 2; ++off) {
            const float before = along_x ? at(pixels, 70 - off, 40) : at(pixels, 70, 40 - off);
            const float after = along_x ? at(pixels, 70 + off, 40) : at(pixels, 70, 40 + off);
            CHECK(before > 0.01F);
            CHECK(after == before);
        }
    }
    // Both axes, one after the other: smoother, and equally bright.
    canvas.draw(out, blur, {flat.texture, noise.texture}, {1, 0, 0, 0});
    canvas.draw(both, blur, {flat.texture, out.texture}, {0, 1, 0, 0});
    const auto mean_and_spread = [&](const render::Buffers::Image& image) {
        const std::vector<float> pixels = canvas.floats(image);
        double sum = 0, squares = 0;
        for (std::size_t i = 0; i < pixels.size(); i += 4) sum += pixels[i], squares += pixels[i] * pixels[i];
        const double count = static_cast<double>(pixels.size()) / 4, mean = sum / count;
        return std::pair{mean, squares / count - mean * mean};
    };
    const auto [rough_mean, rough_spread] = mean_and_spread(noise);
    const auto [mean, spread] = mean_and_spread(both);
    CHECK(mean == doctest::Approx(rough_mean).epsilon(0.005));
    CHECK(spread < rough_spread / 5);
    // A corner in depth: each side keeps its own light, along both axes.
    const auto corner = canvas.made_by(
        "c = pack_surface(vec3(0.0, 0.0, 1.0), p.x > 70 && p.y > 40 ? 0.0 : -2.0, 0.0, false);", Format::rgba16ui);
    const auto sides = canvas.made_by("c = vec4(p.x > 70 && p.y > 40 ? 0.25 : 0.75);");
    canvas.draw(out, blur, {corner.texture, sides.texture}, {1, 0, 0, 0});
    canvas.draw(both, blur, {corner.texture, out.texture}, {0, 1, 0, 0});
    const std::vector<float> pixels = canvas.floats(both);
    int wrong = 0;
    for (int y = 0; y < kHeight; ++y) {
        for (int x = 0; x < kWidth; ++x) {
            if (std::abs(at(pixels, x, y) - (x > 70 && y > 40 ? 0.25F : 0.75F)) > 0.002F) ++wrong;
        }
    }
    CHECK(wrong == 0);
}

TEST_CASE("a particle fades where it meets a surface: the nearer the surface is to the camera, the less remains") {
    const scene::LevelMeshes level_meshes = wall_meshes();
    render::Renderer renderer{test_device(),
                              test_library(),
                              level_meshes,
                              {.width = kWidth, .height = kHeight, .samples = 1, .bloom = 0, .particles_max = 1024}};
    const auto view = std::make_unique<scene::View>();
    view->hud.shown = false;
    const auto sum_of = [&](scene::ParticleClass kind, float wall_z) {
        view->clear();
        view->seconds = 0;
        renderer.advance(*view);  // no particle survives
        view->instances.add({0, wall_at(wall_z)});
        view->bursts.add({.at = {0, 0, 0},
                          .count = 16,
                          .speed = {},
                          .spread = 0,
                          .scale = 2,
                          .kind = static_cast<std::uint32_t>(kind),
                          .seed = 3,
                          .radius = 0});
        for (int i = 0; i < 3; ++i) {
            view->seconds = 1 + static_cast<float>(i) / 60;
            renderer.render(*view);
            view->bursts.clear();
        }
        // Smoke hides: measures how much light is lost, of which the target has the logarithm. Fire adds light.
        const bool hides = kind == scene::ParticleClass::smoke;
        const auto& image = renderer.buffers().particle_sum;
        std::vector<float> pixels(static_cast<std::size_t>(image.width * image.height) * 4);
        test_device().read_floats(image.target, hides ? 1 : 2, image.width, image.height, pixels);
        double sum = 0;
        for (std::size_t i = 0; i < pixels.size(); i += 4) sum += hides ? 1 - std::exp2(-pixels[i]) : pixels[i];
        return sum;
    };
    for (const auto kind : {scene::ParticleClass::fire, scene::ParticleClass::smoke}) {
        CAPTURE(static_cast<int>(kind));
        const double whole = sum_of(kind, -20);
        REQUIRE(whole > 1);
        double last = whole * 1.0001;
        int between = 0;
        for (float z = -1.5F; z <= 1.5F; z += 0.1F) {
            CAPTURE(z);
            const double sum = sum_of(kind, z);
            CHECK(sum <= last);
            between += sum < whole * 0.95 && sum > whole * 0.05 ? 1 : 0;
            last = sum;
        }
        CHECK(between >= 3);  // not all at once
        CHECK(sum_of(kind, -1.5F) > whole * 0.99);
        CHECK(sum_of(kind, 1.5F) == 0);
    }
}

TEST_CASE("particles behind a depth edge do not bleed over it, and end where their own side ends") {
    Canvas canvas;
    const int wide = (canvas.width + 1) / 2, high = (canvas.height + 1) / 2;
    // The near surface is to the left of an edge through the middle of half-size texels, and to the right of one
    // between them.
    for (const int edge : {17, 18}) {
        for (const bool near_has_light : {false, true}) {
            CAPTURE(edge);
            CAPTURE(near_has_light);
            const std::string here = std::to_string(edge);
            const auto surfaces = canvas.made_by(
                "c = pack_surface(vec3(0.0, 0.0, 1.0), p.x < " + here + " ? 1.0 : -4.0, 0.0, false);", Format::rgba16ui);
            // Each texel was drawn with the depth of the first of its four pixels.
            const std::string lit = near_has_light ? "p.x * 2 < " + here : "p.x * 2 >= " + here;
            const auto light = canvas.made_by("c = vec4(" + lit + " ? 1.0 : 0.0);", Format::rgba16f, wide, high);
            const auto hidden = canvas.made_by("c = vec4(" + lit + " ? 20.0 : 0.0);", Format::rgba16f, wide, high);
            const auto out = canvas.made_by("c = vec4(1.0);");
            canvas.draw(out, canvas.screen("shaders/particle_merge.frag"),
                        {surfaces.texture, light.texture, hidden.texture, light.texture}, {}, gpu::Blend::over);
            const std::vector<float> pixels = canvas.floats(out);
            int wrong = 0;
            for (int y = 0; y < canvas.height; ++y) {
                for (int x = 0; x < canvas.width; ++x) {
                    const bool is_lit = (x < edge) == near_has_light;
                    const float seen = pixels[static_cast<std::size_t>(y * canvas.width + x) * 4];
                    // Either all of the light and none of the background, or the background and none of the light.
                    if (std::abs(seen - (is_lit ? 2.0F : 1.0F)) > 0.06F) ++wrong;
                }
            }
            CHECK(wrong == 0);
        }
    }
}
