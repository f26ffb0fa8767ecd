#pragma once
/// Plays a replay from beginning to end and compares every recorded digest.
#include <optional>
#include <string>
#include <vector>

#include "replays/compare.hpp"
#include "replays/player.hpp"

namespace albireo::replays {

struct Verdict {
    bool same = true;
    std::uint32_t ticks = 0;        // played
    std::uint32_t seconds = 0;      // frames records (about a second each) whose digest agrees
    Tick wrong_after, wrong_until;  // the first difference lies in (wrong_after, wrong_until]
    std::string text;               // the difference; empty if there is none
    bool named = false;             // text names fields, because the recording has a checkpoint that differs
    std::uint64_t root = 0;         // of the last world
    std::uint64_t all_roots = 0;    // over the root after every tick: one number for the whole game
    std::optional<Carry> carry;     // the start of a campaign's next level; only if this level was cleared
};

/// The amount that was compared: "21 300 ticks, 355 digests".
std::string counted_text(const Verdict& verdict);

/// Plays and compares, a tick at a time. It can continue after a difference; the verdict is about the first one.
class Verifier {
  public:
    explicit Verifier(const Replay& replay, Player::Keep keep = Player::Keep::nothing)
        : replay_(replay), player_(replay, keep) {}

    /// One tick. Returns false at the end, after comparing the trailer.
    bool step();
    const Player& player() const { return player_; }
    const Verdict& verdict() const { return verdict_; }
    /// Whether the recording has a checkpoint that has not been compared yet.
    bool has_checkpoint_left() const { return next_checkpoint_ < replay_.recording.checkpoints.size(); }

  private:
    void fail(Tick after, std::string text);
    void finish();
    void check_checkpoint();

    const Replay& replay_;
    Player player_;
    Verdict verdict_;
    std::vector<std::uint8_t> roots_, hashes_;  // of the current stretch, and of the whole replay
    std::size_t next_checkpoint_ = 0;
    bool finished_ = false;
};

/// Stops at the first difference; or plays on to name the fields that differ, if the recording still has a checkpoint.
enum class AfterDifference : std::uint8_t { stop, name };
Verdict verify(const Replay& replay, AfterDifference after = AfterDifference::stop);

/// A recording of a campaign's level that has been verified.
struct ChainLink {
    std::string file;
    std::uint8_t players = 0;
    Difficulty difficulty = Difficulty::standard;
    std::uint64_t root = 0;      // of its last world
    std::optional<Carry> carry;  // as in Verdict
};

/// Empty if this recording continues one of `before`, if it begins a new game, or if `before` is empty. Otherwise one
/// line: which recording it should continue, and what does not match.
std::string chain_fault(const std::vector<ChainLink>& before, const RecordingHeader& header);

}  // namespace albireo::replays
