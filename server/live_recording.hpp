#pragma once
/// The recording of a running game as bytes. The recorder appends to it; it forwards them to the file, and keeps a copy for
/// bundles and for spectators. The session owns it, and spectators hold it until they have received its end.
///
/// 1. bytes() only grows, until the copy is given up; from then on it is empty.
/// 2. If the file cannot take the bytes of an append(), the recording ends with them: it consists of whole records, and nothing
///    follows. The session goes on with another recording.
/// 3. Spectators get only bytes that are at least kWatchDelayMin old: bytes_at().
#include <cstdint>
#include <deque>
#include <span>
#include <string>
#include <vector>

#include "proto/micros.hpp"
#include "replays/sink.hpp"

namespace albireo::server {

using proto::Micros;

inline constexpr Micros kWatchDelayMin = 2 * proto::kMicrosPerSecond;
inline constexpr Micros kWatchDelayMax = 120 * proto::kMicrosPerSecond;

class LiveRecording final : public replays::ByteSink {
  public:
    /// About 6 KB per minute, so ten hours of an honest game. A longer game has no copy.
    static constexpr std::size_t kBytesMax = 4u << 20;

    /// Begins. `onward`: gets the bytes too; may be null. `keeps`: whether a copy is kept.
    void begin(replays::ByteSink* onward, bool keeps);
    /// Begins with these bytes, which another thread has made: `kept` is the copy, with room for kBytesMax, and `written` the same bytes for
    /// `onward`. Either is empty if there is no copy, or no `onward`. Returns an empty string, or the error of `onward`.
    std::string begin_with(replays::ByteSink* onward, std::vector<std::uint8_t> kept, std::vector<std::uint8_t> written);
    /// Begins with the bytes of an earlier process, which `onward` has already.
    void go_on(replays::ByteSink* onward, bool keeps, std::vector<std::uint8_t> bytes);

    std::string append(std::span<const std::uint8_t> bytes) override;
    std::string fault() const override { return onward_ != nullptr ? onward_->fault() : std::string(); }
    std::uint64_t unwritten() const override { return onward_ != nullptr ? onward_->unwritten() : 0; }
    /// Notes that the bytes written so far exist at the time `now`. Call it after each round of the session.
    void note_time(Micros now);
    /// The recording is complete.
    void finish() {
        if (end_ == End::open) end_ = End::complete;
    }
    /// Nothing more is recorded here, although the game goes on.
    void cut() { end_ = End::cut; }

    bool keeps() const { return keeps_; }
    /// Whether the copy was given up because the game is too long.
    bool is_given_up() const { return is_given_up_; }
    bool is_complete() const { return end_ == End::complete; }
    /// No more bytes follow.
    bool is_over() const { return end_ != End::open; }
    const std::vector<std::uint8_t>& bytes() const { return bytes_; }
    /// The number of bytes that existed at `when`, which is at most kWatchDelayMax ago.
    std::size_t bytes_at(Micros when) const;

  private:
    struct Mark {
        Micros at = 0;
        std::size_t bytes = 0;
    };
    replays::ByteSink* onward_ = nullptr;
    bool keeps_ = false;
    bool is_given_up_ = false;
    enum class End : std::uint8_t { open, complete, cut } end_ = End::open;
    std::vector<std::uint8_t> bytes_;
    std::size_t noted_ = 0;
    std::size_t old_ = 0;      // bytes older than all marks
    std::deque<Mark> marks_;  // about one per second
};

}  // namespace albireo::server
