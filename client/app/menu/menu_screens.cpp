// The contents of the menu's screens.
#include <array>
#include <cstdio>
#include <filesystem>

#include "client/app/controls/control_names.hpp"
#include "client/app/menu/menu_logic.hpp"
#include "client/app/menu/name_letters.hpp"
#include "client/text/utf8.hpp"
#include "client/words/format.hpp"
#include "client/words/languages.hpp"
#include "proto/join_code.hpp"
#include "sim/level/difficulty.hpp"
#include "sim/script/compile.hpp"

namespace albireo::app {
namespace {

using Line = Menu::Line;
using Kind = Line::Kind;
using Request = Menu::Request;
using Screen = Menu::Logic::Screen;

constexpr std::string_view kAddressLetters = "0123456789.:abcdefghijklmnopqrstuvwxyz-";

/// Texts are translated already.
Line opens(const char* text, Screen screen) {
    return {.text = text, .value = {}, .kind = Kind::open, .screen = screen};
}
Line request_line(const char* text, Request request) {
    return {.text = text, .value = {}, .kind = Kind::request, .request = request};
}
Line back_line() {
    return {.text = tr("Back"), .value = {}, .kind = Kind::back};
}

std::string pad_shown(const PadBinding& binding) {
    return binding.is_none() ? tr("None") : shown_name(binding);
}

/// "Left Shift, Right Shift"; the second one in brackets if it is the one to be changed.
std::string keys_shown(const std::array<platform::Key, 2>& keys, bool second_picked) {
    const std::string second = keys[1] == platform::Key::none ? "" : shown_name(keys[1]);
    std::string text = shown_name(keys[0]);
    if (second_picked) return text + ", [" + (second.empty() ? tr("None") : second) + "]";
    return second.empty() ? text : text + ", " + second;
}

/// The line of a file 20261120-081500-K7QF2M: its date and time, and its code.
Line replay_line(const std::string& path) {
    const std::string name = std::filesystem::path(path).stem().string();
    Line line = request_line(name.c_str(), Request::watch);
    int year = 0, month = 0, day = 0, hour = 0, minute = 0, used = 0;
    if (std::sscanf(name.c_str(), "%4d%2d%2d-%2d%2d%*2d-%n", &year, &month, &day, &hour, &minute, &used) < 5 ||
        used == 0) {
        return line;
    }
    std::array<char, 64> text{};
    std::snprintf(text.data(), text.size(), "%04d-%02d-%02d  %02d:%02d UTC", year, month, day, hour, minute);
    line.text = text.data();
    line.value = name.substr(static_cast<std::size_t>(used));
    return line;
}

constexpr std::array<const char*, kBoardCount> kBoardTitles = {mark("Keyboard"), mark("Keyboard, left half"), mark("Keyboard, right half"),
                                                               mark("First gamepad"), mark("Second gamepad")};

}  // namespace

std::string Menu::LevelChoice::Place::shown() const {
    return start.phase == 0 ? translated(name) : tr_f("{}, phase {}", translated(name), start.phase);
}

/// The chosen output stays in the list while it is missing.
void Menu::turn_output(int way) {
    std::vector<std::string> all = {""};
    if (sound_devices_.outputs) std::ranges::copy(sound_devices_.outputs(), std::back_inserter(all));
    if (std::ranges::find(all, settings_.output) == all.end()) all.push_back(settings_.output);
    const auto at = static_cast<std::size_t>(std::ranges::find(all, settings_.output) - all.begin());
    settings_.output = all[(at + all.size() + static_cast<std::size_t>(way + static_cast<int>(all.size()))) % all.size()];
    changed_ = true;
}

std::vector<Menu::Line> Menu::make_lines() {
    std::vector<Line> lines;
    // A text field shows where the next letter goes, and which letter a pad or the wheel has picked.
    // With `enough` letters the text is complete; it may have `most`.
    const auto typed = [&](const char* title, std::string& text, std::string_view letters, std::size_t most, std::size_t enough,
                           std::span<const std::string_view> pages = {}) {
        lines.push_back({.text = title, .value = text, .kind = Kind::type, .typed = &text, .letters = letters, .pages = pages, .letters_max = most});
        Line& line = lines.back();
        if (lines.size() != cursor_ + 1) return;
        if (!pages.empty()) line.letters = pages[page_ % pages.size()];
        if (picks_letters_) {
            line.value += picked_shown(line);
        } else if (text::count_letters(text) < enough) {
            line.value += "_";
        }
    };
    const auto sets = [&](const SettingDef& def, const char* title = nullptr) {
        const SettingDef::Value value = def.in(settings_);
        const std::string text = title != nullptr ? title : tr(def.title);
        if (def.key == "output") {
            const std::vector<std::string> known = sound_devices_.outputs ? sound_devices_.outputs() : std::vector<std::string>{};
            const bool is_missing = !known.empty() && std::ranges::find(known, settings_.output) == known.end();
            lines.push_back({.text = text, .value = settings_.output, .kind = Kind::output});
            if (settings_.output.empty()) lines.back().value = tr("system default");
            else if (is_missing) lines.back().trouble = tr("not found");
            return;
        }
        if (auto* const* words = std::get_if<std::string*>(&value)) {
            const auto most = static_cast<std::size_t>(def.most);
            const std::span<const std::string_view> pages = name_pages(words::language());
            if (def.is_address) typed(text.c_str(), **words, kAddressLetters, most, most);
            else typed(text.c_str(), **words, pages[0], most, most, pages);
            // What an empty field stands for, unless it is being typed into.
            if ((*words)->empty() && !def.zero.empty() && cursor_ + 1 != lines.size()) lines.back().value = translated(def.zero);
            return;
        }
        lines.push_back({.text = text, .value = def.shown(settings_), .kind = Kind::set, .setting = &def});
        if (def.key != "microphone" || settings_.microphone == 0 || !sound_devices_.microphone) return;
        if (const std::string name = sound_devices_.microphone(settings_.microphone); !name.empty()) lines.back().value = name;
    };
    const auto page = [&](SettingDef::Page wanted) {
        for (const SettingDef& def : setting_defs()) {
            if (def.page == wanted) sets(def);
        }
    };
    const auto difficulty = [&] {
        lines.push_back({.text = tr("Difficulty"), .value = translated(name_of(difficulty_)), .kind = Kind::difficulty});
    };
    const auto section = [&] {
        const auto& places = levels_[level_].places;
        if (places.empty()) return;
        const std::string here = place_ == 0 ? tr("the beginning") : tr_f("practise: {}", places[place_ - 1].shown());
        lines.push_back({.text = tr("Start at"), .value = here, .kind = Kind::section});
    };
    switch (machine_.state) {
        case Logic::kTitle:
            lines = {opens(tr("Play"), Logic::kLevels),
                     opens(tr("Host a game"), Logic::kHost),
                     opens(tr("Join a friend"), Logic::kJoin),
                     opens(tr("Replays"), Logic::kReplays),
                     opens(tr("Settings"), Logic::kSettings),
                     opens(tr("Credits"), Logic::kCredits),
                     request_line(tr("Quit"), Request::quit)};
            return lines;
        case Logic::kLevels:
            lines = {request_line(tr("Play with a bot"), Request::play_bot), request_line(tr("Play alone"), Request::play_alone),
                     request_line(tr("Two players, one computer"), Request::play_two)};
            difficulty();
            section();
            sets(setting_named("practice_speed"));
            break;
        case Logic::kHost:
            lines = {request_line(tr("Start hosting"), Request::host),
                     {.text = tr("Server"),
                      .value = settings_.host_server.empty() ? tr("this computer") : settings_.host_server,
                      .kind = Kind::server,
                      .typed = &settings_.host_server,
                      .letters = kAddressLetters,
                      .letters_max = 64}};
            if (picks_letters_ && cursor_ + 1 == lines.size()) lines.back().value = settings_.host_server + picked_shown(lines.back());
            difficulty();
            section();
            sets(setting_named("shared_speed"));
            sets(setting_named("bot_keeps_seat"));
            lines.back().value = settings_.bot_keeps_seat ? tr("a bot plays for them") : tr("wait in the lobby");
            break;
        case Logic::kJoin:
            if (!cut_off_code_.empty()) {
                lines.push_back(request_line(tr_f("Rejoin {}", cut_off_code_).c_str(), Request::rejoin));
                lines.back().value = cut_off_rendezvous_.empty() ? cut_off_server_ : tr_f("through {}", cut_off_rendezvous_);
            }
            for (std::size_t i = 0; i < found_.size(); ++i) {
                const FoundGame& game = found_[i];
                lines.push_back(request_line(tr_f("Join {}", game.name.empty() ? game.code : game.name).c_str(), Request::join_found));
                lines.back().value = game.level;
                lines.back().game = i;
                lines.back().trouble = game.trouble();
            }
            typed(tr("Code"), code_, proto::kJoinCodeAlphabet, proto::kWatchCodeLetters, proto::kJoinCodeLetters);
            lines.push_back(request_line(tr("Paste an invitation"), Request::paste));
            lines.back().value = invitation().addresses.empty() ? tr("Ctrl+V") : tr("pasted");
            sets(setting_named("server"));
            lines.push_back(request_line(tr("Join"), Request::join));
            break;
        case Logic::kReplays:
            for (std::size_t i = 0; i < replays_.size(); ++i) {
                lines.push_back(replay_line(replays_[i]));
                if (!caption_ || i + 1 < first_ || i > first_ + shown_max()) continue;
                const auto [caption, is_new] = captions_.try_emplace(replays_[i]);
                if (is_new) caption->second = caption_(replays_[i]);
                lines.back().value = caption->second;
            }
            if (lines.empty()) lines.push_back({.text = tr("no replays yet: every game you play is saved here"), .value = {}});
            break;
        case Logic::kSettings:
            lines = {opens(tr("Players and network"), Logic::kPlayers), opens(tr("Video"), Logic::kPicture),
                     opens(tr("Accessibility"), Logic::kAccess), opens(tr("Sound"), Logic::kSound), opens(tr("Controls"), Logic::kControls)};
            sets(setting_named("language"));
            break;
        case Logic::kPlayers:
            page(SettingDef::Page::players);
            break;
        case Logic::kPicture:
            page(SettingDef::Page::picture);
            lines.push_back(opens(tr("Graphics quality"), Logic::kQuality));
            break;
        case Logic::kQuality:
            page(SettingDef::Page::quality);
            break;
        case Logic::kAccess:
            page(SettingDef::Page::access);
            break;
        case Logic::kSound:
            page(SettingDef::Page::sound);
            break;
        case Logic::kControls:
            // In the order of Board: the line's index is the board.
            for (const char* title : kBoardTitles) lines.push_back(opens(tr(title), Logic::kBindings));
            page(SettingDef::Page::controls);
            break;
        case Logic::kBindings:
            for (std::size_t a = 0; a < kActionCount; ++a) {
                const auto action = static_cast<Action>(a);
                const bool waits = binding_ == action;
                const bool second_picked = binding_place_ == 1 && a == cursor_;
                std::string value = is_pad(board_)
                                        ? pad_shown(pad_of(settings_.bindings, board_).of(action))
                                        : keys_shown(keys_of(settings_.bindings, board_).of(action), second_picked);
                if (waits) value = is_pad(board_) ? tr("press a button...") : tr("press a key...");
                lines.push_back({.text = title_of(action),
                                 .value = value,
                                 .kind = Kind::bind,
                                 .action = action,
                                 .trouble = waits ? "" : conflict_of(settings_.bindings, board_, action)});
            }
            if (has_layouts(board_)) {
                constexpr std::array<const char*, kLayoutCount> kLayouts = {mark("standard"), mark("left hand"), mark("right hand")};
                const auto layout = layout_of(settings_.bindings, board_);
                lines.push_back({.text = tr("Layout"),
                                 .value = layout ? tr(kLayouts[static_cast<std::size_t>(*layout)]) : tr("custom"),
                                 .kind = Kind::layout});
            }
            lines.push_back({.text = tr("Restore defaults"), .value = {}, .kind = Kind::defaults});
            break;
        default:
            lines = {{.text = tr("Albireo, a double star: one gold, one blue"), .value = {}},
                     {.text = tr("Made by the Albireo authors"), .value = {}},
                     {.text = tr("Inspired by the developer's journal of Procyon"), .value = {}},
                     {.text = tr_f("Libraries: {}", "ENet, Protocol Buffers, Asio, Lua, zstd, xxHash, libsodium,"), .value = {}},
                     {.text = "GLFW, Dear ImGui, FreeType, HarfBuzz, FriBidi, OpenAL Soft, Mesa", .value = {}},
                     {.text = tr("Fonts: Play, by Jonas Hecksher; M+, by Coji Morishita"), .value = {}}};
            break;
    }
    lines.push_back(back_line());
    return lines;
}

std::string Menu::heading() const {
    switch (machine_.state) {
        case Logic::kTitle:
            return "ALBIREO";
        case Logic::kLevels:
        case Logic::kHost:
            return translated(levels_[level_].title);
        case Logic::kJoin:
            return tr("Join a friend");
        case Logic::kReplays:
            return tr("Replays");
        case Logic::kSettings:
            return tr("Settings");
        case Logic::kPlayers:
            return tr("Players and network");
        case Logic::kPicture:
            return tr("Video");
        case Logic::kQuality:
            return tr("Graphics quality");
        case Logic::kAccess:
            return tr("Accessibility");
        case Logic::kSound:
            return tr("Sound");
        case Logic::kControls:
            return tr("Controls");
        case Logic::kBindings:
            return tr(kBoardTitles[static_cast<std::size_t>(board_)]);
        default:
            return tr("Credits");
    }
}

std::string Menu::hint() const {
    if (binding_)
        return is_pad(board_) ? tr("press a button    Esc: cancel    click: unbind")
                              : tr("press a key    Esc or gamepad B: cancel    click: unbind");
    const Line* const here = cursor_ < lines_.size() ? &lines_[cursor_] : nullptr;
    const std::string out = machine_.state == Logic::kTitle ? "" : std::string("    ") + tr("Esc, gamepad B or right click: back");
    if (here != nullptr && (here->kind == Kind::type || (here->kind == Kind::server && picks_letters_))) return tr("type, or pick letters with a gamepad or the wheel") + out;
    if (here != nullptr && here->kind == Kind::bind) {
        const std::string second = is_pad(board_) ? "" : std::string("    ") + tr("left or right: first or second key");
        return tr("Enter, gamepad A or click: change") + second + "    " + tr("Backspace or gamepad X: unbind") + out;
    }
    if (here != nullptr && (here->kind == Kind::set || here->kind == Kind::difficulty || here->kind == Kind::section || here->kind == Kind::layout ||
                            here->kind == Kind::output)) {
        return tr("left, right, wheel or click: change") + out;
    }
    if (here != nullptr && here->kind == Kind::server) {
        return tr("type HOST:PORT    gamepad A or click: pick letters    left, right or wheel: recent servers") + out;
    }
    const std::string select = std::string("    ") + tr("Enter, gamepad A or click: select");
    if (has_carousel()) return tr("left, right or wheel: choose the level") + select + out;
    return tr("arrows, stick or mouse: choose") + select + out;
}

}  // namespace albireo::app
