#pragma once
/// The ships of an earlier game of a level. Stage draws them as outlines beside those of the current game, and the HUD shows how far the team's score
/// is from theirs. Plain data, made by app/ghosts from a recording; nothing of it is in the core.
#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "client/math/vec.hpp"

namespace albireo::scene {

struct Ghost {
    struct Moment {
        std::array<math::Vec2, 2> at{};  // of each slot's ship, in the field
        std::uint32_t score = 0;         // of the team
        std::uint8_t flying = 0;         // bit n: slot n's ship is in the field
    };
    std::vector<Moment> moments;  // by World::clock, from 0 on: pauses do not count
    std::string names;            // of the players, "Anna, Ben"
};

}  // namespace albireo::scene
