#pragma once
/// Plays a replay ahead of the replay viewer, a few ticks at a time, and collects the data of the timeline: deaths, kills,
/// combined storms, and where the recording and this program differ. Its player's snapshots then cover the whole replay, so the
/// viewer's player always has a nearby one to seek from.
#include <array>
#include <string>
#include <vector>

#include "replays/verify.hpp"

namespace albireo::app {

enum class HighlightKind : std::uint8_t { gold_died, blue_died, large_died, combined_storm, section, healed, differs, noted };

struct Highlight {
    std::uint32_t tick = 0;
    HighlightKind kind{};
    std::string text;
};

class ReplayScan {
  public:
    static constexpr std::size_t kParts = 240;  // of the timeline; kills are counted in each

    /// The replay must outlive it.
    explicit ReplayScan(const replays::Replay& replay);

    /// Scans this many more ticks; returns false at the end of the replay. `grows`: more of it will arrive, so there is no end yet.
    bool advance(std::uint32_t ticks, bool grows = false);

    Tick seen_to() const { return verifier_.player().tick(); }
    bool is_done() const { return done_; }
    const replays::Player& player() const { return verifier_.player(); }
    const replays::Verdict& verdict() const { return verifier_.verdict(); }
    /// In order of ticks.
    const std::vector<Highlight>& highlights() const { return highlights_; }
    std::array<std::uint16_t, kParts> kills() const;

  private:
    void look(const Event& event);
    void take_notes();
    void add(Highlight highlight);

    const replays::Replay& replay_;
    replays::Verifier verifier_;
    std::vector<Highlight> highlights_;
    std::vector<std::uint16_t> kills_;  // in each second
    std::size_t notes_ = 0;             // of the recording, taken
    bool done_ = false;
};

/// Where the replay differs from the game that was played, for players; `albireo-replay verify` also says in what.
std::string difference_of(const replays::Verdict& verdict);

}  // namespace albireo::app
