// Who else has to do with a virtual game: an operator who acts on the server or restarts it, and a spectator; and the players' voices.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "server/limits/origin.hpp"
#include "tests/storm/virtual_server.hpp"

namespace albireo::storm {
namespace {

constexpr Micros kParksFor = 2 * proto::kMicrosPerSecond;  // as a shard at its end
constexpr Micros kLooksEvery = 20 * proto::kMicrosPerMs;
constexpr Micros kComesAgainAfter = 2 * proto::kMicrosPerSecond;

/// A piece of voice whose bytes follow from its number.
proto::VoicePiece piece_of(std::uint16_t number) {
    proto::VoicePiece piece{.number = number, .size = static_cast<std::uint8_t>(1 + number % proto::kVoicePieceBytesMax)};
    for (std::size_t i = 0; i < piece.size; ++i) piece.buffer[i] = static_cast<std::uint8_t>(number + i * 5);
    return piece;
}

}  // namespace

/// The server is asked to restart: it parks the game, says so, and ends once everybody knows, or after two seconds.
void VirtualGame::stop_server(const Incident& incident) {
    const bool is_too_late = now_ + incident.length + 2 * kParksFor > options_.calm_at;  // the next process needs time before the calm
    // A game whose disk has failed cannot be resumed.
    if (lobby_ == nullptr || crash_.stops_by != proto::kNever || disk_->has_failed() || is_too_late) return;
    ++incidents_[static_cast<std::size_t>(incident.kind)];
    note_server_end();
    crash_.length = incident.length;
    crash_.stops_by = now_ + kParksFor;
    lobby_->park_all();
}

void VirtualGame::stop_if_done() {
    if (crash_.stops_by == proto::kNever || !(lobby_->is_empty() || now_ >= crash_.stops_by)) return;
    lobby_->finish_sweeps(now_);
    lobby_->advance(*meter_, now_);
    meter_->flush(now_);
    kill_server();
}

void VirtualGame::act_as_operator(std::uint32_t act) {
    const auto strangers = server::read_host_range("198.51.100.0/24");
    switch (act % 6) {
        case 0: lobby_->tell(code_, "The server restarts at noon.", now_); break;
        case 1: lobby_->tell_all("The server restarts at noon.", {}); break;
        case 2: {
            // Games that have not ended, and of them those that somebody can join.
            if (lobby_->open_games(8).size() > lobby_->codes(8).size()) add_finding("a game can be joined that is not running");
            const auto lines = lobby_->sessions();
            const bool is_listed = std::ranges::find(lines, code_, &server::Lobby::SessionLine::code) != lines.end();
            if (is_listed != (session() != nullptr)) add_finding("the operator's list and the games differ");
            break;
        }
        case 3:
            admission_->ban({*strangers, now_ + 10 * proto::kMicrosPerSecond}, now_);
            lobby_->remove_banned([this](std::size_t reached) {
                if (reached != 0) add_finding("a ban of strangers has removed a player");
            });
            break;
        case 4:
            for (const server::Ban& ban : admission_->bans(now_)) {
                if (server::read_host_range(ban.range.text())->text() != ban.range.text()) add_finding("a ban's text is of another range");
            }
            admission_->lift(*strangers, now_);
            break;
        case 5:
            if (has_hostile()) lobby_->remove(code_, Slot::blue, now_);
            break;
    }
}

/// Whoever watches sees a game that verifies. When the server has gone, they come again.
void VirtualGame::advance_spectator() {
    const auto& gold = clients_[index(Slot::gold)].game;
    if (spectator_ == nullptr && now_ >= spectator_comes_ && gold != nullptr && !gold->watch_code().empty()) {
        spectator_ = std::make_unique<replays::Spectator>(network_->connect_stranger(), replays::Spectator::Options{.code = gold->watch_code()});
        spectator_due_ = now_;
    }
    if (spectator_ == nullptr || now_ < spectator_due_) return;
    spectator_due_ = now_ + kLooksEvery;
    spectator_->advance(now_);
    if (!spectator_->is_over()) return;
    using Spectator = replays::Spectator;
    const replays::Verdict verdict = spectator_->verdict();
    ticks_watched_ += verdict.ticks;
    if (spectator_->state() == Spectator::State::done && !verdict.same) add_finding("a spectator's game does not verify: " + verdict.text);
    if (spectator_->cause() == Spectator::Cause::bad_recording) add_finding("a spectator cannot read the game: " + spectator_->failure());
    // Nobody comes again to the end of a game that they have seen.
    spectator_comes_ = spectator_->state() == Spectator::State::done ? proto::kNever : now_ + kComesAgainAfter;
    spectator_due_ = proto::kNever;
    spectator_.reset();
}

void VirtualGame::advance_stranger() {
    if (!options_.stranger || code_.empty() || calm_) return;
    if (stranger_ == nullptr) stranger_ = std::make_unique<Stranger>(options_.seed, [this] { return network_->connect_stranger(); });
    stranger_->advance({.code = code_, .level = options_.level, .is_full = options_.players == 1}, now_);
}

void VirtualGame::advance_neighbours() {
    if (!options_.neighbours || code_.empty()) return;
    if (neighbours_ == nullptr) {
        neighbours_ = std::make_unique<Neighbours>(options_.stages.empty() ? options_.level : options_.stages.front().first, [this] {
            client::ClientEnvironment environment;
            environment.open_link = [this] { return network_->connect_stranger(); };
            environment.find_level = [this](const std::string& name, Difficulty difficulty) { return level(name, difficulty); };
            return environment;
        });
    }
    if (calm_ || ended()) neighbours_->leave(now_);  // a run is over when nobody plays on its server
    neighbours_->advance(now_);
}

/// A player talks for some seconds, and listens for some. For a while they do not hear their partner.
void VirtualGame::talk(Slot slot) {
    Client& client = clients_[index(slot)];
    constexpr Micros kPhrase = 3 * proto::kMicrosPerSecond;
    const Micros phrase = now_ / kPhrase + static_cast<Micros>(index(slot));
    client.game->set_hears_partner(phrase % 5 != 4);
    while (const auto piece = client.game->take_voice()) {
        ++pieces_heard_;
        // A hostile partner says what they like.
        if (!has_hostile() && *piece != piece_of(piece->number)) add_finding("a piece of voice has changed on its way");
    }
    client.game->take_signals();
    if (phrase % 2 == 0 || now_ < client.next_piece) return;
    client.next_piece = now_ + proto::kVoicePieceTime;
    client.game->send_voice(piece_of(client.pieces++), own_time(client, now_));
    if (client.pieces % 100 == 0) client.game->send_signal(proto::SignalKind::boss, own_time(client, now_));
}

}  // namespace albireo::storm
