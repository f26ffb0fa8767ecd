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
    // The level has ended since, and the client is on its way to the next one. That it gets there is checked at the end.
    const bool is_level_over = session() != nullptr && (stage_of(session()->setup()) != calm_stage_ || session()->goes_on());
    if (!is_there && is_level_over) return;
    // Confirmed ticks have been compared, so reaching the tick means agreeing.
    if (is_there && (stage_of(*client.game) > calm_stage_ || client.game->predictor().confirmed().tick >= calm_tick_)) return;
    add_finding(fmt::format("{} is only at tick {}, {:.1f} s after the calm began at tick {}",
                            slot == Slot::gold ? "gold" : "blue",
                            is_there ? client.game->predictor().confirmed().tick.value : 0,
                            static_cast<double>(allowed) / 1e6, calm_tick_.value));
}

/// What the players asked for holds in each level of a campaign, and after each restart of the server.
void VirtualGame::check_setup() {
    const server::Session* game = session();
    if (game == nullptr || is_setup_wrong_) return;
    const server::SessionSetup& setup = game->setup();
    const std::string& watch_code = watch_codes_.try_emplace(setup.code, setup.watch_code).first->second;
    std::string wrong;
    if (setup.speed != options_.speed) {
        wrong = fmt::format("a game at {} % of its speed is played at {} %", options_.speed, setup.speed);
    } else if (setup.players != options_.players) {
        wrong = fmt::format("a game for {} is played for {}", options_.players, setup.players);
    } else if (setup.difficulty != options_.difficulty) {
        wrong = "a game is played at another difficulty";
    } else if (setup.watch_code != watch_code) {
        wrong = fmt::format("spectators had the code {}, and now need {}", watch_code, setup.watch_code);
    } else if (setup.watch_delay_ms != options_.watch_delay_ms) {
        wrong = fmt::format("spectators are {} ms behind, where the players asked for {}", setup.watch_delay_ms, options_.watch_delay_ms);
    }
    is_setup_wrong_ = !wrong.empty();
    if (is_setup_wrong_) add_finding(std::move(wrong));
}

void VirtualGame::store_server_roots() {
    const server::Session* game = session();
    if (game == nullptr || !game->has_started()) return;
    const std::size_t at = stage_of(game->setup());
    if (at >= stages_.size()) stages_.resize(at + 1);
    Stage& stage = stages_[at];
    stage.began_at = std::min(stage.began_at, now_);
    const Tick tick = game->tick();
    for (Tick next{static_cast<std::uint32_t>(stage.roots.size())}; next <= tick; ++next) {
        const auto* digest = game->history().find(next);
        stage.roots.push_back(digest != nullptr ? digest->root : 0);
    }
}

/// Compares every confirmed tick of a client with the server's, as far as both have come.
void VirtualGame::compare(Slot slot) {
    Client& client = clients_[index(slot)];
    if (!client.game->has_game()) return;
    const DigestHistory& history = client.game->history();
    if (history.count() == 0 || stage_of(*client.game) >= stages_.size()) return;
    const std::vector<std::uint64_t>& roots = stages_[stage_of(*client.game)].roots;
    const Tick newest = history.newest();
    for (; client.compared <= newest && client.compared.value < roots.size(); ++client.compared) {
        const auto* digest = history.find(client.compared);
        if (digest == nullptr || roots[client.compared.value] == 0) continue;
        ++ticks_checked_;
        const bool has_differed = client.differs;
        client.differs = digest->root != roots[client.compared.value];
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
    const std::optional<proto::Ended> end = ended();
    coverage_.games = 1;
    const TrickCounters& tricks = network_->tricks();
    if (tricks.accepted != 0) add_finding(fmt::format("{} forged datagrams passed the seal", tricks.accepted));
    if (tricks.unsent != 0) add_finding(fmt::format("{} packets arrived that nobody had sent", tricks.unsent));
    if (tricks.repeated_keys != 0) add_finding(fmt::format("{} packets were encrypted with the same bytes as others", tricks.repeated_keys));
    if (tricks.spoiled != 0) add_finding(fmt::format("{} genuine datagrams were refused after forged ones", tricks.spoiled));
    for (const std::string& code : lobby_ != nullptr && lobby_->recovering() == 0 ? disk_->lobbies() : std::vector<std::string>()) {
        const server::Session* const kept = lobby_->find(code);
        if (kept == nullptr || kept->has_started()) add_finding(fmt::format("a lobby is kept that is {}", kept == nullptr ? "over" : "a game"));
    }
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
        const bool has_no_end = !end || end->outcome == proto::Outcome::left;
        const bool came_too_late = client.game->refusal() == proto::Refusal::unknown_code &&
                                   (session() == nullptr || session()->has_ended()) &&
                                   (has_no_end || !client.is_by_token || disk_->has_failed() || (client.knows_end && server_ends_ > 0));
        if (client.game->state() == client::GameClient::State::failed && !came_too_late) {
            add_finding(fmt::format("{} failed: {}", name, client.game->failure()));
        }
        if (client.differs && !ends_before_heal(slot)) add_finding(fmt::format("{} differs from the server after the calm", name));
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
        // The next level of a campaign has just begun.
        if (stages_.size() > 1 && now_ - stages_.back().began_at < kAgreeWithin) continue;
        if (session() != nullptr && client.game->has_game() && stage_of(*client.game) == stage_of(session()->setup())) {
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
    const bool was_left = end && end->outcome == proto::Outcome::left && !has_hostile();
    if (was_left && incidents_of(Incident::Kind::leave) == 0) add_finding("the game was ended, and nobody had left");
    if (!has_hostile() && !is_planted && metrics_.desyncs.load() != 0) add_finding("the server detected a desync");
    if (!has_hostile() && is_planted && metrics_.desyncs.load() > planted_strikes_)
        add_finding(fmt::format("the server detected {} desyncs where {} were planted", metrics_.desyncs.load(), planted_strikes_));
    if (!has_hostile() && metrics_.conflicts.load() != 0) add_finding("the server received a conflicting frame");
    if (const server::Session* game = session();
        calm_ && game != nullptr && game->has_started() && !game->has_ended() && calm_tick_.value != 0 && stage_of(game->setup()) == calm_stage_ &&
        now_ - options_.calm_at >= kRejoinWithin && game->tick() - calm_tick_ < 30 &&
        !game->is_held_back(Slot::gold) && !game->is_held_back(Slot::blue)) {  // as above
        add_finding(fmt::format("the game is stuck at tick {} after the calm", game->tick().value));
    }
    if (meter_->bytes_per_second_max() > 8000) {
        add_finding(fmt::format("the server sent a client {} bytes in a second", meter_->bytes_per_second_max()));
    }
    check_parts();
    coverage_.next_levels = stages_.size() - 1;
    if (disk_->is_without_header()) return;  // there is no recording
    if (this->recording().empty()) return add_finding("no game ever began");
    for (const std::vector<std::uint8_t>& recorded : records_[code_]) {
        if (recorded.empty()) continue;  // a level that had not begun
        replays::Recording recording;
        if (const auto error = replays::read_recording(recorded, recording); !error.empty()) {
            return add_finding("the recording cannot be read: " + error);
        }
        replays::Replay replay;
        if (const auto error = replays::prepare(std::move(recording), replay, replays::Partial::accept); !error.empty()) {
            return add_finding("the recording cannot be played: " + error);
        }
        cover_recording(replay, &recorded == &records_[code_].back());
    }
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
    if (ended() && stages_.back().ended_at < options_.calm_at && !is_told) add_finding(fmt::format("{} does not know that the game has ended", name));
    check_outcome(slot);
}

/// Whether the level in which a fault is planted ends so soon after it that there is no time to heal it.
bool VirtualGame::ends_before_heal(Slot slot) const {
    const auto& planted = options_.faults[index(slot)];
    const auto& end = stages_.front().ended;
    return options_.expects_heal && planted && end && end->tick - planted->tick < kHealTicks;
}

/// A client whose level has ended agrees with the server about the outcome and the last world.
void VirtualGame::check_outcome(Slot slot) {
    const Client& client = clients_[index(slot)];
    const client::GameClient& game = *client.game;
    const char* name = slot == Slot::gold ? "gold" : "blue";
    if (game.state() != client::GameClient::State::ended || stage_of(game) >= stages_.size()) return;
    const std::optional<proto::Ended>& end = stages_[stage_of(game)].ended;
    if (!end) return;
    if (!game.outcome() || *game.outcome() != end->outcome) {
        add_finding(fmt::format("{} ended differently from the server", name));
    } else if (game.final_tick() == end->tick && game.final_digest() != end->digest && !(stage_of(game) == 0 && ends_before_heal(slot))) {
        add_finding(fmt::format("{} ended with a world that differs from the server's", name));
    } else if (end->outcome != proto::Outcome::left) {
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
    const auto& end = stages_.back().ended;
    const auto is = [&](proto::Outcome outcome) { return end && end->outcome == outcome; };
    const Outcome last = outcome_of(recorded);
    if (is(proto::Outcome::cleared) || last == Outcome::cleared) return &Coverage::cleared;
    if (is(proto::Outcome::over) || last == Outcome::over) return &Coverage::over;
    if (session() != nullptr && !session()->has_ended()) return &Coverage::running;
    return end || !disk_->has_failed() ? &Coverage::left : &Coverage::lost;
}

/// Verifies the recording, and counts what happened in it. `is_last`: it is of the last level.
void VirtualGame::cover_recording(const replays::Replay& replay, bool is_last) {
    replays::Verifier verifier{replay, replays::Player::Keep::nothing};
    while (verifier.verdict().same && verifier.step()) {
        coverage_.note_events(verifier.player().events());
        coverage_.note_request(verifier.player().world());
    }
    const replays::Verdict& verdict = verifier.verdict();
    if (!verdict.same) add_finding("the recording does not verify: " + verdict.text);
    coverage_.note_last(verifier.player().world());
    if (!is_last) return;
    coverage_.solo = options_.players == 1 ? 1 : 0;
    coverage_.practice = options_.section != 0 ? 1 : 0;
    ++(coverage_.*ending_of(verifier.player().world()));
    coverage_.rejoins = metrics_.rejoins.load();
    coverage_.absences = metrics_.absences.load();
    coverage_.ticks_compared = ticks_checked_;
}

}  // namespace albireo::storm
