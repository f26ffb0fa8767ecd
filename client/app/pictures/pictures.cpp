#include "client/app/pictures/pictures.hpp"

#include "client/app/pictures/show.hpp"
#include "client/app/pictures/stills.hpp"
#include "client/scene/stage.hpp"

namespace albireo::app {
namespace {

constexpr std::uint32_t kNever = 40'000;  // ticks: longer than a level with its loops

}  // namespace

void make_pictures(const PicturesDef& def) {
    models::Catalog catalog;
    PictureSink sink = PictureSink::folder(def.folder);
    auto view = std::make_unique<scene::View>();
    for (const Still& still : stills()) {
        if (!def.only.empty() && still.name.find(def.only) == std::string::npos) continue;
        const Level level = level_named(still.level);
        const scene::Cast cast = scene::make_cast(level, catalog);
        Offscreen screen(cast.level_meshes, {.options = def.options, .quality = {}, .assets = def.assets, .null_device = def.null_device, .graphics = def.graphics});
        DemoGame game(level, {.seed = still.seed, .skill = still.skill, .section = still.section});
        scene::Stage stage(level, cast, {});
        std::uint32_t left = still.ticks;
        bool met = false;
        while (!met || left > 0) {
            if (game.now().tick.value >= kNever) {
                throw PictureError{still.name + ": did not occur within " + std::to_string(kNever) + " ticks of " +
                                   still.level};
            }
            const bool applies = met && still.ticks - left >= still.calm_ticks;
            if (met) --left;
            game.step(applies ? still.overrides : DemoGame::Overrides{});
            stage.tick(game.before(), game.now(), game.effects());
            stage.look({.before = game.before(), .now = game.now(), .predicted = {}}, *view);
            if (!met) met = still.when(level, game.now());
            if (met && left > 0) screen.renderer().advance(*view);  // the last tick advances when it is drawn
        }
        sink.write(screen.picture(*view), still.name);
        std::fprintf(stderr, "%s: tick %u of %s\n", still.name.c_str(), game.now().tick.value, still.level.c_str());
    }
    if (sink.count() == 0) throw PictureError{"--only " + def.only + ": no still has this in its name"};
}

}  // namespace albireo::app
