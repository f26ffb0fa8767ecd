#pragma once
/// The screens before a game: title, level choice, joining by a code, replays, settings. Pure logic: keys and time go
/// in, lines to draw and a wish come out; the window draws the lines, tests read them.
///
/// 1. From the title to a game it takes two presses of "accept".
/// 2. Every screen but the title is left by "back", to the one it was entered from.
#include <optional>
#include <string>
#include <vector>

#include "client/app/settings.hpp"
#include "client/platform/input.hpp"
#include "sim/base/state_machine.hpp"
#include "sim/level/level.hpp"

namespace albireo::app {

/// Moves a value to where it should be: acceleration in proportion to the way left, its sum, and its change.
class Pid {
  public:
    struct Gains {
        float p = 120, i = 4, d = 22;  // 1/s², 1/s³, 1/s: a damping of one; settles within a second
    };
    float tick(float target, float seconds);
    float at() const { return at_; }

  private:
    Gains gains_;
    float at_ = 0, speed_ = 0, sum_ = 0;
};

class Menu {
  public:
    enum class Wish : std::uint8_t { none, play_bot, play_alone, play_two, host, join, watch, quit };
    struct Line {
        std::string text;
        std::string value;  // of a setting
    };

    /// `levels` are names to play, `titles` what players read; `replays` paths of files, newest first.
    Menu(Settings& settings, std::vector<std::string> levels, std::vector<std::string> titles);

    /// Takes one frame's keys. The wish holds until the next call.
    Wish advance(const platform::Input& input, float seconds);
    /// Back at the title, with something to say.
    void come_back(std::string notice);
    void set_replays(std::vector<std::string> paths) { replays_ = std::move(paths); }

    std::string_view screen() const;
    std::string heading() const;
    std::vector<Line> lines() const;
    std::size_t cursor() const { return cursor_; }
    /// The mouse is over a line: a press in the next frame is meant for it.
    void point_at(std::size_t line, bool moved) {
        if (moved) cursor_ = line;
        pointed_ = cursor_ == line;
    }
    const std::string& notice() const { return notice_; }
    /// Where the carousel stands, in levels; only on the level screen.
    float carousel() const { return carousel_.at(); }
    const std::vector<std::string>& titles() const { return titles_; }
    std::size_t level_cursor() const { return level_; }

    const std::string& level() const { return levels_[level_]; }
    Difficulty difficulty() const { return difficulty_; }
    const std::string& code() const { return code_; }
    const std::string& replay() const { return replays_[cursor_]; }
    bool settings_changed() const { return changed_; }

    struct Logic;

  private:
    friend struct Logic;
    std::size_t line_count() const;
    void accept();
    void turn(int way);

    Settings& settings_;
    std::vector<std::string> levels_, titles_, replays_;
    Machine machine_;
    std::uint8_t wanted_screen_ = kNoState;
    Wish wish_ = Wish::none;
    std::size_t cursor_ = 0, level_ = 0;
    Difficulty difficulty_ = Difficulty::standard;
    Pid carousel_;
    std::string code_, notice_;
    bool changed_ = false;
    bool pointed_ = false;
};

}  // namespace albireo::app
