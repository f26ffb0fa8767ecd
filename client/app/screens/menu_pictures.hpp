#pragma once
/// Pictures of the menu's screens, also with large text and high contrast, and of the HUD in all its sizes; for screens_main.cpp.
#include "client/app/screens/studio.hpp"

namespace albireo::app {

void shoot_menus(Studio& studio);

}  // namespace albireo::app
