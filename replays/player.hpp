#pragma once
/// Plays a replay forward and backward. The player stores a snapshot every few seconds of play. A seek or a step back
/// starts from the nearest earlier snapshot, from a checkpoint of the recording, or from the current tick, whichever is nearest.
/// So a seek plays at most kCheckpointTicks, however long the recording is.
///
/// 1. However the player reached tick t, world() has the same bytes as after playing from the beginning to t, if the
///    recording's checkpoints are true, which verify() checks.
/// 2. Where the recording's world was replaced at tick t (healed), world() at tick t is still the old world. The next
///    step starts from the new one; heal() switches to it earlier.
/// 3. Memory: at most kSnapshotsKept snapshots. When there are more, every second one is dropped and the interval
///    doubles.
#include <memory>
#include <vector>

#include "replays/frame_cursor.hpp"
#include "replays/reader.hpp"
#include "sim/event.hpp"
#include "sim/world.hpp"

namespace albireo::replays {

/// Each fills `world`: with the replay's first world, or with one of its snapshots.
void begin_world(const Replay& replay, World& world);
void load_snapshot(const Replay& replay, PackedRange snapshot, World& world);

class Player {
  public:
    static constexpr std::uint32_t kSnapshotTicks = 5 * kTicksPerSecond;
    static constexpr std::size_t kSnapshotsKept = 512;

    /// `nothing`: stores no snapshots, for callers that never go back.
    enum class Keep : std::uint8_t { places, nothing };

    /// The replay must outlive the player.
    explicit Player(const Replay& replay, Keep keep = Keep::places);

    Tick tick() const { return world_->tick; }
    Tick begin() const { return replay_.recording.begin(); }
    Tick end() const { return replay_.recording.end(); }
    const World& world() const { return *world_; }

    /// The frames that led to the current tick, and its events, however the player reached it. No frames lead to
    /// begin(): there both are empty.
    const FramePair& frames() const { return frames_; }
    const Events& events() const { return *events_; }
    bool has_frames() const { return tick() != begin(); }

    /// One tick forward; false at the end.
    bool step();

    /// Switches to the new world now if the recording's world was replaced at this tick. Otherwise the next step() does
    /// it.
    void heal();

    /// One tick back; false at the beginning.
    bool step_back();

    /// Seeks to `tick`, clamped to [begin(), end()].
    void seek(Tick tick) { seek(tick, *this); }
    /// The same, but also uses the snapshots of another player of the same replay where they are nearer.
    void seek(Tick tick, const Player& guide);

    /// The position in the recording: the stretch of the current tick, and whether the tick is its last.
    const FrameCursor& cursor() const { return cursor_; }

  private:
    struct Place {
        Tick tick;
        std::vector<std::uint8_t> world;
        FrameCursor::Position position;
        std::size_t next_snapshot = 0;
    };
    /// The last stored place before `tick`; for begin() its own.
    const Place& place_before(Tick tick) const;
    /// The recording's last checkpoint before `tick`; null if there is none.
    const Checkpoint* checkpoint_before(Tick tick) const;
    void take_place();
    void go_to(const Place& place);
    void go_to(const Checkpoint& checkpoint);

    const Replay& replay_;
    Keep keep_;
    std::unique_ptr<World> world_;
    std::unique_ptr<Events> events_;
    FramePair frames_{};
    FrameCursor cursor_;
    std::size_t next_snapshot_ = 0;  // of the recording's own snapshots, which replace the world
    std::uint32_t spacing_ = kSnapshotTicks;
    std::vector<Place> places_;  // by tick; the first is begin()
};

}  // namespace albireo::replays
