#include "web/module/net_game.hpp"

#include <algorithm>
#include <cassert>
#include <utility>

#include "proto/join_code.hpp"
#include "proto/names.hpp"
#include "proto/token.hpp"
#include "replays/text.hpp"
#include "sim/snapshot.hpp"
#include "web/module/control_words.hpp"
#include "web/module/json.hpp"

namespace albireo::web {

using State = client::GameClient::State;

namespace {

std::string_view name_of(State state) {
    switch (state) {
        case State::connecting: return "connecting";
        case State::entering: return "entering";
        case State::loading: return "loading";
        case State::waiting: return "waiting";
        case State::playing: return "playing";
        case State::returning: return "returning";
        case State::ended: return "ended";
        case State::failed: return "failed";
    }
    return "failed";
}

std::string_view name_of(proto::Partner state) {
    switch (state) {
        case proto::Partner::expected: return "expected";
        case proto::Partner::here: return "here";
        case proto::Partner::slow: return "slow";
        case proto::Partner::absent: return "absent";
        case proto::Partner::left: return "left";
    }
    return "left";
}

std::string joined(const std::vector<std::string>& names) {
    std::string all;
    for (const std::string& name : names) all += (all.empty() ? "" : ", ") + name;
    return all;
}

}  // namespace

NetGame::NetGame(NetChoice choice, OpenPipe open_pipe)
    : open_pipe_(std::move(open_pipe)),
      key_(choice.key),
      before_(std::make_unique<World>()),
      now_(std::make_unique<World>()),
      events_(std::make_unique<Events>()) {
    player_.begun = [this](const Level&, Slot) { begin(); };
    player_.before_tick = [this](const World& predicted) { before_tick(predicted); };
    client::ClientOptions options;
    options.name = proto::tidy_name(choice.name);
    if (options.name.empty()) options.name = "Blue";
    options.code = std::move(choice.code);
    options.token = choice.token;
    options.level = std::move(choice.level);
    options.difficulty = choice.difficulty;
    options.build = "albireo page";
    options.ready_at_once = options.late_at_once = false;
    make_game(std::move(options));
}

NetGame::~NetGame() = default;

void NetGame::make_game(client::ClientOptions options) {
    client::ClientEnvironment environment;
    environment.open_link = [this] { return open_pipe_link(open_pipe_, game_->shard().value_or(shard_), key_); };
    environment.other_key = [] { return std::string("this is not the server that this page has played on: load the page again"); };
    environment.go_to_shard = [this](std::uint8_t shard) { shard_ = shard; };
    game_ = std::make_unique<client::GameClient>(std::move(options), std::move(environment), player_);
    game_->on_tick = [this] { after_tick(); };
}

void NetGame::leave(Micros now) {
    left_ = true;
    game_->leave(now);
    game_->advance(now);
}

void NetGame::advance(Micros now) {
    game_->advance(now);
    if (const proto::PipeLink* line = link(); line != nullptr) {
        if (!key_) key_ = line->server_key();
        // The browser says at once what GameClient would find out by waiting.
        if (game_->state() == State::connecting && line->is_closed() && !game_->comes_late() && failure_.empty() && round_ == 0) {
            failure_ = closed_text(*line);
        }
    }
    for (const std::string& line : game_->take_operator_notices()) notice_ = "message from the server operator: " + line;
    // The next level of a campaign begins when the friend is ready.
    if (game_->goes_on() && !left_) make_game(game_->next_options());
    take_level();
    take_names();
}

void NetGame::take_names() {
    names_[index(game_->slot())] = game_->name();
    names_[index(other(game_->slot()))] = game_->partner_name();
}

void NetGame::take_level() {
    const std::shared_ptr<const Level>& level = game_->shared_level();
    if (level == nullptr) return;
    if (level_ == nullptr || level->digest != level_->digest) {
        // Pictures and sounds of the level before it see nothing of this one.
        observers_.clear();
        has_tick_ = is_prepared_ = false;
        level_ = level;
        ++round_;
    } else if (is_prepared_) {
        game_->be_ready();
    }
}

void NetGame::be_ready() {
    if (game_->shared_level() == nullptr || game_->shared_level()->digest != level_->digest) return;
    bodies_.of(*level_);  // with which this page detects hits
    is_prepared_ = true;
    game_->be_ready();
}

void NetGame::begin() {
    take_level();  // a server may begin before this page is ready
    take_names();
    copy_world(*before_, game_->predictor().predicted());
    copy_world(*now_, *before_);
    has_tick_ = false;
    events_->clear();
    for (TickObserver* each : observers_) each->begin();
}

void NetGame::before_tick(const World& predicted) {
    pass_on(TickObserver::Seen::no);
    copy_world(*before_, predicted);
}

void NetGame::after_tick() {
    client::Predictor& predictor = game_->predictor();
    copy_world(*now_, predictor.predicted());
    events_->clear();
    for (const auto& effect : predictor.effects().fresh()) events_->add(effect.event);
    predictor.effects().clear();
    has_tick_ = true;
}

void NetGame::show_last() { pass_on(TickObserver::Seen::yes); }

void NetGame::pass_on(TickObserver::Seen seen) {
    if (!std::exchange(has_tick_, false)) return;
    for (TickObserver* each : observers_) each->tick(*before_, *now_, *events_, seen);
}

float NetGame::share(Micros now) const {
    if (!game_->has_game()) return 1;  // the last picture of the level before
    const float rest = static_cast<float>(game_->tick_due() - now) / static_cast<float>(game_->tick_period());
    return std::clamp(1 - rest, 0.0F, 1.0F);
}

std::string NetGame::state() const {
    const client::GameClient& game = *game_;
    const bool has_failed = game.state() == State::failed || !failure_.empty();
    const std::string& why = failure_.empty() ? game.failure() : failure_;
    JsonObject json;
    json.text("stage", has_failed ? "failed" : name_of(game.state()))
        .text("why", has_failed ? replays::printable(why) : "")
        .text("code", game.code())
        .text("watchCode", game.watch_code().empty() ? "" : proto::watch_code_text(game.watch_code()))
        .number("watchers", game.spectators().count)
        .text("watcherNames", replays::printable(joined(game.spectators().names)))
        .text("token", game.code().empty() ? "" : proto::text_of(game.token()))
        .text("key", key_ ? proto::text_of(*key_) : "")
        .text("partner", replays::printable(game.partner_name()))
        .text("partnerState", name_of(game.partner_state()))
        .text("notice", replays::printable(notice_.empty() ? game.seat_warning() : notice_))
        .number("slot", static_cast<std::int64_t>(index(game.slot())))
        .number("ping", game.connection().ping() / proto::kMicrosPerMs)
        .number("absentIn", game.pace_notice().absent_in_ms)
        .flag("goesOn", game.goes_on())
        .number("round", round_);
    if (!game.has_game()) return json.done();
    const client::NetFigures& figures = game.figures();
    const client::Corrections& corrections = game.predictor().corrections();
    std::string players = "[";
    for (const Slot slot : kSlots) {
        if (players.size() > 1) players += ",";
        const Earnings& earned = now_->earnings[index(slot)];
        players += JsonObject{}
                       .text("name", replays::printable(names_[index(slot)]))
                       .number("score", earned.score)
                       .number("kills", earned.kills)
                       .number("grazes", earned.grazes)
                       .number("lives", now_->ships[index(slot)].lives)
                       .done();
    }
    const proto::PipeLink* const line = link();
    const Ship& ship = now_->ships[index(game.slot())];
    return json.number("tick", now_->tick.value)
        .number("confirmed", game.predictor().confirmed().tick.value)
        .flag("paused", is_paused(*now_))
        .flag("over", albireo::is_over(*now_))
        .flag("held", game.is_held())
        .flag("cleared", game.outcome() == proto::Outcome::cleared)
        .text("time", replays::clock_text(now_->tick.value))
        .number("x", ship.at.x.raw >> Fixed::kFractionBits)
        .number("y", ship.at.y.raw >> Fixed::kFractionBits)
        .text("finalDigest", replays::hex_text(game.final_digest()))
        .number("finalTick", game.final_tick().value)
        .number("ticks", static_cast<std::int64_t>(figures.ticks))
        .number("frozen", static_cast<std::int64_t>(figures.frozen_ticks))
        .number("desyncs", static_cast<std::int64_t>(figures.desyncs))
        .number("rejoins", static_cast<std::int64_t>(figures.rejoins))
        .number("ownCorrected", static_cast<std::int64_t>(corrections.own_ship + corrections.own_shots))
        .number("dropped", line == nullptr ? 0 : static_cast<std::int64_t>(line->dropped()))
        .raw("players", players + "]")
        .done();
}

std::function<std::string(std::string_view control)> NetGame::control_text() const { return page_control_text(); }

}  // namespace albireo::web
