#pragma once
/// The levels that a server offers. Each is compiled once per difficulty and shared by all sessions and shards.
/// 1. After compile_all(), find() and packed() only look up: no game waits for Lua or for slow compression.
/// 2. A server may open while another thread runs compile_all(). Between begin_compiling() and its end, a caller must ask
///    again later for a level that is_pending().
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <vector>

#include "sim/level/level.hpp"

namespace albireo::server {

class Levels {
  public:
    Levels();

    /// Compiles every script NAME.lua of a folder and offers it as the level NAME, in addition to the game's own levels.
    /// Returns an empty string, or the error of the first script that fails (`file:line: …`). Call it before the first
    /// find().
    std::string offer_folder(const std::string& folder);

    /// Offers no other levels than these from now on. Returns an empty string, or an error that names the level that does
    /// not exist, and those that do. Call it before the first find().
    std::string offer_only(const std::vector<std::string>& names);

    /// The names of all levels on offer: "boss_rush, campaign, shelf_sea, the_cut, …". Names that are not valid in a message
    /// are left out, and so are those that do not fit into `bytes_max`. Thread-safe.
    std::string names_text(std::size_t bytes_max) const;

    /// The levels of a game of that name, in the order in which they are played: those of the campaign, or the one level.
    /// Empty if no such game is on offer. Thread-safe.
    std::vector<std::string> stages(const std::string& name) const;

    /// The level of the campaign that follows this one; after the tutorial its first; empty if there is none, or it is not on offer.
    /// Thread-safe.
    std::string after(const std::string& name) const;

    /// Makes these levels the campaign. Returns an empty string, or an error that names the level that does not exist. Call
    /// it before the first find(), and after offer_folder().
    std::string set_campaign(const std::vector<std::string>& names);

    /// Compiles every level on offer at every difficulty, on one thread for each difficulty, and packs it. Returns how many there
    /// are, or 0 and the `error` of a level that does not compile.
    std::size_t compile_all(std::string& error);

    /// compile_all() is about to run.
    void begin_compiling() { compiling_ = true; }
    bool is_compiling() const { return compiling_; }
    /// Whether compile_all() is still going to compile the level, so that the caller need not. Thread-safe.
    bool is_pending(const std::string& name, Difficulty difficulty) const;

    /// The level of that name, even if it is played only as a part of the campaign; null if there is none. Compiles it if
    /// nobody has before: 10 to 30 ms of processor time. Thread-safe.
    std::shared_ptr<const Level> find(const std::string& name, Difficulty difficulty);

    /// Offers a level that is already compiled, under `name` and at one difficulty.
    void offer(const std::string& name, Difficulty difficulty, std::shared_ptr<const Level> level);

    using Packed = std::shared_ptr<const std::vector<std::uint8_t>>;
    /// The bytes of this level as the header of a recording has them. Packs them if nobody has before. Null if the level is
    /// not one of these. Thread-safe.
    Packed packed(const Level& level);

    /// How many levels have been compiled or offered, counted once for each difficulty. Thread-safe.
    std::size_t size() const;

  private:
    struct Offered {
        std::shared_ptr<const Level> level;
        Packed packed{};  // null: not needed yet
    };
    std::set<std::string> names() const;
    std::set<std::string> all_names() const;
    std::string compile_each(const std::set<std::string>& all, Difficulty difficulty);

    std::atomic<bool> compiling_{false};
    mutable std::mutex mutex_;
    std::map<std::pair<std::string, Difficulty>, Offered> levels_;
    std::set<std::string> only_;  // empty: all
    std::vector<std::string> campaign_;
};

}  // namespace albireo::server
