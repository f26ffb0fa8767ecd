#pragma once
/// Makes a session of a game that an earlier process has left behind: begins with the newest checkpoint of its recording, plays
/// the frames after it, then those of its journal. The lobby owns it.
///
/// 1. The recording is continued where its last intact record ends; the frames that are missing after it are in the journal.
/// 2. All its input is untrusted: a file that cannot be resumed gives a one-line fault.
/// 3. A recording and a journal that do not agree give a fault: a frame that differs, a digest that is not that of the frames, or
///    ticks that are missing between the two. A game is never resumed at an earlier tick than it had reached.
#include <functional>
#include <future>
#include <memory>
#include <string>

#include "replays/frame_cursor.hpp"
#include "server/levels.hpp"
#include "server/session.hpp"

namespace albireo::server {

/// A game as an earlier process left it on the disk.
struct ParkedGame {
    JournalImage image;
    std::shared_ptr<Journal> journal;      // the same file or place, for writing
    std::vector<std::uint8_t> recording;   // as far as it was written; empty: there is none
    /// Makes the recording of a game that has not begun. Empty, or returns null: the game is not recorded.
    std::function<std::unique_ptr<replays::ByteSink>()> record{};
    /// Makes the journal of a lobby's game when it starts, on another thread. Empty: the game goes on in `journal`.
    std::function<std::shared_ptr<Journal>()> make_journal{};
    /// Cuts the recording off after `bytes` bytes. Returns the sink for further records, or null. Empty: the game is not recorded.
    std::function<std::future<std::unique_ptr<replays::ByteSink>>(std::size_t bytes)> truncate{};
    /// Called if the game cannot be resumed, so that the next process does not find it again.
    std::function<void()> set_aside{};
};

/// A game that has been found, but not read yet: only one at a time is in memory.
struct ParkedFile {
    struct Loaded {
        std::optional<ParkedGame> game;   // nothing if there is none to be resumed
        std::vector<std::string> faults;  // a line for each journal that cannot be resumed
    };
    std::string code;
    std::function<std::future<Loaded>()> load;
};

class Recovery {
  public:
    /// Makes the part of a session's setup that follows from its surroundings.
    using MakeSetup = std::function<SessionSetup(const KeptGame& kept, std::shared_ptr<const Level> level)>;

    Recovery(ParkedGame parked, Levels& levels, const MakeSetup& make_setup, Metrics& metrics);
    ~Recovery();

    /// Plays up to `ticks` ticks. Returns whether nothing is left to do: all is played, and the recording is truncated.
    bool play(std::uint32_t ticks);
    /// The session, whose players may come back from now on. Requires that play() has returned true, and no fault.
    std::shared_ptr<Session> take(Micros now);
    /// To be called after a fault: the next process does not find the game again.
    void set_aside();
    const std::string& fault() const { return fault_; }
    const std::string& code() const { return parked_.image.game().code; }

  private:
    class ForwardingSink;
    std::shared_ptr<const Level> find_level(Levels& levels);
    std::string wrong_recording() const;
    void begin();
    bool begin_at(const replays::Checkpoint& checkpoint);
    bool play_tick();
    bool check_frames(const FramePair& recorded);
    void check_digests();
    void record_on();
    void check_whole();
    bool is_truncated();

    ParkedGame parked_;
    std::string fault_;
    replays::Recording recording_;
    std::unique_ptr<replays::FrameCursor> cursor_;
    bool is_compared_ = true;           // false: a planted fault makes the digests differ
    std::vector<std::uint8_t> roots_;   // of the current stretch
    bool is_recording_ = false;         // all that is recorded has been played
    bool is_played_ = false;
    std::shared_ptr<Session> session_;
    ForwardingSink* forwarding_sink_ = nullptr;  // the session's sink
    std::future<std::unique_ptr<replays::ByteSink>> truncation_;
};

}  // namespace albireo::server
