// Goal: a player cannot hold up their partner by sending packets without frames, too few frames, or frames with gaps.
#include <doctest/doctest.h>

#include "tests/attacks/attacker.hpp"
#include "tests/attacks/outcome.hpp"

using namespace albireo;
using namespace albireo::attacks;
using client::GameClient;
using storm::LobbyFixture;

namespace {

std::int64_t at_60(Micros since) { return since * 60 / kSecond + 1; }

long long lost(std::uint64_t played, int seconds) {
    return static_cast<long long>(seconds) * kTicksPerSecond - static_cast<long long>(played);
}

struct Friend {
    LobbyFixture fixture;
    GameClient& anna = fixture.add({.name = "anna"});
    std::unique_ptr<Holder> holder;
    Friend() {
        fixture.run(100 * kMs);
        holder = std::make_unique<Holder>(from_address(fixture, address(198, 51, 100, 7)), anna.code(), fixture.now);
    }
    /// The server gets no time for `length`; both players go on.
    void stand_still(Micros length) {
        for (const Micros until = fixture.now + length; fixture.now < until;) {
            holder->turn(fixture.now, at_60(fixture.now - holder->plays_since()));
            fixture.stand_still(4 * kMs);
        }
    }
    /// Runs for `seconds`. `frames`: how many frames the partner may have sent, by the time since it plays.
    void run(int seconds, auto&& frames) {
        for (int i = 0; i < seconds * 250; ++i) {
            holder->turn(fixture.now, holder->plays() ? frames(fixture.now - holder->plays_since()) : 0);
            fixture.run(4 * kMs);
        }
    }
    std::uint64_t ticks() const { return anna.figures().ticks; }
    std::uint64_t frozen() const { return anna.figures().frozen_ticks; }
};

}  // namespace

TEST_CASE("the scripted partner of these tests plays well if it is honest") {
    Friend game;
    game.run(30, at_60);
    CHECK(game.frozen() == 0);
    CHECK(game.ticks() > 29 * 59);
    CHECK(game.anna.partner_state() == proto::Partner::here);
}

TEST_CASE("an honest partner is not charged for the time in which the server is stalled") {
    Friend game;
    game.run(2, at_60);
    for (int i = 0; i < 25; ++i) {
        CAPTURE(i);
        game.stand_still(3900 * kMs);  // 1.4 s longer than the ticks that a session can catch up
        game.run(2, at_60);
        REQUIRE(game.anna.partner_state() == proto::Partner::here);
    }
}

TEST_CASE("row 11: a partner who acknowledges but sends no frames is slow after three seconds and absent after ten") {
    for (const int played : {0, 5}) {  // seconds with frames before it stops
        CAPTURE(played);
        Friend game;
        game.run(1 + played, at_60);
        const auto stop = [&](Micros) { return std::int64_t{60} * played; };
        game.run(6, stop);
        CHECK(game.anna.partner_state() == proto::Partner::slow);
        game.run(6, stop);
        CHECK(game.anna.partner_state() == proto::Partner::absent);
        const auto before = game.ticks();
        game.run(60, [](Micros) { return std::int64_t{0}; });
        // The partner returns twice in this minute, and costs five seconds each time.
        emit({.row = "11",
              .attack = "acknowledge, but send no frames, after seconds of play: " + std::to_string(played),
              .acts = 72 * 60,
              .gain = "ticks that the friend loses in the first minute of absence",
              .achieved = lost(game.ticks() - before, 60),
              .limit = 11 * 60,
              .figures = {{"returns", game.holder->returns}}});
    }
}

TEST_CASE("row 12: a partner at half speed is told so within three seconds, and is absent after twenty") {
    Friend game;
    int told_after = 0, absent_after = 0;  // seconds
    for (int second = 0; second < 30 && absent_after == 0; ++second) {
        game.run(1, [](Micros since) { return since * 30 / kSecond + 1; });
        if (told_after == 0 && game.holder->guest().pace_notice) told_after = second;
        if (game.anna.partner_state() == proto::Partner::absent) absent_after = second;
    }
    CHECK(told_after >= 1);
    CHECK(told_after <= 3);
    CHECK(absent_after >= 15);
    CHECK(absent_after <= 21);
    const auto before = game.ticks();
    game.run(120, [](Micros since) { return since * 30 / kSecond + 1; });
    emit({.row = "12",
          .attack = "play at half speed",
          .acts = 145 * 30,
          .gain = "ticks that the friend loses in two minutes",
          .achieved = lost(game.ticks() - before, 120),
          .limit = 120 * 6});
}

TEST_CASE("row 12: gaps of nine seconds do not pay") {
    Friend game;
    const auto gaps = [](Micros since) {
        const Micros cycle = since % (12 * kSecond);
        return (since / (12 * kSecond) * 3 * kSecond + std::min<Micros>(cycle, 3 * kSecond)) * 60 / kSecond + 1;
    };
    game.run(30, gaps);
    const auto before = game.ticks();
    game.run(180, gaps);
    emit({.row = "12",
          .attack = "play with gaps of nine seconds",
          .acts = 210 * 60 * 3 / 4,
          .gain = "ticks that the friend loses in three minutes",
          .achieved = lost(game.ticks() - before, 180),
          .limit = 180 * 6});
}
