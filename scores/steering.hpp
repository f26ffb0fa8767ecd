#pragma once
/// Recognizes copies of a game by how its ships were steered, also if the copy is shorter, ends differently or has pauses put in.
///
/// 1. A mark is a hash over level, seed, players and the four direction buttons of both slots in ten seconds of play (World::clock, so
///    without pauses), or from the start to the end of the first such stretch that is long enough.
/// 2. There is a mark only if every player of the game changed direction at least kChangesMin times in that stretch. A change has to
///    agree in its tick and its direction, so two different games do not share a mark, also with one seed (the week's challenge).
///    A stretch in which one player is idle has none: the other player may be a bot, which plays the same game in the same way.
/// 3. Two games that share a mark count as one game.
#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "replays/recording.hpp"
#include "scores/entry/key.hpp"

namespace albireo::scores {

class Steering {
  public:
    static constexpr std::uint32_t kStretchTicks = 10 * kTicksPerSecond;
    /// A person who reacts to the same enemy varies by some ticks: 3 bits a change. 48 bits for each mark, compared only among
    /// the runs of one level, difficulty and seed.
    static constexpr std::uint32_t kChangesMin = 16;

    Steering(std::uint64_t level_digest, const GameSetup& setup) : level_(level_digest), setup_(setup) {}

    /// The frames of a tick in which the clock went on.
    void note(const FramePair& frames);
    /// In the order of the game. An unfinished last stretch has no mark.
    const std::vector<Hash>& marks() const { return marks_; }

  private:
    using Changes = std::array<std::uint32_t, kSlotCount>;
    void end_stretch();
    bool is_enough(const Changes& changes) const;
    Hash mark_of(std::uint32_t stretch, const std::vector<std::uint8_t>& steering) const;

    std::uint64_t level_;
    GameSetup setup_;
    std::array<std::uint8_t, kSlotCount> last_{};
    Changes changes_{}, changes_since_start_{};
    std::uint32_t stretch_ = 0;  // its number, from 0
    std::vector<std::uint8_t> steering_;             // a byte a tick, of this stretch
    std::vector<std::uint8_t> since_start_;          // of this and all earlier ones, until there is an opening
    bool has_opening_ = false;
    std::vector<Hash> marks_;
};

}  // namespace albireo::scores
