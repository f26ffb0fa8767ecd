// Goal: each part of a quality changes the picture (a part that is switched off without notice fails here), the HUD is
// as sharp at half resolution as at full, a scale that changes while the game runs leaves no trace, and the governor
// holds the frame rate.
#include <doctest/doctest.h>

#include <functional>

#include "client/app/pictures/crowd.hpp"
#include "client/render/probe.hpp"
#include "client/render/quality.hpp"
#include "client/render/scale_governor.hpp"
#include "client/scene/cast.hpp"
#include "client/scene/stage.hpp"
#include "tests/client/render/gl_fixture.hpp"
#include "tests/script/small_level.hpp"

using namespace albireo;
using render::Options;
using render::Quality;
using render::ScaleGovernor;
using render::Tier;

namespace {

constexpr int kWidth = 160, kHeight = 90;

struct Moment {
    Level level = small_level();
    models::Catalog catalog;
    scene::Cast cast = scene::make_cast(level, catalog);
    std::unique_ptr<World> world = std::make_unique<World>();
    std::unique_ptr<scene::View> view = std::make_unique<scene::View>();

    Moment() {
        app::make_crowd(*world, level, {.seed = 3, .enemies = 9, .enemy_shots = 30, .clock = 200});
        scene::Stage stage(level, cast, {});
        stage.look({.before = *world, .now = *world, .predicted = {}}, *view);
        view->shake = {};
        view->seconds = 10;
        app::add_particles(*view, 600);
    }
    static Options options(const Quality& quality) {
        Options options = render::options_of(quality, kWidth, kHeight);
        options.particles_max = 1 << 12;
        options.scene_width_least = 0;  // the test's own picture is smaller than that
        return options;
    }
    gpu::Image draw(render::Renderer& renderer) {
        renderer.render(*view);
        gpu::Image image;
        renderer.read(image);
        return image;
    }
    gpu::Image draw(const Quality& quality) {
        render::Renderer renderer(test_device(), test_library(), cast.level_meshes, options(quality));
        return draw(renderer);
    }
};

/// The share of pixels that differ visibly.
double off(const gpu::Image& a, const gpu::Image& b, int visible = 6) {
    REQUIRE(a.pixels.size() == b.pixels.size());
    int count = 0;
    for (std::size_t i = 0; i < a.pixels.size(); i += 4) {
        int most = 0;
        for (std::size_t c = 0; c < 3; ++c) most = std::max(most, std::abs(a.pixels[i + c] - b.pixels[i + c]));
        count += most > visible;
    }
    return static_cast<double>(count) / (kWidth * kHeight);
}

}  // namespace

TEST_CASE("each system of the picture is visible, and off when it is switched off") {
    Moment moment;
    const gpu::Image all = moment.draw(Quality{});
    CHECK(off(all, moment.draw(Quality{})) == 0);
    const auto without = [&](const std::function<void(Quality&)>& change, int visible = 6) {
        Quality quality;
        change(quality);
        return off(all, moment.draw(quality), visible);
    };
    CHECK(without([](Quality& q) { q.scale = 50; }) > 0.05);
    CHECK(without([](Quality& q) { q.samples = 1; }) > 0.003);
    // Among small things in the open little is hidden.
    CHECK(without([](Quality& q) { q.occlusion = render::Occlusion::off; }, 0) > 0.01);
    CHECK(without([](Quality& q) { q.occlusion = render::Occlusion::half; }, 0) > 0.0005);
    CHECK(without([](Quality& q) { q.shadows = render::Shadows::off; }) > 0.002);
    CHECK(without([](Quality& q) { q.particles = 50; }) > 0.005);
    CHECK(without([](Quality& q) { q.bloom = false; }) > 0.005);
    CHECK(without([](Quality& q) { q.relief = false; }) > 0.05);
    CHECK(without([](Quality& q) { q.focus = false; }) > 0.001);
    CHECK(without([](Quality& q) { q.reflections = render::Reflections::off; }, 2) > 0.001);
}

TEST_CASE("meshes are coarse in pictures of half the resolution without relief, and in no other") {
    CHECK(Moment::options(render::quality_of(Tier::low)).coarse);
    CHECK_FALSE(Moment::options(render::quality_of(Tier::medium)).coarse);
    Quality large = render::quality_of(Tier::low);
    large.scale = 100;
    CHECK_FALSE(Moment::options(large).coarse);
}

TEST_CASE("a frame refreshes one face of the reflections at most, and what is rough is blurred") {
    Moment moment;
    moment.view->bursts.clear();
    using Texels = std::vector<float>;
    for (const auto kind : {render::Reflections::fine, render::Reflections::coarse}) {
        Quality quality;
        quality.reflections = kind;
        render::Renderer renderer(test_device(), test_library(), moment.cast.level_meshes, Moment::options(quality));
        moment.view->sky = {};
        for (int i = 0; i < 16; ++i) moment.draw(renderer);
        const auto texels = [&](const render::Buffers::Image& image) {
            Texels all(static_cast<std::size_t>(image.width * image.height) * 4);
            test_device().read_floats(image.target, 0, image.width, image.height, all);
            return all;
        };
        const render::Buffers::Image& sharp = renderer.buffers().reflection;
        const int side = sharp.width / 3;
        const auto changed = [&](const Texels& a, const Texels& b) {
            std::array<bool, 6> faces{};
            for (int y = 0; y < sharp.height; ++y) {
                for (int x = 0; x < sharp.width; ++x) {
                    const auto i = static_cast<std::size_t>(y * sharp.width + x) * 4;
                    if (std::abs(a[i] - b[i]) > 0.02F) faces[static_cast<std::size_t>(x / side + 3 * (y / side))] = true;
                }
            }
            return std::ranges::count(faces, true);
        };
        const Texels before = texels(sharp);
        CHECK(*std::ranges::max_element(before) > 0.05F);  // it shows something
        moment.view->sky.haze = {4, 0.2F, 0.2F};
        Texels last = before;
        std::vector<std::ptrdiff_t> each;
        for (int i = 0; i < 12; ++i) {
            moment.draw(renderer);
            const Texels now = texels(sharp);
            each.push_back(changed(last, now));
            last = now;
        }
        CHECK(std::ranges::max(each) == 1);
        CHECK(std::ranges::count(each, 1) >= (kind == render::Reflections::fine ? 8 : 4));
        CHECK(std::ranges::count(each, 1) <= (kind == render::Reflections::fine ? 12 : 6));
        CHECK(changed(before, last) == 6);
        // From texel to texel the rough one changes less.
        const auto steepness = [&](const render::Buffers::Image& image) {
            const Texels all = texels(image);
            float steepest = 0;
            const int face = image.width / 3;
            for (int y = 0; y < image.height; ++y) {
                for (int x = 0; x + 1 < image.width; ++x) {
                    const auto i = static_cast<std::size_t>(y * image.width + x) * 4;
                    if ((x + 1) % face != 0) steepest = std::max(steepest, std::abs(all[i] - all[i + 4]) / static_cast<float>(16) * static_cast<float>(face));
                }
            }
            return steepest;
        };
        CHECK(steepness(renderer.buffers().reflection_rough) < 0.7F * steepness(sharp));
        moment.view->sky = {};
    }
    render::Renderer low(test_device(), test_library(), moment.cast.level_meshes, Moment::options(render::quality_of(Tier::low)));
    CHECK(low.buffers().reflection.width == 0);
    CHECK(low.options().reflection_texels == 0);
}

TEST_CASE("new buffers have new reflections, as a new renderer has") {
    Moment moment;
    moment.view->bursts.clear();
    Quality sharper;
    sharper.reflections = render::Reflections::coarse;
    render::Renderer renderer(test_device(), test_library(), moment.cast.level_meshes, Moment::options(Quality{}));
    for (int i = 0; i < 9; ++i) moment.draw(renderer);
    REQUIRE(renderer.take(Moment::options(sharper)));
    CHECK(off(moment.draw(renderer), moment.draw(sharper)) == 0);
}

TEST_CASE("the HUD has the picture's resolution, whatever the scene's is") {
    Moment moment;
    std::snprintf(moment.view->hud.message.text.data(), moment.view->hud.message.text.size(), "The Cut");
    moment.view->hud.message.strength = 1;
    const auto hud = [&](Tier tier) {
        render::Renderer renderer(test_device(), test_library(), moment.cast.level_meshes,
                                  Moment::options(render::quality_of(tier)));
        REQUIRE(renderer.look_at("hud"));
        return moment.draw(renderer);
    };
    CHECK(hud(Tier::low).pixels == hud(Tier::high).pixels);
}

TEST_CASE("a scale that is set later gives the picture of a renderer that was made with it, and back again") {
    Moment moment;
    moment.view->bursts.clear();  // particles live in the renderer
    for (const bool with_all : {true, false}) {
        Quality whole = with_all ? Quality{} : render::quality_of(Tier::medium);
        whole.reflections = render::Reflections::off;  // they show the frame before
        Quality part = whole;
        part.scale = 65;
        render::Renderer renderer(test_device(), test_library(), moment.cast.level_meshes, Moment::options(whole));
        const gpu::Image full = moment.draw(renderer);
        renderer.set_scale(0.65F);
        CHECK(off(moment.draw(renderer), moment.draw(part)) == 0);
        renderer.set_scale(1);
        CHECK(off(moment.draw(renderer), full) == 0);
        renderer.set_scale(2);  // no more than it was made for
        CHECK(off(moment.draw(renderer), full) == 0);
    }
}

TEST_CASE("other options are taken while the game runs. Those that need other programs are refused") {
    Moment moment;
    moment.view->bursts.clear();
    render::Renderer renderer(test_device(), test_library(), moment.cast.level_meshes, Moment::options({.reflections = render::Reflections::off}));
    moment.draw(renderer);
    // Without reflections, which show the frame before.
    const Quality plain{.scale = 80,
                        .samples = 2,
                        .occlusion = render::Occlusion::half,
                        .shadows = render::Shadows::sharp,
                        .reflections = render::Reflections::off,
                        .bloom = false,
                        .focus = false};
    REQUIRE(renderer.take(Moment::options(plain)));
    CHECK(off(moment.draw(renderer), moment.draw(plain)) == 0);
    const auto off_too = render::Reflections::off;
    CHECK_FALSE(renderer.take(Moment::options({.reflections = off_too, .relief = false})));
    CHECK_FALSE(renderer.take(Moment::options({.samples = 1, .reflections = off_too})));
    CHECK_FALSE(renderer.take(Moment::options({.reflections = render::Reflections::coarse})));
    CHECK(off(moment.draw(renderer), moment.draw(plain)) == 0);
}

TEST_CASE("a faster machine or a smaller window never gets a worse tier") {
    CHECK(render::tier_for(0.05, 1920, 1080) == Tier::high);
    CHECK(render::tier_for(40, 1280, 720) == Tier::low);
    Tier last = Tier::high;
    for (double ns = 0.1; ns < 100; ns *= 1.3) {
        const Tier tier = render::tier_for(ns, 1280, 720);
        CHECK(tier <= last);
        CHECK(render::tier_for(ns, 640, 360) >= tier);
        last = tier;
    }
    CHECK(last == Tier::low);
    CHECK(render::probe_pixel_ns(test_device(), test_library()) > 0);
}

namespace {

/// A computer whose frames take so long at full scale; V-sync or not.
struct Computer {
    float pixels_ms = 10, rest_ms = 1;
    bool vsync = true;
    float interval(float scale) const {
        const float ms = rest_ms + pixels_ms * scale * scale;
        return vsync ? std::ceil(ms / 16.667F - 0.001F) * 16.667F : ms;
    }
    float run(ScaleGovernor& governor, float seconds) const {
        for (float passed = 0; passed < seconds;) {
            const float ms = interval(governor.scale());
            passed += ms / 1000;
            governor.frame(ms, 1000.0F / 60);
        }
        return governor.scale();
    }
};

}  // namespace

TEST_CASE("the governor") {
    ScaleGovernor governor;
    governor.begin(0.5F, 1);
    SUBCASE("leaves a fast machine alone") {
        for (const bool vsync : {true, false}) CHECK(Computer{.vsync = vsync}.run(governor, 60) == 1);
    }
    SUBCASE("finds the scale that holds the rate, and comes back when there is time again") {
        for (const bool vsync : {true, false}) {
            governor.begin(0.5F, 1);
            const Computer slow{.pixels_ms = 30, .vsync = vsync};
            const float scale = slow.run(governor, 20);
            CHECK(slow.interval(scale) < 18);
            CHECK(scale >= 0.55F);
            CHECK(Computer{.vsync = vsync}.run(governor, 400) == 1);
        }
    }
    SUBCASE("goes no lower than it may") {
        CHECK(Computer{.pixels_ms = 400, .vsync = false}.run(governor, 20) == doctest::Approx(0.5));
    }
    SUBCASE("gives the resolution back if a lower one is no faster") {
        CHECK(Computer{.pixels_ms = 1, .rest_ms = 40, .vsync = false}.run(governor, 20) == 1);
    }
    SUBCASE("ignores a single slow frame") {
        const Computer fast{};
        for (int i = 0; i < 600; ++i) governor.frame(i % 40 == 0 ? 90 : fast.interval(1), 1000.0F / 60);
        CHECK(governor.scale() == 1);
    }
    SUBCASE("tries a larger scale ever more rarely, if it does not fit") {
        const Computer slow{.pixels_ms = 24};
        int misses = 0;
        slow.run(governor, 60);
        for (float passed = 0; passed < 120;) {
            const float ms = slow.interval(governor.scale());
            passed += ms / 1000;
            misses += ms > 20;
            governor.frame(ms, 1000.0F / 60);
        }
        CHECK(misses < 120);  // of some 7 000 frames
    }
}
