#include "platform/user_folders.hpp"

#include <array>
#include <cstdlib>

namespace albireo::platform {
namespace {

/// Only absolute paths count, as the specification says.
std::string variable(const char* name) {
    const char* const value = std::getenv(name);
    return value != nullptr && value[0] == '/' ? value : "";
}

}  // namespace

std::string user_folder(UserFolder kind) {
    struct Place {
        const char *variable, *below_home;
    };
    constexpr std::array<Place, 4> kPlaces = {{{"XDG_CONFIG_HOME", "/.config"}, {"XDG_DATA_HOME", "/.local/share"}, {"XDG_STATE_HOME", "/.local/state"}, {"XDG_CACHE_HOME", "/.cache"}}};
    const Place& place = kPlaces[static_cast<std::size_t>(kind)];
    if (const std::string own = variable(place.variable); !own.empty()) return own + "/albireo";
    const std::string home = variable("HOME");
    return home.empty() ? "" : home + place.below_home + "/albireo";
}

std::string service_state_folder() {
    return variable("STATE_DIRECTORY");
}

}  // namespace albireo::platform
