// Goal: the database keeps what was acknowledged, in order, once, and answers a board from an index however many rows it has.
#include "scores/store.hpp"

#include <doctest/doctest.h>

#include <chrono>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <string>
#include <vector>

#include "scores/challenge.hpp"
#include "scores/migrations.hpp"

using namespace albireo;
using namespace albireo::scores;

namespace {

/// A database of this test alone.
struct Folder {
    Folder() {
        char name[] = "/tmp/albireo-scores-XXXXXX";
        REQUIRE(mkdtemp(name) != nullptr);
        path = name;
    }
    ~Folder() { std::filesystem::remove_all(path); }
    std::string database() const { return path + "/scores.db"; }
    std::string path;
};

Run game(std::uint64_t score, std::uint32_t continues = 0, std::uint32_t ticks = 1000) {
    static std::uint32_t number = 0;
    Run run;
    run.level = "the_cut";
    run.difficulty = Difficulty::storm;
    run.players = 3;
    run.score = score;
    run.continues = continues;
    run.ticks = ticks;
    run.seed = 7;
    run.names = {"Ada", "Ben"};
    const std::uint32_t own = ++number;
    std::memcpy(run.inputs.data(), &own, sizeof own);
    run.earned = {"cleared"};
    return run;
}

using Names = std::array<std::optional<std::string>, kSlotCount>;
const Board kBoard{.level = "the_cut", .difficulty = Difficulty::storm, .is_pair = true};
constexpr std::uint8_t kBytes[] = {1, 2, 3};
const Hash kKey{1}, kOtherKey{2};

bool is_full() { return std::getenv("ALBIREO_FULL") != nullptr; }

}  // namespace

TEST_CASE("a board is ordered by score, then continues, then time, then who came first") {
    const Folder folder;
    Store store(folder.database());
    std::vector<std::int64_t> ids;
    for (const Run& run : {game(500), game(900, 2), game(900, 1, 2000), game(900, 1, 1000), game(900, 1, 1000)}) {
        ids.push_back(store.add(run, kBytes, kKey, 1).id);
    }
    std::vector<std::int64_t> order;
    for (const StoredRun& each : store.board(kBoard, 10)) order.push_back(each.id);
    CHECK(order == std::vector<std::int64_t>{ids[3], ids[4], ids[2], ids[1], ids[0]});
    for (std::size_t i = 0; i < order.size(); ++i) CHECK(store.place_of(*store.find(order[i])) == i + 1);
    CHECK(store.board(kBoard, 2, 3).front().id == ids[1]);
    CHECK(store.runs_on(kBoard) == 5);
    CHECK(store.runs_on({"the_cut", Difficulty::storm, false}) == 0);
    CHECK(store.best_of(kBoard, kKey)->id == ids[3]);
    CHECK(!store.best_of(kBoard, kOtherKey));
    CHECK(!store.best_of({"the_cut", Difficulty::storm, false}, kKey));
    CHECK(store.board({"the_cut", Difficulty::storm, false}, 10).empty());
    CHECK(store.board({"the_cut", Difficulty::storm, true, 7}, 10).size() == 5);
    CHECK(store.board({"the_cut", Difficulty::storm, true, 8}, 10).empty());
}

TEST_CASE("the same game counts once, also over two connections") {
    const Folder folder;
    Store store(folder.database()), other(folder.database());
    const Run run = game(10);
    const Added first = store.add(run, kBytes, {}, 1), again = other.add(run, kBytes, kKey, 2);
    CHECK(first.is_new);
    CHECK(!again.is_new);
    CHECK(again.id == first.id);
    CHECK(store.runs() == 1);
    CHECK(store.recording_bytes() == 3);
    CHECK(store.recording(first.id) == std::vector<std::uint8_t>{1, 2, 3});
    CHECK(store.earners("cleared") == 1);
}

TEST_CASE("only the key of a run changes or deletes it") {
    const Folder folder;
    Store store(folder.database());
    const std::int64_t id = store.add(game(10), kBytes, kKey, 1).id, keyless = store.add(game(20), kBytes, {}, 1).id;
    CHECK(store.rename(id, kOtherKey, Names{"Eve", std::nullopt}) == Change::wrong_key);
    CHECK(store.rename(keyless, kKey, Names{"Eve", std::nullopt}) == Change::wrong_key);
    CHECK(store.rename(99, kKey, Names{"Eve", std::nullopt}) == Change::no_such_run);
    CHECK(store.rename(id, kKey, Names{std::nullopt, "Bea"}) == Change::done);
    CHECK(store.find(id)->run.names == std::array<std::string, 2>{"Ada", "Bea"});
    CHECK(store.remove(id, kOtherKey) == Change::wrong_key);
    CHECK(store.remove(id, kKey) == Change::done);
    CHECK(!store.find(id));
    CHECK(store.recording(id).empty());
    CHECK(store.earners("cleared") == 1);
    CHECK(store.runs() == 1);
    CHECK(store.recording_bytes() == 3);
    CHECK(store.add(game(30), kBytes, {}, 1).id > keyless);  // an id is never used again
}

TEST_CASE("a file of the first form is brought to the current one and keeps its runs. A newer form is refused") {
    const Folder folder;
    {
        Database database(folder.database());
        migrate(database, 1);
        database.run("INSERT INTO runs (level, difficulty, pair, players, score, score_gold, score_blue, continues, ticks, best_tick, outcome, core, "
                     "seed, name_gold, name_blue, inputs, submitted_ms, bytes) VALUES ('the_cut', 2, 1, 3, 77, 70, 7, 0, 100, 0, 1, 1, 7, 'Ada', 'Ben', x'01', 5, 3)");
    }
    {
        Store store(folder.database());
        REQUIRE(store.board({"the_cut", Difficulty::storm, true, 7}, 10).size() == 1);
        CHECK(store.board(kBoard, 10)[0].run.score == 77);
        CHECK(store.board_plan(true).find("runs_by_seed") != std::string::npos);
        store.database().run("PRAGMA user_version = 1000");
    }
    CHECK_THROWS_WITH_AS(Store(folder.database()), doctest::Contains("form 1000"), DatabaseError);
}

TEST_CASE("pictures of an earlier form count") {
    const Folder folder;
    {
        Database database(folder.database());
        migrate(database, 8);
        database.run("INSERT INTO runs (level, difficulty, pair, players, score, score_gold, score_blue, continues, ticks, best_tick, outcome, core, "
                     "seed, name_gold, name_blue, inputs, submitted_ms, bytes) VALUES ('the_cut', 2, 1, 3, 77, 70, 7, 0, 100, 0, 1, 1, 7, 'Ada', 'Ben', x'01', 5, 3)");
        database.run("INSERT INTO pictures VALUES (1, x'0102030405')");
    }
    Store store(folder.database());
    CHECK(store.picture_bytes() == 5);
    CHECK(store.drop_pictures_except({}) == 1);
    CHECK(store.picture_bytes() == 0);
}

TEST_CASE("each key is one player, whose number finds their runs and is deleted with the last of them") {
    const Folder folder;
    Store store(folder.database());
    std::vector<std::int64_t> ids;
    for (const std::uint64_t score : {100, 300, 200}) ids.push_back(store.add(game(score), kBytes, kKey, 1).id);
    const std::int64_t other = store.add(game(50), kBytes, kOtherKey, 1).id, nobody = store.add(game(60), kBytes, std::nullopt, 1).id;
    const auto player = store.player_of(ids[0]);
    REQUIRE(player);
    CHECK(store.player_of(ids[2]) == player);
    CHECK(store.player_of(other) != player);
    CHECK_FALSE(store.player_of(nobody));
    CHECK_FALSE(store.player_of(99));
    const auto runs = store.runs_of(*player, 2);
    REQUIRE(runs.size() == 2);
    CHECK(runs[0].id == ids[2]);
    CHECK(runs[1].id == ids[1]);
    CHECK(runs[0].run.earned == std::vector<std::string>{"cleared"});
    for (const std::int64_t id : ids) CHECK(store.remove(id, kKey) == Change::done);
    CHECK(store.runs_of(*player, 10).empty());
    // The number is not used again.
    CHECK(store.player_of(store.add(game(1), kBytes, kKey, 1).id) != player);
}

TEST_CASE("runs that were judged by other rules are found, once, and keep what cannot be judged") {
    const Folder folder;
    Store store(folder.database());
    Run run = game(100);
    run.core = 14;
    const std::int64_t below = store.add(run, kBytes, kKey, 1).id;
    CHECK_FALSE(store.judged_by_other_rules(14));
    Run second = game(200);
    second.core = 14;
    const std::int64_t above = store.add(second, kBytes, kKey, 1).id;
    store.database().run("UPDATE runs SET rules = -9223372036854775807 WHERE id = " + std::to_string(below));
    store.database().run("UPDATE runs SET rules = 9223372036854775807 WHERE id = " + std::to_string(above));
    CHECK_FALSE(store.judged_by_other_rules(13));
    REQUIRE(store.judged_by_other_rules(14) == below);
    const std::vector<std::string> earned{"alone", "arsenal"};
    store.judged(below, &earned);
    CHECK(store.find(below)->run.earned == earned);
    REQUIRE(store.judged_by_other_rules(14) == above);
    store.judged(above, nullptr);
    CHECK(store.find(above)->run.earned == std::vector<std::string>{"cleared"});
    CHECK_FALSE(store.judged_by_other_rules(14));
    // Deleted meanwhile.
    CHECK(store.remove(above, kKey) == Change::done);
    store.judged(above, &earned);
    CHECK(store.earners("alone") == 1);
}

TEST_CASE("many rows: a board is read from its index, in order, without sorting") {
    const Folder folder;
    Store store(folder.database());
    const int rows = is_full() ? 2'000'000 : 50'000;
    store.database().run("BEGIN");
    store.database().run("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < " + std::to_string(rows) +
                         ") INSERT INTO runs (level, difficulty, pair, players, score, score_gold, score_blue, continues, ticks, best_tick, outcome, core, "
                         "seed, name_gold, name_blue, inputs, submitted_ms, bytes) SELECT 'the_cut', i % 3, (i / 3) % 2, 3, (i * 7919) % 1000003, 0, 0, i % 4, "
                         "i % 5000, 0, 1, 1, i % 100, 'Ada', 'Ben', CAST(i AS BLOB), 5, 3 FROM n");
    store.database().run("COMMIT");
    const auto found = store.board(kBoard, 100);
    REQUIRE(found.size() == 100);
    for (std::size_t i = 1; i < found.size(); ++i) CHECK(found[i - 1].run.score >= found[i].run.score);
    // The plan, not the clock: this machine is shared. The time is printed with --success.
    for (const bool with_seed : {false, true}) {
        const std::string plan = store.board_plan(with_seed);
        CAPTURE(plan);
        CHECK(plan.find(with_seed ? "USING INDEX runs_by_seed" : "USING INDEX runs_by_board") != std::string::npos);
        CHECK(plan.find("TEMP B-TREE") == std::string::npos);
        CHECK(plan.find("SCAN") == std::string::npos);
    }
    const auto before = std::chrono::steady_clock::now();
    for (int i = 0; i < 10; ++i) CHECK(store.board(kBoard, 100).size() == 100);
    const auto took = std::chrono::duration_cast<std::chrono::microseconds>(std::chrono::steady_clock::now() - before) / 10;
    MESSAGE(rows, " rows: a board in ", took.count(), " µs");
}

TEST_CASE("weeks are those of ISO 8601") {
    constexpr std::uint64_t kDay = 86'400'000;
    CHECK(week_of(0).text() == "1970-W01");                    // a Thursday
    CHECK(week_of(3 * kDay).text() == "1970-W01");             // Sunday
    CHECK(week_of(4 * kDay).text() == "1970-W02");             // Monday
    CHECK(week_of(1'230'768'000'000).text() == "2009-W01");    // 2009-01-01, a Thursday
    CHECK(week_of(1'262'304'000'000).text() == "2009-W53");    // 2010-01-01, a Friday
    CHECK(week_of(1'704'067'199'000).text() == "2023-W52");    // 2023-12-31, a Sunday
    CHECK(week_of(1'735'516'800'000).text() == "2025-W01");    // 2024-12-30, a Monday
}

TEST_CASE("a week's challenge is the same all week, another the next week, and another on another server") {
    const Catalogue catalogue;
    const std::vector<std::uint8_t> secret(32, 1), other(32, 2);
    const Challenge now = challenge_of({2026, 48}, catalogue, secret);
    CHECK(now.seed == challenge_of({2026, 48}, catalogue, secret).seed);
    CHECK(now.seed != challenge_of({2026, 49}, catalogue, secret).seed);
    CHECK(now.level != challenge_of({2026, 49}, catalogue, secret).level);
    CHECK(now.seed != challenge_of({2026, 48}, catalogue, other).seed);
    CHECK(catalogue.find(now.level, now.difficulty) != nullptr);
}
