// Goal: a seat's token is replaced whenever its player returns. A peer with an old token, or none, gets nothing, and the owner
// is told. If a new token is lost on its way, the owner keeps the seat.
#include <doctest/doctest.h>

#include "proto/token.hpp"
#include "server/seat_tokens.hpp"
#include "tests/session/lobby_fixture.hpp"
#include "tests/support/time_units.hpp"

using namespace albireo;
using namespace albireo::storm;
using server::SeatTokens;
using State = GameClient::State;

namespace {


proto::Token token_of(std::uint8_t seed) {
    proto::Token token;
    token.fill(seed);
    return token;
}
const proto::Binding kHere{1}, kThere{2};

/// Two players in a running game. Gold then comes back in a new program, and leaves the old token behind.
struct Theft : LobbyFixture {
    Theft() {
        gold = &add({.name = "anna"});
        run(100 * kMs);
        code = gold->code();
        old_token = gold->token();
        blue = &add({.name = "ben", .code = code});
        run(500 * kMs);
        REQUIRE(blue->state() == State::playing);
        clients.erase(clients.begin());
        run(100 * kMs);
    }
    GameClient& come_back(const std::string& name, const proto::Token& token) {
        return add({.name = name, .code = code, .token = token});
    }
    GameClient* gold = nullptr;
    GameClient* blue = nullptr;
    std::string code;
    proto::Token old_token{};
};

}  // namespace

TEST_CASE("a proof is of one token on one connection") {
    const proto::Proof proof = proto::prove(token_of(7), kHere);
    CHECK(proto::proves(proof, token_of(7), kHere));
    CHECK_FALSE(proto::proves(proof, token_of(7), kThere));
    CHECK_FALSE(proto::proves(proof, token_of(8), kHere));
    CHECK_FALSE(proto::proves(proto::Proof{}, token_of(7), kHere));
    CHECK_FALSE(std::ranges::equal(proof.bytes, token_of(7)));
}

TEST_CASE("the tokens of a seat: the current one, the one before until it is confirmed, and the spent ones") {
    const auto match = [](const SeatTokens& tokens, std::uint8_t seed) {
        return tokens.match(proto::prove(token_of(seed), kHere), kHere);
    };
    const auto rotate = [](SeatTokens& tokens, std::uint8_t next, std::uint8_t proved) {
        tokens.rotate(token_of(next), proto::prove(token_of(proved), kHere), kHere);
    };
    SeatTokens tokens{token_of(1)};
    CHECK(match(tokens, 1) == SeatTokens::Match::valid);
    CHECK(match(tokens, 2) == SeatTokens::Match::none);
    rotate(tokens, 2, 1);
    CHECK(tokens.current() == token_of(2));
    CHECK(match(tokens, 1) == SeatTokens::Match::valid);  // token 2 may not have arrived …
    rotate(tokens, 3, 1);                                 // … and it had not
    CHECK(match(tokens, 1) == SeatTokens::Match::valid);
    CHECK(match(tokens, 2) == SeatTokens::Match::spent);
    CHECK(match(tokens, 3) == SeatTokens::Match::valid);
    tokens.confirm();
    CHECK(match(tokens, 1) == SeatTokens::Match::spent);
    rotate(tokens, 4, 3);
    rotate(tokens, 5, 4);  // proves that 4 arrived
    CHECK(match(tokens, 3) == SeatTokens::Match::spent);
    CHECK(match(tokens, 4) == SeatTokens::Match::valid);
    for (std::uint8_t i = 5; i < 20; ++i) {
        rotate(tokens, static_cast<std::uint8_t>(i + 1), i);
        tokens.confirm();
        CHECK(match(tokens, i) == SeatTokens::Match::spent);
        CHECK(match(tokens, static_cast<std::uint8_t>(i + 1)) == SeatTokens::Match::valid);
    }
}

TEST_CASE("attack 10: a peer that presents an old token gets nothing, and the owner is told") {
    Theft scene;
    GameClient& anna = scene.come_back("anna", scene.old_token);
    scene.run(500 * kMs);
    REQUIRE(anna.state() == State::playing);
    CHECK(anna.token() != scene.old_token);
    CHECK(anna.seat_warning().empty());
    GameClient& thief = scene.come_back("mallory", scene.old_token);
    scene.run(500 * kMs);
    CHECK(thief.state() == State::failed);
    CHECK(thief.refusal() == proto::Refusal::wrong_token);
    CHECK(anna.state() == State::playing);
    CHECK(anna.seat_warning().find("old token") != std::string::npos);
    CHECK(scene.blue->seat_warning().empty());
    CHECK(has_line(scene, "somebody asked for the seat of \"anna\" with an old token"));
    CHECK(scene.metrics.seat_tries.load() == 1);
}

TEST_CASE("all players of a game are told of an attempt to guess a token, but not again right away") {
    Theft scene;
    GameClient& anna = scene.come_back("anna", scene.old_token);
    scene.run(500 * kMs);
    for (std::uint8_t i = 0; i < 4; ++i) {
        const GameClient& thief = scene.come_back("mallory", token_of(i));
        scene.run(200 * kMs);
        CHECK(thief.refusal() == proto::Refusal::wrong_token);
    }
    for (const GameClient* const player : {&anna, scene.blue}) {
        CHECK(player->state() == State::playing);
        CHECK(player->seat_warning().find("wrong token") != std::string::npos);
    }
    CHECK(scene.metrics.seat_tries.load() == 4);
    CHECK(std::ranges::count_if(scene.log, [](const std::string& line) {
              return line.find("somebody asked") != std::string::npos;
          }) == 2);
}

TEST_CASE("an owner who is away is told of the attempt when they are back") {
    Theft scene;
    scene.run(12'000 * kMs);  // absent
    scene.come_back("mallory", token_of(9));
    scene.run(300 * kMs);
    const GameClient& anna = scene.come_back("anna", scene.old_token);
    scene.run(500 * kMs);
    CHECK(anna.state() == State::playing);
    CHECK(anna.seat_warning().find("wrong token") != std::string::npos);
}

TEST_CASE("a program that crashes before its new token arrived comes back with the old one") {
    Theft scene;
    for (int i = 0; i < 3; ++i) {
        scene.come_back("anna", scene.old_token);
        scene.run(kMs);  // asked and answered; its Ready is not on the way yet
        scene.clients.pop_back();
    }
    const GameClient& anna = scene.come_back("anna", scene.old_token);
    scene.run(500 * kMs);
    CHECK(anna.state() == State::playing);
}

TEST_CASE("no log line holds a token") {
    Theft scene;
    const GameClient& anna = scene.come_back("anna", scene.old_token);
    scene.run(500 * kMs);
    scene.come_back("mallory", scene.old_token);
    scene.run(300 * kMs);
    for (const proto::Token& token : {scene.old_token, anna.token()}) {
        const std::string digits = proto::text_of(token);
        CHECK_FALSE(has_line(scene, digits));
        CHECK_FALSE(has_line(scene, digits.substr(0, 8)));
    }
}
