/// albireo-shot: one picture of a level at a tick, played by two autopilots. For looking at the renderer.
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>

#include "client/app/demo_game.hpp"
#include "client/app/offscreen.hpp"
#include "client/scene/stage.hpp"
#include "sim/script/compile.hpp"

int main(int argc, char** argv) {
    using namespace albireo;
    const std::string level_name = argc > 1 ? argv[1] : "the_cut";
    const std::string ticks = argc > 2 ? argv[2] : "600";
    const int width = argc > 3 ? std::atoi(argv[3]) : 640;
    const std::string out = argc > 4 ? argv[4] : "/tmp/shots";
    auto compiled = level_name.find('/') != std::string::npos ? script::compile_level_file(level_name, Difficulty::standard)
                                                              : script::compile_builtin_level(level_name, Difficulty::standard);
    if (!compiled.error.empty()) return std::fprintf(stderr, "%s\n", compiled.error.c_str()), 2;
    models::Catalog catalog;
    const scene::Cast cast = scene::make_cast(compiled.level, catalog);
    try {
        app::Offscreen::Setup setup;
        setup.options.width = width;
        setup.options.height = width * 9 / 16;
        if (const char* assets = std::getenv("ASSETS")) setup.assets = assets;
        app::Offscreen screen(cast.stock, setup);
        std::fprintf(stderr, "%s\n", screen.device().describe().c_str());
        if (const char* look = std::getenv("LOOK")) screen.renderer().look_at(look);
        app::FrameSink sink(out);
        app::DemoGame game(compiled.level, {});
        scene::Stage stage(compiled.level, cast, {});
        stage.options().debug_shapes = std::getenv("SHAPES") != nullptr;
        auto view = std::make_unique<scene::View>();
        std::size_t at = 0;
        while (at < ticks.size()) {
            const auto tick = static_cast<std::uint32_t>(std::atoi(ticks.c_str() + at));
            const std::size_t comma = ticks.find(',', at);
            at = comma == std::string::npos ? ticks.size() : comma + 1;
            while (game.now().tick.value < tick) {
                game.step();
                stage.tick(game.before(), game.now(), game.effects());
                stage.look({game.before(), game.now()}, *view);
                if (game.now().tick.value + 120 >= tick && game.now().tick.value < tick) screen.renderer().advance(*view);
            }
            const auto start = std::chrono::steady_clock::now();
            sink.write(screen.picture(*view), std::to_string(tick));
            std::fprintf(stderr, "tick %u: %.1f ms, %zu things, %zu lights, %zu shots\n", tick,
                         std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count(),
                         view->things.size(), view->points.size(), view->enemy_shots.size());
        }
    } catch (const app::PictureError& error) {
        std::fprintf(stderr, "albireo-shot: %s\n", error.text.c_str());
        return error.exit_code;
    }
    return 0;
}
