#pragma once
/// A small game and the stage that shows it.
#include <memory>

#include "client/predict/effects.hpp"
#include "client/scene/stage.hpp"
#include "sim/step.hpp"
#include "tests/script/small_level.hpp"

namespace albireo {

struct Set {
    Level level;
    models::Catalog catalog;
    scene::Cast cast = scene::make_cast(level, catalog);
    std::unique_ptr<World> before = std::make_unique<World>(), now = std::make_unique<World>();
    std::unique_ptr<scene::View> view = std::make_unique<scene::View>();
    scene::Stage stage{level, cast, {}};

    explicit Set(Level of = small_level()) : level(std::move(of)) { init(*now, level, {}); }
    void run(int ticks) {
        auto events = std::make_unique<Events>();
        client::EffectLedger ledger;
        for (int i = 0; i < ticks; ++i) {
            *before = *now;
            events->clear();
            step(*now, level, {}, *events);
            ledger.clear();
            ledger.take(*events, now->tick);
            stage.tick(*before, *now, ledger.fresh());
        }
    }
};

}  // namespace albireo
