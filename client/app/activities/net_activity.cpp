#include "client/app/activities/net_activity.hpp"

#include <algorithm>
#include <utility>

#include "client/app/activities/game_recorder.hpp"
#include "client/app/boards/board_words.hpp"
#include "client/app/controls/control_names.hpp"
#include "client/predict/units.hpp"
#include "client/words/format.hpp"
#include "sim/snapshot.hpp"

namespace albireo::app {

using State = GameClient::State;

NetActivity::NetActivity(std::unique_ptr<GameHost> game_host, Picture& picture, const Settings& settings,
                   scene::StageOptions options)
    : runner_(std::move(game_host)), picture_(picture), options_(std::move(options)), panels_(settings) {
    apply(settings);
}

void NetActivity::apply(const Settings& settings) {
    bindings_ = settings.bindings;
    dead_zone_ = static_cast<float>(settings.pad_dead_zone) / 100;
    panels_.apply(settings);
    modes_.choose(modes_of(settings));
    hit_replay_.enable(settings.hit_replay);
    const auto choice = static_cast<GhostChoice>(settings.ghost);
    if (std::exchange(ghost_choice_, choice) != choice && stage_) look_for_ghost();
}

NetActivity::~NetActivity() {
    if (voice_ != nullptr) voice_->follow(false, false, false);
}

std::function<void()> NetActivity::parting() {
    std::shared_ptr<GameHost> game_host = runner_.release();
    return [game_host] { game_host->farewell(); };
}

void NetActivity::begin(const TickReel::Start& start) {
    const scene::Cast& cast = picture_.load_cast(*start.level);
    std::size_t people = 0;
    {
        const auto host = runner_.lock();
        people = host->people().size();
        bodies_ = host->people().front()->bodies();
    }
    options_.control_text = [this, people](std::string_view control) { return control_text(bindings_, control, {people, pads_}); };
    options_.own = people == 1 ? std::optional(start.own) : std::nullopt;
    stage_ = std::make_unique<scene::Stage>(*start.level, cast, options_);
    level_ = start.level;
    own_ = start.own;
    sound().set_own(options_.own);
    hit_replay_.reset();
    calls_.clear();
    copy_world(*shown_.before, *start.world);
    copy_world(*shown_.now, *start.world);
    is_whole_game_ = start.is_whole_game;
    look_for_ghost();
}

void NetActivity::look_for_ghost() {
    if (ghosts_ == nullptr) return;
    ghosts_->look_for(is_whole_game_ ? ghost_choice_ : GhostChoice::none, level_, shown_.now->flow.players == 3);
}

void NetActivity::take_ticks() {
    {
        const auto host = runner_.lock();
        tick_due_ = runner_.take(reel_);
        focused_ = {};
        for (const LocalPlayer* person : host->people()) focused_[index(person->slot())] = person->is_focused();
    }
    if (const TickReel::Start* const start = reel_.start()) begin(*start);
    ticks_ += reel_.played();
    for (PlayedTick& tick : reel_.ticks()) {
        std::swap(shown_, tick);
        stage_->tick(stage_input(1), shown_.effects);
        hit_replay_.tick(*shown_.before, *shown_.now, shown_.effects, *level_, options_.own);
        play_effects(shown_.effects, *level_);
    }
}

void NetActivity::prepare_picture() {
    std::shared_ptr<const Level> level;
    if (const auto game = runner_.game(); game->state() == State::waiting) level = game->shared_level();
    if (level) picture_.load_cast(*level);
}

void NetActivity::watch_partner() {
    const auto host = runner_.lock();
    GameClient& game = host->game();
    if (!game.has_game()) return;
    const bool is_first_look = !std::exchange(has_looked_, true);
    if (game.partner_state() != partner_ || game.partner_name() != partner_name_) {
        const bool back = (partner_ == proto::Partner::slow || partner_ == proto::Partner::absent) &&
                          game.partner_name() == partner_name_;
        // A player who joins a friend's game or comes back to one finds the partner there.
        const bool found = is_first_look && (game.comes_late() || !host->owns_game());
        partner_ = game.partner_state();
        partner_name_ = game.partner_name();
        // A player who plays alone has no partner.
        const bool together = game.predictor().predicted().flow.players == 3;
        if (together && !found && partner_ == proto::Partner::expected) notices_.add(tr_f("{} is joining", partner()), false);
        if (together && !found && partner_ == proto::Partner::here)
            notices_.add(back ? tr_f("{} is back", partner()) : tr_f("{} has joined", partner()), false);
        if (together && partner_ == proto::Partner::left) {
            notices_.add(host->keeps_seat() ? tr_f("{} has left: a bot takes the seat", partner())
                                             : tr_f("{} has left: you continue alone", partner()), false);
        }
    }
    if (const proto::PaceNotice& pace = game.pace_notice(); pace != pace_shown_) {
        if (pace.absent_in_ms > 0) {
            notices_.add(tr_f("your partner is waiting for you: this computer or connection reaches {} of 60 ticks a second",
                              pace.ticks_per_second));
        } else if (pace.back_in_ms > 0 && pace_shown_.back_in_ms == 0) {
            notices_.add(tr_f("too slow for your partner: you rejoin in {} s", pace.back_in_ms / 1000 + 1));
        }
        pace_shown_ = pace;
    }
    for (const std::string& line : game.take_operator_notices()) notices_.add(tr_f("message from the server operator: {}", line));
    if (game.figures().resyncs != resyncs_seen_) {
        resyncs_seen_ = game.figures().resyncs;
        notices_.add(tr("back in sync with the server"), false);
    }
    if (const replays::RecordingFault fault = host->recording_fault(); fault != recording_fault_) {
        recording_fault_ = fault;
        if (!fault.text.empty()) notices_.add(line_of(fault));
    }
    for (const std::string& warning : {host->key_note(), game.seat_warning()}) {
        if (!warning.empty() && warnings_seen_.insert(warning).second) notices_.add(translated_reason(warning));
    }
    if (const std::string fault = host->seat_fault(); fault != seat_fault_) {
        seat_fault_ = fault;
        if (!fault.empty()) notices_.add(translated_reason(fault));
    }
    // The names are shown where the colours are.
    if (!stage_) return;
    auto& names = stage_->options().names;
    const Slot own = game.slot();
    names[index(own)] = options_.names[0];
    names[index(other(own))] = game.partner_name();
}

/// Players at one machine talk to each other, and bots do not listen.
void NetActivity::follow_calls(const Held& held, Micros now) {
    const auto host = runner_.lock();
    GameClient& game = host->game();
    if (!game.has_game() || host->is_private()) return;
    for (int kind = 0; kind < proto::kSignalKindCount; ++kind) {
        const auto signal = static_cast<proto::SignalKind>(kind);
        if (((held.signals >> kind) & 1) != 0 && panel() == Panel::none && game.send_signal(signal, now)) calls_.add(game.slot(), signal, now);
    }
    for (const proto::SignalKind signal : game.take_signals()) calls_.add(other(game.slot()), signal, now);
}

void NetActivity::advance(const platform::Input& input, Micros real_now) {
    const Micros now = runner_.lock()->time(real_now);
    if (began_ < 0) began_ = now;
    seen_at_ = now;
    const float seconds = advanced_at_ == 0 ? 0 : static_cast<float>(real_now - advanced_at_) / 1e6F;
    for (std::size_t i = 0; i < pads_.size(); ++i) pads_[i] = input.pads[i].here;
    modes_.pass(seconds);
    const Held held = hold_all(runner_.lock()->people(), bindings_, dead_zone_, input, panel() == Panel::none ? &modes_ : nullptr);
    follow_invitation(input);
    advanced_at_ = real_now;
    work_panel(modes_.has_mouse() && panel() == Panel::none ? without_mouse(input) : input, seconds, now);
    runner_.advance(now);
    take_ticks();
    burns() ? follow(*shown_.now, *level_) : be_still();
    prepare_picture();
    watch_partner();
    follow_calls(held, now);
    follow_voice(held);
    follow_campaign(now);
    follow_restart();
    follow_interlude();
    follow_start();
    notices_.advance(now, panel() != Panel::none || !standing().empty());
}

/// Whether the game is heard.
bool NetActivity::burns() const {
    const auto game = runner_.game();
    return stage_ && game->state() == State::playing && !left_ && !game->is_held() && !albireo::is_paused(*shown_.now);
}

void NetActivity::follow_campaign(Micros now) {
    if (runner_.game()->goes_on()) {
        if (!tally_) {
            tally_ = Tally{};
            if (stage_) tally_->rows = score_rows(*shown_.now, names());
            tally_->until = now + kTally;
            tally_->recording = runner_.lock()->replay_path();
            submit(tally_->recording);
        }
        if (!go_on()) return;
    }
    if (!tally_) return;
    const auto game = runner_.game();
    if (game->has_game() || game->state() == State::failed) {
        tally_.reset();
    } else if (tally_->is_skipped || now >= tally_->until) {
        game->be_ready();
    }
}

/// GameHost::go_on(). The stage shows the old game, so it goes.
bool NetActivity::go_on(const std::string& level) {
    if (!runner_.go_on(level)) return false;
    stage_.reset();
    ticks_ = resyncs_seen_ = 0;
    return true;
}

void NetActivity::follow_start() {
    bool begins_campaign = false;
    {
        const auto host = runner_.lock();
        const GameClient& game = host->game();
        if (game.state() != State::waiting || game.is_ready() || tally_) return;
        if (!wants_ready_ && !host->setup().ready_at_once) return;
        begins_campaign = game.stage() == 1;
    }
    if (begins_campaign) begin_interlude(scene::Interlude::Kind::intro);
    if (!interlude_) runner_.game()->be_ready();
}

void NetActivity::follow_interlude() {
    using Kind = scene::Interlude::Kind;
    bool is_won = false, is_waiting = false;
    {
        const auto game = runner_.game();
        is_won = game->state() == State::ended && !game->goes_on() && game->stage() > 0 &&
                 game->outcome() == proto::Outcome::cleared && !left_;
        is_waiting = game->state() == State::waiting;
    }
    if (is_won && stage_) begin_interlude(Kind::ending);
    if (!interlude_) return;
    const bool goes_on = interlude_->kind == Kind::intro ? is_waiting : is_won;
    if (!goes_on || interlude_seconds() >= scene::Interlude::seconds_of(interlude_->kind)) interlude_.reset();
}

/// Does nothing if the player has seen it.
void NetActivity::begin_interlude(scene::Interlude::Kind kind) {
    std::shared_ptr<const Level> level;
    {
        const auto host = runner_.lock();
        if (std::exchange(interludes_seen_[static_cast<std::size_t>(kind)], true) || !host->setup().interludes) return;
        level = host->game().shared_level();
    }
    const bool is_linked = stage_ == nullptr || shown_.now->flow.continues == 0;
    auto view = std::make_unique<scene::Interlude>(*level, picture_.load_cast(*level),
                                                   scene::Interlude::Def{.kind = kind, .is_linked = is_linked});
    interlude_ = {.kind = kind, .level = std::move(level), .view = std::move(view), .began = advanced_at_};
}

Activity::Song NetActivity::song() const {
    if (!interlude_) return {};
    return {.name = "two_stars", .tick = static_cast<std::uint32_t>(interlude_seconds() * kTicksPerSecond)};
}

ShownHit NetActivity::shown_hit() {
    return stage_ ? hit_replay_.shown(*level_, bodies_.get()) : ShownHit{};
}

scene::StageInput NetActivity::stage_input(float alpha) const {
    return {.before = *shown_.before,
            .now = *shown_.now,
            .alpha = alpha,
            .remote = options_.own ? &shown_.remote : nullptr,
            .flight = &shown_.flight,
            .own = own_,
            .predicted = shown_.now->tick,
            .focused = focused_};
}

bool NetActivity::look(scene::View& view, Micros real_now) {
    if (interlude_) {
        interlude_->view->look(static_cast<float>(real_now - interlude_->began) / 1e6F, view);
        return true;
    }
    if (!stage_ || ticks_ == 0) return false;
    const Micros now = runner_.lock()->time(real_now);
    const float rest = static_cast<float>(tick_due_ - now) / static_cast<float>(runner_.game()->tick_period());
    if (ghosts_ != nullptr) stage_->options().ghost = ghosts_->found();
    stage_->look(stage_input(std::clamp(1 - rest, 0.0F, 1.0F)), view);
    view.hud.shown = panels_.shown() != Panel::results;
    return true;
}

/// In the order of slots.
std::array<std::string, 2> NetActivity::names() const {
    const auto host = runner_.lock();
    const GameClient& game = host->game();
    std::array<std::string, 2> all;
    all[index(game.slot())] = options_.names[0];
    all[index(other(game.slot()))] = partner();
    return all;
}

void NetActivity::submit(const std::string& recording) {
    if (boards_ != nullptr) boards_->submit(recording);
}

std::string NetActivity::verdict_on(const std::string& recording) const {
    return boards_ != nullptr ? line_of(boards_->submission(recording)) : "";
}

void NetActivity::leave(Micros real_now) {
    runner_.leave(runner_.lock()->time(real_now));
    submit(runner_.lock()->replay_path());
    over_ = true;
    if (voice_ != nullptr) voice_->follow(false, false, false);
}

}  // namespace albireo::app
