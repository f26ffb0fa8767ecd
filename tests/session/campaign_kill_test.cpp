// Goal: a campaign survives the death of its server between two levels, and a server that is stopped there leaves it to the next.
#include <doctest/doctest.h>

#include "sim/script/compile.hpp"
#include "tests/session/lobby_fixture.hpp"
#include "tests/support/memory_disk.hpp"
#include "tests/support/time_units.hpp"

using namespace albireo;
using namespace albireo::storm;
using client::GameClient;

namespace {


/// Two players at the end of the first of three levels, whose server can be started again.
struct KeptCampaign : LobbyFixture {
    KeptCampaign() {
        auto compiled = script::compile_level_file(ALBIREO_SOURCE_DIR "/tests/session/levels/short.lua", Difficulty::standard);
        REQUIRE(compiled.error == "");
        levels.offer("short", Difficulty::standard, std::make_shared<const Level>(std::move(compiled.level)));
        REQUIRE(levels.set_campaign({"short", "short", "short"}) == "");
        start();
        gold = &add({.name = "anna", .level = "campaign"});
        run(200 * kMs);
        blue = &add({.name = "ben", .code = gold->code()});
        code = gold->code();
        for (int i = 0; i < 15'000 && !(gold->goes_on() && blue->goes_on()); ++i) run(kMs);
        REQUIRE((gold->goes_on() && blue->goes_on()));
    }
    void start() {
        server::LobbyEnvironment environment;
        environment.random = [this] { return (std::uint64_t{random.next()} << 32) | random.next(); };
        environment.wall_ms = [] { return std::uint64_t{0}; };
        environment.log = [this](const server::LogEvent& event) { log.push_back(event.line()); };
        environment.journal = [this](const std::string& of, std::uint64_t) { return disk.create(of); };
        environment.lobby_journal = [this](const std::string& of) { return disk.create_lobby(of); };
        environment.record = [this](const std::string& of, std::uint64_t) { return disk.record(of); };
        lobby = std::make_unique<server::Lobby>(levels, environment, metrics);
        lobby->recover(disk.all());
    }
    void kill() {
        lobby.reset();
        net.forget_all();
        start();
    }
    void follow() {
        gold = &add(gold->next_options());
        blue = &add(blue->next_options());
    }
    void expect_second_level() {
        run(5 * kSecond);
        std::string lines;
        for (const std::string& line : log) lines += line + "\n";
        INFO(gold->failure(), " ", blue->failure(), "\n", lines);
        REQUIRE(gold->state() == GameClient::State::playing);
        REQUIRE(blue->state() == GameClient::State::playing);
        for (const GameClient* each : {gold, blue}) {
            CHECK(each->code() == code);
            CHECK(each->stage() == 2);
            CHECK(each->predictor().confirmed().earnings[0].score > 0);  // what the level before has earned
        }
        CHECK(gold->slot() == Slot::gold);
    }
    support::MemoryDisk disk;
    GameClient* gold = nullptr;
    GameClient* blue = nullptr;
    std::string code;
};

}  // namespace

TEST_CASE_FIXTURE(KeptCampaign, "a server killed between two levels resumes with the next one") {
    SUBCASE("at once") {}
    SUBCASE("when both have said goodbye to the level") { run(kSecond); }
    SUBCASE("when the next level is open") {
        run(6 * kSecond);
        REQUIRE(disk.games.size() == 3);  // with the first lobby
        REQUIRE(disk.games.back()->is_lobby);
    }
    SUBCASE("when one player waits in it") {
        client::ClientOptions options = gold->next_options();
        gold = &add(options);
        run(6 * kSecond);
        REQUIRE(gold->state() == GameClient::State::waiting);
        kill();
        blue = &add(blue->next_options());
        run(10 * kSecond);
        return expect_second_level();
    }
    kill();
    run(100 * kMs);
    CHECK(lobby->recovering() == 0);
    follow();
    expect_second_level();
}

// Found by storm: "the server is shutting down and accepts no new games", although the next process had the game two seconds later.
TEST_CASE_FIXTURE(KeptCampaign, "a friend who joins while the server parks its games is answered by the next process") {
    lobby->drain();
    lobby->park_all();
    const GameClient& friend_of_both = add({.name = "carl", .code = code});
    run(kSecond);
    CHECK(friend_of_both.failure() == "");
    kill();
    follow();
    run(2 * kSecond);
    CHECK(friend_of_both.refusal() == proto::Refusal::session_full);
    expect_second_level();
}

TEST_CASE_FIXTURE(KeptCampaign, "a campaign that is parked between two levels resumes with the next one") {
    SUBCASE("at once") {}
    SUBCASE("when the next level is open") { run(6 * kSecond); }
    lobby->drain();
    lobby->park_all();
    pass();
    CHECK(lobby->is_empty());
    CHECK(metrics.sessions_parked == 1);
    run(kSecond);
    kill();
    follow();
    expect_second_level();
}
