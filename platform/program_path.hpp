#pragma once
/// Where this program's file is.
#include <filesystem>

namespace albireo::platform {

/// The file of this program, without symbolic links; empty if the system does not report it.
std::filesystem::path program_path();

}  // namespace albireo::platform
