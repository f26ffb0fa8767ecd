#include "replays/growing_replay.hpp"

#include <cassert>

#include "replays/text.hpp"

namespace albireo::replays {

std::string GrowingReplay::append(std::span<const std::uint8_t> more) {
    if (file_.size() + more.size() > bytes_max_) return "the recording is longer than " + grouped(bytes_max_) + " bytes";
    file_.insert(file_.end(), more.begin(), more.end());
    if (file_.size() < kSignature.size()) return {};
    if (!reader_) reader_.emplace(file_);
    if (!reader_->is_replay()) return "not a replay: it does not begin with its signature";
    reader_->extend(file_);
    for (;;) {
        RecordReader next = *reader_;
        const auto found = next.next();
        if (found == RecordReader::Found::end || found == RecordReader::Found::cut_off) return {};
        std::string fault = found != RecordReader::Found::record ? "its checksum or its size is wrong" : take(next);
        if (fault.empty()) fault = check_new();
        if (!fault.empty()) return "record " + std::to_string(next.number()) + " at byte " + grouped(next.offset()) + ": " + fault;
        reader_ = next;
    }
}

std::string GrowingReplay::take(RecordReader& reader) {
    AnyRecord record;
    if (std::string fault = parse_record(reader.payload(), record); !fault.empty()) return fault;
    const auto* header = std::get_if<RecordingHeader>(&record);
    if (reader.number() == 0) {
        if (header == nullptr) return "the first record is not a header";
        if (header->format_version != kFormatVersion) return "the recording has another format: use the server's release";
        if (std::string fault = prepare_header(*header, replay_.level); !fault.empty()) return fault;
    }
    return builder_.add(std::move(record));
}

std::string GrowingReplay::check_new() {
    const Recording& recording = replay_.recording;
    for (; snapshots_ < recording.snapshots.size(); ++snapshots_) {
        const StoredSnapshot& each = recording.snapshots[snapshots_];
        if (std::string fault = snapshot_fault(recording, replay_.level, each.tick, each.world); !fault.empty()) return fault;
    }
    for (; checkpoints_ < recording.checkpoints.size(); ++checkpoints_) {
        const Checkpoint& each = recording.checkpoints[checkpoints_];
        if (std::string fault = snapshot_fault(recording, replay_.level, each.tick, each.world); !fault.empty()) return fault;
    }
    return {};
}

}  // namespace albireo::replays
