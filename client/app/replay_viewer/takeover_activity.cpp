#include "client/app/replay_viewer/takeover_activity.hpp"

#include <algorithm>

#include "client/app/activities/game_recorder.hpp"
#include "client/app/boards/board_words.hpp"
#include "client/app/controls/control_names.hpp"
#include "sim/digest.hpp"

#include "client/words/words.hpp"

namespace albireo::app {

using platform::Key;

namespace {

constexpr Micros kAtOnceMax = 8 * proto::kMicrosPerTick;  // the most that a slow picture catches up
constexpr std::uint32_t kTellTicks = 3 * kTicksPerSecond;

}  // namespace

TakeoverActivity::TakeoverActivity(const ReplayViewer& viewer, PlayedSlots played, const Setup& setup)
    : level_(viewer.level()),
      setup_(setup),
      origin_(viewer.origin()),
      seed_(viewer.replay().recording.header.setup.seed),
      panels_(setup.settings) {
    const World& start = viewer.now();
    const bool both = start.flow.players == 3;
    bot::LocalGame::Players players{};
    for (const Slot slot : kSlots) {
        if (((start.flow.players >> index(slot)) & 1) == 0) continue;
        const bool person = !both || played == PlayedSlots::both || index(slot) == static_cast<std::size_t>(played);
        if (person) {
            names_[index(slot)] = setup_.settings.names[people_.size()];
            people_.push_back(std::make_unique<LocalPlayer>(*setup_.bodies));
            players[index(slot)] = people_.back().get();
        } else {
            names_[index(slot)] = tr("Bot");
            partner_ = std::make_unique<BotPartner>(*setup_.bodies, bot::BotController::Options{.skill = setup_.skill, .seed = 1});
            players[index(slot)] = partner_.get();
        }
    }
    for (std::size_t i = 0; i < people_.size(); ++i) {
        // The ship keeps its current weapon.
        const auto slot =
            static_cast<std::size_t>(std::find(players.begin(), players.end(), people_[i].get()) - players.begin());
        people_[i]->take_weapon(start.ships[slot].weapon);
        if (people_.size() == 1) sound().set_own(static_cast<Slot>(slot));
    }
    modes_.choose(modes_of(setup_.settings));
    hit_replay_.enable(setup_.settings.hit_replay);
    game_ = std::make_unique<bot::LocalGame>(level_, start, players);
    if (setup_.picture != nullptr) {
        setup_.stage.names = names_;
        setup_.stage.own = sound().own();
        setup_.stage.control_text = [this](std::string_view control) {
            return control_text(setup_.settings.bindings, control, {people_.size(), pads_});
        };
        stage_ = std::make_unique<scene::Stage>(level_, setup_.picture->load_cast(level_), setup_.stage);
    }
}

TakeoverActivity::~TakeoverActivity() {
    finish();
}

void TakeoverActivity::begin_recording() {
    const std::uint64_t now = wall_ms_now();
    NewRecording made = new_recording(setup_.record_dir, "taken", now);
    setup_.record_dir.clear();
    recording_fault_ = {.text = made.fault};
    fault_shown_until_ = played_ + kTellTicks;
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

void TakeoverActivity::step() {
    if (recorder_ == nullptr && !setup_.record_dir.empty()) begin_recording();
    game_->step();
    ++played_;
    if (recorder_ != nullptr) {
        recorder_->append(game_->frames(), root_of(game_->now()));
        recorder_->checkpoint_if_due(game_->now());
        note_recording_fault();
    }
    if (stage_) {
        scene::StageInput input{.before = game_->before(), .now = game_->now(), .predicted = {}};
        for (const auto& person : people_) input.focused[index(person->slot())] = person->is_focused();
        stage_->tick(input, game_->effects());
    }
    hit_replay_.tick(game_->before(), game_->now(), game_->effects(), level_, sound().own());
    play_effects(game_->effects(), level_);
    if (outcome_of(game_->now()) != Outcome::playing) finish();
}

void TakeoverActivity::finish() {
    if (recorder_ != nullptr) {
        recorder_->finish(game_->now());
        note_recording_fault();
    }
    recorder_.reset();
}

void TakeoverActivity::note_recording_fault() {
    if (!recording_fault_.text.empty() || recorder_->fault().empty()) return;
    recording_fault_ = {.text = recorder_->fault(), .kept_to = recorder_->kept_to()};
    fault_shown_until_ = played_ + kTellTicks;
}

void TakeoverActivity::apply(const Settings& settings) {
    setup_.settings = settings;
    panels_.apply(settings);
    modes_.choose(modes_of(settings));
    hit_replay_.enable(settings.hit_replay);
}

ShownHit TakeoverActivity::shown_hit() {
    return hit_replay_.shown(level_, people_.front()->bodies().get());
}

void TakeoverActivity::leave(Micros) {
    finish();
    over_ = true;
}

Panel TakeoverActivity::panel() const {
    const World& world = game_->now();
    if (left_ || outcome_of(world) != Outcome::playing) return Panel::results;
    if (!begun_) return Panel::ready;
    if (albireo::is_over(world)) return Panel::over;
    if (albireo::is_paused(world)) return Panel::paused;
    return panels_.asks_leave() ? Panel::leaving : Panel::none;
}

std::vector<Choice> TakeoverActivity::choices() const {
    std::vector<Choice> all = choices_of(
        panel(), {Choice::title, Choice::again, Choice::copy, Choice::copy_watch, Choice::restart, Choice::restart_campaign, Choice::next_level});
    if (recording_.empty() || recording_fault_.is_total()) std::erase(all, Choice::watch);
    return all;
}

void TakeoverActivity::choose(Choice choice) {
    switch (choice) {
        case Choice::resume:
            panels_.resume(game_->now(), people());
            break;
        case Choice::carry_on:
            people_.front()->ask_continue();
            break;
        case Choice::leave:
            finish();
            left_ = true;
            break;
        case Choice::settings:
            wants_settings_ = true;
            break;
        case Choice::watch:
            after_ = After::watch;
            over_ = true;
            break;
        case Choice::back:
            over_ = true;
            break;
        case Choice::ready:
        case Choice::skip:
        case Choice::next:
        case Choice::cancel:
        case Choice::title:
        case Choice::restart:
        case Choice::restart_campaign:
        case Choice::next_level:
        case Choice::again:
        case Choice::copy:
        case Choice::copy_watch:
            break;  // on none of its panels
    }
}

/// The game waits until a player is ready to play.
void TakeoverActivity::await_ready(const platform::Input& input, const Held& held, bool back) {
    held_over_ = static_cast<std::uint16_t>(held_over_ & held.buttons);
    begun_ = !back && ((held.buttons & ~held_over_) != 0 || input.mouse_pressed);
    over_ = over_ || back;
}

void TakeoverActivity::work_panel(const platform::Input& input, const Held& held, float seconds) {
    const Panel here = panel();
    if (here == Panel::results && panels_.shown() != here && setup_.boards != nullptr) setup_.boards->submit(recording_);
    const std::vector<Choice> all = choices();
    const std::vector<LocalPlayer*> people = this->people();
    const PanelControl::Action act = panels_.work({.input = input,
                                                .seconds = seconds,
                                                .panel = here,
                                                .choices = all,
                                                .world = begun_ ? &game_->now() : nullptr,
                                                .people = people});
    if (here == Panel::ready) return await_ready(input, held, act.back);
    if (act.choice) choose(*act.choice);
}

std::vector<LocalPlayer*> TakeoverActivity::people() const {
    std::vector<LocalPlayer*> all;
    for (const auto& person : people_) all.push_back(person.get());
    return all;
}

void TakeoverActivity::advance(const platform::Input& input, Micros now) {
    const float dead_zone = static_cast<float>(setup_.settings.pad_dead_zone) / 100;
    for (std::size_t i = 0; i < pads_.size(); ++i) pads_[i] = input.pads[i].here;
    const Micros passed = last_ < 0 ? 0 : now - last_;
    last_ = now;
    modes_.pass(static_cast<float>(passed) / 1e6F);
    const Held held = hold_all(people(), setup_.settings.bindings, dead_zone, input, panel() == Panel::none ? &modes_ : nullptr);
    work_panel(modes_.has_mouse() && panel() == Panel::none ? without_mouse(input) : input, held, static_cast<float>(passed) / 1e6F);
    const bool plays = begun_ && !left_;
    due_ = plays ? std::min(due_ + passed, kAtOnceMax) : 0;
    for (; due_ >= proto::kMicrosPerTick && outcome_of(game_->now()) == Outcome::playing;
         due_ -= proto::kMicrosPerTick) {
        step();
    }
    plays&& panel() == Panel::none ? follow(game_->now(), level_) : be_still();
}

bool TakeoverActivity::look(scene::View& view, Micros) {
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

Notice TakeoverActivity::notice() const {
    const World& world = game_->now();
    const std::string fault = recording_fault_.text.empty() ? "" : line_of(recording_fault_);
    const Panel here = panel();
    Notice notice = notice_of(here);
    if (here == Panel::none && played_ < fault_shown_until_) notice.line = fault;
    if (here == Panel::paused) panels_.describe_pause(world, people(), names_, notice);
    if (here == Panel::over) notice.line = continue_text(world);
    if (here == Panel::results) {
        const Outcome outcome = outcome_of(world);
        notice.title = outcome == Outcome::cleared ? tr("Cleared")
                       : outcome == Outcome::over  ? tr("Game over")
                                                   : tr("You left the game");
        describe_results(world, names_, recording_, fault, notice);
        if (setup_.boards != nullptr) notice.verdict = line_of(setup_.boards->submission(recording_));
    }
    panels_.describe(choices(), notice);
    return notice;
}

}  // namespace albireo::app
