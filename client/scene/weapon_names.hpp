#pragma once
/// The names of the weapons in the HUD, in the order of Weapon. The renderer, which does not know the game, writes them;
/// stage_overlay.cpp asserts that there is one for every weapon.
#include <array>
#include <string_view>

namespace albireo::scene {

inline constexpr auto kWeaponNames = std::to_array<std::string_view>({"NEEDLE", "FAN", "SEEKERS", "RIBBON"});

}  // namespace albireo::scene
