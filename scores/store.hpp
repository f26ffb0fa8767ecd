#pragma once
/// The runs that count, in a database file.
///
/// 1. Once add() has returned, the run and its recording survive a crash of the program and of the machine.
/// 2. The same game is stored once: `inputs` is unique, and two runs that were added share no mark.
/// 3. Only the hash of a key is stored. Each key is one player; the player's number is deleted with their last run.
/// 4. A Store is used by one thread. Several may be open on one file.
/// 5. Recordings and pictures keep to bytes_max() together. Pictures can be drawn again, so they give way: where a recording needs their room, those of
///    the oldest runs are dropped, in the transaction that stores it.
#include <cstdint>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "scores/database.hpp"
#include "scores/referee.hpp"

namespace albireo::scores {

/// What recordings and pictures may take together, unless the operator says otherwise.
inline constexpr std::uint64_t kStorageBytesMax = 4'000'000'000;

/// Which runs are compared: those of a level at a difficulty, alone or as a pair, in one season; or only the games of one seed, in any season.
struct Board {
    std::string level;
    Difficulty difficulty = Difficulty::standard;
    bool is_pair = false;
    std::optional<std::uint32_t> seed{};
    std::uint32_t season = 1;  // not looked at if there is a seed
};

struct StoredRun {
    std::int64_t id = 0;
    Run run{};
    std::uint64_t submitted_ms = 0;  // since 1970, UTC
    std::size_t bytes = 0;           // of its recording
    bool has_picture = false;
};

/// The first of a player's runs, which are newest first, that earned the achievement; null: none did.
const StoredRun* first_earner(const std::vector<StoredRun>& runs, std::string_view achievement);

struct Added {
    std::int64_t id = 0;
    bool is_new = false;   // false: the game was already stored
    bool is_copy = false;  // its inputs differ from those of the stored run, but they share a mark
};

enum class Change : std::uint8_t { done, no_such_run, wrong_key };

class Store {
  public:
    /// Opens the file, creates it if it does not exist, and brings it to the current form. Throws DatabaseError, also if the file is
    /// from a newer program.
    explicit Store(const std::string& path);

    Added add(const Run& run, std::span<const std::uint8_t> recording, const std::optional<Hash>& key, std::uint64_t now_ms);

    /// Runs of a board in order: higher scores first, then fewer continues, then less time, then the earlier submission.
    std::vector<StoredRun> board(const Board& board, std::uint32_t limit, std::uint32_t offset = 0);
    /// How many there are.
    std::uint64_t runs_on(const Board& board);
    /// The first of them that was submitted with this key.
    std::optional<StoredRun> best_of(const Board& board, const Hash& key);
    /// The place of a run, from 1: on the board of its season, or on that of its seed.
    std::uint64_t place_of(const StoredRun& run, std::optional<std::uint32_t> seed = {});

    /// With its achievements.
    std::optional<StoredRun> find(std::int64_t id);
    std::vector<std::uint8_t> recording(std::int64_t id);
    /// The run whose recording has exactly these bytes; nothing if there is none, or if an earlier program stored it.
    std::optional<std::int64_t> run_of_file(std::span<const std::uint8_t> recording);

    /// A run that an earlier program stored without marks, and whose core is this one; the oldest first. A recording of another core is
    /// not taken any more, so no copy of it can come. Nothing if there is none.
    std::optional<std::int64_t> unmarked(std::uint32_t core);
    /// Stores its marks. Returns an older run that shares one; nothing if there is none.
    std::optional<std::int64_t> mark(std::int64_t id, const std::vector<Hash>& marks);
    /// The picture of a run's best moment, a PNG; empty if there is none.
    std::vector<std::uint8_t> picture(std::int64_t id);
    void set_picture(std::int64_t id, std::span<const std::uint8_t> png);  // in place of an earlier one
    /// Drops the pictures of all other runs, and counts anew what is left. Returns how many there were.
    std::uint64_t drop_pictures_except(const std::set<std::int64_t>& runs);

    /// A run of this core whose achievements were found by other rules than those of this program (rules_digest()). Nothing if there is none.
    std::optional<std::int64_t> judged_by_other_rules(std::uint32_t core);
    /// It has been judged by this program's rules. Null: it could not be, and keeps what it has.
    void judged(std::int64_t id, const std::vector<std::string>* earned);

    /// The player of the key that a run was submitted with, as a number that may be published. Nothing if there was no key.
    std::optional<std::int64_t> player_of(std::int64_t run);
    /// The latest runs of a player with their achievements, newest first; none if there is no such player.
    std::vector<StoredRun> runs_of(std::int64_t player, std::uint32_t limit);

    /// The latest runs, newest first.
    std::vector<StoredRun> latest(std::uint32_t limit);
    /// The number of runs that have earned the achievement.
    std::uint64_t earners(std::string_view achievement);
    std::uint64_t runs();
    std::uint64_t recording_bytes();
    std::uint64_t picture_bytes();
    /// The bound of the service that last opened the file; nothing if none has. It is kept here because every program that stores something must keep
    /// to the same one.
    std::optional<std::uint64_t> bytes_max();
    void set_bytes_max(std::uint64_t bytes);  // drops pictures that exceed it
    /// Whether a recording of this size has room where all pictures give way. Drops none.
    bool fits(std::size_t recording_size);

    /// A name without a value is left unchanged. Each name must be a result of proto::tidy_name() (proto/names.hpp).
    Change rename(std::int64_t id, const Hash& key, const std::array<std::optional<std::string>, kSlotCount>& names);
    Change remove(std::int64_t id, const Hash& key);

    /// 32 random bytes, made with the database. Others cannot predict what is derived from them.
    std::vector<std::uint8_t> secret();

    Database& database() { return database_; }

    /// How the database answers board(): SQLite's query plan, one line per step. For tests.
    std::string board_plan(bool with_seed);

  private:
    Change check_key(std::int64_t id, const Hash& key);
    std::optional<std::int64_t> run_with_mark(const std::vector<Hash>& marks);
    void insert_marks(std::int64_t id, const std::vector<Hash>& marks);
    void insert_earned(std::int64_t id, const std::vector<std::string>& earned);
    void read_earned(StoredRun& stored);
    void count_pictures();
    void drop_pictures_beyond_bound();
    Database database_;
};

}  // namespace albireo::scores
