#pragma once
/// A pause belongs to the player who called it until it is ten seconds old (sim/game/flow.hpp): what follows from that
/// for the panel that two players of one machine look at, and what the panel says.
#include <array>
#include <optional>
#include <span>
#include <string>

#include "client/app/rounds/person.hpp"

namespace albireo::app {

/// Which of this machine's two players may work the panel of the pause; nothing if there is only one player here, who
/// may.
std::optional<std::array<bool, 2>> pause_workers(const World& world, std::span<Person* const> people);

/// Who asks with this frame's input that the game pauses, or goes on again; null: nobody. `back`: Esc or the right mouse
/// button, which belong to nobody. A player who may not end the pause yet is not heard.
Person* pause_caller(const World& world, std::span<Person* const> people, bool back);

/// "Ada paused. Grace can resume in 7 s"; empty if everybody here may end the pause. `names`: in the order of slots.
std::string pause_text(const World& world, std::span<Person* const> people, const std::array<std::string, 2>& names);

/// "Ada: w, s and space choose", of who alone may work the panel; empty if that is everybody here.
std::string pause_keys_text(const World& world, std::span<Person* const> people,
                            const std::array<std::string, 2>& names, const Bindings& bindings);

}  // namespace albireo::app
