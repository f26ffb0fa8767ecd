#pragma once
/// What the player has set, kept as readable text: `key = value` lines under a version. A line that makes no sense is
/// said and skipped, and the file with it is set aside, as one is that is no settings file. Nothing in it is ever
/// fatal.
///
/// What can be set, how it is called and what values it takes stands once, in setting_defs(): the file, the screens and
/// the tests all read it there.
#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "client/app/controls/bindings.hpp"
#include "client/scene/look.hpp"

namespace albireo::app {

/// Of a name in UTF-8: as many as the protocol carries.
inline constexpr std::size_t kNameBytesMax = 32;
/// Of a text of so many letters. Letters of most scripts take two bytes or three.
constexpr std::size_t text_bytes_max(std::size_t letters) {
    return std::max(letters, kNameBytesMax);
}

struct Settings {
    static constexpr int kVersion = 1;
    std::array<std::string, 2> names = {"Gold", "Blue"};
    std::string server = "127.0.0.1:7777";
    std::string host_server;                    // of one's own games; empty: this machine
    std::array<std::string, 4> used_servers{};  // newest first
    bool bot_keeps_seat = true;                 // hosting: a bot plays until the friend comes
    int practice_speed = 100;                   // percent, of games at home

    bool fullscreen = false;
    int window_scale = 4;                     // times 320×180
    int window_width = 0, window_height = 0;  // that the player has dragged the window to; 0: by window_scale
    bool vsync = true;
    int frame_limit = 0;  // frames a second; 0: none

    int hud = 0;      // scene::HudTheme
    int palette = 0;  // scene::Palette
    bool flashes_reduced = false;
    bool shake_reduced = false;
    int own_shot_opacity = 100;  // percent, like those that follow
    int background_dim = 0;

    int volume_game = 80;
    int volume_menu = 70;

    int pad_dead_zone = 25;
    bool vibration = true;

    Bindings bindings = default_bindings();
};

/// One thing that can be set.
struct SettingDef {
    enum class Page : std::uint8_t { players, picture, sound, controls, game };
    using Value = std::variant<std::string*, bool*, int*>;

    Page page = Page::players;
    std::string_view key;    // in the file
    std::string_view title;  // on the screen
    Value (*in)(Settings&) = nullptr;
    int least = 0, most = 1, step = 1;  // of a number; so many letters of a text
    std::string_view unit = {};
    std::span<const std::string_view> names = {};  // of a number that is a choice, from `least` on
    std::string_view zero = {};                    // what the number 0 means

    /// As the screen shows it.
    std::string text(const Settings& settings) const;
    /// One on or back; `round` goes on with the first after the last.
    void turn(Settings& settings, int way, bool round) const;
};
std::span<const SettingDef> setting_defs();
const SettingDef& setting_named(std::string_view key);

scene::Look look_of(const Settings& settings);

/// Reads text into settings. Returns what was wrong, a line each.
std::vector<std::string> parse_settings(const std::string& text, Settings& settings);
std::string text_of(const Settings& settings);

/// $XDG_CONFIG_HOME/albireo/settings.txt, $XDG_STATE_HOME/albireo/seat.txt, $XDG_DATA_HOME/albireo/replays; "" if there
/// is no home.
std::string settings_path();
std::string seat_path();
std::string replays_folder();
std::string pictures_folder();

/// The file that settings are kept in.
/// 1. What could not be read is never written over: it is set aside first, under a name that was free.
/// 2. Where that fails nothing is saved.
/// 3. Several programs may have it: saving writes what this one has changed since it last read or wrote the file, and
///    keeps what others have written there.
class SettingsFile {
  public:
    explicit SettingsFile(std::string path) : path_(std::move(path)) {}
    /// Reads it, if there is one. What was wrong, and what became of it, a line each.
    std::vector<std::string> load(Settings& settings);
    /// Empty, or why it was not saved.
    std::string save(const Settings& settings);

  private:
    /// What stands in the file: is it there, is it ours, what is wrong with it.
    struct Found {
        bool exists = false, is_read = false, is_ours = false;
        std::vector<std::string> wrong;  // a line each
    };
    Found read(Settings& settings) const;
    /// Takes over from the file what others have changed there. Empty, or why nothing may be saved.
    std::string merge(Settings& settings);
    /// Empty, or why it is still there; `kept` is its new name.
    std::string set_aside(std::string& kept);

    std::string path_;
    std::string barred_;  // why nothing may be saved; empty: it may
    std::string known_;   // the settings as this program last read or wrote them
};

/// A server that was used comes first of those that are remembered.
void remember_server(Settings& settings, const std::string& address);

}  // namespace albireo::app
