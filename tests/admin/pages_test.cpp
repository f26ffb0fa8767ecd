// Goal: the operator's pages are right, and show no codes to strangers.
#include <sys/wait.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "tests/admin/open_server.hpp"

using namespace albireo;
using namespace albireo::server;
using namespace std::chrono_literals;

namespace {

constexpr const char* kSecret = "0123456789abcdef";

/// A folder that is deleted at the end.
struct Folder {
    Folder() {
        std::string name = (std::filesystem::temp_directory_path() / "albireo-admin-XXXXXX").string();
        REQUIRE(mkdtemp(name.data()) != nullptr);
        path = name;
    }
    ~Folder() { std::filesystem::remove_all(path); }
    std::filesystem::path path;
};

Config with_shards(std::uint32_t count) {
    Config config;
    config.shards = count;
    return config;
}

/// The milliseconds until /ready answers `status`; −1: not within 5 s.
int ms_until_ready_is(OpenServer& server, int status) {
    const auto began = std::chrono::steady_clock::now();
    const auto ms = [&] { return static_cast<int>((std::chrono::steady_clock::now() - began) / 1ms); };
    while (ms() < 5000) {
        if (server.get("/ready").status == status) return ms();
        std::this_thread::sleep_for(10ms);
    }
    return -1;
}

}  // namespace

TEST_CASE("a server without faults is live and ready") {
    OpenServer server;
    for (const char* path : {"/live", "/ready"}) {
        const Answer answer = server.get(path);
        CHECK(answer.status == 200);
        CHECK(answer.json().at(path + 1) == true);
        CHECK(answer.json().at("reasons").empty());
    }
    CHECK(server.get("/nothing").status == 404);
    CHECK(server.get("/nothing").body.find("/metrics.json") != std::string::npos);
    CHECK(server.ask("DELETE", "/ready", "", "").status == 405);
}

TEST_CASE("a stalled shard fails /ready within a second, the pages answer meanwhile, and /ready recovers") {
    OpenServer server{with_shards(2)};
    std::promise<void> release;
    server.shards[1]->ask([held = release.get_future().share()](Lobby&, Micros) { held.wait(); });
    const int ms = ms_until_ready_is(server, 503);
    MESSAGE("noticed after " << ms << " ms");
    CHECK(ms >= 0);
    CHECK(ms <= 1000);
    CHECK(server.get("/ready").body.find("shard 1 has been stalled for ") != std::string::npos);
    CHECK(server.get("/live").status == 200);  // it may recover
    CHECK(server.get("/metrics").body.find("albireo_ready 0\n") != std::string::npos);
    const Answer sessions = server.get("/sessions");
    CHECK(sessions.json().at("silent_shards") == nlohmann::json::array({1}));
    release.set_value();
    CHECK(ms_until_ready_is(server, 200) >= 0);
}

TEST_CASE("a drain fails /ready at once, and the server stays live") {
    OpenServer server;
    server.health->note_drain();
    CHECK(server.get("/ready").status == 503);
    CHECK(server.get("/ready").body.find("draining") != std::string::npos);
    CHECK(server.get("/live").status == 200);
}

TEST_CASE("a server is not ready before its levels are compiled, and is live meanwhile") {
    OpenServer server;
    server.levels.begin_compiling();
    CHECK(server.get("/ready").status == 503);
    CHECK(server.get("/ready").body.find("the levels are being compiled") != std::string::npos);
    CHECK(server.get("/live").status == 200);
    std::string error;
    CHECK(server.levels.compile_all(error) > 0);
    CHECK(server.get("/ready").status == 200);
}

TEST_CASE("a full disk fails /ready within a second, and free space makes it ready again") {
    const Folder folder;
    Config config;
    config.record_dir = folder.path.string();
    config.free_mb = 0;
    OpenServer server{config};
    CHECK(server.get("/ready").status == 200);
    server.storage->set({.recordings = config.record_dir, .free_bytes_min = std::uint64_t{1} << 62});
    const int ms = ms_until_ready_is(server, 503);
    CHECK(ms >= 0);
    CHECK(ms <= 1000);
    CHECK(server.get("/ready").body.find("the disk is full") != std::string::npos);
    CHECK(server.get("/metrics").body.find("albireo_disk_fault 1\n") != std::string::npos);
    server.storage->set({.recordings = config.record_dir});
    CHECK(ms_until_ready_is(server, 200) >= 0);
}

TEST_CASE("a failed recording fails /ready at once, until the folder can be written again") {
    const Folder folder;
    Config config;
    config.record_dir = (folder.path / "kept").string();
    config.free_mb = 0;
    std::filesystem::create_directory(config.record_dir);
    OpenServer server{config};
    CHECK(server.get("/ready").status == 200);
    std::filesystem::remove(config.record_dir);
    server.storage->note_failure("kept: cannot be written: Input/output error");
    CHECK(server.get("/ready").status == 503);
    std::this_thread::sleep_for(600ms);  // the probe fails too: there is no folder
    CHECK(server.get("/ready").status == 503);
    std::filesystem::create_directory(config.record_dir);
    CHECK(ms_until_ready_is(server, 200) >= 0);
    CHECK(std::filesystem::is_empty(config.record_dir));  // the probe leaves nothing
}

TEST_CASE("a failed journal fails /ready as a failed recording does, and counts as none") {
    const Folder folder;
    Config config;
    config.record_dir = folder.path.string();
    config.free_mb = 0;
    OpenServer server{config};
    CHECK(server.get("/ready").status == 200);
    CHECK(server.get("/metrics").body.find("\nalbireo_unsynced_seconds{shard=\"0\"} 0") != std::string::npos);
    server.storage->note_journal_failure("kept: cannot be written: Input/output error");
    CHECK(server.storage->fault(steady_now()) == "kept: cannot be written: Input/output error");
    CHECK(server.storage->sight().failures == 0);
    CHECK(ms_until_ready_is(server, 200) >= 0);
}

TEST_CASE("codes, names and orders need the bearer token") {
    const Folder folder;
    const std::string path = (folder.path / "token").string();
    OpenServer server;
    CHECK(server.ask("POST", "/drain", "", "").status == 403);  // the server has no token
    std::ofstream(path) << kSecret << '\n';
    std::promise<std::string> read;
    boost::asio::post(server.io, [&] { read.set_value(server.pages->bearer().read(path)); });
    REQUIRE(read.get_future().get() == "");
    CHECK(server.get("/sessions").status == 200);
    CHECK(server.get("/sessions", kSecret).status == 200);
    CHECK(server.get("/sessions", "0123456789abcdeg").status == 401);
    CHECK(server.get("/sessions", "0123").status == 401);
    CHECK(server.ask("POST", "/drain", "", "").status == 401);
    CHECK(server.get("/ready").status == 200);
    CHECK(server.ask("POST", "/kick", kSecret, "{").status == 400);
    CHECK(server.ask("POST", "/kick", kSecret, R"({"code":"K7QF2M"})").status == 400);
    CHECK(server.ask("POST", "/kick", kSecret, R"({"code":"K7QF2M","seat":"gold"})").status == 404);
    CHECK(server.ask("POST", "/end", kSecret, R"({"code":7})").status == 400);
    for (const char* wrong : {"{", R"({"range":"203.0.113.0/33","seconds":60})", R"({"range":"203.0.113.5"})", R"({"range":"203.0.113.5","seconds":0})",
                              R"({"range":"203.0.113.5","seconds":-1})", R"({"range":7,"seconds":60})"}) {
        CAPTURE(wrong);
        CHECK(server.ask("POST", "/ban", kSecret, wrong).status == 400);
    }
    CHECK(server.get("/bans").status == 401);
    CHECK(server.ask("POST", "/ban", kSecret, R"({"range":"203.0.113.9/24","seconds":3600})").status == 200);
    const auto bans = server.get("/bans", kSecret).json().at("bans");
    REQUIRE(bans.size() == 1);
    CHECK(bans[0].at("range") == "203.0.113.0/24");
    CHECK(bans[0].at("seconds") > 3590);
    CHECK(server.ask("POST", "/unban", kSecret, R"({"range":"203.0.113.9"})").status == 404);
    CHECK(server.ask("POST", "/unban", kSecret, R"({"range":"203.0.113.0/24"})").status == 200);
    CHECK(server.get("/bans", kSecret).json().at("bans").empty());
    CHECK(server.ask("POST", "/message", kSecret, R"({"text":"hello"})").json().at("done") == "sent to 0 players");
    CHECK(server.ask("POST", "/message", kSecret, R"({"text":"two\nlines"})").status == 400);
    CHECK(server.ask("POST", "/message", kSecret, R"({"text":"hello","code":"K7"})").status == 400);
    CHECK(server.ask("POST", "/message", kSecret, R"({"text":"hello","code":"K7QF2M"})").status == 404);
    CHECK(server.ask("POST", "/drain", kSecret, "").status == 200);
    CHECK(server.get("/ready").status == 503);
}

TEST_CASE("a bearer token is one line of enough characters") {
    const Folder folder;
    const std::string path = (folder.path / "token").string();
    Bearer bearer;
    CHECK(bearer.read(path).find("cannot be opened") != std::string::npos);
    for (const std::string wrong : {"", "short\n", "0123456789abcdef \n", "0123456789abcdef\nmore\n"}) {
        std::ofstream(path) << wrong;
        CHECK(bearer.read(path).find(path) == 0);
        CHECK_FALSE(bearer.is_set());
    }
    CHECK_FALSE(bearer.opens("Bearer "));
    std::ofstream(path) << kSecret;
    CHECK(bearer.read(path) == "");
    CHECK(bearer.opens(std::string("Bearer ") + kSecret));
    CHECK_FALSE(bearer.opens(kSecret));
    CHECK_FALSE(bearer.opens(std::string("Bearer ") + kSecret + "0"));
}

TEST_CASE("/metrics is what Prometheus reads, and has every counter") {
    OpenServer server{with_shards(2)};
    const Answer answer = server.get("/metrics");
    REQUIRE(answer.status == 200);
    for (const char* part :
         {"albireo_sessions{shard=\"1\",state=\"running\"} 0\n", "albireo_packets_refused_total{shard=\"0\",reason=\"malformed\"} 0\n",
          "# TYPE albireo_timer_lateness_seconds histogram\n", "albireo_player_loss_ratio_bucket{shard=\"0\",le=\"+Inf\"} 0\n",
          "albireo_player_lead_ticks_count{shard=\"0\"} 0\n", "albireo_ready 1\n", "albireo_build_info{version=\"1.2.3\","}) {
        CAPTURE(part);
        CHECK(answer.body.find(part) != std::string::npos);
    }
    CHECK(server.get("/metrics.json").json().contains("late_ticks"));
    if (std::system("command -v promtool > /dev/null") != 0) {
        MESSAGE("SKIPPED: promtool check metrics: no promtool (package prometheus)");
        return;
    }
    const Folder folder;
    const auto page = folder.path / "metrics", said = folder.path / "said";
    std::ofstream(page) << answer.body;
    const int code = std::system(("promtool check metrics < " + page.string() + " > " + said.string() + " 2>&1").c_str());
    std::ifstream in(said);
    const std::string text{std::istreambuf_iterator<char>(in), {}};
    CHECK_MESSAGE(code == 0, text);
    CHECK(text.find("error") == std::string::npos);
}

TEST_CASE("a histogram's buckets are cumulative and exact") {
    Lateness values;
    for (const int each : {0, 3, 4, 63, 64, 1'000}) values.note(each);
    Lateness::Summary sum;
    sum.add(values);
    CHECK(sum.count_below_power(2) == 2);
    CHECK(sum.count_below_power(6) == 4);
    CHECK(sum.count_below_power(7) == 5);
    CHECK(sum.count_below_power(10) == 6);
    CHECK(sum.sum == 1'134);
}
