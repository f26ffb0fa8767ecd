#pragma once
/// The program behind the command line.
#include "client/app/command_line.hpp"

namespace albireo::app {

/// Returns the exit code. Throws PictureError and what windows and devices throw.
int run(const CommandLine& line);

}  // namespace albireo::app
