#include "client/app/settings.hpp"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>

namespace albireo::app {
namespace {

constexpr const char* kHead = "albireo settings ";

bool take(const std::string& text, int& value, int least, int most) {
    int read = 0;
    const auto [at, error] = std::from_chars(text.data(), text.data() + text.size(), read);
    if (error != std::errc{} || at != text.data() + text.size() || read < least || read > most) return false;
    value = read;
    return true;
}
bool take(const std::string& text, bool& value) {
    if (text != "yes" && text != "no") return false;
    value = text == "yes";
    return true;
}
bool take(const std::string& text, std::string& value, std::size_t most) {
    const bool fits = !text.empty() && text.size() <= most &&
                      std::all_of(text.begin(), text.end(), [](char c) { return c >= ' ' && c <= '~'; });
    if (fits) value = text;
    return fits;
}
bool take(const std::string& text, std::array<platform::Key, 2>& keys) {
    std::istringstream words(text);
    std::string word;
    std::array<platform::Key, 2> read{};
    std::size_t count = 0;
    while (words >> word) {
        const auto key = platform::key_named(word);
        if (!key || count == read.size()) return false;
        read[count++] = *key;
    }
    if (count == 0) return false;
    keys = read;
    return true;
}

constexpr std::array<const char*, 3> kBoards = {"keys.", "keys.left.", "keys.right."};
PlayerKeys& board(Bindings& bindings, std::size_t i) {
    return i == 0 ? bindings.alone : bindings.halves[i - 1];
}

bool take_line(const std::string& key, const std::string& value, Settings& s) {
    if (key == "name") return take(value, s.names[0], 15);
    if (key == "second_name") return take(value, s.names[1], 15);
    if (key == "server") return take(value, s.server, 64);
    if (key == "hud") {
        if (value != "classic" && value != "default") return false;
        s.classic_hud = value == "classic";
        return true;
    }
    if (key == "flashes_reduced") return take(value, s.flashes_reduced);
    if (key == "fullscreen") return take(value, s.fullscreen);
    if (key == "vsync") return take(value, s.vsync);
    if (key == "window_scale") return take(value, s.window_scale, 1, 6);
    if (key == "background_dim") return take(value, s.background_dim, 0, 80);
    if (key == "volume_game") return take(value, s.volume_game, 0, 100);
    if (key == "volume_menu") return take(value, s.volume_menu, 0, 100);
    int percent = 0;
    if (key == "pad_dead_zone") {
        if (!take(value, percent, 0, 90)) return false;
        s.bindings.dead_zone = static_cast<float>(percent) / 100;
        return true;
    }
    for (std::size_t i = 0; i < kBoards.size(); ++i) {
        for (std::size_t a = 0; a < kActionCount; ++a) {
            const auto action = static_cast<Action>(a);
            if (key == kBoards[i] + std::string(name_of(action))) return take(value, board(s.bindings, i).of(action));
        }
    }
    return false;
}

std::string trimmed(const std::string& text) {
    const auto first = text.find_first_not_of(" \t\r");
    return first == std::string::npos ? "" : text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

std::string xdg(const char* name, const char* fallback) {
    if (const char* folder = std::getenv(name); folder != nullptr && *folder == '/') return folder;
    const char* home = std::getenv("HOME");
    return home != nullptr && *home != 0 ? std::string(home) + fallback : std::string();
}

}  // namespace

std::vector<std::string> parse_settings(const std::string& text, Settings& settings) {
    std::vector<std::string> wrong;
    std::istringstream lines(text);
    std::string line;
    std::getline(lines, line);
    for (int number = 2; std::getline(lines, line); ++number) {
        if (trimmed(line).empty() || line[0] == '#') continue;
        const auto equals = line.find('=');
        if (equals == std::string::npos ||
            !take_line(trimmed(line.substr(0, equals)), trimmed(line.substr(equals + 1)), settings)) {
            wrong.push_back("line " + std::to_string(number) + " is not understood: " + trimmed(line).substr(0, 60));
        }
    }
    return wrong;
}

std::string text_of(const Settings& s) {
    std::ostringstream out;
    const auto yes = [](bool is) { return is ? "yes" : "no"; };
    out << kHead << Settings::kVersion << "\nname = " << s.names[0] << "\nsecond_name = " << s.names[1]
        << "\nserver = " << s.server << "\nhud = " << (s.classic_hud ? "classic" : "default")
        << "\nflashes_reduced = " << yes(s.flashes_reduced) << "\nfullscreen = " << yes(s.fullscreen)
        << "\nvsync = " << yes(s.vsync) << "\nwindow_scale = " << s.window_scale
        << "\nbackground_dim = " << s.background_dim << "\nvolume_game = " << s.volume_game
        << "\nvolume_menu = " << s.volume_menu
        << "\npad_dead_zone = " << static_cast<int>(s.bindings.dead_zone * 100 + 0.5F) << '\n';
    Bindings bindings = s.bindings;
    for (std::size_t i = 0; i < kBoards.size(); ++i) {
        for (std::size_t a = 0; a < kActionCount; ++a) {
            out << kBoards[i] << name_of(static_cast<Action>(a)) << " =";
            for (const platform::Key key : board(bindings, i).keys[a]) {
                if (key != platform::Key::none) out << ' ' << platform::name_of(key);
            }
            out << '\n';
        }
    }
    return out.str();
}

std::string settings_path() {
    const std::string folder = xdg("XDG_CONFIG_HOME", "/.config");
    return folder.empty() ? "" : folder + "/albireo/settings.txt";
}

std::string replays_folder() {
    const std::string folder = xdg("XDG_DATA_HOME", "/.local/share");
    return folder.empty() ? "" : folder + "/albireo/replays";
}

std::vector<std::string> load_settings(const std::string& path, Settings& settings) {
    std::ifstream file(path, std::ios::binary);
    if (path.empty() || !file) return {};
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    const std::string head = kHead + std::to_string(Settings::kVersion) + "\n";
    if (text.compare(0, head.size(), head) == 0) return parse_settings(text, settings);
    std::error_code error;
    std::filesystem::rename(path, path + ".damaged", error);
    return {"settings could not be read and were set aside as settings.txt.damaged"};
}

std::string save_settings(const std::string& path, const Settings& settings) {
    if (path.empty()) return "there is no home folder to keep settings in";
    std::error_code error;
    std::filesystem::create_directories(std::filesystem::path(path).parent_path(), error);
    // Whole or not at all.
    const std::string fresh = path + ".new";
    std::ofstream file(fresh, std::ios::binary);
    file << text_of(settings);
    if (!file.flush()) return fresh + ": cannot be written";
    file.close();
    std::filesystem::rename(fresh, path, error);
    return error ? path + ": " + error.message() : "";
}

}  // namespace albireo::app
