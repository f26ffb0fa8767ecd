#pragma once
/// The screens before a game: title, level choice, hosting, joining by a code, replays, settings, bindings. Pure logic:
/// keys and time go in, lines to draw and a wish come out; the window draws the lines, tests read them. Owned by the
/// program.
///
/// 1. From the title to a game it takes two presses of "accept".
/// 2. Every screen but the title is left by "back", to the one it was entered from, and has a line that says so.
/// 3. All of it is done by keyboard alone, pad alone and mouse alone.
/// 4. A line says what it does; menu.cpp does it, and menu_screens.cpp alone knows which screen has which lines.
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "client/app/controls/settings.hpp"
#include "client/app/controls/steering.hpp"
#include "client/app/menu/pid.hpp"
#include "sim/base/state_machine.hpp"
#include "sim/level/level.hpp"

namespace albireo::app {

class Menu {
  public:
    enum class Wish : std::uint8_t { none, play_bot, play_alone, play_two, host, join, come_back, watch, quit };
    struct Line {
        enum class Does : std::uint8_t { nothing, open, wish, set, type, server, difficulty, bind, defaults, back };
        std::string text;
        std::string value;
        Does does = Does::nothing;
        std::uint8_t screen = 0;  // opened
        Wish wish = Wish::none;
        const SettingDef* setting = nullptr;
        std::string* typed = nullptr;  // with the letters it may hold, and how many
        std::string_view letters = {};
        std::size_t letters_max = 0;
        Action action = Action::up;  // bound
        std::string trouble = {};    // said in red behind the value
    };

    /// `levels` are names to play, `titles` what players read; `replays` paths of files, newest first.
    Menu(Settings& settings, std::vector<std::string> levels, std::vector<std::string> titles);

    /// Takes one frame's keys. The wish holds until the next call.
    Wish advance(const platform::Input& input, float seconds);
    /// Back at the title, or at the screen of that name, with something to say.
    void come_back(std::string notice, std::string_view screen = "title");
    /// `caption` says what a file is; it is asked for those that are seen.
    void set_replays(std::vector<std::string> paths, std::function<std::string(const std::string&)> caption);

    /// A game that was cut off may be come back to; without a code none can be.
    void set_cut_off(std::string code, std::string server);
    const std::string& cut_off_code() const { return cut_off_code_; }
    const std::string& cut_off_server() const { return cut_off_server_; }

    std::string_view screen() const;
    /// The names of all screens.
    static std::vector<std::string_view> screens();
    std::string heading() const;
    const std::vector<Line>& lines() const { return lines_; }
    std::size_t cursor() const { return cursor_; }
    /// A long list scrolls: kShownMax of its lines are seen, from first_shown() on; its last line, which leads back,
    /// always.
    static constexpr std::size_t kShownMax = 12;
    std::size_t first_shown() const { return first_; }
    bool is_shown(std::size_t line) const {
        return line + 1 == lines_.size() || (line >= first_ && line < first_ + kShownMax - 1);
    }
    /// The mouse is over a line: a press in the next frame is meant for it.
    void point_at(std::size_t line, bool moved) {
        if (moved) cursor_ = line;
        pointed_ = cursor_ == line;
    }
    const std::string& notice() const { return notice_; }
    /// How this screen is worked, for the foot of it.
    std::string hint() const;
    /// Where the carousel stands, in levels; only on the level screen.
    float carousel() const { return carousel_.at(); }
    bool has_carousel() const;
    const std::vector<std::string>& titles() const { return titles_; }
    std::size_t level_cursor() const { return level_; }

    const std::string& level() const { return levels_[level_]; }
    Difficulty difficulty() const { return difficulty_; }
    const std::string& code() const { return code_; }
    const std::string& replay() const { return replays_[cursor_]; }
    bool settings_changed() const { return changed_; }
    /// Waits for the key or button of an action; Esc keeps the old one.
    bool is_binding() const { return binding_.has_value(); }

    struct Logic;

  private:
    friend struct Logic;
    void move(int way);
    void jump(int lines);
    void scroll(int way);
    void keep_in_sight();
    std::vector<std::string> servers() const;
    void accept(bool by_pad);
    void turn(int way);
    void erase();
    void join();
    void wish(Wish wish);
    bool check_server(const std::string& address);
    void back();
    void type(const std::string& typed);
    void bind(const platform::Input& input);
    void clear_binding(Action action);
    void refresh();
    Line* line() { return cursor_ < lines_.size() ? &lines_[cursor_] : nullptr; }

    // menu_screens.cpp
    std::vector<Line> make_lines();

    Settings& settings_;
    std::vector<std::string> levels_, titles_, replays_;
    std::function<std::string(const std::string&)> caption_;
    std::map<std::string, std::string> captions_;  // of those that were seen
    Machine machine_;
    std::uint8_t wanted_screen_ = kNoState;
    std::vector<Line> lines_;
    Steering steering_;
    Wish wish_ = Wish::none;
    std::size_t cursor_ = 0, level_ = 0;
    std::size_t first_ = 0;   // line shown
    std::size_t letter_ = 0;  // picked by who has no keyboard at hand
    bool picks_letters_ = false;
    Difficulty difficulty_ = Difficulty::standard;
    Board board_ = Board::alone;
    std::optional<Action> binding_;
    int binding_place_ = 0;  // the first or the second key
    Pid carousel_;
    std::string code_, notice_;
    std::string cut_off_code_, cut_off_server_;
    bool changed_ = false;
    bool pointed_ = false;
};

}  // namespace albireo::app
