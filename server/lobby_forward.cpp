// Games of other servers that this one watches and forwards to spectators of its own, and spectators that forward a game of this server.
#include <fmt/format.h>

#include <algorithm>
#include <cassert>

#include "server/lobby_peer.hpp"

namespace albireo::server {

using proto::PeerId;
using proto::Refusal;

namespace {
/// Between two counts that one forwarder's are taken. It sends one every two seconds at most, and repeats it.
constexpr Micros kCountEvery = 500 * proto::kMicrosPerMs;
}  // namespace

void Lobby::forward(const std::string& watch_code, ForwardedNews news, Micros now) {
    assert(watch_code.size() == proto::kWatchCodeLetters && news.watchers != nullptr && "a forwarder knows its game");
    // A game of this server's own comes first: the forwarder's configuration is wrong, or a circle.
    if (closed_ || find_watched(watch_code) != games_.end()) return;
    const auto [found, is_new] = forwarded_.try_emplace(watch_code);
    ForwardedGame& game = found->second;
    if (is_new) {
        game.recording = std::make_shared<LiveRecording>();
        game.recording->begin(nullptr, true);
        game.watchers = news.watchers;
    }
    game.delay = std::clamp(Micros{news.delay_ms} * proto::kMicrosPerMs, game.delay, kWatchDelayMax);
    game.spectators = news.spectators;
    game.has_started = news.has_started;
    if (!news.bytes.empty()) {
        [[maybe_unused]] const std::string fault = game.recording->append(news.bytes);
        assert(fault.empty() && "memory takes everything");
        game.recording->note_time(now);
    }
    if (news.end == ForwardedNews::End::open) return;
    news.end == ForwardedNews::End::complete ? game.recording->finish() : game.recording->cut();
    forwarded_.erase(found);  // its spectators have the recording
}

void Lobby::watch_forwarded(Peer& peer, const std::string& watch_code, std::uint32_t delay_ms, PeerId id, Micros now) {
    const ForwardedGame& game = forwarded_.at(watch_code);
    if (spectators_of(watch_code).size() >= limits_.forwarded_spectators_max || spectators_.size() >= limits_.spectators_all_max ||
        !environment_.admission->may_watch(peer.host)) {
        return refuse(peer, Refusal::spectators_full);
    }
    const Micros delay = std::clamp(Micros{delay_ms} * proto::kMicrosPerMs, std::max(game.delay, kWatchDelayMin), kWatchDelayMax);
    begin_watching(peer, watch_code, game.recording, delay, id, now);
}

/// A spectator forwards the game to so many.
void Lobby::take_forwarders_count(Peer& peer, std::uint32_t count, Micros now) {
    Watching& watching = *peer.watching;
    if (watching.forwards_told_at >= 0 && now - watching.forwards_told_at < kCountEvery) return;
    watching.forwards_told_at = now;
    const std::uint32_t most = std::min(count, kForwardedToMax);
    if (std::exchange(watching.forwards_to, most) != most) tell_players(watching.code, now);
}

std::uint32_t Lobby::watchers_of(const std::string& code) const {
    std::uint32_t all = 0;
    for (const PeerId id : spectators_) {
        const Peer& peer = *peers_.at(id);
        if (peer.watching && peer.watching->code == code) all += 1 + peer.watching->forwards_to;
    }
    return all;
}

}  // namespace albireo::server
