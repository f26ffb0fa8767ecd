#include "client/app/pictures/pictures.hpp"

#include <algorithm>
#include <functional>

#include "client/app/pictures/demo_game.hpp"
#include "client/app/pictures/show.hpp"
#include "client/scene/stage.hpp"
#include "sim/game/player.hpp"
#include "sim/game/wall.hpp"

namespace albireo::app {
namespace {

/// When a still is taken: `ticks` after the condition was first true, with this wish meanwhile.
struct Still {
    std::string name;
    std::function<bool(const World&, std::span<const client::EffectLedger::Effect>)> when;
    std::uint32_t ticks = 0;
    DemoGame::Wish wish{};
    int skill = 9;
    scene::HudTheme theme = scene::HudTheme::standard;
    std::uint32_t calm_ticks = 0;  // before the wish applies
};

bool is_in_sight(albireo::Vec2 at) {
    return abs(at.x) < 15_u && abs(at.y) < 8_u;
}

constexpr std::uint32_t kNever = 40'000;  // ticks: longer than the level with its loops

std::vector<Still> stills(const Level& level) {
    const auto at = [](std::uint32_t tick) {
        return [tick](const World& world, auto) { return world.tick.value >= tick; };
    };
    const auto kind_is_here = [&level](std::string_view name) {
        return [&level, name](const World& world, auto) {
            for (const Enemy& enemy : world.enemies.live()) {
                if (level.name(level.kinds[enemy.kind].name) == name) return true;
            }
            return false;
        };
    };
    // A phase of the Warden has begun `count` times.
    const auto phase = [&level](int count) {
        return [&level, count, seen = 0](const World& world,
                                         std::span<const client::EffectLedger::Effect> effects) mutable {
            for (const auto& effect : effects) {
                if (effect.event.kind != EventKind::phase_cracking) continue;
                for (const Enemy& enemy : world.enemies.live()) {
                    const bool is_it = enemy.id.spawn == effect.event.cause >> 48;
                    if (is_it && level.name(level.kinds[enemy.kind].name) == "warden") ++seen;
                }
            }
            return seen >= count;
        };
    };
    const auto died = [](const World& world, std::span<const client::EffectLedger::Effect> effects) {
        if (world.tick.value < 1500) return false;
        for (const auto& effect : effects) {
            if (effect.event.kind == EventKind::ship_died && effect.event.at.x > -11_u) return true;
        }
        return false;
    };
    const auto in_sight = [](const World& world) {
        return std::count_if(world.enemies.live().begin(), world.enemies.live().end(),
                             [](const Enemy& enemy) { return is_in_sight(enemy.at); });
    };
    const auto crowded = [in_sight](const World& world, auto) {
        return world.tick.value > 2400 && in_sight(world) >= 11 && world.enemy_shots.count >= 24 &&
               is_flying(world.ships[0]) && is_flying(world.ships[1]);
    };
    const auto many = [in_sight](const World& world, auto) {
        return world.tick.value > 3000 && in_sight(world) >= 7 && is_flying(world.ships[0]) &&
               is_flying(world.ships[1]);
    };
    const auto near_wall = [&level](const World& world, auto) {
        if (world.tick.value < 5400) return false;
        for (const Ship& ship : world.ships) {
            const bool above = is_rock(world.scroll, level, ship.at + albireo::Vec2{Fixed{}, 1300_mu});
            const bool below = is_rock(world.scroll, level, ship.at - albireo::Vec2{Fixed{}, 1300_mu});
            if (is_flying(ship) && (above || below)) return true;
        }
        return false;
    };
    const DemoGame::Wish lightning{.pressed = kLightning, .weapon = {}, .full_bars = true};
    const DemoGame::Wish ribbon{.pressed = kFire | kRelease, .weapon = Weapon::ribbon, .full_bars = true};
    return {
        {"01-quiet", at(520), 0},
        {"02-crowd", crowded, 0},
        {"03-walls-near", near_wall, 0},
        {"04-sentinel", kind_is_here("sentinel"), 420},
        {"05-warden-1", kind_is_here("warden"), 460},
        {"06-warden-2", phase(1), 330},
        {"07-warden-3", phase(2), 200},
        {"08-lightning", many, 6, lightning},
        {"09-storm", kind_is_here("warden"), 386, lightning, 9, scene::HudTheme::standard, 378},
        {"10-ribbon", many, 9, ribbon},
        {"11-death", died, 7, {}, 1},
        {"12-classic-hud", crowded, 45, {}, 9, scene::HudTheme::classic},
    };
}

}  // namespace

void make_pictures(const PicturesDef& def) {
    const Level level = level_named(def.level);
    models::Catalog catalog;
    const scene::Cast cast = scene::make_cast(level, catalog);
    Offscreen screen(cast.level_meshes, {.options = def.options, .quality = {}, .assets = def.assets, .null_device = def.null_device});
    FrameSink sink = FrameSink::folder(def.folder);
    auto view = std::make_unique<scene::View>();
    for (Still& still : stills(level)) {
        if (!def.only.empty() && still.name.find(def.only) == std::string::npos) continue;
        DemoGame game(level, {.seed = 1, .skill = still.skill});
        scene::Stage stage(level, cast, {});
        view->look.theme = still.theme;
        std::uint32_t left = still.ticks;
        bool met = false;
        while (!met || left > 0) {
            if (game.now().tick.value >= kNever) {
                throw PictureError{still.name + ": did not occur within " + std::to_string(kNever) + " ticks of " +
                                   def.level};
            }
            const bool wished = met && still.ticks - left >= still.calm_ticks;
            if (met) --left;
            game.step(wished ? still.wish : DemoGame::Wish{});
            stage.tick(game.before(), game.now(), game.effects());
            stage.look({.before = game.before(), .now = game.now(), .predicted = {}}, *view);
            if (!met) met = still.when(game.now(), game.effects());
            if (!met || left > 0) screen.renderer().advance(*view);  // the last tick advances when it is drawn
        }
        sink.write(screen.picture(*view), still.name);
        std::fprintf(stderr, "%s: tick %u\n", still.name.c_str(), game.now().tick.value);
    }
    if (sink.count() == 0) throw PictureError{"--only " + def.only + ": no still has this in its name"};
}

}  // namespace albireo::app
