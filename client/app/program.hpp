#pragma once
/// The program behind the command line.
#include "client/app/command_line.hpp"

namespace albireo::app {

/// Throws PictureError and what windows and devices throw.
void run(const CommandLine& line);

}  // namespace albireo::app
