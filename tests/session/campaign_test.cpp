// Goal: a campaign is one session with one code and the same seats. Each level begins with what the players had at the end of
// the last one, even if players leave, return or join between two levels.
#include <doctest/doctest.h>

#include <cstdlib>

#include "client/bot/bot_controller.hpp"
#include "replays/reader.hpp"
#include "replays/record_stream.hpp"
#include "replays/verify.hpp"
#include "sim/game/player.hpp"
#include "sim/game/tuning.hpp"
#include "sim/script/compile.hpp"
#include "tests/session/lobby_fixture.hpp"
#include "tests/support/time_units.hpp"

using namespace albireo;
using namespace albireo::storm;
using client::GameClient;

namespace {

constexpr Micros kLevel = 10 * kSecond;  // enough for a level of nine seconds

/// The points of a player who clears a level without losing a life.
constexpr std::uint32_t kBonus = kClearWorth * kLivesAtStart * kNoContinuePercent / 100;

struct Campaign : LobbyFixture {
    Campaign() {
        auto compiled = script::compile_level_file(ALBIREO_SOURCE_DIR "/tests/session/levels/short.lua", Difficulty::standard);
        REQUIRE(compiled.error == "");
        levels.offer("short", Difficulty::standard, std::make_shared<const Level>(std::move(compiled.level)));
        REQUIRE(levels.set_campaign({"short", "short", "short"}) == "");
    }
    /// The client that plays the next level in place of this one.
    GameClient& follow(const GameClient& ended, bool ready_at_once = true) {
        client::ClientOptions options = ended.next_options();
        options.ready_at_once = ready_at_once;
        return add(options);
    }
    std::uint32_t score(const GameClient& client) const {
        return client.predictor().confirmed().earnings[index(client.slot())].score;
    }
};

/// The recordings whose bytes follow one another in `bytes`.
std::vector<replays::Replay> replays_in(const std::vector<std::uint8_t>& bytes) {
    const std::vector<std::uint8_t> signature(bytes.begin(), bytes.begin() + 8);
    std::vector<replays::Replay> all;
    for (auto at = bytes.begin(); at != bytes.end();) {
        const auto end = std::search(at + 8, bytes.end(), signature.begin(), signature.end());
        replays::Recording recording;
        REQUIRE(replays::read_recording(std::vector<std::uint8_t>(at, end), recording) == "");
        REQUIRE(replays::prepare(std::move(recording), all.emplace_back(), replays::Partial::refuse) == "");
        at = end;
    }
    return all;
}

}  // namespace

TEST_CASE("two players finish the campaign with one code, and its recordings verify as one chain") {
    Campaign fixture;
    GameClient* gold = &fixture.add({.name = "anna", .level = "campaign"});
    fixture.run(200 * kMs);
    GameClient* blue = &fixture.add({.name = "ben", .code = gold->code()});
    const std::string code = gold->code();
    const proto::Token token = gold->token();
    for (std::uint8_t stage = 1; stage <= 3; ++stage) {
        fixture.run(kSecond);
        INFO("level ", int{stage}, ": ", gold->failure(), blue->failure());
        REQUIRE(gold->state() == GameClient::State::playing);
        REQUIRE(blue->state() == GameClient::State::playing);
        CHECK(gold->stage() == stage);
        CHECK(gold->code() == code);
        CHECK((gold->token() == token) == (stage == 1));  // each return to the seat gets a new one
        CHECK(gold->slot() == Slot::gold);
        CHECK(blue->slot() == Slot::blue);
        CHECK(gold->partner_name() == "ben");
        CHECK(fixture.score(*gold) == (stage - 1u) * kBonus);
        CHECK(fixture.lobby->find(code)->setup().stage == stage);
        fixture.run(kLevel);
        for (const GameClient* each : {gold, blue}) {
            CHECK(each->outcome() == proto::Outcome::cleared);
            CHECK(each->goes_on() == (stage < 3));
            CHECK(each->figures().desyncs == 0);
            CHECK(fixture.score(*each) == stage * kBonus);
        }
        if (stage == 3) break;
        gold = &fixture.follow(*gold);
        blue = &fixture.follow(*blue);
    }
    fixture.run(7 * kSecond);
    CHECK(fixture.lobby->is_empty());
    CHECK(fixture.lobby->sessions_ended() == 1);
    CHECK(fixture.recordings == std::vector<std::string>{code, code, code});
    std::vector<replays::ChainLink> chain;
    for (const replays::Replay& replay : replays_in(fixture.recorded)) {
        const replays::Verdict verdict = replays::verify(replay);
        CHECK(verdict.text == "");
        const replays::RecordingHeader& header = replay.recording.header;
        CHECK(header.setup.carry.has_value() == !chain.empty());
        CHECK(replays::chain_fault(chain, header) == "");
        chain.push_back({"", header.setup.players, header.difficulty, verdict.root, verdict.carry});
    }
    CHECK(chain.size() == 3);
}

TEST_CASE("the next level opens without a file, gets one when it starts, and a server that closes before leaves none behind") {
    bool closes = false;
    SUBCASE("the game goes on") {}
    SUBCASE("the server closes") { closes = true; }
    Campaign fixture;
    GameClient& gold = fixture.add({.name = "anna", .level = "campaign"});
    fixture.run(200 * kMs);
    GameClient& blue = fixture.add({.name = "ben", .code = gold.code()});
    fixture.run(kLevel / 2);
    fixture.holds_offloaded = true;
    fixture.run(kLevel / 2 + kSecond);
    REQUIRE(gold.goes_on());
    GameClient& gold_2 = fixture.follow(gold);
    GameClient& blue_2 = fixture.follow(blue);
    fixture.run(3 * kSecond);
    CHECK(fixture.journals.made == 1);
    CHECK(fixture.lobby->find(gold.code())->setup().stage == 2);
    CHECK(fixture.lobbies.now == 1);
    CHECK(gold_2.state() != GameClient::State::playing);
    if (closes) fixture.lobby->close_all(fixture.now);
    fixture.holds_offloaded = false;
    fixture.do_offloaded();
    fixture.run(3 * kSecond);
    CHECK(fixture.journals.made == 2);
    if (closes) {
        CHECK(fixture.lobby->is_empty());
        CHECK(fixture.journals.removed == 2);
        CHECK(fixture.journals.now == 0);
    } else {
        CHECK(fixture.lobby->find(gold.code())->setup().stage == 2);
        CHECK(gold_2.state() == GameClient::State::playing);
        CHECK(blue_2.state() == GameClient::State::playing);
        CHECK(fixture.journals.now == 1);
        CHECK(fixture.lobbies.now == 0);
    }
}

TEST_CASE("players look at the results until both are ready, or until the server's time limit has passed") {
    Campaign fixture;
    GameClient& gold = fixture.add({.name = "anna", .level = "campaign"});
    fixture.run(200 * kMs);
    GameClient& blue = fixture.add({.name = "ben", .code = gold.code()});
    fixture.run(kLevel + kSecond);
    REQUIRE(gold.goes_on());
    REQUIRE(blue.goes_on());
    GameClient& gold_2 = fixture.follow(gold, false);
    GameClient& blue_2 = fixture.follow(blue, false);
    fixture.run(5 * kSecond);
    CHECK(gold_2.state() == GameClient::State::waiting);
    gold_2.be_ready();
    fixture.run(kSecond);
    CHECK(gold_2.state() == GameClient::State::waiting);
    blue_2.be_ready();
    fixture.run(kSecond);
    CHECK(gold_2.state() == GameClient::State::playing);
    CHECK(blue_2.state() == GameClient::State::playing);

    fixture.run(kLevel);
    REQUIRE(gold_2.goes_on());
    GameClient& gold_3 = fixture.follow(gold_2);
    GameClient& blue_3 = fixture.follow(blue_2, false);  // is never ready
    fixture.run(server::Session::kTally - 3 * kSecond);
    CHECK(gold_3.state() == GameClient::State::waiting);
    fixture.run(6 * kSecond);
    REQUIRE(gold_3.state() == GameClient::State::playing);
    CHECK(life_of(gold_3.predictor().confirmed().ships[1]) == Life::absent);
    CHECK(blue_3.state() == GameClient::State::waiting);
    blue_3.be_ready();
    fixture.run(2 * kSecond);
    REQUIRE(blue_3.state() == GameClient::State::playing);
    CHECK(life_of(gold_3.predictor().confirmed().ships[1]) != Life::absent);
    CHECK(gold_3.predictor().confirmed().earnings[1].score == 2 * kBonus);
}

TEST_CASE("a player who is away when a level ends rejoins by token where the session is") {
    Campaign fixture;
    GameClient& gold = fixture.add({.name = "anna", .level = "campaign"});
    fixture.run(200 * kMs);
    GameClient& blue = fixture.add({.name = "ben", .code = gold.code()});
    fixture.run(3 * kSecond);
    REQUIRE(blue.state() == GameClient::State::playing);
    client::ClientOptions back{.name = "ben", .code = blue.code(), .token = blue.token()};
    std::unique_ptr<GameClient> gone = std::move(fixture.clients.back());
    fixture.clients.pop_back();  // ben's machine is off
    fixture.run(20 * kSecond);
    REQUIRE(gold.goes_on());
    GameClient& gold_2 = fixture.follow(gold);
    fixture.run(5 * kSecond);
    CHECK(gold_2.state() == GameClient::State::waiting);
    GameClient& stranger = fixture.add({.name = "eve", .code = gold.code()});
    fixture.run(kSecond);
    CHECK(stranger.refusal() == proto::Refusal::session_full);  // ben's seat is kept
    fixture.run(12 * kSecond);
    REQUIRE(gold_2.state() == GameClient::State::playing);
    SUBCASE("another program of theirs, with the stored token") {}
    SUBCASE("the client that was cut off, which learns that the session has moved on, and that its seat is still there") {
        for (Micros until = fixture.now + 60 * kSecond; fixture.now < until && !gone->goes_on(); fixture.run(kMs)) {
            gone->advance(fixture.now);
        }
        REQUIRE(gone->goes_on());
        CHECK(gone->outcome() == proto::Outcome::cleared);
        back = gone->next_options();
        gone.reset();
    }
    GameClient& ben = fixture.add(back);
    fixture.run(3 * kSecond);
    REQUIRE(ben.state() == GameClient::State::playing);
    CHECK(ben.slot() == Slot::blue);
    CHECK(ben.stage() == 2);
    CHECK(ben.predictor().confirmed().earnings[0].score >= kBonus);
}

TEST_CASE("the seat of a player who left goes to the player who joins between two levels") {
    Campaign fixture;
    GameClient& gold = fixture.add({.name = "anna", .level = "campaign"});
    fixture.run(200 * kMs);
    GameClient& blue = fixture.add({.name = "ben", .code = gold.code()});
    fixture.run(3 * kSecond);
    blue.leave(fixture.now);
    fixture.run(kLevel);
    REQUIRE(gold.goes_on());
    GameClient& gold_2 = fixture.follow(gold, false);
    fixture.run(kSecond);
    GameClient& eve = fixture.add({.name = "eve", .code = gold.code()});
    fixture.run(kSecond);
    CHECK(eve.state() == GameClient::State::waiting);
    CHECK(eve.slot() == Slot::blue);
    gold_2.be_ready();
    fixture.run(kSecond);
    REQUIRE(eve.state() == GameClient::State::playing);
    CHECK(eve.stage() == 2);
    CHECK(gold_2.partner_name() == "eve");
}

TEST_CASE("a player who asks for a seat between two levels gets one in the next") {
    Campaign fixture;
    GameClient& gold = fixture.add({.name = "anna", .level = "campaign"});
    fixture.run(200 * kMs);
    GameClient& blue = fixture.add({.name = "ben", .code = gold.code()});
    fixture.run(3 * kSecond);
    REQUIRE(blue.state() == GameClient::State::playing);
    const std::unique_ptr<GameClient> slow = std::move(fixture.clients.back());
    fixture.clients.pop_back();
    const server::Session* session = fixture.lobby->find(gold.code());
    while (!session->has_ended() && fixture.now < 60 * kSecond) {
        slow->advance(fixture.now);
        fixture.run(kMs);
    }
    // From now on Ben's machine is silent, so the server waits for its goodbye.
    fixture.run(500 * kMs);
    REQUIRE(gold.goes_on());
    GameClient& gold_2 = fixture.follow(gold);
    fixture.run(kSecond);
    CHECK(fixture.lobby->find(gold.code()) == session);
    CHECK(gold_2.state() == GameClient::State::entering);
    fixture.run(server::Session::kFarewell);
    CHECK(gold_2.state() == GameClient::State::waiting);
    CHECK(gold_2.stage() == 2);
}

TEST_CASE("a campaign that is lost does not go on, and a server that closes opens no further level") {
    Campaign fixture;
    GameClient& gold = fixture.add({.name = "anna", .level = "campaign", .players = 1});
    fixture.run(kLevel + kSecond);
    REQUIRE(gold.goes_on());
    GameClient& gold_2 = fixture.follow(gold);
    fixture.run(3 * kSecond);
    REQUIRE(gold_2.state() == GameClient::State::playing);
    fixture.lobby->close_all(fixture.now);
    fixture.run(7 * kSecond);
    CHECK(fixture.lobby->is_empty());
    CHECK_FALSE(gold_2.goes_on());

    GameClient& practising = fixture.add({.level = "campaign", .section = 1});
    fixture.run(kSecond);
    CHECK(practising.state() == GameClient::State::failed);
}

// campaign_test.sh plays it over real sockets, in real time.
TEST_CASE("two bots finish the game's own campaign, in virtual time" * doctest::skip(std::getenv("ALBIREO_FULL") == nullptr)) {
    LobbyFixture fixture;
    bot::BodyStore bodies;
    bot::BotController gold_hands(bodies, {.skill = 9, .seed = 1}), blue_hands(bodies, {.skill = 9, .seed = 2});
    GameClient* gold = &fixture.add({.name = "anna", .level = "campaign", .difficulty = Difficulty::calm, .seed = 5}, true, &gold_hands);
    fixture.run(200 * kMs);
    GameClient* blue = &fixture.add({.name = "ben", .code = gold->code()}, true, &blue_hands);
    std::uint32_t score = 0;
    for (std::uint8_t stage = 1; stage <= 3; ++stage) {
        for (const Micros until = fixture.now + 900 * kSecond; fixture.now < until && gold->state() != GameClient::State::ended;) {
            fixture.run(kSecond);
        }
        fixture.run(3 * kSecond);
        INFO("level ", int{stage}, ": ", gold->failure(), blue->failure());
        REQUIRE(gold->state() == GameClient::State::ended);
        REQUIRE(gold->outcome() == proto::Outcome::cleared);
        REQUIRE(blue->outcome() == proto::Outcome::cleared);
        CHECK(gold->final_digest() == blue->final_digest());
        CHECK(gold->figures().desyncs + blue->figures().desyncs == 0);
        const World& last = gold->predictor().confirmed();
        MESSAGE(gold->level().title.view(), ": ", last.tick.value, " ticks, ", last.earnings[0].score, " and ", last.earnings[1].score,
                " points, ", int{last.ships[0].lives}, " and ", int{last.ships[1].lives}, " lives");
        CHECK(last.earnings[0].score + last.earnings[1].score > score);
        score = last.earnings[0].score + last.earnings[1].score;
        REQUIRE(gold->goes_on() == (stage < 3));
        if (stage == 3) break;
        gold = &fixture.add(gold->next_options(), true, &gold_hands);
        blue = &fixture.add(blue->next_options(), true, &blue_hands);
        fixture.clients.erase(fixture.clients.begin(), fixture.clients.begin() + 2);  // the controller play one game at a time
    }
}
