#pragma once
/// A recording in memory: the checked contents of a replay file. The reader makes it; cursors and players read it.
///
/// Frame t takes the world from tick t − 1 to tick t, so "tick t" means the world after frame t. A recording leads from
/// the world of tick begin() to that of tick end().
/// 1. Stretches follow each other without a gap from begin() to end(); each decodes to exactly the number of frames
///    that it states, and all of them are normal (proto::is_normal).
/// 2. Frames and snapshots stay packed in `packed`: a recording takes little more memory than its file.
/// 3. If begin() is not 0, the first snapshot is of that tick.
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "replays/record_stream.hpp"
#include "replays/runs.hpp"
#include "sim/level/level.hpp"
#include "sim/step.hpp"

namespace albireo::replays {

/// Raised when the file format changes; FORMAT.md has the history.
inline constexpr std::uint32_t kFormatVersion = 1;

inline constexpr std::uint32_t kTicksPerRecord = 60;
inline constexpr std::uint32_t kTicksMax = 24 * 60 * 60 * kTicksPerSecond;  // a day
inline constexpr std::size_t kNameBytesMax = 64;
inline constexpr std::size_t kTextBytesMax = 1000;
inline constexpr std::size_t kNotesMax = 1 << 16;
inline constexpr Tick kFirstTickMax{~std::uint32_t{0} - kTicksMax};

struct RecordingHeader {
    std::uint32_t format_version = kFormatVersion;
    std::uint32_t core_version = 0;
    std::vector<std::uint8_t> level;  // canonical bytes
    /// Only for writing: the same bytes as pack() made them. Empty: they are packed when the header is written, which takes
    /// about ten milliseconds. The reader leaves it empty.
    std::vector<std::uint8_t> packed_level{};
    std::uint64_t level_digest = 0;
    std::string level_name;
    Difficulty difficulty = Difficulty::standard;
    GameSetup setup;
    std::array<std::string, kSlotCount> names;
    std::uint64_t started_ms = 0;  // since 1970, UTC
    Tick first_tick;
    std::string recorded_by;
    std::string origin;  // replay and tick from which this game was continued; else empty
};

enum class NoteKind : std::uint8_t { bookmark = 0, healed = 1, speed = 2, desync = 3 };

struct Note {
    NoteKind kind = NoteKind::bookmark;
    Tick tick{};              // of the world that the note is about
    std::uint32_t value = 0;  // speed: percent of real time
    std::string text{};
};

/// "bookmark", "healed", "speed", "desync"
std::string_view name_of(NoteKind kind);
/// "speed 50 %", "desync at tick 412 …", "healed: …"; safe to print.
std::string text_of(const Note& note);

struct Trailer {
    Outcome outcome = Outcome::playing;
    std::uint32_t ticks = 0;
    std::array<std::uint32_t, kSlotCount> scores{};
    std::uint64_t root = 0;  // of the last world

    bool operator==(const Trailer&) const = default;
};

/// A range of Recording::packed.
struct PackedRange {
    std::size_t offset = 0, size = 0;
};

/// The frames of both slots for about a second.
struct Stretch {
    Tick first;  // of the world before its first frame
    std::uint32_t ticks = 0;
    PackedRange runs;
    std::uint64_t roots = 0;  // hash of the digest roots of its ticks
};

/// A world that replaces the current one.
struct StoredSnapshot {
    Tick tick;
    PackedRange world;
};

/// The world that the frames before it lead to, so that a seek in a long recording need not play them all.
struct Checkpoint {
    Tick tick;
    PackedRange world;
    RunCoder coder;            // before the next stretch
    std::size_t stretch = 0;   // the next one
};
inline constexpr std::uint32_t kCheckpointTicks = 5 * 60 * kTicksPerSecond;  // from one to the next

/// Why a file cannot be read to its end.
struct Damage {
    enum class Kind : std::uint8_t {
        none,
        unfinished,  // all records are complete, but there is no trailer: the recorder was stopped
        cut_off,     // the file ends within a record
        bad_size,    // a record's length is invalid
        bad_seal,    // a record's checksum fails
        bad_record,  // a record with a valid seal has invalid contents
    };
    Kind kind = Kind::none;
    std::uint32_t record = 0;
    std::size_t offset = 0;  // of that record in the file
    std::string detail;      // of a bad record
    std::uint32_t readable_ticks = 0;
    std::optional<std::uint32_t> all_ticks;  // of the whole game; known if its trailer is readable despite the damage

    explicit operator bool() const { return kind != Kind::none; }
    /// "replay damaged: record 412 at byte 18 233 fails its checksum; 6 866 of 7 200 ticks are readable (use
    /// --partial)"
    std::string text() const;
};

/// Where a recorder continues a recording that was left unfinished.
struct RecordingTail {
    std::size_t bytes = 0;  // of the file; the rest is cut off
    RecordWriter stream;
    RunCoder coder;
};

struct Recording {
    RecordingHeader header;
    std::vector<Stretch> stretches;
    std::vector<StoredSnapshot> snapshots;
    std::vector<Checkpoint> checkpoints;
    std::vector<Note> notes;
    std::optional<Trailer> trailer;
    Damage damage;
    /// After the last intact record, before a trailer; nothing if the recording cannot be continued.
    std::optional<RecordingTail> tail;
    std::vector<std::uint8_t> packed;

    Tick begin() const { return header.first_tick; }
    Tick end() const { return stretches.empty() ? begin() : stretches.back().first + stretches.back().ticks; }
    std::uint32_t ticks() const { return end().value - begin().value; }
    std::span<const std::uint8_t> bytes_of(PackedRange range) const {
        return std::span{packed}.subspan(range.offset, range.size);
    }
};

}  // namespace albireo::replays
