#include "replays/reader.hpp"

#include <memory>
#include <utility>

#include "replays/packed.hpp"
#include "replays/record_format.hpp"
#include "replays/record_stream.hpp"
#include "replays/recording_builder.hpp"
#include "replays/sink.hpp"
#include "replays/text.hpp"
#include "sim/level/level_bytes.hpp"
#include "sim/level/section.hpp"
#include "sim/snapshot.hpp"

namespace albireo::replays {

namespace {

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
    RecordingBuilder builder{recording};
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

std::string prepare_header(const RecordingHeader& header, Level& level) {
    if (header.core_version != kCoreVersion) {
        return core_version_text("replay", header.core_version) +
               (header.recorded_by.empty() ? "" : " (recorded by " + printable(header.recorded_by) + ")");
    }
    const std::string fault = load_level(level, header.level);
    if (!fault.empty()) return "the replay's level cannot be used: " + fault;
    if (level.digest != header.level_digest) return "the replay's level differs from the one it was recorded with";
    if (!is_start(level, {header.setup.section, 0})) {
        return "the replay begins in section " + std::to_string(header.setup.section) + " of a level that has " +
               std::to_string(section_count(level));
    }
    if (!is_start(level, {header.setup.section, header.setup.phase})) {
        return "the replay begins in phase " + std::to_string(header.setup.phase) + ", which no boss of its section has";
    }
    return {};
}

std::string snapshot_fault(const Recording& recording, const Level& level, Tick tick, PackedRange packed) {
    const auto world = std::make_unique<World>();
    std::vector<std::uint8_t> bytes;
    const std::string place = "the replay's snapshot of tick " + std::to_string(tick.value);
    if (!unpack(recording.bytes_of(packed), kSnapshotBytesMax, bytes)) return place + " cannot be decompressed";
    const LoadError error = load_world(*world, level, bytes);
    if (error != LoadError::none) return place + " cannot be used: " + snapshot_text(error, bytes);
    return world->tick != tick ? place + " is for tick " + std::to_string(world->tick.value) : "";
}

std::string prepare(Recording recording, Replay& replay, Partial partial) {
    if (recording.damage && partial == Partial::refuse) return recording.damage.text();
    if (std::string fault = prepare_header(recording.header, replay.level); !fault.empty()) return fault;
    for (const StoredSnapshot& snapshot : recording.snapshots) {
        if (std::string why = snapshot_fault(recording, replay.level, snapshot.tick, snapshot.world); !why.empty()) return why;
    }
    for (const Checkpoint& checkpoint : recording.checkpoints) {
        if (std::string why = snapshot_fault(recording, replay.level, checkpoint.tick, checkpoint.world); !why.empty()) return why;
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
