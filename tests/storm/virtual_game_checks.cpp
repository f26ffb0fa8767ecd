// What must hold in a virtual game: the worlds agree tick by tick, and the game ends as it should.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "replays/reader.hpp"
#include "replays/verify.hpp"
#include "tests/storm/virtual_server.hpp"

namespace albireo::storm {

void VirtualGame::check_agreement(Slot slot) {
    Client& client = clients_[index(slot)];
    if (now_ < client.agrees_by) return;
    const Micros allowed = client.agrees_by - options_.calm_at;
    client.agrees_by = proto::kNever;
    const bool is_there = client.game != nullptr && client.game->has_game();
    // The game ended while the player was away. What the client was told is checked at the end.
    using State = client::GameClient::State;
    const bool is_told = client.game != nullptr && (client.game->state() == State::ended || client.game->state() == State::failed);
    if (!is_there && is_told) return;
    // A player who has held the game for too long stays away for up to 40 s, as the server has told them.
    if (session() != nullptr && session()->is_held_back(slot)) return;
    // Confirmed ticks have been compared, so reaching the tick means agreeing.
    if (is_there && client.game->predictor().confirmed().tick >= calm_tick_) return;
    add_finding(fmt::format("{} is only at tick {}, {:.1f} s after the calm began at tick {}",
                            slot == Slot::gold ? "gold" : "blue",
                            is_there ? client.game->predictor().confirmed().tick.value : 0,
                            static_cast<double>(allowed) / 1e6, calm_tick_.value));
}

void VirtualGame::store_server_roots() {
    const server::Session* game = session();
    if (game == nullptr || !game->has_started()) return;
    const Tick tick = game->tick();
    for (Tick next{static_cast<std::uint32_t>(server_roots_.size())}; next <= tick; ++next) {
        const auto* digest = game->history().find(next);
        server_roots_.push_back(digest != nullptr ? digest->root : 0);
    }
}

/// Compares every confirmed tick of a client with the server's, as far as both have come.
void VirtualGame::compare(Slot slot) {
    Client& client = clients_[index(slot)];
    if (!client.game->has_game()) return;
    const DigestHistory& history = client.game->history();
    if (history.count() == 0) return;
    const Tick newest = history.newest();
    for (; client.compared <= newest && client.compared.value < server_roots_.size(); ++client.compared) {
        const auto* digest = history.find(client.compared);
        if (digest == nullptr || server_roots_[client.compared.value] == 0) continue;
        ++ticks_checked_;
        const bool has_differed = client.differs;
        client.differs = digest->root != server_roots_[client.compared.value];
        if (client.differs && options_.expects_heal && options_.faults[index(slot)]) {
            ++planted_seen_;
            if (!has_differed) ++planted_strikes_;
            // A client that comes back to an earlier tick is struck again.
            if (!has_differed && planted_strikes_ > 1 && client.compared != options_.faults[index(slot)]->tick)
                add_finding(fmt::format("{} differs from the server again after a heal, at tick {}", slot == Slot::gold ? "gold" : "blue",
                                        client.compared.value));
        } else if (client.differs && !has_differed) {
            add_finding(fmt::format("{} differs from the server at tick {}", slot == Slot::gold ? "gold" : "blue",
                                    client.compared.value));
        }
    }
}

std::uint64_t VirtualGame::own_corrections(Slot slot) const {
    const Client& client = clients_[index(slot)];
    std::uint64_t sum = client.own_corrections;
    if (client.game != nullptr && client.game->has_game()) {
        const client::Corrections& corrections = client.game->predictor().corrections();
        sum += corrections.own_ship + corrections.own_shots;
    }
    return sum;
}

std::uint64_t VirtualGame::bytes_per_second_max(Slot slot) const {
    return clients_[index(slot)].bytes_max;
}

void VirtualGame::check_at_end() {
    let_agree();
    coverage_.games = 1;
    const TrickCounters& tricks = network_->tricks();
    if (tricks.accepted != 0) add_finding(fmt::format("{} forged datagrams passed the seal", tricks.accepted));
    if (tricks.unsent != 0) add_finding(fmt::format("{} packets arrived that nobody had sent", tricks.unsent));
    if (tricks.repeated_keys != 0) add_finding(fmt::format("{} packets were encrypted with the same bytes as others", tricks.repeated_keys));
    if (tricks.spoiled != 0) add_finding(fmt::format("{} genuine datagrams were refused after forged ones", tricks.spoiled));
    if (stranger_ != nullptr && stranger_->seats_taken() != 0) add_finding("a stranger has got a seat");
    if (neighbours_ != nullptr && neighbours_->desyncs() != 0) add_finding("players of another game were notified of a desync");
    for (const Slot slot : kSlots) {
        if (!is_client(slot)) continue;
        const Client& client = clients_[index(slot)];
        const bool is_planted = options_.expects_heal && options_.faults[index(slot)].has_value();
        const char* name = slot == Slot::gold ? "gold" : "blue";
        if (client.game == nullptr) {
            add_finding(fmt::format("{} is missing", name));
            continue;
        }
        // A player cannot return to a game that ended while they were away. With a token they learn how it ended, unless
        // it was not played to its end; if they know the end already, the next process of the server does not.
        const bool has_no_end = !ended_ || ended_->outcome == proto::Outcome::left;
        const bool came_too_late = client.game->refusal() == proto::Refusal::unknown_code &&
                                   (session() == nullptr || session()->has_ended()) &&
                                   (has_no_end || !client.is_by_token || disk_->has_failed() || (client.knows_end && server_ends_ > 0));
        if (client.game->state() == client::GameClient::State::failed && !came_too_late) {
            add_finding(fmt::format("{} failed: {}", name, client.game->failure()));
        }
        // A game that ends at once after a fault was planted gives no time to heal it.
        const auto& planted = options_.faults[index(slot)];
        const bool is_too_soon = is_planted && ended_ && ended_->tick - planted->tick < kHealTicks;
        if (client.differs && !is_too_soon) add_finding(fmt::format("{} differs from the server after the calm", name));
        if (!is_planted && own_corrections(slot) != 0)
            add_finding(fmt::format("{}: own ship or shots were corrected", name));
        if (!is_planted && client.game->figures().desyncs != 0)
            add_finding(fmt::format("{} was notified of a desync", name));
        check_end_of(slot);
        if (client.conflicts + client.game->conflicts() != 0)
            add_finding(fmt::format("{} received a conflicting frame", name));
        // The evidence about a desync has a rate of its own.
        if (!is_planted && client.bytes_max > 8000) add_finding(fmt::format("{} sent {} bytes in a second", name, client.bytes_max));
        if (session() != nullptr && session()->is_held_back(slot)) continue;  // as above
        if (session() != nullptr && client.game->has_game()) {
            if (options_.players > 1 && !has_hostile() && client.game->state() == client::GameClient::State::playing && !session()->has_ended() &&
                client.game->partner_state() != session()->state_of(other(slot))) {
                add_finding(fmt::format("{} was not told whether its partner is there", name));
            }
            const std::int32_t behind = session()->tick() - client.game->predictor().confirmed().tick;
            if (behind > static_cast<std::int32_t>(kLeadTicksMax)) {
                add_finding(fmt::format("{} is {} ticks behind the server after the calm", name, behind));
            }
        } else if (session() != nullptr && session()->has_started() && !session()->has_ended()) {
            add_finding(fmt::format("{} has no game although one is running", name));
        }
    }
    const bool is_planted = options_.expects_heal && (options_.faults[0] || options_.faults[1]);
    const bool was_left = ended_ && ended_->outcome == proto::Outcome::left && !has_hostile();
    if (was_left && incidents_of(Incident::Kind::leave) == 0) add_finding("the game was ended, and nobody had left");
    if (!has_hostile() && !is_planted && metrics_.desyncs.load() != 0) add_finding("the server detected a desync");
    if (!has_hostile() && is_planted && metrics_.desyncs.load() > planted_strikes_)
        add_finding(fmt::format("the server detected {} desyncs where {} were planted", metrics_.desyncs.load(), planted_strikes_));
    if (!has_hostile() && metrics_.conflicts.load() != 0) add_finding("the server received a conflicting frame");
    if (const server::Session* game = session();
        calm_ && game != nullptr && game->has_started() && !game->has_ended() && calm_tick_.value != 0 &&
        now_ - options_.calm_at >= kRejoinWithin && game->tick() - calm_tick_ < 30 &&
        !game->is_held_back(Slot::gold) && !game->is_held_back(Slot::blue)) {  // as above
        add_finding(fmt::format("the game is stuck at tick {} after the calm", game->tick().value));
    }
    if (meter_->bytes_per_second_max() > 8000) {
        add_finding(fmt::format("the server sent a client {} bytes in a second", meter_->bytes_per_second_max()));
    }
    check_parts();
    if (disk_->is_without_header()) return;  // there is no recording
    if (this->recording().empty()) return add_finding("no game ever began");
    replays::Recording recording;
    if (const auto error = replays::read_recording(this->recording(), recording); !error.empty()) {
        return add_finding("the recording cannot be read: " + error);
    }
    replays::Replay replay;
    if (const auto error = replays::prepare(std::move(recording), replay, replays::Partial::accept); !error.empty()) {
        return add_finding("the recording cannot be played: " + error);
    }
    cover_recording(replay);
}

/// What was recorded after a recording had failed.
void VirtualGame::check_parts() {
    for (const auto& part : disk_->parts()) {
        replays::Recording recording;
        if (part->bytes.empty() || !part->is_readable) continue;
        std::string fault = replays::read_recording(part->bytes, recording);
        replays::Replay replay;
        if (fault.empty()) fault = replays::prepare(std::move(recording), replay, replays::Partial::accept);
        if (!fault.empty()) return add_finding("a later part of the recording cannot be read: " + fault);
        replays::Verifier verifier{replay, replays::Player::Keep::nothing};
        while (verifier.verdict().same && verifier.step()) {
        }
        if (!verifier.verdict().same) add_finding("a later part of the recording does not verify: " + verifier.verdict().text);
    }
}

/// A client that has learned of the end agrees with the server about it.
void VirtualGame::check_end_of(Slot slot) {
    const Client& client = clients_[index(slot)];
    const client::GameClient& game = *client.game;
    const char* name = slot == Slot::gold ? "gold" : "blue";
    coverage_.digests_compared += client.digests + game.figures().digests_checked;
    coverage_.heals += client.heals + game.figures().resyncs;
    using State = client::GameClient::State;
    const bool is_told = game.state() == State::ended || game.state() == State::failed;
    if (ended_ && ended_at_ < options_.calm_at && !is_told) add_finding(fmt::format("{} does not know that the game has ended", name));
    if (game.state() != State::ended || !ended_) return;
    if (!game.outcome() || *game.outcome() != ended_->outcome) {
        add_finding(fmt::format("{} ended differently from the server", name));
    } else if (game.final_tick() == ended_->tick && game.final_digest() != ended_->digest) {
        add_finding(fmt::format("{} ended with a world that differs from the server's", name));
    } else if (ended_->outcome != proto::Outcome::left) {
        ++coverage_.ends_compared;
        if (client.is_by_token && !game.has_game()) ++coverage_.told_later;
    }
}

/// Counts a return to a game in which the player's own request is pending.
void VirtualGame::note_return(Slot slot) {
    Client& client = clients_[index(slot)];
    const bool was_playing = client.is_playing;
    client.is_playing = client.game->state() == client::GameClient::State::playing;
    if (client.is_playing && !was_playing && has_brief_request(client.game->predictor().confirmed(), slot)) ++coverage_.asked_rejoins;
}

/// How the game ended, as the server said. A recording on a disk that has failed lacks the end.
std::uint64_t Coverage::* VirtualGame::ending_of(const World& recorded) const {
    const auto is = [&](proto::Outcome outcome) { return ended_ && ended_->outcome == outcome; };
    const Outcome last = outcome_of(recorded);
    if (is(proto::Outcome::cleared) || last == Outcome::cleared) return &Coverage::cleared;
    if (is(proto::Outcome::over) || last == Outcome::over) return &Coverage::over;
    if (session() != nullptr && !session()->has_ended()) return &Coverage::running;
    return ended_ || !disk_->has_failed() ? &Coverage::left : &Coverage::lost;
}

/// Verifies the recording, and counts what happened in it.
void VirtualGame::cover_recording(const replays::Replay& replay) {
    replays::Verifier verifier{replay, replays::Player::Keep::nothing};
    while (verifier.verdict().same && verifier.step()) {
        coverage_.note_events(verifier.player().events());
        coverage_.note_request(verifier.player().world());
    }
    const replays::Verdict& verdict = verifier.verdict();
    if (!verdict.same) add_finding("the recording does not verify: " + verdict.text);
    coverage_.note_last(verifier.player().world());
    coverage_.solo = options_.players == 1 ? 1 : 0;
    coverage_.practice = options_.section != 0 ? 1 : 0;
    ++(coverage_.*ending_of(verifier.player().world()));
    coverage_.rejoins = metrics_.rejoins.load();
    coverage_.absences = metrics_.absences.load();
    coverage_.ticks_compared = ticks_checked_;
}

}  // namespace albireo::storm
