#pragma once
/// The stills of docs/pictures.md: which moments of which games they show. Each is a game of two autopilots from a seed, so
/// it comes to the same tick again.
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "client/app/pictures/demo_game.hpp"
#include "client/scene/look.hpp"

namespace albireo::app {

/// Taken `ticks` after the condition was first true, with this wish meanwhile.
struct Still {
    using When = std::function<bool(const Level&, const World&)>;
    std::string name;
    std::string level;
    std::uint8_t section = 0;  // practice from here; 0: the whole level
    When when;
    std::uint32_t ticks = 0;
    int skill = 9;
    DemoGame::Wish wish{};
    std::uint32_t calm_ticks = 0;  // of `ticks`, before the wish applies
    std::uint32_t seed = 1;
};

/// In the order of the page.
std::vector<Still> stills();

}  // namespace albireo::app
