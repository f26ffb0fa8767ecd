// Goal: spectators take no place of a player, no time on the line, and share theirs fairly; programs of an older release are told or spared what they do
// not know; a game is watched by the same code as long as it lasts, also after its recording or its server has failed.
#include <algorithm>
#include <set>

#include "proto/join_code.hpp"
#include "server/watch_codes.hpp"
#include "tests/session/watched_game.hpp"

using namespace albireo;
using namespace albireo::storm;
using server::WatchCodes;

TEST_CASE("a watch code is derived from the server's key and the join code, and reveals neither the join code nor the shard") {
    const WatchCodes codes(WatchCodes::key_of({1})), same(WatchCodes::key_of({1})), others(WatchCodes::key_of({2}));
    std::set<std::string> all, firsts;
    for (std::uint64_t i = 0; i < 500; ++i) {
        const std::string join_code = proto::join_code(i * 0x9e3779b97f4a7c15ull);
        for (const std::size_t shards : {1u, 2u, 28u}) {
            const auto shard = static_cast<std::uint32_t>(i % shards);
            const std::string code = codes.code_of(join_code, shard, shards);
            CHECK(proto::read_watch_code(code) == code);
            CHECK(codes.shard_of(code, shards) == shard);
            CHECK(same.code_of(join_code, shard, shards) == code);
            CHECK(others.code_of(join_code, shard, shards) != code);
            CHECK(codes.code_of(join_code, shard, shards, 1) != code);
        }
        all.insert(codes.code_of(join_code, 3, 28));
        firsts.insert(codes.code_of(join_code, 3, 28).substr(0, 1));
    }
    CHECK(all.size() == 500);
    CHECK(firsts.size() == proto::kJoinCodeAlphabet.size());
}

TEST_CASE("spectators take none of the connections of players, and an address has as many spectators as its limit allows") {
    WatchedGame game;
    constexpr std::uint64_t kHome = 0x0a000001;
    CHECK(game.admission->seatless() == 0);
    for (int i = 0; i < 8; ++i) game.watch(game.anna->watch_code(), 0, kHome);
    game.pass(20 * kSecond);
    CHECK(game.anna->spectators().count == 8);
    CHECK(game.admission->seatless() == 0);
    CHECK(game.admission->spectators() == 8);
    for (auto& each : game.spectators) each->leave();
    game.pass(2 * kSecond);
    CHECK(game.anna->spectators().count == 0);
    CHECK(game.admission->spectators() == 0);
    CHECK(game.admission->seatless() == 0);

    const std::uint32_t most = server::Limits{}.spectators.address;
    for (std::uint32_t i = 0; i < most; ++i) CHECK(game.admission->may_watch(kHome));
    Spectator& beyond = game.watch(game.anna->watch_code(), 0, kHome);
    Spectator& elsewhere = game.watch(game.anna->watch_code(), 0, 0x0b000001);
    game.pass(4 * kSecond);
    CHECK(beyond.refusal() == proto::Refusal::spectators_full);
    CHECK(elsewhere.state() == Spectator::State::watching);
}

TEST_CASE("the spectators of one shard share its budget equally, in whatever order they came") {
    WatchedGame game;
    std::vector<std::string> codes = {game.anna->watch_code()};
    for (int i = 0; i < 3; ++i) {
        GameClient& host = game.add({.name = "cleo"});
        game.pass(100 * kMs);
        game.add({.name = "dan", .code = host.code()});
        game.pass(200 * kMs);
        codes.push_back(host.watch_code());
    }
    game.pass(5 * kSecond);
    // 32 spectators may take 32 KB/s each, and the shard gives 512 KB/s to all of them.
    for (int i = 0; i < 32; ++i) game.connect().connection.send(proto::Watch{.code = codes[static_cast<std::size_t>(i / 8)]});
    std::size_t least = 0, most = 0;
    for (int ms = 0; ms < 300; ++ms) {
        game.pass(kMs);
        least = ~std::size_t{0}, most = 0;
        for (const auto& each : game.peers) {
            least = std::min(least, each->bytes);
            most = std::max(most, each->bytes);
        }
    }
    CAPTURE(most);
    CHECK(most > 1'000);
    CHECK(least * 3 > most);
    for (const auto& each : game.peers) CHECK(each->refusal == proto::Refusal::none);
}

TEST_CASE("eight spectators who come at once delay no player's packet on a line at home, and all catch up") {
    constexpr std::int64_t kLine = 62'500;  // bytes a second: half a megabit
    // How long the line keeps a packet of a player, at most, and how long until all spectators see the game live.
    struct Told {
        Micros kept = 0, caught_up = 0;
    };
    const auto play = [](std::int64_t rate) {
        server::LobbyLimits limits;
        limits.spectators_rate = rate;
        WatchedGame game(limits);
        game.pass(120 * kSecond);
        const std::size_t before = game.tap.sent.size();
        const Micros began = game.now;
        Told told;
        for (int i = 0; i < 8; ++i) game.watch(game.anna->watch_code(), 2'000);
        const auto is_behind = [](const auto& each) { return !each->has_caught_up() || !each->is_verified(); };
        while (game.now - began < 60 * kSecond && std::ranges::any_of(game.spectators, is_behind)) game.pass(100 * kMs);
        told.caught_up = game.now - began;
        Micros free_at = 0;
        // One of the two players is on the line, as all spectators are. The other one sits beside the server.
        for (std::size_t i = before; i < game.tap.sent.size(); ++i) {
            const SentLog::Sent& each = game.tap.sent[i];
            if (each.peer == proto::PeerId{1}) continue;
            free_at = std::max(free_at, each.at) + static_cast<Micros>(proto::wire_bytes(each.bytes.size())) * kSecond / kLine;
            if (each.peer == proto::PeerId{2}) told.kept = std::max(told.kept, free_at - each.at);
        }
        return told;
    };
    const Told at_home = play(server::kHomeSpectatorsRate);
    CAPTURE(at_home.kept);
    CAPTURE(at_home.caught_up);
    CHECK(at_home.kept < 100 * kMs);
    CHECK(at_home.caught_up < 15 * kSecond);
    // A server's rate would fill the line's queue.
    CHECK(play(server::kSpectatorsRate).kept > 500 * kMs);
}

TEST_CASE("a server of an older release is asked nothing that it does not know, and the spectator is told") {
    proto::MemoryNet net;
    Spectator spectator(net.connect(), {.code = "K7QF2MXA"});
    proto::Connection connection;
    bool has_watch = false;
    proto::PeerId peer{1};
    for (Micros now = 0; now < 2 * kSecond; now += kMs) {
        proto::LinkEvent event;
        while (net.poll(event, now)) {
            peer = event.peer;
            if (event.kind == proto::LinkEvent::Kind::received) connection.receive(event.channel, event.bytes, now);
        }
        while (const auto message = connection.next_message()) {
            has_watch = has_watch || std::holds_alternative<proto::Watch>(*message);
            if (std::holds_alternative<proto::Hello>(*message)) {
                connection.send(proto::Welcome{.core_version = kCoreVersion, .server_name = "albireo-server", .signals = true});
            }
        }
        proto::OutPacket packet;
        while (connection.next_packet(packet, now)) net.send(peer, packet.channel, packet.bytes(), now);
        spectator.advance(now);
    }
    CHECK_FALSE(has_watch);
    CHECK(spectator.cause() == Spectator::Cause::refused);
    CHECK(spectator.failure() == "this server does not offer spectators: it is an older release (albireo-server, core " +
                                     std::to_string(kCoreVersion) + ")");
}

TEST_CASE("a player's program of an older release gets no message about spectators") {
    for (const bool knows : {false, true}) {
        CAPTURE(knows);
        LobbyFixture fixture;
        GameClient& anna = fixture.add({.name = "anna"});
        fixture.run(100 * kMs);
        BarePeer ben(fixture.net.connect(), knows);
        ben.connection.send(proto::Join{.code = anna.code()});
        std::vector<std::unique_ptr<Spectator>> spectators;
        const auto run = [&](Micros length) {
            for (const Micros until = fixture.now + length; fixture.now < until;) {
                ben.advance(fixture.now);
                for (auto& each : spectators) each->advance(fixture.now);
                fixture.run(kMs);
            }
        };
        run(500 * kMs);
        CHECK(ben.entered == 1);
        spectators.push_back(std::make_unique<Spectator>(fixture.net.connect(), Spectator::Options{.code = anna.watch_code()}));
        run(2 * kSecond);
        CHECK(anna.spectators().count == 1);
        CHECK(ben.told_spectators == (knows ? 1 : 0));
    }
}

TEST_CASE("when the disk fails a spectator sees whole seconds up to there, and the next part by the same code") {
    WatchedGame game;
    game.pass(6 * kSecond);
    const std::string code = game.anna->watch_code();
    Spectator& first = game.watch(code);
    Spectator& late = game.watch(code, 10'000);
    game.pass(4 * kSecond);
    CHECK(first.state() == Spectator::State::watching);
    game.is_disk_full = true;
    game.pass(5 * kSecond);
    CHECK(first.cause() == Spectator::Cause::cut_short);
    CHECK(first.failure().find("the same code shows the next part") != std::string::npos);
    CHECK(first.verdict().same);
    CHECK(first.verdict().ticks > 8 * kTicksPerSecond);
    const Tick cut = first.replay().replay().recording.end();
    // The game goes on, so what is left is not due earlier than before.
    CHECK(!late.is_over());
    CHECK(game.anna->spectators().count == 1);

    game.is_disk_full = false;
    game.pass(8 * kSecond);
    CHECK(late.cause() == Spectator::Cause::cut_short);
    CHECK(late.replay().bytes() == first.replay().bytes());
    REQUIRE(game.parts.size() == 1);
    Spectator& second = game.watch(code);
    game.pass(6 * kSecond);
    REQUIRE(second.state() == Spectator::State::watching);
    CHECK(second.replay().replay().recording.begin() > cut);
    CHECK(second.verdict().ticks > 3 * kTicksPerSecond);
    game.anna->leave(game.now);
    game.ben->leave(game.now);
    game.pass(8 * kSecond);
    CHECK(second.state() == Spectator::State::done);
    CHECK(second.verdict().same);
    CHECK(second.replay().bytes() == game.parts[0]->size());
}
