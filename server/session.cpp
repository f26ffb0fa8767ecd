// One file: seats, frames and steps share state that nothing else may change. Presence and pace: session_presence.cpp. Digests
// and snapshots: session_digests.cpp. The end: session_ending.cpp.
#include "server/session.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <cassert>

#include "proto/rare.hpp"
#include "sim/level/level_bytes.hpp"
#include "sim/snapshot.hpp"

namespace albireo::server {

using proto::Partner;

Session::Session(SessionSetup setup, Metrics& metrics)
    : setup_(std::move(setup)),
      metrics_(metrics) {
    assert(setup_.level != nullptr && "a game has a level");
    assert(setup_.players >= 1 && setup_.players <= kSlotCount && "the lobby refuses other numbers of players");
    assert(static_cast<int>(setup_.difficulty) < kDifficultyCount && "the lobby refuses unknown difficulties");
    assert(setup_.speed_percent > 0 && setup_.speed >= proto::kSpeedMin && setup_.speed <= proto::kSpeedFull && "the game's speed is positive");
    assert(setup_.exchanges != nullptr && "exchanges about desyncs are charged");
    if (setup_.admission == nullptr) setup_.admission = std::make_shared<AdmissionControl>();
}

/// With the first world. It may be called after the session's end.
std::function<Session::Arena()> Session::arena_maker() const {
    const GameSetup game{.seed = setup_.seed, .players = players_mask(), .section = setup_.section, .phase = setup_.phase, .carry = setup_.carry};
    return [level = setup_.level, game] {
        Arena arena;
        const auto first = std::make_unique<World>();
        init(*first, *level, game);
        copy_world(*arena.world, *first);
        arena.witness->restart(*arena.world);
        return arena;
    };
}

void Session::occupy(Arena arena) {
    assert(world_ == nullptr && "a game has one world");
    world_ = std::move(arena.world);
    witness_ = std::move(arena.witness);
    frames_ = std::move(arena.frames);
}

// ------------------------------------------------------------------------------------------------------------- seats

std::optional<Slot> Session::free_seat(bool for_stand_in) const {
    for (const Slot slot : kSlots) {
        if (takes_part(slot) && !seat(slot).taken) return slot;
    }
    for (const Slot slot : kSlots) {
        const Seat& each = seat(slot);
        // A player who falls silent before playing has nothing to return to, so the seat is free.
        const Partner state = each.presence.state();
        const bool is_gone = state == Partner::left || (state == Partner::absent && !each.ready);
        // In the lobby of a campaign's later level the seats belong to those who have played the level before.
        const bool is_kept = each.taken && (setup_.carry || each.restored);
        const bool deserted = started_ ? is_gone : each.connection == nullptr && !is_kept;
        if (takes_part(slot) && (deserted || (each.holder.stand_in && !for_stand_in))) return slot;
    }
    return std::nullopt;
}

void Session::take_seat(Slot slot, SeatHolder holder) {
    assert(takes_part(slot) && "the slot is within the number of players");
    assert(!holder.name.empty() && "a player has a name before a seat");
    Seat& mine = seat(slot);
    assert(mine.connection == nullptr && "the seat's last player is disconnected first");
    mine.taken = true;
    mine.ready = mine.by_token = false;
    is_kept_ = false;
    // Leaving and joining again from the same address does not clear the charge for time that the partner lost.
    mine.attendance.pass_on(holder.host == mine.holder.host);
    mine.holder = std::move(holder);
    mine.tokens = SeatTokens{mine.holder.token};
    mine.tried.reset();
    mine.desync.charge(setup_.exchanges->latest(mine.holder.host));
    // In a running game the server makes the new player's frames until they are ready for the world.
    if (!started_) return;
    mine.presence.note(Presence::Event::joined, 0);
    log_.emplace_back(fmt::format("{} takes over at tick {}", quoted_name(mine.holder.name), tick().value), slot);
    if (recorder_) {
        replays::Note note;
        note.text = fmt::format("{} takes the {} seat", mine.holder.name, slot == Slot::gold ? "gold" : "blue");
        recorder_->note(note);
    }
}

proto::Entered Session::entered(Slot slot) const {
    assert(seat(slot).taken && "only a taken seat has a token");
    proto::Entered entered;
    entered.code = setup_.code;
    entered.token = seat(slot).tokens.current();
    entered.slot = slot;
    entered.level = setup_.level_name;
    entered.level_digest = setup_.level->digest;
    entered.difficulty = static_cast<std::uint8_t>(setup_.difficulty);
    entered.seed = setup_.seed;
    entered.players = setup_.players;
    entered.partner_name = seat(other(slot)).holder.name;
    entered.running = started_;
    entered.section = setup_.section;
    entered.phase = setup_.phase;
    entered.carry = setup_.carry;
    entered.stage = setup_.stage;
    entered.watch_code = setup_.watch_code;
    entered.speed = static_cast<std::uint8_t>(setup_.speed);
    return entered;
}

void Session::connect(Slot slot, proto::Connection& connection, Micros now) {
    Seat& mine = seat(slot);
    assert(mine.taken && "a seat is taken before its player is connected");
    assert(mine.connection == nullptr && "a seat has one connection at a time");
    assert(&connection != seat(other(slot)).connection && "two seats never share a connection");
    assert(!has_ended() && "a player cannot enter a game that has ended");
    is_kept_ = false;
    mine.connection = &connection;
    mine.conflicts = connection.incoming().counters().conflict;
    mine.silent_since = now;
    mine.start_by = -1;
    mine.wants_level = false;
    mine.held_back = started_ && mine.ready;
    mine.wait_sent_at = now - proto::kMicrosPerSecond;
    // Digests from the previous connection are about a world that the client no longer has.
    mine.digest.reset();
    mine.differs = mine.healing = false;
    mine.voice = {};
    if (!started_) mine.restored = false;
    empty_since_ = -1;
    lobby_sent_at_ = -1;
    if (!spectators_.empty() && connection.knows_spectators()) connection.send(spectators_message());
    if (mine.tried) connection.send(*std::exchange(mine.tried, std::nullopt));
    if (started_ && !has_ended()) {
        if (mine.ready) {
            count(metrics_.rejoins);
            log_.emplace_back(fmt::format("{} rejoins at tick {}", quoted_name(mine.holder.name), tick().value), slot);
        }
        mine.wants_world = true;
        mine.returning = false;
    }
    const Seat& partner = seat(other(slot));
    if (partner.taken) {
        connection.send(proto::PartnerState{.state = partner.presence.state(), .name = partner.holder.name});
    }
    if (mine.held_back) {
        readmit(slot, now);
        if (mine.held_back) note(slot, Presence::Event::lagged, now);
    } else if (!started_) {
        note(slot, Presence::Event::connected, now);
    } else {
        mine.presence.note(Presence::Event::joined, 0);
        notify_partner(slot, now);
    }
}

void Session::disconnect(Slot slot, bool left, Micros now) {
    Seat& mine = seat(slot);
    is_kept_ = false;
    mine.connection = nullptr;
    mine.wants_world = mine.wants_level = mine.held_back = mine.wants_restart = false;
    mine.return_memory = {};
    mine.transfers.clear();
    // Questions still open stay unanswered. The finding is logged now, because the seat's next player may be another person.
    mine.desync.hurry();
    look_into_desync(slot, now);
    if (!started_) {
        // Before the game the seat becomes free if the player said goodbye. Otherwise they may return to it.
        mine.ready = false;
        lobby_sent_at_ = -1;
        if (!left) return;
        mine = Seat{};
        // No player is left waiting, so the session ends.
        const Seat& partner = seat(other(slot));
        const bool may_come = setup_.carry && partner.taken;
        if (partner.connection == nullptr && !may_come) end(proto::ByeReason::left, now);
        return;
    }
    if (left) note(slot, Presence::Event::left, now);
}

// ---------------------------------------------------------------------------------------------------------- messages

void Session::receive(Slot slot, const proto::Message& message, Micros now) {
    check_invariants();
    Seat& mine = seat(slot);
    if (mine.connection == nullptr) return;
    // Both answer an Entered, so the player has the token that was in it.
    if (std::holds_alternative<proto::LevelWanted>(message) || std::holds_alternative<proto::Ready>(message)) {
        mine.tokens.confirm();
        is_kept_ = false;
    }
    if (std::holds_alternative<proto::LevelWanted>(message)) {
        mine.wants_level = true;
        send_level_if_due(slot, now);
        if (started_ && !has_ended()) {
            // The client cannot use the world before it has the level. Until Ready the player counts as a newcomer.
            mine.ready = false;
            mine.wants_world = true;
            mine.returning = false;
            note(slot, Presence::Event::joined, now);
        }
    } else if (const auto* ready = std::get_if<proto::Ready>(&message)) {
        if (ready->level_digest != setup_.level->digest) {
            mine.connection->send(proto::Refused{proto::Refusal::level_mismatch, setup_.level_name});
            return;
        }
        mine.ready = true;
        lobby_sent_at_ = -1;
        if (started_ && mine.presence.state() == Partner::expected) {
            mine.held_back = true;
            readmit(slot, now);
        }
        receive_ready(slot, *ready);
        start_if_ready(now);
    } else if (const auto* notice = std::get_if<proto::DesyncNotice>(&message)) {
        receive_digest(slot, {notice->tick, notice->client_digest});
    } else if (const auto* signal = std::get_if<proto::Signal>(&message)) {
        pass_on(slot, *signal, now);
    } else if (const auto* wish = std::get_if<proto::RematchWish>(&message)) {
        receive_wish(slot, *wish, now);
    } else if (const auto* voice = std::get_if<proto::VoiceState>(&message)) {
        mine.voice.hears = voice->hears;
    } else if (const auto* evidence = std::get_if<proto::Evidence>(&message)) {
        mine.desync.receive(*evidence);
    } else if (const auto* chunk = std::get_if<proto::Chunk>(&message)) {
        mine.desync.receive(*chunk);
    } else {
        count(metrics_.unexpected);
    }
}

/// Levels and snapshots wait until admission control lets them through, because there is a limit on all transfers together.
void Session::send_level_if_due(Slot slot, Micros now) {
    Seat& mine = seat(slot);
    if (!mine.wants_level || mine.connection == nullptr) return;
    // A level that is still on its way is not sent again.
    if (!mine.transfers.is_empty() || mine.connection->messages_unacknowledged() > proto::kMessagesWaitingMax / 4) return;
    if (level_bytes_ == nullptr) {
        if (!level_bytes_made_.valid()) {
            level_bytes_made_ = offload(setup_.offload, [level = setup_.level]() -> SharedBytes {
                return std::make_shared<const std::vector<std::uint8_t>>(level_bytes(*level));
            });
        }
        if (!is_ready(level_bytes_made_)) return;
        level_bytes_ = level_bytes_made_.get();
    }
    if (!may_transfer(slot, level_bytes_->size(), now)) return;
    mine.wants_level = false;
    mine.transfers.add(proto::BlobKind::level, 0, level_bytes_);
    mine.transfers.queue_part(*mine.connection);
    if (!seat(other(slot)).wants_level) level_bytes_ = nullptr;
}

// ------------------------------------------------------------------------------------------------------------- frames

void Session::advance(Micros now) {
    check_invariants();
    recording_->note_time(now);
    if (has_ended()) return settle(now);
    if (opened_at_ < 0) opened_at_ = now;
    has_more_ = false;
    for (Seat& each : seats_) {
        if (each.connection != nullptr) each.transfers.queue_part(*each.connection);
    }
    for (const Slot slot : kSlots) send_level_if_due(slot, now);
    if (!started_ && (setup_.carry || arena_.valid())) start_if_ready(now);
    if (started_) {
        for (const Slot slot : kSlots) take_frames(slot, now);
        for (const Slot slot : kSlots) make_absent_frames(slot, now);
        for (const Slot slot : kSlots) keep_frames(slot);
        for (const Slot slot : kSlots) relay(slot, now);
        for (const Slot slot : kSlots) relay_voice(slot, now);
        step_world(now);
        if (!has_ended()) judge_pace(now);
        drop_wishes(now);
        record_next_part_if_due(now);
        for (const Slot slot : kSlots) resume_if_due(slot, now);
        for (const Slot slot : kSlots) check_digest(slot, now);
        for (const Slot slot : kSlots) look_into_desync(slot, now);
        if (has_ended()) return;
    } else {
        send_lobby(now);
    }
    bool anyone = false;
    bool all_left = true;
    for (const Slot slot : kSlots) {
        if (!takes_part(slot)) continue;
        watch(slot, now);
        anyone = anyone || seat(slot).connection != nullptr;
        all_left = all_left && (seat(slot).presence.state() == Partner::left || seat(slot).holder.stand_in);
    }
    if (all_left) return end(proto::ByeReason::done, now);
    if (!started_ && now - opened_at_ >= kLobbyMax) return end(proto::ByeReason::expired, now);
    if (paused_since_ < 0 || !started_ || !is_paused(*world_)) paused_since_ = now;
    if (now - paused_since_ >= setup_.pause_max) return end(proto::ByeReason::expired, now);
    if (anyone) {
        empty_since_ = -1;
    } else if (empty_since_ < 0) {
        empty_since_ = now;
    } else if (now - empty_since_ >= (started_ ? kEmptyMax : kEmptyLobbyMax)) {
        end(proto::ByeReason::lost, now);
    }
}

/// Moves frames that arrived without a gap from the connection's window into the seat.
void Session::take_frames(Slot slot, Micros now) {
    Seat& mine = seat(slot);
    const Seat& partner = seat(other(slot));
    if (mine.connection == nullptr || !mine.connection->frames_started()) return;
    proto::FrameWindow& window = mine.connection->incoming();
    const Tick until = mine.known + kFramesAtOnce;
    while (mine.known < window.confirmed_up_to() && mine.known - world_->tick < static_cast<std::int32_t>(kRing / 2)) {
        if (mine.known == until || proto::happens(proto::Rare::pass_ends)) {
            has_more_ = true;
            break;
        }
        const Frame* frame = window.find(mine.known);
        if (frame == nullptr) break;
        Frame taken = *frame;
        // Only the server may mark a frame as absent.
        taken.buttons &= static_cast<std::uint16_t>(~kAbsent);
        arrived(slot, mine.known).take(taken, now);
        if (mine.known < partner.known) note_meeting(mine.known);
        ++mine.known;
        mine.silent_since = now;
        mine.start_by = -1;
    }
    assert(mine.known - world_->tick <= static_cast<std::int32_t>(kRing) && "frames wait in the ring until their step");
    window.release(std::min(world_->tick, window.confirmed_up_to()));
    const std::uint64_t conflicts = window.counters().conflict;
    count(metrics_.conflicts, conflicts - std::exchange(mine.conflicts, conflicts));
}

/// Makes an absent player's frames at the pace of their partner's, up to the tick from which they play again.
void Session::make_absent_frames(Slot slot, Micros now) {
    Seat& mine = seat(slot);
    const Partner state = mine.presence.state();
    const bool gone =
        !takes_part(slot) || state == Partner::absent || state == Partner::left || state == Partner::expected;
    if (!gone && !mine.returning) return;
    const Seat& partner = seat(other(slot));
    const Tick wanted = mine.returning ? mine.own_from : partner.connection == nullptr ? world_->tick : partner.known;
    const Tick until = std::min(wanted, mine.known + kFramesAtOnce);
    has_more_ = has_more_ || until < wanted;
    while (mine.known < until) {
        arrived(slot, mine.known).take(absent_frame(), now);
        ++mine.known;
    }
    assert(mine.known - world_->tick <= static_cast<std::int32_t>(kRing) && "frames wait in the ring until their step");
    if (mine.returning && mine.known >= mine.own_from) mine.returning = false;
}

void Session::relay(Slot slot, Micros now) {
    Seat& mine = seat(slot);
    Seat& partner = seat(other(slot));
    if (mine.connection == nullptr || !mine.connection->frames_started() || setup_.players < 2) return;
    assert(mine.relayed <= partner.known && "only frames that are known are relayed");
    while (mine.relayed < partner.known && mine.connection->has_room() && !proto::happens(proto::Rare::outbox_full)) {
        mine.connection->push_frame(arrived(other(slot), mine.relayed).frame.frame(), now);
        ++mine.relayed;
    }
}

void Session::step_world(Micros now) {
    Seat& gold = seat(Slot::gold);
    Seat& blue = seat(Slot::blue);
    const Tick until = world_->tick + kTicksAtOnce;
    while (world_->tick < gold.known && world_->tick < blue.known) {
        if (world_->tick == until || proto::happens(proto::Rare::pass_ends)) {
            has_more_ = true;
            return;
        }
        if (!pace_.take(now)) {
            pace_held_ = true;
            return;
        }
        const Tick tick = world_->tick;
        assert(tick < gold.known && tick < blue.known && "a tick is stepped with both frames");
        const ArrivedFrame& of_gold = arrived(Slot::gold, tick);
        const ArrivedFrame& of_blue = arrived(Slot::blue, tick);
        const Micros complete = std::max(of_gold.came_at, of_blue.came_at);
        assert(complete <= now && "a frame arrives before its tick is stepped");
        if (!pace_held_ && now - complete > kLate) count(metrics_.late_ticks);
        note_wait(now - complete);
        step_tick({of_gold.frame.frame(), of_blue.frame.frame()});
        count(metrics_.ticks);
        if (world_->tick.value % DigestHistory::kExchangeTicks == 0) send_digests();
        const Outcome outcome = outcome_of(*world_);
        if (outcome != Outcome::playing) {
            finish_game(outcome == Outcome::cleared ? proto::Outcome::cleared : proto::Outcome::over, now);
            return;
        }
    }
    pace_held_ = false;
}

void Session::step_tick(const FramePair& given) {
    const Tick next = world_->tick + 1;
    const FramePair frames = frames_with(fault(), next, given);
    // Nobody reads them, so the games of a thread share the memory.
    static thread_local const auto events = std::make_unique<Events>();
    events->clear();
    step_with(fault(), *world_, *setup_.level, frames, *events);
    strike_memory(fault(), *world_, *setup_.level);
    witness_->note(*world_, frames);
    assert(world_->tick == next && "a step is one tick");
    assert(history().newest() == world_->tick && "every stepped tick has a digest");
    if (recorder_) {
        recorder_->append(frames, history().find(world_->tick)->root);
        recorder_->checkpoint_if_due(*world_);
    }
    assert((!recorder_ || recorder_->tick() == world_->tick) && "a tick is recorded before its digest is sent");
}

/// Called when the later of a tick's two frames has arrived. Measures by how much each arrived before the other.
void Session::note_meeting(Tick tick) {
    Seat& gold = seat(Slot::gold);
    Seat& blue = seat(Slot::blue);
    const Micros apart = arrived(Slot::blue, tick).came_at - arrived(Slot::gold, tick).came_at;
    const Micros quarter = tick_micros() / 4;
    const auto quarters_x16 = static_cast<std::int32_t>(std::clamp<Micros>(apart * 16 / quarter, -120 * 16, 120 * 16));
    // Exponential average, 1/16 of the new value: settles in about half a second.
    gold.arrival_margin_x16 += (quarters_x16 - gold.arrival_margin_x16) / 16;
    blue.arrival_margin_x16 += (-quarters_x16 - blue.arrival_margin_x16) / 16;
    for (Seat* each : {&gold, &blue}) {
        if (each->connection == nullptr) continue;
        const auto partner = static_cast<std::int8_t>(std::clamp(each->arrival_margin_x16 / 16, -127, 127));
        const auto need = static_cast<std::int8_t>(std::clamp(wait_x16_ / 16, 0, 127));
        each->connection->set_arrival_margin({.partner_quarters = partner, .need_quarters = need});
    }
}

void Session::note_path(Slot slot) const {
    const Seat& mine = seat(slot);
    if (!started_ || has_ended() || mine.connection == nullptr) return;
    metrics_.lead.note(mine.known - world_->tick);
    metrics_.loss.note(mine.connection->path().loss_in_permille());
}

Micros Session::next_due(Micros now) const {
    const bool asks = std::ranges::any_of(seats_, [](const Seat& each) { return each.desync.is_open(); });
    if (has_more()) return now;
    const bool works = std::ranges::any_of(seats_, [](const Seat& each) { return each.desync.is_working(); });
    const bool prepares = !has_ended() && std::ranges::any_of(seats_, [this](const Seat& each) {
        const bool waits = (each.return_memory.valid() && !is_ready(each.return_memory)) || (each.wants_level && level_bytes_made_.valid());
        return waits || (each.connection != nullptr && each.transfers.is_due(*each.connection));
    });
    if (works || prepares || !open_bundles_.empty() || (arena_.valid() && is_start_due(now))) return now + proto::kMicrosPerMs;
    if (has_ended()) return asks ? now + proto::kMicrosPerTick : ended_at_ + kFarewell;
    // Absence and pace need periodic checks. Frames are processed when they arrive.
    return now + (started_ ? proto::kMicrosPerTick : 100 * proto::kMicrosPerMs);
}

}  // namespace albireo::server
