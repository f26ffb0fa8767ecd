#pragma once
/// What the player has set, kept as readable text: `key = value` lines under a version. A line that makes no sense is
/// said and skipped; a file that is no settings file is set aside. Nothing in it is ever fatal.
#include <array>
#include <string>
#include <vector>

#include "client/app/bindings.hpp"

namespace albireo::app {

struct Settings {
    static constexpr int kVersion = 1;
    std::array<std::string, 2> names = {"Gold", "Blue"};
    std::string server = "127.0.0.1:7777";
    bool classic_hud = false;
    bool flashes_reduced = false;
    bool fullscreen = false;
    bool vsync = true;
    int window_scale = 4;                    // times 320×180
    int background_dim = 0;                  // percent
    int volume_game = 80, volume_menu = 70;  // percent
    Bindings bindings = default_bindings();
};

/// Reads text into settings. Returns what was wrong, a line each.
std::vector<std::string> parse_settings(const std::string& text, Settings& settings);
std::string text_of(const Settings& settings);

/// $XDG_CONFIG_HOME/albireo/settings.txt, $XDG_DATA_HOME/albireo/replays; "" if there is no home.
std::string settings_path();
std::string replays_folder();

/// Loads the file if there is one. What was wrong comes back, a line each; a file with another head is renamed
/// *.damaged.
std::vector<std::string> load_settings(const std::string& path, Settings& settings);
/// Empty, or why it could not be written.
std::string save_settings(const std::string& path, const Settings& settings);

}  // namespace albireo::app
