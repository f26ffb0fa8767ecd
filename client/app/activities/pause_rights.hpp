#pragma once
/// During the first ten seconds of a pause only the player who paused can resume (sim/game/flow.hpp). With two players at
/// one machine, this file decides which of them may use the pause panel, and writes its text.
#include <array>
#include <optional>
#include <span>
#include <string>

#include "client/app/controls/bindings.hpp"

namespace albireo::app {

/// Which of this machine's two players may use the pause panel. Returns nothing if only one player is here, because
/// that player always may.
std::optional<std::array<bool, 2>> pause_workers(const World& world, std::span<LocalPlayer* const> people);

/// The player whose input in this frame pauses or resumes the game; null: none. `back`: Esc or the right mouse button,
/// which belong to no player. The request of a player who may not end the pause yet is ignored.
LocalPlayer* pause_caller(const World& world, std::span<LocalPlayer* const> people, bool back);

/// "Ada paused. Grace can resume in 7 s"; empty if every player here may end the pause. `names`: in the order of slots.
std::string pause_text(const World& world, std::span<LocalPlayer* const> people, const std::array<std::string, 2>& names);

/// "Ada: choose with w, s and space", for the only player who may use the panel; empty if every player here may.
std::string pause_keys_text(const World& world, std::span<LocalPlayer* const> people,
                            const std::array<std::string, 2>& names, const Bindings& bindings);

}  // namespace albireo::app
