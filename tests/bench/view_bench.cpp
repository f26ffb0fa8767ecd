// What a picture of the crowded scene costs the CPU before the driver gets it: building the view (80 enemies, the Warden,
// 2 000 shots, 200 lights, bursts of 24 000 particles), also with a combined storm, and turning it into commands (null
// device).
#include <benchmark/benchmark.h>

#include <array>
#include <cmath>

#include "client/app/pictures/crowd.hpp"
#include "client/gpu/null_device.hpp"
#include "client/render/renderer.hpp"
#include "client/scene/ripples.hpp"
#include "client/scene/smoke.hpp"
#include "client/scene/stage.hpp"
#include "sim/script/compile.hpp"

namespace {

using namespace albireo;

struct Crowd {
    Level level = script::compile_builtin_level("the_cut", Difficulty::standard).level;
    models::Catalog catalog;
    scene::Cast cast = scene::make_cast(level, catalog);
    std::unique_ptr<World> world = std::make_unique<World>(), before = std::make_unique<World>();
    scene::Stage stage{level, cast, {}};
    std::unique_ptr<scene::View> view = std::make_unique<scene::View>();

    Crowd() {
        app::make_crowd(*world, level, {});
        *before = *world;
    }
    void tick(std::span<const Event> events) {
        *before = *world;
        ++world->tick;
        ++world->clock;
        std::array<client::EffectLedger::Effect, 64> effects{};
        std::size_t count = 0;
        for (const Event& event : events) effects[count++] = {event, 0};
        stage.tick(*before, *world, std::span(effects.data(), count));
    }
    void look(float alpha) { stage.look({.before = *before, .now = *world, .alpha = alpha, .predicted = {}}, *view); }
};

Crowd& crowd() {
    static Crowd made;
    return made;
}

/// As many deaths as in a crowd's worst tick.
std::array<Event, 24> deaths(const World& world) {
    std::array<Event, 24> events{};
    for (std::size_t i = 0; i < events.size(); ++i) {
        events[i] = {.kind = EventKind::enemy_died,
                     .slot = Slot::gold,
                     .tick = world.tick,
                     .cause = i + 1,
                     .at = {},
                     .value = 0};
    }
    return events;
}

void view_tick(benchmark::State& state) {
    Crowd& scene = crowd();
    const auto events = deaths(*scene.world);
    for (auto _ : state) {
        scene.tick(events);
        scene.look(1);
    }
}

/// A tick of smoke after a combined storm: all the puffs that there is room for, between rock and both ships.
void view_smoke(benchmark::State& state) {
    scene::Smoke smoke;
    scene::VisualRandom random(5);
    const std::array<scene::Smoke::Disc, 2> ships = {{{{-5, 1}, {6, 0}, 0.55F}, {{-4, -2}, {}, 0.55F}}};
    const scene::Smoke::Around around{
        .discs = ships, .scenery = {-0.03F, 0}, .is_solid = [](scene::Vec2 at) { return std::abs(at.y) > 6 + 0.5F * std::sin(at.x); }};
    std::size_t puffs = 0, ticks = 0;
    for (auto _ : state) {
        while (smoke.count() < scene::kPuffsMax) {
            const float x = 14 * random.either(), y = 5 * random.either();
            smoke.add({.at = {x, y, 0.3F}, .count = 12, .speed = {}, .spread = 3, .radius = 0.5F}, 1, random);
        }
        smoke.tick(around);
        puffs += smoke.count();
        ++ticks;
    }
    state.counters["puffs"] = static_cast<double>(puffs) / static_cast<double>(ticks);
}

void view_look(benchmark::State& state) {
    Crowd& scene = crowd();
    scene.tick({});
    for (auto _ : state) {
        scene.look(0.5F);
        benchmark::DoNotOptimize(scene.view->instances.size());
    }
    state.counters["enemy shots"] = static_cast<double>(scene.view->enemy_shots.size());
}

void view_look_combined_storm(benchmark::State& state) {
    Crowd& scene = crowd();
    scene.stage.reset();
    const Event storm{
        .kind = EventKind::combined_storm, .slot = Slot::gold, .tick = scene.world->tick, .cause = 1, .at = {}, .value = 0};
    scene.tick({&storm, 1});
    for (auto _ : state) scene.look(0.5F);
    state.counters["bolt vertices"] = static_cast<double>(scene.view->bolts.size());
    scene.stage.reset();
}

void view_commands(benchmark::State& state) {
    Crowd& scene = crowd();
    gpu::NullCounts counts;
    const auto device = gpu::make_null_device(&counts);
    const gpu::ShaderLibrary library(render::embedded_assets());
    render::Renderer renderer(*device, library, scene.cast.level_meshes, {.width = 1920, .height = 1080});
    scene.look(0.5F);
    app::add_lights(*scene.view, 200);
    app::add_particles(*scene.view, 24'000);
    std::uint64_t frames = 0;
    for (auto _ : state) {
        renderer.render(*scene.view);
        scene.view->seconds += 1.0F / 60;
        ++frames;
    }
    state.counters["draws"] = static_cast<double>(counts.draws) / static_cast<double>(frames);
    state.counters["bytes"] = static_cast<double>(counts.stream_bytes) / static_cast<double>(frames);
}

/// The small waves of the sea in one frame: of the low tier, and of the others.
void view_ripples(benchmark::State& state) {
    scene::Ripples ripples(static_cast<int>(state.range(0)));
    float seconds = 0;
    for (auto _ : state) {
        ripples.place(seconds += 1.0F / 60);
        benchmark::DoNotOptimize(ripples.field().data());
    }
}

/// A tick of the rings on the sea while two ships stir it.
void view_wake(benchmark::State& state) {
    scene::Wake wake;
    float travel = 0;
    for (auto _ : state) {
        wake.begin(travel += 0.04F);
        wake.push({-8, 0}, 0.6F, -0.05F);
        wake.push({3, 0}, 0.6F, -0.05F);
        wake.tick();
    }
}

BENCHMARK(view_tick)->Name("view/tick")->Unit(benchmark::kMicrosecond);
BENCHMARK(view_look)->Name("view/look")->Unit(benchmark::kMicrosecond);
BENCHMARK(view_look_combined_storm)->Name("view/look, combined storm")->Unit(benchmark::kMicrosecond);
BENCHMARK(view_ripples)->Name("view/ripples")->Arg(32)->Arg(64)->Unit(benchmark::kMicrosecond);
BENCHMARK(view_smoke)->Name("view/smoke")->Unit(benchmark::kMicrosecond);
BENCHMARK(view_wake)->Name("view/wake")->Unit(benchmark::kMicrosecond);
BENCHMARK(view_commands)->Name("view/commands")->Unit(benchmark::kMicrosecond);

}  // namespace
