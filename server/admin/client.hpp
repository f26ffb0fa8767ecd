#pragma once
/// `albireo-server admin WORDS…`: reads the admin pages of a running server, or gives it a command.
#include <string>
#include <vector>

#include "server/config.hpp"

namespace albireo::server {

/// The commands, for --help and for errors.
inline constexpr const char* kAdminWords =
    "list, watch, kick CODE gold|blue, end CODE, ban ADDRESS|NETWORK [TIME], unban ADDRESS|NETWORK, bans, message [CODE] TEXT, "
    "drain, ready, live or metrics";

/// Prints the answer on stdout. Returns the exit code: 0 done, 1 the server refused or is not ready, 2 no such command, 3 it
/// could not be reached.
int run_admin_client(const Config& config, const std::vector<std::string>& words);

}  // namespace albireo::server
