#pragma once
/// A pause belongs to the player who called it until it is ten seconds old (sim/game/flow.hpp): what follows from that
/// for the panel that two players of one machine look at, and what the panel says.
#include <optional>
#include <span>
#include <string>

#include "client/app/rounds/person.hpp"

namespace albireo::app {

/// The one of this machine's two players who may work the panel of a pause; nothing if it is open to everybody here.
std::optional<std::size_t> pause_worker(const World& world, std::span<Person* const> people);

/// Who asks with this frame's input that the game pauses, or goes on again; null: nobody. `back`: Esc or the right mouse
/// button, which belong to nobody. A player who may not end the pause yet is not heard.
Person* pause_caller(const World& world, std::span<Person* const> people, bool back);

/// "Ada paused. Grace can resume in 7 s"; empty if everybody here may end the pause. `names`: in the order of slots.
std::string pause_text(const World& world, std::span<Person* const> people, const std::array<std::string, 2>& names);

/// "Ada: w, s and space choose".
std::string pause_keys_text(const std::string& name, const PlayerKeys& keys);

}  // namespace albireo::app
