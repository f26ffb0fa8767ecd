#pragma once
/// The names of the weapons in the HUD, in the order of Weapon. The renderer, which does not know the game, writes them;
/// stage_overlay.cpp asserts that there is one for every weapon.
#include <array>

#include "client/words/words.hpp"

namespace albireo::scene {

inline constexpr auto kWeaponNames = std::to_array<const char*>({mark("NEEDLE"), mark("FAN"), mark("SEEKERS"), mark("RIBBON")});

}  // namespace albireo::scene
