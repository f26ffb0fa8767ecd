#include "client/net/game_client.hpp"
#include "proto/join_code.hpp"
#include "proto/rare.hpp"
#include "sim/level/section.hpp"

#include <algorithm>
#include <cassert>
#include <utility>

#include "client/words/words.hpp"

namespace albireo::client {

GameClient::GameClient(ClientOptions options, ClientEnvironment environment, PlayerController& controller)
    : options_(std::move(options)),
      environment_(std::move(environment)),
      line_(environment_.open_link, options_.eco),
      handshake_(options_, {.shards = environment_.go_to_shard != nullptr, .tickets = environment_.go_to_server != nullptr}),
      loop_(controller, figures_, options_.samples, fault()),
      ending_(options_.until_tick),
      scratch_(std::make_unique<World>()) {}

GameClient::~GameClient() = default;

void GameClient::fail(std::string why) {
    assert(!why.empty() && "a failure has a message for the player");
    if (stage_.note(Event::failed)) failure_ = std::move(why);
}

/// The server cannot be reached, as opposed to having refused.
void GameClient::give_up(std::string why) {
    unreachable_ = true;
    fail(std::move(why));
}
void GameClient::give_up_unheard(const char* why) {
    give_up(version_gap() == proto::VersionGap::none ? why : std::string(proto::text_of(version_gap())));
}

void GameClient::leave(Micros) {
    if (!ending_.is_leaving()) line_.connection().send(proto::Bye{ending_.leave()});
}

std::optional<std::uint8_t> GameClient::shard() const {
    const auto code = proto::read_join_code(handshake_.was_seated() ? handshake_.seat().code : options_.code);
    return code ? std::optional(proto::shard_letter(*code)) : std::nullopt;
}

std::shared_ptr<const Level> GameClient::find_level(const std::string& name, Difficulty difficulty) const {
    return environment_.find_level ? environment_.find_level(name, difficulty) : nullptr;
}

// -------------------------------------------------------------------------------------------------------- connecting

void GameClient::open_link(Micros now) {
    if (figures_.opened_at < 0) figures_.opened_at = now;
    told_hearing_ = is_heard_ = wishes_restart_ = false;  // the server knows nothing yet of what this player hears and wishes
    partner_wish_ = {};
    if (!line_.open(now)) return;
    const auto level = handshake_.creates() ? find_level(options_.level, options_.difficulty) : nullptr;
    std::string error = handshake_.send_request(line_.connection(), level != nullptr ? level->digest : 0,
                                                line_.link()->binding_of(proto::kServer));
    if (!error.empty()) fail(std::move(error));
}

/// Reconnects through a new link, into the kept seat. If the game's end was received, the game is over: the server has
/// sent everything, and no more of the world will arrive.
void GameClient::reconnect(Micros now) {
    if (ending_.is_announced()) return finish(now);
    if (stage_.note(Event::cut_off)) {
        ++figures_.rejoins;
        cut_off_at_ = now;
    }
    digests_.note_return();
    open_link(now);
}

void GameClient::advance(Micros now) {
    if (!is_finished()) {
        if (line_.must_open(now)) {
            open_link(now);
            const std::string error = line_.link() == nullptr && environment_.link_error ? environment_.link_error() : "";
            if (!error.empty() && is_new()) return give_up(error);
        } else {
            watch_link(now);
            if (is_finished()) return;
        }
        if (line_.link() != nullptr) poll_link(now);
        receive_all(now);
        tell_hearing();
        if (state() == State::playing) play(now);
        follow_wish();
    } else if (line_.link() != nullptr && !is_deaf_) {
        poll_link(now);
        hear_wish(now);
    }
    if (line_.link() != nullptr && !is_deaf_) send_due(now);
}

/// Gives up on a silent server, and replaces a silent link, because the server may answer through a new one.
void GameClient::watch_link(Micros now) {
    if (ending_.is_leaving()) return;  // a new link would take the seat again, although nobody plays here any more
    const ServerLine::ClientStatus client{.is_new = is_new(),
                                  .was_seated = handshake_.was_seated(),
                                  .is_playing = state() == State::playing,
                                  .is_returning = state() == State::returning,
                                  .must_return = digests_.must_return() && !ending_.is_announced() && !ending_.is_leaving()};
    // A server that has welcomed this client ignores a second hello, and acknowledges it.
    if (line_.must_ask(now, client)) handshake_.greet(line_.connection());
    if (proto::Connection* second = line_.probe(now, client)) handshake_.greet(*second);
    // Servers may answer forever that the game is being recovered.
    const bool is_late = state() == State::returning && now - cut_off_at_ > ServerLine::kReturnMax;
    switch (is_late ? ServerLine::Verdict::lost : line_.judge(now, client)) {
        case ServerLine::Verdict::keep:
            return;
        case ServerLine::Verdict::reopen:
            return reconnect(now);
        case ServerLine::Verdict::unreachable:
            return give_up_unheard(tr("the server does not answer: check its address and port, and that it is running"));
        case ServerLine::Verdict::no_seat:
            return give_up(tr("the server answers, but assigns no seat in a game: try again later"));
        case ServerLine::Verdict::lost:
            return give_up_unheard(tr("the server has been silent for three minutes: the game is lost"));
    }
}

void GameClient::poll_link(Micros now) {
    while (const auto refused = line_.poll(now)) {
        if (*refused == proto::LinkEvent::Kind::other_key && has_fleet()) {
            // Another server now has the address of the one that died. The next link leads elsewhere.
            line_.retry_after(ServerLine::kRecoverRetry);
            continue;
        }
        if (*refused == proto::LinkEvent::Kind::other_key) {
            return fail(environment_.other_key ? environment_.other_key() : std::string(tr("the server's key has changed")));
        }
        if (handshake_.was_seated() && !is_new()) {
            line_.retry_after(ServerLine::kFullRetry);
            continue;
        }
        refusal_ = proto::Refusal::server_full;
        return fail(std::string(proto::text_of(refusal_)));
    }
}

void GameClient::send_due(Micros now) {
    line_.send_due(now, figures_, state() == State::playing && !ending_.is_leaving());
}

Micros GameClient::next_due(Micros now) const {
    if (!line_.was_opened()) return now;
    Micros due = std::min(now + 100 * proto::kMicrosPerMs, line_.next_due(now));
    // A tick that is held at the lead limit can be stepped only after a packet has arrived.
    if (state() == State::playing) due = std::min(due, tick_due() + (is_held() ? tick_period() : 0));
    return std::max(due, now);
}

// ---------------------------------------------------------------------------------------------------------- messages

void GameClient::receive_all(Micros now) {
    while (!is_finished()) {
        const auto message = line_.connection().next_message();
        if (!message) break;
        receive(*message, now);
    }
}

void GameClient::receive(const proto::Message& message, Micros now) {
    if (const auto* refused = std::get_if<proto::Refused>(&message)) {
        take_refusal(*refused, now);
    } else if (const auto* welcome = std::get_if<proto::Welcome>(&message)) {
        line_.connection().set_knows_signals(welcome->signals);
        line_.connection().set_knows_voice(welcome->voice && options_.voice);
        line_.connection().set_knows_wishes(welcome->wishes && options_.wishes);
        if (figures_.connect_micros < 0) figures_.connect_micros = now - line_.first_opened();
        line_.keep_link();
        stage_.note(Event::greeted);
    } else if (const auto* entered = std::get_if<proto::Entered>(&message)) {
        cut_off_at_ = now;
        take_seat(*entered);
    } else if (const auto* chunk = std::get_if<proto::Chunk>(&message)) {
        take_chunk(*chunk, now);
    } else if (const auto* begins = std::get_if<proto::Start>(&message)) {
        start(*begins, now);
    } else if (const auto* resume = std::get_if<proto::Resume>(&message)) {
        transfer_.announce(*resume);
    } else if (const auto* partner = std::get_if<proto::PartnerState>(&message)) {
        partner_state_ = partner->state;
        if (!partner->name.empty()) partner_name_ = partner->name;
    } else if (const auto* pace = std::get_if<proto::PaceNotice>(&message)) {
        pace_notice_ = *pace;
    } else if (const auto* said = std::get_if<proto::OperatorNotice>(&message)) {
        if (operator_notices_.size() < kOperatorNoticesMax) operator_notices_.push_back(said->text);
    } else if (const auto* watched = std::get_if<proto::Spectators>(&message)) {
        spectators_ = *watched;
    } else if (const auto* fleet = std::get_if<proto::Fleet>(&message)) {
        if (environment_.know_fleet) environment_.know_fleet(fleet->places);
    } else if (const auto* signal = std::get_if<proto::Signal>(&message)) {
        if (signals_.size() < kSignalsMax) signals_.push_back(signal->kind);
    } else if (const auto* voice = std::get_if<proto::VoiceState>(&message)) {
        is_heard_ = voice->hears;
    } else if (const auto* wish = std::get_if<proto::RematchWish>(&message)) {
        partner_wish_ = *wish;
    } else if (const auto* lobby = std::get_if<proto::LobbyState>(&message)) {
        lobby_ = *lobby;
    } else if (const auto* notice = std::get_if<proto::DesyncNotice>(&message)) {
        digests_.receive(*notice, has_game() ? level_.get() : nullptr, fault(), now);
    } else if (const auto* question = std::get_if<proto::EvidenceWanted>(&message)) {
        digests_.answer(*question, options_.build, line_.connection());
    } else if (const auto* ended = std::get_if<proto::Ended>(&message)) {
        take_end(*ended);
    } else if (const auto* tried = std::get_if<proto::SeatTried>(&message)) {
        seat_warning_ = tried->with_old_token
                            ? "Somebody tried to take your seat with an old token of yours. They did not get in."
                            : "Somebody tried to take a seat in this game with a wrong token. They did not get in.";
    } else if (const auto* bye = std::get_if<proto::Bye>(&message)) {
        if (bye->reason == proto::ByeReason::restarting && handshake_.was_seated() && !ending_.is_leaving()) {
            return line_.retry_after(ServerLine::kRecoverRetry);
        }
        farewell_ = bye->reason;
        was_relieved_ = bye->reason == proto::ByeReason::relieved;
        if (!ending_.is_announced() && !ending_.is_leaving()) fail(std::string(proto::text_of(bye->reason)));
    } else {
        ++figures_.unexpected;
    }
}

bool GameClient::send_signal(proto::SignalKind kind, Micros now) {
    const bool may_send = state() == State::playing && line_.connection().knows_signals() && signal_limit_.take(now);
    return may_send && line_.connection().send(proto::Signal{kind});
}

std::vector<proto::SignalKind> GameClient::take_signals() {
    return std::exchange(signals_, {});
}

std::vector<std::string> GameClient::take_operator_notices() {
    return std::exchange(operator_notices_, {});
}

void GameClient::take_seat(const proto::Entered& entered) {
    auto seat = Handshake::read(entered);
    if (!seat) return fail(tr("the server sent an invalid code for the game"));
    if (has_game() && seat->stage > stage()) {
        // The level ended while this client was away; its seat is in the next one.
        ending_.receive({.outcome = proto::Outcome::cleared, .tick = {}, .digest = 0, .span = 0, .goes_on = true});
        ending_.accept();
        stage_.note(Event::over);
        return;
    }
    // The running game refers to its level, which must not be replaced.
    if (has_game() && seat->level_digest != level_->digest) {
        return fail(Transfer::level_failure("the game began with another level"));
    }
    if (!seat->partner_name.empty()) partner_name_ = seat->partner_name;
    is_ready_ |= options_.ready_at_once || (seat->running && options_.late_at_once);
    handshake_.take(std::move(*seat));
    const std::uint64_t digest = handshake_.seat().level_digest;
    if (level_ != nullptr && level_->digest == digest) {
        stage_.note(Event::seated);
        return say_ready();
    }
    auto level = find_level(handshake_.seat().level, static_cast<Difficulty>(handshake_.seat().difficulty));
    if (level != nullptr && level->digest == digest) return take_level(std::move(level));
    stage_.note(Event::level_missing);
    line_.connection().send(proto::LevelWanted{digest});
}

void GameClient::take_chunk(const proto::Chunk& chunk, Micros now) {
    if (chunk.kind == proto::BlobKind::evidence || chunk.kind == proto::BlobKind::recording) return;
    if (chunk.kind == proto::BlobKind::level && state() != State::loading) return;
    if (!transfer_.take(chunk)) return;
    if (chunk.kind == proto::BlobKind::snapshot) return take_snapshot(now);
    auto [level, error] = transfer_.read_level(handshake_.seat().level_digest);
    if (level == nullptr) return fail(std::move(error));
    take_level(std::move(level));
}

void GameClient::take_level(std::shared_ptr<const Level> level) {
    assert(!has_game() && "a running game refers to its level, which must not be replaced");
    assert(level->digest == handshake_.seat().level_digest && "the level is that of the seat");
    level_ = std::move(level);
    stage_.note(Event::seated);
    say_ready();
}

void GameClient::take_snapshot(Micros now) {
    if (level_ == nullptr || level_->digest != handshake_.seat().level_digest) return;
    const bool is_playing = state() == State::playing;
    const auto [resume, error] = transfer_.read_world(*level_, *scratch_, is_playing);
    if (!error.empty()) return fail(error);
    if (!resume) return;
    if (is_playing && resume->reason == proto::ResumeReason::desync) return heal(*scratch_, now);
    begin_game(*scratch_, resume->own_first_tick, now);
    figures_.last_rejoin_micros = line_.connected_for(now);
}

void GameClient::take_end(const proto::Ended& ended) {
    ending_.receive(ended);
    partner_wish_ = {};  // to restart the game that is over
    // A client that is reconnecting lacks the last world, and will receive none: it accepts the server's result.
    if (!has_game() || state() == State::returning || ended.outcome == proto::Outcome::left) {
        ending_.accept();
        stage_.note(Event::over);
    }
}

void GameClient::be_ready() {
    if (is_ready_) return;
    is_ready_ = true;
    if (state() == State::waiting) say_ready();
}

void GameClient::say_ready() {
    if (is_ready_) line_.connection().send(proto::Ready{level_->digest});
}

// ------------------------------------------------------------------------------------------------------------ playing

GameSetup GameClient::game_setup() const {
    const proto::Entered& seat = handshake_.seat();
    return {.seed = static_cast<std::uint32_t>(seat.seed),
            .players = static_cast<std::uint8_t>(handshake_.is_solo() ? 1 : 3),
            .section = seat.section,
            .phase = seat.phase,
            .carry = seat.carry};
}

void GameClient::start(const proto::Start& start, Micros now) {
    if (state() != State::waiting) return;
    assert(level_ != nullptr && "a client waits in a level that it has");
    if (!is_start(*level_, {game_setup().section, game_setup().phase})) {
        return fail(tr("the server starts in a section or a phase that the level lacks"));
    }
    init(*scratch_, *level_, game_setup());
    if (start.first_tick != scratch_->tick) return fail(tr("the server starts the game at an invalid tick"));
    begin_game(*scratch_, scratch_->tick, now);
    partner_state_ = proto::Partner::here;
}

/// The record of the confirmed world starts over with this one.
void GameClient::restart_record(const World& world) {
    if (on_restart) on_restart(world);
    ending_.restart(world);
    digests_.restart(world);
}

/// Begins with a world in which the player is absent up to `own_from`: the server has made their frames before that tick.
void GameClient::begin_game(const World& world, const Tick own_from, Micros now) {
    restart_record(world);
    pace_notice_ = {};
    digests_.drop_question();
    const auto hook = [](void* self, const World& confirmed, const FramePair& frames) {
        static_cast<GameClient*>(self)->note_confirmed(confirmed, frames);
    };
    loop_.begin(*level_, world, {slot(), handshake_.is_solo(), speed()}, own_from, line_.connection(), now, {hook, this});
    stage_.note(Event::began);
}

void GameClient::heal(const World& snapshot, Micros now) {
    // If the snapshot took so long that the frames since then are gone, the client requests another one, with all of
    // them.
    if (!predictor().can_heal(snapshot.tick)) return reconnect(now);
    ++figures_.resyncs;
    restart_record(snapshot);
    loop_.heal(snapshot, line_.connection());
    line_.connection().send(proto::Ready{level_->digest, snapshot.tick});
}

void GameClient::play(Micros now) {
    assert(has_game() && "there is a world to play in");
    proto::Connection& connection = line_.connection();
    loop_.learn(connection, now);
    digests_.check(predictor().confirmed().tick, connection, figures_);
    for (int i = 0; i < TickLoop::kTicksAtOnceMax && loop_.is_due(now) && state() == State::playing; ++i) {
        if (ending_.is_leaving() || (i > 0 && proto::happens(proto::Rare::late_picture))) break;
        if (loop_.step(connection, now) && on_tick) on_tick();
        if (is_held()) break;
    }
    if (ending_.is_announced() && ending_.may_finish(predictor().confirmed().tick, digests_, connection, figures_, now))
        finish(now);
}

void GameClient::note_confirmed(const World& world, const FramePair& frames) {
    if (ending_.is_concluded()) return;
    digests_.note(world, frames);
    if (on_confirmed) on_confirmed(world, frames, history().find(world.tick)->root);
    // The last digest must be sent, too: after the end the client sends no other.
    if (world.tick.value % DigestHistory::kExchangeTicks == 0 || outcome_of(world) != Outcome::playing)
        digests_.send(line_.connection());
    ending_.note(world);
}

/// Ends the game with the server's outcome, unless this client's own world, which agrees with the server's, has one.
void GameClient::finish(Micros now) {
    if (!outcome() || differs()) ending_.accept();
    leave(now);
    stage_.note(Event::over);
}

}  // namespace albireo::client
