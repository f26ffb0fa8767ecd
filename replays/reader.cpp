#include "replays/reader.hpp"

#include <memory>
#include <utility>

#include "replays/packed.hpp"
#include "replays/record_format.hpp"
#include "replays/record_stream.hpp"
#include "replays/runs.hpp"
#include "replays/sink.hpp"
#include "replays/text.hpp"
#include "sim/level/level_bytes.hpp"
#include "sim/level/section.hpp"
#include "sim/snapshot.hpp"

namespace albireo::replays {

namespace {

/// Takes records in order and refuses the first that is not allowed at its position.
class Builder {
  public:
    explicit Builder(Recording& recording) : recording_(recording) {}

    std::string add(AnyRecord&& record) {
        if (recording_.trailer) return "it follows the trailer";
        const auto* snapshot = std::get_if<SnapshotRecord>(&record);
        if (snapshot_due_ && (snapshot == nullptr || snapshot->checkpoint)) return "a snapshot is missing before it";
        return std::visit([&](auto& what) { return take(std::move(what)); }, record);
    }

    bool have_header() const { return have_header_; }

  private:
    std::string take(RecordingHeader&& header) {
        if (have_header_) return "a second header";
        have_header_ = true;
        snapshot_due_ = header.first_tick.value != 0;
        recording_.header = std::move(header);
        return {};
    }
    std::string take(FramesRecord&& frames) {
        if (recording_.ticks() + frames.ticks > kTicksMax) return "the recording would be longer than a day";
        for (auto& run : scratch_) run.resize(frames.ticks);
        if (!coder_.read(frames.runs, {scratch_[0], scratch_[1]})) {
            is_coder_lost_ = true;
            return "its frames cannot be decoded";
        }
        recording_.stretches.push_back({recording_.end(), frames.ticks, keep(frames.runs), frames.roots});
        return {};
    }
    std::string take(SnapshotRecord&& snapshot) {
        if (snapshot.checkpoint) return take_checkpoint(snapshot.world);
        if (!snapshot_due_) return "an unexpected snapshot: no HEALED note precedes it";
        snapshot_due_ = false;
        recording_.snapshots.push_back({recording_.end(), keep(snapshot.world)});
        return {};
    }
    std::string take_checkpoint(std::span<const std::uint8_t> world) {
        const Tick before = recording_.checkpoints.empty() ? recording_.begin() : recording_.checkpoints.back().tick;
        if (recording_.end().value - before.value < kCheckpointTicks) return "a checkpoint too soon after the one before it";
        recording_.checkpoints.push_back({recording_.end(), keep(world), coder_, recording_.stretches.size()});
        return {};
    }
    std::string take(Note&& note) {
        if (recording_.notes.size() == kNotesMax) return "too many notes";
        note.tick = recording_.end();
        snapshot_due_ = note.kind == NoteKind::healed;
        recording_.notes.push_back(std::move(note));
        return {};
    }
    std::string take(Trailer&& trailer) {
        if (trailer.ticks != recording_.ticks()) return "the trailer's number of ticks is wrong";
        recording_.trailer = trailer;
        return {};
    }

  public:
    /// A HEALED note is useless without the world that replaced the old one, which is the next record.
    void drop_unfinished_heal() {
        if (std::exchange(snapshot_due_, false) && !recording_.notes.empty()) recording_.notes.pop_back();
    }
    /// The reader is at the end of what can be used.
    void note_tail(const RecordReader& reader) {
        if (have_header_ && !snapshot_due_ && !is_coder_lost_) recording_.tail = {.bytes = reader.offset(), .stream = reader.writer_here(), .coder = coder_};
    }

  private:
    PackedRange keep(std::span<const std::uint8_t> bytes) {
        const PackedRange range{recording_.packed.size(), bytes.size()};
        recording_.packed.insert(recording_.packed.end(), bytes.begin(), bytes.end());
        return range;
    }

    Recording& recording_;
    RunCoder coder_;
    std::array<std::vector<Frame>, kSlotCount> scratch_;
    bool have_header_ = false;
    bool snapshot_due_ = false;
    bool is_coder_lost_ = false;
};

Damage::Kind kind_of(RecordReader::Found found) {
    switch (found) {
        case RecordReader::Found::record:
            return Damage::Kind::bad_record;
        case RecordReader::Found::end:
            return Damage::Kind::unfinished;
        case RecordReader::Found::cut_off:
            return Damage::Kind::cut_off;
        case RecordReader::Found::bad_size:
            return Damage::Kind::bad_size;
        case RecordReader::Found::bad_seal:
            return Damage::Kind::bad_seal;
    }
    return Damage::Kind::none;
}

/// The number of ticks of the whole recording, if a trailer after the damage can still be read.
std::optional<std::uint32_t> ticks_by_trailer(RecordReader reader) {
    std::optional<std::uint32_t> ticks;
    for (auto found = reader.next(); found != RecordReader::Found::end; found = reader.next()) {
        if (found == RecordReader::Found::bad_seal) continue;
        AnyRecord record;
        if (found != RecordReader::Found::record || !parse_record(reader.payload(), record).empty()) break;
        // A second header belongs to another recording, and parsing each one costs unpacking a level.
        if (std::holds_alternative<RecordingHeader>(record)) break;
        if (const auto* trailer = std::get_if<Trailer>(&record)) ticks = trailer->ticks;
    }
    return ticks;
}

}  // namespace

std::string read_recording(std::span<const std::uint8_t> file, Recording& recording) {
    recording = {};
    RecordReader reader{file};
    if (!reader.is_replay()) return "not a replay: the file does not begin with its signature";
    Builder builder{recording};
    for (;;) {
        const auto found = reader.next();
        if (found == RecordReader::Found::end && recording.trailer) return {};
        AnyRecord record;
        std::string fault;
        if (found == RecordReader::Found::record) {
            fault = parse_record(reader.payload(), record);
            if (fault.empty() && reader.number() == 0) {
                const auto* header = std::get_if<RecordingHeader>(&record);
                if (header == nullptr) return "not a replay: its first record is not a header";
                if (header->format_version != kFormatVersion) {
                    return "replay of format " + std::to_string(header->format_version) +
                           "; this program reads format " + std::to_string(kFormatVersion) +
                           ": use the release that wrote it";
                }
            }
            if (std::holds_alternative<Trailer>(record)) builder.note_tail(reader);
            if (fault.empty()) fault = builder.add(std::move(record));
            if (fault.empty()) continue;
        }
        if (!recording.trailer) builder.note_tail(reader);
        builder.drop_unfinished_heal();
        auto& damage = recording.damage;
        damage.kind = kind_of(found);
        damage.record = found == RecordReader::Found::end ? 0 : reader.number();
        damage.offset = reader.offset();
        damage.detail = fault;
        damage.readable_ticks = recording.ticks();
        damage.all_ticks = ticks_by_trailer(reader);
        if (!builder.have_header()) {
            return fault.empty() ? "replay damaged: its header cannot be read" : "replay damaged: header: " + fault;
        }
        return {};
    }
}

std::string prepare(Recording recording, Replay& replay, Partial partial) {
    if (recording.damage && partial == Partial::refuse) return recording.damage.text();
    const RecordingHeader& header = recording.header;
    if (header.core_version != kCoreVersion) {
        return core_version_text("replay", header.core_version) +
               (header.recorded_by.empty() ? "" : " (recorded by " + printable(header.recorded_by) + ")");
    }
    const std::string fault = load_level(replay.level, header.level);
    if (!fault.empty()) return "the replay's level cannot be used: " + fault;
    if (replay.level.digest != header.level_digest) return "the replay's level differs from the one it was recorded with";
    if (!is_start(replay.level, {header.setup.section, 0})) {
        return "the replay begins in section " + std::to_string(header.setup.section) + " of a level that has " +
               std::to_string(section_count(replay.level));
    }
    if (!is_start(replay.level, {header.setup.section, header.setup.phase})) {
        return "the replay begins in phase " + std::to_string(header.setup.phase) + ", which no boss of its section has";
    }
    const auto world = std::make_unique<World>();
    std::vector<std::uint8_t> bytes;
    const auto fault_of = [&](Tick tick, PackedRange packed) -> std::string {
        const std::string place = "the replay's snapshot of tick " + std::to_string(tick.value);
        if (!unpack(recording.bytes_of(packed), kSnapshotBytesMax, bytes)) return place + " cannot be decompressed";
        const LoadError error = load_world(*world, replay.level, bytes);
        if (error != LoadError::none) return place + " cannot be used: " + snapshot_text(error, bytes);
        return world->tick != tick ? place + " is for tick " + std::to_string(world->tick.value) : "";
    };
    for (const StoredSnapshot& snapshot : recording.snapshots) {
        if (const std::string why = fault_of(snapshot.tick, snapshot.world); !why.empty()) return why;
    }
    for (const Checkpoint& checkpoint : recording.checkpoints) {
        if (const std::string why = fault_of(checkpoint.tick, checkpoint.world); !why.empty()) return why;
    }
    if (recording.begin().value != 0 && recording.snapshots.empty()) return "the replay's first snapshot is missing";
    replay.recording = std::move(recording);
    return {};
}

std::string open_replay(const std::string& path, Replay& replay, Partial partial) {
    std::vector<std::uint8_t> bytes;
    Recording recording;
    std::string fault = read_file(path, bytes);
    if (!fault.empty()) return fault;
    fault = read_recording(bytes, recording);
    if (fault.empty()) fault = prepare(std::move(recording), replay, partial);
    return fault.empty() ? fault : path + ": " + fault;
}

}  // namespace albireo::replays
