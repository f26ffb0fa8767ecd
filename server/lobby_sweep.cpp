// What an operator, or the end of the process, does to all peers and games: in parts, so that no pass takes long.
//
// A sweep visits each peer that was there when it began, and then each game. So nobody escapes a ban by taking a seat meanwhile, or by leaving
// one: when the games are visited, no banned peer is left to take a seat, and admission control admits no new one.
#include <fmt/format.h>

#include <cassert>
#include <utility>

#include "server/lobby_peer.hpp"

namespace albireo::server {

using proto::PeerId;

void Lobby::begin_sweep(Sweep sweep) {
    assert((sweep.of_peer || sweep.of_game) && sweep.reached_at_once > 0 && "a sweep makes progress in each pass");
    sweeps_.push_back(std::move(sweep));
}

/// Looks at so many peers and games at most. Returns whether it has looked at all.
bool Lobby::sweep_part(Sweep& sweep, std::size_t most, Micros now) {
    std::size_t seen = 0, reached = 0;
    const auto has_room = [&] { return seen < most && (most == SIZE_MAX || reached < sweep.reached_at_once); };
    auto peer = !sweep.of_peer ? peers_.end() : sweep.peer ? peers_.upper_bound(*sweep.peer) : peers_.begin();
    for (; peer != peers_.end() && has_room(); ++peer, ++seen) {
        sweep.peer = peer->first;
        if (sweep.of_peer(peer->first, *peer->second, now)) ++reached;
    }
    auto game = peer == peers_.end() && sweep.of_game ? games_.upper_bound(sweep.game) : games_.end();
    for (; game != games_.end() && has_room(); ++seen) {
        const auto each = game++;
        sweep.game = each->first;
        if (sweep.of_game(each->first, each->second, now)) ++reached;
    }
    sweep.reached += reached;
    return has_room();
}

void Lobby::sweep_some(Micros now, std::size_t most) {
    if (sweeps_.empty() || !sweep_part(sweeps_.front(), most, now)) return;
    const Sweep over = std::move(sweeps_.front());
    sweeps_.pop_front();
    if (over.done) over.done(over.reached);
}

void Lobby::finish_sweeps(Micros now) {
    while (!sweeps_.empty()) sweep_some(now, SIZE_MAX);
}

void Lobby::tell_all(const std::string& text, Done done) {
    begin_sweep({.reached_at_once = 16,
                 .of_peer = [this, notice = proto::OperatorNotice{text}](PeerId, Peer& peer, Micros now) {
                     if (peer.session == nullptr) return false;
                     peer.connection.send(notice);
                     games_due_.set(peer.session->code(), now);
                     return true;
                 },
                 .done = std::move(done)});
}

void Lobby::remove_banned(Done done) {
    const auto is_player = [](const Session& session, Slot slot) {
        return !session.has_ended() && !session.name_of(slot).empty() && session.state_of(slot) != proto::Partner::left;
    };
    begin_sweep({.reached_at_once = 4,
                 .of_peer = [this, is_player](PeerId id, Peer& peer, Micros now) {
                     if (peer.closing || !environment_.admission->is_banned(peer.host, now)) return false;
                     if (peer.session != nullptr) {
                         return is_player(*peer.session, peer.slot) && remove(peer.session->code(), peer.slot, now);
                     }
                     peer.connection.send(proto::Bye{proto::ByeReason::misbehaved});
                     peer.closing = true;
                     peer.closing_since = now;
                     peers_due_.set(id, now);
                     return true;
                 },
                 // Seats whose players may return by token.
                 .of_game = [this, is_player](proto::CodeKey, Game& game, Micros now) {
                     bool is_reached = false;
                     for (const Slot slot : kSlots) {
                         if (!is_player(*game.session, slot) || !environment_.admission->is_banned(game.session->host_of(slot), now)) continue;
                         is_reached = remove(game.session->code(), slot, now) || is_reached;
                     }
                     return is_reached;
                 },
                 .done = std::move(done)});
}

void Lobby::close(bool parks) {
    draining_ = closed_ = true;
    is_parking_ = is_parking_ || parks;
    has_parked_ = has_parked_ || parks;
    begin_sweep({.reached_at_once = 2,
                 .of_game = [this, parks](proto::CodeKey code, Game& game, Micros now) {
                     if (parks && park(game, now)) {
                         end_game(games_.find(code), now);
                     } else {
                         game.session->end(proto::ByeReason::server_closing, now);
                         games_due_.set(code, now);
                     }
                     return true;
                 },
                 .done = [this](std::size_t) { is_parking_ = false; }});
}

void Lobby::close_all(Micros now) {
    close(false);
    finish_sweeps(now);
}

void Lobby::park_all() {
    close(true);
}

/// Leaves the game to the next process. Returns false, and does nothing, if it cannot be resumed.
bool Lobby::park(Game& game, Micros now) {
    if (!game.session->park()) return false;
    count(metrics_.sessions_parked);
    environment_.log(placed(LogEvent(fmt::format("the game is parked at tick {}: the next server here resumes it", game.session->tick().value)), *game.session));
    for (const auto& id : game.peers) {
        const auto peer = id ? peers_.find(*id) : peers_.end();
        if (peer == peers_.end()) continue;
        // The journal is written: no frame that comes later may be acknowledged.
        peer->second->connection.stop_frames();
        release(*id, now);
    }
    for (const auto& [id, request] : game.waiting) {
        if (const auto peer = peers_.find(id); peer != peers_.end()) refuse(*peer->second, proto::Refusal::recovering);
    }
    return true;
}

}  // namespace albireo::server
