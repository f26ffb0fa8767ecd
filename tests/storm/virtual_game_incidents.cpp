// What happens to the programs of a virtual game: clients and the server freeze, crash and return, and its disk fails.
#include <fmt/format.h>

#include <algorithm>

#include "tests/storm/virtual_server.hpp"

namespace albireo::storm {
namespace {

constexpr Micros kGoodbyeWait = 2 * proto::kMicrosPerSecond;  // how long a client that quits waits for its goodbye

}  // namespace

std::uint64_t VirtualGame::refused_writes() const { return disk_->refused_writes(); }
std::uint64_t VirtualGame::torn_writes() const { return disk_->torn_writes(); }

/// Called before each write and each packet of the server.
void VirtualGame::maybe_strike() {
    if (crash_.is_armed && lobby_ != nullptr && --crash_.left < 0) throw Killed{};
}

/// What the next process must know.
void VirtualGame::note_server_end() {
    const server::Session* game = session();
    crash_.had_game = game != nullptr && !game->has_ended();
    crash_.in_game = crash_.had_game && game->has_started();
    crash_.games_ended = metrics_.sessions_ended.load();
    crash_.stage = crash_.had_game ? stage_of(game->setup()) : stages_.size() - 1;
    crash_.server_tick = crash_.in_game ? game->tick() : Tick{};
    crash_.confirmed = {};
}

/// The process is gone, and with it everything but the recording, the journals and the lobbies' places.
void VirtualGame::kill_server() {
    if (crash_.stops_by == proto::kNever) note_server_end();
    crash_.stops_by = proto::kNever;
    crash_.is_armed = false;
    crash_.starts_at = now_ + crash_.length;
    crash_.is_open = true;
    disk_->end_process();
    offloaded_.clear();  // before the lobby, which the work may use
    lobby_.reset();
    network_->end_server();
    meter_->forget();
    server_frozen_until_ = 0;
    ++server_ends_;
    for (Client& each : clients_) each.disturbed_at = crash_.starts_at;
}

/// The first pass in which the game is there again.
void VirtualGame::check_resumed() {
    if (!crash_.is_open || lobby_->recovering() != 0) return;
    crash_.is_open = false;
    const server::Session* game = session();
    if (game == nullptr || game->has_ended()) {
        // The last frames of the journal may end the game. A game whose disk has failed is not recorded on, so another process
        // has nothing to resume it from.
        const bool is_ended = metrics_.sessions_ended.load() > crash_.games_ended;
        if (crash_.had_game && game == nullptr && !is_ended && !disk_->has_failed()) add_finding("the game was lost with the server");
        return;
    }
    if (!game->has_started()) {
        // A game that nobody was told of may begin again.
        const bool is_known = crash_.server_tick != Tick{} || std::ranges::any_of(clients_, [](const Client& each) {
            return each.game != nullptr && each.game->has_game();
        });
        if (crash_.in_game && is_known) add_finding("a running game was resumed as a lobby");
        return;
    }
    const std::size_t at = stage_of(game->setup());
    const bool is_known = std::ranges::any_of(crash_.confirmed, [](Tick tick) { return tick != Tick{}; });
    if (at < crash_.stage && is_known) add_finding(fmt::format("level {} of a campaign was played, and level {} is resumed", crash_.stage + 1, at + 1));
    if (at != crash_.stage) return;  // the next level had been opened, or nobody had been told of it
    for (const Slot slot : kSlots) {
        if (game->tick() < crash_.confirmed[index(slot)]) {
            add_finding(fmt::format("{} had confirmed tick {}, and the game is resumed at tick {}", slot == Slot::gold ? "gold" : "blue",
                                    crash_.confirmed[index(slot)].value, game->tick().value));
        }
    }
    if (game->tick() < crash_.server_tick) {
        add_finding(fmt::format("the server was at tick {} and is resumed at tick {}", crash_.server_tick.value, game->tick().value));
    }
    if (at >= stages_.size()) return;
    const std::vector<std::uint64_t>& roots = stages_[at].roots;
    for (Tick tick{}; tick <= game->tick() && tick.value < roots.size(); ++tick) {
        const auto* digest = game->history().find(tick);
        if (digest == nullptr || roots[tick.value] == 0 || digest->root == roots[tick.value]) continue;
        return add_finding(fmt::format("the resumed game differs at tick {}", tick.value));
    }
}

void VirtualGame::apply_incident(const Incident& incident) {
    Client& client = clients_[index(incident.slot)];
    if (incident.kind == Incident::Kind::server_freeze) {
        server_frozen_until_ = now_ + incident.length;
        for (Client& each : clients_) each.disturbed_at = server_frozen_until_;
        ++incidents_[static_cast<std::size_t>(incident.kind)];
        return;
    }
    if (incident.kind == Incident::Kind::server_restart) return stop_server(incident);
    if (incident.kind == Incident::Kind::operator_acts) {
        if (lobby_ == nullptr) return;  // it is down
        ++incidents_[static_cast<std::size_t>(incident.kind)];
        return act_as_operator(static_cast<std::uint32_t>(incident.amount));
    }
    if (incident.kind == Incident::Kind::server_crash) {
        if (lobby_ == nullptr || crash_.stops_by != proto::kNever) return;  // it is down, or about to end
        ++incidents_[static_cast<std::size_t>(incident.kind)];
        crash_.length = incident.length;
        crash_.left = incident.amount;
        crash_.is_armed = incident.amount > 0;
        if (incident.amount == 0) kill_server();
        return;
    }
    if (incident.kind == Incident::Kind::disk_full || incident.kind == Incident::Kind::disk_torn) {
        ++incidents_[static_cast<std::size_t>(incident.kind)];
        if (incident.kind == Incident::Kind::disk_full) {
            disk_->be_full_until(now_ + incident.length);
        } else {
            disk_->tear_next_write();
        }
        return;
    }
    if (client.game == nullptr || client.quits_by >= 0) return;
    if (client.game->has_game() == (incident.kind == Incident::Kind::crash_before_start)) return;
    // A hostile partner could take the seat of a player who has left.
    if (incident.kind == Incident::Kind::leave && (client.frozen_until > now_ || has_hostile())) return;
    ++incidents_[static_cast<std::size_t>(incident.kind)];
    switch (incident.kind) {
        case Incident::Kind::freeze:
            client.frozen_until = now_ + incident.length;
            break;
        case Incident::Kind::crash:
            end_client(client);
            returns_.push_back({.at = now_ + incident.length, .slot = incident.slot});
            break;
        case Incident::Kind::crash_before_start:
            end_client(client);
            returns_.push_back({.at = now_ + incident.length,
                                .slot = incident.slot,
                                .by_token = tokens_[index(incident.slot)] != proto::Token{}});
            break;
        case Incident::Kind::server_freeze:
        case Incident::Kind::server_crash:
        case Incident::Kind::disk_full:
        case Incident::Kind::disk_torn:
        case Incident::Kind::operator_acts:
        case Incident::Kind::server_restart:
            break;  // of the server: above
        case Incident::Kind::rebind:
            network_->cut(incident.slot);
            client.disturbed_at = now_;
            break;
        case Incident::Kind::clock_jump:
            client.clock.push_back(
                {.from = now_, .own = own_time(client, now_) + incident.amount, .ppm = client.clock.back().ppm});
            wall_back_ms_ += static_cast<std::uint64_t>(incident.amount);
            client.disturbed_at = now_;
            break;
        case Incident::Kind::clock_drift:
            client.clock.push_back({.from = now_, .own = own_time(client, now_), .ppm = incident.amount});
            break;
        case Incident::Kind::leave:
            client.game->leave(own_time(client, now_));
            client.quits_by = now_ + kGoodbyeWait;
            client.away_for = incident.length;
            break;
    }
}

/// Ends the client's program but keeps its counters.
void VirtualGame::end_client(Client& client) {
    client.own_corrections = own_corrections(&client == &clients_[0] ? Slot::gold : Slot::blue);
    client.conflicts += client.game->conflicts();
    client.digests += client.game->figures().digests_checked;
    client.heals += client.game->figures().resyncs;
    client.knows_end |= client.game->state() == client::GameClient::State::ended && !client.game->goes_on();
    client.game.reset();
    client.controller.reset();
}

/// A client that crashes about the end of the game does so when its trait says.
void VirtualGame::crash_at_end(Slot slot) {
    Client& client = clients_[index(slot)];
    const ClientTraits& traits = options_.traits[index(slot)];
    if (traits.end_crash == EndCrash::never || client.has_end_crashed ||
        client.game->state() != client::GameClient::State::playing || client.quits_by >= 0)
        return;
    const bool is_near = traits.end_crash == EndCrash::when_ended
                             ? stages_.back().ended && stages_.back().ended->outcome != proto::Outcome::left
                             : outcome_of(client.game->predictor().predicted()) != Outcome::playing;
    if (is_near && client.end_crash_at == proto::kNever) client.end_crash_at = now_ + traits.end_crash_after;
    if (now_ < client.end_crash_at) return;
    client.end_crash_at = proto::kNever;
    client.has_end_crashed = true;
    ++end_crashes_;
    end_client(client);
    returns_.push_back({.at = now_ + traits.end_crash_for, .slot = slot});
    if (calm_) client.agrees_by = returns_.back().at + kReturnWithin * 100 / options_.speed;
}

}  // namespace albireo::storm
