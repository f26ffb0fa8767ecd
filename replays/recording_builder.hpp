#pragma once
/// Builds a recording from its records, for the readers of complete and of growing files.
#include <array>
#include <string>
#include <utility>
#include <vector>

#include "replays/record_format.hpp"
#include "replays/record_stream.hpp"
#include "replays/recording.hpp"
#include "replays/runs.hpp"

namespace albireo::replays {

/// Takes records in order and refuses the first that is not allowed at its position.
class RecordingBuilder {
  public:
    explicit RecordingBuilder(Recording& recording) : recording_(recording) {}

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
    /// Call it when the reader is at the end of the usable records.
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

}  // namespace albireo::replays
