#include "scores/migrations.hpp"

#include <string>

namespace albireo::scores {
namespace {

constexpr const char* kMigrations[] = {
    // 1. `score` is that of the players together; players: bit n, slot n took part. A run's id is never used again.
    R"(CREATE TABLE runs (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        level TEXT NOT NULL, difficulty INTEGER NOT NULL, pair INTEGER NOT NULL, players INTEGER NOT NULL,
        score INTEGER NOT NULL, score_gold INTEGER NOT NULL, score_blue INTEGER NOT NULL,
        continues INTEGER NOT NULL, ticks INTEGER NOT NULL, best_tick INTEGER NOT NULL, outcome INTEGER NOT NULL,
        core INTEGER NOT NULL, seed INTEGER NOT NULL, name_gold TEXT NOT NULL, name_blue TEXT NOT NULL,
        inputs BLOB NOT NULL UNIQUE, key_hash BLOB, submitted_ms INTEGER NOT NULL, bytes INTEGER NOT NULL) STRICT;
    CREATE INDEX runs_by_board ON runs (level, difficulty, pair, score DESC, continues, ticks, id);
    CREATE TABLE recordings (run INTEGER PRIMARY KEY REFERENCES runs ON DELETE CASCADE, bytes BLOB NOT NULL) STRICT;
    CREATE TABLE earned (achievement TEXT NOT NULL, run INTEGER NOT NULL REFERENCES runs ON DELETE CASCADE,
        PRIMARY KEY (achievement, run)) STRICT, WITHOUT ROWID;
    CREATE INDEX earned_by_run ON earned (run);
    CREATE TABLE totals (one INTEGER PRIMARY KEY CHECK (one = 1), runs INTEGER NOT NULL, bytes INTEGER NOT NULL, secret BLOB NOT NULL) STRICT;
    INSERT INTO totals VALUES (1, 0, 0, randomblob(32));)",
    // 2. Boards of one seed: the week's challenge.
    R"(CREATE INDEX runs_by_seed ON runs (level, difficulty, pair, seed, score DESC, continues, ticks, id);)",
    // 3. A player's own place on a board.
    R"(CREATE INDEX runs_by_key ON runs (key_hash, level, difficulty, pair, score DESC, continues, ticks, id) WHERE key_hash IS NOT NULL;)",
    // 4. What copies of a game have in common with it. Runs that are there already are marked later, when they have been played again.
    R"(CREATE TABLE marks (mark BLOB NOT NULL, run INTEGER NOT NULL REFERENCES runs ON DELETE CASCADE, PRIMARY KEY (mark, run)) STRICT, WITHOUT ROWID;
    CREATE INDEX marks_by_run ON marks (run);
    CREATE TABLE unmarked (run INTEGER PRIMARY KEY REFERENCES runs ON DELETE CASCADE) STRICT;
    INSERT INTO unmarked SELECT id FROM runs;)",
    // 5. The hash of the recording's file, so that the same file is recognized without playing it. Runs of earlier forms have none.
    R"(CREATE TABLE files (hash BLOB PRIMARY KEY, run INTEGER NOT NULL REFERENCES runs ON DELETE CASCADE) STRICT, WITHOUT ROWID;
    CREATE INDEX files_by_run ON files (run);)",
    // 6. Players: one for each key, with a number that may be published. And the rules by which a run's achievements were found: 0 for runs of
    // earlier forms, which are judged again.
    R"(CREATE TABLE players (id INTEGER PRIMARY KEY AUTOINCREMENT, key_hash BLOB NOT NULL UNIQUE) STRICT;
    INSERT INTO players (key_hash) SELECT key_hash FROM runs WHERE key_hash IS NOT NULL GROUP BY key_hash ORDER BY min(id);
    CREATE TRIGGER player_comes AFTER INSERT ON runs WHEN NEW.key_hash IS NOT NULL
        BEGIN INSERT OR IGNORE INTO players (key_hash) VALUES (NEW.key_hash); END;
    CREATE TRIGGER player_goes AFTER DELETE ON runs
        WHEN OLD.key_hash IS NOT NULL AND NOT EXISTS (SELECT 1 FROM runs WHERE key_hash = OLD.key_hash)
        BEGIN DELETE FROM players WHERE key_hash = OLD.key_hash; END;
    CREATE INDEX runs_by_player ON runs (key_hash, id) WHERE key_hash IS NOT NULL;
    ALTER TABLE runs ADD COLUMN rules INTEGER NOT NULL DEFAULT 0;
    CREATE INDEX runs_by_rules ON runs (core, rules, id);)",
    // 7. A picture of a run's best moment, as PNG.
    R"(CREATE TABLE pictures (run INTEGER PRIMARY KEY REFERENCES runs ON DELETE CASCADE, bytes BLOB NOT NULL) STRICT;)",
    // 8. Seasons. Those of the runs that are there already are their cores, which were never compared on purpose. `from_ms`: a recording that began
    // earlier is not of this season; 0: there is no such bound.
    R"(CREATE TABLE seasons (number INTEGER PRIMARY KEY, name TEXT NOT NULL, core INTEGER NOT NULL, from_ms INTEGER NOT NULL, opened_ms INTEGER NOT NULL,
        runs INTEGER NOT NULL DEFAULT 0) STRICT;
    INSERT INTO seasons SELECT row_number() OVER (ORDER BY min(id)), '', core, 0, min(submitted_ms), count(*) FROM runs GROUP BY core;
    ALTER TABLE runs ADD COLUMN season INTEGER NOT NULL DEFAULT 1;
    UPDATE runs SET season = (SELECT number FROM seasons WHERE seasons.core = runs.core) WHERE core <> (SELECT core FROM seasons WHERE number = 1);
    CREATE TRIGGER season_grows AFTER INSERT ON runs BEGIN UPDATE seasons SET runs = runs + 1 WHERE number = NEW.season; END;
    CREATE TRIGGER season_shrinks AFTER DELETE ON runs BEGIN UPDATE seasons SET runs = runs - 1 WHERE number = OLD.season; END;
    DROP INDEX runs_by_board;
    CREATE INDEX runs_by_board ON runs (season, level, difficulty, pair, score DESC, continues, ticks, id);
    DROP INDEX runs_by_key;
    CREATE INDEX runs_by_key ON runs (key_hash, season, level, difficulty, pair, score DESC, continues, ticks, id) WHERE key_hash IS NOT NULL;)",
    // 9. What the pictures take, without reading them.
    R"(ALTER TABLE totals ADD COLUMN picture_bytes INTEGER NOT NULL DEFAULT 0;
    UPDATE totals SET picture_bytes = (SELECT coalesce(sum(length(bytes)), 0) FROM pictures);
    CREATE TRIGGER picture_comes AFTER INSERT ON pictures BEGIN UPDATE totals SET picture_bytes = picture_bytes + length(NEW.bytes); END;
    CREATE TRIGGER picture_goes AFTER DELETE ON pictures BEGIN UPDATE totals SET picture_bytes = picture_bytes - length(OLD.bytes); END;)",
    // 10. What recordings and pictures may take together: the bound of the service, which the other commands keep to.
    R"(ALTER TABLE totals ADD COLUMN bytes_max INTEGER;)",
};

}  // namespace

std::span<const char* const> migrations() { return kMigrations; }

void migrate(Database& database, std::size_t last) {
    const auto version = [&] {
        Statement statement(database, "PRAGMA user_version");
        statement.step();
        return static_cast<std::size_t>(statement.number(0));
    };
    if (version() > migrations().size()) {
        throw DatabaseError("the file has form " + std::to_string(version()) + ", this program knows " + std::to_string(migrations().size()) +
                            ": use the release that wrote it, or a newer one");
    }
    while (version() < last) {
        Transaction transaction(database);
        const std::size_t done = version();  // another program may have gone on meanwhile
        if (done < last) {
            database.run(migrations()[done]);
            database.run("PRAGMA user_version = " + std::to_string(done + 1));
        }
        transaction.commit();
    }
}

}  // namespace albireo::scores
