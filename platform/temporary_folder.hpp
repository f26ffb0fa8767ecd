#pragma once
/// Folders for a short time.
#include <string>

namespace albireo::platform {

/// Makes a folder of a new name that begins with `prefix`, a path. Only this user can read it. Returns its path; empty: it cannot be made.
std::string make_own_folder(const std::string& prefix);

}  // namespace albireo::platform
