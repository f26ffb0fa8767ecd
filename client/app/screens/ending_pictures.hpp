#pragma once
/// Pictures of how games end and what may follow: a cleared level and the next one, a campaign, a lost game, and what the
/// partner wants; for screens_main.cpp.
#include "client/app/screens/studio.hpp"
#include "client/bot/bot_controller.hpp"

namespace albireo::app {

void shoot_endings(Studio& studio, bot::BodyStore& bodies);

}  // namespace albireo::app
