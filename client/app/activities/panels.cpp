#include "client/app/activities/panels.hpp"

#include <algorithm>
#include <utility>

#include "client/app/activities/pause_rights.hpp"
#include "client/words/format.hpp"
#include "sim/game/flow.hpp"
#include "sim/game/tuning.hpp"

namespace albireo::app {
namespace {

/// The effect of Back (Esc, the right mouse button, a pad's B).
enum class BackTo : std::uint8_t {
    game,   // pauses or resumes, if there is a game
    caller, // reported to the activity
    first,  // takes the first choice
    last,   // takes the last choice
    cursor  // moves the cursor to the last choice; there, takes it
};

struct PanelDef {
    Panel panel = Panel::none;
    BackTo back = BackTo::game;
    const char *title = "", *line = "", *hint = "";
    std::array<Choice, 7> choices{};
    std::size_t count = 0;
};

template <class... Choices>
constexpr PanelDef with(PanelDef def, Choices... choices) {
    def.choices = {choices...};
    def.count = sizeof...(choices);
    return def;
}

using enum Choice;
constexpr std::array<PanelDef, 13> kPanels = {
    with({Panel::none, BackTo::game}),
    with({Panel::connecting, BackTo::last, mark("Connecting")}, cancel),
    with({Panel::entering, BackTo::last, mark("Joining")}, cancel),
    with({Panel::lobby, BackTo::last}, ready, copy, copy_watch, leave),
    with({Panel::returning, BackTo::last, mark("Connection lost"), mark("rejoining the game...")}, leave),
    with({Panel::ready, BackTo::caller, mark("You have control"), mark("move, fire or click to start"),
          mark("Esc, gamepad B or right click: back")}),
    with({Panel::paused, BackTo::game, mark("Paused")}, resume, settings, restart, restart_campaign, copy, copy_watch, leave),
    with({Panel::leaving, BackTo::last, mark("No pauses left"), mark("the game keeps running; you get new pauses in each section")},
         resume, leave),
    // The pause came too late: the first Esc only moves the cursor to "Leave the game".
    with({Panel::over, BackTo::cursor, mark("Continue?")}, carry_on, leave),
    with({Panel::interlude, BackTo::first, "", "", mark("Enter, gamepad A or click: skip")}, skip),
    // A key of the fight that has just ended must not skip the results.
    with({Panel::tally, BackTo::cursor}, next, leave),
    with({Panel::results, BackTo::first}, title, back, next_level, again, watch),
    with({Panel::failed, BackTo::last, mark("Connection failed")}, back),
};

constexpr const PanelDef& def_of(Panel panel) {
    return kPanels[static_cast<std::size_t>(panel)];
}

static_assert([] {
    for (std::size_t i = 0; i < kPanels.size(); ++i) {
        if (kPanels[i].panel != static_cast<Panel>(i)) return false;
    }
    return static_cast<std::size_t>(Panel::failed) + 1 == kPanels.size();
}(), "kPanels has a row for each panel, in their order");

constexpr const char* text_of(Choice choice) {
    switch (choice) {
        case ready:
            return mark("Ready");
        case skip:
            return mark("Skip");
        case next:
            return mark("Next level");
        case resume:
            return mark("Resume");
        case carry_on:
            return mark("Continue");
        case settings:
            return mark("Settings");
        case restart:
            return mark("Restart");
        case restart_campaign:
            return mark("Restart the campaign");
        case leave:
            return mark("Leave the game");
        case cancel:
            return mark("Cancel");
        case title:
            return mark("Main menu");
        case next_level:
            return mark("Next level");
        case back:
            return mark("Back");
        case again:
            return mark("Play again");
        case watch:
            return mark("Watch the replay");
        case copy:
            return mark("Copy the invitation");
        case copy_watch:
            return mark("Copy the link for spectators");
    }
    return "";
}

std::size_t first_cursor(std::span<const Choice> choices) {
    const auto found = std::ranges::find(choices, next_level);
    return found == choices.end() ? 0 : static_cast<std::size_t>(found - choices.begin());
}

/// For how long a choice that leaves or copies cannot be chosen after it has moved under the cursor without a key or the mouse.
constexpr float kLeaveLockedSeconds = 1;

constexpr bool is_locked_at_first(Choice choice) {
    return choice == leave || choice == cancel || choice == copy || choice == copy_watch;
}

/// The game runs or is paused, so pause keys count.
constexpr bool is_in_game(Panel panel) {
    return panel == Panel::none || panel == Panel::leaving || panel == Panel::paused;
}

}  // namespace

std::vector<Choice> choices_of(Panel panel, std::initializer_list<Choice> withheld) {
    const PanelDef& def = def_of(panel);
    std::vector<Choice> all(def.choices.begin(), def.choices.begin() + static_cast<std::ptrdiff_t>(def.count));
    std::erase_if(all, [&](Choice choice) { return std::ranges::find(withheld, choice) != withheld.end(); });
    return all;
}

Notice notice_of(Panel panel) {
    const PanelDef& def = def_of(panel);
    Notice notice;
    notice.title = translated(def.title);
    notice.line = translated(def.line);
    notice.hint = translated(def.hint);
    return notice;
}

void PanelControl::apply(const Settings& settings) {
    bindings_ = settings.bindings;
    dead_zone_ = static_cast<float>(settings.pad_dead_zone) / 100;
}

/// The player whose pause key, lost focus or lost pad pauses the game or ends the pause; null: none.
LocalPlayer* PanelControl::pausing_person(const Context& now, const std::vector<NavigationStep>& steps) {
    // A pad's Back may be bound to an action of the game.
    const bool is_back = std::ranges::any_of(
        steps, [](const NavigationStep& each) { return each.step == Step::back && !each.by_pad; });
    if (LocalPlayer* const caller = pause_caller(*now.world, now.people, is_back)) {
        press_guard_.expect();
        return caller;
    }
    if (now.panel == Panel::paused) return nullptr;
    if (const std::size_t* pad = interrupts_.pad_asks()) return now.people[*pad % now.people.size()];
    return interrupts_.focus_asks() && now.pauses_unfocused ? now.people.front() : nullptr;
}

/// Returns true if a player asked to pause or to resume.
bool PanelControl::answer_pause(const Context& now, const std::vector<NavigationStep>& steps) {
    LocalPlayer* const caller = pausing_person(now, steps);
    if (caller != nullptr || now.panel == Panel::paused) interrupts_.answer();
    if (caller == nullptr) return false;
    if (now.panel != Panel::paused && !may_ask(*now.world, caller->slot(), Command::pause)) {
        asks_leave_ = !asks_leave_;
    } else {
        caller->ask_pause();
    }
    return true;
}

void PanelControl::follow_choices(const Context& now, bool is_new) {
    const bool has_before = cursor_ < offered_.size();
    const Choice before = has_before ? offered_[cursor_] : skip;
    offered_.assign(now.choices.begin(), now.choices.end());
    locked_seconds_ = std::max(locked_seconds_ - now.seconds, 0.0F);
    if (is_new) {
        cursor_ = first_cursor(now.choices);
    } else if (has_before) {
        const auto same = std::ranges::find(now.choices, before);
        if (same != now.choices.end()) cursor_ = static_cast<std::size_t>(same - now.choices.begin());
    }
    if (now.choices.empty()) return;
    cursor_ = std::min(cursor_, now.choices.size() - 1);
    const Choice under = now.choices[cursor_];
    if (!(has_before && under == before) && is_locked_at_first(under)) locked_seconds_ = kLeaveLockedSeconds;
}

PanelControl::Action PanelControl::work(const Context& now) {
    interrupts_.watch(now.input, dead_zone_, now.seconds);
    const auto workers =
        now.panel == Panel::paused ? pause_workers(*now.world, now.people) : std::nullopt;
    const std::vector<NavigationStep>& steps =
        steering_.read(workers ? input_for(now.input, bindings_, *workers) : now.input, now.seconds);
    const bool is_new = now.panel != shown_;
    follow_choices(now, is_new);
    if (is_new && shown_ == Panel::paused) interrupts_.forget_pad();
    press_guard_.pass(now.seconds, is_new);
    shown_ = now.panel;
    if (now.panel != Panel::none && now.panel != Panel::leaving) asks_leave_ = false;
    if (is_in_game(now.panel) && now.world != nullptr && answer_pause(now, steps)) return {};

    const std::span<const Choice> choices = now.choices;
    const BackTo back_to = def_of(now.panel).back;
    const auto take = [&](Choice choice) {
        press_guard_.expect();
        return Action{.choice = choice};
    };
    for (const NavigationStep& navigation : steps) {
        // Before the game begins, no key can be meant for it.
        if (now.world != nullptr && press_guard_.is_accidental(navigation)) continue;
        if (navigation.step == Step::back && back_to == BackTo::caller) return {std::nullopt, true};
        if (choices.empty()) continue;
        if (navigation.step == Step::up || navigation.step == Step::down) locked_seconds_ = 0;
        if (navigation.step == Step::up) cursor_ = (cursor_ + choices.size() - 1) % choices.size();
        if (navigation.step == Step::down) cursor_ = (cursor_ + 1) % choices.size();
        if (navigation.step == Step::accept && locked_seconds_ > 0) continue;
        if (navigation.step == Step::accept) return take(choices[cursor_]);
        if (navigation.step != Step::back || back_to == BackTo::game) continue;
        if (back_to == BackTo::first) return take(choices.front());
        if (back_to == BackTo::last || cursor_ == choices.size() - 1) return take(choices.back());
        cursor_ = choices.size() - 1;
    }
    const bool is_meant = now.world == nullptr || !press_guard_.is_accidental({Step::accept});  // a click may have been meant to fire
    const bool is_clicked = !choices.empty() && now.input.mouse_pressed && pointed_ && locked_seconds_ <= 0 && is_meant;
    pointed_ = false;
    return is_clicked ? take(choices[cursor_]) : Action{};
}

void PanelControl::resume(const World& world, std::span<LocalPlayer* const> people) {
    if (std::exchange(asks_leave_, false)) return;
    if (LocalPlayer* const caller = pause_caller(world, people, true)) caller->ask_pause();
}

void PanelControl::point_at(std::size_t choice, bool moved) {
    if (moved) cursor_ = choice;
    pointed_ = cursor_ == choice;
}

void PanelControl::describe(std::span<const Choice> choices, Notice& notice) const {
    for (const Choice choice : choices) notice.choices.emplace_back(tr(text_of(choice)));
    notice.cursor = cursor_;
}

void PanelControl::describe_pause(const World& world, std::span<LocalPlayer* const> people,
                                  const std::array<std::string, 2>& names, Notice& notice) const {
    notice.line = pause_text(world, people, names);
    if (interrupts_.is_pad_gone()) notice.line = tr("the gamepad was disconnected: plug it in, or use the keyboard");
    notice.more = pause_keys_text(world, people, names, bindings_);
}

std::string continue_text(const World& world) {
    const auto left = kContinueTicks - std::min<std::uint32_t>(kContinueTicks, world.flow.hold_ticks);
    return tr_f("continue with all lives restored ({} s left to decide)", left / kTicksPerSecond + 1);
}

void describe_results(const World& world, const std::array<std::string, 2>& names, const std::string& replay_path,
                      const std::string& recording_fault, Notice& notice) {
    notice.rows = score_rows(world, names);
    if (!recording_fault.empty()) {
        notice.hint = recording_fault;
    } else if (!replay_path.empty()) {
        notice.hint = tr_f("replay saved as {}", replay_path.substr(replay_path.rfind('/') + 1));
    }
}

}  // namespace albireo::app
