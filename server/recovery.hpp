#pragma once
/// Makes a session of a game that an earlier process has left behind: plays its recording forward, then the frames of its
/// journal. The lobby owns it.
///
/// 1. The recording is made anew while it is played, and replaces the file when all of it is there. So a record that was cut
///    off leaves no trace, and the recording verifies as one.
/// 2. All its input is untrusted: a file that cannot be resumed gives a one-line fault.
#include <functional>
#include <memory>
#include <string>

#include "replays/frame_cursor.hpp"
#include "server/levels.hpp"
#include "server/session.hpp"

namespace albireo::server {

/// A game as it lies on the disk.
struct ParkedGame {
    JournalImage image;
    std::shared_ptr<Journal> journal;      // the same file, to be written on
    std::vector<std::uint8_t> recording;   // as far as it was written; empty: there is none
    /// Replaces the recording by these bytes, and returns the sink for what follows. Empty: the game is not recorded.
    std::function<std::unique_ptr<replays::ByteSink>(std::span<const std::uint8_t> whole)> rewrite;
};

class Recovery {
  public:
    /// Makes the part of a session's setup that follows from its surroundings.
    using MakeSetup = std::function<SessionSetup(const KeptGame& kept, std::shared_ptr<const Level> level)>;

    Recovery(ParkedGame parked, Levels& levels, const MakeSetup& make_setup, Metrics& metrics);
    ~Recovery();

    /// Plays up to so many ticks. Returns whether nothing is left to play.
    bool play(std::uint32_t ticks);
    /// The session, whose players may come back from now on. Requires that play() has returned true, and no fault.
    std::shared_ptr<Session> take(Micros now);
    const std::string& fault() const { return fault_; }
    const std::string& code() const { return parked_.image.game().code; }

  private:
    class Rewriting;
    std::shared_ptr<const Level> find_level(Levels& levels);
    void play_notes();
    std::optional<FramePair> next_frames();
    void check_whole();

    ParkedGame parked_;
    std::string fault_;
    replays::Recording recording_;
    std::size_t next_note_ = 0;
    std::unique_ptr<replays::FrameCursor> cursor_;
    std::shared_ptr<Session> session_;
    Rewriting* rewriting_ = nullptr;  // the session's sink
};

}  // namespace albireo::server
