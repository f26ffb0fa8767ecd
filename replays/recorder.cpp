#include "replays/recorder.hpp"

#include <cassert>

#include "replays/packed.hpp"
#include "replays/text.hpp"
#include "sim/base/bytes.hpp"
#include "sim/base/hash.hpp"
#include "sim/digest.hpp"
#include "sim/level/level_bytes.hpp"
#include "sim/snapshot.hpp"

namespace albireo::replays {

Recorder::Recorder(ByteSink& sink, const Level& level, const RecordingSetup& setup) : sink_(&sink), level_(level) {
    RecordingHeader header;
    header.core_version = kCoreVersion;
    header.packed_level.assign(setup.packed_level.begin(), setup.packed_level.end());
    if (header.packed_level.empty()) header.level = level_bytes(level);
    header.level_digest = level.digest;
    header.level_name = level.title.view();
    header.difficulty = level.difficulty;
    header.setup = setup.game;
    header.names = setup.names;
    header.started_ms = setup.started_ms;
    header.recorded_by = setup.recorded_by;
    header.origin = setup.origin;
    if (setup.start != nullptr) header.first_tick = setup.start->tick;
    tick_ = header.first_tick;
    if (tick_ > kFirstTickMax) end_with("a recording cannot begin so late (tick " + std::to_string(tick_.value) + ")");
    write(std::move(header));
    // The reader makes the first world of a game from its seed.
    if (tick_ != Tick{}) write_snapshot(*setup.start);
}

Recorder::Recorder(ByteSink& sink, const Level& level, const Recording& so_far)
    : sink_(&sink),
      level_(level),
      tick_(so_far.end()),
      ticks_(so_far.ticks()),
      notes_(so_far.notes.size()) {
    assert(so_far.tail && "a recording is continued from its end");
    stream_ = so_far.tail->stream;
    coder_ = so_far.tail->coder;
    if (!so_far.checkpoints.empty()) checkpoint_at_ = so_far.checkpoints.back().tick.value - so_far.begin().value;
    if (ticks_ > 0) kept_to_ = tick_;
    bytes_written_ = so_far.tail->bytes;
}

void Recorder::append(const FramePair& frames, std::uint64_t root) {
    if (ticks_ == kTicksMax) {
        flush();
        end_with("the recording ends here: it has reached its limit of one day");
    }
    for (std::size_t slot = 0; slot < kSlotCount; ++slot) {
        assert(proto::is_normal(frames[slot]));
        pending_[slot].push_back(frames[slot]);
    }
    add_root(roots_, root);
    ++tick_;
    ++ticks_;
    if (pending_[0].size() == kTicksPerRecord) flush();
}

void Recorder::note(const Note& note) {
    if (notes_ == kNotesMax) return;
    ++notes_;
    flush();
    write(note);
}

void Recorder::heal(const World& world, const std::string& why) {
    assert(world.tick == tick_);
    // The frames that follow are valid only after that world, so the recording ends if it cannot be stored.
    if (notes_ == kNotesMax) {
        flush();
        return end_with("the recording ends here: it has no room for another snapshot");
    }
    note({.kind = NoteKind::healed, .text = why});
    write_snapshot(world);
}

void Recorder::checkpoint_if_due(const World& world) {
    if (ticks_ - checkpoint_at_ < kCheckpointTicks) return;
    assert(world.tick == tick_);
    checkpoint_at_ = ticks_;
    flush();
    write_snapshot(world, true);
}

void Recorder::flush() {
    if (pending_[0].empty()) return;
    FramesRecord record;
    record.ticks = static_cast<std::uint32_t>(pending_[0].size());
    record.runs = coder_.write({pending_[0], pending_[1]});
    record.roots = hash_roots(roots_);
    for (auto& frames : pending_) frames.clear();
    roots_.clear();
    write(record);
    if (!fault_.empty()) return;
    flushed_.push_back({bytes_written_, tick_});
    kept_to_ = kept_to();
    std::erase_if(flushed_, [&](const Flushed& each) { return kept_to_ && each.tick <= *kept_to_; });
}

std::optional<Tick> Recorder::kept_to() const {
    assert(sink_->unwritten() <= bytes_written_ && "the sink has taken what was written");
    const std::uint64_t appended = bytes_written_ - sink_->unwritten();
    std::optional<Tick> kept = kept_to_;
    for (const Flushed& each : flushed_) {
        if (each.bytes <= appended) kept = each.tick;
    }
    return kept;
}

void Recorder::go_on_in(ByteSink& sink, std::string fault) {
    assert(flushed_.empty() && !kept_to_ && "no tick was recorded in the first sink");
    sink_ = &sink;
    if (!fault.empty()) end_with(std::move(fault));
}

void Recorder::finish(const World& world) {
    assert(world.tick == tick_);
    flush();
    write(trailer_of(world, ticks_));
}

/// Stops all further writing.
void Recorder::end_with(std::string fault) {
    if (fault_.empty()) fault_ = std::move(fault);
}

void Recorder::write(const AnyRecord& record) {
    if (!fault_.empty()) return;
    const auto bytes = stream_.seal(record_bytes(record));
    fault_ = sink_->append(bytes);
    if (fault_.empty()) bytes_written_ += bytes.size();
}

void Recorder::write_snapshot(const World& world, bool checkpoint) {
    std::vector<std::uint8_t> bytes(snapshot_room(world));
    bytes.resize(save_world(world, level_, bytes));
    write(SnapshotRecord{pack(bytes, Packing::quick), checkpoint});
}

std::uint64_t hash_roots(std::span<const std::uint8_t> roots) {
    return hash_bytes(roots);
}

void add_root(std::vector<std::uint8_t>& roots, std::uint64_t root) {
    for (unsigned i = 0; i < 8; ++i) roots.push_back(static_cast<std::uint8_t>(root >> (8 * i)));
}

Trailer trailer_of(const World& world, std::uint32_t ticks) {
    Trailer trailer;
    trailer.outcome = outcome_of(world);
    trailer.ticks = ticks;
    for (std::size_t slot = 0; slot < kSlotCount; ++slot) trailer.scores[slot] = world.earnings[slot].score;
    trailer.root = root_of(world);
    return trailer;
}

}  // namespace albireo::replays
