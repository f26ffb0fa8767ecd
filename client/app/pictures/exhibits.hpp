#pragma once
/// What stands for a level where a player chooses one: its last boss, another creature, or the players' ships.
#include <string_view>

#include "client/scene/exhibit.hpp"

namespace albireo::app {

/// `level`: the compiled level of this name; of the campaign, its first.
scene::Exhibit exhibit_for(std::string_view name, const Level& level);
/// The same for a built-in level, which is compiled for it. Throws PictureError.
scene::Exhibit exhibit_for(std::string_view name);

}  // namespace albireo::app
