// A session before its game: which players are ready, and the start.
#include <fmt/format.h>

#include <cassert>

#include "server/session.hpp"
#include "sim/level/difficulty.hpp"

namespace albireo::server {

using proto::Partner;

/// Whether the game can start as far as the players are concerned.
bool Session::is_start_due(Micros now) const {
    if (started_ || has_ended()) return false;
    assert((opened_at_ < 0 || opened_at_ <= now) && "a session was opened in the past");
    const bool may_wait = !setup_.carry || opened_at_ < 0 || now - opened_at_ < kTally;
    bool is_anyone_ready = false;
    for (const Slot slot : kSlots) {
        const bool is_ready = takes_part(slot) && seat(slot).ready && seat(slot).connection != nullptr;
        if (takes_part(slot) && !is_ready && may_wait) return false;
        is_anyone_ready = is_anyone_ready || is_ready;
    }
    return is_anyone_ready;
}

void Session::start_if_ready(Micros now) {
    if (!is_start_due(now)) return;
    if (!arena_.valid()) {
        prepare([record = setup_.record, make_journal = setup_.make_journal] {
            GameFiles files;
            if (make_journal) files.journal = make_journal();
            if (record) files.record_to = record();
            return files;
        });
    }
    if (!is_ready(arena_)) return;
    Arena arena = arena_.get();
    if (arena.first_record && arena.first_record->names != names()) {
        // Somebody else has taken a seat meanwhile.
        return prepare([files = std::make_shared<GameFiles>(std::move(arena.files))] { return std::move(*files); });
    }
    start(std::move(arena), now);
}

/// Has another thread make what a started game needs: its memory is touched there.
void Session::prepare(std::function<GameFiles()> make_files) {
    replays::RecordingSetup recording = recording_setup(players_mask());
    recording.names = names();
    recording.packed_level = {};  // its owner goes with it
    arena_ = offload(setup_.offload, [make = arena_maker(), make_files = std::move(make_files), recording, keeps = keeps_recording(), level = setup_.level,
                                      packed = setup_.packed_level, percent = recorded_percent(), players = setup_.players]() mutable {
        Arena arena = make();
        arena.files = make_files();
        arena.frame_memory.resize(players);
        if (arena.files.record_to == nullptr && !keeps) return arena;
        if (packed != nullptr) recording.packed_level = *packed;
        const auto copies = arena.files.record_to == nullptr ? RecordCopies::kept : keeps ? RecordCopies::both : RecordCopies::written;
        arena.first_record = std::make_unique<FirstRecord>(make_first_record(*level, recording, percent, copies));
        return arena;
    });
}

void Session::start(Arena arena, Micros now) {
    assert(!has_ended() && "a session ends once, and does not start again");
    assert(arena.frame_memory.size() == setup_.players && "each player has memory for frames");
    record_to_ = std::move(arena.files.record_to);
    auto journal = std::move(arena.files.journal);
    const auto first_record = std::move(arena.first_record);
    auto frame_memory = std::move(arena.frame_memory);
    occupy(std::move(arena));
    assert(world_->tick == Tick{} && "a game starts with its first world");
    started_ = true;
    count(metrics_.sessions_started);
    pace_.start(now, setup_.speed);
    judged_at_ = now;
    second_ends_ = now + proto::kMicrosPerSecond;
    if (first_record != nullptr) begin_with(*first_record);
    for (const Slot slot : kSlots) {
        if (!takes_part(slot)) continue;
        if (seat(slot).connection == nullptr || !seat(slot).ready) {
            // This player gets the world when they are ready, as a newcomer to a running game does.
            seat(slot).presence.note(Presence::Event::joined, 0);
            seat(slot).wants_world = seat(slot).connection != nullptr;
            continue;
        }
        seat(slot).connection->start_frames(world_->tick, world_->tick, std::move(frame_memory[index(slot)]));
        seat(slot).connection->send(proto::Start{.first_tick = world_->tick});
        seat(slot).silent_since = now;
        seat(slot).start_by = now + kStartWithin;
    }
    is_kept_ = false;
    if (setup_.make_journal) replace_journal(std::exchange(setup_.journal, std::move(journal)));
    if (setup_.journal != nullptr) setup_.journal->reserve();
    log_.emplace_back(fmt::format("the game begins: level {}, difficulty {}, played by {}{}{}", setup_.level_name,
                               albireo::name_of(setup_.difficulty), quoted_name(name_of(Slot::gold)),
                               setup_.players > 1 ? " and " : "", setup_.players > 1 ? quoted_name(name_of(Slot::blue)) : ""));
}

void Session::begin_recording(const std::array<std::string, kSlotCount>& names) {
    if (setup_.record) record_to_ = setup_.record();
    record(names);
}

void Session::begin_with(FirstRecord& first) {
    assert(recorder_ == nullptr && first.names == names() && "a game begins one recording, with the names of its players");
    std::string fault = recording_->begin_with(record_to_.get(), std::move(first.kept), std::move(first.written));
    recorder_ = std::move(first.recorder);
    recorder_->go_on_in(*recording_, std::move(fault));
}

void Session::record(const std::array<std::string, kSlotCount>& names) {
    if (!record_to_ && !keeps_recording()) return;
    recording_->begin(record_to_.get(), keeps_recording());
    replays::RecordingSetup recording = recording_setup(world_->flow.players);
    recording.names = names;
    assert(recorder_ == nullptr && "a game begins one recording");
    recorder_ = std::make_unique<replays::Recorder>(*recording_, *setup_.level, recording);
    note_speed(*recorder_, recorded_percent());
}

replays::RecordingSetup Session::recording_setup(std::uint8_t players) const {
    replays::RecordingSetup recording;
    recording.game = {.seed = setup_.seed, .players = players, .section = setup_.section, .phase = setup_.phase, .carry = setup_.carry};
    recording.started_ms = setup_.started_ms;
    recording.recorded_by = setup_.program;
    if (setup_.packed_level != nullptr) recording.packed_level = *setup_.packed_level;
    return recording;
}

void Session::record_next_part_if_due(Micros now) {
    const bool has_failed = setup_.record && (record_to_ == nullptr || !recorder_->fault().empty());
    if (!has_failed || !setup_.record_part || has_ended()) return;
    if (!next_part_.valid()) {
        if (now - part_tried_at_ < kNextPartEvery) return;
        part_tried_at_ = now;
        next_part_ = offload(setup_.offload, setup_.record_part);
    }
    if (!is_ready(next_part_)) return;
    auto sink = next_part_.get();
    if (sink == nullptr) return;
    replays::RecordingSetup recording = recording_setup(world_->flow.players);
    recording.names = names();
    recording.start = world_.get();
    recording.origin = fmt::format("tick {}, where the recording of this game began again after it had failed", tick().value);
    // The copy for bundles and spectators begins again, too: it has a gap where the file has one. Spectators of the
    // earlier part get the rest of it and are told that more follows, under the same code.
    recorder_.reset();
    recording_->note_time(now);
    recording_->cut();
    recording_ = std::make_shared<LiveRecording>();
    recording_->begin(sink.get(), keeps_recording());
    record_to_ = std::move(sink);
    recorder_ = std::make_unique<replays::Recorder>(*recording_, *setup_.level, recording);
    recording_fault_taken_ = false;
    note_speed(*recorder_, recorded_percent());
    log_.emplace_back(fmt::format("its recording goes on in a new part from tick {}", tick().value));
}

void Session::send_lobby(Micros now) {
    if (lobby_sent_at_ >= 0 && now - lobby_sent_at_ < proto::kMicrosPerSecond) return;
    proto::LobbyState lobby;
    for (const Slot slot : kSlots) {
        const Seat& each = seat(slot);
        auto& entry = lobby.seats[index(slot)];
        entry.name = each.holder.name;
        entry.ready = each.ready;
        if (!each.taken) continue;
        entry.state = each.connection != nullptr ? each.presence.state() : Partner::absent;
        if (each.connection != nullptr) {
            entry.ping_ms = static_cast<std::uint32_t>(each.connection->ping() / proto::kMicrosPerMs);
        }
    }
    for (Seat& each : seats_) {
        // A client that does not acknowledge gets no further messages queued.
        if (each.connection != nullptr && each.connection->messages_unacknowledged() < 8) each.connection->send(lobby);
    }
    lobby_sent_at_ = now;
}

}  // namespace albireo::server
