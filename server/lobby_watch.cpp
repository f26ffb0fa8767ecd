// Spectators: peers that watch a game and have no seat. They get the recording, late, and cost the players nothing: their
// packets have a budget of their own and leave after those of the players.
#include <fmt/format.h>

#include <algorithm>
#include <cassert>

#include "proto/blob.hpp"
#include "proto/join_code.hpp"
#include "server/lobby_peer.hpp"

namespace albireo::server {

using proto::PeerId;
using proto::Refusal;

namespace {
constexpr Micros kFeedEvery = 100 * proto::kMicrosPerMs;
constexpr Micros kTellEvery = 5 * proto::kMicrosPerSecond;   // its acknowledgement shows that the spectator is there
// Without an acknowledgement for so long: dropped. A spectator, and a player: on a line that loses 95 % each way, or while their repeats are
// slow (limits.hpp), nothing may arrive for more than ten seconds.
constexpr Micros kStalledMax = 10 * proto::kMicrosPerSecond, kPlayerStalledMax = 30 * proto::kMicrosPerSecond;
constexpr Micros kEndWithin = 30 * proto::kMicrosPerSecond;   // after the end of the game, to get the rest of it
constexpr std::size_t kMessagesWaiting = 16;                  // of the recording, unacknowledged
constexpr std::int64_t kPacketBytes = static_cast<std::int64_t>(proto::wire_bytes(proto::kLinkPacketBytesMax));

static_assert(LobbyLimits{}.spectators_max == proto::kSpectatorsMax, "a message has room for the names of all spectators of a game");

Micros watch_delay_of(std::uint32_t delay_ms) {
    return std::clamp(Micros{delay_ms} * proto::kMicrosPerMs, kWatchDelayMin, kWatchDelayMax);
}
}  // namespace

std::string Lobby::watch_code_of(const std::string& code) const {
    for (std::uint32_t attempt = 0;; ++attempt) {
        std::string watch_code = watch_codes_.code_of(code, shards_.own, shards_.count, attempt);
        if (const auto found = find_watched(watch_code); found == games_.end() || found->first == code) return watch_code;
    }
}

std::map<proto::CodeKey, Lobby::Game>::const_iterator Lobby::find_watched(const std::string& watch_code) const {
    const auto found = watched_.find(watch_code);
    assert((found == watched_.end() || games_.contains(found->second)) && "a watch code leads to a game");
    return found == watched_.end() ? games_.end() : games_.find(found->second);
}

std::vector<std::string> Lobby::spectators_of(const std::string& code) const {
    std::vector<std::string> names;
    for (const PeerId id : spectators_) {
        const Peer& peer = *peers_.at(id);
        if (peer.watching && peer.watching->code == code) names.push_back(peer.name);
    }
    std::ranges::sort(names);
    return names;
}

void Lobby::watch(Peer& peer, const proto::Watch& request, PeerId id, Micros now) {
    const auto code = proto::read_watch_code(request.code);
    // The next process here has the parked games, and their spectators.
    if (has_parked_ && environment_.journal && !(code && forwarded_.contains(*code))) return refuse(peer, Refusal::recovering);
    if (draining_ && (!code || !directory_)) return refuse(peer, Refusal::server_closing);
    if (code && is_elsewhere(watch_codes_.shard_of(*code, shards_.count), peer)) return;
    const auto attempt = begin_attempt({code, request.code, request.pass}, peer, request, now);
    if (!attempt) return;
    const auto found = code ? find_watched(*code) : games_.cend();
    if (draining_ && (found != games_.end() || forwarded_.contains(*code))) return refuse(peer, Refusal::server_closing);
    if (code && forwarded_.contains(*code)) return watch_forwarded(peer, *code, request.delay_ms, id, now);
    if (found == games_.end()) {
        if (code && is_recovering_watched(*code)) return refuse(peer, Refusal::recovering);
        return miss(peer, *attempt, false, now);
    }
    if (spectators_of(found->second.session->code()).size() >= limits_.spectators_max || spectators_.size() >= limits_.spectators_all_max ||
        !environment_.admission->may_watch(peer.host)) {
        return refuse(peer, Refusal::spectators_full);
    }
    Session& session = *found->second.session;
    const Micros delay = watch_delay_of(std::max(request.delay_ms, session.setup().watch_delay_ms));
    begin_watching(peer, session.code(), session.recording(), delay, id, now);
}

void Lobby::begin_watching(Peer& peer, const std::string& code, std::shared_ptr<const LiveRecording> recording, Micros delay, PeerId id, Micros now) {
    note_seated(peer);
    peer.counts_as = Peer::CountsAs::spectator;
    assert(peer.watching == nullptr && peer.session == nullptr && "a peer without a seat begins to watch");
    peer.watching = std::make_unique<Watching>();
    peer.is_spectator = true;
    spectators_.insert(id);
    assert(spectators_.size() <= limits_.spectators_all_max && "the number of spectators is within the limit");
    peer.watching->code = code;
    peer.watching->recording = std::move(recording);
    peer.watching->delay = delay;
    peer.watching->progress_at = now;
    LogEvent event(fmt::format("{} (peer {}) watches, {:.1f} s behind", quoted_name(peer.name), id.value,
                               static_cast<double>(peer.watching->delay) / proto::kMicrosPerSecond));
    event.session = code;
    say(LogCause::seat, peer.host, std::move(event), now);
    tell_players(code, now);
}

void Lobby::stop_watching(Peer& peer, Micros now) {
    assert(peer.watching != nullptr && peer.is_spectator && "only a spectator stops watching");
    const std::string code = peer.watching->code;
    peer.watching.reset();
    peer.seatless_since = now;
    tell_players(code, now);
}

void Lobby::tell_players(const std::string& code, Micros now) {
    if (const auto forwarded = forwarded_.find(code); forwarded != forwarded_.end()) {
        *forwarded->second.watchers = watchers_of(code);
        return;
    }
    const auto found = games_.find(code);
    if (found == games_.end()) return;
    found->second.session->tell_spectators(spectators_of(code), watchers_of(code));
    games_due_.set(code, now);
}

/// Closes the connection of a spectator that sends anything but acknowledgements and its goodbye.
void Lobby::judge_spectator(Peer& peer, Micros now) {
    if (peer.watching == nullptr || peer.closing || peer.connection.counters().too_early == 0) return;
    count(metrics_.unexpected);
    refuse(peer, Refusal::bad_request, "a spectator cannot send frames");
    stop_watching(peer, now);
}

/// What is known of the game that a spectator watches.
Lobby::Source Lobby::source_of(const Watching& watching) const {
    const LiveRecording& recording = *watching.recording;
    if (const auto found = forwarded_.find(watching.code); found != forwarded_.end() && found->second.recording == watching.recording) {
        const ForwardedGame& game = found->second;
        return {.is_game_over = closed_, .is_over = closed_, .has_started = game.has_started, .delay = game.delay, .came_late = game.delay,
                .spectators = std::max(game.spectators, watchers_of(watching.code))};
    }
    const auto game = games_.find(watching.code);
    if (game == games_.end()) return {.is_game_over = true, .is_over = true, .spectators = watchers_of(watching.code)};
    const Session& session = *game->second.session;
    const bool is_game_over = recording.is_complete();
    // Otherwise the recording may be over because the disk has failed: the game goes on with another one.
    return {.is_game_over = is_game_over, .is_over = is_game_over || recording.is_over() || session.recording() != watching.recording,
            .has_started = session.has_started(), .delay = watch_delay_of(session.setup().watch_delay_ms), .spectators = watchers_of(watching.code)};
}

/// Queues what is due of the recording.
void Lobby::feed(Peer& peer, Micros now) {
    assert(peer.session == nullptr && peer.counts_as == Peer::CountsAs::spectator && "a spectator has no seat");
    Watching& watching = *peer.watching;
    const LiveRecording& recording = *watching.recording;
    const auto waiting = [&] { return peer.connection.messages_unacknowledged(); };
    if (waiting() == 0 || waiting() < watching.waiting) watching.progress_at = now;
    const Source source = source_of(watching);
    // A player who joins may have lengthened it.
    watching.delay = std::max(watching.delay, source.delay);
    const bool is_game_over = source.is_game_over, is_over = source.is_over;
    if (is_game_over && watching.over_since < 0) watching.over_since = now;
    // Once the game is over, nobody gains from knowing its end early.
    const std::size_t until = is_game_over ? recording.bytes().size() : recording.bytes_at(now - (watching.delay - source.came_late));
    if (watching.announced_at < 0 || (waiting() == 0 && now - watching.announced_at >= kTellEvery)) {
        watching.announced_at = now;
        peer.connection.send(proto::Watching{.delay_ms = static_cast<std::uint32_t>(watching.delay / proto::kMicrosPerMs),
                                             .spectators = source.spectators,
                                             .running = !is_over && source.has_started,
                                             .bytes = static_cast<std::uint32_t>(until)});
    }
    while (watching.sent < until && waiting() < kMessagesWaiting) {
        const std::size_t size = std::min(until - watching.sent, 4 * proto::kChunkBytesMax);
        proto::send_blob(peer.connection, proto::BlobKind::recording, static_cast<std::uint32_t>(watching.sent),
                         std::span{recording.bytes()}.subspan(watching.sent, size));
        watching.sent += size;
    }
    assert((watching.sent <= recording.bytes().size() || recording.is_given_up()) && "only bytes that are there are sent");
    watching.waiting = waiting();
    if (!recording.is_given_up() && (!is_over || watching.sent < recording.bytes().size())) return;
    const bool is_cut = recording.is_given_up() || !recording.is_complete();
    peer.connection.send(proto::Bye{!is_cut ? proto::ByeReason::done : closed_ ? proto::ByeReason::restarting : proto::ByeReason::lost});
    peer.closing = true;
    peer.closing_since = now;
    stop_watching(peer, now);
}

/// Each round begins after the spectator that was sent to last, so that all get their share of the common budget.
void Lobby::visit_spectators(std::vector<PeerId> round, proto::Link& link, Micros now) {
    std::ranges::sort(round);
    std::rotate(round.begin(), std::upper_bound(round.begin(), round.end(), served_last_), round.end());
    bool is_over = false;
    for (const PeerId id : round) {
        if (is_over) {
            peers_due_.set(id, now);
            continue;
        }
        Peer& peer = *peers_.at(id);
        const bool is_heard = hear(id, peer, link, now);
        if (!peers_.contains(id)) continue;
        if (peer.watching != nullptr) peer.closing ? stop_watching(peer, now) : feed(peer, now);
        if (const auto next = serve(id, peer, link, now)) peers_due_.set(id, std::max(is_heard ? *next : now, now + 1));
        is_over = environment_.is_pass_over && environment_.is_pass_over();
    }
}

/// Sends a spectator's packets, within both budgets.
void Lobby::send_to_spectator(PeerId id, Peer& peer, proto::Link& link, Micros now) {
    proto::OutPacket packet;
    while (peer.bucket.holds(kPacketBytes, now) && spectators_bucket_.holds(kPacketBytes, now) && peer.connection.next_packet(packet, now)) {
        link.send(id, packet.channel, packet.bytes(), now);
        served_last_ = id;
        const auto bytes = static_cast<std::int64_t>(proto::wire_bytes(packet.size));
        peer.bucket.take(bytes, now);
        spectators_bucket_.take(bytes, now);
    }
}

/// A spectator or player who acknowledges nothing of what they are sent.
bool Lobby::has_stalled(const Peer& peer, Micros now) const {
    if (peer.watching == nullptr) {
        const Micros since = peer.connection.transfer_stalled_since();
        return !peer.is_spectator && since != proto::kNever && now - since > kPlayerStalledMax;
    }
    const Micros over_since = peer.watching->over_since;
    return now - peer.watching->progress_at > kStalledMax || (over_since >= 0 && now - over_since > kEndWithin);
}

/// Spectators have a budget of their own.
void Lobby::charge_repeats(Peer& peer, Micros now) {
    const std::uint64_t repeated = peer.connection.bytes_repeated() - peer.noted_repeats;
    if (repeated == 0) return;
    peer.noted_repeats += repeated;
    peer.connection.slow_repeats(!environment_.admission->charge_repeats(peer.host, repeated, now));
}

bool Lobby::is_empty() const {
    return sweeps_.empty() && games_.empty() && std::ranges::none_of(peers_, [](const auto& each) { return each.second->is_spectator; });
}

Micros Lobby::spectator_due(Peer& peer, Micros due, Micros now) {
    due = std::max(due, std::max(peer.bucket.when_holds(kPacketBytes, now), spectators_bucket_.when_holds(kPacketBytes, now)));
    return peer.watching != nullptr ? std::min(due, now + kFeedEvery) : due;
}

}  // namespace albireo::server
