#include "scores/store.hpp"

#include <algorithm>
#include <map>

#include "scores/achievements.hpp"
#include "scores/migrations.hpp"

namespace albireo::scores {
namespace {

/// As SQLite stores it.
std::int64_t rules_number() { return static_cast<std::int64_t>(rules_digest()); }

constexpr const char* kColumns =
    "id, level, difficulty, players, score, score_gold, score_blue, continues, ticks, best_tick, outcome, core, seed, "
    "name_gold, name_blue, submitted_ms, bytes, EXISTS (SELECT 1 FROM pictures WHERE pictures.run = runs.id), season";

StoredRun row_of(const Statement& row) {
    StoredRun stored;
    stored.id = row.number(0);
    Run& run = stored.run;
    run.level = row.text(1);
    run.difficulty = static_cast<Difficulty>(row.number(2));
    run.players = static_cast<std::uint8_t>(row.number(3));
    run.score = static_cast<std::uint64_t>(row.number(4));
    for (int slot = 0; slot < kSlotCount; ++slot) {
        run.scores[static_cast<std::size_t>(slot)] = static_cast<std::uint32_t>(row.number(5 + slot));
        run.names[static_cast<std::size_t>(slot)] = row.text(13 + slot);
    }
    run.continues = static_cast<std::uint32_t>(row.number(7));
    run.ticks = static_cast<std::uint32_t>(row.number(8));
    run.best_tick = static_cast<std::uint32_t>(row.number(9));
    run.outcome = static_cast<Outcome>(row.number(10));
    run.core = static_cast<std::uint32_t>(row.number(11));
    run.seed = static_cast<std::uint32_t>(row.number(12));
    stored.submitted_ms = static_cast<std::uint64_t>(row.number(15));
    stored.bytes = static_cast<std::size_t>(row.number(16));
    stored.has_picture = row.number(17) != 0;
    run.season = static_cast<std::uint32_t>(row.number(18));
    return stored;
}

/// The rows of a board: with a seed, those of all seasons.
std::string rows_of(bool with_seed) { return std::string("level = ?1 AND difficulty = ?2 AND pair = ?3 AND ") + (with_seed ? "seed = ?4" : "season = ?4"); }
std::string board_sql(bool with_seed) {
    return std::string("SELECT ") + kColumns + " FROM runs WHERE " + rows_of(with_seed) + " ORDER BY score DESC, continues, ticks, id LIMIT ?5 OFFSET ?6";
}
Statement& bind_board(Statement& statement, const Board& board) {
    return statement.bind(1, board.level).bind(2, static_cast<std::int64_t>(board.difficulty)).bind(3, std::int64_t{board.is_pair}).bind(4, board.seed ? *board.seed : board.season);
}

}  // namespace

const StoredRun* first_earner(const std::vector<StoredRun>& runs, std::string_view achievement) {
    const auto first = std::find_if(runs.rbegin(), runs.rend(), [&](const StoredRun& each) { return std::ranges::find(each.run.earned, achievement) != each.run.earned.end(); });
    return first != runs.rend() ? &*first : nullptr;
}

Store::Store(const std::string& path) : database_(path) {
    try {
        migrate(database_);
    } catch (const DatabaseError& error) {
        throw DatabaseError(path + ": " + error.what());
    }
}

Added Store::add(const Run& run, std::span<const std::uint8_t> recording, const std::optional<Hash>& key, std::uint64_t now_ms) {
    Transaction transaction(database_);
    Statement known(database_, "SELECT id FROM runs WHERE inputs = ?");
    if (known.bind(1, std::span<const std::uint8_t>(run.inputs)).step()) return {.id = known.number(0)};
    if (const auto original = run_with_mark(run.marks)) return {.id = *original, .is_copy = true};
    Statement row(database_,
                  "INSERT INTO runs (level, difficulty, pair, players, score, score_gold, score_blue, continues, ticks, best_tick, outcome, "
                  "core, seed, name_gold, name_blue, inputs, key_hash, submitted_ms, bytes, rules, season) "
                  "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
    row.bind(1, run.level).bind(2, static_cast<std::int64_t>(run.difficulty)).bind(3, std::int64_t{run.is_pair()}).bind(4, run.players);
    row.bind(5, static_cast<std::int64_t>(run.score)).bind(6, run.scores[0]).bind(7, run.scores[1]).bind(8, run.continues);
    row.bind(9, run.ticks).bind(10, run.best_tick).bind(11, static_cast<std::int64_t>(run.outcome)).bind(12, run.core).bind(13, run.seed);
    row.bind(14, run.names[0]).bind(15, run.names[1]).bind(16, std::span<const std::uint8_t>(run.inputs));
    if (key) {
        row.bind(17, std::span<const std::uint8_t>(*key));
    } else {
        row.bind_null(17);
    }
    row.bind(18, static_cast<std::int64_t>(now_ms)).bind(19, static_cast<std::int64_t>(recording.size())).bind(20, rules_number()).bind(21, run.season);
    row.step();
    const std::int64_t id = database_.last_row();
    Statement(database_, "INSERT INTO recordings VALUES (?, ?)").bind(1, id).bind(2, recording).step();
    insert_marks(id, run.marks);
    const Hash file = hash_of(recording);
    Statement(database_, "INSERT OR IGNORE INTO files VALUES (?, ?)").bind(1, std::span<const std::uint8_t>(file)).bind(2, id).step();
    insert_earned(id, run.earned);
    Statement(database_, "UPDATE totals SET runs = runs + 1, bytes = bytes + ?").bind(1, static_cast<std::int64_t>(recording.size())).step();
    drop_pictures_beyond_bound();
    transaction.commit();
    return {.id = id, .is_new = true};
}

std::optional<std::int64_t> Store::run_with_mark(const std::vector<Hash>& marks) {
    for (const Hash& mark : marks) {
        Statement known(database_, "SELECT min(run) FROM marks WHERE mark = ? HAVING count(*) > 0");
        if (known.bind(1, std::span<const std::uint8_t>(mark)).step()) return known.number(0);
    }
    return std::nullopt;
}

void Store::insert_marks(std::int64_t id, const std::vector<Hash>& marks) {
    for (const Hash& mark : marks) {
        Statement(database_, "INSERT OR IGNORE INTO marks VALUES (?, ?)").bind(1, std::span<const std::uint8_t>(mark)).bind(2, id).step();
    }
}

void Store::insert_earned(std::int64_t id, const std::vector<std::string>& earned) {
    for (const std::string& each : earned) Statement(database_, "INSERT INTO earned VALUES (?, ?)").bind(1, each).bind(2, id).step();
}

std::optional<std::int64_t> Store::run_of_file(std::span<const std::uint8_t> recording) {
    const Hash file = hash_of(recording);
    Statement row(database_, "SELECT run FROM files WHERE hash = ?");
    if (!row.bind(1, std::span<const std::uint8_t>(file)).step()) return std::nullopt;
    return row.number(0);
}

std::optional<std::int64_t> Store::unmarked(std::uint32_t core) {
    Statement row(database_, "SELECT run FROM unmarked CROSS JOIN runs ON runs.id = run WHERE core = ? ORDER BY run LIMIT 1");
    if (!row.bind(1, core).step()) return std::nullopt;
    return row.number(0);
}

std::optional<std::int64_t> Store::mark(std::int64_t id, const std::vector<Hash>& marks) {
    Transaction transaction(database_);
    // Its owner may have deleted it meanwhile.
    Statement stored(database_, "SELECT 1 FROM unmarked WHERE run = ?");
    if (!stored.bind(1, id).step()) return std::nullopt;
    const auto other = run_with_mark(marks);
    insert_marks(id, marks);
    Statement(database_, "DELETE FROM unmarked WHERE run = ?").bind(1, id).step();
    transaction.commit();
    return other;
}

std::optional<std::int64_t> Store::judged_by_other_rules(std::uint32_t core) {
    // Two ranges of the index: "<>" would read all of it.
    for (const char* const range : {"rules < ?2", "rules > ?2"}) {
        Statement row(database_, std::string("SELECT id FROM runs WHERE core = ?1 AND ") + range + " ORDER BY rules, id LIMIT 1");
        if (row.bind(1, core).bind(2, rules_number()).step()) return row.number(0);
    }
    return std::nullopt;
}

void Store::judged(std::int64_t id, const std::vector<std::string>* earned) {
    Transaction transaction(database_);
    Statement row(database_, "UPDATE runs SET rules = ? WHERE id = ? RETURNING id");
    // Its owner may have deleted it meanwhile.
    if (!row.bind(1, rules_number()).bind(2, id).step()) return;
    while (row.step()) {}
    if (earned != nullptr) {
        Statement(database_, "DELETE FROM earned WHERE run = ?").bind(1, id).step();
        insert_earned(id, *earned);
    }
    transaction.commit();
}

std::optional<std::int64_t> Store::player_of(std::int64_t run) {
    Statement row(database_, "SELECT players.id FROM runs JOIN players ON players.key_hash = runs.key_hash WHERE runs.id = ?");
    if (!row.bind(1, run).step()) return std::nullopt;
    return row.number(0);
}

std::vector<StoredRun> Store::runs_of(std::int64_t player, std::uint32_t limit) {
    Statement rows(database_, std::string("SELECT ") + kColumns + " FROM runs WHERE key_hash = (SELECT key_hash FROM players WHERE id = ?) ORDER BY id DESC LIMIT ?");
    rows.bind(1, player).bind(2, limit);
    std::vector<StoredRun> all;
    while (rows.step()) all.push_back(row_of(rows));
    Statement earned(database_, "SELECT run, achievement FROM earned WHERE run IN (SELECT id FROM runs WHERE key_hash = "
                                "(SELECT key_hash FROM players WHERE id = ?) ORDER BY id DESC LIMIT ?)");
    earned.bind(1, player).bind(2, limit);
    std::map<std::int64_t, StoredRun*> by_id;
    for (StoredRun& each : all) by_id[each.id] = &each;
    while (earned.step()) {
        if (const auto found = by_id.find(earned.number(0)); found != by_id.end()) found->second->run.earned.push_back(earned.text(1));
    }
    return all;
}

std::vector<StoredRun> Store::board(const Board& board, std::uint32_t limit, std::uint32_t offset) {
    Statement rows(database_, board_sql(board.seed.has_value()));
    bind_board(rows, board);
    rows.bind(5, limit).bind(6, offset);
    std::vector<StoredRun> all;
    while (rows.step()) all.push_back(row_of(rows));
    return all;
}

std::uint64_t Store::runs_on(const Board& board) {
    Statement count(database_, "SELECT count(*) FROM runs WHERE " + rows_of(board.seed.has_value()));
    bind_board(count, board).step();
    return static_cast<std::uint64_t>(count.number(0));
}

std::optional<StoredRun> Store::best_of(const Board& board, const Hash& key) {
    Statement row(database_, std::string("SELECT ") + kColumns + " FROM runs WHERE key_hash = ?5 AND " + rows_of(board.seed.has_value()) + " ORDER BY score DESC, continues, ticks, id LIMIT 1");
    if (!bind_board(row, board).bind(5, std::span<const std::uint8_t>(key)).step()) return std::nullopt;
    return row_of(row);
}

std::string Store::board_plan(bool with_seed) {
    Statement plan(database_, "EXPLAIN QUERY PLAN " + board_sql(with_seed));
    std::string text;
    while (plan.step()) text += plan.text(3) + "\n";
    return text;
}

std::uint64_t Store::place_of(const StoredRun& stored, std::optional<std::uint32_t> seed) {
    const Run& run = stored.run;
    Statement better(database_, "SELECT count(*) FROM runs WHERE " + rows_of(seed.has_value()) + " AND score >= ?5 AND (score > ?5 OR (continues, ticks, id) < (?6, ?7, ?8))");
    bind_board(better, {run.level, run.difficulty, run.is_pair(), seed, run.season});
    better.bind(5, static_cast<std::int64_t>(run.score)).bind(6, run.continues).bind(7, run.ticks).bind(8, stored.id);
    better.step();
    return static_cast<std::uint64_t>(better.number(0)) + 1;
}

std::optional<StoredRun> Store::find(std::int64_t id) {
    Statement row(database_, std::string("SELECT ") + kColumns + " FROM runs WHERE id = ?");
    if (!row.bind(1, id).step()) return std::nullopt;
    StoredRun stored = row_of(row);
    read_earned(stored);
    return stored;
}

void Store::read_earned(StoredRun& stored) {
    Statement earned(database_, "SELECT achievement FROM earned WHERE run = ?");
    earned.bind(1, stored.id);
    while (earned.step()) stored.run.earned.push_back(earned.text(0));
}

std::vector<std::uint8_t> Store::recording(std::int64_t id) {
    Statement row(database_, "SELECT bytes FROM recordings WHERE run = ?");
    return row.bind(1, id).step() ? row.bytes(0) : std::vector<std::uint8_t>{};
}

std::vector<std::uint8_t> Store::picture(std::int64_t id) {
    Statement row(database_, "SELECT bytes FROM pictures WHERE run = ?");
    return row.bind(1, id).step() ? row.bytes(0) : std::vector<std::uint8_t>{};
}

void Store::set_picture(std::int64_t id, std::span<const std::uint8_t> png) {
    // Its owner may have deleted the run meanwhile.
    Transaction transaction(database_);
    Statement(database_, "DELETE FROM pictures WHERE run = ?").bind(1, id).step();  // REPLACE would not run the trigger that counts its bytes
    Statement(database_, "INSERT INTO pictures SELECT id, ?2 FROM runs WHERE id = ?1").bind(1, id).bind(2, png).step();
    transaction.commit();
}

std::uint64_t Store::drop_pictures_except(const std::set<std::int64_t>& runs) {
    Transaction transaction(database_);
    std::vector<std::int64_t> others;
    Statement rows(database_, "SELECT run FROM pictures");
    while (rows.step()) {
        if (!runs.contains(rows.number(0))) others.push_back(rows.number(0));
    }
    for (const std::int64_t each : others) Statement(database_, "DELETE FROM pictures WHERE run = ?").bind(1, each).step();
    count_pictures();
    transaction.commit();
    return others.size();
}

std::vector<StoredRun> Store::latest(std::uint32_t limit) {
    Statement rows(database_, std::string("SELECT ") + kColumns + " FROM runs ORDER BY id DESC LIMIT ?");
    rows.bind(1, limit);
    std::vector<StoredRun> all;
    while (rows.step()) all.push_back(row_of(rows));
    return all;
}

std::uint64_t Store::earners(std::string_view achievement) {
    Statement count(database_, "SELECT count(*) FROM earned WHERE achievement = ?");
    count.bind(1, achievement).step();
    return static_cast<std::uint64_t>(count.number(0));
}

std::uint64_t Store::runs() {
    Statement total(database_, "SELECT runs FROM totals");
    total.step();
    return static_cast<std::uint64_t>(total.number(0));
}

std::uint64_t Store::recording_bytes() {
    Statement total(database_, "SELECT bytes FROM totals");
    total.step();
    return static_cast<std::uint64_t>(total.number(0));
}

std::uint64_t Store::picture_bytes() {
    Statement total(database_, "SELECT picture_bytes FROM totals");
    total.step();
    return static_cast<std::uint64_t>(total.number(0));
}

std::optional<std::uint64_t> Store::bytes_max() {
    Statement bound(database_, "SELECT bytes_max FROM totals WHERE bytes_max IS NOT NULL");
    return bound.step() ? std::optional(static_cast<std::uint64_t>(bound.number(0))) : std::nullopt;
}

void Store::set_bytes_max(std::uint64_t bytes) {
    Transaction transaction(database_);
    Statement(database_, "UPDATE totals SET bytes_max = ?").bind(1, static_cast<std::int64_t>(bytes)).step();
    drop_pictures_beyond_bound();
    transaction.commit();
}

bool Store::fits(std::size_t recording_size) {
    const auto most = bytes_max();
    return !most || recording_bytes() + recording_size <= *most;
}

void Store::count_pictures() {
    // length() of a column does not read the rest of a row from its overflow pages.
    database_.run("UPDATE totals SET picture_bytes = (SELECT coalesce(sum(length(bytes)), 0) FROM pictures)");
}

void Store::drop_pictures_beyond_bound() {
    const auto most = bytes_max();
    const auto is_beyond = [&] { return most && recording_bytes() + picture_bytes() > *most; };
    if (!is_beyond()) return;
    // A program that opened the file before form 9 may still be running. It replaces pictures by REPLACE, which leaves the total too large.
    count_pictures();
    while (is_beyond() && picture_bytes() > 0) Statement(database_, "DELETE FROM pictures WHERE run = (SELECT min(run) FROM pictures)").step();
}

std::vector<std::uint8_t> Store::secret() {
    Statement row(database_, "SELECT secret FROM totals");
    row.step();
    return row.bytes(0);
}

Change Store::check_key(std::int64_t id, const Hash& key) {
    Statement row(database_, "SELECT key_hash FROM runs WHERE id = ?");
    if (!row.bind(1, id).step()) return Change::no_such_run;
    const std::vector<std::uint8_t> stored = row.bytes(0);
    // A comparison that stops early tells only about the hash, from which no key can be made.
    return std::ranges::equal(stored, key) ? Change::done : Change::wrong_key;
}

Change Store::rename(std::int64_t id, const Hash& key, const std::array<std::optional<std::string>, kSlotCount>& names) {
    Transaction transaction(database_);
    if (const Change change = check_key(id, key); change != Change::done) return change;
    constexpr const char* kUpdates[kSlotCount] = {"UPDATE runs SET name_gold = ? WHERE id = ?", "UPDATE runs SET name_blue = ? WHERE id = ?"};
    for (std::size_t slot = 0; slot < kSlotCount; ++slot) {
        if (names[slot]) Statement(database_, kUpdates[slot]).bind(1, *names[slot]).bind(2, id).step();
    }
    transaction.commit();
    return Change::done;
}

Change Store::remove(std::int64_t id, const Hash& key) {
    Transaction transaction(database_);
    if (const Change change = check_key(id, key); change != Change::done) return change;
    Statement(database_, "UPDATE totals SET runs = runs - 1, bytes = bytes - (SELECT bytes FROM runs WHERE id = ?)").bind(1, id).step();
    Statement(database_, "DELETE FROM runs WHERE id = ?").bind(1, id).step();
    transaction.commit();
    return Change::done;
}

}  // namespace albireo::scores
