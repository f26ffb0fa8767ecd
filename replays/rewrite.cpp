#include "replays/rewrite.hpp"

#include <optional>
#include <utility>

#include "replays/player.hpp"
#include "replays/text.hpp"
#include "sim/digest.hpp"

namespace albireo::replays {

namespace {

/// Copies a replay's notes into a new recording that begins at a later tick.
class NoteCopier {
  public:
    NoteCopier(const Replay& replay, Tick from) : replay_(replay), healed_(std::make_unique<World>()) {
        for (; next_note() != nullptr && next_note()->tick < from; take()) {
            if (next_note()->kind == NoteKind::speed) speed_ = *next_note();
        }
        // A speed note is in effect until the next one.
        const bool changes = next_note() != nullptr && next_note()->tick == from && next_note()->kind == NoteKind::speed;
        if (changes) speed_.reset();
    }

    /// Records the notes about the recorder's current tick.
    void copy(Recorder& recorder) {
        if (speed_) recorder.note(*std::exchange(speed_, std::nullopt));
        for (const Note* note = next_note(); note != nullptr && note->tick == recorder.tick(); note = next_note()) {
            const StoredSnapshot* snapshot = take();
            if (snapshot != nullptr) {
                load_snapshot(replay_, snapshot->world, *healed_);
                recorder.heal(*healed_, note->text);
            } else {
                recorder.note(*note);
            }
        }
    }

  private:
    const Note* next_note() const {
        return note_ < replay_.recording.notes.size() ? &replay_.recording.notes[note_] : nullptr;
    }
    /// Advances to the next note. Returns the snapshot that belongs to the current one, or null.
    const StoredSnapshot* take() {
        const bool healed = replay_.recording.notes[note_++].kind == NoteKind::healed;
        return healed ? &replay_.recording.snapshots[snapshot_++] : nullptr;
    }

    const Replay& replay_;
    std::unique_ptr<World> healed_;
    std::optional<Note> speed_;  // set before the new recording begins, and not yet written to it
    std::size_t note_ = 0;
    std::size_t snapshot_ = replay_.recording.begin().value != 0 ? 1 : 0;
};

}  // namespace

std::string rewrite(const Replay& replay, TickRange range, const std::string& recorded_by, ByteSink& sink) {
    const Recording& recording = replay.recording;
    if (range.from >= range.to || range.from < recording.begin() || range.to > recording.end()) {
        return "no ticks " + std::to_string(range.from.value) + " to " + std::to_string(range.to.value) + ": the replay has " +
               std::to_string(recording.begin().value) + " to " + std::to_string(recording.end().value);
    }
    Player player{replay, Player::Keep::nothing};
    player.seek(range.from);
    Recorder recorder{sink,
                      replay.level,
                      {.game = recording.header.setup,
                       .names = recording.header.names,
                       .started_ms = recording.header.started_ms,
                       .recorded_by = recorded_by,
                       .start = range.from.value == 0 ? nullptr : &player.world(),
                       .origin = recording.header.origin}};
    NoteCopier notes{replay, range.from};
    notes.copy(recorder);
    while (player.tick() < range.to && player.step()) {
        recorder.append(player.frames(), root_of(player.world()));
        recorder.checkpoint_if_due(player.world());
        notes.copy(recorder);
    }
    recorder.finish(player.world());
    return recorder.fault();
}

}  // namespace albireo::replays
