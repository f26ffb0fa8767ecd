#pragma once
/// A replay that is still being recorded: takes the bytes of its file as they arrive. Input is untrusted.
///
/// 1. replay() keeps its address and only grows, so its players and cursors stay valid.
/// 2. Everything in replay() has been checked as prepare() does.
/// 3. Memory: the bytes so far, of which there are at most `bytes_max`, and the reader's result (reader.hpp).
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "replays/reader.hpp"
#include "replays/recording_builder.hpp"

namespace albireo::replays {

class GrowingReplay {
  public:
    explicit GrowingReplay(std::size_t bytes_max = 64u << 20) : bytes_max_(bytes_max) {}
    GrowingReplay(const GrowingReplay&) = delete;
    GrowingReplay& operator=(const GrowingReplay&) = delete;

    /// Returns an empty string, or the error in one line; after an error nothing more can be appended.
    std::string append(std::span<const std::uint8_t> more);

    std::size_t bytes() const { return file_.size(); }
    const std::vector<std::uint8_t>& file() const { return file_; }
    /// Whether its first world is known, so that the replay can be played as far as it goes.
    bool has_begun() const { return builder_.have_header() && (replay_.recording.begin() == Tick{} || !replay_.recording.snapshots.empty()); }
    /// Requires has_begun().
    const Replay& replay() const { return replay_; }
    /// Whether the trailer has arrived: the replay is complete.
    bool is_complete() const { return replay_.recording.trailer.has_value(); }

  private:
    std::string take(RecordReader& reader);
    std::string check_new();

    const std::size_t bytes_max_;
    std::vector<std::uint8_t> file_;
    Replay replay_;
    RecordingBuilder builder_{replay_.recording};
    std::optional<RecordReader> reader_;  // at the first record that is not complete
    std::size_t snapshots_ = 0, checkpoints_ = 0;  // checked
};

}  // namespace albireo::replays
