// Games that an earlier process has left.
#include <fmt/format.h>

#include <cassert>

#include "proto/join_code.hpp"
#include "server/lobby.hpp"

namespace albireo::server {

void Lobby::recover(std::vector<ParkedFile> parked) {
    for (ParkedFile& each : parked) {
        assert(shard_of(each.code) == shards_.own && "a game is recovered by the shard of its code");
        if (directory_) directory_->keep(each.code, watch_code_of(each.code), shards_.own);
        recovering_watched_.try_emplace(watch_codes_.code_of(each.code, shards_.own, shards_.count), each.code);
        recovering_.try_emplace(each.code, std::move(each));
    }
}

bool Lobby::is_recovering(const std::optional<std::string>& code) {
    if (!code || !recovering_.contains(*code)) return false;
    recover_first_ = *code;
    return true;
}

/// The same, by the watch code that the game is about to have.
bool Lobby::is_recovering_watched(const std::string& watch_code) {
    const auto found = recovering_watched_.find(watch_code);
    return found != recovering_watched_.end() && is_recovering(found->second);
}

/// Games are read by the disk's thread, and their playing is offloaded.
void Lobby::recover_some(Micros now) {
    if (recovering_.empty()) return;
    if (recovers_now_.empty()) {
        recovers_now_ = recovering_.contains(recover_first_) ? recover_first_ : recovering_.begin()->first;
        recovery_loads_ = recovering_.at(recovers_now_).load();
    }
    if (is_ready(recovery_loads_) && !begin_recovery()) return forget_recovered();
    if (!is_ready(recovery_plays_)) return;
    Played played = recovery_plays_.get();
    if (played.is_done) {
        open_recovered(*played.recovery, now);
        return forget_recovered();
    }
    recovery_plays_ = offload(environment_.offload, [recovery = std::move(played.recovery)]() mutable {
        const bool is_done = recovery->play(kRecoverTicks);
        return Played{std::move(recovery), is_done};
    });
}

void Lobby::forget_recovered() {
    assert(recovering_.contains(recovers_now_) && "only the game that is being recovered is forgotten");
    if (directory_ && !games_.contains(recovers_now_)) directory_->drop(recovers_now_);
    recovering_.erase(recovers_now_);
    const auto watched = recovering_watched_.find(watch_codes_.code_of(recovers_now_, shards_.own, shards_.count));
    if (watched != recovering_watched_.end() && watched->second == recovers_now_) recovering_watched_.erase(watched);
    recovers_now_.clear();
}

/// Returns false if the game turned out to be none.
bool Lobby::begin_recovery() {
    ParkedFile::Loaded loaded = recovery_loads_.get();
    for (const std::string& fault : loaded.faults) {
        LogEvent event(fault);
        event.session = recovers_now_;
        environment_.log(event);
    }
    if (!loaded.game) return false;
    auto make_setup = [this, watch_code = watch_code_of(recovers_now_)](const KeptGame& kept, std::shared_ptr<const Level> level) {
        return setup_of(kept, std::move(level), watch_code);
    };
    recovery_plays_ = offload(environment_.offload, [this, game = std::move(*loaded.game), make_setup = std::move(make_setup)]() mutable {
        return Played{std::make_unique<Recovery>(std::move(game), levels_, make_setup, metrics_)};
    });
    return true;
}

void Lobby::open_recovered(Recovery& recovery, Micros now) {
    if (!recovery.fault().empty()) {
        recovery.set_aside();
        count(metrics_.sessions_unresumed);
        LogEvent event(fmt::format("cannot be resumed, and its journal is set aside: {}", recovery.fault()));
        event.session = recovers_now_;
        return environment_.log(event);
    }
    assert(!games_.contains(recovers_now_) && "a code that is being recovered is not given to another game");
    Game& game = games_[recovers_now_];
    game.session = recovery.take(now);
    assert(game.session->setup().code == recovers_now_ && "the journal is that of the parked game");
    game.host = game.session->setup().host;
    watched_.try_emplace(game.session->setup().watch_code, recovers_now_);
    environment_.admission->session_resumed(game.host);
    // Its players are about to return.
    for (const Slot slot : kSlots) {
        if (game.session->name_of(slot).empty()) continue;
        environment_.admission->seat_taken(game.session->host_of(slot));
        environment_.admission->seat_left(game.session->host_of(slot), now);
    }
    environment_.log(placed(LogEvent("spectators watch by the code " + proto::watch_code_text(game.session->setup().watch_code)), *game.session));
    games_due_.set(recovers_now_, now);
    count(metrics_.sessions_resumed);
}

/// The setup of a session of an earlier process. Its journal and its recording are those that it had.
/// Called on another thread: it uses what never changes.
SessionSetup Lobby::setup_of(const KeptGame& kept, std::shared_ptr<const Level> level, const std::string& watch_code) const {
    SessionSetup setup = surroundings(kept.code, kept.level_name, std::move(level), kept.host);
    setup.difficulty = kept.difficulty;
    setup.seed = kept.seed;
    setup.players = kept.players;
    setup.section = kept.section;
    setup.phase = kept.phase;
    setup.stages = kept.stages;
    setup.stage = kept.stage;
    setup.carry = kept.carry;
    setup.started_ms = kept.started_ms;
    setup.watch_delay_ms = kept.watch_delay_ms;
    setup.speed = kept.speed;
    setup.watch_code = watch_code;
    return setup;
}

}  // namespace albireo::server
