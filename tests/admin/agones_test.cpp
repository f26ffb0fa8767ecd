// Goal: Agones gets the true state of a server, soon, in the right order, and again when its sidecar was restarted.
#include <doctest/doctest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <random>
#include <string>
#include <vector>

#include "server/fleet/agones.hpp"
#include "tests/support/time_units.hpp"

using namespace albireo;
using namespace albireo::server;

namespace {

/// The sidecar as seen by a server whose every request is answered at once.
struct AnsweringSidecar {
    Agones agones;
    std::vector<std::string> paths;  // of all requests but health, in order
    int health = 0;
    nlohmann::json sessions, players, codes;

    /// Asks and answers until nothing is left to say.
    void run(const FleetState& state, Micros now) {
        for (int i = 0; i < 20; ++i) {
            const auto question = agones.next(state, now);
            if (!question) return;
            take(*question);
            CHECK(agones.answered(200, "{}", now).empty());
        }
        FAIL("it never ends");
    }
    void take(const http::Question& question) {
        CHECK(question.content_type == "application/json");
        const auto body = nlohmann::json::parse(question.body);
        if (question.path == "/health") return void(++health);
        paths.push_back(question.path);
        if (question.path == "/v1beta1/counters/sessions") sessions = body;
        if (question.path == "/v1beta1/counters/players") players = body;
        if (question.path == "/v1beta1/lists/codes") codes = body;
        CHECK(question.method == (question.path.starts_with("/v1beta1/") ? "PATCH" : "POST"));
    }
};

FleetState ready_state() {
    return {.is_ready = true, .sessions_max = 10};
}

}  // namespace

TEST_CASE("a server is announced when it is ready, is allocated with its first game, and ready again after the last") {
    AnsweringSidecar sidecar;
    FleetState state = ready_state();
    state.is_ready = false;
    sidecar.run(state, 0);
    CHECK(std::ranges::count(sidecar.paths, "/ready") == 0);
    CHECK(sidecar.sessions == nlohmann::json{{"count", "0"}, {"capacity", "0"}});

    state.is_ready = true;
    sidecar.run(state, kSecond);
    CHECK(std::ranges::count(sidecar.paths, "/ready") == 1);
    CHECK(sidecar.sessions == nlohmann::json{{"count", "0"}, {"capacity", "10"}});

    sidecar.paths.clear();
    state.sessions = 2;
    state.players = 3;
    state.codes = {"K7QF2M", "A2B3C4"};
    sidecar.run(state, 2 * kSecond);
    CHECK(sidecar.paths.front() == "/allocate");
    CHECK(sidecar.sessions["count"] == "2");
    CHECK(sidecar.players == nlohmann::json{{"count", "3"}, {"capacity", "20"}});
    CHECK(sidecar.codes["values"] == nlohmann::json{"A2B3C4", "K7QF2M"});

    sidecar.paths.clear();
    sidecar.run(state, 3 * kSecond);
    CHECK_MESSAGE(sidecar.paths.empty(), "nothing has changed");

    state = ready_state();
    sidecar.run(state, 4 * kSecond);
    CHECK(sidecar.paths.front() == "/ready");
    CHECK(sidecar.codes["values"].empty());
}

TEST_CASE("a game that begins before the server was announced does not leave it without an address") {
    AnsweringSidecar sidecar;
    FleetState state = ready_state();
    state.sessions = 1;
    sidecar.run(state, 0);
    REQUIRE(sidecar.paths.size() >= 2);
    CHECK(sidecar.paths[0] == "/ready");
    CHECK(sidecar.paths[1] == "/allocate");
}

TEST_CASE("a server that is full, drains or has a broken disk offers no room") {
    AnsweringSidecar sidecar;
    FleetState state = ready_state();
    state.sessions = 3;
    sidecar.run(state, 0);
    CHECK(sidecar.sessions == nlohmann::json{{"count", "3"}, {"capacity", "10"}});
    state.is_ready = false;
    sidecar.run(state, kSecond);
    CHECK(sidecar.sessions == nlohmann::json{{"count", "3"}, {"capacity", "3"}});
    state.is_ready = true;
    state.is_draining = true;
    state.sessions = 1;
    sidecar.paths.clear();
    sidecar.run(state, 2 * kSecond);
    CHECK(sidecar.sessions == nlohmann::json{{"count", "1"}, {"capacity", "1"}});
    // The last game has ended. A server that ends is not offered to others.
    state.sessions = 0;
    sidecar.run(state, 3 * kSecond);
    CHECK(std::ranges::count(sidecar.paths, "/ready") == 0);
}

TEST_CASE("health is reported every two seconds, and not while a shard is dead") {
    AnsweringSidecar sidecar;
    FleetState state = ready_state();
    for (Micros now = 0; now < 20 * kSecond; now += 100 * kMs) sidecar.run(state, now);
    CHECK(sidecar.health == 10);
    state.is_live = false;
    for (Micros now = 20 * kSecond; now < 40 * kSecond; now += 100 * kMs) sidecar.run(state, now);
    CHECK(sidecar.health == 10);
}

TEST_CASE("a sidecar that starts late or again is told everything, and the log says so once") {
    Agones agones;
    FleetState state = ready_state();
    state.sessions = 1;
    state.codes = {"K7QF2M"};
    std::vector<std::string> lines, paths;
    int asked = 0;
    const auto step = [&](Micros now, bool answers) {
        const auto question = agones.next(state, now);
        if (!question) return;
        ++asked;
        if (answers && question->path != "/health") paths.push_back(question->path);
        if (const std::string line = agones.answered(answers ? 200 : 0, "", now); !line.empty()) lines.push_back(line);
    };
    Micros now = 0;
    for (; now < 60 * kSecond; now += 50 * kMs) step(now, false);
    CHECK(asked >= 12);
    CHECK_MESSAGE(asked <= 20, "no more than one request in five seconds, after the first few");
    CHECK(lines.size() == 1);
    for (; now < 70 * kSecond; now += 50 * kMs) step(now, true);
    CHECK(lines.size() == 2);
    CHECK(paths == std::vector<std::string>{"/ready", "/allocate", "/v1beta1/counters/sessions",
                                            "/v1beta1/counters/players", "/v1beta1/lists/codes"});
    paths.clear();
    step(now + 10 * kSecond, false);
    for (now += 20 * kSecond; now < 110 * kSecond; now += 50 * kMs) step(now, true);
    // Ready in between would let Agones remove a server with a game.
    CHECK(paths == std::vector<std::string>{"/allocate", "/v1beta1/counters/sessions", "/v1beta1/counters/players",
                                            "/v1beta1/lists/codes"});
}

TEST_CASE("a server that was allocated, and to which nobody came, is offered again") {
    AnsweringSidecar sidecar;
    const FleetState state = ready_state();
    sidecar.run(state, 0);
    sidecar.paths.clear();
    for (Micros now = 0; now < 299 * kSecond; now += kSecond) sidecar.run(state, now);
    CHECK(sidecar.paths.empty());
    for (Micros now = 299 * kSecond; now < 310 * kSecond; now += kSecond) sidecar.run(state, now);
    CHECK(std::ranges::count(sidecar.paths, "/ready") == 1);
}

TEST_CASE("a fleet without these counters is named once, tried every minute, and is told the rest") {
    Agones agones;
    const FleetState state = ready_state();
    std::vector<std::string> lines;
    int refused = 0, ready = 0;
    for (Micros now = 0; now < 185 * kSecond; now += 100 * kMs) {
        const auto question = agones.next(state, now);
        if (!question) continue;
        const bool is_counter = question->path == "/v1beta1/counters/sessions";
        refused += is_counter ? 1 : 0;
        ready += question->path == "/ready" ? 1 : 0;
        const std::string line =
            is_counter ? agones.answered(500, R"({"code":2,"message":"counter not found: sessions"})", now)
                       : agones.answered(200, "{}", now);
        if (!line.empty()) lines.push_back(line);
    }
    CHECK(refused == 4);
    CHECK(ready == 1);
    REQUIRE(lines.size() == 1);
    CHECK(lines[0].find("counter not found: sessions") != std::string::npos);
}

TEST_CASE(
    "whatever happens, the sidecar knows the last state within a minute of its last fault, and counts stay in range") {
    for (std::uint32_t seed = 1; seed <= 300; ++seed) {
        CAPTURE(seed);
        std::mt19937 random(seed);
        AnsweringSidecar sidecar;
        FleetState state = ready_state();
        Micros now = 0;
        for (int i = 0; i < 200; ++i) {
            now += static_cast<Micros>(random() % 2'000) * kMs;
            state.sessions = random() % 12;  // more than sessions_max: resumed games
            state.players = random() % 25;
            state.is_ready = random() % 3 != 0;
            const auto question = sidecar.agones.next(state, now);
            if (!question) continue;
            const unsigned status = random() % 4 == 0 ? 0 : random() % 4 == 0 ? 500 : 200;
            if (status == 200) sidecar.take(*question);
            sidecar.agones.answered(status, "", now);
            for (const auto& counter : {sidecar.sessions, sidecar.players}) {
                if (counter.is_object())
                    CHECK(std::stoul(counter["count"].get<std::string>()) <=
                          std::stoul(counter["capacity"].get<std::string>()));
            }
        }
        state.is_ready = true;
        for (const Micros end = now + 70 * kSecond; now < end; now += 100 * kMs) {
            const auto question = sidecar.agones.next(state, now);
            if (!question) continue;
            sidecar.take(*question);
            sidecar.agones.answered(200, "", now);
        }
        CHECK(sidecar.sessions["count"] == std::to_string(state.sessions));
        CHECK(sidecar.players["count"] == std::to_string(state.players));
        const auto last = std::ranges::find_if(sidecar.paths.rbegin(), sidecar.paths.rend(),
                                               [](const auto& path) { return !path.starts_with("/v1beta1/"); });
        REQUIRE(last != sidecar.paths.rend());
        CHECK(*last == (state.sessions > 0 ? "/allocate" : "/ready"));
    }
}
