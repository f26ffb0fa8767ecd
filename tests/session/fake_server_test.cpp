// Goal: the worst that a hostile server can do to a client is to end its game with one line.
#include <nlohmann/json.hpp>
#include <utility>

#include "client/bot/bot_figures.hpp"
#include "tests/session/fake_server_game.hpp"

using namespace albireo;
using client::GameClient;

TEST_CASE("a client drops a server that announces another level in a running game") {
    FakeServerGame table;
    const auto other = table.levels.find("the_cut", Difficulty::storm);
    table.enter(*other);
    table.send_level(*other);
    table.heal_on(*other);
    table.pass(3'000'000);
    CHECK(table.client.state() == GameClient::State::failed);
    CHECK(table.client.failure().find("level") != std::string::npos);
}

TEST_CASE("a client drops a server that sends an invalid session code, which could be part of a path") {
    for (const std::string code : {"../../a", "", "AAAAA", "AAA/AA"}) {
        CAPTURE(code);
        FakeServerGame table;
        table.enter(*table.level, code);
        table.pass(1'000'000);
        CHECK(table.client.state() == GameClient::State::failed);
        CHECK(table.client.failure().find("invalid code") != std::string::npos);
        CHECK(table.client.code() == "AAAAAA");
    }
    FakeServerGame table;
    table.enter(*table.level, "k7q-f2m");
    table.pass(1'000'000);
    CHECK(table.client.state() == GameClient::State::playing);
    CHECK(table.client.code() == "K7QF2M");
}

TEST_CASE("a level that the client did not ask for is ignored, even if it is the right one") {
    FakeServerGame table;
    const Level* held = &table.client.level();
    table.enter(*table.level);
    table.send_level(*table.level);
    table.pass(3'000'000);
    CHECK(table.client.state() == GameClient::State::playing);
    CHECK(&table.client.level() == held);
    table.heal_on(*table.level);  // this steps the level that the game refers to
    table.pass(1'000'000);
    CHECK(table.client.state() != GameClient::State::failed);
}

TEST_CASE("a message that only clients send is counted, and nothing else happens") {
    FakeServerGame table;
    CHECK(table.client.figures().unexpected == 0);
    table.server.connection.send(proto::Create{.level = "the_cut"});
    table.server.connection.send(proto::Ready{});
    table.pass(500'000);
    CHECK(table.client.figures().unexpected == 2);
    CHECK(table.client.state() == GameClient::State::playing);
    table.server.connection.send(proto::LobbyState{});
    table.pass(500'000);
    CHECK(table.client.figures().unexpected == 2);
    CHECK(nlohmann::json::parse(bot::figures_json(table.client, 1))["unexpected_messages"] == 2);
}

TEST_CASE("a server that reports one desync after another gets no more answers") {
    FakeServerGame table;
    const auto ask = [&](int times) {
        for (int i = 0; i < times; ++i) {
            table.server.connection.send(proto::DesyncNotice{Tick{10}, 1, 2, {}});
            table.server.connection.send(proto::EvidenceWanted{.tick = Tick{1}, .count = 64});
            table.pass(50'000);
        }
        return std::exchange(table.server.answers, 0);
    };
    constexpr int kAll = proto::DesyncAnswers::kAnswersMax;
    CHECK(ask(2 * kAll) == kAll);
    CHECK(table.now < GameClient::kAnswersEvery);
    for (int i = 0; i < 30; ++i) {
        table.server.connection.send(proto::LobbyState{});  // otherwise the client would time out
        table.pass(GameClient::kAnswersEvery / 30);
    }
    CHECK(ask(kAll) == kAll);
    CHECK(table.client.state() == GameClient::State::playing);
}

TEST_CASE("a client that is told to rejoin again and again does so only every ten seconds") {
    FakeServerGame table;
    for (int i = 0; i < 300; ++i) {
        table.server.connection.send(proto::DesyncNotice{Tick{10}, 1, 2, "come back"});
        table.pass(100'000);
        if (table.client.state() != GameClient::State::returning) continue;
        // The new connection. The server's end of the old one is no longer used.
        table.server.connection = proto::Connection();
        table.pass(100'000);
        table.heal_on(*table.level);
    }
    CHECK(table.client.state() != GameClient::State::failed);
    CHECK(table.client.figures().rejoins >= 1);
    CHECK(table.client.figures().rejoins <= 4);
}

TEST_CASE("a client that is redirected in the middle of a game rejoins at the new address") {
    FakeServerGame table;
    table.server.connection.send(proto::Refused{proto::Refusal::elsewhere, "3"});
    table.pass(2'000'000);
    CHECK(table.shard == 3);
    CHECK(table.client.state() == GameClient::State::returning);
}

// The screen after the game said that the partner wanted to play again, because they had wanted to restart it, and then left.
TEST_CASE("what the partner wanted in a pause is forgotten when the game ends") {
    FakeServerGame table;
    table.server.connection.send(proto::RematchWish{.wants = true});
    table.pass(200'000);
    CHECK(table.client.partner_wish().wants);
    table.server.connection.send(proto::Ended{.outcome = proto::Outcome::left, .tick = table.client.predictor().confirmed().tick, .may_rematch = true});
    table.pass(200'000);
    CHECK(table.client.state() == GameClient::State::ended);
    CHECK_FALSE(table.client.partner_wish().wants);
}
