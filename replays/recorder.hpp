#pragma once
/// Writes a game down as it is played. It owns no file and no clock: bytes go to a sink, times come in.
///
/// 1. About once a second a whole record goes to the sink; what was appended since is lost if the process dies, no
///    more.
/// 2. After the sink's first fault nothing more is written, so the file stays readable to its last whole record, and
///    the game goes on; fault() tells.
/// 3. It writes nothing that a reader refuses: notes beyond kNotesMax are left out, and after kTicksMax ticks the
///    recording ends as if the sink had failed.
/// 4. A recording is finished by finish() alone. One that is merely dropped reads as "unfinished".
#include <array>
#include <cstdint>
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
    const World* start = nullptr;  // what the recording begins with, if not the first world of a game
    std::string origin{};          // where that world is from
};

class Recorder {
  public:
    /// Writes the header at once. The sink must outlive the recorder; the level is needed for snapshots too.
    Recorder(ByteSink& sink, const Level& level, const RecordingSetup& setup);

    /// The frames of a tick, both normal (proto::is_normal; what comes off the wire is), and the digest root after it.
    void append(const FramePair& frames, std::uint64_t root);

    /// Something about the present tick. `note.tick` is not looked at. Left out if there are kNotesMax already.
    void note(const Note& note);

    /// The world was replaced: the game goes on from this one, whose tick must be the present one.
    void heal(const World& world, const std::string& why);

    /// Writes what is pending as a record of its own.
    void flush();

    /// The game is over or was left: the last world gives outcome and scores. Nothing can be appended after it.
    void finish(const World& world);

    Tick tick() const { return tick_; }
    std::uint64_t bytes_written() const { return bytes_written_; }
    const std::string& fault() const { return fault_; }

  private:
    void end_with(std::string fault);
    void write(const AnyRecord& record);
    void write_snapshot(const World& world);

    ByteSink& sink_;
    const Level& level_;
    RecordWriter stream_;
    RunCoder coder_;
    std::array<std::vector<Frame>, kSlotCount> pending_;
    std::vector<std::uint8_t> roots_;
    Tick tick_;
    std::uint32_t ticks_ = 0;
    std::size_t notes_ = 0;
    std::uint64_t bytes_written_ = 0;
    std::string fault_;
};

/// The hash that a record keeps of its ticks' digest roots, given as little-endian bytes one after another.
std::uint64_t hash_roots(std::span<const std::uint8_t> roots);
void add_root(std::vector<std::uint8_t>& roots, std::uint64_t root);

Trailer trailer_of(const World& world, std::uint32_t ticks);

}  // namespace albireo::replays
