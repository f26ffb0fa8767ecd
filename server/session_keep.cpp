// The part of a session that outlives its process: its state in the journal, and how another process continues from that.
#include <algorithm>
#include <cassert>

#include "proto/frame_codec.hpp"
#include "server/session.hpp"
#include "sim/snapshot.hpp"

namespace albireo::server {

using proto::Partner;

KeptGame Session::kept() const {
    KeptGame game;
    game.core_version = kCoreVersion;
    game.code = setup_.code;
    game.level_name = setup_.level_name;
    game.level_digest = setup_.level->digest;
    game.difficulty = setup_.difficulty;
    game.seed = setup_.seed;
    game.players = setup_.players;
    game.section = setup_.section;
    game.phase = setup_.phase;
    game.stages = setup_.stages;
    game.stage = setup_.stage;
    game.carry = setup_.carry;
    game.started_ms = setup_.started_ms;
    game.watch_delay_ms = setup_.watch_delay_ms;
    game.speed = static_cast<std::uint8_t>(setup_.speed);
    game.host = setup_.host;
    game.started = started_;
    for (const Slot slot : kSlots) {
        const Seat& mine = seat(slot);
        // Between two levels of a campaign every player says goodbye, and keeps the seat.
        const bool keeps_seat = goes_on() && mine.stays;
        game.seats[index(slot)] = {.taken = mine.taken,
                                   .ready = mine.ready,
                                   .stand_in = mine.holder.stand_in,
                                   .presence = keeps_seat ? Partner::here : mine.presence.state(),
                                   .host = mine.holder.host,
                                   .name = mine.holder.name,
                                   .tokens = mine.tokens};
    }
    return game;
}

void Session::keep() {
    if (setup_.journal == nullptr || is_kept_) return;
    is_kept_ = true;
    assert(setup_.stage <= setup_.stages.size() && (!setup_.carry || setup_.stage >= 2) && "only a later stage has a carry");
    setup_.journal->keep(kept());
}

/// At any time the game is in one of the two.
void Session::replace_journal(std::shared_ptr<Journal> before) {
    is_journal_given_up_ = is_kept_ = false;
    keep();
    if (before == nullptr) return;
    setup_.journal != nullptr ? setup_.journal->replace(std::move(before)) : before->drop();
}

/// Frames that have arrived, or were made, since the last call.
void Session::keep_frames(Slot slot) {
    if (setup_.journal == nullptr) return;
    Seat& mine = seat(slot);
    assert(mine.known - mine.noted < static_cast<std::int32_t>(kRing) && "a frame is noted before its place is used again");
    for (; mine.noted < mine.known; ++mine.noted) setup_.journal->note(slot, mine.noted, arrived(slot, mine.noted).frame.frame());
}

void Session::restore(const KeptGame& kept) {
    assert(!started_ && opened_at_ < 0 && "a session is restored before it is used");
    for (const Slot slot : kSlots) {
        const KeptSeat& from = kept.seats[index(slot)];
        Seat& mine = seat(slot);
        mine.taken = from.taken;
        mine.ready = from.ready && kept.started;
        mine.holder = {.name = from.name, .token = from.tokens.current(), .stand_in = from.stand_in, .host = from.host};
        mine.tokens = from.tokens;
        mine.presence = Presence{kept.started || from.presence == Partner::expected ? from.presence : Partner::here};
        mine.desync.charge(setup_.exchanges->latest(mine.holder.host));
    }
    if (!kept.started) return;
    occupy(arena_maker()());
    started_ = true;
}

void Session::begin_at(const World& world) {
    assert(started_ && world_->tick == Tick{} && "a game that is resumed begins once");
    copy_world(*world_, world);
    witness_->restart(*world_);
    for (Seat& each : seats_) each.known = each.relayed = each.since = each.healed_by = world_->tick;
}

void Session::continue_recording(const replays::Recording& so_far, std::vector<std::uint8_t> bytes) {
    assert(so_far.tail && bytes.size() == so_far.tail->bytes && "the file is cut where the recorder goes on");
    assert(so_far.end() == world_->tick && "a recording is continued at its end");
    if (setup_.record) record_to_ = setup_.record();
    recording_->go_on(record_to_.get(), keeps_recording(), std::move(bytes));
    if (record_to_ || recording_->keeps()) recorder_ = std::make_unique<replays::Recorder>(*recording_, *setup_.level, so_far);
}

bool Session::play(const FramePair& frames) {
    assert(started_ && "only a game that has started has frames");
    if (outcome_of(*world_) != Outcome::playing) return false;
    for (const Slot slot : kSlots) {
        arrived(slot, world_->tick).frame.keep(frames[index(slot)]);
        ++seat(slot).known;
    }
    step_tick(frames);
    return true;
}

void Session::go_on(const JournalImage& image, Micros now) {
    for (const Slot slot : kSlots) {
        Seat& mine = seat(slot);
        mine.silent_since = now;
        mine.restored = mine.taken;
        if (!started_) continue;
        while (mine.known - world_->tick < static_cast<std::int32_t>(kRing / 2)) {
            const auto frame = image.frame(slot, mine.known);
            if (!frame) break;
            arrived(slot, mine.known).take(*frame, now);
            ++mine.known;
        }
        mine.noted = mine.known;
    }
    if (!started_) return;
    count(metrics_.sessions_started);
    assert((seat(Slot::gold).known == world_->tick || seat(Slot::blue).known == world_->tick ||
            outcome_of(*world_) != Outcome::playing) && "all ticks with both frames have been played");
    pace_.start(now, setup_.speed);
    judged_at_ = now;
    second_began_ = world_->tick;
    second_ends_ = now + proto::kMicrosPerSecond;
    opened_at_ = now;
    log_.emplace_back("the game is resumed at tick " + std::to_string(tick().value));
    const Outcome outcome = outcome_of(*world_);
    if (outcome != Outcome::playing) finish_game(outcome == Outcome::cleared ? proto::Outcome::cleared : proto::Outcome::over, now);
}

bool Session::park() {
    if (!has_journal() || (has_ended() && !goes_on())) return false;
    keep();
    if (recorder_ && !recording_closed_) recorder_->flush();
    for (Seat& each : seats_) {
        if (each.connection != nullptr) each.connection->send(proto::Bye{proto::ByeReason::restarting});
    }
    return has_journal();
}

std::shared_ptr<Journal> Session::give_up_journal() {
    auto journal = std::exchange(setup_.journal, nullptr);
    const bool is_awaited = has_ended() && outcome_ != proto::Outcome::left && !goes_on() && std::ranges::any_of(seats_, [](const Seat& each) {
        return each.taken && !each.holder.stand_in && each.presence.state() != Partner::left;
    });
    if (journal == nullptr || is_awaited) return journal;
    journal->drop();
    return nullptr;
}

std::string Session::take_journal_fault() {
    if (setup_.journal == nullptr || setup_.journal->fault().empty() || std::exchange(is_journal_given_up_, true)) return {};
    std::string fault = setup_.journal->fault();
    setup_.journal->drop();  // the game is already past what it holds
    return std::exchange(journal_fault_taken_, true) ? std::string() : fault;
}

}  // namespace albireo::server
