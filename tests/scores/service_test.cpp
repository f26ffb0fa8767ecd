// Goal: the boards over real sockets: what is posted is played and shown, what is wrong is refused with a reason, and nothing that a
// recording says can get into a page as anything but text.
#include "scores/service.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>

#include "sim/snapshot.hpp"
#include "tests/scores/open_boards.hpp"

using namespace albireo;
using namespace albireo::scores;
using nlohmann::json;

namespace {

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("a golden is posted, played, and stands on its board, its page, and as a file") {
    OpenBoards boards;
    const Bytes file = golden("coop-storm");
    const http::Said posted = boards.post(file);
    REQUIRE(posted.status == 201);
    const json said = json::parse(posted.body);
    CHECK(said["place"] == 1);
    CHECK(said["level"] == "the_cut");
    const std::string id = std::to_string(said["id"].get<int>());
    CHECK(boards.get("/").status == 200);
    CHECK(has(boards.get("/boards/the_cut/storm/pair").body, "../../../runs/" + id));
    CHECK(!has(boards.get("/boards/the_cut/storm/solo").body, "runs/"));
    CHECK(has(boards.get("/runs/" + id).body, "The Cut, storm, two players"));
    const http::Said download = boards.get("/runs/" + id + "/" + id + ".replay");
    CHECK(download.body == std::string(file.begin(), file.end()));
    CHECK(json::parse(boards.get("/api/runs/" + id).body)["score"] == said["score"]);
    CHECK(json::parse(boards.get("/api/boards/the_cut/storm/pair").body)["runs"].size() == 1);
    CHECK(boards.get("/challenge").status == 200);
    CHECK(boards.get("/achievements").status == 200);
    CHECK(boards.get("/style.css").status == 200);

    SUBCASE("a second time it is known, and its place is said") {
        const http::Said again = boards.post(file);
        CHECK(again.status == 409);
        CHECK(json::parse(again.body)["reason"] == "duplicate");
        CHECK(json::parse(again.body)["id"] == said["id"]);
    }
}

TEST_CASE("a game is watched on the page of its core, and the page of every core can be opened empty") {
    const auto empty_page = [](std::uint32_t core) {
        return "<meta name=\"albireo-page\" content=\"" + std::to_string(core) + " 00\"><i n=\"@NAME@\" c=\"@CORES@\" p=\"@PARTIAL@\">@RECORDING@</i>";
    };
    ServiceOptions options;
    REQUIRE(options.pages.add(empty_page(3)) == "");
    CHECK(options.pages.add(empty_page(3)) == "there is another page of core 3");
    CHECK(options.pages.add("<html>") == "not an empty replay page");
    bool has_own = false;
    SUBCASE("this program's core has a page") {
        has_own = true;
        REQUIRE(options.pages.add(empty_page(kCoreVersion)) == "");
    }
    SUBCASE("this program's core has none") {}
    OpenBoards boards(options);
    REQUIRE(boards.post(golden("coop-storm")).status == 201);
    CHECK(has(boards.get("/runs/1").body, "runs/1/page") == has_own);
    const http::Said page = boards.get("/runs/1/page");
    CHECK(page.status == (has_own ? 200 : 404));
    CHECK(has(page.body, "<i n=\"1.replay\" c=\"../../cores/*\" p=\"0\">") == has_own);
    CHECK(boards.get("/cores/" + std::to_string(kCoreVersion)).status == (has_own ? 200 : 404));
    CHECK(has(boards.get("/cores/3").body, "content=\"3 00\"><i n=\"\" c=\"*\" p=\"0\"></i>"));
    for (const char* path : {"/cores", "/cores/", "/cores/0", "/cores/4", "/cores/-3", "/cores/3/x", "/cores/99999999999"}) CHECK(boards.get(path).status == 404);
}

TEST_CASE("a player's own place is asked for with the hash of their key, which changes nothing") {
    OpenBoards boards;
    const std::string key = random_key(), hash = hex_of(*key_hash(key)), board = "/api/boards/the_cut/standard/solo/";
    const http::Said posted = boards.post(golden("death-by-enemy"), key);
    REQUIRE(posted.status == 201);
    CHECK(json::parse(posted.body)["of"] == 1);
    const json own = json::parse(boards.get(board + hash).body)["own"];
    CHECK(own["place"] == 1);
    CHECK(own["id"] == json::parse(boards.get(board + hash).body)["runs"][0]["id"]);
    CHECK_FALSE(json::parse(boards.get(board + hex_of(*key_hash(random_key()))).body).contains("own"));
    CHECK_FALSE(json::parse(boards.get("/api/boards/the_cut/calm/solo/" + hash).body).contains("own"));
    for (const std::string& wrong : {std::string("x"), hash + "0", hash.substr(1), std::string(64, 'z')}) CHECK(boards.get(board + wrong).status == 404);
    CHECK(boards.ask({.method = "POST", .path = "/runs/1/delete", .body = "{}", .authorization = "Bearer " + hash}).status == 403);
}

TEST_CASE("a player's page has their games of all boards and what they have earned") {
    OpenBoards boards;
    const std::string key(64, 'a');
    REQUIRE(boards.post(golden("death-by-enemy"), key).status == 201);
    REQUIRE(boards.post(golden("coop-storm"), key).status == 201);
    REQUIRE(boards.post(golden("solo-calm")).status == 201);
    const http::Said run = boards.get("/runs/2");
    CHECK(run.body.find("../players/1\">Player 1</a>") != std::string::npos);
    CHECK(boards.get("/runs/3").body.find("players/") == std::string::npos);
    const http::Said page = boards.get("/players/1");
    REQUIRE(page.status == 200);
    for (const char* text : {"The Cut, standard, solo", "The Cut, storm, two players", "../runs/1\">watch", "../runs/2\">watch", "Stormproof", "Games: 2."}) {
        CAPTURE(text);
        CHECK(page.body.find(text) != std::string::npos);
    }
    CHECK(page.body.find(key) == std::string::npos);
    CHECK(boards.get("/players/2").status == 404);
    CHECK(boards.get("/players/x").status == 404);
    const json said = json::parse(boards.get("/api/players/1").body);
    CHECK(said["runs"].size() == 2);
    CHECK(said["runs"][0]["id"] == 2);
    CHECK(std::ranges::any_of(said["achievements"], [](const auto& each) { return each["id"] == "in-the-storm" && each["run"] == 2; }));
    CHECK(json::parse(boards.get("/api/runs/2").body)["player"] == 1);
    CHECK(boards.get("/api/players/2").status == 404);
}

TEST_CASE("achievements of a stored game are found anew when the rules have changed") {
    OpenBoards boards;
    REQUIRE(boards.post(golden("coop-storm")).status == 201);
    Store store(boards.folder + "/scores.db");
    const auto earned = store.find(1)->run.earned;
    REQUIRE(earned.size() > 3);
    store.database().run("UPDATE runs SET rules = 1; DELETE FROM earned; INSERT INTO earned VALUES ('an-old-rule', 1)");
    CHECK(judge_older_run(catalogue(), store));
    CHECK_FALSE(judge_older_run(catalogue(), store));
    auto again = store.find(1)->run.earned;
    CHECK(std::ranges::is_permutation(again, earned));
}

TEST_CASE("wrong recordings are refused with one reason, and leave nothing") {
    OpenBoards boards;
    const Bytes file = golden("death-by-enemy");
    Bytes changed = file;
    changed[changed.size() / 2] ^= 1;
    const std::pair<Bytes, const char*> rows[] = {
        {changed, "damaged"}, {Bytes(file.begin(), file.end() - 9), "cut"}, {golden("practice"), "practice"}, {golden("small"), "unknown-level"}, {{}, "damaged"}};
    for (const auto& [bytes, reason] : rows) {
        const http::Said said = boards.post(bytes);
        CHECK(said.status == 422);
        CHECK(json::parse(said.body)["reason"] == reason);
        CHECK(!json::parse(said.body)["error"].get<std::string>().empty());
    }
    CHECK(boards.post(Bytes((4 << 20) + 1, 0x55)).status == 413);
    CHECK(boards.get("/runs/1").status == 404);
}

TEST_CASE("paths that do not exist are not found, whatever they look like") {
    OpenBoards boards;
    for (const char* path : {"/runs/0", "/runs/-1", "/runs/1", "/runs/99999999999999999999", "/runs/1/page", "/boards/the_cut/storm", "/boards/tutorial/calm/solo",
                             "/boards/the_cut/storm/trio", "/boards/the_cut/storm/pair/0", "/boards/the_cut/storm/pair/101", "/boards/../../etc/passwd", "/api", "/api/runs/x",
                             "//", "/a/b/c/d/e/f/g/h/i/j/k/l"}) {
        CAPTURE(path);
        CHECK(boards.get(path).status == 404);
    }
    CHECK(boards.ask({.method = "POST", .path = "/runs/1/name", .body = "{}"}).status == 401);
    CHECK(boards.ask({.method = "POST", .path = "/elsewhere"}).status == 404);
}

TEST_CASE("hostile names are text everywhere") {
    OpenBoards boards;
    const std::string key = random_key();
    const Bytes file = with_header(golden("death-by-enemy"), [](auto& header) { header.names[0] = "<script>x</script>&\"'"; });
    const json said = json::parse(boards.post(file, key).body);
    REQUIRE(said.contains("id"));
    const std::string id = std::to_string(said["id"].get<int>());
    const auto pages = {"/", "/boards/the_cut/standard/solo"};
    for (const std::string page : pages) CHECK(!has(boards.get(page).body, "<script"));
    CHECK(!has(boards.get("/runs/" + id).body, "<script"));
    CHECK(has(boards.get("/runs/" + id).body, "&lt;script&gt;"));
    CHECK(said["gold"]["name"] == "<script>x</script>&\"'");

    for (const char* name : {"\"><img src=x onerror=1>", "\u202e\u0000abc", "'; DROP TABLE runs; --", "\xff\xfe"}) {
        const http::Said renamed = boards.ask(
            {.method = "POST", .path = "/runs/" + id + "/name", .body = json{{"gold", name}}.dump(-1, ' ', false, json::error_handler_t::replace), .authorization = "Bearer " + key});
        CHECK(renamed.status == 200);
        CHECK(!has(boards.get("/runs/" + id).body, "<img"));
    }
    CHECK(boards.get("/runs/" + id).status == 200);
}

TEST_CASE("the key renames and deletes. Another key, none, or a bad body do not") {
    OpenBoards boards;
    const std::string key = random_key(), other = random_key();
    const json said = json::parse(boards.post(golden("death-by-enemy"), key).body);
    const std::string run = "/runs/" + std::to_string(said["id"].get<int>());
    const auto change = [&](const std::string& what, const std::string& with, const std::string& body) {
        return boards.ask({.method = "POST", .path = run + what, .body = body, .authorization = with.empty() ? "" : "Bearer " + with}).status;
    };
    CHECK(change("/name", other, R"({"gold":"Eve"})") == 403);
    CHECK(change("/name", "", R"({"gold":"Eve"})") == 401);
    CHECK(change("/name", "xyz", R"({"gold":"Eve"})") == 401);
    CHECK(change("/name", key, "{") == 400);
    CHECK(change("/name", key, R"({"gold":7})") == 400);
    CHECK(change("/name", key, std::string(2000, '[')) == 400);
    CHECK(change("/name", key, R"({"gold":"Ada"})") == 200);
    CHECK(has(boards.get(run).body, "Ada"));
    CHECK(change("/delete", other, "") == 403);
    CHECK(change("/delete", key, "") == 200);
    CHECK(boards.get(run).status == 404);
    CHECK(change("/delete", key, "") == 404);
    CHECK(boards.post(golden("death-by-enemy"), "short").status == 400);
}

TEST_CASE("an address has a rate, and the store a size") {
    SUBCASE("rate") {
        OpenBoards boards({.submissions = {{2, 1}, {2, 1}, {2, 1}}});
        CHECK(boards.post({}).status == 422);
        CHECK(boards.post({}).status == 422);
        CHECK(boards.post({}).status == 429);
    }
    SUBCASE("size") {
        OpenBoards boards({.storage_bytes_max = 100});
        CHECK(boards.post(golden("death-by-enemy")).status == 507);
    }
}

TEST_CASE("a recording that takes its whole processor time does not hold up the pages") {
    OpenBoards boards({.bounds = {.processor_max = std::chrono::milliseconds(1)}});
    CHECK(json::parse(boards.post(golden("boss-rush")).body)["reason"] == "too-slow");
    CHECK(boards.get("/").status == 200);
}

TEST_CASE("addresses count as limits count them") {
    const auto host = [](const char* text) { return host_of(boost::asio::ip::make_address(text)); };
    CHECK(host("192.0.2.7") == host("::ffff:192.0.2.7"));
    CHECK(host("2001:db8::1") == host("2001:db8::2"));
    CHECK(host("2001:db8::1") != host("2001:db8:0:1::1"));
    CHECK(server::address_text(host("192.0.2.7"), server::LogAddresses::full) == "192.0.2.7");
}
