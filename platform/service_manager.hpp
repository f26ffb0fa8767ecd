#pragma once
/// What the system's manager of services is told.
#include <string>

namespace albireo::platform {

/// Sends the lines to the manager that listens at `path`, a file or, with a leading '@', a name that is no file. Nothing happens if
/// nobody listens there.
void tell_service_manager(const std::string& path, const std::string& lines);

}  // namespace albireo::platform
