// The table of settings, and the settings that make up a scene::VisualSettings.
#include <algorithm>
#include <cassert>
#include <utility>

#include "client/app/controls/settings.hpp"
#include "client/words/languages.hpp"
#include "client/words/words.hpp"

namespace albireo::app {
namespace {

using Page = SettingDef::Page;

template <auto Member>
SettingDef::Value member(Settings& settings) {
    return &(settings.*Member);
}
template <std::size_t Place>
SettingDef::Value used_server(Settings& settings) {
    return &settings.used_servers[Place];
}
template <std::size_t Player>
SettingDef::Value name_in(Settings& settings) {
    return &settings.names[Player];
}

constexpr std::array<std::string_view, 2> kThemes = {mark("default"), mark("classic")};
constexpr std::array<std::string_view, 5> kScales = {"640x360", "960x540", "1280x720", "1600x900", "1920x1080"};
constexpr std::array<std::string_view, 4> kPalettes = {mark("standard"), mark("deuteranopia"), mark("protanopia"), mark("tritanopia")};
static_assert(kPalettes.size() == static_cast<std::size_t>(scene::Palette::count));

constexpr std::array<std::string_view, 3> kFlashes = {"all", mark("reduced"), mark("off")};
constexpr std::array<std::string_view, 3> kGhosts = {mark("nobody"), mark("my best game"), mark("next on the boards")};
constexpr std::array<std::string_view, 3> kFireModes = {mark("hold"), mark("toggle"), mark("automatic")};
constexpr std::array<std::string_view, 3> kVoiceModes = {mark("off"), mark("push to talk"), mark("voice activation")};
constexpr std::array<std::string_view, 2> kFocusModes = {mark("hold"), mark("toggle")};

constexpr std::array<std::string_view, 5> kQualities = {"auto", mark("low"), mark("medium"), mark("high"), mark("custom")};
constexpr std::array<std::string_view, 3> kSamples = {mark("off"), "2x", "4x"};
constexpr std::array<std::string_view, 3> kOcclusions = {mark("off"), "half size", "full size"};
constexpr std::array<std::string_view, 3> kShadows = {mark("off"), mark("sharp"), mark("soft")};
constexpr std::array<std::string_view, 3> kReflections = {mark("off"), mark("low"), mark("high")};

/// Words of the settings file that the screen replaces by clearer ones.
constexpr std::array<std::pair<std::string_view, const char*>, 5> kClearer = {{{"all", mark("full")},
                                                                               {"auto", mark("automatic")},
                                                                               {"half size", mark("half resolution")},
                                                                               {"full size", mark("full resolution")},
                                                                               {"current monitor", mark("current")}}};

constexpr auto kLanguageCodes = [] {
    std::array<std::string_view, words::kLanguages.size()> codes;
    for (std::size_t i = 0; i < codes.size(); ++i) codes[i] = words::kLanguages[i].code;
    return codes;
}();

/// HOST[:PORT] of a server. `empty`: what an empty one means.
constexpr SettingDef address(Page page, std::string_view key, const char* title, SettingDef::Value (*in)(Settings&), std::string_view empty = {}) {
    return {.page = page, .key = key, .title = title, .in = in, .least = 0, .most = 64, .zero = empty, .is_address = true};
}

constexpr std::array<SettingDef, 69> kDefs = {{
    {Page::players, "name", mark("Your name"), name_in<0>, 1, 15},
    {Page::players, "second_name", mark("Second player's name"), name_in<1>, 1, 15},
    address(Page::players, "server", mark("Friend's server"), member<&Settings::server>, mark("search this network")),
    {Page::players, "lan_visible", mark("Show my games on this network"), member<&Settings::lan_visible>},
    {Page::players, "maps_port", mark("Open a router port when hosting"), member<&Settings::maps_port>},
    {Page::players, "uses_rendezvous", mark("Use a rendezvous server"), member<&Settings::uses_rendezvous>},
    address(Page::players, "rendezvous", mark("Rendezvous server"), member<&Settings::rendezvous>, mark("not used")),
    {Page::players, "may_relay", mark("Allow relaying"), member<&Settings::may_relay>},
    {Page::players, "watch_delay", mark("Delay for spectators"), member<&Settings::watch_delay>, 0, 120, 10, " s", {}, mark("shortest")},
    address(Page::players, "boards", mark("Score boards"), member<&Settings::boards>, mark("not used")),
    {Page::players, "submits_games", mark("Submit my games, with names"), member<&Settings::submits_games>},
    {Page::players, "ghost", mark("Race against"), member<&Settings::ghost>, 0, 2, 1, "", kGhosts},
    {Page::picture, "fullscreen", mark("Fullscreen"), member<&Settings::fullscreen>},
    {Page::picture, "window_scale", mark("Window size"), member<&Settings::window_scale>, Settings::kWindowScaleMin, 6, 1, "", kScales},
    {Page::picture, "borderless", mark("Borderless fullscreen"), member<&Settings::borderless>},
    {Page::picture, "monitor", mark("Monitor"), member<&Settings::monitor>, 0, 4, 1, "", {}, "current monitor"},
    {Page::picture, "vsync", mark("V-sync"), member<&Settings::vsync>},
    {Page::picture,
     "frame_limit",
     mark("Frame rate limit"),
     member<&Settings::frame_limit>,
     0,
     360,
     30,
     "",
     {},
     mark("no limit")},
    {Page::quality, "quality", mark("Preset"), member<&Settings::quality>, 0, 4, 1, "", kQualities},
    {Page::quality, "render_scale", mark("Render scale"), member<&Settings::render_scale>, 50, 100, 5, " %"},
    {Page::quality, "dynamic_scale", mark("Dynamic resolution"), member<&Settings::dynamic_scale>},
    {Page::quality, "msaa", mark("Anti-aliasing (MSAA)"), member<&Settings::msaa>, 0, 2, 1, "", kSamples},
    {Page::quality, "occlusion", mark("Ambient occlusion"), member<&Settings::occlusion>, 0, 2, 1, "", kOcclusions},
    {Page::quality, "shadows", mark("Shadows"), member<&Settings::shadows>, 0, 2, 1, "", kShadows},
    {Page::quality, "reflections", mark("Reflections"), member<&Settings::reflections>, 0, 2, 1, "", kReflections},
    {Page::quality, "particles", mark("Particles"), member<&Settings::particles>, 25, 100, 25, " %"},
    {Page::quality, "bloom", mark("Bloom"), member<&Settings::bloom>},
    {Page::quality, "relief", mark("Surface detail"), member<&Settings::relief>},
    {Page::quality, "focus", mark("Depth of field"), member<&Settings::focus>},
    {Page::picture, "hud", mark("HUD theme"), member<&Settings::hud>, 0, 1, 1, "", kThemes},
    {Page::picture, "hit_replay", mark("Show what hit me"), member<&Settings::hit_replay>},
    {Page::picture, "brightness", mark("Brightness"), member<&Settings::brightness>, 70, 140, 10, " %"},
    {Page::access, "text_scale", mark("Text size"), member<&Settings::text_scale>, 75, 150, 25, " %"},
    {Page::access, "hud_scale", mark("HUD size"), member<&Settings::hud_scale>, 75, 150, 25, " %"},
    {Page::access, "high_contrast", mark("High contrast"), member<&Settings::high_contrast>},
    {Page::access, "palette", mark("Colour vision"), member<&Settings::palette>, 0, 3, 1, "", kPalettes},
    {Page::access, "flashes", mark("Flashes"), member<&Settings::flashes>, 0, 2, 1, "", kFlashes},
    {Page::access, "shake_reduced", mark("Reduce screen shake"), member<&Settings::shake_reduced>},
    {Page::access, "own_shot_opacity", mark("Opacity of own shots"), member<&Settings::own_shot_opacity>, 20, 100, 10, " %"},
    {Page::access, "background_dim", mark("Background dimming"), member<&Settings::background_dim>, 0, 80, 10, " %"},
    {Page::access, "fire_mode", mark("Fire button"), member<&Settings::fire_mode>, 0, 2, 1, "", kFireModes},
    {Page::access, "focus_mode", mark("Focus button"), member<&Settings::focus_mode>, 0, 1, 1, "", kFocusModes},
    {Page::sound, "volume", mark("Master volume"), member<&Settings::volume>, 0, 100, 10, " %"},
    {Page::sound, "volume_game", mark("Effects volume"), member<&Settings::volume_game>, 0, 100, 10, " %"},
    {Page::sound, "volume_menu", mark("Menu volume"), member<&Settings::volume_menu>, 0, 100, 10, " %"},
    {Page::sound, "volume_music", mark("Music volume"), member<&Settings::volume_music>, 0, 100, 10, " %"},
    {Page::sound, "volume_ambience", mark("Ambience volume"), member<&Settings::volume_ambience>, 0, 100, 10, " %"},
    {Page::sound, "volume_voice", mark("Partner's voice volume"), member<&Settings::volume_voice>, 0, 100, 10, " %"},
    {Page::sound, "output", mark("Sound device"), member<&Settings::output>, 0, 200},
    {Page::sound, "sound_mono", mark("Mono"), member<&Settings::sound_mono>},
    {Page::sound, "sound_night", mark("Night mode"), member<&Settings::sound_night>},
    {Page::sound, "sound_in_background", mark("Sound when the window is inactive"), member<&Settings::sound_in_background>},
    {Page::sound, "voice", mark("Voice chat"), member<&Settings::voice>, 0, 2, 1, "", kVoiceModes},
    {Page::sound, "voice_muted", mark("Mute partner"), member<&Settings::voice_muted>},
    {Page::sound, "microphone", mark("Microphone"), member<&Settings::microphone>, 0, kMicrophonesMax, 1, "", {}, mark("default")},
    {Page::controls, "pad_dead_zone", mark("Stick dead zone"), member<&Settings::pad_dead_zone>, 5, 90, 5, " %"},
    {Page::controls, "mouse_steers", mark("Steer with the mouse"), member<&Settings::mouse_steers>},
    {Page::controls, "vibration", mark("Vibration"), member<&Settings::vibration>},
    {Page::game, "language", mark("Language"), member<&Settings::language>, 0, static_cast<int>(kLanguageCodes.size()) - 1, 1, "", kLanguageCodes},
    {Page::game, "bot_keeps_seat", mark("Until your friend joins"), member<&Settings::bot_keeps_seat>},
    address(Page::game, "host_server", mark("Server"), member<&Settings::host_server>),
    address(Page::game, "used_server_1", mark("Most recent server"), used_server<0>),
    address(Page::game, "used_server_2", mark("Earlier server"), used_server<1>),
    address(Page::game, "used_server_3", mark("Earlier server"), used_server<2>),
    address(Page::game, "used_server_4", mark("Earlier server"), used_server<3>),
    {Page::game, "window_width", mark("Window width"), member<&Settings::window_width>, 0, 16'384},
    {Page::game, "window_height", mark("Window height"), member<&Settings::window_height>, 0, 16'384},
    {Page::game, "shared_speed", mark("Speed for both players"), member<&Settings::shared_speed>, 50, 100, 10, " %"},
    {Page::game, "practice_speed", mark("Speed"), member<&Settings::practice_speed>, 30, 100, 10, " %"},
}};

}  // namespace

std::span<const SettingDef> setting_defs() {
    static_assert(!kDefs.back().key.empty());
    return kDefs;
}

const SettingDef& setting_named(std::string_view key) {
    const auto found = std::find_if(kDefs.begin(), kDefs.end(), [&](const SettingDef& def) { return def.key == key; });
    assert(found != kDefs.end());
    return *found;
}

std::string SettingDef::text(const Settings& settings) const {
    const Value value = in(const_cast<Settings&>(settings));  // only read
    if (const auto* text = std::get_if<std::string*>(&value)) return **text;
    if (const auto* is = std::get_if<bool*>(&value)) return **is ? "on" : "off";
    const int number = *std::get<int*>(value);
    if (!names.empty()) return std::string(names[static_cast<std::size_t>(number - least)]);
    if (number == 0 && !zero.empty()) return std::string(zero);
    return std::to_string(number) + std::string(unit);
}

std::string SettingDef::shown(const Settings& settings) const {
    const Value value = in(const_cast<Settings&>(settings));  // only read
    if (const auto* is = std::get_if<bool*>(&value)) return **is ? tr("on") : tr("off");
    // A player who cannot read the current language finds their own.
    if (in == member<&Settings::language> && settings.language > 0) {
        return std::string(words::kLanguages[static_cast<std::size_t>(settings.language)].name);
    }
    if (in == member<&Settings::language>) return tr("system language");
    const auto* number = std::get_if<int*>(&value);
    const bool is_words = number != nullptr && (!names.empty() || (**number == 0 && !zero.empty()));
    const std::string word = text(settings);
    if (!is_words) return word;
    const auto clearer = std::ranges::find(kClearer, word, [](const auto& each) { return each.first; });
    return clearer != kClearer.end() ? tr(clearer->second) : translated(word);
}

void SettingDef::turn(Settings& settings, int way, bool round) const {
    const Value value = in(settings);
    if (const auto* is = std::get_if<bool*>(&value)) **is = round ? !**is : way > 0;
    const auto* slot = std::get_if<int*>(&value);
    if (slot == nullptr) return;
    int& number = **slot;
    number += way * step;
    if (number > most) number = round ? least : most;
    if (number < least) number = round ? most : least;
}

scene::VisualSettings visuals_of(const Settings& settings) {
    const auto share = [](int percent) { return static_cast<float>(percent) / 100; };
    scene::VisualSettings visuals;
    visuals.theme = static_cast<scene::HudTheme>(settings.hud);
    visuals.palette = static_cast<scene::Palette>(settings.palette);
    // High contrast: what can hit a ship stands out from everything else.
    visuals.own_shot_opacity = share(settings.high_contrast ? std::min(settings.own_shot_opacity, 60) : settings.own_shot_opacity);
    visuals.hud_scale = share(settings.hud_scale);
    visuals.brightness = share(settings.brightness);
    visuals.background_dim = share(settings.high_contrast ? std::max(settings.background_dim, 60) : settings.background_dim);
    constexpr std::array<float, 3> kShares = {1, scene::kReducedFlashes, 0};
    visuals.flashes = kShares[static_cast<std::size_t>(settings.flashes)];
    visuals.shake = settings.shake_reduced ? 0.2F : 1;
    return visuals;
}

ControlModes::Choice modes_of(const Settings& settings) {
    return {static_cast<FireMode>(settings.fire_mode), static_cast<FocusMode>(settings.focus_mode), settings.mouse_steers};
}

}  // namespace albireo::app
