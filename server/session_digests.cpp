// The part of a session that compares digests, runs the inquiry, sends snapshots, and makes the bundle.
#include <fmt/format.h>

#include <cassert>

#include "server/session.hpp"
#include "sim/snapshot.hpp"

namespace albireo::server {

void Session::send_digests() {
    assert(history().newest() == world_->tick && "a digest is that of the tick just stepped");
    for (Seat& each : seats_) {
        const std::uint64_t digest = history().span_digest(world_->tick, each.since);
        if (each.connection != nullptr && digest != 0) each.connection->set_digest({world_->tick, digest});
    }
}

/// Holds the client's latest digest until the server reaches that tick. A mismatch stays here until an inquiry may
/// begin.
void Session::receive_digest(Slot slot, const proto::DigestNote& note) {
    Seat& mine = seat(slot);
    if (mine.wants_world || !started_) return;  // the client's world is still that of an earlier connection
    assert(mine.healed_by >= mine.since && "digests of the world before the snapshot are ignored");
    if (!mine.healing && note.tick > mine.healed_by) mine.digest = note;
}

void Session::receive_ready(Slot slot, const proto::Ready& ready) {
    Seat& mine = seat(slot);
    if (!mine.healing || ready.snapshot_tick != mine.since) return;
    // Digests of the wrong world may still be in transit. Those are about ticks for which the client had both frames, so
    // digests up to the last such tick are ignored.
    mine.healing = false;
    mine.healed_by = std::min(seat(Slot::gold).known, seat(Slot::blue).known);
    assert(mine.healed_by >= mine.since && "the server has the frames of every tick it has stepped");
}

void Session::check_digest(Slot slot, Micros now) {
    Seat& mine = seat(slot);
    if (mine.connection == nullptr) return;
    while (const auto note = mine.connection->next_digest()) receive_digest(slot, *note);
    if (!mine.digest || mine.digest->tick > world_->tick)
        return;  // a digest that is ahead waits: the pace delays this world
    const std::uint64_t own = history().span_digest(mine.digest->tick, mine.since);
    const proto::DesyncNotice notice{mine.digest->tick, own, mine.digest->digest, {}};
    if (own == 0 || own == notice.client_digest) {
        mine.digest.reset();
        return;
    }
    assert(history().find(notice.tick) != nullptr && "a mismatch is found only in a stored tick");
    const bool may = mine.desync.may_begin(now);
    if (may || !mine.differs) {
        ++desyncs_;
        count(metrics_.desyncs);
    }
    if (!may) {
        if (!std::exchange(mine.differs, true)) request_rejoin(slot, notice, now);
        return;
    }
    setup_.exchanges->charge(mine.holder.host, now);
    mine.connection->send(notice);
    mine.desync.begin(*witness_, {setup_.level, setup_.fault, setup_.build, setup_.offload}, notice.tick, now);
    look_into_desync(slot, now);  // sends the first questions before the snapshot
    resume(slot, proto::ResumeReason::desync, now);
}

/// The seat has used its exchange for now. The client is told to fetch the world itself by rejoining.
void Session::request_rejoin(Slot slot, const proto::DesyncNotice& notice, Micros now) {
    Seat& mine = seat(slot);
    proto::DesyncFinding finding;
    finding.kind = proto::DesyncFinding::Kind::too_soon;
    finding.tick = notice.tick;
    proto::DesyncNotice told = notice;
    told.text = finding.text();
    mine.connection->send(told);
    // A client that keeps differing must not fill the log and the recording.
    if (now - mine.rejoin_requested_at < proto::DesyncInquiry::kEvery / 2) return;
    mine.rejoin_requested_at = now;
    record_desync(slot, told.text);
}

/// Writes the text to the log and to the recording.
void Session::record_desync(Slot slot, const std::string& text) {
    log_.emplace_back(fmt::format("{} [{}]", text, quoted_name(seat(slot).holder.name)), slot);
    if (recorder_ && !recording_closed_) recorder_->note({.kind = replays::NoteKind::desync, .text = text});
}

void Session::look_into_desync(Slot slot, Micros now) {
    Seat& mine = seat(slot);
    while (const auto question = mine.desync.next_question(now)) {
        if (mine.connection != nullptr) mine.connection->send(*question);
    }
    if (const auto finding = mine.desync.take_finding()) {
        const std::string text = finding->text();
        record_desync(slot, text);
        if (mine.connection != nullptr) {
            mine.connection->send(proto::DesyncNotice{finding->tick, 0, 0, text.substr(0, proto::kTextBytesMax)});
        }
    }
    auto known = mine.desync.take_case(now);
    if (!known || setup_.build.empty() || !recording_->keeps()) return;
    const bool named = known->finding.is_named();
    int& kept = named ? bundles_named_ : bundles_unnamed_;
    assert(kept <= (named ? kBundlesNamedMax : kBundlesUnnamedMax) && "bundles are within the limit");
    if (kept == (named ? kBundlesNamedMax : kBundlesUnnamedMax)) return;
    ++kept;
    assert(recorder_ != nullptr && "a session that makes bundles records");
    if (!recording_closed_) recorder_->flush();
    open_bundles_.push_back({.bundle = {.code = setup_.code,
                                        .core_version = kCoreVersion,
                                        .finding = known->finding,
                                        .server = {},
                                        .client = std::move(known->client),
                                        .replay = {}},
                             .host = mine.holder.host,
                             .server = std::move(known->server),
                             .recording = recording_,
                             .replay_bytes = recording_->bytes().size()});
}

std::vector<Session::MadeBundle> Session::take_bundles() {
    std::vector<MadeBundle> complete;
    for (std::size_t left = kCopiedAtOnce; left > 0 && !open_bundles_.empty();) {
        auto& [bundle, host, server, recording, replay_bytes] = open_bundles_.front();
        // A recording that has been given up since then is no longer there.
        const std::size_t until = std::min(replay_bytes, recording->bytes().size());
        const std::size_t from = std::min(bundle.replay.size(), until);
        const auto part = std::span{recording->bytes()}.subspan(from, std::min(left, until - from));
        if (from == 0) bundle.replay.reserve(until);
        bundle.replay.insert(bundle.replay.end(), part.begin(), part.end());
        left -= part.size();
        if (from + part.size() < until || (server.valid() && !is_ready(server))) break;
        if (server.valid()) bundle.server = server.get();
        complete.push_back({std::move(bundle), host});
        open_bundles_.pop_front();
    }
    return complete;
}

/// Sends the world to a returning player. Frames sent before the connection was lost may have reached the partner, so
/// they count: the snapshot is of a world that has used them all. From there on the player is absent until they play
/// again.
void Session::resume_if_due(Slot slot, Micros now) {
    Seat& mine = seat(slot);
    if (!mine.wants_world || !mine.ready || mine.held_back || mine.connection == nullptr || has_ended()) return;
    if (!mine.return_memory.valid()) {
        // The world may grow by the time.
        const std::size_t room = snapshot_room(*world_) * 3 / 2;
        mine.return_memory = offload(setup_.offload, [room] { return Seat::ReturnMemory{.frames = {}, .snapshot = std::vector<std::uint8_t>(room)}; });
    }
    if (world_->tick < mine.known || !is_ready(mine.return_memory)) return;
    mine.wants_world = false;
    resume(slot, proto::ResumeReason::rejoin, now);
}

/// Sends the current world. After a desync the frame streams continue unchanged. A player who rejoins gets new streams,
/// and plays again from a tick by which the snapshot should have arrived.
void Session::resume(Slot slot, proto::ResumeReason reason, Micros now) {
    Seat& mine = seat(slot);
    assert(mine.connection != nullptr && "a snapshot is sent to a connected player");
    assert(started_ && "snapshots are sent only after the start");
    Tick own_first = world_->tick;
    std::vector<std::uint8_t> bytes;
    if (reason == proto::ResumeReason::rejoin) {
        assert(mine.known == world_->tick && "the world has used all frames of the last connection");
        constexpr std::uint32_t kReturnTicks = 30;
        static_assert(kReturnTicks <= kFramesAtOnce, "all of them are made at once");
        own_first = world_->tick + kReturnTicks;
        mine.own_from = own_first;
        mine.returning = true;
        mine.relayed = world_->tick;
        Seat::ReturnMemory memory = mine.return_memory.get();
        bytes = std::move(memory.snapshot);
        mine.connection->start_frames(own_first, world_->tick, std::move(memory.frames));
        mine.silent_since = now;
        mine.start_by = now + kStartWithin;
        // The client counts on these absent frames from now on, so they must survive the end of this process.
        make_absent_frames(slot, now);
        keep_frames(slot);
    }
    mine.restored = false;
    mine.since = mine.healed_by = world_->tick;
    mine.healing = reason == proto::ResumeReason::desync;
    mine.differs = false;
    mine.digest.reset();
    bytes.resize(snapshot_room(*world_));
    bytes.resize(save_world(*world_, *setup_.level, bytes));
    assert(!bytes.empty() && "every world fits into a snapshot");
    mine.connection->send(proto::Resume{.snapshot_tick = world_->tick, .own_first_tick = own_first, .reason = reason});
    mine.transfers.add(proto::BlobKind::snapshot, world_->tick.value, std::make_shared<const std::vector<std::uint8_t>>(std::move(bytes)));
    if (has_ended()) {
        mine.transfers.queue_all(*mine.connection);
    } else {
        mine.transfers.queue_part(*mine.connection);
    }
}

/// After the game's end: the last digests are still compared and inquired into while a client is there to answer.
void Session::settle(Micros now) {
    assert(has_ended() && "a running game is not settled");
    for (const Slot slot : kSlots) {
        if (started_ && outcome_ != proto::Outcome::left) check_digest(slot, now);
        if (outcome_ == proto::Outcome::left) seat(slot).desync.hurry();
        look_into_desync(slot, now);
    }
    if (outcome_ == proto::Outcome::left || are_all_gone(now)) close_recording(now);
}

void Session::close_recording(Micros now) {
    if (recording_closed_) return;
    for (const Slot slot : kSlots) {
        seat(slot).desync.hurry();
        look_into_desync(slot, now);
    }
    assert((!recorder_ || recorder_->tick() == world_->tick) && "a recording is closed at the session's tick");
    if (recorder_) recorder_->finish(*world_);
    recording_->note_time(now);
    recorder_ && !recorder_->fault().empty() ? recording_->cut() : recording_->finish();
    recording_closed_ = true;
}

std::optional<replays::RecordingFault> Session::take_recording_fault() {
    if (recorder_) recorder_->look_at_sink();
    if (!recorder_ || recorder_->fault().empty() || std::exchange(recording_fault_taken_, true)) return std::nullopt;
    return replays::RecordingFault{.text = recorder_->fault(), .kept_to = recorder_->kept_to()};
}

proto::Spectators Session::spectators_message() const {
    return {.count = spectators_in_all_, .names = spectators_};
}

void Session::tell_spectators(std::vector<std::string> names, std::uint32_t in_all) {
    assert(in_all >= names.size() && "those of this server are among all");
    if (names == spectators_ && in_all == spectators_in_all_) return;
    const std::uint32_t count = spectators_in_all_ = in_all;
    log_.emplace_back(fmt::format("{} {} the game", count, count == 1 ? "spectator watches" : "spectators watch"));
    spectators_ = std::move(names);
    for (Seat& each : seats_) {
        if (each.connection != nullptr && each.connection->knows_spectators()) each.connection->send(spectators_message());
    }
}

}  // namespace albireo::server
