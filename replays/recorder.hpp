#pragma once
/// Records a game while it is played. It owns no file and no clock: it writes to a sink, and the caller passes times.
///
/// 1. About once a second, a complete record goes to the sink. If the process dies, only the ticks since the last
///    record are lost, and the records that the sink has taken and not appended.
/// 2. After the sink's first error nothing more is written, so the file stays readable up to its last complete record.
///    The game continues; fault() has the error.
/// 3. It writes nothing that a reader refuses: notes beyond kNotesMax are left out, and after kTicksMax ticks the
///    recording ends as if the sink had failed.
/// 4. Only finish() completes a recording. A recorder destroyed without it leaves an "unfinished" one.
#include <array>
#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "replays/record_format.hpp"
#include "replays/record_stream.hpp"
#include "replays/runs.hpp"
#include "replays/sink.hpp"
#include "sim/world.hpp"

namespace albireo::replays {

struct RecordingSetup {
    GameSetup game{};
    std::array<std::string, kSlotCount> names{};
    std::uint64_t started_ms = 0;  // since 1970, UTC
    std::string recorded_by{};
    const World* start = nullptr;  // world to begin with; null, or of tick 0: the game's first world
    std::string origin{};          // replay and tick that `start` is from; else empty
    /// The level's canonical bytes as pack() made them; empty: the recorder packs them, which takes about ten milliseconds.
    std::span<const std::uint8_t> packed_level{};
};

class Recorder {
  public:
    /// Writes the header at once. Sink and level must outlive the recorder.
    Recorder(ByteSink& sink, const Level& level, const RecordingSetup& setup);
    /// Continues a recording that was left unfinished. The sink holds its first `tail` bytes. Requires a tail.
    Recorder(ByteSink& sink, const Level& level, const Recording& so_far);

    /// Appends a tick: both frames, which must be normal (proto::is_normal; received frames are), and the digest root
    /// of the world after it.
    void append(const FramePair& frames, std::uint64_t root);

    /// Adds a note about the current tick. `note.tick` is ignored. The note is left out if there are kNotesMax already.
    void note(const Note& note);

    /// The world was replaced: the game continues from `world`, whose tick must be tick().
    void heal(const World& world, const std::string& why);

    /// Writes a checkpoint if the latest is kCheckpointTicks old; `world` is that of tick(). To be called after append().
    void checkpoint_if_due(const World& world);

    /// Writes the pending ticks as a separate record.
    void flush();

    /// Learns whether the sink has failed to append what it took earlier.
    void look_at_sink() {
        if (fault_.empty()) fault_ = sink_->fault();
    }

    /// From now on it writes to `sink`, which has got what was written so far, or failed with `fault`.
    void go_on_in(ByteSink& sink, std::string fault);

    /// Completes the recording: the last world gives outcome and scores. Nothing can be appended afterwards.
    void finish(const World& world);

    Tick tick() const { return tick_; }
    std::uint64_t bytes_written() const { return bytes_written_; }
    const std::string& fault() const { return fault_; }
    /// The last tick whose frames are in the sink; nothing if it has no frames.
    std::optional<Tick> kept_to() const;

  private:
    void end_with(std::string fault);
    void write(const AnyRecord& record);
    void write_snapshot(const World& world, bool checkpoint = false);

    ByteSink* sink_;
    const Level& level_;
    RecordWriter stream_;
    RunCoder coder_;
    std::array<std::vector<Frame>, kSlotCount> pending_;
    std::vector<std::uint8_t> roots_;
    Tick tick_;
    std::uint32_t ticks_ = 0;
    std::uint32_t checkpoint_at_ = 0;  // ticks_ at the latest checkpoint
    std::size_t notes_ = 0;
    /// The ticks up to this one end with this byte.
    struct Flushed {
        std::uint64_t bytes = 0;
        Tick tick;
    };
    std::deque<Flushed> flushed_;    // the sink may not have appended them yet
    std::optional<Tick> kept_to_;  // of those before
    std::uint64_t bytes_written_ = 0;
    std::string fault_;
};

/// The hash that a record stores of its ticks' digest roots, given as consecutive little-endian bytes.
std::uint64_t hash_roots(std::span<const std::uint8_t> roots);
void add_root(std::vector<std::uint8_t>& roots, std::uint64_t root);

Trailer trailer_of(const World& world, std::uint32_t ticks);

}  // namespace albireo::replays
