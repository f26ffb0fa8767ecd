// Goal: two players restart their paused game if both want to, and only then; they keep their seats.
#include <doctest/doctest.h>

#include <utility>

#include "sim/step.hpp"
#include "tests/session/lobby_fixture.hpp"
#include "tests/support/time_units.hpp"

using namespace albireo;
using namespace albireo::storm;
using client::GameClient;

namespace {

/// Pauses and resumes when the test says so.
class PausingController final : public client::PlayerController {
  public:
    Command next = Command::none;

  private:
    void begin(const Level&, Slot) override {}
    client::Controls steer(const World&) override {
        client::Controls controls;
        controls.command = std::exchange(next, Command::none);
        return controls;
    }
    void see(const World&, client::RemoteShots&, std::vector<Report>&) override {}
};

struct PausedGame : LobbyFixture {
    explicit PausedGame(const std::string& level = "the_cut") {
        anna = &add({.name = "anna", .level = level, .wishes = true}, true, &hands);
        run(100 * kMs);
        ben = &add({.name = "ben", .code = anna->code(), .wishes = true});
        run(10 * kSecond);
        REQUIRE(anna->state() == GameClient::State::playing);
        CHECK_FALSE(anna->may_wish_restart());
        command(Command::pause);
        REQUIRE(is_paused(anna->predictor().predicted()));
    }
    void command(Command what) {
        hands.next = what;
        run(2 * kSecond);
    }
    PausingController hands;
    GameClient *anna = nullptr, *ben = nullptr;
};

}  // namespace

TEST_CASE("a paused game restarts when both players want it, in the same seats") {
    PausedGame fixture;
    fixture.anna->wish_restart(true);
    fixture.run(10 * kSecond);
    CHECK(fixture.anna->state() == GameClient::State::playing);
    CHECK(fixture.anna->wishes_restart());
    CHECK(fixture.ben->partner_wish() == proto::RematchWish{true, ""});
    CHECK(fixture.anna->partner_wish() == proto::RematchWish{});
    fixture.ben->wish_restart(true);
    fixture.run(kSecond);
    for (const GameClient* each : {fixture.anna, fixture.ben}) {
        CHECK(each->state() == GameClient::State::ended);
        CHECK(each->outcome() == proto::Outcome::left);
        CHECK(each->next_level().empty());
        REQUIRE(each->may_rematch());
    }
    CHECK(has_line(fixture, "both players want to start again"));
    GameClient& anna = fixture.add(fixture.anna->next_options());
    GameClient& ben = fixture.add(fixture.ben->next_options());
    fixture.run(2 * kSecond);
    CHECK(anna.state() == GameClient::State::playing);
    CHECK(anna.slot() == Slot::gold);
    CHECK(ben.slot() == Slot::blue);
    CHECK(ben.code() == anna.code());
    CHECK(anna.predictor().confirmed().tick.value < 180);
    CHECK(anna.figures().desyncs == 0);
}

TEST_CASE("a campaign restarts with its first level") {
    PausedGame fixture("campaign");
    fixture.anna->wish_restart(true);
    fixture.ben->wish_restart(true);
    fixture.run(kSecond);
    REQUIRE(fixture.anna->may_rematch());
    GameClient& anna = fixture.add(fixture.anna->next_options());
    fixture.run(kSecond);
    CHECK(anna.stage() == 1);
    CHECK(fixture.lobby->find(anna.code())->setup().stages.size() == 3);
}

TEST_CASE("who resumes no longer wants to restart, and the partner cannot do so alone") {
    PausedGame fixture;
    fixture.anna->wish_restart(true);
    fixture.run(kSecond);
    CHECK(fixture.ben->partner_wish().wants);
    fixture.command(Command::resume);
    CHECK_FALSE(fixture.anna->wishes_restart());
    CHECK_FALSE(fixture.ben->partner_wish().wants);
    CHECK_FALSE(fixture.ben->may_wish_restart());
    fixture.command(Command::pause);
    fixture.ben->wish_restart(true);
    fixture.run(10 * kSecond);
    CHECK(fixture.anna->state() == GameClient::State::playing);
    CHECK(fixture.anna->partner_wish().wants);
}

TEST_CASE("a wish in a running game is forgotten, although the client that sends it does not withdraw it") {
    PausedGame fixture;
    fixture.ben->wish_restart(true);
    fixture.command(Command::resume);
    // A client of another make repeats its wish while the game runs.
    proto::Connection& connection = const_cast<proto::Connection&>(fixture.ben->connection());
    connection.send(proto::RematchWish{.wants = true});
    fixture.run(kSecond);
    CHECK(fixture.anna->partner_wish().wants);
    fixture.run(4 * kSecond);
    CHECK_FALSE(fixture.anna->partner_wish().wants);
    fixture.command(Command::pause);
    fixture.anna->wish_restart(true);
    fixture.run(5 * kSecond);
    CHECK(fixture.anna->state() == GameClient::State::playing);
}

TEST_CASE("nobody restarts a game whose partner has gone, and one that wishes too often is not heard") {
    PausedGame fixture;
    SUBCASE("gone") {
        fixture.ben->wish_restart(true);
        fixture.ben->leave(fixture.now);
        fixture.run(2 * kSecond);
        CHECK_FALSE(fixture.anna->may_wish_restart());
        fixture.anna->wish_restart(true);
        fixture.run(2 * kSecond);
        CHECK(fixture.anna->state() == GameClient::State::playing);
    }
    SUBCASE("too often") {
        const auto before = fixture.metrics.unexpected.load();
        for (int i = 0; i < 40; ++i) {
            fixture.ben->wish_restart(i % 2 == 0);
            fixture.run(20 * kMs);
        }
        CHECK(fixture.metrics.unexpected.load() > before + 20);
        CHECK(fixture.anna->state() == GameClient::State::playing);
    }
}
