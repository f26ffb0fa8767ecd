#include "client/app/theatre/taken_round.hpp"

#include <algorithm>

#include "client/app/controls/control_names.hpp"
#include "client/app/rounds/keeper.hpp"
#include "client/app/rounds/pause_rights.hpp"
#include "sim/digest.hpp"

namespace albireo::app {

using platform::Key;

namespace {

constexpr Micros kAtOnceMax = 8 * proto::kMicrosPerTick;  // the most that a slow picture catches up
constexpr std::uint32_t kTellTicks = 3 * kTicksPerSecond;

}  // namespace

TakenRound::TakenRound(const Theatre& theatre, Who who, const Setup& setup)
    : level_(theatre.level()),
      setup_(setup),
      origin_(theatre.origin()),
      seed_(theatre.replay().recording.header.setup.seed) {
    const World& start = theatre.now();
    const bool both = start.flow.players == 3;
    LocalGame::Players players{};
    for (const Slot slot : kSlots) {
        if (((start.flow.players >> index(slot)) & 1) == 0) continue;
        const bool person = !both || who == Who::both || index(slot) == static_cast<std::size_t>(who);
        if (person) {
            names_[index(slot)] = setup_.settings.names[people_.size()];
            people_.push_back(std::make_unique<Person>(*setup_.bodies));
            players[index(slot)] = people_.back().get();
        } else {
            names_[index(slot)] = "Bot";
            mate_ = std::make_unique<Mate>(*setup_.bodies, bot::BotHands::Options{.skill = setup_.skill, .seed = 1});
            players[index(slot)] = mate_.get();
        }
    }
    for (std::size_t i = 0; i < people_.size(); ++i) {
        // The ship keeps its current weapon.
        const auto slot =
            static_cast<std::size_t>(std::find(players.begin(), players.end(), people_[i].get()) - players.begin());
        people_[i]->take_weapon(start.ships[slot].weapon);
        if (people_.size() == 1) ear().set_own(static_cast<Slot>(slot));
    }
    game_ = std::make_unique<LocalGame>(level_, start, players);
    if (setup_.picture != nullptr) {
        setup_.stage.names = names_;
        setup_.stage.own = ear().own();
        setup_.stage.control_text = [this](std::string_view control) {
            return control_text(setup_.settings.bindings, control, {people_.size(), pads_});
        };
        stage_ = std::make_unique<scene::Stage>(level_, setup_.picture->dress(level_), setup_.stage);
    }
}

TakenRound::~TakenRound() {
    finish();
}

void TakenRound::begin_recording() {
    const std::uint64_t now = wall_ms_now();
    NewRecording made = new_recording(setup_.record_dir, "taken", now);
    setup_.record_dir.clear();
    recording_fault_ = {.text = made.fault};
    fault_told_until_ = played_ + kTellTicks;
    if (!made.sink) return;  // continue without a recording
    recording_ = made.path;
    sink_ = std::move(made.sink);
    replays::RecordingSetup recording;
    recording.game = {.seed = seed_, .players = game_->now().flow.players};
    recording.names = names_;
    recording.started_ms = now;
    recording.recorded_by = setup_.program;
    recording.start = &game_->now();
    recording.origin = origin_;
    recorder_ = std::make_unique<replays::Recorder>(*sink_, level_, recording);
}

void TakenRound::step() {
    if (recorder_ == nullptr && !setup_.record_dir.empty()) begin_recording();
    game_->step();
    ++played_;
    if (recorder_ != nullptr) {
        recorder_->append(game_->frames(), root_of(game_->now()));
        note_recording_fault();
    }
    if (stage_) stage_->tick(game_->before(), game_->now(), game_->effects());
    hear(game_->effects(), level_);
    if (outcome_of(game_->now()) != Outcome::playing) finish();
}

void TakenRound::finish() {
    if (recorder_ != nullptr) {
        recorder_->finish(game_->now());
        note_recording_fault();
    }
    recorder_.reset();
}

void TakenRound::note_recording_fault() {
    if (!recording_fault_.text.empty() || recorder_->fault().empty()) return;
    recording_fault_ = {.text = recorder_->fault(), .kept_to = recorder_->kept_to()};
    fault_told_until_ = played_ + kTellTicks;
}

void TakenRound::leave(Micros) {
    finish();
    over_ = true;
}

TakenRound::Panel TakenRound::panel() const {
    const World& world = game_->now();
    if (left_ || outcome_of(world) != Outcome::playing) return Panel::results;
    if (!begun_) return Panel::ready;
    if (albireo::is_over(world)) return Panel::over;
    return is_paused(world) ? Panel::paused : Panel::none;
}

std::vector<TakenRound::Choice> TakenRound::choices() const {
    switch (panel()) {
        case Panel::none:
        case Panel::ready:
            return {};
        case Panel::paused:
            return {Choice::go_on, Choice::leave};
        case Panel::over:
            return {Choice::carry_on, Choice::leave};
        case Panel::results:
            if (recording_.empty() || recording_fault_.is_total()) return {Choice::back};
            return {Choice::back, Choice::watch};
    }
    return {};
}

void TakenRound::choose(Choice choice) {
    slips_.expect();
    switch (choice) {
        case Choice::go_on:
            if (Person* const caller = pause_caller(game_->now(), people(), true)) caller->ask_pause();
            break;
        case Choice::carry_on:
            people_.front()->ask_continue();
            break;
        case Choice::leave:
            finish();
            left_ = true;
            break;
        case Choice::watch:
            after_ = After::watch;
            over_ = true;
            break;
        case Choice::back:
            over_ = true;
            break;
    }
}

void TakenRound::point_at(std::size_t choice, bool moved) {
    if (moved) cursor_ = choice;
    pointed_ = cursor_ == choice;
}

/// The player whose pause key, lost focus or lost pad pauses the game or ends the pause; null: none.
Person* TakenRound::who_pauses(bool back) {
    const std::vector<Person*> all = people();
    if (Person* const caller = pause_caller(game_->now(), all, back)) {
        slips_.expect();
        return caller;
    }
    if (shown_ == Panel::paused) return nullptr;
    if (const std::size_t* pad = interrupts_.pad_asks()) return all[*pad % all.size()];
    return interrupts_.focus_asks() ? all.front() : nullptr;
}

/// The game waits until a player is ready to play.
void TakenRound::await_ready(const platform::Input& input, const Held& held, bool back) {
    held_over_ = static_cast<std::uint16_t>(held_over_ & held.buttons);
    begun_ = !back && ((held.buttons & ~held_over_) != 0 || input.mouse_pressed);
    over_ = over_ || back;
}

void TakenRound::work_panel(const platform::Input& input, const Held& held, float seconds) {
    const Panel here = panel();
    const auto workers = here == Panel::paused ? pause_workers(game_->now(), people()) : std::nullopt;
    const std::vector<Steered>& steps =
        steering_.read(workers ? input_for(input, setup_.settings.bindings, *workers) : input, seconds);
    if (here != shown_) cursor_ = 0;
    if (here != shown_ && shown_ == Panel::paused) interrupts_.forget_pad();
    slips_.pass(seconds, here != shown_);
    shown_ = here;
    bool back = false;
    // During a game, a pad's button may be bound to an action of the game.
    const bool pads_too = here == Panel::ready || here == Panel::results;
    for (const Steered& steered : steps) {
        if (slips_.is_slip(steered)) continue;
        back |= steered.step == Step::back && (pads_too || !steered.by_pad);
    }
    if (here == Panel::ready) return await_ready(input, held, back);
    if (here == Panel::none || here == Panel::paused) {
        Person* const caller = who_pauses(back);
        if (caller != nullptr || here == Panel::paused) interrupts_.answer();
        if (caller != nullptr) return caller->ask_pause();
    }
    const std::vector<Choice> all = choices();
    if (all.empty()) return;
    for (const Steered& steered : steps) {
        if (slips_.is_slip(steered)) continue;
        if (steered.step == Step::up) cursor_ = (cursor_ + all.size() - 1) % all.size();
        if (steered.step == Step::down) cursor_ = (cursor_ + 1) % all.size();
        if (steered.step == Step::accept) return choose(all[cursor_]);
    }
    // The pause came too late: the first Esc only moves the cursor to Leave.
    if (back && here == Panel::over && all[cursor_] != Choice::leave) {
        cursor_ = all.size() - 1;
    } else if (back) {
        return choose(here == Panel::results ? Choice::back : Choice::leave);
    }
    if (input.mouse_pressed && pointed_) choose(all[cursor_]);
    pointed_ = false;
}

std::vector<Person*> TakenRound::people() const {
    std::vector<Person*> all;
    for (const auto& person : people_) all.push_back(person.get());
    return all;
}

void TakenRound::advance(const platform::Input& input, Micros now) {
    const float dead_zone = static_cast<float>(setup_.settings.pad_dead_zone) / 100;
    for (std::size_t i = 0; i < pads_.size(); ++i) pads_[i] = input.pads[i].here;
    const Held held = hold_all(people(), setup_.settings.bindings, dead_zone, input);
    const Micros passed = last_ < 0 ? 0 : now - last_;
    last_ = now;
    interrupts_.watch(input, dead_zone, static_cast<float>(passed) / 1e6F);
    work_panel(input, held, static_cast<float>(passed) / 1e6F);
    const bool plays = begun_ && !left_;
    due_ = plays ? std::min(due_ + passed, kAtOnceMax) : 0;
    for (; due_ >= proto::kMicrosPerTick && outcome_of(game_->now()) == Outcome::playing;
         due_ -= proto::kMicrosPerTick) {
        step();
    }
    plays&& panel() == Panel::none ? follow(game_->now()) : be_still();
}

bool TakenRound::look(scene::View& view, Micros) {
    if (!stage_) return false;
    const float alpha = begun_ ? static_cast<float>(due_) / static_cast<float>(proto::kMicrosPerTick) : 1.0F;
    stage_->look({.before = game_->before(),
                  .now = game_->now(),
                  .alpha = std::clamp(alpha, 0.0F, 1.0F),
                  .predicted = game_->now().tick},
                 view);
    view.hud.shown = panel() != Panel::results;
    return true;
}

Notice TakenRound::notice() const {
    static constexpr std::array<const char*, 5> kChoices = {"Resume", "Continue", "Leave", "Watch the replay", "Back"};
    const World& world = game_->now();
    const std::string fault = recording_fault_.text.empty() ? "" : recording_fault_.told();
    Notice notice;
    switch (panel()) {
        case Panel::none:
            if (played_ < fault_told_until_) notice.line = fault;
            return notice;
        case Panel::ready:
            notice.title = "Yours from here";
            notice.line = "move, fire or click, and it goes on";
            notice.hint = "Esc, east or the right button: leave";
            return notice;
        case Panel::paused:
            notice.title = "Paused";
            notice.line = pause_text(world, people(), names_);
            if (interrupts_.is_pad_gone()) notice.line = "the gamepad was disconnected: plug it in, or use the keyboard";
            notice.more = pause_keys_text(world, people(), names_, setup_.settings.bindings);
            break;
        case Panel::over:
            notice.title = "Continue?";
            notice.line = "with a full set of lives";
            break;
        case Panel::results: {
            const Outcome outcome = outcome_of(world);
            notice.title = outcome == Outcome::cleared ? "Cleared"
                           : outcome == Outcome::over  ? "Game over"
                                                       : "You have left";
            notice.rows = score_rows(world, names_);
            notice.hint = !fault.empty()       ? fault
                          : recording_.empty() ? ""
                                               : "kept as " + recording_.substr(recording_.rfind('/') + 1);
            break;
        }
    }
    for (const Choice choice : choices()) notice.choices.emplace_back(kChoices[static_cast<std::size_t>(choice)]);
    notice.cursor = cursor_;
    return notice;
}

}  // namespace albireo::app
