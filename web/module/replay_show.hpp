#pragma once
/// A replay as a show: verifies it, plays it to any tick, and says what happened. The replay is a file (replay_session.hpp), or it grows
/// while it is shown (live_show.hpp).
///
/// 1. Verifying and showing are independent: a page verifies slice by slice while it plays. A seek uses the snapshots
///    that the verifier has stored by then.
#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "replays/verify.hpp"
#include "web/module/show.hpp"

namespace albireo::web {

/// Something that happened, for the timeline.
struct TimelineEvent {
    Tick tick;
    EventKind kind{};
    Slot slot = Slot::gold;
};

class ReplayShow : public Show {
  public:
    /// A seek plays this many ticks before its target for the observer. No explosion lasts longer.
    static constexpr std::uint32_t kMemoryTicks = 180;

    /// Plays and compares up to `ticks` more ticks. Returns false when all ticks have been compared, of a replay that grows those
    /// that have arrived.
    bool verify(std::uint32_t ticks);
    /// The verdict so far, in the words of `albireo-replay verify`. JSON.
    std::string verdict() const;
    /// The timeline_events that verify() has seen since the last call, for the timeline: tick, kind and slot of each.
    std::vector<std::uint32_t> take_happenings();

    /// Jumps to this tick.
    void seek(Tick tick);
    /// Goes to this later tick by playing all ticks between.
    void play(Tick tick);
    Tick tick() const { return player_->tick(); }
    Tick first() const { return player_->begin(); }
    Tick end() const { return player_->end(); }
    const Level& level() const override { return replay_->level; }
    const std::array<std::string, kSlotCount>& names() const override { return replay_->recording.header.names; }
    const World& world() const override { return player_->world(); }
    const World& before() const override { return *before_; }

  protected:
    enum class Grows : std::uint8_t { no, yes };
    /// Shows this replay, which must outlive the show, in place of the one before.
    void begin(const replays::Replay& replay, Grows grows);
    /// Whether more of the replay will arrive.
    void set_growing(bool grows) { grows_ = grows; }
    const replays::Player& player() const { return *player_; }

  private:
    void note_events();

    const replays::Replay* replay_ = nullptr;
    bool grows_ = false;
    std::unique_ptr<replays::Verifier> verifier_;
    std::unique_ptr<replays::Player> player_;
    std::unique_ptr<World> before_;
    bool verified_ = false;
    std::vector<TimelineEvent> seen_events_;
};

}  // namespace albireo::web
