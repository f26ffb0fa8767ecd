// The requests for a seat (Create, Join, Rejoin), and how a peer enters its seat and leaves it.
#include <fmt/format.h>

#include <cassert>

#include "proto/join_code.hpp"
#include "server/lobby_peer.hpp"
#include "sim/level/section.hpp"

namespace albireo::server {

using proto::PeerId;
using proto::Refusal;

/// Whether another shard should have the new game. If so, refuses the peer with that shard's number. The other shard counts the Create
/// against the limits of the address, so a redirect is free, and gains nothing. A client that has been redirected stays.
bool Lobby::moves_to_other_shard(const proto::Create& request, bool is_full, Peer& peer, Micros now) {
    if (!request.may_move || shards_.loads == nullptr) return false;
    const auto shard = shard_chooser_.choose(*shards_.loads, load(), is_full, limits_.sessions_max, now);
    return shard && is_elsewhere(*shard, peer);
}

/// `asked`: the message that is repeated while the level is compiled. `seat`: of an ended game, whose rematch the session is; null: of none.
void Lobby::create(Peer& peer, const proto::Create& request, const proto::Message& asked, const EndedSeat* seat, PeerId id, Micros now) {
    const bool is_full = games_.size() >= limits_.sessions_max;
    // A rematch stays: the partner asks for it here.
    const bool may_move = !draining_ && seat == nullptr;
    if (may_move && moves_to_other_shard(request, is_full, peer, now)) return;
    if ((draining_ || is_full) && creates_elsewhere(peer)) return;
    if (draining_) return refuse(peer, Refusal::server_closing);
    if (is_full) return refuse(peer, Refusal::server_full);
    if (request.difficulty >= kDifficultyCount || request.players < 1 || request.players > kSlotCount) {
        return refuse(peer, Refusal::bad_request, "no such difficulty or number of players");
    }
    const auto difficulty = static_cast<Difficulty>(request.difficulty);
    const std::vector<std::string> stages = levels_.stages(request.level);
    // The server has just started. The request is retried soon.
    peer.request.reset();
    if (!stages.empty() && levels_.is_pending(stages.front(), difficulty)) {
        peer.request = asked;
        return;
    }
    auto level = stages.empty() ? nullptr : levels_.find(stages.front(), difficulty);
    if (level == nullptr) {
        const std::string detail = request.level + "; it has ";
        assert(detail.size() <= proto::kTextBytesMax && "a level's name in a message is short");
        return refuse(peer, Refusal::unknown_level, detail + levels_.names_text(proto::kTextBytesMax - detail.size()));
    }
    if (request.level_digest != 0 && request.level_digest != level->digest) {
        return refuse(peer, Refusal::level_mismatch, request.level);
    }
    if (!is_start(*level, {request.section, request.phase})) {
        const std::string phase = request.phase != 0 ? ", and not all of them a boss with a phase " + std::to_string(request.phase) : "";
        return refuse(peer, Refusal::bad_request, "the level has " + std::to_string(section_count(*level)) + " sections" + phase);
    }
    if (stages.size() > 1 && request.section != 0) {
        return refuse(peer, Refusal::bad_request, "a campaign starts with its first level; practise a level by its own name");
    }
    if (directory_ && directory_->must_wait(shards_.own)) {
        peer.request = asked;
        return;
    }
    // Last, because it counts the session as held.
    if (!environment_.admission->may_create(peer.host, now)) return refuse(peer, Refusal::too_many_tries, "sessions of this address");
    const std::string code = new_code();
    std::shared_ptr<Journal> journal;
    if (environment_.lobby_journal && (journal = environment_.lobby_journal(code)) == nullptr) {
        environment_.admission->session_ended(peer.host);
        return refuse(peer, Refusal::server_full);
    }
    SessionSetup setup = setup_of(code, stages.front(), std::move(level), peer.host);
    if (stages.size() > 1) {
        setup.stages = stages;
        setup.stage = 1;
    }
    setup.difficulty = difficulty;
    setup.seed = static_cast<std::uint32_t>(request.seed_wish != 0 ? request.seed_wish : environment_.random());
    setup.players = request.players;
    setup.section = request.section;
    setup.phase = request.phase;
    setup.watch_delay_ms = request.watch_delay_ms;
    setup.speed = request.speed;
    setup.watch_code = watch_code_of(code);
    setup.journal = std::move(journal);
    open_session(peer, std::move(setup), seat, id, now);
}

void Lobby::open_session(Peer& peer, SessionSetup setup, const EndedSeat* seat, PeerId id, Micros now) {
    const std::string code = setup.code;
    const std::string watch_code = setup.watch_code;
    if (directory_) directory_->keep(code, watch_code, shards_.own);
    auto session = std::make_shared<Session>(std::move(setup), metrics_);
    assert(!games_.contains(code) && "no two games have the same code");
    const proto::Token token = new_token();
    const Slot slot = seat != nullptr ? seat->slot : Slot::gold;
    session->take_seat(slot, {.name = peer.name, .token = token, .host = peer.host});
    Game& game = games_[code];
    game.session = std::move(session);
    game.host = peer.host;
    if (seat != nullptr) {
        game.opened_for = seat->rematch;
        seat->rematch->code = code;
        seat->rematch->tokens[index(slot)] = token;
    }
    watched_.try_emplace(watch_code, code);
    assert(games_.size() <= limits_.sessions_max && "the number of games is within the limit");
    enter(peer, id, game, slot, now);
    say(LogCause::seat, peer.host, placed({"spectators watch by the code " + proto::watch_code_text(watch_code)}, *game.session), now);
}

/// Opens the next level of a campaign, for the peers that have asked for a seat meanwhile. As every session that has not started, it has
/// its journal among the lobbies.
void Lobby::open_next_level(Game& game, Micros now) {
    const std::string code = game.session->code();
    auto next = next_level(code, *game.session);
    next->replace_journal(game.session->take_journal());
    let_go(std::exchange(game.session, std::move(next)));
    game.peers = {};
    game.is_end_kept = false;
    games_due_.set(code, now);
    for (const auto& [id, request] : std::exchange(game.waiting, {})) {
        const auto peer = peers_.find(id);
        if (peer == peers_.end() || peer->second->closing || peer->second->session != nullptr) continue;
        peers_due_.set(id, now);
        receive(id, *peer->second, request, now);
    }
    game.session->keep();  // the tokens that they are about to get
}

void Lobby::join(Peer& peer, const proto::Join& request, PeerId id, Micros now) {
    const auto code = proto::read_join_code(request.code);
    // The next process here has the parked games.
    if (has_parked_ && environment_.journal) return refuse(peer, Refusal::recovering);
    if (draining_ && (!code || !directory_)) return refuse(peer, Refusal::server_closing);
    if (code && is_elsewhere(shard_of(*code), peer)) return;
    const auto attempt = begin_attempt({code, request.code, request.pass}, peer, request, now);
    if (!attempt) return;
    if (is_recovering(code)) return refuse(peer, Refusal::recovering);
    const auto found = code ? games_.find(*code) : games_.end();
    if (draining_ && found != games_.end()) return refuse(peer, Refusal::server_closing);
    if (found != games_.end() && found->second.session->goes_on()) return wait_for_next_level(found->second, id, request);
    if (found == games_.end() || found->second.session->has_ended()) return miss(peer, *attempt, false, now);
    const auto slot = found->second.session->free_seat(request.stand_in);
    if (!slot) return refuse(peer, Refusal::session_full, *code);
    found->second.session->lengthen_watch_delay(request.watch_delay_ms);
    seat(peer, id, found->second, *slot, request.stand_in, now);
}

/// Gives the peer this seat, with a new token. A stand-in that has it is relieved.
void Lobby::seat(Peer& peer, PeerId id, Game& game, Slot slot, bool is_stand_in, Micros now) {
    clear_seat(game, slot, proto::ByeReason::relieved, now);
    const proto::Token token = new_token();
    assert(token != game.session->tokens(other(slot)).current() && "no two seats have the same token");
    game.session->take_seat(slot, {.name = peer.name, .token = token, .stand_in = is_stand_in, .host = peer.host});
    enter(peer, id, game, slot, now);
}

void Lobby::rejoin(Peer& peer, const proto::Rejoin& request, PeerId id, Micros now) {
    const auto code = proto::read_join_code(request.code);
    if (code && is_elsewhere(shard_of(*code), peer)) return;
    // A server that has parked its games may still answer.
    if (is_recovering(code) || (closed_ && !games_.contains(code.value_or("")))) return refuse(peer, Refusal::recovering);
    const auto found = code ? games_.find(*code) : games_.end();
    const bool is_here = found != games_.end() && (found->second.session->goes_on() || !found->second.session->has_ended());
    const EndedSeat* const ended = is_here ? nullptr : ended_games_.find(code.value_or(""), request.proof, peer.binding, now);
    if (ended != nullptr && request.rematch && ended->rematch != nullptr) return rematch(peer, request, *ended, id, now);
    if (ended != nullptr) {
        peer.connection.send(ended->ended);
        peer.closing = true;
        peer.closing_since = now;
        return;
    }
    const bool is_owner = is_here && found->second.session->has_token(request.proof, peer.binding);
    if (!is_owner) {
        // Until it counts as a try, nothing may show whether this server has the game.
        const auto attempt = begin_attempt({code, request.code, request.pass}, peer, request, now);
        if (!attempt) return;
        if (!is_here) return miss(peer, *attempt, true, now);
    }
    if (is_owner && found->second.session->goes_on()) return wait_for_next_level(found->second, id, request);
    const auto slot = found->second.session->take_back(request.proof, peer.binding, new_token(), now);
    games_due_.set(found->first, now);  // it may have messages to send
    assert(slot.has_value() == is_owner && "who has a seat's token gets it back");
    if (!slot) return wrong_code(peer, Refusal::wrong_token, {}, now);
    // The player may rejoin from another address while the old connection still counts as alive: the token decides.
    clear_seat(found->second, *slot, {}, now);
    enter(peer, id, found->second, *slot, now);
}

/// A code or token was wrong. An address that has used up its tries is told only that, and nothing about this code. A valid
/// token admits its player regardless.
void Lobby::wrong_code(Peer& peer, Refusal reason, const std::string& text, Micros now) {
    if (!environment_.admission->may_try_code(peer.host, now)) return refuse(peer, Refusal::too_many_tries);
    environment_.admission->note_wrong_code(peer.host, now);
    if (++peer.tries >= limits_.tries_max) return refuse(peer, Refusal::too_many_tries);
    refuse(peer, reason, text);
}

/// The peer has lost its seat: only what it has yet to be told is sent.
void Lobby::release(PeerId id, Micros now) {
    Peer& peer = *peers_.at(id);
    unseat(id, peer, now);
    peer.closing = true;
    peer.closing_since = now;
}

/// Disconnects the peer that has the seat.
void Lobby::clear_seat(Game& game, Slot slot, std::optional<proto::ByeReason> reason, Micros now) {
    auto& seated = game.peers[index(slot)];
    if (seated && peers_.contains(*seated)) {
        Peer& old = *peers_.at(*seated);
        assert(old.session == game.session && old.slot == slot && "a seat's peer knows its seat");
        if (reason) old.connection.send(proto::Bye{*reason});
        release(*seated, now);
    }
    seated.reset();
    game.session->disconnect(slot, false, now);
    assert(!game.session->is_connected(slot) && "the old connection is removed");
}

void Lobby::enter(Peer& peer, PeerId id, Game& game, Slot slot, Micros now) {
    const auto& session = game.session;
    assert(peer.greeted && !peer.closing && "only a greeted peer that is not closing enters a game");
    assert(peer.session == nullptr && !game.peers[index(slot)] && "a peer enters one seat, and a seat has one peer");
    peer.session = session;
    peer.slot = slot;
    note_seated(peer);
    environment_.admission->seat_taken(peer.host);
    game.peers[index(slot)] = id;
    peers_due_.erase(id);
    games_due_.set(session->code(), now);
    peer.connection.send(session->entered(slot));
    tell_fleet(peer, now);
    session->connect(slot, peer.connection, now);
    say(LogCause::seat, peer.host,
        placed({fmt::format("{} (peer {}) takes the {} seat", quoted_name(peer.name), id.value,
                            slot == Slot::gold ? "gold" : "blue"), slot}, *session), now);
}

void Lobby::leave(PeerId id, Peer& peer, bool left, Micros now) {
    if (peer.session == nullptr) return;
    assert(games_.contains(peer.session->code()) && "a session outlives the peers in it");
    peer.session->disconnect(peer.slot, left, now);
    games_.at(peer.session->code()).peers[index(peer.slot)].reset();
    games_due_.set(peer.session->code(), now);
    unseat(id, peer, now);
}

void Lobby::unseat(PeerId id, Peer& peer, Micros now) {
    peer.session.reset();
    peer.seatless_since = now;
    peers_due_.set(id, now);
    environment_.admission->seat_left(peer.host, now);
}

/// Whether the peer has no seat, or has the seat in which its game has it.
bool Lobby::is_in_its_seat(PeerId id, const Peer& peer) const {
    if (peer.session == nullptr) return true;
    const auto found = games_.find(peer.session->code());
    return found != games_.end() && found->second.session == peer.session && found->second.peers[index(peer.slot)] == id;
}

void Lobby::refuse(Peer& peer, Refusal reason, std::string text, std::optional<proto::Ticket> ticket) {
    assert(reason != Refusal::none && "a refusal has a reason");
    assert(text.size() <= proto::kTextBytesMax && "a refusal with a longer text would never be sent");
    count(metrics_.refused);
    if (reason == Refusal::too_many_tries) {
        count(metrics_.over_limit);
        say(LogCause::refusal, peer.host,
            fmt::format("{} is refused: {}", quoted_name(peer.name), proto::text_of(reason)),
            std::max<Micros>(peer.since, peer.connection.last_heard()));
    }
    peer.connection.send(proto::Refused{reason, std::move(text), std::move(ticket)});
    // The player may retype a wrong code; every other refusal closes the connection.
    if (reason == Refusal::unknown_code || reason == Refusal::session_full || reason == Refusal::wrong_token) return;
    peer.closing = true;
    peer.closing_since = std::max<Micros>(peer.since, peer.connection.last_heard());
}

}  // namespace albireo::server
