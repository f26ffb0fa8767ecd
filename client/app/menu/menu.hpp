#pragma once
/// The screens before a game: title, level choice, hosting, joining, replays, settings, bindings. The settings are also shown
/// over a paused game (paused_settings.hpp). Pure logic: input and time go in; lines to draw and a Request come out. The window draws the lines, tests read them.
/// Owned by the program.
///
/// 1. Two presses of "accept" lead from the title to a game.
/// 2. "Back" returns from every screen except the first to its parent, and each of these screens has a line for it.
/// 3. Everything can be done by keyboard alone, pad alone and mouse alone.
/// 4. A line states its function; menu.cpp performs it, and only menu_screens.cpp knows which screen has which lines.
#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "client/app/boards/board_words.hpp"
#include "client/app/controls/pad_binder.hpp"
#include "client/app/controls/settings.hpp"
#include "client/app/controls/steering.hpp"
#include "client/app/menu/carousel.hpp"
#include "proto/other_version.hpp"
#include "reach/invitation.hpp"
#include "sim/base/state_machine.hpp"
#include "sim/level/level.hpp"
#include "sim/level/section.hpp"

namespace albireo::app {

class Menu {
  public:
    enum class Request : std::uint8_t { none, play_bot, play_alone, play_two, host, join, join_found, paste, rejoin, watch, quit, close };
    struct Line {
        enum class Kind : std::uint8_t { nothing, open, request, set, type, server, output, difficulty, section, bind, layout, defaults, back };
        std::string text;
        std::string value;
        Kind kind = Kind::nothing;
        std::uint8_t screen = 0;  // the screen that it opens
        Request request = Request::none;
        const SettingDef* setting = nullptr;
        std::string* typed = nullptr;  // the text to edit
        std::string_view letters = {};  // the allowed letters; of a name: those of the page from which they are picked
        std::span<const std::string_view> pages = {};  // of letters to pick from; empty: `letters` are all that there are
        std::size_t letters_max = 0;    // their maximum number
        Action action = Action::up;  // the action to bind
        std::size_t game = 0;        // the found game to join
        std::string trouble = {};    // an error, shown in red after the value
    };

    struct LevelChoice {
        std::string name;   // used to play
        std::string title;  // shown to players
        /// Where practice can begin, in the level's order: sections, each followed by the phases of its boss.
        struct Place {
            std::string name;  // of the section, or of the boss
            StartPoint start{};
            std::string shown() const;
        };
        std::vector<Place> places{};
    };
    Menu(Settings& settings, std::vector<LevelChoice> levels);

    /// This machine's sound devices, for the screen of sound.
    struct SoundDevices {
        /// The name of the n-th microphone, from 1; empty: there is none, and the number is shown.
        std::function<std::string(int)> microphone{};
        /// The names of the outputs as far as they are known. Called in every frame in which the screen is shown.
        std::function<std::vector<std::string>()> outputs{};
    };
    void set_sound_devices(SoundDevices devices) { sound_devices_ = std::move(devices); }
    /// Processes one frame's keys. The request is valid until the next call.
    Request advance(const platform::Input& input, float seconds);
    /// Returns to the title, or to the screen of that name, and shows a notice.
    void show(std::string notice, std::string_view screen = "title");
    /// Shows the settings alone: Back on their first screen is Request::close.
    void show_settings_alone();
    /// `paths` of files, newest first. `caption` describes a file; it is called for visible files only.
    void set_replays(std::vector<std::string> paths, std::function<std::string(const std::string&)> caption);

    /// Offers to rejoin a game whose connection was lost; an empty code offers none.
    /// `rendezvous`: the rendezvous server through which to reach the host again; empty: the game is at `server`.
    void set_cut_off(std::string code, std::string server, std::string rendezvous = {});
    const std::string& cut_off_code() const { return cut_off_code_; }
    const std::string& cut_off_server() const { return cut_off_server_; }
    const std::string& cut_off_rendezvous() const { return cut_off_rendezvous_; }

    /// A game on the local network.
    struct FoundGame {
        std::string code, name, level, server;
        proto::VersionGap gap = proto::VersionGap::none;  // its server runs a newer or an older version of the game
        std::string trouble() const;
    };
    /// Sets the games that can be joined now; the join screen lists them. The cursor stays on its entry when other entries
    /// appear and disappear. `unread`: a server there speaks another version of the queries, so that its games are not known.
    void set_found(std::vector<FoundGame> games, proto::VersionGap unread = proto::VersionGap::none);
    /// The game that Request::join_found refers to.
    const FoundGame& found() const { return found_[found_wanted_]; }

    /// Takes an invitation or a code that the player has pasted. Request::paste asks the window for the clipboard's text.
    void paste(std::string_view text);
    /// The pasted invitation, if its code is still the one to join; otherwise an invitation with the code alone.
    reach::Invitation invitation() const;

    std::string_view screen() const;
    /// The names of all screens.
    static std::vector<std::string_view> screens();
    std::string heading() const;
    const std::vector<Line>& lines() const { return lines_; }
    std::size_t cursor() const { return cursor_; }
    /// A long list scrolls: at most shown_max() lines are visible, beginning with first_shown(). Large text leaves room for fewer, small
    /// text for no more.
    /// The last line, which leads back, is always visible.
    static constexpr std::size_t kShownMax = 12;
    std::size_t shown_max() const { return kShownMax * 100 / static_cast<std::size_t>(std::max(settings_.text_scale, 100)); }
    std::size_t first_shown() const { return first_; }
    bool is_shown(std::size_t line) const {
        return line + 1 == lines_.size() || (line >= first_ && line < first_ + shown_max() - 1);
    }
    /// The mouse is over a line: a press in the next frame selects it.
    void point_at(std::size_t line, bool moved) {
        if (carousel_.is_dragged()) return;
        if (moved && cursor_ != line) {
            cursor_ = line;
            stop_picking();
        }
        pointed_ = cursor_ == line;
    }
    std::string notice() const;
    /// A hint for operating this screen, for its bottom line.
    std::string hint() const;
    /// The position of the carousel, in levels; only on the level screen.
    float carousel() const { return carousel_.at(); }
    bool has_carousel() const;
    /// As Carousel::point_at().
    void point_at_carousel(float off, bool is_over) { carousel_.point_at(off, is_over); }
    const std::vector<LevelChoice>& levels() const { return levels_; }
    std::size_t level_cursor() const { return level_; }

    const std::string& level() const { return levels_[level_].name; }
    Difficulty difficulty() const { return difficulty_; }
    /// Where to practise from; {}: the whole level.
    StartPoint practice_from() const { return place_ == 0 ? StartPoint{} : levels_[level_].places[place_ - 1].start; }
    /// The board of the level, the difficulty and the number of players that are chosen here; nothing on a screen without a level,
    /// or if this level has none.
    std::optional<ScoreBoard> score_board() const;
    /// Shows this beside the level; nothing: no board.
    void set_scores(std::optional<BoardPanel> panel) { scores_ = std::move(panel); }
    const BoardPanel* scores() const { return has_carousel() && scores_ ? &*scores_ : nullptr; }

    const std::string& code() const { return code_; }
    const std::string& replay() const { return replays_[cursor_]; }
    bool settings_changed() const { return changed_; }
    /// Whether the menu waits for a key or button to bind to an action; Esc keeps the old binding.
    bool is_binding() const { return binding_.has_value(); }

    struct Logic;

  private:
    friend struct Logic;
    void move(int way);
    void jump(int lines);
    void scroll(int way);
    void keep_in_sight();
    std::vector<std::string> servers() const;
    enum class Hand : std::uint8_t { keys, pad, mouse };
    void accept(Hand by_hand);
    void turn(int way);
    void choose_level(std::size_t level);
    void turn_layout(int way);
    void turn_output(int way);
    void erase();
    void join();
    void request(Request request);
    bool check_server(const std::string& address);
    bool check_version();
    void back();
    void type(std::string_view typed);
    void paste_into_field(std::string_view text);
    void pick(int way);
    void take_picked();
    void stop_picking();
    std::string picked_shown(const Line& line) const;
    void bind(const platform::Input& input);
    void clear_binding(Action action);
    void refresh();
    Line* line() { return cursor_ < lines_.size() ? &lines_[cursor_] : nullptr; }

    // menu_screens.cpp
    std::vector<Line> make_lines();

    Settings& settings_;
    std::vector<LevelChoice> levels_;
    std::vector<std::string> replays_;
    SoundDevices sound_devices_;
    std::vector<FoundGame> found_;
    proto::VersionGap unread_ = proto::VersionGap::none;
    std::size_t found_wanted_ = 0;
    std::function<std::string(const std::string&)> caption_;
    std::map<std::string, std::string> captions_;  // of the files that were visible
    Machine machine_;
    std::uint8_t wanted_screen_ = kNoState;
    bool settings_alone_ = false;
    std::vector<Line> lines_;
    Steering steering_;
    Request request_ = Request::none;
    std::size_t cursor_ = 0, level_ = 0;
    std::size_t first_ = 0;   // first visible line
    std::size_t letter_ = 0;  // picked without a keyboard
    bool picks_letters_ = false;
    std::size_t page_ = 0;  // of the letters of a name
    Difficulty difficulty_ = Difficulty::standard;
    std::size_t place_ = 0;  // 0: the whole level; n: its n-th place to practise from
    Board board_ = Board::alone;
    std::optional<Action> binding_;
    std::array<PadBinder, platform::kPadsMax> binders_;  // while it is set
    int binding_place_ = 0;  // the first or the second key
    Carousel carousel_;
    bool is_alone_ = false;  // the cursor is, or was last, on the line for one player
    std::optional<BoardPanel> scores_;
    std::string code_, notice_;
    reach::Invitation pasted_;
    std::string cut_off_code_, cut_off_server_, cut_off_rendezvous_;
    bool changed_ = false;
    bool pointed_ = false;
};

}  // namespace albireo::app
