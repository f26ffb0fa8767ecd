// Goal: a user's files are where the XDG base directory specification puts them, and nowhere if there is no home folder.
#include "platform/user_folders.hpp"

#include <doctest/doctest.h>

#include <array>
#include <cstdlib>
#include <optional>

using namespace albireo;
using platform::user_folder;
using platform::UserFolder;

namespace {

/// The environment without a home, and as it was at the end.
struct Environment {
    static constexpr std::array kNames = {"HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME", "STATE_DIRECTORY"};
    std::array<std::optional<std::string>, kNames.size()> before;
    Environment() {
        for (std::size_t i = 0; i < kNames.size(); ++i) {
            const char* const value = std::getenv(kNames[i]);
            if (value != nullptr) before[i] = value;
            ::unsetenv(kNames[i]);
        }
    }
    ~Environment() {
        for (std::size_t i = 0; i < kNames.size(); ++i) before[i] ? ::setenv(kNames[i], before[i]->c_str(), 1) : ::unsetenv(kNames[i]);
    }
    static void set(const char* name, const char* value) { ::setenv(name, value, 1); }
};

}  // namespace

TEST_CASE_FIXTURE(Environment, "below the home folder, unless a variable says otherwise") {
    for (const UserFolder kind : {UserFolder::config, UserFolder::data, UserFolder::state, UserFolder::cache}) CHECK(user_folder(kind).empty());
    set("HOME", "/anna");
    CHECK(user_folder(UserFolder::config) == "/anna/.config/albireo");
    CHECK(user_folder(UserFolder::data) == "/anna/.local/share/albireo");
    CHECK(user_folder(UserFolder::state) == "/anna/.local/state/albireo");
    CHECK(user_folder(UserFolder::cache) == "/anna/.cache/albireo");
    set("XDG_DATA_HOME", "/data");
    CHECK(user_folder(UserFolder::data) == "/data/albireo");
    CHECK(user_folder(UserFolder::state) == "/anna/.local/state/albireo");
    // A relative path does not count.
    set("XDG_DATA_HOME", "data");
    CHECK(user_folder(UserFolder::data) == "/anna/.local/share/albireo");
}

TEST_CASE_FIXTURE(Environment, "the state of a service is where the service manager says") {
    CHECK(platform::service_state_folder().empty());
    set("STATE_DIRECTORY", "/var/lib/albireo-server");
    CHECK(platform::service_state_folder() == "/var/lib/albireo-server");
}
