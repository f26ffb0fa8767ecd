#pragma once
/// A recording, or the bundle of a desync, in the replay page: verifies it, plays it to any tick, and says what the page shows of it. The page's
/// script calls it through exports_replay.cpp; the tests call it directly.
///
/// 1. The recording is untrusted: any bytes yield a replay session or one line of text.
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "replays/bundle.hpp"
#include "web/module/picture.hpp"
#include "web/module/replay_show.hpp"

namespace albireo::web {

class ReplaySession final : public ReplayShow {
  public:
    /// Returns an empty text, or one line that says why the file cannot be shown. Call it once. `partial` is about a recording: that of
    /// a bundle usually has no end.
    std::string open(std::span<const std::uint8_t> file, replays::Partial partial);

    /// The core version that the recording of open() needs, if it is another one than this program's; otherwise 0.
    std::uint32_t needed_core() const { return needed_core_; }

    const replays::Replay& replay() const { return file_.replay; }
    /// The data that `albireo-replay info` shows: level, players, versions, first and last tick, notes; of a bundle also the
    /// desync_report(). JSON.
    std::string about() const;

    const Picture& picture();
    /// Players and game at the current tick. JSON.
    std::string panel() const;
    /// The fields of the world and of the frames at the current tick: field_lines().
    std::string fields(std::string_view within, std::size_t lines_max) const;

    /// Those of one side of a desync at its tick: desync_fields().
    std::string side_fields(int side, std::string_view within, std::size_t lines_max) const;

  private:
    replays::DesyncFile file_;  // without a bundle it has a replay only
    bool has_bundle_ = false;
    std::uint32_t needed_core_ = 0;
    Picture picture_;
};

}  // namespace albireo::web
