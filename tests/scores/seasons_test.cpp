// Goal: boards begin anew with each season, older ones stay readable, and a recording from before the season that is open is refused with the reason.
#include "scores/seasons.hpp"

#include <doctest/doctest.h>

#include <cstring>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "scores/challenge.hpp"
#include "scores/exporter.hpp"
#include "scores/migrations.hpp"
#include "sim/level/difficulty.hpp"
#include "sim/snapshot.hpp"
#include "tests/scores/open_boards.hpp"

using namespace albireo;
using namespace albireo::scores;
using nlohmann::json;

namespace {

constexpr std::uint64_t kHourMs = 3'600'000;

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

Bytes begun_at(const char* name, std::uint64_t ms) {
    return with_header(golden(name), [&](auto& header) { header.started_ms = ms; });
}

std::string reason_of(const http::Said& said) { return json::parse(said.body).value("reason", ""); }

}  // namespace

TEST_CASE("a new season has empty boards of its own, and those of the last one stay readable") {
    OpenBoards boards;
    const std::string board = "/boards/the_cut/standard/solo", old = "/seasons/1" + board;
    const std::string key = random_key(), hash = hex_of(*key_hash(key));
    REQUIRE(boards.post(golden("death-by-enemy"), key).status == 201);
    CHECK(has(boards.get("/").body, "Season 1, in progress"));
    Store store(boards.folder + "/scores.db");
    CHECK(begin_season(store.database(), "Winter <3", kCoreVersion, now_ms()).number == 2);

    CHECK(has(boards.get("/").body, "Season 2: Winter &lt;3, in progress"));
    CHECK_FALSE(has(boards.get(board).body, "runs/1"));
    CHECK(json::parse(boards.get("/api" + board).body)["season"] == 2);
    CHECK(json::parse(boards.get("/api" + board).body)["runs"].empty());
    CHECK_FALSE(json::parse(boards.get("/api" + board + "/" + hash).body).contains("own"));
    CHECK(has(boards.get(old).body, "../../../../../runs/1\">"));
    CHECK(json::parse(boards.get("/api" + old).body)["runs"][0]["season"] == 1);
    CHECK(json::parse(boards.get("/api" + old + "/" + hash).body)["own"]["place"] == 1);
    CHECK(has(boards.get("/seasons/1").body, "1/boards/the_cut/standard/solo"));
    const std::string run = boards.get("/runs/1").body;
    CHECK(has(run, "../seasons/1/boards/the_cut/standard/solo"));
    CHECK(has(run, "<dt>Season</dt><dd>Season 1</dd>"));

    // A game of the new season is the first there, whatever was reached before.
    const http::Said posted = boards.post(begun_at("solo-calm", now_ms()), key);
    REQUIRE(posted.status == 201);
    CHECK(json::parse(posted.body)["season"] == 2);
    CHECK(json::parse(posted.body)["place"] == 1);
    // The same game counts once, in whichever season.
    CHECK(boards.post(golden("death-by-enemy"), key).status == 409);

    const json seasons = json::parse(boards.get("/api/seasons").body);
    REQUIRE(seasons.size() == 2);
    CHECK(seasons[0]["number"] == 2);
    CHECK(seasons[0]["name"] == "Winter <3");
    CHECK(seasons[0]["runs"] == 1);
    CHECK_FALSE(seasons[0].contains("closed_ms"));
    CHECK(seasons[1]["closed_ms"] == seasons[0]["opened_ms"]);
    CHECK(has(boards.get("/seasons").body, "seasons/1\">Season 1</a>"));
    CHECK(store.remove(1, *key_hash(key)) == Change::done);
    CHECK(find_season(store.database(), 1)->runs == 0);
    CHECK(find_season(store.database(), 2)->runs == 1);
    for (const char* path : {"/seasons/0", "/seasons/3", "/seasons/x", "/seasons/1/x", "/seasons/1/boards", "/seasons/3/boards/the_cut/standard/solo", "/seasons/1/boards/the_cut/standard/solo/0",
                             "/api/seasons/3/boards/the_cut/standard/solo", "/api/seasons/1", "/api/seasons/1/boards/the_cut/standard/solo/x"}) {
        CAPTURE(path);
        CHECK(boards.get(path).status == 404);
    }
}

TEST_CASE("a recording that says that it began before the season is refused, and leaves nothing") {
    OpenBoards boards;
    Store store(boards.folder + "/scores.db");
    const std::uint64_t opened = now_ms();
    begin_season(store.database(), "", kCoreVersion, opened);
    for (const std::uint64_t begun : {std::uint64_t{0}, opened - kHourMs, opened - kSlowClockMs - 1}) {
        CAPTURE(begun);
        const http::Said said = boards.post(begun_at("death-by-enemy", begun));
        CHECK(said.status == 422);
        CHECK(reason_of(said) == "other-season");
        CHECK(has(json::parse(said.body)["error"], "it says that it began on "));
    }
    CHECK(store.runs() == 0);
    // A clock may be a little slow, or fast.
    CHECK(boards.post(begun_at("death-by-enemy", opened - kSlowClockMs)).status == 201);
    CHECK(boards.post(begun_at("solo-calm", opened + kHourMs)).status == 201);
}

TEST_CASE("the week's challenge takes its level, difficulty and seed only") {
    OpenBoards boards;
    const json challenge = json::parse(boards.get("/api/challenge").body);
    const auto post = [&](const Bytes& file) { return boards.ask({.method = "POST", .path = "/challenge/runs", .body = {file.begin(), file.end()}}); };
    // No golden is of this week. A golden with the header of another seed does not verify, so the seed is looked at first.
    const http::Said other = post(golden("death-by-enemy"));
    CHECK(other.status == 422);
    CHECK(reason_of(other) == "other-seed");
    CHECK(has(json::parse(other.body)["error"], "the challenge "));
    CHECK(boards.get("/runs/1").status == 404);

    const OwnLevel* level = catalogue().find(challenge["level"].get<std::string>(), *difficulty_of(challenge["difficulty"].get<std::string>()));
    REQUIRE(level != nullptr);
    const auto with = [&](std::uint32_t seed) {
        return with_header(golden("death-by-enemy"), [&](auto& header) {
            header.level = level->bytes;
            header.level_digest = level->digest;
            header.setup.seed = seed;
        });
    };
    const auto seed = challenge["seed"].get<std::uint32_t>();
    CHECK(reason_of(post(with(seed + 1))) == "other-seed");
    CHECK(reason_of(post(with(seed))) == "not-same");
}

TEST_CASE("a program with another core opens a season, which needs no bound, unless the core was there before") {
    const std::string path = std::filesystem::temp_directory_path() / ("albireo-seasons-" + random_key());
    {
        Store store(path);
        Database& database = store.database();
        CHECK(open_season(database).core == 0);
        CHECK(season_for_core(database, 14, 1000).number == 1);
        CHECK(season_for_core(database, 14, 2000).number == 1);
        const Season second = season_for_core(database, 15, 3000);
        CHECK(second.number == 2);
        CHECK(second.from_ms == 0);
        CHECK(second.core == 15);
        const Season back = season_for_core(database, 14, 4000);
        CHECK(back.number == 3);
        CHECK(back.from_ms == 4000);
        CHECK(find_season(database, 1)->closed_ms == 3000);
        CHECK(find_season(database, 2)->closed_ms == 4000);
        CHECK_FALSE(find_season(database, 3)->closed_ms);
        CHECK_FALSE(find_season(database, 4));
        CHECK(season_for_core(database, 14, 5000).number == 3);
    }
    for (const char* end : {"", "-wal", "-shm"}) std::filesystem::remove(path + end);
}

TEST_CASE("runs of an older form are in a season of their core") {
    const std::string path = std::filesystem::temp_directory_path() / ("albireo-seasons-" + random_key());
    {
        Database database(path);
        migrate(database, 7);
        for (const auto& [core, at] : {std::pair(12, 50), std::pair(12, 60), std::pair(14, 70)}) {
            database.run("INSERT INTO runs (level, difficulty, pair, players, score, score_gold, score_blue, continues, ticks, best_tick, outcome, core, "
                         "seed, name_gold, name_blue, inputs, submitted_ms, bytes) VALUES ('the_cut', 2, 1, 3, 77, 70, 7, 0, 100, 0, 1, " +
                         std::to_string(core) + ", 7, 'Ada', 'Ben', CAST(" + std::to_string(at) + " AS BLOB), " + std::to_string(at) + ", 3)");
        }
    }
    {
        Store store(path);
        const auto seasons = all_seasons(store.database());
        REQUIRE(seasons.size() == 2);
        CHECK(seasons[0].core == 14);
        CHECK(seasons[0].runs == 1);
        CHECK(seasons[0].from_ms == 0);
        CHECK(seasons[1].runs == 2);
        CHECK(seasons[1].closed_ms == 70);
        CHECK(store.board({"the_cut", Difficulty::storm, true, {}, 1}, 10).size() == 2);
        CHECK(store.board({"the_cut", Difficulty::storm, true, {}, 2}, 10).size() == 1);
        CHECK(store.board({"the_cut", Difficulty::storm, true, 7}, 10).size() == 3);
        CHECK(season_for_core(store.database(), 14, 100).number == 2);
    }
    for (const char* end : {"", "-wal", "-shm"}) std::filesystem::remove(path + end);
}

TEST_CASE("an export has the boards of all seasons, and every link of them leads to a file") {
    OpenBoards boards;
    REQUIRE(boards.post(golden("death-by-enemy")).status == 201);
    Store store(boards.folder + "/scores.db");
    begin_season(store.database(), "Winter", kCoreVersion, now_ms());
    REQUIRE(boards.post(begun_at("solo-calm", now_ms())).status == 201);
    const std::filesystem::path site = boards.folder + "/site";
    Exported exported;
    REQUIRE(export_boards(catalogue(), store, {}, site.string(), exported) == "");
    CHECK(exported.runs == 2);
    for (const char* file : {"index.html", "seasons.html", "seasons/1.html", "seasons/1/boards/the_cut/standard/solo.html", "boards/the_cut/calm/solo.html"}) {
        CAPTURE(file);
        REQUIRE(std::filesystem::exists(site / file));
        Bytes bytes;
        REQUIRE(replays::read_file((site / file).string(), bytes) == "");
        const std::string page(bytes.begin(), bytes.end());
        for (std::size_t at = page.find("href=\""); at != std::string::npos; at = page.find("href=\"", at + 1)) {
            const std::string to = page.substr(at + 6, page.find('"', at + 6) - at - 6);
            CAPTURE(to);
            CHECK(std::filesystem::exists((site / file).parent_path() / to));
        }
    }
    CHECK_FALSE(std::filesystem::exists(site / "seasons/2.html"));
}
