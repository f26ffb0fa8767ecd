#pragma once
/// A running game that the page watches: takes its recording as the server sends it, verifies every digest, and shows it some seconds
/// late. The viewer can pause, go back, and return to live.
///
/// 1. When another recording begins to be shown, round() changes: of the next level, or the same one again after a lost
///    connection; then the viewer is where they were. Observers of the earlier round are dropped.
/// 2. Everything that the server sends is untrusted (replays/spectator.hpp).
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "replays/view_clock.hpp"
#include "web/module/pipe_spectator.hpp"
#include "web/module/replay_show.hpp"

namespace albireo::web {

class LiveShow final : public ReplayShow {
  public:
    static constexpr std::uint32_t kVerifiedAtOnce = 500;  // ticks, in one advance()
    /// A viewer who is live, and further behind than this, jumps: their tab was hidden, or nothing came for a while.
    static constexpr std::uint32_t kFarBehind = 10 * kTicksPerSecond;

    /// `code`: as proto::read_watch_code() returns it. `name`: the players see it.
    LiveShow(std::string code, std::string_view name, OpenPipe open_pipe);

    /// Does what is due of the connection, and verifies.
    void advance(Micros now);
    /// Plays for this many seconds of real time, for a picture.
    void pass(double seconds);
    /// How many recordings have begun to be shown; 0: there is no world yet, and only advance(), state(), ask_again() and leave() may
    /// be called.
    int round() const { return round_; }
    /// The interpolation factor from before() to world().
    float share() const { return clock_.alpha(); }

    void toggle_pause();
    void faster(int steps) { clock_.faster(steps); }
    /// Moves by some ticks, and pauses.
    void step(int ticks);
    /// To this tick; near the end of a game that goes on, to live.
    void jump(std::int64_t tick);
    /// To live, or to the end of a game that is over; ends a pause.
    void go_live();
    /// PipeSpectator::ask_again().
    void ask_again(Micros now) { line_.ask_again(now); }
    /// PipeSpectator::stay().
    void stay() { line_.stay(); }
    void leave(Micros now) { line_.leave(now); }

    /// Everything that the page shows. JSON.
    std::string state() const;

    const PipeSpectator& line() const { return line_; }
    const replays::ViewClock& clock() const { return clock_; }

  private:
    void follow();
    void begin_round();
    std::uint32_t behind() const { return end().value - tick().value; }

    PipeSpectator line_;
    std::string code_;
    std::shared_ptr<const replays::Spectator> shown_;     // has the replay
    std::shared_ptr<const replays::Spectator> previous_;  // the last picture was made of its level
    replays::ViewClock clock_{true};
    int round_ = 0;
};

}  // namespace albireo::web
