#pragma once
/// A moment of a game in which every pass has something to draw.
#include <doctest/doctest.h>

#include <memory>
#include <string>
#include <vector>

#include "client/app/pictures/crowd.hpp"
#include "client/app/pictures/show.hpp"
#include "client/predict/bodies.hpp"
#include "client/predict/effects.hpp"
#include "client/render/renderer.hpp"
#include "client/scene/cast.hpp"
#include "client/scene/stage.hpp"

namespace albireo {

/// A level as pictures need it; made once for several moments.
struct Place {
    explicit Place(const std::string& name) : level(app::level_named(name)) {}
    Level level;
    models::Catalog catalog;
    scene::Cast cast = scene::make_cast(level, catalog);
    client::Bodies bodies{level, catalog};
};

/// A moment with everything at once: a crowd, beams that warn and that burn, both ribbons, missiles, bolts, a storm,
/// deaths, and everything in the debug view.
struct BusyMoment {
    const Level& level;
    const scene::Cast& cast;
    std::unique_ptr<World> world = std::make_unique<World>(), before = std::make_unique<World>();
    std::unique_ptr<scene::View> view = std::make_unique<scene::View>();
    scene::Stage stage{level, cast, {}};
    std::vector<client::EffectLedger::Effect> effects;

    /// The place must outlive it.
    explicit BusyMoment(const Place& place, std::size_t enemy_shots = 1000) : level(place.level), cast(place.cast) {
        app::make_crowd(*world, level, {.enemies = 60, .enemy_shots = enemy_shots, .clock = 200});
        REQUIRE_FALSE(level.beams.empty());
        for (std::uint8_t i = 0; i < 4; ++i) {
            world->beams.add({.owner = world->enemies.items[i].id,
                              .part = 0,
                              .def = static_cast<std::uint8_t>(i % level.beams.size()),
                              .burning = static_cast<std::uint8_t>(i % 2),
                              .from = {8_u, 4_u},
                              .bend = {0_u, 2_u},
                              .tip = {-9_u, -3_u},
                              .left = 30});
            if (level.missiles.empty()) continue;
            Missile missile{};
            missile.number = i;
            missile.at = {-3_u, 2_u};
            world->missiles.add(missile);
        }
        for (Ship& ship : world->ships) {
            ship.ribbon = 1;
            ship.aim = {6_u, 3_u};
        }
        for (int kind = 0; kind <= static_cast<int>(EventKind::round); ++kind) {
            effects.push_back({{.kind = static_cast<EventKind>(kind),
                                .slot = Slot::gold,
                                .tick = {},
                                .cause = cause_of(world->enemies.items[0].id),
                                .at = {},
                                .value = 0},
                               0});
        }
        stage.options().bodies = &place.bodies;
        stage.options().debug_shapes = true;
        stage.set_ship_spheres({{0, 0, 0, 0.5F}});
    }

    void show(render::Renderer& renderer) {
        step();
        renderer.render(*view);
    }
    /// The next tick, as a view.
    void step() {
        *before = *world;
        ++world->tick;
        ++world->clock;
        stage.tick(*before, *world, effects);
        stage.look({.before = *before, .now = *world, .predicted = {}}, *view);
        if (!view->sea.empty()) return;
        for (std::size_t i = 0; i < scene::kSeaPoints; ++i) view->sea.add({-17 + 0.25F * static_cast<float>(i), -4});
    }
};

}  // namespace albireo
