#pragma once
/// The panels over a game on this machine or over the network: one table of their words and choices (kPanels in
/// panels.cpp), and their operation by keyboard, pads and mouse. A PanelControl is owned by an activity.
///
/// 1. A panel follows from the state of the game alone; the activity derives it again each frame.
/// 2. The cursor is always on an offered choice. A panel opens with it on the first one, or on Next level. When the choices
///    change, it stays with its choice. If a choice that leaves or copies moves under it by itself, presses are ignored for a
///    moment: the player meant the choice that was there before.
/// 3. Pause requests come before choices: a key that pauses or resumes makes no choice in the same frame.
#include <array>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "client/app/controls/settings.hpp"
#include "client/app/controls/steering.hpp"
#include "client/app/activities/interrupts.hpp"
#include "client/app/controls/bindings.hpp"
#include "client/app/activities/activity.hpp"

namespace albireo::app {

enum class Panel : std::uint8_t {
    none, connecting, entering, lobby, returning, ready, paused, leaving, over, interlude, tally, results, failed
};
enum class Choice : std::uint8_t {
    ready, skip, next, resume, carry_on, settings, restart, restart_campaign, leave, cancel, title, next_level, back, again, watch, copy, copy_watch
};

/// The choices of a panel in the table's order, without those in `withheld`.
std::vector<Choice> choices_of(Panel panel, std::initializer_list<Choice> withheld = {});

/// The fixed words of a panel. The activity adds those that depend on the game.
Notice notice_of(Panel panel);

class PanelControl {
  public:
    explicit PanelControl(const Settings& settings) { apply(settings); }
    /// Uses these settings from now on.
    void apply(const Settings& settings);

    struct Context {
        const platform::Input& input;
        float seconds = 0;  // since the last frame
        Panel panel = Panel::none;
        std::span<const Choice> choices;
        const World* world = nullptr;  // as predicted; null: there is no game yet
        std::span<LocalPlayer* const> people;
        bool pauses_unfocused = true;  // a lost focus pauses: the game belongs to this machine's players
    };
    struct Action {
        std::optional<Choice> choice;
        bool back = false;  // Back on a panel that lists no choices
    };
    /// Call once per frame, after hold_all(). Passes pause requests to the people.
    Action work(const Context& now);

    /// The player has chosen to resume: ends the pause, or closes Panel::leaving.
    void resume(const World& world, std::span<LocalPlayer* const> people);
    /// Whether Panel::leaving is to be shown, because the player asked for a pause and has none left.
    bool asks_leave() const { return asks_leave_; }

    void point_at(std::size_t choice, bool moved);
    Panel shown() const { return shown_; }

    /// Adds the choices and the cursor.
    void describe(std::span<const Choice> choices, Notice& notice) const;
    /// Adds who paused, what the pause waits for, and the keys that end it. `names`: in the order of slots.
    void describe_pause(const World& world, std::span<LocalPlayer* const> people, const std::array<std::string, 2>& names,
                        Notice& notice) const;

  private:
    void follow_choices(const Context& now, bool is_new);
    bool answer_pause(const Context& now, const std::vector<NavigationStep>& steps);
    LocalPlayer* pausing_person(const Context& now, const std::vector<NavigationStep>& steps);

    Bindings bindings_;
    float dead_zone_ = 0;  // of sticks, 0 … 1
    Steering steering_;
    AccidentalPressGuard press_guard_;
    Interrupts interrupts_;
    Panel shown_ = Panel::none;
    bool asks_leave_ = false;
    std::vector<Choice> offered_;  // in the last frame
    std::size_t cursor_ = 0;
    float locked_seconds_ = 0;  // for which presses are ignored, by rule 2
    bool pointed_ = false;
};

/// "Continue?": the time left to decide.
std::string continue_text(const World& world);
/// Rows of the score, and where the recording is kept or why it is not.
void describe_results(const World& world, const std::array<std::string, 2>& names, const std::string& replay_path,
                      const std::string& recording_fault, Notice& notice);

}  // namespace albireo::app
