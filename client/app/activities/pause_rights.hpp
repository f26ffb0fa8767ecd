#pragma once
/// A pause belongs to the player who called it until it is ten seconds old (sim/game/flow.hpp). This file derives what
/// that means for the panel shared by two players of one machine, and its text.
#include <array>
#include <optional>
#include <span>
#include <string>

#include "client/app/activities/person.hpp"

namespace albireo::app {

/// Which of this machine's two players may use the pause panel; nothing if there is only one player here, who may.
std::optional<std::array<bool, 2>> pause_workers(const World& world, std::span<Person* const> people);

/// The player whose input in this frame pauses or resumes the game; null: none. `back`: Esc or the right mouse button,
/// which belong to no player. The request of a player who may not end the pause yet is ignored.
Person* pause_caller(const World& world, std::span<Person* const> people, bool back);

/// "Ada paused. Grace can resume in 7 s"; empty if every player here may end the pause. `names`: in the order of slots.
std::string pause_text(const World& world, std::span<Person* const> people, const std::array<std::string, 2>& names);

/// "Ada: w, s and space choose", for the only player who may use the panel; empty if every player here may.
std::string pause_keys_text(const World& world, std::span<Person* const> people,
                            const std::array<std::string, 2>& names, const Bindings& bindings);

}  // namespace albireo::app
