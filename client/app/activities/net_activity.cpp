#include "client/app/activities/net_activity.hpp"

#include <algorithm>

#include "client/app/controls/control_names.hpp"
#include "client/predict/units.hpp"
#include "client/words/format.hpp"
#include "sim/snapshot.hpp"

namespace albireo::app {

using State = GameClient::State;

NetActivity::NetActivity(std::unique_ptr<GameHost> game_host, Picture& picture, const Settings& settings,
                   scene::StageOptions options)
    : host_(std::move(game_host)),
      picture_(picture),
      options_(std::move(options)),
      before_(std::make_unique<World>()),
      now_(std::make_unique<World>()),
      panels_(settings) {
    apply(settings);
    LocalPlayer& person = *host_->people().front();
    person.begun = [this](const Level& level, Slot own) { begin(level, own); };
    person.before_tick = [this](const World& predicted) { before_tick(predicted); };
    host_->game().on_tick = [this] { after_tick(); };
}

void NetActivity::apply(const Settings& settings) {
    bindings_ = settings.bindings;
    dead_zone_ = static_cast<float>(settings.pad_dead_zone) / 100;
    panels_.apply(settings);
    modes_.choose(modes_of(settings));
    hit_replay_.enable(settings.hit_replay);
}

NetActivity::~NetActivity() {
    if (host_) release();
}

std::unique_ptr<GameHost> NetActivity::release() {
    LocalPlayer& person = *host_->people().front();
    person.begun = {};
    person.before_tick = {};
    host_->game().on_tick = {};
    return std::move(host_);
}

std::function<void()> NetActivity::parting() {
    std::shared_ptr<GameHost> game_host = release();
    return [game_host] { game_host->farewell(); };
}

void NetActivity::begin(const Level& level, Slot own) {
    const scene::Cast& cast = picture_.load_cast(level);
    options_.control_text = [this](std::string_view control) {
        return control_text(bindings_, control, {host_->people().size(), pads_});
    };
    options_.own = host_->people().size() == 1 ? std::optional(own) : std::nullopt;
    stage_ = std::make_unique<scene::Stage>(level, cast, options_);
    sound().set_own(options_.own);
    hit_replay_.reset();
    calls_.clear();
    copy_world(*before_, host_->game().predictor().predicted());
    copy_world(*now_, *before_);
}

void NetActivity::before_tick(const World& predicted) {
    copy_world(*before_, predicted);
}

void NetActivity::after_tick() {
    client::Predictor& predictor = host_->game().predictor();
    copy_world(*now_, predictor.predicted());
    ++ticks_;
    if (!stage_) return;
    stage_->tick(stage_input(1), predictor.effects().fresh());
    hit_replay_.tick(*before_, *now_, predictor.effects().fresh(), host_->game().level(), options_.own);
    play_effects(predictor.effects().fresh(), host_->game().level());
    predictor.effects().clear();
}

void NetActivity::watch_partner() {
    GameClient& game = host_->game();
    // Shaders and meshes before the first tick.
    if (game.state() == State::waiting) picture_.load_cast(game.level());
    if (!game.has_game()) return;
    if (game.partner_state() != partner_ || game.partner_name() != partner_name_) {
        const bool back = (partner_ == proto::Partner::slow || partner_ == proto::Partner::absent) &&
                          game.partner_name() == partner_name_;
        partner_ = game.partner_state();
        partner_name_ = game.partner_name();
        // A player who plays alone has no partner.
        const bool together = game.predictor().predicted().flow.players == 3;
        if (together && partner_ == proto::Partner::expected) notices_.add(tr_f("{} is joining", partner()), false);
        if (together && partner_ == proto::Partner::here)
            notices_.add(back ? tr_f("{} is back", partner()) : tr_f("{} has joined", partner()), false);
        if (together && partner_ == proto::Partner::left) {
            notices_.add(host_->keeps_seat() ? tr_f("{} has left: a bot takes the seat", partner())
                                             : tr_f("{} has left: you play on alone", partner()), false);
        }
    }
    if (const proto::PaceNotice& pace = game.pace_notice(); pace != pace_told_) {
        if (pace.absent_in_ms > 0) {
            notices_.add(tr_f("your partner is waiting for you: this machine or connection reaches {} of 60 ticks a second",
                              pace.ticks_per_second));
        } else if (pace.back_in_ms > 0 && pace_told_.back_in_ms == 0) {
            notices_.add(tr_f("too slow for your partner: you rejoin in {} s", pace.back_in_ms / 1000 + 1));
        }
        pace_told_ = pace;
    }
    for (const std::string& line : game.take_operator_notices()) notices_.add(tr_f("the server's operator: {}", line));
    if (game.figures().resyncs != resyncs_seen_) {
        resyncs_seen_ = game.figures().resyncs;
        notices_.add(tr("resynchronised with the server"), false);
    }
    if (const replays::RecordingFault fault = host_->recording_fault(); fault != recording_fault_) {
        recording_fault_ = fault;
        if (!fault.text.empty()) notices_.add(line_of(fault));
    }
    for (const std::string& warning : {host_->key_note(), game.seat_warning()}) {
        if (!warning.empty() && warnings_seen_.insert(warning).second) notices_.add(translated_reason(warning));
    }
    if (const std::string fault = host_->seat_fault(); fault != seat_fault_) {
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
    GameClient& game = host_->game();
    if (!game.has_game() || host_->is_private()) return;
    for (int kind = 0; kind < proto::kSignalKindCount; ++kind) {
        const auto signal = static_cast<proto::SignalKind>(kind);
        if (((held.signals >> kind) & 1) != 0 && panel() == Panel::none && game.send_signal(signal, now)) calls_.add(game.slot(), signal, now);
    }
    for (const proto::SignalKind signal : game.take_signals()) calls_.add(other(game.slot()), signal, now);
}

void NetActivity::advance(const platform::Input& input, Micros real_now) {
    const Micros now = host_->time(real_now);
    if (began_ < 0) began_ = now;
    seen_at_ = now;
    const float seconds = advanced_at_ == 0 ? 0 : static_cast<float>(real_now - advanced_at_) / 1e6F;
    for (std::size_t i = 0; i < pads_.size(); ++i) pads_[i] = input.pads[i].here;
    const Held held = hold_all(host_->people(), bindings_, dead_zone_, input, panel() == Panel::none ? &modes_ : nullptr);
    follow_invitation(input);
    advanced_at_ = real_now;
    work_panel(input, seconds, now);
    GameClient& game = host_->game();
    // A slow picture steps several ticks a frame; ticks beyond one advance()'s limit are caught up by the next.
    for (int i = 0; i < 3; ++i) {
        host_->advance(now);
        if (game.state() != State::playing || game.tick_due() > now) break;
    }
    const bool burns = stage_ && game.state() == State::playing && !left_ && !game.is_held() && !albireo::is_paused(*now_);
    burns ? follow(*now_) : be_still();
    watch_partner();
    follow_calls(held, now);
    follow_campaign(now);
    follow_interlude();
    follow_start();
    notices_.advance(now, panel() != Panel::none || !standing().empty());
}

void NetActivity::follow_campaign(Micros now) {
    if (host_->game().goes_on()) {
        if (!tally_) {
            tally_.emplace();
            if (stage_) tally_->rows = score_rows(*now_, names());
            tally_->until = now + kTally;
        }
        if (!host_->go_on()) return;
        // The stage shows the old level.
        stage_.reset();
        ticks_ = resyncs_seen_ = 0;
        host_->game().on_tick = [this] { after_tick(); };
    }
    if (!tally_) return;
    GameClient& game = host_->game();
    if (game.has_game() || game.state() == State::failed) {
        tally_.reset();
    } else if (tally_->is_skipped || now >= tally_->until) {
        game.be_ready();
    }
}

void NetActivity::follow_start() {
    GameClient& game = host_->game();
    if (game.state() != State::waiting || game.is_ready() || tally_) return;
    if (!wants_ready_ && !host_->setup().ready_at_once) return;
    if (game.stage() == 1) begin_interlude(scene::Interlude::Kind::intro);
    if (!interlude_) game.be_ready();
}

void NetActivity::follow_interlude() {
    using Kind = scene::Interlude::Kind;
    const GameClient& game = host_->game();
    const bool is_won = game.state() == State::ended && !game.goes_on() && game.stage() > 0 &&
                        game.outcome() == proto::Outcome::cleared && !left_;
    if (is_won && stage_) begin_interlude(Kind::ending);
    if (!interlude_) return;
    const bool goes_on = interlude_->kind == Kind::intro ? game.state() == State::waiting : is_won;
    if (!goes_on || interlude_seconds() >= scene::Interlude::seconds_of(interlude_->kind)) interlude_.reset();
}

/// Does nothing if the player has seen it.
void NetActivity::begin_interlude(scene::Interlude::Kind kind) {
    if (std::exchange(interludes_seen_[static_cast<std::size_t>(kind)], true) || !host_->setup().interludes) return;
    const Level& level = host_->game().level();
    const bool is_linked = stage_ == nullptr || now_->flow.continues == 0;
    interlude_ = {.kind = kind,
                  .view = std::make_unique<scene::Interlude>(level, picture_.load_cast(level),
                                                             scene::Interlude::Def{.kind = kind, .is_linked = is_linked}),
                  .began = advanced_at_};
}

Activity::Song NetActivity::song() const {
    if (!interlude_) return {};
    return {.name = "two_stars", .tick = static_cast<std::uint32_t>(interlude_seconds() * kTicksPerSecond)};
}

ShownHit NetActivity::shown_hit() {
    return stage_ ? hit_replay_.shown(host_->game().level(), host_->people().front()->bodies()) : ShownHit{};
}

scene::StageInput NetActivity::stage_input(float alpha) {
    GameClient& game = host_->game();
    scene::StageInput input{.before = *before_,
                            .now = *now_,
                            .alpha = alpha,
                            .remote = host_->people().size() == 1 ? &game.remote_shots() : nullptr,
                            .flight = &game.predictor().partner_flight(),
                            .own = game.slot(),
                            .predicted = now_->tick};
    for (const LocalPlayer* person : host_->people()) input.focused[index(person->slot())] = person->is_focused();
    return input;
}

bool NetActivity::look(scene::View& view, Micros real_now) {
    const Micros now = host_->time(real_now);
    if (interlude_) {
        interlude_->view->look(static_cast<float>(real_now - interlude_->began) / 1e6F, view);
        return true;
    }
    GameClient& game = host_->game();
    if (!stage_ || ticks_ == 0) return false;
    const float rest = static_cast<float>(game.tick_due() - now) / static_cast<float>(proto::kMicrosPerTick);
    stage_->look(stage_input(std::clamp(1 - rest, 0.0F, 1.0F)), view);
    view.hud.shown = panels_.shown() != Panel::results;
    return true;
}

void NetActivity::leave(Micros real_now) {
    host_->leave(host_->time(real_now));
    over_ = true;
}

}  // namespace albireo::app
