#pragma once
/// The player's settings, stored as readable text: a version, then `key = value` lines. An invalid line is reported and
/// skipped, and a copy of the file is set aside. A file that is not a settings file is set aside, too. Whatever the file
/// contains, the program starts.
///
/// The keys, titles and ranges of all settings are defined once, in setting_defs(): the file, the screens and the tests
/// all read them there.
#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "client/app/controls/bindings.hpp"
#include "client/app/controls/control_modes.hpp"
#include "client/scene/visual_settings.hpp"

namespace albireo::app {

/// The limit for a name in bytes of UTF-8, which is that of the protocol.
inline constexpr std::size_t kNameBytesMax = 32;
/// The limit for a text of `letters` characters. Most scripts take two or three bytes a character.
constexpr std::size_t text_bytes_max(std::size_t letters) {
    return std::max(letters, kNameBytesMax);
}

inline constexpr int kMicrophonesMax = 8;  // that can be chosen

enum class Flashes : std::uint8_t { all, reduced, none };

struct Settings {
    static constexpr int kVersion = 1;
    std::array<std::string, 2> names = {"Gold", "Blue"};
    std::string server;                         // for joined games; empty: searched for on the local network
    std::string host_server;                    // for hosted games; empty: this machine
    std::array<std::string, 4> used_servers{};  // newest first
    bool lan_visible = true;                    // hosting: players on the local network can find the game
    bool maps_port = true;                      // hosting: the router is asked for a port
    bool uses_rendezvous = true;                // hosting and joining; false: not that of an invitation either
    std::string rendezvous;                     // server that introduces friends across routers; empty: none
    bool may_relay = true;                      // … and relays for them if their routers let nothing else pass
    int watch_delay = 0;                        // seconds that spectators are behind the game; 0: the shortest delay
    std::string boards;                         // address of a board service, HOST:PORT; empty: none
    int ghost = 0;                              // GhostChoice: an earlier game is drawn, to race against
    bool submits_games = false;                 // finished games are sent to it, with the names of their players
    bool bot_keeps_seat = true;                 // hosting: a bot plays until the friend joins
    int practice_speed = 100;                   // percent, of local games
    int shared_speed = 100;                     // … of hosted games, for both players

    int language = 0;  // of words::kLanguages; 0: the system's

    bool fullscreen = false;
    bool borderless = false;  // fullscreen is a window without a frame, at the desktop's own mode
    int monitor = 0;          // for fullscreen: 0 the monitor with most of the window, 1 … 4 by number
    static constexpr int kWindowScaleMin = 2;
    int window_scale = 4;                     // times 320×180
    int window_width = 0, window_height = 0;  // as dragged by the player; 0: by window_scale
    bool vsync = true;
    int frame_limit = 0;  // frames per second; 0: no limit

    // render::Quality; the tiers and `auto` set all of it (quality_settings.hpp).
    int quality = 0;  // QualityChoice
    int measured_tier = 2;  // render::Tier, measured when the program starts; not saved
    int render_scale = 100;
    bool dynamic_scale = true;
    int msaa = 2;       // 0 off, 1 two samples, 2 four
    int occlusion = 2;  // render::Occlusion
    int shadows = 2;    // render::Shadows
    int reflections = 2;  // render::Reflections
    int particles = 100;
    bool bloom = true;
    bool relief = true;
    bool focus = true;

    bool hit_replay = true;  // the last half second before a hit, in the corner
    int hud = 0;      // scene::HudTheme
    int hud_scale = 100;   // percent
    int text_scale = 100;  // percent, of small text in menus and panels
    bool high_contrast = false;
    int brightness = 100;  // percent
    int palette = 0;  // scene::Palette
    int flashes = 0;            // Flashes
    bool shake_reduced = false;
    int own_shot_opacity = 100;  // percent, like the following ones
    int background_dim = 0;

    int volume = 100;
    int volume_game = 80;
    int volume_menu = 70;
    int volume_music = 70;
    int volume_voice = 100;  // of the partner
    int volume_ambience = 80;
    std::string output{};    // the sound device's name; empty: the system's
    int voice = 0;           // 0 off, 1 push to talk, 2 voice activation. Off: nobody's microphone is opened unasked
    bool voice_muted = false;  // the partner
    int microphone = 0;        // 0: the system's default; n: the n-th that it lists
    bool sound_mono = false;
    bool sound_night = false;         // dynamic range compression
    bool sound_in_background = true;  // while another window has the focus

    int pad_dead_zone = 25;
    bool vibration = true;
    bool mouse_steers = false;
    int fire_mode = 0;   // FireMode
    int focus_mode = 0;  // FocusMode

    Bindings bindings = default_bindings();
};

/// The definition of one setting.
struct SettingDef {
    enum class Page : std::uint8_t { players, picture, quality, access, sound, controls, game };
    using Value = std::variant<std::string*, bool*, int*>;

    Page page = Page::players;
    std::string_view key;    // in the file
    const char* title = "";  // on the screen, marked for translation
    Value (*in)(Settings&) = nullptr;
    int least = 0, most = 1, step = 1;  // of a number; for a text the limits of its length in characters
    std::string_view unit = {};
    std::span<const std::string_view> names = {};  // of a number that is a choice, starting at `least`
    std::string_view zero = {};                    // the meaning of the number 0, or of an empty text
    bool is_address = false;                       // of a text: it is HOST[:PORT]

    /// The value in English, and as the screen shows it.
    std::string text(const Settings& settings) const;
    std::string shown(const Settings& settings) const;
    /// One step up or down; with `round`, steps wrap around at both ends.
    void turn(Settings& settings, int way, bool round) const;
};
std::span<const SettingDef> setting_defs();
const SettingDef& setting_named(std::string_view key);

scene::VisualSettings visuals_of(const Settings& settings);
ControlModes::Choice modes_of(const Settings& settings);

/// Reads text into settings. Returns the errors, a line each.
std::vector<std::string> parse_settings(const std::string& text, Settings& settings);
std::string text_of(const Settings& settings);

/// $XDG_CONFIG_HOME/albireo/settings.txt, $XDG_STATE_HOME/albireo/seat.txt, $XDG_DATA_HOME/albireo/replays; "" if there
/// is no home directory.
std::string settings_path();
std::string seat_path();
/// $XDG_DATA_HOME/albireo/seat.key: in another folder than the seat that is sealed with it, so that a copy of one folder has no token.
std::string seat_key_path();
/// The servers whose keys are known, and the key of the server in this program; empty without a home folder.
std::string known_servers_path();
std::string server_key_path();
std::string replays_folder();
std::string pictures_folder();
/// $XDG_CACHE_HOME/albireo/programs: shaders as compiled by the driver; may be deleted at any time.
std::string programs_folder();
/// Empty, or a line about what is not saved because there is no home directory.
std::string home_fault();

/// The settings file.
/// 1. Content that could not be read is never overwritten: the file is set aside first, under an unused name.
/// 2. If that fails, nothing is saved.
/// 3. Several programs may share the file: saving writes the values that this program has changed since it last read or
///    wrote the file, and keeps the values that other programs have written.
class SettingsFile {
  public:
    explicit SettingsFile(std::string path) : path_(std::move(path)) {}
    /// Reads the file, if there is one. Returns the errors and what was done about them, a line each.
    std::vector<std::string> load(Settings& settings);
    /// Returns an empty text, or why it was not saved.
    std::string save(const Settings& settings);

  private:
    /// The state of the file: whether it exists, whether it is a settings file, what is wrong with it.
    struct Found {
        bool exists = false, is_read = false, is_ours = false;
        std::vector<std::string> wrong;  // a line each
    };
    Found read(Settings& settings) const;
    /// Adopts the values that other programs have changed in the file. Returns an empty text, or why nothing may be
    /// saved.
    std::string merge(Settings& settings);
    /// Returns an empty text, or why the file could not be moved; `kept` is its new name.
    std::string set_aside(std::string& kept);

    std::string path_;
    std::string barred_;  // why nothing may be saved; empty: saving is allowed
    std::string known_;   // the settings as this program last read or wrote them
};

/// Moves a server that was used to the front of the remembered ones.
void remember_server(Settings& settings, const std::string& address);

}  // namespace albireo::app
