#pragma once
/// A recording, or the bundle of a desync, in the replay page: verifies it, plays it to any tick, and says what the page shows of it. The page's
/// script calls it through exports_replay.cpp; the tests call it directly.
///
/// 1. Verifying and showing are independent: the page verifies slice by slice while it plays. A seek uses the snapshots
///    that the verifier has stored by then.
/// 2. The recording is untrusted: any bytes yield a replay session or one line of text.
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "replays/bundle.hpp"
#include "replays/verify.hpp"
#include "web/module/picture.hpp"
#include "web/module/show.hpp"

namespace albireo::web {

/// Something that happened, for the timeline.
struct TimelineEvent {
    Tick tick;
    EventKind kind{};
    Slot slot = Slot::gold;
};

class ReplaySession final : public Show {
  public:
    /// A seek plays this many ticks before its target for the observer. No explosion lasts longer.
    static constexpr std::uint32_t kMemoryTicks = 180;

    /// Returns an empty text, or one line that says why the file cannot be shown. Call it once. `partial` is about a recording: that of
    /// a bundle usually has no end.
    std::string open(std::span<const std::uint8_t> file, replays::Partial partial);

    /// The core version that the recording of open() needs, if it is another one than this program's; otherwise 0.
    std::uint32_t needed_core() const { return needed_core_; }

    const replays::Replay& replay() const { return file_.replay; }
    /// The data that `albireo-replay info` shows: level, players, versions, first and last tick, notes; of a bundle also the
    /// desync_report(). JSON.
    std::string about() const;

    /// Plays and compares up to `ticks` more ticks. Returns false when all ticks have been compared, or a difference was found.
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
    const Level& level() const override { return file_.replay.level; }
    const std::array<std::string, kSlotCount>& names() const override { return file_.replay.recording.header.names; }
    const World& world() const override { return player_->world(); }
    const World& before() const override { return *before_; }
    const Picture& picture();
    /// Players and game at the current tick. JSON.
    std::string panel() const;
    /// The fields of the world and of the frames at the current tick: field_lines().
    std::string fields(std::string_view within, std::size_t lines_max) const;

    /// Those of one side of a desync at its tick: desync_fields().
    std::string side_fields(int side, std::string_view within, std::size_t lines_max) const;

  private:
    void note_events();

    replays::DesyncFile file_;  // without a bundle it has a replay only
    bool has_bundle_ = false;
    std::unique_ptr<replays::Verifier> verifier_;
    std::unique_ptr<replays::Player> player_;
    std::unique_ptr<World> before_;
    std::uint32_t needed_core_ = 0;
    bool verified_ = false;
    std::vector<TimelineEvent> seen_events_;
    Picture picture_;
};

}  // namespace albireo::web
