#pragma once
/// The program behind the command line.
#include "client/app/command_line.hpp"

namespace albireo::app {

/// Throws PictureError, and the errors of windows and devices (gpu::ContextError, gpu::ShaderError, gpu::AssetError,
/// text::FontError).
void run(const CommandLine& line);

}  // namespace albireo::app
