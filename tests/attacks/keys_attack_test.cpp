// Goal: an attacker who overhears a game and forges datagrams of either end, in any form, changes nothing in it and learns
// nothing from it. Each of these attacks worked on protocol 5.
#include <doctest/doctest.h>

#include <set>

#include "tests/attacks/forgery.hpp"
#include "tests/attacks/tapped_game.hpp"
#include "tests/attacks/outcome.hpp"
#include "tests/session/idle_timer.hpp"

using namespace albireo;
using namespace albireo::attacks;
using proto::Channel;

TEST_CASE("attack 6: a goodbye in the player's name ends no game") {
    TappedGame game;
    const Overheard heard{game.tap->up()};
    std::uint16_t group = heard.group;
    for (std::uint16_t segment = 0; segment < kSegmentsTried; ++segment) {
        const Bytes packet = with_checksum(control_packet(segment, proto::Bye{proto::ByeReason::left}));
        game.tap->forge_up(plain_datagram(heard, Channel::control, ++group, packet));
        if (segment % 16 == 0) game.run(proto::kMicrosPerMs);
    }
    const bool goes_on = game.goes_on() && game.blue().partner_state() == proto::Partner::here;
    emit({.row = "6",
          .attack = "forge a goodbye in the player's name",
          .acts = kSegmentsTried,
          .gain = "games ended",
          .achieved = !goes_on});
}

TEST_CASE("attack 7: a goodbye in the server's name makes no client leave") {
    TappedGame game;
    const Overheard heard{game.tap->down()};
    std::uint16_t group = heard.group;
    for (std::uint16_t segment = 0; segment < kSegmentsTried; ++segment) {
        const Bytes packet = with_checksum(control_packet(segment, proto::Bye{proto::ByeReason::server_closing}));
        game.tap->forge_down(plain_datagram(heard, Channel::control, ++group, packet));
        if (segment % 16 == 0) game.run(proto::kMicrosPerMs);
    }
    const bool stays = game.goes_on() && game.gold().failure().empty();
    emit({.row = "7",
          .attack = "forge a goodbye in the server's name",
          .acts = kSegmentsTried,
          .gain = "clients that leave",
          .achieved = !stays});
}

TEST_CASE("attack 8: no forged frame is accepted as the player's") {
    TappedGame game;
    const Overheard heard{game.tap->up()};
    const std::uint32_t end = game.gold().predictor().predicted().tick.value + 20;
    REQUIRE(end < proto::kWindowTicks);
    const Bytes packet = forged_frames(end, 20, kFire);
    for (std::uint16_t i = 1; i <= 3; ++i) {
        const auto group = static_cast<std::uint16_t>(heard.group + i);
        game.tap->forge_up(plain_datagram(heard, Channel::frames, group, packet));
        game.tap->forge_up(plain_datagram(heard, Channel::frames, group, with_checksum(packet)));
    }
    const bool goes_on = game.goes_on();
    // Conflicts are with the player's own frames for the same ticks, which the player's own world is made of.
    emit({.row = "8",
          .attack = "forge frames in the player's name",
          .acts = 6,
          .gain = "conflicts and desyncs",
          .achieved = static_cast<long long>(game.metrics().conflicts + game.metrics().desyncs),
          .is_ok = goes_on});
}

TEST_CASE("attack 9: a packet with a number from the far future does not block later ones") {
    session_tests::stay_on_core(0);
    TappedGame game;
    session_tests::stay_on_core(session_tests::last_core());
    const session_tests::IdleTimers idle;
    const std::uint64_t frozen = game.gold().figures().frozen_ticks + game.blue().figures().frozen_ticks;
    const Bytes nothing(20);
    for (const bool up : {true, false}) {
        const Overheard heard{up ? game.tap->up() : game.tap->down()};
        const Bytes datagram =
            plain_datagram(heard, Channel::frames, static_cast<std::uint16_t>(heard.group + 20'000), nothing);
        up ? game.tap->forge_up(datagram) : game.tap->forge_down(datagram);
    }
    const bool goes_on = game.goes_on();
    emit({.row = "9",
          .attack = "one packet with a far unsequenced group, each way",
          .acts = 2,
          .gain = "frozen ticks of two players, at most those for which the machine held up idle timers",
          .achieved =
              static_cast<long long>(game.gold().figures().frozen_ticks + game.blue().figures().frozen_ticks - frozen),
          .limit = static_cast<long long>(idle.held_ticks()),
          .is_ok = goes_on});
}

TEST_CASE("attack 10: an eavesdropper learns no token, no name and no code") {
    TappedGame game;
    CHECK(game.goes_on(60));
    REQUIRE(game.tap->up().size() > 50);
    REQUIRE(game.tap->down().size() > 50);
    emit({.row = "10",
          .attack = "read the datagrams of a player",
          .acts = static_cast<long long>(game.tap->up().size() + game.tap->down().size()),
          .gain = "tokens, names and codes found",
          .achieved = game.tap->holds(game.gold().token()) + game.tap->holds(TappedGame::kGoldName) +
                      game.tap->holds(TappedGame::kBlueName) + game.tap->holds(game.gold().code())});
}

TEST_CASE("no two datagrams of a game are equal, nor any of two runs of the same game") {
    std::set<Bytes> seen;
    for (int run = 0; run < 2; ++run) {
        TappedGame game;
        std::set<Bytes> hellos;  // a Hello, and the copies of a Challenge, are repeated within a handshake
        for (const auto* way : {&game.tap->up(), &game.tap->down()}) {
            for (const Bytes& each : *way) {
                const bool is_early = each.size() > 5 && each[0] == 0xff && (each[5] == 1 || each[5] == 2);
                const bool is_new = is_early ? !seen.contains(each) : seen.insert(each).second;
                CHECK(is_new);
                if (is_early) hellos.insert(each);
            }
        }
        seen.insert(hellos.begin(), hellos.end());
    }
    CHECK(seen.size() > 60);
}

TEST_CASE("a server that is replaced by an impostor is noticed") {
    TappedGame game;
    game.replace_server();
    const bool is_noticed = game.run_until([&] { return game.gold().state() == GameClient::State::failed; }) &&
                            game.gold().failure().find("now has a different key") != std::string::npos;
    emit({.row = "-",
          .attack = "take over the server's address",
          .acts = 1,
          .gain = "players who do not notice",
          .achieved = !is_noticed});
    CHECK(game.gold().failure().find(proto::fingerprint_of(*game.server_key())) != std::string::npos);
}

TEST_CASE("a player whose invitation has a key never plays on a server with another key") {
    TappedGame game;
    const auto seat_on = [&](const proto::PublicKey& key) {
        auto client = game.make({.name = "Carla", .level = "quiet"}, game.server_port(), key);
        game.run_until([&] {
            client->advance();
            return !client->game().code().empty() || client->game().state() == GameClient::State::failed;
        });
        return client;
    };
    const auto right = seat_on(*game.server_key());
    CHECK_FALSE(right->game().code().empty());
    CHECK(right->server_key() == game.server_key());
    const auto wrong = seat_on(proto::KeyPair::random().public_key);
    CHECK(wrong->game().code().empty());
    CHECK(wrong->game().failure().find("not the one that the invitation names") != std::string::npos);
    CHECK_FALSE(wrong->server_key());
}
