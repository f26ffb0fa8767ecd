#pragma once
/// Plays a replay again, forward and back. Back is a seek: the player keeps a snapshot every few seconds of what it has
/// been through and steps on from the nearest one.
///
/// 1. world() after any way to tick t is the same bytes as after playing straight from the beginning to t.
/// 2. Where a recording's world was replaced at tick t (healed), tick t is still the old one; it goes on from the new.
/// 3. Memory: at most kSnapshotsKept snapshots; when there are more, every second one is dropped and they come half as
///    often.
#include <memory>
#include <vector>

#include "replays/frame_cursor.hpp"
#include "replays/reader.hpp"
#include "sim/event.hpp"
#include "sim/world.hpp"

namespace albireo::replays {

/// Fills `world` with what the replay begins with, or with one of its snapshots.
void begin_world(const Replay& replay, World& world);
void load_snapshot(const Replay& replay, const StoredSnapshot& snapshot, World& world);

class Player {
  public:
    static constexpr std::uint32_t kSnapshotTicks = 5 * kTicksPerSecond;
    static constexpr std::size_t kSnapshotsKept = 512;

    /// Who will not go back spares the snapshots.
    enum class Keep : std::uint8_t { places, nothing };

    /// The replay must outlive the player.
    explicit Player(const Replay& replay, Keep keep = Keep::places);

    Tick tick() const { return world_->tick; }
    Tick begin() const { return replay_.recording.begin(); }
    Tick end() const { return replay_.recording.end(); }
    const World& world() const { return *world_; }

    /// The frames that led to the present tick and what happened in it, however the player got here. No frames lead to
    /// begin(): there both are empty.
    const FramePair& frames() const { return frames_; }
    const Events& events() const { return *events_; }
    bool has_frames() const { return tick() != begin(); }

    /// One tick on; false at the end.
    bool step();

    /// Where the recording's world was replaced at this tick: takes the new one now, which step() would do first.
    void heal();

    /// One tick back; false at the beginning.
    bool step_back();

    /// To `tick`, or as near as the replay goes.
    void seek(Tick tick) { seek(tick, *this); }
    /// … from where another player of the same replay has been, if that is nearer.
    void seek(Tick tick, const Player& guide);

    /// The recorder's place: which stretch the last tick was of, and whether it was its last.
    const FrameCursor& cursor() const { return cursor_; }

  private:
    struct Place {
        Tick tick;
        std::vector<std::uint8_t> world;
        FrameCursor::Mark mark;
        std::size_t next_snapshot = 0;
    };
    /// The last place from which a step leads to `tick`; begin() is its own.
    const Place& place_before(Tick tick) const;
    void take_place();
    void go_to(const Place& place);

    const Replay& replay_;
    Keep keep_;
    std::unique_ptr<World> world_;
    std::unique_ptr<Events> events_;
    FramePair frames_{};
    FrameCursor cursor_;
    std::size_t next_snapshot_ = 0;  // of the recording's own, that replace the world
    std::uint32_t spacing_ = kSnapshotTicks;
    std::vector<Place> places_;  // by tick; the first is begin()
};

}  // namespace albireo::replays
