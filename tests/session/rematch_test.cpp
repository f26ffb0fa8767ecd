// Goal: the players of a game that has ended play again without a new invitation. Each keeps their seat, in whatever order they ask,
// and nobody else gets in by an old code or token.
#include <doctest/doctest.h>

#include "tests/session/ended_game.hpp"

using namespace albireo;
using namespace albireo::storm;
using client::GameClient;

TEST_CASE("both players play again in their seats, whoever asks first and however late the other does") {
    bool anna_first = true;
    SUBCASE("gold first") {}
    SUBCASE("blue first") { anna_first = false; }
    EndedGame fixture;
    const GameClient& early = anna_first ? *fixture.anna : *fixture.ben;
    const GameClient& late = anna_first ? *fixture.ben : *fixture.anna;
    GameClient& first = fixture.ask(early);
    fixture.run(60 * kSecond);
    CHECK(first.state() == GameClient::State::waiting);
    CHECK(first.code() != early.code());
    CHECK(first.token() != early.token());
    GameClient& second = fixture.ask(late);
    fixture.run(2 * kSecond);
    for (const auto& [now, then] : {std::pair{&first, &early}, {&second, &late}}) {
        CHECK(now->state() == GameClient::State::playing);
        CHECK(now->slot() == then->slot());
        CHECK(now->code() == first.code());
    }
    CHECK(first.partner_name() == late.name());
    CHECK(second.partner_name() == early.name());
    CHECK(fixture.lobby->find(first.code())->setup().watch_delay_ms == 7'000);
    // It ends as any other, and may be followed by one more.
    fixture.run(kLevel);
    CHECK(first.outcome() == proto::Outcome::cleared);
    CHECK(second.may_rematch());
    CHECK(first.figures().desyncs == 0);
}

TEST_CASE("both ask at the same time, and get into one game") {
    EndedGame fixture;
    GameClient& anna = fixture.ask(*fixture.anna);
    GameClient& ben = fixture.ask(*fixture.ben);
    fixture.run(2 * kSecond);
    CHECK(anna.state() == GameClient::State::playing);
    CHECK(ben.code() == anna.code());
    CHECK(fixture.lobbies.made == 2);
}

TEST_CASE("a player whose link is lost before they learn of their new seat asks again, and gets it") {
    EndedGame fixture;
    fixture.ask(*fixture.anna);
    fixture.pass();
    for (int ms = 0; ms < 50; ++ms) fixture.run(kMs);
    const std::string code = fixture.clients.back()->code();
    fixture.clients.pop_back();
    GameClient& again = fixture.ask(*fixture.anna);
    fixture.run(kSecond);
    CHECK(again.state() == GameClient::State::waiting);
    CHECK(again.slot() == Slot::gold);
    CHECK(again.code() == code);
}

TEST_CASE("the token of the ended game takes no seat in a rematch that has started, and none when its time is over") {
    EndedGame fixture;
    GameClient& anna = fixture.ask(*fixture.anna);
    GameClient& ben = fixture.ask(*fixture.ben);
    fixture.run(2 * kSecond);
    REQUIRE(anna.state() == GameClient::State::playing);
    GameClient& thief = fixture.ask(*fixture.anna);
    fixture.run(2 * kSecond);
    CHECK(thief.state() == GameClient::State::failed);
    CHECK(anna.state() == GameClient::State::playing);
    CHECK(ben.state() == GameClient::State::playing);
    CHECK(anna.figures().rejoins == 0);
}

TEST_CASE("minutes after a game its tokens open nothing") {
    EndedGame fixture;
    const client::ClientOptions late = fixture.anna->next_options();
    fixture.clients.clear();
    for (int i = 0; i < 2'000; ++i) {
        fixture.now += 100 * kMs;
        fixture.pass();
    }
    GameClient& anna = fixture.add(late);
    fixture.run(2 * kSecond);
    CHECK(anna.state() == GameClient::State::failed);
    CHECK(fixture.lobbies.made == 1);
}

TEST_CASE("while one waits for the rematch another friend can join by its code, and the old partner is told that the game is full") {
    EndedGame fixture;
    GameClient& anna = fixture.ask(*fixture.anna);
    fixture.run(kSecond);
    GameClient& carl = fixture.add({.name = "carl", .code = anna.code()});
    fixture.run(kSecond);
    CHECK(carl.state() == GameClient::State::playing);
    CHECK(carl.slot() == Slot::blue);
    GameClient& ben = fixture.ask(*fixture.ben);
    fixture.run(kSecond);
    CHECK(ben.state() == GameClient::State::failed);
    CHECK(carl.state() == GameClient::State::playing);
}

TEST_CASE("a game that was left, and a game of one, have no rematch") {
    LobbyFixture fixture;
    GameClient& anna = fixture.add({.name = "anna"});
    fixture.run(100 * kMs);
    GameClient& ben = fixture.add({.name = "ben", .code = anna.code()});
    fixture.run(2 * kSecond);
    anna.leave(fixture.now);
    ben.leave(fixture.now);
    fixture.run(2 * kSecond);
    CHECK_FALSE(anna.may_rematch());
    CHECK_FALSE(ben.may_rematch());
    client::ClientOptions forced;
    forced.name = "anna";
    forced.code = anna.code();
    forced.token = anna.token();
    forced.rematch = true;
    GameClient& again = fixture.add(forced);
    fixture.run(2 * kSecond);
    CHECK(again.state() == GameClient::State::failed);
    CHECK(fixture.lobby->is_empty());
}

TEST_CASE("a rematch takes a token of the ended game, and asking often opens no second session") {
    EndedGame fixture;
    client::ClientOptions thief = fixture.anna->next_options();
    (*thief.token)[0] ^= 1;
    GameClient& stranger = fixture.add(thief);
    fixture.run(kSecond);
    CHECK(stranger.state() == GameClient::State::failed);
    CHECK(fixture.lobbies.made == 1);
    for (int i = 0; i < 20; ++i) {
        fixture.ask(*fixture.anna);
        fixture.run(100 * kMs);
    }
    CHECK(fixture.lobbies.made == 2);
}
