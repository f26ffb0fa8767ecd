#pragma once
/// The replay viewer without a window: the position in a replay, the playback speed, and seeking.
///
/// 1. Any tick is reached at once, with the same world as by playing straight to it (replays/player.hpp).
/// 2. on_tick is called once for every played tick, in order; a jump does not call it.
/// 3. A replay that grows is a game that is being played: its end moves on, and the viewer can follow it (is_live()).
/// 4. A damaged replay is shown to its last readable tick; lost_ticks() returns how many followed it, if known.
#include <functional>
#include <memory>
#include <span>

#include "client/app/replay_viewer/bookmarks.hpp"
#include "client/app/replay_viewer/replay_scan.hpp"
#include "client/predict/effects.hpp"
#include "replays/view_clock.hpp"

namespace albireo::app {

class ReplayViewer {
  public:
    static constexpr std::uint32_t kScanTicks = 240;      // scanned ahead at a time
    static constexpr std::uint32_t kHighlightGraceTicks = 30;  // at normal speed

    /// `path`: of the file; its bookmarks are beside it. With `grows` it is the game's name, and bookmarks are not kept.
    ReplayViewer(std::shared_ptr<const replays::Replay> replay, std::string path, bool grows = false);

    /// Whether more of the replay will arrive.
    void set_growing(bool grows) { clock_.set_growing(grows); }
    bool is_growing() const { return clock_.is_growing(); }
    /// Whether the viewer follows the end of a growing replay. Seeking its end sets this, too.
    bool is_live() const { return clock_.is_live(); }
    /// The ticks that have arrived and are not shown yet.
    std::uint32_t behind() const { return end() - tick(); }

    /// Called after each tick that is shown.
    std::function<void(const World& before, const World& now, std::span<const client::EffectLedger::Effect> effects)>
        on_tick;
    /// Called after a jump: effects of earlier ticks no longer apply.
    std::function<void()> on_jump;

    /// Plays for this many seconds of real time, at the current speed. Also scans ahead.
    void advance(double seconds);
    /// Advances by exactly one picture of a film: a sixtieth of a second, at the current speed. alpha() is then more
    /// than 0 and at most 1, so at normal speed each picture shows one tick, and at 1/8 eight pictures lead from tick
    /// to tick. Returns false at the end. Not to be called while paused.
    bool advance_film();
    /// Begins a film from the shown tick: ends a pause.
    void begin_film() { clock_.begin_film(); }

    void toggle_pause();
    /// Doubles the speed `steps` times; negative: halves it.
    void faster(int steps) { clock_.faster(steps); }
    /// Moves by one tick forward or back, and pauses.
    void step(int ticks);
    /// Seeks to a tick, clamped to the replay; to a share 0 … 1 of its length.
    void jump(std::int64_t tick);
    void jump_share(double share);
    /// Seeks the next highlight or bookmark in that direction; the replay's end or beginning if there is none. While playing, a
    /// highlight that was passed within kHighlightGraceTicks does not count as the previous one.
    void jump_highlight(int way);

    const replays::Replay& replay() const { return *replay_; }
    const Level& level() const { return replay_->level; }
    const std::string& path() const { return path_; }
    std::uint32_t begin() const { return player_.begin().value; }
    std::uint32_t tick() const { return player_.tick().value; }
    std::uint32_t end() const { return player_.end().value; }
    bool is_at_end() const { return tick() == end(); }
    bool is_paused() const { return clock_.is_paused(); }
    int speed_power() const { return clock_.speed_power(); }
    /// The interpolation factor between the worlds before and now, for the picture.
    float alpha() const { return clock_.alpha(); }
    const World& before() const { return *before_; }
    const World& now() const { return player_.world(); }
    /// Both players' frames of the tick that led to the current world.
    const FramePair& frames() const { return player_.frames(); }
    std::uint32_t lost_ticks() const;

    const ReplayScan& scan() const { return scan_; }
    Bookmarks& bookmarks() { return bookmarks_; }
    const Bookmarks& bookmarks() const { return bookmarks_; }
    /// The errors in the bookmarks' file, a line each.
    const std::vector<std::string>& bookmark_faults() const { return bookmark_faults_; }

    /// Why no game can begin here; empty if one can.
    std::string cannot_take_over() const;
    /// "NAME.replay, tick 1234": stored as its origin in a game taken over from here.
    std::string origin() const;

  private:
    bool play();
    void seek(std::int64_t to);

    std::shared_ptr<const replays::Replay> replay_;
    std::string path_;
    replays::Player player_;
    ReplayScan scan_;
    std::unique_ptr<World> before_;
    client::EffectLedger ledger_;
    Bookmarks bookmarks_;
    std::vector<std::string> bookmark_faults_;
    replays::ViewClock clock_;
};

}  // namespace albireo::app
