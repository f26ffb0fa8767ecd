// Goal: lights end at their radius, the black light grows with nearness, no frame allocates, a picture may have zero
// size, and the same code runs without GL.
// One file: what counts allocations replaces operator new of the whole program.
#include <doctest/doctest.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdlib>
#include <memory>
#include <new>

#include "client/app/pictures/crowd.hpp"
#include "client/bot/local_game.hpp"
#include "client/app/pictures/picture.hpp"
#include "client/app/pictures/show.hpp"
#include "client/gpu/egl_context.hpp"
#include "client/gpu/null_device.hpp"
#include "sim/script/compile.hpp"
#include "tests/client/render/busy_moment.hpp"
#include "tests/client/render/gl_fixture.hpp"
#include "tests/client/render/wall.hpp"
#include "tests/script/small_level.hpp"

using namespace albireo;

namespace {

std::atomic<long> allocations{0};

constexpr int kWidth = 160, kHeight = 90;
constexpr std::size_t kMiddle = kHeight / 2 * kWidth + kWidth / 2;

struct Wall {
    scene::LevelMeshes level_meshes = wall_meshes();
    render::Renderer renderer{
        test_device(),
        test_library(),
        level_meshes,
        {.width = kWidth, .height = kHeight, .samples = 1, .occlusion_divisor = 1, .particles_max = 1024}};
    std::unique_ptr<scene::View> view = std::make_unique<scene::View>();

    Wall() { view->hud.shown = false; }
    /// The red channel of the light buffer, row by row from below.
    std::vector<float> light(float z) {
        view->instances.clear();
        view->instances.add({0, wall_at(z)});
        renderer.render(*view);
        std::vector<float> all(static_cast<std::size_t>(kWidth * kHeight) * 4), red;
        test_device().read_floats(renderer.buffers().light.target, 0, kWidth, kHeight, all);
        for (std::size_t i = 0; i < all.size(); i += 4) red.push_back(all[i]);
        return red;
    }
};

}  // namespace

// GCC warns of mismatched pairs once these are inlined.
#pragma GCC diagnostic ignored "-Wmismatched-new-delete"
void* operator new(std::size_t size) {
    allocations.fetch_add(1, std::memory_order_relaxed);
    if (void* memory = std::malloc(size == 0 ? 1 : size)) return memory;
    throw std::bad_alloc();
}
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
    allocations.fetch_add(1, std::memory_order_relaxed);
    return std::malloc(size == 0 ? 1 : size);
}
void operator delete(void* memory, const std::nothrow_t&) noexcept {
    std::free(memory);
}
void operator delete(void* memory) noexcept {
    std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
    std::free(memory);
}

TEST_CASE(
    "a light's contribution, a point's or a capsule's, falls to less than a twentieth near its radius and to nothing "
    "at it") {
    Wall wall;
    const std::vector<float> dark = wall.light(0);
    constexpr float kRadius = 4, kHeightOver = 1, kFar = 3;
    for (const bool capsule : {false, true}) {
        CAPTURE(capsule);
        wall.view->clear();
        const float far = capsule ? kFar : 0;
        const scene::Light light{{0, 0, kHeightOver}, kRadius, {far, 0, kHeightOver}, 0, {1, 1, 1}, 1};
        if (capsule) {
            wall.view->capsules.add(light);
        } else {
            wall.view->points.add(light);
        }
        const std::vector<float> lit = wall.light(0);
        struct Place {
            float distance, more;  // to the line, in radii; light
        };
        std::vector<Place> places;
        for (int y = 0; y < kHeight; ++y) {
            for (int x = 0; x < kWidth; ++x) {
                const float at_x = (static_cast<float>(x) + 0.5F) / kWidth * 32 - 16;
                const float at_y = (static_cast<float>(y) + 0.5F) / kHeight * 18 - 9;
                const float beside = std::max({-at_x, at_x - far, 0.0F});
                const auto i = static_cast<std::size_t>(y * kWidth + x);
                places.push_back(
                    {std::sqrt(beside * beside + at_y * at_y + kHeightOver * kHeightOver) / kRadius, lit[i] - dark[i]});
            }
        }
        std::ranges::sort(places, {}, &Place::distance);
        const float most = places.front().more;
        REQUIRE(most > 0.5F);
        float last = most;
        std::array<int, 3> seen{};  // well inside, near the radius, at it or beyond
        for (const Place& place : places) {
            CAPTURE(place.distance);
            // Half floats: a step of them is a thousandth.
            CHECK(place.more <= last * 1.004F + 0.002F);
            last = std::min(last, place.more);
            if (place.distance >= 1) {
                CHECK(place.more == 0);
                ++seen[2];
            } else if (place.distance > 0.9F) {
                CHECK(place.more < 0.05F * most);
                ++seen[1];
            } else if (place.distance < 0.5F) {
                CHECK(place.more > 0.25F * most);
                ++seen[0];
            }
        }
        for (const int count : seen) CHECK(count > 40);
    }
}

TEST_CASE("the proximity shadow darkens steadily with nearness, and not at all beyond its reach") {
    Wall wall;
    float last = 2;
    for (const float z : {-2.6F, -2.4F, -2.0F, -1.5F, -1.0F, -0.5F, -0.1F}) {
        wall.view->clear();
        const float before = wall.light(z)[kMiddle];
        wall.view->blacks.add({{-0.6F, 0, 0}, 2.3F, {0.7F, 0, 0}, 0, {}, 0.97F});
        const float after = wall.light(z)[kMiddle];
        const float left = after / before;
        if (z < -2.3F) CHECK(left == doctest::Approx(1).epsilon(0.002));
        if (z > -2.3F) CHECK(left < last);
        last = left;
    }
    CHECK(last < 0.1F);
}

TEST_CASE("no frame allocates, neither in views nor in passes, with GL or without") {
    const Place place("the_cut");
    BusyMoment turmoil(place);
    REQUIRE_FALSE(place.level.missiles.empty());
    gpu::NullCounts counts;
    const auto null_device = gpu::make_null_device(&counts);
    bool gl = false;
    SUBCASE("without GL") {}
    SUBCASE("with GL") {
        gl = true;
    }
    gpu::Device& device = gl ? test_device() : *null_device;
    render::Renderer renderer(device, test_library(), place.cast.level_meshes,
                              {.width = 96, .height = 54, .particles_max = 1 << 15});
    long first = 0;
    for (int i = 0; i < 14; ++i) {
        if (i == 4) first = allocations.load();  // a driver compiles the last of its code at the first draws
        renderer.set_scale(i % 2 == 0 ? 1.0F : 0.7F);
        turmoil.show(renderer);
    }
    device.finish();
    CHECK(allocations.load() == first);
    const scene::View& view = *turmoil.view;
    CHECK(view.instances.size() > 50);
    CHECK(view.bones.size() > 20);
    CHECK(view.enemy_shots.size() == 1000);
    CHECK(view.ribbons.size() >= 6);
    CHECK(view.capsules.size() > 8);
    CHECK(view.bolts.size() > 1000);
    CHECK(view.bursts.size() > 50);
    CHECK(view.lines.size() > 1000);
    CHECK(view.hud.message.strength > 0);
    if (!gl) CHECK(counts.draws > 100);
    if (!gl) CHECK(counts.left_out == 0);
}

TEST_CASE("no frame of the sea allocates: waves, stage and passes") {
    const Place place("shelf_sea");
    render::Renderer renderer(test_device(), test_library(), place.cast.level_meshes, {.width = 96, .height = 54, .particles_max = 1 << 12});
    const auto before = std::make_unique<World>(), now = std::make_unique<World>();
    const auto view = std::make_unique<scene::View>();
    scene::Stage stage(place.level, place.cast, {});
    init(*now, place.level, {.seed = 5, .players = 2});
    Events events;
    client::EffectLedger ledger;
    long first = 0;
    for (int i = 0; i < 60; ++i) {
        if (i == 30) first = allocations.load();
        *before = *now;
        step(*now, place.level, {}, events);
        ledger.clear();
        ledger.take(events, now->tick);
        stage.tick(*before, *now, ledger.fresh());
        if (i % 5 != 0) continue;
        stage.look({.before = *before, .now = *now, .alpha = 0.5F, .predicted = {}}, *view);
        renderer.render(*view);
    }
    test_device().finish();
    CHECK(view->sea.size() == scene::kSeaPoints);
    CHECK(allocations.load() == first);
}

TEST_CASE("a particle is at the same place in a picture of any size, odd ones too") {
    // The centre of a burst's light, as fractions of the picture.
    const auto middle = [](int width, int height) {
        const scene::LevelMeshes level_meshes = wall_meshes();
        render::Renderer renderer{test_device(),
                                  test_library(),
                                  level_meshes,
                                  {.width = width, .height = height, .samples = 1, .particles_max = 1024}};
        const auto view = std::make_unique<scene::View>();
        view->hud.shown = false;
        view->bursts.add({.at = {13, 6, 0},
                          .count = 64,
                          .speed = {},
                          .spread = 0,
                          .kind = static_cast<std::uint32_t>(scene::ParticleClass::flash),
                          .radius = 0.1F});
        renderer.render(*view);
        const auto& light = renderer.buffers().particle_sum;
        std::vector<float> all(static_cast<std::size_t>(light.width * light.height) * 4);
        test_device().read_floats(light.target, 2, light.width, light.height, all);
        double sum = 0, x = 0, y = 0;
        for (int row = 0; row < light.height; ++row) {
            for (int column = 0; column < light.width; ++column) {
                const double here = all[static_cast<std::size_t>(row * light.width + column) * 4];
                sum += here;
                x += here * (2 * column + 1);
                y += here * (2 * row + 1);
            }
        }
        REQUIRE(sum > 0);
        REQUIRE(renderer.options().width == width);  // no bars
        REQUIRE(renderer.options().height == height);
        return std::pair{x / sum / width, y / sum / height};
    };
    const auto [x, y] = middle(160, 90);
    for (const auto& [width, height] : {std::pair{43, 24}, {75, 43}, {76, 43}}) {
        CAPTURE(width);
        CAPTURE(height);
        const auto [odd_x, odd_y] = middle(width, height);
        CHECK(odd_x == doctest::Approx(x).epsilon(0.008));
        CHECK(odd_y == doctest::Approx(y).epsilon(0.008));
    }
}

TEST_CASE("every pass is timed and has a debug view") {
    const Place place("the_cut");
    BusyMoment turmoil(place);
    gpu::Device& device = test_device();
    render::Renderer renderer(device, test_library(), place.cast.level_meshes,
                              {.width = 96, .height = 54, .particles_max = 1 << 15});
    device.time_passes(true);
    turmoil.show(renderer);
    device.finish();
    std::vector<std::string> timed;
    for (const gpu::PassTime& time : device.pass_times()) {
        timed.emplace_back(time.name);
        CHECK(time.cpu_ms > 0);
    }
    device.time_passes(false);
    // A pass of several steps has a timer for each.
    const std::array<std::array<const char*, 4>, 15> steps = {{{"shadows"},
                                                               {"geometry"},
                                                               {"occlusion", "occlusion blur"},
                                                               {"lights"},
                                                               {"reflections"},
                                                               {"materials", "resolve"},
                                                               {"focus", "focus blur", "focus merge"},
                                                               {"haze bend", "haze"},
                                                               {"sea"},
                                                               {"beams", "lightning", "lightning merge"},
                                                               {"particles draw", "particles merge"},
                                                               {"shots"},
                                                               {"bloom down", "bloom up", "meter", "tone"},
                                                               {"hud"},
                                                               {"debug"}}};
    for (const auto& pass : steps) {
        for (const char* step : pass) {
            if (step == nullptr) continue;
            CAPTURE(step);
            CHECK(std::find(timed.begin(), timed.end(), step) != timed.end());
        }
    }
    // A debug view of the same view differs from the picture, is not empty, and leaves no trace in the picture.
    turmoil.view->bursts.clear();
    turmoil.view->dt = 0;
    gpu::Image picture, seen;
    renderer.render(*turmoil.view);
    renderer.read(picture);
    CHECK(renderer.pass_names().size() == steps.size());
    for (const std::string_view name : renderer.pass_names()) {
        CAPTURE(name);
        REQUIRE(renderer.look_at(""));
        renderer.render(*turmoil.view);
        renderer.read(seen);
        CHECK(seen.pixels == picture.pixels);
        REQUIRE(renderer.look_at(name));
        renderer.render(*turmoil.view);
        renderer.read(seen);
        CHECK(seen.pixels != picture.pixels);
        const auto lit = std::count_if(seen.pixels.begin(), seen.pixels.end(), [](std::uint8_t c) { return c > 8; });
        CHECK(lit > static_cast<std::ptrdiff_t>(seen.pixels.size() / 4 + 100));  // besides alpha
    }
    CHECK_FALSE(renderer.look_at("nothing"));
}

TEST_CASE("every part of every shipped level has a texture of its kind") {
    models::Catalog catalog;
    for (const script::BuiltinScript& source : script::builtin_scripts()) {
        if (!source.is_level) continue;
        const Level level = app::level_named(std::string(source.name));
        const scene::Cast cast = scene::make_cast(level, catalog);
        for (std::size_t i = 0; i < cast.parts.size(); ++i) {
            CHECK_MESSAGE(cast.level_meshes.meshes[cast.parts[i]].graph != "creature", source.name, ": ",
                          level.name(level.parts[i].name));
        }
    }
}

TEST_CASE("a picture of zero size is not drawn, and a later one of normal size is") {
    Wall wall;
    wall.renderer.resize(0, 0);
    wall.view->clear();
    wall.renderer.render(*wall.view);
    gpu::Image image;
    wall.renderer.read(image);
    CHECK(image.pixels.empty());
    wall.renderer.resize(64, 36);
    wall.renderer.render(*wall.view);
    wall.renderer.read(image);
    CHECK(image.pixels.size() == 64 * 36 * 4);
    // Any size that a window manager may produce.
    for (const auto& [width, height] : {std::pair{9, 0}, {0, 9}, {1, 1}, {2, 1}, {1, 40}, {3, 5}, {-4, 20}, {64, 36}}) {
        wall.renderer.resize(width, height);
        wall.renderer.render(*wall.view);
        wall.renderer.advance(*wall.view);
    }
    wall.renderer.read(image);
    CHECK(image.pixels.size() == 64 * 36 * 4);
}

TEST_CASE("a broken mesh is refused in one line") {
    const auto fault = [](scene::LevelMeshes level_meshes) -> std::string {
        try {
            const auto device = gpu::make_null_device();
            const render::Renderer renderer(*device, test_library(), level_meshes, {.particles_max = 64});
        } catch (const gpu::AssetError& error) {
            return error.text;
        }
        return "";
    };
    scene::LevelMeshes level_meshes = wall_meshes();
    CHECK(fault(level_meshes).empty());
    level_meshes.meshes[0].indices[4] = 9;
    CHECK(fault(level_meshes) == "mesh 0 ('ship'): index 9 of 4 vertices");
    level_meshes.meshes[0].indices.pop_back();
    CHECK(fault(level_meshes) == "mesh 0 ('ship'): 5 indices do not make whole triangles");
    level_meshes = wall_meshes();
    level_meshes.meshes[0].vertices[2].at.y = std::nanf("");
    CHECK(fault(level_meshes) == "mesh 0 ('ship'): a vertex has a coordinate that is not a number");
    level_meshes = wall_meshes();
    level_meshes.meshes[0].graph = "nothing";
    CHECK(fault(level_meshes).find("textures/graphs/nothing.graph") == 0);
}

TEST_CASE("a renderer frees everything that it has created") {
    gpu::NullCounts counts;
    const auto device = gpu::make_null_device(&counts);
    const scene::LevelMeshes level_meshes = wall_meshes();
    const render::Options options{.width = 64, .height = 36, .samples = 4, .particles_max = 64};
    for (int life = 0; life < 2; ++life) {
        render::Renderer renderer(*device, test_library(), level_meshes, options);
        CHECK(counts.live > 40);
        const std::int64_t whole = counts.live;
        renderer.resize(0, 0);
        CHECK(counts.live < whole);
        renderer.resize(80, 45);
        CHECK(counts.live == whole);
    }
    CHECK(counts.live == 0);
    // Nor does a renderer leak that failed to initialise.
    scene::LevelMeshes broken = level_meshes;
    broken.meshes[0].indices[4] = 9;
    CHECK_THROWS_AS(render::Renderer(*device, test_library(), broken, options), gpu::AssetError);
    CHECK(counts.live == 0);
}

TEST_CASE("a picture for another level keeps nothing of the last") {
    gpu::NullCounts counts;
    const auto device = gpu::make_null_device(&counts);
    std::array<std::int64_t, 4> live{};
    {
        app::Picture picture(*device, {.width = 64, .height = 36, .particles_max = 64});
        for (std::size_t i = 0; i < live.size(); ++i) {
            picture.load_cast(app::level_named(i % 2 == 0 ? "the_cut" : "tutorial"));
            live[i] = counts.live;
        }
    }
    CHECK(live[2] == live[0]);
    CHECK(live[3] == live[1]);
    CHECK(counts.live == 0);
}

TEST_CASE("a step of a shown game copies only live entities, not the whole pools") {
    const Level level = small_level();
    const auto start = std::make_unique<World>();
    init(*start, level, {});
    bot::LocalGame game(level, *start, {});
    game.step();
    // A mark in an unused entry: a copy of the whole world would include it.
    Enemy& dead = game.world().enemies.items[kEnemiesMax - 1];
    REQUIRE(game.world().enemies.count < kEnemiesMax);
    dead.id.spawn = 4711;
    game.step();
    CHECK(game.before().enemies.items[kEnemiesMax - 1].id.spawn != 4711);
    CHECK(game.before().tick.value + 1 == game.now().tick.value);
}
