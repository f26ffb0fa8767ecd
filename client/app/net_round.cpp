#include "client/app/net_round.hpp"

#include <algorithm>

namespace albireo::app {

using State = GameClient::State;
using platform::Key;
using platform::PadButton;

NetRound::NetRound(std::unique_ptr<Table> table, Picture& picture, const Bindings& bindings,
                   scene::StageOptions options)
    : table_(std::move(table)),
      picture_(picture),
      bindings_(bindings),
      options_(std::move(options)),
      before_(std::make_unique<World>()),
      now_(std::make_unique<World>()) {
    Person& person = *table_->people().front();
    person.begun = [this](const Level& level, Slot own) { begin(level, own); };
    person.before_tick = [this](const World& predicted) { before_tick(predicted); };
    person.lead = [this] { return table_->game().has_game() ? table_->game().predictor().lead() : 0; };
    table_->game().on_tick = [this] { after_tick(); };
}

void NetRound::begin(const Level& level, Slot own) {
    const scene::Cast& cast = picture_.dress(level);
    options_.own = table_->people().size() == 1 ? std::optional(own) : std::nullopt;
    stage_ = std::make_unique<scene::Stage>(level, cast, options_);
    ear().set_own(options_.own);
    *before_ = *now_ = table_->game().predictor().predicted();
    glide_ = {};
    jumped_ = {};
    rebuilds_seen_ = 0;
}

/// A rebuild moved the partner: counted once, whether a tick follows in this frame or not.
void NetRound::note_jumps() {
    if (!table_->game().has_game()) return;
    const client::Predictor& predictor = table_->game().predictor();
    if (predictor.rebuilds() == rebuilds_seen_) return;
    rebuilds_seen_ = predictor.rebuilds();
    jumped_[0] += static_cast<float>(predictor.partner_jump().x.raw) / 65536.0F;
    jumped_[1] += static_cast<float>(predictor.partner_jump().y.raw) / 65536.0F;
}

void NetRound::before_tick(const World& predicted) {
    note_jumps();
    glide_.tick();
    glide_.jump(jumped_[0], jumped_[1]);
    jumped_ = {};
    *before_ = predicted;
}

void NetRound::after_tick() {
    client::Predictor& predictor = table_->game().predictor();
    *now_ = predictor.predicted();
    ++ticks_;
    if (!stage_) return;
    stage_->tick(*before_, *now_, predictor.effects().fresh());
    hear(predictor.effects().fresh(), table_->game().level());
    predictor.effects().clear();
}

void NetRound::tell(std::string line, Micros now) {
    told_ = std::move(line);
    told_until_ = now + kTellFor;
}

void NetRound::watch_partner(Micros now) {
    GameClient& game = table_->game();
    if (game.state() == State::waiting && !picture_.is_ready()) picture_.dress(game.level());
    if (!game.has_game()) return;
    const std::string who = game.partner_name().empty() ? "your partner" : game.partner_name();
    if (game.partner_state() != partner_) {
        const bool back = partner_ == proto::Partner::slow || partner_ == proto::Partner::absent;
        partner_ = game.partner_state();
        if (partner_ == proto::Partner::here) tell(who + (back ? " is back" : " is here"), now);
        if (partner_ == proto::Partner::left) tell(who + " has left: you play on alone", now);
    }
    if (game.figures().resyncs != resyncs_seen_) {
        resyncs_seen_ = game.figures().resyncs;
        tell("resynchronised with the server", now);
    }
    // The names stand where the colours do.
    if (!stage_) return;
    auto& names = stage_->options().names;
    const Slot own = game.slot();
    names[index(own)] = options_.names[0];
    names[index(other(own))] = game.partner_name();
}

void NetRound::advance(const platform::Input& input, Micros now) {
    seen_at_ = now;
    const auto people = table_->people();
    for (std::size_t i = 0; i < people.size(); ++i) {
        const PlayerKeys& keys = people.size() == 1 ? bindings_.alone : bindings_.halves[i];
        Held held = read_keys(input, keys);
        // The first pads go to the players in order; whoever plays alone may use any.
        for (std::size_t pad = 0; pad < input.pads.size(); ++pad) {
            if (people.size() > 1 && pad % people.size() != i) continue;
            const Held more = read_pad(input.pads[pad], bindings_.dead_zone);
            held.buttons |= more.buttons;
            held.next_weapon |= more.next_weapon;
        }
        people[i]->hold(held);
    }
    bool pause = input.was_pressed(Key::p) || (input.focus_lost && table_->is_private());
    bool carry_on = input.was_pressed(Key::enter);
    for (const platform::Pad& pad : input.pads) {
        pause |= pad.was_pressed(PadButton::start);
        carry_on |= pad.was_pressed(PadButton::start) || pad.was_pressed(PadButton::south);
    }
    GameClient& game = table_->game();
    if (game.has_game()) {
        const World& world = game.predictor().predicted();
        if (carry_on && albireo::is_over(world))
            people.front()->ask_continue();
        else if (pause && !(input.focus_lost && is_paused(world)))
            people.front()->ask_pause();
    }
    // A slow picture steps several ticks a frame; what no one advance() may catch up, the next does.
    for (int i = 0; i < 3; ++i) {
        table_->advance(now);
        note_jumps();
        if (game.state() != State::playing || game.tick_due() > now) break;
    }
    const bool burns = stage_ && game.state() == State::playing && !game.is_held() && !is_paused(*now_);
    burns ? follow(*now_) : be_still();
    watch_partner(now);
    if ((game.state() == State::ended || game.state() == State::failed) && carry_on) over_ = true;
}

bool NetRound::look(scene::View& view, Micros now) {
    GameClient& game = table_->game();
    if (!stage_ || ticks_ == 0) return false;
    const float rest = static_cast<float>(game.tick_due() - now) / static_cast<float>(proto::kMicrosPerTick);
    stage_->look({.before = *before_,
                  .now = *now_,
                  .alpha = std::clamp(1 - rest, 0.0F, 1.0F),
                  .remote = table_->people().size() == 1 ? &game.remote_shots() : nullptr,
                  .glide = &glide_,
                  .own = game.slot(),
                  .predicted = now_->tick},
                 view);
    return true;
}

Notice NetRound::notice() const {
    const GameClient& game = table_->game();
    const std::string who = game.partner_name().empty() ? "your partner" : game.partner_name();
    switch (game.state()) {
        case State::connecting:
            return {"Connecting", "no answer from the server yet", "Esc leaves"};
        case State::entering:
            return {"Entering", "waiting for a seat", "Esc leaves"};
        case State::loading:
            return {"Loading", "the level comes from the server", "Esc leaves"};
        case State::waiting: {
            if (table_->address().empty()) return {"Waiting for your partner", "code " + game.code(), "Esc leaves"};
            return {game.code(),
                    "waiting for a friend:  albireo join " + game.code() + " --connect " + table_->address(),
                    "Esc leaves"};
        }
        case State::returning:
            return {"Connection lost", "coming back into the game ...", "Esc leaves"};
        case State::failed:
            return {"That did not work", game.failure(), "Enter"};
        case State::ended:
        case State::playing:
            break;
    }
    if (!game.has_game()) return {};
    const World& world = game.predictor().predicted();
    if (game.state() == State::ended) {
        const char* title = game.outcome() == proto::Outcome::cleared ? "Cleared"
                            : game.outcome() == proto::Outcome::left  ? "Your partner has left"
                                                                      : "Game over";
        return {title,
                "gold " + std::to_string(world.purses[0].score) + "    blue " + std::to_string(world.purses[1].score) +
                    "    together " + std::to_string(world.purses[0].score + world.purses[1].score),
                "Enter"};
    }
    if (albireo::is_over(world)) return {"Continue?", "Enter goes on with a full set of lives", "Esc leaves"};
    if (is_paused(world)) return {"Paused", "P goes on", "Esc leaves"};
    if (game.is_held()) return {"", "waiting for " + who, ""};
    if (partner_ == proto::Partner::slow) return {"", who + " is slow to answer", ""};
    if (partner_ == proto::Partner::absent) return {"", who + " is gone: you play on, he may come back", ""};
    if (seen_at_ < told_until_) return {"", told_, ""};
    return {};
}

void NetRound::leave(Micros now) {
    table_->leave(now);
    over_ = true;
}

}  // namespace albireo::app
