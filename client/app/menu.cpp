#include "client/app/menu.hpp"

#include <algorithm>
#include <cctype>
#include <filesystem>

#include "sim/script/compile.hpp"

namespace albireo::app {

using platform::Key;
using platform::PadButton;

float Pid::tick(float target, float seconds) {
    // Small steps, so that a slow frame rings no more than a fast one.
    for (float rest = std::min(seconds, 0.25F); rest > 0; rest -= 1.0F / 240) {
        const float dt = std::min(rest, 1.0F / 240);
        const float error = target - at_;
        sum_ = std::clamp(sum_ + error * dt, -0.2F, 0.2F);
        if (std::abs(error) < 0.02F) sum_ = 0;  // there is no steady load to carry
        speed_ += (gains_.p * error + gains_.i * sum_ - gains_.d * speed_) * dt;
        at_ += speed_ * dt;
    }
    return at_;
}

namespace {

using Wish = Menu::Wish;

struct Choice {
    const char* text;
    const char* screen;  // or null
    Wish wish = Wish::none;
};
constexpr std::array<Choice, 7> kTitle = {{{"Play", "levels"},
                                           {"Host a game", nullptr, Wish::host},
                                           {"Join a friend", "join"},
                                           {"Replays", "replays"},
                                           {"Settings", "settings"},
                                           {"Credits", "credits"},
                                           {"Quit", nullptr, Wish::quit}}};
enum LevelLine : std::size_t { kWithBot, kAlone, kTwo, kDifficulty, kLevelLines };
enum SettingLine : std::size_t { kName, kSecondName, kServer, kTheme, kScale, kFlashes, kDim, kSettingLines };

}  // namespace

/// The screens as a machine: who asks for another one gets there with the cursor on its first line.
struct Menu::Logic {
    static void begin(Menu& menu) {
        menu.cursor_ = 0;
        menu.wanted_screen_ = kNoState;
    }
    template <int N>
    static bool wants(const Menu& menu) {
        return menu.wanted_screen_ == N;
    }
    using Def = StateDef<Menu>;
    static constexpr Def::Way kBack{"title", wants<0>};
    static constexpr auto kScreens = machine_table<Menu>({
        {"title",
         {.begin = begin},
         {{{"levels", wants<1>},
           {"join", wants<2>},
           {"replays", wants<3>},
           {"settings", wants<4>},
           {"credits", wants<5>}}}},
        {"levels", {.begin = begin}, {{kBack}}},
        {"join", {.begin = begin}, {{kBack}}},
        {"replays", {.begin = begin}, {{kBack}}},
        {"settings", {.begin = begin}, {{kBack}}},
        {"credits", {.begin = begin}, {{kBack}}},
    });
    static std::uint8_t number(std::string_view name) {
        for (std::uint8_t i = 0; i < kScreens.size(); ++i) {
            if (kScreens.name(i) == name) return i;
        }
        return kNoState;
    }
    enum Screen : std::uint8_t {
        kTitleScreen = kScreens.state("title"),
        kLevelScreen = kScreens.state("levels"),
        kJoinScreen = kScreens.state("join"),
        kReplayScreen = kScreens.state("replays"),
        kSettingScreen = kScreens.state("settings"),
        kCreditScreen = kScreens.state("credits"),
    };
};

Menu::Menu(Settings& settings, std::vector<std::string> levels, std::vector<std::string> titles)
    : settings_(settings), levels_(std::move(levels)), titles_(std::move(titles)) {
    TableHost host(Logic::kScreens, *this);
    start(machine_, host);
}

std::string_view Menu::screen() const {
    return Logic::kScreens.name(machine_.state);
}

void Menu::come_back(std::string notice) {
    wanted_screen_ = Logic::kTitleScreen;
    notice_ = std::move(notice);
    TableHost host(Logic::kScreens, *this);
    run(machine_, host);
}

std::size_t Menu::line_count() const {
    switch (machine_.state) {
        case Logic::kTitleScreen:
            return kTitle.size();
        case Logic::kLevelScreen:
            return kLevelLines;
        case Logic::kJoinScreen:
            return 2;
        case Logic::kReplayScreen:
            return replays_.size();
        case Logic::kSettingScreen:
            return kSettingLines;
        default:
            return 1;
    }
}

std::string Menu::heading() const {
    switch (machine_.state) {
        case Logic::kTitleScreen:
            return "ALBIREO";
        case Logic::kLevelScreen:
            return titles_[level_];
        case Logic::kJoinScreen:
            return "Join a friend";
        case Logic::kReplayScreen:
            return "Replays";
        case Logic::kSettingScreen:
            return "Settings";
        default:
            return "Credits";
    }
}

std::vector<Menu::Line> Menu::lines() const {
    std::vector<Line> lines;
    switch (machine_.state) {
        case Logic::kTitleScreen:
            for (const Choice& choice : kTitle) lines.push_back({choice.text, ""});
            break;
        case Logic::kLevelScreen:
            lines = {{"Play with a bot", ""},
                     {"Play alone", ""},
                     {"Two at this keyboard", ""},
                     {"Difficulty", std::string(script::name_of(difficulty_))}};
            break;
        case Logic::kJoinScreen:
            lines = {{"Code", code_ + (code_.size() < 6 ? "_" : "")},
                     {"Server", settings_.server + (cursor_ == 1 ? "_" : "")}};
            break;
        case Logic::kReplayScreen:
            for (const std::string& path : replays_) lines.push_back({std::filesystem::path(path).stem().string(), ""});
            if (lines.empty()) lines.push_back({"none yet: every game you play is kept here", ""});
            break;
        case Logic::kSettingScreen: {
            const auto typed = [&](std::size_t line, const std::string& text) {
                return text + (cursor_ == line ? "_" : "");
            };
            lines = {{"Your name", typed(kName, settings_.names[0])},
                     {"Second player's name", typed(kSecondName, settings_.names[1])},
                     {"Friend's server", typed(kServer, settings_.server)},
                     {"HUD theme", settings_.classic_hud ? "classic" : "default"},
                     {"Window scale", std::to_string(settings_.window_scale)},
                     {"Flashes reduced", settings_.flashes_reduced ? "yes" : "no"},
                     {"Background dimmed", std::to_string(settings_.background_dim) + " %"}};
            break;
        }
        default:
            lines = {{"Albireo: gold and blue, two ships, one sky", ""}};
    }
    return lines;
}

void Menu::turn(int way) {
    const auto step = [&](int value, int least, int most) { return std::clamp(value + way, least, most); };
    if (machine_.state == Logic::kLevelScreen) {
        if (cursor_ == kDifficulty) {
            difficulty_ = static_cast<Difficulty>(step(static_cast<int>(difficulty_), 0, 2));
        } else {
            level_ = static_cast<std::size_t>(step(static_cast<int>(level_), 0, static_cast<int>(levels_.size()) - 1));
        }
    }
    if (machine_.state != Logic::kSettingScreen) return;
    changed_ = true;
    switch (cursor_) {
        case kTheme:
            settings_.classic_hud = !settings_.classic_hud;
            break;
        case kScale:
            settings_.window_scale = step(settings_.window_scale, 1, 6);
            break;
        case kFlashes:
            settings_.flashes_reduced = !settings_.flashes_reduced;
            break;
        case kDim:
            settings_.background_dim = std::clamp(settings_.background_dim + 10 * way, 0, 80);
            break;
        default:
            break;
    }
}

void Menu::accept() {
    notice_.clear();
    switch (machine_.state) {
        case Logic::kTitleScreen:
            if (kTitle[cursor_].screen != nullptr) {
                wanted_screen_ = Logic::number(kTitle[cursor_].screen);
            } else {
                wish_ = kTitle[cursor_].wish;
            }
            break;
        case Logic::kLevelScreen:
            if (cursor_ == kDifficulty) {
                difficulty_ = static_cast<Difficulty>((static_cast<int>(difficulty_) + 1) % 3);
            } else {
                wish_ = cursor_ == kWithBot ? Wish::play_bot : cursor_ == kAlone ? Wish::play_alone : Wish::play_two;
            }
            break;
        case Logic::kJoinScreen:
            if (code_.size() == 6) {
                wish_ = Wish::join;
            } else {
                notice_ = "a code has six letters and digits";
            }
            break;
        case Logic::kReplayScreen:
            if (!replays_.empty()) wish_ = Wish::watch;
            break;
        case Logic::kSettingScreen:
            turn(1);
            break;
        default:
            wanted_screen_ = Logic::kTitleScreen;
    }
}

Menu::Wish Menu::advance(const platform::Input& input, float seconds) {
    wish_ = Wish::none;
    changed_ = false;
    std::string* text = nullptr;
    std::size_t room = 24;
    if (machine_.state == Logic::kJoinScreen) {
        text = cursor_ == 0 ? &code_ : &settings_.server;
        room = cursor_ == 0 ? 6 : 64;
    } else if (machine_.state == Logic::kSettingScreen && cursor_ <= kServer) {
        text = cursor_ == kServer ? &settings_.server : &settings_.names[cursor_];
        room = cursor_ == kServer ? 64 : 15;
    }
    if (text != nullptr) {
        for (const char c : input.typed) {
            if (text->size() >= room) break;
            const bool is_code = text == &code_;
            if (is_code && std::isalnum(static_cast<unsigned char>(c)) == 0) continue;
            *text += is_code ? static_cast<char>(std::toupper(static_cast<unsigned char>(c))) : c;
            changed_ |= !is_code;
        }
    }
    const auto move = [&](int way) {
        const std::size_t count = std::max<std::size_t>(line_count(), 1);
        cursor_ = (cursor_ + count + static_cast<std::size_t>(way + static_cast<int>(count))) % count;
    };
    const auto back = [&] {
        if (machine_.state != Logic::kTitleScreen) wanted_screen_ = Logic::kTitleScreen;
    };
    for (const Key key : input.pressed) {
        switch (key) {
            case Key::up:
                move(-1);
                break;
            case Key::down:
                move(1);
                break;
            case Key::left:
                turn(-1);
                break;
            case Key::right:
                turn(1);
                break;
            case Key::enter:
            case Key::pad_enter:
                accept();
                break;
            case Key::escape:
                back();
                break;
            case Key::backspace:
                if (text != nullptr && !text->empty()) {
                    text->pop_back();
                    changed_ |= text != &code_;
                }
                break;
            default:
                break;
        }
    }
    for (const platform::Pad& pad : input.pads) {
        if (pad.was_pressed(PadButton::up)) move(-1);
        if (pad.was_pressed(PadButton::down)) move(1);
        if (pad.was_pressed(PadButton::left)) turn(-1);
        if (pad.was_pressed(PadButton::right)) turn(1);
        if (pad.was_pressed(PadButton::south)) accept();
        if (pad.was_pressed(PadButton::east)) back();
    }
    if (input.mouse_pressed && pointed_) accept();
    pointed_ = false;
    carousel_.tick(static_cast<float>(level_), seconds);
    TableHost host(Logic::kScreens, *this);
    run(machine_, host);
    return wish_;
}

}  // namespace albireo::app
