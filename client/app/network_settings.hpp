#pragma once
/// What the settings and the command line say about hosting and joining, for the parts that do it.
#include <string>

#include "client/app/command_line.hpp"
#include "client/app/controls/settings.hpp"
#include "client/app/game_search.hpp"

namespace albireo::app {

/// A line for the player if the rendezvous server of the settings is not an address; otherwise empty.
std::string rendezvous_fault(const Settings& settings);

/// Takes from the settings what they say about the network. The rendezvous of the command line or of an invitation has precedence, unless the
/// player uses none at all.
void use_network_settings(CommandLine& line, const Settings& settings);

/// How to look for the game of a `join`, or of the watch code of a `watch`.
GameSearchOptions search_options(const CommandLine& line);

}  // namespace albireo::app
