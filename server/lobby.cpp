// The peers of a lobby and their timers: what is due, and which messages arrive.
#include "server/lobby.hpp"

#include <fmt/format.h>

#include <cassert>

#include "proto/join_code.hpp"
#include "proto/names.hpp"
#include "server/lobby_peer.hpp"
#include "sim/level/section.hpp"
#include "sim/snapshot.hpp"

namespace albireo::server {

using proto::PeerId;
using proto::Refusal;

namespace {
constexpr Micros kLinger = 500 * proto::kMicrosPerMs;
constexpr Micros kAskAgain = 10 * proto::kMicrosPerMs;  // for a level that is being compiled, or a code that is looked up
}

Lobby::Lobby(Levels& levels, LobbyEnvironment environment, Metrics& metrics, LobbyLimits limits)
    : levels_(levels),
      environment_(std::move(environment)),
      watch_codes_(environment_.watch_key),
      metrics_(metrics),
      limits_(limits),
      // At most an eighth of a second at once: on a line at home, a player's packet may be behind it.
      spectators_bucket_(limits.spectators_rate, std::min(limits.spectators_rate / 8, kSpectatorsDepth)) {
    assert(environment_.admission != nullptr && "a lobby has admission control");
    assert(environment_.random && environment_.wall_ms && environment_.log && "the host provides random numbers, a clock and a log");
    games_due_.reserve(limits_.sessions_max);
    peers_due_.reserve(kSlotCount * limits_.sessions_max);
}

Lobby::~Lobby() = default;

// ------------------------------------------------------------------------------------------------------------ advance

void Lobby::advance(proto::Link& link, Micros now) {
    proto::LinkEvent event;
    while (link.poll(event, now)) {
        if (Peer* const peer = take(event, link, now)) wake(event.peer, *peer, now);
    }
    recover_some(now);
    sweep_some(now, kSweptAtOnce);
    ended_games_.let_go(now);
    visit_due(link, now);
    assert(peers_due_.size() + seated() == peers_.size() && "a peer that is never due would never be dropped");
    assert(games_due_.size() == games_.size() && "a game that is never due would never end");
    metrics_.sessions_now.store(games_.size(), std::memory_order_relaxed);
    if (shards_.loads) shards_.loads->set_games(shards_.own, load());
    metrics_.peers_now.store(peers_.size(), std::memory_order_relaxed);
    const proto::LinkTraffic traffic = link.traffic();
    metrics_.packets_in.store(traffic.packets_received, std::memory_order_relaxed);
    metrics_.packets_out.store(traffic.packets_sent, std::memory_order_relaxed);
    metrics_.bytes_in.store(traffic.bytes_received, std::memory_order_relaxed);
    metrics_.bytes_out.store(traffic.bytes_sent, std::memory_order_relaxed);
}

/// A packet of this peer has come.
void Lobby::wake(PeerId id, const Peer& peer, Micros now) {
    if (peer.session != nullptr) return games_due_.hasten(peer.session->code(), now);
    peers_due_.hasten(id, now);
}

void Lobby::visit_due(proto::Link& link, Micros now) {
    const auto is_over = [this] { return environment_.is_pass_over && environment_.is_pass_over(); };
    bool goes_on = true;
    const auto visit_games = [&] {
        while (const auto code = games_due_.pop(now)) {
            visit_game(*code, link, now);
            if (goes_on = !is_over(); !goes_on) return;
        }
    };
    visit_games();
    std::vector<PeerId> spectators;
    while (const auto id = peers_due_.pop(now)) {
        Peer& peer = *peers_.at(*id);
        if (peer.is_spectator) {
            spectators.push_back(*id);
            continue;
        }
        visit_seatless(*id, link, now);
        if (goes_on = goes_on && !is_over(); !goes_on) break;
    }
    // Those that a peer has just entered.
    if (goes_on) visit_games();
    // What spectators get leaves after the players' packets.
    visit_spectators(std::move(spectators), link, now);
}

/// Its players' messages, the game itself, and the packets that are due to its players.
void Lobby::visit_game(proto::CodeKey code, proto::Link& link, Micros now) {
    Micros due = proto::kNever;
    const auto found = games_.find(code);
    assert(found != games_.end() && "a game that is due is there");
    Game& game = found->second;
    // Each is looked up once: with a thousand peers that is what a visit waits for. A peer stays in memory until it is dropped.
    std::array<std::optional<PeerId>, kSlotCount> ids;
    std::array<Peer*, kSlotCount> peers{};
    const auto peer_of = [&](Slot slot) -> Peer& {
        const std::size_t i = index(slot);
        if (ids[i] != game.peers[i]) peers[i] = peers_.at((ids[i] = game.peers[i]).value()).get();
        return *peers[i];
    };
    for (const Slot slot : kSlots) {
        const auto id = game.peers[index(slot)];
        if (id && !hear(*id, peer_of(slot), link, now)) due = now;
    }
    if (!advance_game(found, now)) return;
    due = std::min(due, game.session->next_due(now));
    for (const Slot slot : kSlots) {
        const auto id = game.peers[index(slot)];
        if (!id) continue;
        Peer& peer = peer_of(slot);
        tell_fleet(peer, now);
        // A packet that leaves between two parts of the work says less than one after them, and on a bad line there are few.
        if (game.session->has_more()) continue;
        if (const auto next = serve(*id, peer, link, now)) due = std::min(due, *next);
    }
    list(code, game, listing_of(*game.session));
    // Not again in this pass.
    games_due_.hasten(code, std::max(due, now + 1));
}

/// A peer that has no seat, and is no spectator.
void Lobby::visit_seatless(PeerId id, proto::Link& link, Micros now) {
    Peer& peer = *peers_.at(id);
    const auto request = std::exchange(peer.request, {});
    if (peer.closing) charge_unanswered(peer, now);
    peer.is_asking = false;
    if (request && !peer.closing) receive(id, peer, *request, now);
    const bool is_heard = hear(id, peer, link, now);
    // A peer that now has a seat is served with its game, a new spectator with the other spectators.
    if (!peers_.contains(id) || peer.session != nullptr) return;
    if (peer.is_spectator) return peers_due_.set(id, now);
    if (const auto next = serve(id, peer, link, now)) peers_due_.set(id, std::max(is_heard ? *next : now, now + 1));
}

/// Handles the messages of a peer. Drops it if it misbehaves. Returns false if more of its messages wait.
bool Lobby::hear(PeerId id, Peer& peer, proto::Link& link, Micros now) {
    const bool is_heard = receive_messages(id, peer, now);
    judge_spectator(peer, now);
    note_counters(peer);
    if (peer.noted.malformed <= limits_.malformed_max) return is_heard;
    say(LogCause::misbehaviour, peer.host,
        fmt::format("peer {} is disconnected: it sent {} malformed packets or messages", id.value, peer.noted.malformed), now);
    leave(id, peer, true, now);
    forget(id, link);
    return true;
}

/// Sends what is due to a peer, or drops it. Returns when it is due again; nothing if it was dropped.
std::optional<Micros> Lobby::serve(PeerId id, Peer& peer, proto::Link& link, Micros now) {
    peer.is_spectator ? send_to_spectator(id, peer, link, now) : send_due(id, peer, link, now);
    if (!is_done(peer, now)) return due_of(peer, now);
    leave(id, peer, peer.closing, now);
    forget(id, link);
    return std::nullopt;
}

/// Returns false if the game is over, and gone.
bool Lobby::advance_game(std::map<proto::CodeKey, Game>::iterator found, Micros now) {
    Game& game = found->second;
    game.session->advance(now);
    keep_ended_game(game, now);
    report_changes(game, now);
    if (!game.session->is_finished(now)) return true;
    for (const auto& id : game.peers) {
        assert((!id || peers_.contains(*id)) && "every seated peer is still connected");
        if (id) unseat(*id, *peers_.at(*id), now);
    }
    if (game.session->has_started()) count(metrics_.sessions_closed);
    if (game.session->goes_on() && (!closed_ || is_parking_)) {
        if (!closed_) open_next_level(game, now);
        return true;
    }
    for (const auto& [id, request] : game.waiting) {
        if (const auto peer = peers_.find(id); peer != peers_.end()) refuse(*peer->second, Refusal::server_closing);
    }
    if (auto journal = game.session->give_up_journal()) ended_games_.hold(std::move(journal), now);
    end_game(found, now);
    return false;
}

std::size_t Lobby::seated() const {
    return static_cast<std::size_t>(std::ranges::count_if(peers_, [](const auto& each) { return each.second->session != nullptr; }));
}

/// Whether a peer must be dropped.
bool Lobby::is_done(const Peer& peer, Micros now) const {
    assert(peer.since <= now && peer.closing_since <= now && "a peer's times are in the past");
    // An absent player has been silent too long for this connection. They rejoin over a new one, by token.
    if (peer.session != nullptr && peer.session->state_of(peer.slot) == proto::Partner::absent &&
        !peer.session->is_held_back(peer.slot)) {
        return true;
    }
    if (has_stalled(peer, now)) return true;
    if (peer.session == nullptr && peer.watching == nullptr && now > seatless_until(peer)) return true;
    // After a goodbye the peer stays a little longer, so that it receives the acknowledgement.
    const Micros closing_for = now - peer.closing_since;
    return peer.closing && closing_for > kLinger &&
           (peer.connection.messages_unacknowledged() == 0 || closing_for > 6 * kLinger);
}

/// When a peer has something to send, or must be dropped.
Micros Lobby::due_of(Peer& peer, Micros now) {
    Micros due = peer.greeted ? peer.connection.next_due(now) : proto::kNever;
    if (peer.is_spectator) due = spectator_due(peer, due, now);
    if (peer.session == nullptr && peer.watching == nullptr) due = std::min(due, seatless_until(peer) + 1);
    if (peer.request) due = std::min(due, now + kAskAgain);
    if (peer.closing) due = std::min(due, std::max(peer.closing_since + kLinger + 1, now + kLinger / 5));
    assert((peer.session != nullptr || due != proto::kNever) && "a peer without a game is dropped when it falls silent");
    return due;
}

/// Returns the peer that has something new; null if there is none.
Lobby::Peer* Lobby::take(const proto::LinkEvent& event, proto::Link& link, Micros now) {
    const auto found = peers_.find(event.peer);
    switch (event.kind) {
        case proto::LinkEvent::Kind::connected:
            if (found == peers_.end()) admit(event.peer, link, now);  // which makes it due
            return nullptr;
        case proto::LinkEvent::Kind::refused:
        case proto::LinkEvent::Kind::other_key:
            return nullptr;  // happen on clients only
        case proto::LinkEvent::Kind::received:
            break;
    }
    if (found == peers_.end()) return nullptr;
    Peer& peer = *found->second;
    if (now - peer.second_began >= proto::kMicrosPerSecond) {
        peer.second_began = now;
        if (peer.session != nullptr) peer.session->note_path(peer.slot);
        peer.packets_this_second = 0;
        peer.flooding = false;
    }
    if (++peer.packets_this_second > limits_.packets_per_second_max) {
        if (!peer.flooding) count(metrics_.floods);
        peer.flooding = true;
        return &peer;
    }
    peer.connection.receive(event.channel, event.bytes, now);
    return &peer;
}

/// The gate has asked admission control already, but not about peers that came in the same moment.
void Lobby::admit(PeerId id, proto::Link& link, Micros now) {
    const Host host = link.host_of(id);
    if (environment_.admission->is_banned(host, now) || !environment_.admission->peer_connected(host, now)) {
        count(metrics_.over_limit);
        return link.close(id);
    }
    Peer& peer = *peers_.emplace(id, std::make_unique<Peer>(now, host)).first->second;
    peer.binding = link.binding_of(id);
    peer.connection.set_extra_header_bytes(link.extra_header_bytes(id));
    peers_due_.set(id, now);
}

/// Drops a peer that is in no session.
void Lobby::forget(PeerId id, proto::Link& link) {
    const auto peer = std::move(peers_.at(id));
    charge_unanswered(*peer, std::max(peer->since, peer->connection.last_heard()));
    note_seated(*peer);
    link.close(id);
    peers_due_.erase(id);
    peers_.erase(id);
    spectators_.erase(id);
    if (peer->watching != nullptr) tell_players(peer->watching->code, peer->seatless_since);
}

/// The peer has taken a seat or leaves: it no longer counts as a peer without a seat, nor as a spectator.
void Lobby::note_seated(Peer& peer) {
    peer.request.reset();  // it wanted another seat
    peer.rematch.reset();
    switch (std::exchange(peer.counts_as, Peer::CountsAs::nothing)) {
        case Peer::CountsAs::seatless:
            return environment_.admission->peer_seated_or_gone(peer.host);
        case Peer::CountsAs::rematch_wait:
            return environment_.admission->rematch_wait_over(peer.host);
        case Peer::CountsAs::spectator:
            return environment_.admission->spectator_gone(peer.host);
        case Peer::CountsAs::nothing:
            return;
    }
}

/// Adds a peer's counters since the last call to the metrics. Called after its packets and messages were processed.
void Lobby::note_counters(Peer& peer) {
    const auto& seen = peer.connection.counters();
    assert(seen.malformed >= peer.noted.malformed && "counters never fall");
    count(metrics_.malformed, seen.malformed - peer.noted.malformed);
    count(metrics_.out_of_context, seen.out_of_context - peer.noted.out_of_context);
    count(metrics_.too_early, seen.too_early - peer.noted.too_early);
    peer.noted = seen;
    const std::uint64_t future = peer.connection.incoming().counters().future;
    assert(future >= peer.noted_future && "counters never fall, not even when frames restart");
    count(metrics_.future_frames, future - std::exchange(peer.noted_future, future));
}

/// Returns false if more wait: kMessagesAtOnce have been handled.
bool Lobby::receive_messages(PeerId id, Peer& peer, Micros now) {
    for (int handled = 0; !peer.closing; ++handled) {
        // A peer that keeps requesting data and acknowledges none of it must not fill the server's memory.
        if (peer.connection.messages_unacknowledged() > limits_.messages_waiting_max) {
            say(LogCause::misbehaviour, peer.host,
                fmt::format("peer {} is disconnected: it does not acknowledge the data that it requested", id.value), now);
            leave(id, peer, true, now);
            peer.closing = true;
            peer.closing_since = now;
            break;
        }
        if (handled == kMessagesAtOnce) return false;
        const auto message = peer.connection.next_message();
        if (!message) break;
        receive(id, peer, *message, now);
    }
    return true;
}

void Lobby::send_due(PeerId id, Peer& peer, proto::Link& link, Micros now) {
    proto::OutPacket packet;
    while (peer.greeted && peer.connection.next_packet(packet, now)) {
        assert(packet.size > 0 && packet.size <= proto::kLinkPacketBytesMax && "a packet fits the link");
        link.send(id, packet.channel, packet.bytes(), now);
    }
    charge_repeats(peer, now);
}

// ---------------------------------------------------------------------------------------------------------- messages

void Lobby::receive(PeerId id, Peer& peer, const proto::Message& message, Micros now) {
    if (const auto* hello = std::get_if<proto::Hello>(&message)) {
        if (peer.greeted) return;
        peer.greeted = true;
        peer.name = proto::tidy_name(hello->name);
        if (peer.name.empty()) peer.name = "player";
        peer.connection.set_eco(hello->eco);
        peer.connection.set_knows_signals(hello->signals);
        peer.connection.set_knows_spectators(hello->spectators);
        peer.connection.set_knows_voice(hello->voice);
        peer.connection.set_knows_wishes(hello->wishes);
        peer.knows_tickets = hello->tickets;
        if (hello->protocol_version != proto::kProtocolVersion) {
            refuse(peer, Refusal::protocol_version,
                   fmt::format("{} on the server, {} here", proto::kProtocolVersion, hello->protocol_version));
        } else if (hello->core_version != kCoreVersion) {
            refuse(peer, Refusal::core_version,
                   fmt::format("core {} on the server, {} here", kCoreVersion, hello->core_version));
        } else {
            peer.connection.send(proto::Welcome{
                .core_version = kCoreVersion, .server_name = "albireo-server", .signals = true, .spectators = true, .voice = true, .wishes = hello->wishes, .forwards = true});
        }
        return;
    }
    if (!peer.greeted) return;
    assert(!peer.closing && "a closing peer sends no more messages to handlers");
    assert(!peer.name.empty() && "a peer that has said hello has a name");
    assert(is_in_its_seat(id, peer) && "a peer is in at most one seat, and its game agrees on which");
    if (std::holds_alternative<proto::Bye>(message)) {
        if (stays_for_rematch(id, peer, now)) return;
        leave(id, peer, true, now);
        peer.closing = true;
        peer.closing_since = now;
        if (peer.watching != nullptr) stop_watching(peer, now);
    } else if (const auto* behind = std::get_if<proto::Spectators>(&message); behind != nullptr && peer.watching != nullptr) {
        take_forwarders_count(peer, behind->count, now);
    } else if (peer.watching != nullptr) {
        count(metrics_.unexpected);
        refuse(peer, Refusal::bad_request, "a spectator can only watch");
        stop_watching(peer, now);
    } else if (peer.session != nullptr) {
        peer.session->receive(peer.slot, message, now);
    } else if (peer.is_asking) {
        count(metrics_.unexpected);  // one request of a peer is looked up at a time
    } else if (const auto* request = std::get_if<proto::Create>(&message)) {
        create(peer, *request, message, nullptr, id, now);
    } else if (const auto* code = std::get_if<proto::Join>(&message)) {
        join(peer, *code, id, now);
    } else if (const auto* back = std::get_if<proto::Rejoin>(&message)) {
        rejoin(peer, *back, id, now);
    } else if (const auto* wish = std::get_if<proto::Watch>(&message)) {
        watch(peer, *wish, id, now);
    } else {
        count(metrics_.unexpected);
    }
}

}  // namespace albireo::server
