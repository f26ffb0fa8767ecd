#include "client/app/controls/settings.hpp"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <sstream>

#include "client/text/utf8.hpp"
#include "client/words/format.hpp"
#include "platform/user_folders.hpp"
#include "replays/sink.hpp"

namespace albireo::app {
namespace {

constexpr const char* kHead = "albireo settings ";

std::string trimmed(const std::string& text) {
    const auto first = text.find_first_not_of(" \t\r");
    return first == std::string::npos ? "" : text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

bool take_number(const std::string& text, const SettingDef& def, int& value) {
    for (std::size_t i = 0; i < def.names.size(); ++i) {
        if (text == def.names[i]) value = def.least + static_cast<int>(i);
    }
    if (!def.names.empty()) return std::find(def.names.begin(), def.names.end(), text) != def.names.end();
    int read = 0;
    const auto [at, error] = std::from_chars(text.data(), text.data() + text.size(), read);
    if (error != std::errc{} || at != text.data() + text.size() || read < def.least || read > def.most) return false;
    value = read;
    return true;
}

bool take(const std::string& text, const SettingDef& def, Settings& settings) {
    const SettingDef::Value value = def.in(settings);
    if (const auto* number = std::get_if<int*>(&value)) return take_number(text, def, **number);
    if (const auto* is = std::get_if<bool*>(&value)) {
        **is = text == "yes" || (text != "no" && **is);
        return text == "yes" || text == "no";
    }
    const std::size_t letters = text::count_letters(text), most = static_cast<std::size_t>(def.most);
    const bool fits = letters >= static_cast<std::size_t>(def.least) && letters <= most &&
                      text.size() <= text_bytes_max(most) && text::is_clean(text);
    if (fits) *std::get<std::string*>(value) = text;
    return fits;
}

std::string written(const SettingDef& def, const Settings& settings) {
    const SettingDef::Value value = def.in(const_cast<Settings&>(settings));  // only read
    if (const auto* is = std::get_if<bool*>(&value)) return **is ? "yes" : "no";
    const auto* number = std::get_if<int*>(&value);
    return number != nullptr && def.names.empty() ? std::to_string(**number) : def.text(settings);
}

/// The value as a later read would give it: without spaces at either end.
bool is_too_short(const SettingDef& def, const Settings& settings) {
    const SettingDef::Value value = def.in(const_cast<Settings&>(settings));  // only read
    const auto* const* text = std::get_if<std::string*>(&value);
    return text != nullptr && trimmed(**text).size() < static_cast<std::size_t>(def.least);
}

constexpr std::array<const char*, kBoardCount> kBoards = {"keys.", "keys.left.", "keys.right.", "pad.first.",
                                                          "pad.second."};

/// Returns an empty text, or what is wrong with the line.
std::string take_line(const std::string& line, Settings& settings) {
    const auto equals = line.find('=');
    if (equals == std::string::npos) return tr("not KEY = VALUE");
    const std::string key = trimmed(line.substr(0, equals)), value = trimmed(line.substr(equals + 1));
    // A size that windows no longer have.
    if (key == "window_scale" && value == "320x180") {
        settings.window_scale = Settings::kWindowScaleMin;
        return {};
    }
    for (const SettingDef& def : setting_defs()) {
        if (key == def.key) return take(value, def, settings) ? "" : tr("invalid value");
    }
    // As it was before flashes could be switched off.
    if (key == "flashes_reduced" && (value == "yes" || value == "no")) {
        settings.flashes = static_cast<int>(value == "yes" ? Flashes::reduced : Flashes::all);
        return {};
    }
    for (std::size_t i = 0; i < kBoardCount; ++i) {
        for (std::size_t a = 0; a < kActionCount; ++a) {
            const auto action = static_cast<Action>(a);
            if (key != kBoards[i] + std::string(name_of(action))) continue;
            return read_binding(value, settings.bindings, static_cast<Board>(i), action);
        }
    }
    return tr("there is no such setting");
}

/// The values by their keys, read from a text that text_of() made.
std::map<std::string, std::string> values_of(const std::string& text) {
    std::map<std::string, std::string> values;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
        const auto equals = line.find('=');
        if (equals != std::string::npos) values[trimmed(line.substr(0, equals))] = trimmed(line.substr(equals + 1));
    }
    return values;
}

/// A file or folder in the user's folder of this kind; empty if they have none.
std::string place(platform::UserFolder kind, const char* name) {
    const std::string folder = platform::user_folder(kind);
    return folder.empty() ? "" : folder + name;
}

}  // namespace

std::vector<std::string> parse_settings(const std::string& text, Settings& settings) {
    std::vector<std::string> wrong;
    std::istringstream lines(text);
    std::string line;
    std::getline(lines, line);
    for (int number = 2; std::getline(lines, line); ++number) {
        if (trimmed(line).empty() || line[0] == '#') continue;
        if (const std::string why = take_line(line, settings); !why.empty()) {
            wrong.push_back(tr_f("line {}: {}: {}", number, why, trimmed(line).substr(0, 60)));
        }
    }
    return wrong;
}

std::string text_of(const Settings& settings) {
    std::ostringstream out;
    out << kHead << Settings::kVersion << '\n';
    for (const SettingDef& def : setting_defs()) {
        // A text that is too short is left out, and so has its default when the file is read again.
        if (!is_too_short(def, settings)) out << def.key << " = " << written(def, settings) << '\n';
    }
    for (std::size_t i = 0; i < kBoardCount; ++i) {
        for (std::size_t a = 0; a < kActionCount; ++a) {
            const auto action = static_cast<Action>(a);
            out << kBoards[i] << name_of(action) << " = " << text_of(settings.bindings, static_cast<Board>(i), action)
                << '\n';
        }
    }
    return out.str();
}

std::string home_fault() {
    if (!settings_path().empty() && !seat_path().empty() && !replays_folder().empty()) return {};
    return tr("there is no home folder (HOME is not set): games, settings and seats are not saved");
}

std::string settings_path() {
    return place(platform::UserFolder::config, "/settings.txt");
}

std::string seat_path() {
    return place(platform::UserFolder::state, "/seat.txt");
}

std::string seat_key_path() {
    return place(platform::UserFolder::data, "/seat.key");
}

std::string known_servers_path() {
    return place(platform::UserFolder::state, "/known_servers.txt");
}

std::string server_key_path() {
    return place(platform::UserFolder::state, "/server.key");
}

std::string replays_folder() {
    return place(platform::UserFolder::data, "/replays");
}

std::string pictures_folder() {
    return place(platform::UserFolder::data, "/pictures");
}

std::string programs_folder() {
    return place(platform::UserFolder::cache, "/programs");
}

std::string SettingsFile::set_aside(std::string& kept) {
    namespace fs = std::filesystem;
    std::error_code error;
    fs::path fresh = path_ + ".damaged";
    for (int number = 2; fs::exists(fs::symlink_status(fresh, error)); ++number) {
        fresh = path_ + ".damaged." + std::to_string(number);
    }
    kept = fresh.filename().string();
    fs::rename(path_, fresh, error);
    if (!error) return {};
    return barred_ = tr_f("settings are not saved: {} is damaged and cannot be set aside: {}", path_, translated_error(error));
}

SettingsFile::Found SettingsFile::read(Settings& settings) const {
    Found found;
    std::error_code error;
    found.exists = !path_.empty() && std::filesystem::exists(path_, error);
    if (!found.exists) return found;
    std::vector<std::uint8_t> bytes;
    found.is_read = replays::read_file(path_, bytes).empty();
    const std::string text(bytes.begin(), bytes.end());
    found.is_ours =
        found.is_read && trimmed(text.substr(0, text.find('\n'))) == kHead + std::to_string(Settings::kVersion);
    if (found.is_ours) {
        found.wrong = parse_settings(text, settings);
    } else {
        found.wrong.push_back(found.is_read ? tr("it is not a settings file") : tr("it cannot be read"));
    }
    return found;
}

std::vector<std::string> SettingsFile::load(Settings& settings) {
    std::error_code error;
    if (!path_.empty() && !std::filesystem::exists(path_, error) && error) {
        barred_ = tr_f("settings are neither read nor saved: {}: {}", path_, translated_error(error));
        return {barred_};
    }
    Found found = read(settings);
    known_ = text_of(settings);
    std::vector<std::string>& wrong = found.wrong;
    if (wrong.empty()) return {};
    std::string kept;
    if (const std::string fault = set_aside(kept); !fault.empty()) {
        wrong.push_back(fault);
        return wrong;
    }
    wrong.push_back(tr_f("what could not be read is reset; the old file is kept as {}", kept));
    // Everything that was understood is kept.
    if (const std::string fault = found.is_ours ? save(settings) : ""; !fault.empty()) wrong.push_back(fault);
    return wrong;
}

std::string SettingsFile::merge(Settings& settings) {
    Settings others;
    const Found found = read(others);
    if (!found.exists) return {};
    std::string kept;
    if (const std::string fault = found.wrong.empty() ? "" : set_aside(kept); !fault.empty()) return fault;
    if (!found.is_ours) return {};
    const auto own = values_of(text_of(settings)), known = values_of(known_);
    for (const auto& [key, value] : values_of(text_of(others))) {
        const auto mine = own.find(key), before = known.find(key);
        // A value that this program has not changed is taken from the file.
        if (mine != own.end() && before != known.end() && mine->second == before->second) {
            take_line(key + " = " + value, settings);
        }
    }
    return {};
}

std::string SettingsFile::save(const Settings& settings) {
    if (!barred_.empty()) return barred_;
    if (path_.empty()) return tr("settings are not saved: there is no home folder to keep them in");
    std::error_code error;
    std::filesystem::create_directories(std::filesystem::path(path_).parent_path(), error);
    if (error) return tr_f("settings are not saved: {}", tr_f("{}: cannot be created: {}", path_, translated_error(error)));
    Settings merged = settings;
    if (const std::string fault = merge(merged); !fault.empty()) return fault;
    const std::string fault = replays::write_whole(path_, text_of(merged));
    if (fault.empty()) known_ = text_of(settings);
    return fault.empty() ? fault : tr_f("settings are not saved: {}", translated_reason(fault));
}

void remember_server(Settings& settings, const std::string& address) {
    auto& used = settings.used_servers;
    auto found = std::find(used.begin(), used.end(), address);
    if (found == used.end()) --found;
    *found = address;
    std::rotate(used.begin(), found, found + 1);
}

}  // namespace albireo::app
