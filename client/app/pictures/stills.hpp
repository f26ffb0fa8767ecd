#pragma once
/// The stills of docs/pictures.md: the games and moments that they show. Each is a game of two autopilots from a seed, so
/// every run reaches the same tick.
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "client/app/pictures/demo_game.hpp"
#include "client/scene/visual_settings.hpp"

namespace albireo::app {

/// A still is taken `ticks` after its condition first holds. In these ticks the overrides in `overrides` apply.
struct Still {
    using When = std::function<bool(const Level&, const World&)>;
    std::string name;
    std::string level;
    std::uint8_t section = 0;  // practice from here; 0: the whole level
    When when;
    std::uint32_t ticks = 0;
    int skill = 9;
    DemoGame::Overrides overrides{};
    std::uint32_t calm_ticks = 0;  // the first of these ticks, in which `overrides` does not apply yet
    std::uint32_t seed = 1;
};

/// In the order of the page.
std::vector<Still> stills();

}  // namespace albireo::app
