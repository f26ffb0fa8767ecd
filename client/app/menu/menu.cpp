#include "client/app/menu/menu.hpp"

#include <algorithm>

#include "client/app/controls/control_names.hpp"
#include "client/app/controls/quality_settings.hpp"
#include "client/app/menu/menu_logic.hpp"
#include "client/net/udp_client.hpp"
#include "client/words/format.hpp"
#include "proto/messages.hpp"
#include "sim/script/compile.hpp"

namespace albireo::app {

using platform::Key;
using platform::PadButton;
using Kind = Menu::Line::Kind;
static_assert(kNameBytesMax == proto::kNameBytesMax);

Menu::Menu(Settings& settings, std::vector<LevelChoice> levels) : settings_(settings), levels_(std::move(levels)) {
    TableHost host(Logic::kScreens, *this);
    start(machine_, host);
    lines_ = make_lines();
}

std::string_view Menu::screen() const {
    return Logic::kScreens.name(machine_.state);
}

bool Menu::has_carousel() const {
    return machine_.state == Logic::kLevels || machine_.state == Logic::kHost;
}

std::optional<ScoreBoard> Menu::score_board() const {
    if (!has_carousel() || level() == "tutorial") return std::nullopt;
    // Of a campaign, the first level counts.
    return ScoreBoard{.level = std::string(script::first_level_of(level())), .difficulty = difficulty_, .is_pair = machine_.state == Logic::kHost || !is_alone_};
}

std::vector<std::string_view> Menu::screens() {
    std::vector<std::string_view> names;
    for (std::uint8_t i = 0; i < Logic::kScreens.size(); ++i) names.push_back(Logic::kScreens.name(i));
    return names;
}

void Menu::show(std::string notice, std::string_view screen) {
    TableHost host(Logic::kScreens, *this);
    for (std::uint8_t i = 0; i < Logic::kScreens.size(); ++i) {
        if (Logic::kScreens.name(i) == screen) enter(machine_, host, i);
    }
    notice_ = std::move(notice);
    refresh();
}

void Menu::show_settings_alone() {
    settings_alone_ = true;
    show("", "settings");
}

void Menu::set_replays(std::vector<std::string> paths, std::function<std::string(const std::string&)> caption) {
    replays_ = std::move(paths);
    caption_ = std::move(caption);
    captions_.clear();
    if (machine_.state == Logic::kReplays) cursor_ = first_ = 0;  // the newest
    refresh();
}

void Menu::set_cut_off(std::string code, std::string server, std::string rendezvous) {
    cut_off_code_ = std::move(code);
    cut_off_server_ = std::move(server);
    cut_off_rendezvous_ = std::move(rendezvous);
    refresh();
}

void Menu::refresh() {
    lines_ = make_lines();
    if (cursor_ >= lines_.size()) cursor_ = lines_.empty() ? 0 : lines_.size() - 1;
    // A line that only shows text cannot be selected.
    while (cursor_ + 1 < lines_.size() && lines_[cursor_].kind == Kind::nothing) ++cursor_;
    if (cursor_ < lines_.size() && lines_[cursor_].kind == Kind::request) is_alone_ = lines_[cursor_].request == Request::play_alone;
    keep_in_sight();
}

void Menu::keep_in_sight() {
    const std::size_t rows = shown_max() - 1;  // scrolling rows
    if (lines_.size() <= shown_max()) {
        first_ = 0;
    } else if (cursor_ + 1 < lines_.size()) {
        first_ = std::clamp(first_, cursor_ - std::min(cursor_, rows - 1), cursor_);
    }
    first_ = std::min(first_, lines_.size() - std::min(lines_.size(), shown_max()));
}

/// Moves the cursor by several lines, without wrapping around.
void Menu::jump(int lines) {
    if (lines_.empty()) return;
    cursor_ =
        static_cast<std::size_t>(std::clamp(static_cast<int>(cursor_) + lines, 0, static_cast<int>(lines_.size()) - 1));
}

/// Scrolls the lines below the mouse.
void Menu::scroll(int way) {
    const auto last = static_cast<int>(lines_.size() - std::min(lines_.size(), shown_max()));
    const auto first = static_cast<std::size_t>(std::clamp(static_cast<int>(first_) + way, 0, last));
    if (cursor_ + 1 < lines_.size()) cursor_ = cursor_ + first - first_;
    first_ = first;
}

/// The servers to choose from: this machine, and recently used ones.
std::vector<std::string> Menu::servers() const {
    std::vector<std::string> all = {""};
    const auto add = [&](const std::string& address) {
        if (std::find(all.begin(), all.end(), address) == all.end()) all.push_back(address);
    };
    for (const std::string& used : settings_.used_servers) add(used);
    add(settings_.server);
    add(settings_.host_server);
    return all;
}

void Menu::move(int way) {
    const auto count = static_cast<int>(lines_.size());
    if (count == 0) return;
    for (int i = 0; i < count; ++i) {
        cursor_ = static_cast<std::size_t>((static_cast<int>(cursor_) + way + count) % count);
        if (lines_[cursor_].kind != Kind::nothing) break;
    }
    stop_picking();
    binding_place_ = 0;
}

void Menu::back() {
    if (settings_alone_ && machine_.state == Logic::kSettings) {
        request_ = Request::close;
    } else if (machine_.state != Logic::kTitle) {
        wanted_screen_ = Logic::parent_of(machine_.state);
    }
}

void Menu::turn(int way) {
    Line* const here = line();
    if (here == nullptr) return;
    const auto step = [&](std::size_t value, std::size_t count) {
        return static_cast<std::size_t>(std::clamp(static_cast<int>(value) + way, 0, static_cast<int>(count) - 1));
    };
    if (here->kind == Kind::set) {
        here->setting->turn(settings_, way, false);
        settle_quality(settings_, here->setting);
        changed_ = true;
    } else if (here->kind == Kind::difficulty) {
        difficulty_ = static_cast<Difficulty>(step(static_cast<std::size_t>(difficulty_), 3));
    } else if (here->kind == Kind::section) {
        place_ = step(place_, levels_[level_].places.size() + 1);
    } else if (here->kind == Kind::type || (here->kind == Kind::server && picks_letters_)) {
        pick(way);
    } else if (here->kind == Kind::server) {
        const std::vector<std::string> all = servers();
        const auto at = static_cast<std::size_t>(std::find(all.begin(), all.end(), *here->typed) - all.begin());
        *here->typed = all[(at + all.size() + static_cast<std::size_t>(way + static_cast<int>(all.size()))) % all.size()];
        changed_ = true;
    } else if (here->kind == Kind::output) {
        turn_output(way);
    } else if (here->kind == Kind::layout) {
        turn_layout(way);
    } else if (here->kind == Kind::bind) {
        binding_place_ = way > 0 && !is_pad(board_) ? 1 : 0;
    } else if (has_carousel()) {
        choose_level(step(level_, levels_.size()));
    }
}

void Menu::choose_level(std::size_t level) {
    level_ = level;
    place_ = 0;
}

/// The player's own bindings are none of the layouts: the first step from there is to the usual ones.
void Menu::turn_layout(int way) {
    const auto here = layout_of(settings_.bindings, board_);
    const auto count = static_cast<int>(kLayoutCount);
    const int next = here ? (static_cast<int>(*here) + way + count) % count : 0;
    set_layout(settings_.bindings, board_, static_cast<Layout>(next));
    changed_ = true;
}

void Menu::clear_binding(Action action) {
    if (is_pad(board_)) {
        pad_of(settings_.bindings, board_).of(action) = {};
    } else {
        keys_of(settings_.bindings, board_).of(action) = {};
    }
}

void Menu::accept(Hand by_hand) {
    Line* const here = line();
    if (here == nullptr) return;
    notice_.clear();
    switch (here->kind) {
        case Kind::nothing:
            break;
        case Kind::open:
            wanted_screen_ = here->screen;
            if (here->screen == Logic::kBindings) board_ = static_cast<Board>(cursor_);
            break;
        case Kind::request:
            found_wanted_ = here->game;
            request(here->request);
            break;
        case Kind::set:
            here->setting->turn(settings_, 1, true);
            settle_quality(settings_, here->setting);
            changed_ = true;
            break;
        case Kind::output:
            turn_output(1);
            break;
        case Kind::server:
            if (picks_letters_) {
                take_picked();
            } else if (by_hand != Hand::keys) {
                pick(0);
            } else {
                move(-1);  // to the line that opens the game there
            }
            break;
        case Kind::difficulty:
            difficulty_ = static_cast<Difficulty>((static_cast<int>(difficulty_) + 1) % 3);
            break;
        case Kind::section:
            place_ = (place_ + 1) % (levels_[level_].places.size() + 1);
            break;
        case Kind::type:
            if (by_hand == Hand::pad || picks_letters_) {
                take_picked();
            } else if (here->typed == &code_) {
                join();
            } else {
                move(1);
            }
            break;
        case Kind::bind:
            binding_ = here->action;
            binders_ = {};
            break;
        case Kind::layout:
            turn_layout(1);
            break;
        case Kind::defaults:
            set_layout(settings_.bindings, board_, Layout::standard);
            changed_ = true;
            break;
        case Kind::back:
            back();
            break;
    }
}

void Menu::request(Request wanted) {
    if (wanted == Request::join) return join();
    if (wanted == Request::join_found && !check_version()) return;
    if (wanted == Request::host && !settings_.host_server.empty() && !check_server(settings_.host_server)) return;
    request_ = wanted;
}

bool Menu::check_server(const std::string& address) {
    client::ServerAddress parsed;
    if (!client::parse_address(address, parsed)) {
        notice_ = tr("the server's address is not HOST:PORT, such as 192.168.0.7:7777");
        return false;
    }
    remember_server(settings_, address);
    return changed_ = true;
}

/// Binds the next key (or, for a pad's board, the next button or two) to the action.
void Menu::bind(const platform::Input& input) {
    const auto done = [&] {
        notice_.clear();
        binding_.reset();
        changed_ = true;
    };
    for (std::size_t i = 0; i < input.pads.size(); ++i) {
        const PadBinding found = is_pad(board_) ? binders_[i].read(input.pads[i]) : PadBinding{};
        if (found.is_none()) continue;
        pad_of(settings_.bindings, board_).of(*binding_) = found;
        return done();
    }
    // A player without a keyboard at hand can cancel with the pad.
    const bool pad_back = !is_pad(board_) && std::any_of(input.pads.begin(), input.pads.end(), [](const auto& pad) {
        return pad.was_pressed(PadButton::east);
    });
    if (input.mouse_back || pad_back) return binding_.reset();
    if (input.mouse_pressed) {
        clear_binding(*binding_);
        return done();
    }
    if (input.unknown_key) notice_ = tr("that key cannot be used: press another one");
    for (const platform::Press& press : input.pressed) {
        const Key key = press.key;
        if (key == Key::escape) return binding_.reset();
        if (is_pad(board_)) {
            notice_ = tr("press a gamepad button, not a key");
            continue;
        }
        if (is_reserved(key)) {
            notice_ = tr_f("{} is reserved: press another key", shown_name(key));
            continue;
        }
        auto& keys = keys_of(settings_.bindings, board_).of(*binding_);
        keys[static_cast<std::size_t>(binding_place_)] = key;
        if (keys[0] == keys[1]) keys[1] = Key::none;
        return done();
    }
}

Menu::Request Menu::advance(const platform::Input& input, float seconds) {
    request_ = Request::none;
    changed_ = false;
    const std::vector<NavigationStep>& steps = steering_.read(input, seconds);
    if (binding_) {
        bind(input);
    } else {
        if (!input.pasted.empty() && machine_.state == Logic::kJoin) {
            paste(input.pasted);
        } else if (!input.pasted.empty()) {
            paste_into_field(input.pasted);
        } else {
            type(input.typed);
        }
        for (const NavigationStep& navigation : steps) {
            if (navigation.step == Step::up) move(-1);
            if (navigation.step == Step::down) move(1);
            if (navigation.step == Step::left) turn(-1);
            if (navigation.step == Step::right) turn(1);
            if (navigation.step == Step::accept) accept(navigation.by_pad ? Hand::pad : Hand::keys);
            if (navigation.step == Step::back) back();
            if (navigation.step == Step::erase) erase();
            // This step opened another screen; later input of the frame is meant for that one.
            TableHost host(Logic::kScreens, *this);
            if (wanted_screen_ != kNoState) run(machine_, host);
            refresh();
            if (binding_ || request_ != Request::none) break;
        }
        for (const platform::Press& press : input.pressed) {
            const int page = static_cast<int>(shown_max()) - 2;
            if (press.key == Key::page_up) jump(-page);
            if (press.key == Key::page_down) jump(page);
        }
        // In a text field the wheel picks letters, in a long list too: with a mouse alone there is no other way to type.
        const bool is_text = line() != nullptr && line()->kind == Kind::type;
        const bool scrolls = lines_.size() > shown_max() && !is_text;
        if (input.wheel != 0) scrolls ? scroll(-input.wheel) : turn(input.wheel > 0 ? 1 : -1);
        // A click into a text field belongs to the field.
        const bool into_text = is_text && !picks_letters_;
        if (input.mouse_pressed && pointed_ && !into_text) accept(Hand::mouse);
    }
    pointed_ = false;
    if (!has_carousel()) {
        carousel_.let_go();
    } else if (const auto dragged = carousel_.steer({input.mouse_pressed, input.mouse_held}, levels_.size(), seconds); dragged && *dragged != level_) {
        choose_level(*dragged);
    }
    carousel_.follow(level_, seconds);
    TableHost host(Logic::kScreens, *this);
    run(machine_, host);
    refresh();
    return request_;
}

}  // namespace albireo::app
