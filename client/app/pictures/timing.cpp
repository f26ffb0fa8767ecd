#include "client/app/pictures/timing.hpp"

#include <algorithm>
#include <chrono>
#include <ctime>
#include <map>
#include <nlohmann/json.hpp>

#include "client/app/pictures/crowd.hpp"
#include "client/app/pictures/show.hpp"

namespace albireo::app {
namespace {

using nlohmann::json;

double now_ms() {
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

/// The CPU time of all threads. Unlike wall time, it measures a software driver's work even on a busy machine.
double worked_ms() {
    return static_cast<double>(std::clock()) * (1000.0 / CLOCKS_PER_SEC);
}

double median(std::vector<double> values) {
    if (values.empty()) return 0;
    std::sort(values.begin(), values.end());
    return values[values.size() / 2];
}

double rounded(double ms) {
    return static_cast<double>(static_cast<long long>(ms * 1000 + 0.5)) / 1000;
}

struct Scene {
    std::string name;
    CrowdDef crowd;
    std::size_t lights = 200, particles = 24'000;
};

class Clock {
  public:
    Clock(const TimingDef& def, const Level& level, const scene::Cast& cast) : def_(def), level_(level), cast_(cast) {}

    json measure(const Scene& what, bool null_device) {
        Offscreen::Setup setup;
        setup.options = def_.options;
        setup.options.particles_max = static_cast<std::uint32_t>(what.particles + (1U << 16));
        setup.assets = def_.assets;
        setup.graphics = def_.graphics;
        setup.null_device = null_device;
        Offscreen screen(cast_.level_meshes, setup);
        auto world = std::make_unique<World>();
        make_crowd(*world, level_, what.crowd);
        auto before = std::make_unique<World>(*world);
        scene::Stage stage(level_, cast_, {});
        auto view = std::make_unique<scene::View>();
        gpu::Device& device = screen.device();

        constexpr int kWarm = 6;
        float waves_at = 0;
        const auto look = [&] { stage.look({.before = *before, .now = *world, .predicted = {}}, *view); };
        const auto fill = [&](bool first) {
            view->sea_seconds = waves_at += 1.0F / 60;  // a frame makes its small waves
            add_lights(*view, what.lights);
            // Time almost stands still: every particle stays alive throughout.
            view->dt = 1e-5F;
            if (first) add_particles(*view, what.particles);
        };
        std::vector<double> frame_ms, look_ms, submit_ms, work_ms;
        const auto frame = [&](int i) {
            const double start = now_ms();
            look();
            const double looked = now_ms();
            fill(i == 0);
            const double ready = now_ms(), worked = worked_ms();
            screen.renderer().render(*view);
            const double submitted = now_ms();
            device.finish();
            if (i < kWarm) return;
            frame_ms.push_back(now_ms() - ready);
            work_ms.push_back(worked_ms() - worked);
            look_ms.push_back(looked - start);
            submit_ms.push_back(submitted - ready);
        };
        int i = 0;
        for (; i < kWarm + def_.frames / 2; ++i) frame(i);
        // Then the passes, each ended by a finish, so their sum is more than a frame.
        device.time_passes(true);
        std::vector<std::string> order;
        struct Times {
            std::vector<double> cpu, gpu, work;
        };
        std::map<std::string, Times> passes;
        for (const int end = i + def_.frames / 2; i < end; ++i) {
            look();
            fill(false);
            screen.renderer().render(*view);
            std::map<std::string, gpu::PassTime> sums;
            for (const gpu::PassTime& time : device.pass_times()) {
                const std::string name(time.name);
                if (!passes.contains(name)) {
                    order.push_back(name);
                    passes[name];
                }
                sums[name].cpu_ms += time.cpu_ms;
                sums[name].gpu_ms += time.gpu_ms;
                sums[name].work_ms += time.work_ms;
            }
            for (const auto& [name, sum] : sums) {
                passes[name].cpu.push_back(sum.cpu_ms);
                passes[name].gpu.push_back(sum.gpu_ms);
                passes[name].work.push_back(sum.work_ms);
            }
        }
        json out = {{"name", what.name},
                    {"device", device.describe()},
                    {"frame_ms", rounded(median(frame_ms))},
                    {"work_ms", rounded(median(work_ms))},
                    {"look_ms", rounded(median(look_ms))},
                    {"submit_ms", rounded(median(submit_ms))},
                    {"instances", view->instances.size()},
                    {"enemy_shots", view->enemy_shots.size()},
                    {"points", view->points.size()},
                    {"particles", what.particles},
                    {"passes", json::array()}};
        for (const std::string& name : order) {
            out["passes"].push_back({{"name", name},
                                     {"cpu_ms", rounded(median(passes[name].cpu))},
                                     {"work_ms", rounded(median(passes[name].work))},
                                     {"gpu_ms", rounded(median(passes[name].gpu))}});
        }
        return out;
    }

  private:
    const TimingDef& def_;
    const Level& level_;
    const scene::Cast& cast_;
};

}  // namespace

json time_frames(const TimingDef& def) {
    const Level level = level_named(def.level);
    models::Catalog catalog;
    const scene::Cast cast = scene::make_cast(level, catalog);
    Clock clock(def, level, cast);
    json out = {{"width", def.options.width},
                {"height", def.options.height},
                {"samples", def.options.samples},
                {"frames", def.frames},
                {"scenes", json::array()}};
    const Scene typical{
        .name = "typical", .crowd = {.enemies = 12, .enemy_shots = 80}, .lights = 60, .particles = 1500};
    const Scene crowd{.name = "crowd", .crowd = {}};
    Scene many = crowd;
    many.name = "many particles";
    many.particles = def.particles_many;
    Scene alone = crowd;
    alone.name = "crowd, CPU alone";
    const auto measure = [&](const Scene& scene, bool null_device) {
        if (scene.name.find(def.only) == std::string::npos) return;
        out["scenes"].push_back(clock.measure(scene, null_device));
    };
    measure(typical, false);
    if (!def.typical_only) {
        measure(crowd, false);
        measure(many, false);
    }
    measure(alone, true);
    return out;
}

}  // namespace albireo::app
