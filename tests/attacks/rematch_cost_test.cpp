// Goal: what players say to each other in and after a game costs the shard's thread as little as any message, and so does the level that follows.
#include <doctest/doctest.h>

#include "proto/token.hpp"
#include "sim/script/compile.hpp"
#include "tests/attacks/costs.hpp"

using namespace albireo;
using namespace albireo::attacks;
using client::GameClient;

namespace {

/// Two players in a game on the largest level.
struct Pair : Costs {
    Pair() {
        gold = &come();
        gold->connection.send(proto::Create{.level = "endless", .difficulty = 2, .players = 2});
        costliest(20 * kMs);
        REQUIRE(gold->entered);
        blue = &come();
        blue->connection.send(proto::Join{gold->entered->code});
        costliest(20 * kMs);
        REQUIRE(blue->entered);
        for (Guest* each : {gold, blue}) each->connection.send(proto::Ready{each->entered->level_digest});
        costliest(20 * kMs);
        REQUIRE(gold->started);
        REQUIRE(blue->started);
    }
    /// Both want to start again: the game ends, and may have a rematch, until its end is acknowledged.
    Micros restart() {
        gold->connection.send(proto::RematchWish{.wants = true});
        costliest(20 * kMs);
        blue->connection.send(proto::RematchWish{.wants = true});
        const Micros cost = costliest(kMs);
        REQUIRE(lobby->find(gold->entered->code) != nullptr);
        REQUIRE(lobby->find(gold->entered->code)->may_rematch());
        return cost;
    }
    Micros bye() {
        for (Guest* each : {gold, blue}) each->connection.send(proto::Bye{});
        return costliest(40 * kMs);
    }
    Micros ask_for_rematch(Guest& player) {
        const proto::Entered before = *player.entered;
        player.entered.reset();
        player.connection.send(proto::Rejoin{.code = before.code, .proof = proto::prove(before.token, player.binding()), .rematch = true});
        const Micros cost = costliest(40 * kMs);
        REQUIRE(player.entered);
        return cost;
    }
    Guest* gold = nullptr;
    Guest* blue = nullptr;
};

}  // namespace

TEST_CASE("no message between players costs the shard's thread more than 0.2 ms") {
    check_cost<Pair>("Signal", [](Pair& pair) {
        pair.gold->connection.send(proto::Signal{});
        return pair.costliest(20 * kMs);
    });
    check_cost<Pair>("RematchWish, told to the partner", [](Pair& pair) {
        pair.gold->connection.send(proto::RematchWish{.wants = true});
        return pair.costliest(20 * kMs);
    });
    check_cost<Pair>("the second RematchWish, which ends the game", [](Pair& pair) { return pair.restart(); });
    check_cost<Pair>("Bye of players who wait for a rematch", [](Pair& pair) {
        pair.restart();
        const Micros cost = pair.bye();
        CHECK(pair.metrics.peers_now == 2);
        return cost;
    });
    check_cost<Pair>("Rejoin, for a rematch: it opens the game", [](Pair& pair) {
        pair.restart();
        pair.bye();
        return pair.ask_for_rematch(*pair.gold);
    });
    check_cost<Pair>("Rejoin, for a rematch that the partner has opened", [](Pair& pair) {
        pair.restart();
        pair.bye();
        pair.ask_for_rematch(*pair.gold);
        return pair.ask_for_rematch(*pair.blue);
    });
}

TEST_CASE("the next level of a campaign costs the shard's thread no more than 0.2 ms at a time") {
    check_cost("the end of a level, and the start of the next, the largest", [](Costs& lobby) {
        auto compiled = script::compile_level_file(ALBIREO_SOURCE_DIR "/tests/session/levels/short.lua", Difficulty::storm);
        REQUIRE(compiled.error == "");
        lobby.offer("short", std::make_shared<const Level>(std::move(compiled.level)));
        REQUIRE(lobby.levels.set_campaign({"short", "endless"}) == "");
        GameClient& gold = lobby.add({.name = "anna", .level = "campaign", .difficulty = Difficulty::storm});
        lobby.costliest(200 * kMs);
        GameClient& blue = lobby.add({.name = "ben", .code = gold.code()});
        lobby.costliest(kSecond);
        REQUIRE(blue.state() == GameClient::State::playing);
        Micros most = lobby.costliest(9 * kSecond);
        REQUIRE(gold.goes_on());
        const GameClient& next_gold = lobby.add(gold.next_options());
        const GameClient& next_blue = lobby.add(blue.next_options());
        most = std::max(most, lobby.costliest(2 * kSecond));
        CHECK(next_gold.state() == GameClient::State::playing);
        CHECK(next_blue.stage() == 2);
        return most;
    });
}
