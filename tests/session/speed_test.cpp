// Goal: a game that its creator has slowed down goes at that speed for both players, who keep up with it and are told before they are
// ready; and the speed outlives a process of the server.
#include <doctest/doctest.h>

#include "client/net/tick_clock.hpp"
#include "proto/codec.hpp"
#include "replays/reader.hpp"
#include "server/kept_game.hpp"
#include "server/pace.hpp"
#include "tests/storm/bots.hpp"
#include "tests/storm/virtual_game.hpp"
#include "tests/support/time_units.hpp"

using namespace albireo;
using namespace albireo::storm;

namespace {

VirtualGameOptions slow_game(std::uint8_t speed, Micros delay, std::uint32_t loss_ppm) {
    VirtualGameOptions options;
    options.seed = 3;
    options.speed = speed;
    options.make_controller = bot_controller(bodies(), 6);
    for (auto& link : options.links) {
        link.out.delay = link.in.delay = delay;
        link.out.loss_ppm = link.in.loss_ppm = loss_ppm;
    }
    return options;
}

}  // namespace

TEST_CASE("a game at three quarters or half of the speed: every tick agrees, nobody is held, and nobody counts as too slow") {
    for (const std::uint8_t speed : {std::uint8_t{75}, std::uint8_t{50}}) {
        CAPTURE(int{speed});
        VirtualGame game(slow_game(speed, 125 * kMs, 100'000));
        game.run(60 * kSecond);
        game.check_at_end();
        for (const Finding& finding : game.findings()) FAIL_CHECK(finding.what);
        for (const Slot slot : kSlots) {
            const client::GameClient& client = game.client(slot);
            CHECK(client.speed() == speed);
            CHECK(client.tick_period() == doctest::Approx(1e6 / 60 * 100 / speed).epsilon(0.001));
            CHECK(client.figures().frozen_ticks == 0);
            CHECK(client.figures().ticks == doctest::Approx(59 * 60 * speed / 100).epsilon(0.03));
            CHECK(client.pace_notice() == proto::PaceNotice{});
        }
        for (const std::string& line : game.log()) CHECK(line.find("cannot keep up") == std::string::npos);
        replays::Recording recording;
        REQUIRE(replays::read_recording(game.recording(), recording).empty());
        int noted = 0;
        for (const replays::Note& note : recording.notes) noted += note.kind == replays::NoteKind::speed && note.value == speed;
        CHECK(noted == 1);
    }
}

TEST_CASE("a player whose clock runs at full speed gains nothing in a slow game") {
    VirtualGameOptions options = slow_game(75, 20 * kMs, 0);
    options.clock_ppm[0] = 333'333;
    VirtualGame game(options);
    game.run(30 * kSecond);
    CHECK(game.client(Slot::blue).figures().ticks <= 31 * 45);
}

TEST_CASE("a client's clock and the server's pace at three quarters of the speed") {
    client::TickClock clock;
    clock.start(0, 75);
    int ticks = 0;
    for (; clock.due() <= 10 * kSecond; ++ticks) clock.advance(clock.due());
    CHECK(ticks == doctest::Approx(450).epsilon(0.005));
    server::Pace pace;
    pace.start(0, 75);
    int taken = 0;
    for (Micros now = 0; now <= 10 * kSecond; now += kMs) taken += pace.take(now);
    CHECK(taken >= 450);
    CHECK(taken <= 452);  // two at the start
    CHECK(pace.next(10 * kSecond) > 10 * kSecond);
    CHECK(pace.next(10 * kSecond) <= 10 * kSecond + 22'223);
}

TEST_CASE("a speed of the wire is one of those that a game may have, and absent in messages of programs that know none") {
    const auto speed_of = [](std::uint8_t speed) -> int {
        proto::Message message;
        const auto error = proto::decode(proto::encode(proto::Create{.level = "the_cut", .speed = speed}), message);
        return error == proto::CodecError::none ? std::get<proto::Create>(message).speed : -1;
    };
    CHECK(speed_of(75) == 75);
    CHECK(speed_of(proto::kSpeedMin) == proto::kSpeedMin);
    CHECK(speed_of(0) == proto::kSpeedFull);
    CHECK(speed_of(proto::kSpeedMin - 1) == -1);
    CHECK(speed_of(proto::kSpeedFull + 1) == -1);
}

TEST_CASE("a game that is resumed after a restart has its speed") {
    server::KeptGame game;
    game.code = "K7QF2M";
    game.level_name = "the_cut";
    game.speed = 75;
    const auto bytes = bytes_of(game);
    const auto read = server::read_kept_game(bytes);
    REQUIRE(read);
    CHECK(read->speed == 75);
    // Journals of earlier programs end before it.
    const auto before = server::read_kept_game(std::span(bytes).first(bytes.size() - 1));
    REQUIRE(before);
    CHECK(before->speed == proto::kSpeedFull);
    game.speed = 20;
    CHECK_FALSE(server::read_kept_game(bytes_of(game)));
}
