#pragma once
/// A staged game and pictures of it, for albireo-screens.
#include <string>
#include <utility>

#include "client/app/screens/draw.hpp"
#include "client/app/screens/staging.hpp"
#include "client/app/screens/studio.hpp"

namespace albireo::app {

/// One staged game, and pictures of it.
struct ShotGame : Staging {
    ShotGame(Studio& with, bot::BodyStore& bodies, const GameHostSetup& setup, StagedPlan plan = {})
        : Staging(with.picture(), bodies, setup, std::move(plan)), studio(with) {
        set_visuals(with.visuals());
    }
    void shoot(const std::string& name) {
        studio.shoot("game-" + name, view(), [&](ui::Overlay& overlay) { draw_activity(overlay, activity(), input); });
    }
    void shoot_large(const std::string& name) {
        studio.use_large_text();
        shoot(name);
        studio.use_usual_text();
    }
    Studio& studio;
};

}  // namespace albireo::app
