// The games of a lobby, apart from their peers: how they are set up, how a campaign goes on, how they end.
#include <cassert>

#include "server/lobby_peer.hpp"
#include "sim/script/compile.hpp"

namespace albireo::server {

/// The part of a session's setup that follows from its surroundings.
SessionSetup Lobby::surroundings(const std::string& code, const std::string& level_name,
                                 std::shared_ptr<const Level> level, Host host) const {
    SessionSetup setup;
    setup.code = code;
    setup.level_name = level_name;
    setup.next_level = levels_.after(level_name);
    setup.level = std::move(level);
    setup.started_ms = environment_.wall_ms();
    if (environment_.keep_bundle) setup.build = environment_.build;
    if (environment_.record || !setup.build.empty()) setup.packed_level = levels_.packed(*setup.level);
    setup.offload = environment_.offload;
    setup.fault = environment_.fault;
    setup.exchanges = environment_.exchanges;
    setup.admission = environment_.admission;
    setup.speed_percent = environment_.speed_percent;
    setup.program = environment_.program;
    setup.host = host;
    setup.pause_max = limits_.pause_max;
    if (environment_.record_part) {
        setup.record_part = [record = environment_.record_part, wall_ms = environment_.wall_ms, code] { return record(code, wall_ms()); };
    }
    return setup;
}

/// That of a new session.
SessionSetup Lobby::setup_of(const std::string& code, const std::string& level_name, std::shared_ptr<const Level> level,
                             Host host) const {
    SessionSetup setup = surroundings(code, level_name, std::move(level), host);
    if (environment_.record) {
        setup.record = [record = environment_.record, code, started_ms = setup.started_ms] {
            return record(code, started_ms);
        };
    }
    if (environment_.journal) {
        setup.make_journal = [make = environment_.journal, code, started_ms = setup.started_ms] { return make(code, started_ms); };
    }
    return setup;
}

/// Passes the bundles, faults and log lines of an advanced session to the disk and the log.
void Lobby::report_changes(Game& game, Micros now) {
    game.session->keep();
    if (const std::string fault = game.session->take_journal_fault(); !fault.empty()) {
        count(metrics_.games_not_kept);
        environment_.log(placed(LogEvent("cannot be resumed after a restart: " + fault + "; the game continues"), *game.session));
        if (environment_.journal_failed) environment_.journal_failed(fault);
    }
    for (LogEvent& event : game.session->take_log()) {
        say(LogCause::game, game.host, placed(std::move(event), *game.session), now);
    }
    for (auto& [bundle, host] : game.session->take_bundles()) {
        assert(environment_.keep_bundle && "sessions make bundles only if they are kept");
        bundle.wall_ms = environment_.wall_ms();
        environment_.keep_bundle(std::move(bundle), host);
    }
    if (const auto fault = game.session->take_recording_fault(); fault && environment_.recording_failed) {
        environment_.recording_failed(game.session->code(), *fault);
    }
}

/// Keeps one request of each peer, so that no peer fills the server's memory.
void Lobby::wait_for_next_level(Game& game, proto::PeerId id, proto::Message request) {
    std::erase_if(game.waiting, [&](const auto& each) { return each.first == id; });
    game.waiting.emplace_back(id, std::move(request));
}

/// A session with the same code, whose seats belong to the players who have stayed.
std::shared_ptr<Session> Lobby::next_level(const std::string& code, const Session& before) {
    assert(before.goes_on() && "only a cleared level has a next one");
    const std::string& name = before.setup().stages[before.setup().stage];
    auto level = levels_.find(name, before.setup().difficulty);
    assert(level != nullptr && "the levels of a campaign are on offer");
    SessionSetup setup = setup_of(code, name, std::move(level), before.setup().host);
    if (environment_.lobby_journal) {
        setup.journal = environment_.lobby_journal(code);
        if (setup.journal == nullptr) {
            count(metrics_.games_not_kept);
            environment_.log(placed(LogEvent("cannot be resumed after a restart until its next level begins: all places for lobbies are in use"), before));
        }
    }
    setup.watch_code = before.setup().watch_code;
    setup.watch_delay_ms = before.setup().watch_delay_ms;
    setup.speed = before.setup().speed;
    setup.stages = before.setup().stages;
    setup.stage = static_cast<std::uint8_t>(before.setup().stage + 1);
    assert(setup.stage >= 2 && setup.stage <= setup.stages.size() && "stages are counted from 1");
    setup.carry = carry_of(before.world());
    setup.difficulty = before.setup().difficulty;
    setup.players = before.setup().players;
    setup.seed = before.setup().seed + 1;
    auto next = std::make_shared<Session>(std::move(setup), metrics_);
    for (const Slot slot : kSlots) {
        auto holder = before.staying(slot);
        if (!holder) continue;
        next->take_seat(slot, std::move(*holder));
        next->keep_tokens(slot, before.tokens(slot));
    }
    return next;
}

void Lobby::keep_ended_game(Game& game, Micros now) {
    if (game.is_end_kept || !game.session->has_ended()) return;
    game.is_end_kept = true;
    const SessionSetup& setup = game.session->setup();
    auto& rematch = game.rematch;
    if (game.session->may_rematch()) {
        rematch = std::make_shared<Rematch>();
        rematch->request = {.level = setup.stages.empty() ? setup.level_name : std::string(script::kCampaign),
                            .difficulty = static_cast<std::uint8_t>(setup.difficulty),
                            .players = setup.players,
                            .section = setup.section,
                            .phase = setup.phase,
                            .watch_delay_ms = setup.watch_delay_ms,
                            .speed = static_cast<std::uint8_t>(setup.speed)};
    }
    for (const Slot slot : kSlots) {
        const proto::Ended ended = game.session->ending(slot);
        if (ended.goes_on || (ended.outcome == proto::Outcome::left && !ended.may_rematch) || game.session->name_of(slot).empty()) continue;
        ended_games_.keep(game.session->code(), {.slot = slot, .tokens = game.session->tokens(slot), .ended = ended, .rematch = rematch}, now);
    }
}

void Lobby::end_game(std::map<proto::CodeKey, Game>::iterator game, Micros now) {
    assert(game->first == game->second.session->code() && "a game is known by its session's code");
    environment_.admission->session_ended(game->second.host);
    ++sessions_ended_;
    list(game->first, game->second, {});
    games_due_.erase(game->first);
    if (directory_) directory_->drop(game->second.session->code());
    withdraw_wish(game->second, now);
    const auto watched = watched_.find(game->second.session->setup().watch_code);
    if (watched != watched_.end() && watched->second == game->first) watched_.erase(watched);
    let_go(std::move(game->second.session));
    games_.erase(game);
}

/// To free a session's memory takes 0.1 to 0.2 ms.
void Lobby::let_go(std::shared_ptr<Session> session) const {
    if (environment_.offload) environment_.offload([session = std::move(session)] {});
}

}  // namespace albireo::server
