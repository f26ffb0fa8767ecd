#pragma once
/// Where this system keeps a user's files of each kind: on Linux by the XDG base directory specification.
#include <cstdint>
#include <string>

namespace albireo::platform {

/// `state` is what a program remembers and a user would not copy to another computer; `cache` may be deleted at any time.
enum class UserFolder : std::uint8_t { config, data, state, cache };

/// The program's own folder in it, "/anna/.local/share/albireo", which may not exist yet; empty if the user has no home folder.
std::string user_folder(UserFolder kind);

/// The folder that the service manager gives to this service for its state; empty: it gave none.
std::string service_state_folder();

}  // namespace albireo::platform
