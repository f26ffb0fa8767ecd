#pragma once
/// Hitboxes over a stage's picture.
#include "client/bot/bot_controller.hpp"
#include "client/scene/stage.hpp"

namespace albireo::app {

/// Shows or hides them. The store must outlive the stage.
void show_shapes(scene::Stage& stage, bot::BodyStore& bodies, const Level& level, bool shown);

}  // namespace albireo::app
