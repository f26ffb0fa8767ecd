#pragma once
/// Finds the earlier game to race against, on a thread of its own. Owned by the program; it outlives activities.
///
/// 1. A ghost is drawn and compared; it changes nothing in the game, and no other player learns of it.
/// 2. Own recordings are read from the player's folder, newest first, at most kFilesMax. A run of the boards is asked for through Boards, so nothing is
///    sent to anybody unless the player has set an address.
/// 3. A recording counts only if it is a whole game of the same level, alone or as a pair as this one is, and verifies. Endless mode has no
///    ghosts: its laps differ with the seed.
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>

#include "client/app/boards/boards.hpp"
#include "client/app/ghosts/ghost_run.hpp"
#include "sim/level/level.hpp"

namespace albireo::app {

enum class GhostChoice : std::uint8_t { none, own_best, boards };

/// The run to race against: of the first runs of a board, the last one that is above the player's own run. If none is above it, the player's own run.
std::optional<BoardRow> run_to_beat(const BoardRows& rows);

class Ghosts {
  public:
    static constexpr std::size_t kFilesMax = 500;

    struct Options {
        std::string folder;                            // of the player's recordings; empty: none
        Boards* boards = nullptr;                      // must outlive this
        std::chrono::milliseconds patience{20'000};    // for the boards' answers; then the own best game takes their place
    };
    explicit Ghosts(Options options) : options_(std::move(options)) {}
    ~Ghosts();
    Ghosts(const Ghosts&) = delete;
    Ghosts& operator=(const Ghosts&) = delete;

    /// Forgets the last ghost, and looks for one of this level. Waits for nothing.
    void look_for(GhostChoice choice, std::shared_ptr<const Level> level, bool is_pair);
    /// The ghost that was looked for last. Null: there is none, or none yet.
    std::shared_ptr<const scene::Ghost> found() const;
    bool is_looking() const;

  private:
    using Run = std::shared_ptr<const scene::Ghost>;
    struct Wish {
        GhostChoice choice = GhostChoice::none;
        std::shared_ptr<const Level> level{};
        bool is_pair = false;
        std::stop_source given_up{};
    };
    void run(const std::stop_token& stop);
    Run find(const Wish& wish);
    Run own_best(const std::stop_token& stop, GhostOf game) const;
    Run of_boards(const std::stop_token& stop, GhostOf game);

    const Options options_;
    std::unique_ptr<const scores::Catalogue> catalogue_;  // of the thread
    mutable std::mutex mutex_;                            // of everything below except the thread
    std::condition_variable_any changed_;
    std::optional<Wish> wish_;  // the last one, until its ghost is found or there is none
    bool is_taken_ = false;     // by the thread
    Run found_;
    std::jthread thread_;       // from the first wish on
};

}  // namespace albireo::app
