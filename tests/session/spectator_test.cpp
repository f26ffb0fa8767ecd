// Goal: a spectator sees and verifies the whole game by a code that can do nothing else, and the players notice nothing of
// it, whatever the spectator does.
#include <doctest/doctest.h>

#include <algorithm>

#include "proto/blob.hpp"
#include "proto/join_code.hpp"
#include "replays/recorder.hpp"
#include "replays/spectator.hpp"
#include "sim/digest.hpp"
#include "tests/session/watched_game.hpp"
#include "tests/support/time_units.hpp"

using namespace albireo;
using namespace albireo::storm;
using client::GameClient;
using replays::Spectator;

TEST_CASE("a spectator who comes in mid-game gets all of it, late, and verifies every digest") {
    WatchedGame game;
    game.pass(8 * kSecond);
    Spectator& early = game.watch(game.anna->watch_code(), 0);
    Spectator& late = game.watch(game.anna->watch_code(), 5'000);
    for (int second = 0; second < 12; ++second) {
        game.pass(kSecond);
        const Tick played = game.lobby->find(game.anna->code())->tick();
        CHECK(played - early.replay().replay().recording.end() >= 2 * kTicksPerSecond);
        CHECK(played - early.replay().replay().recording.end() <= 4 * kTicksPerSecond);
        CHECK(played - late.replay().replay().recording.end() >= 5 * kTicksPerSecond);
    }
    CHECK(early.watching().delay_ms == 2'000);
    CHECK(late.watching().delay_ms == 5'000);
    CHECK(late.watching().spectators == 2);
    CHECK(game.anna->spectators().count == 2);
    CHECK(game.ben->spectators().count == 2);
    game.anna->leave(game.now);
    game.ben->leave(game.now);
    game.pass(8 * kSecond);
    for (const Spectator* each : {&early, &late}) {
        CAPTURE(each->failure());
        REQUIRE(each->state() == Spectator::State::done);
        CHECK(each->verdict().same);
        CHECK(each->verdict().ticks > 19 * kTicksPerSecond);
        CHECK(each->verdict().ticks == each->replay().replay().recording.trailer->ticks);
        CHECK(each->verdict().seconds >= 19);
        CHECK(each->replay().bytes() == game.recorded.size());
    }
}

TEST_CASE("a spectator who comes while the server parks its games is told that they are being recovered, and tries again") {
    WatchedGame game;
    game.pass(2 * kSecond);
    game.lobby->drain();
    game.lobby->park_all();
    const Spectator& late = game.watch(game.anna->watch_code(), 0);
    game.pass(kSecond);
    CHECK(game.metrics.sessions_parked == 1);
    CHECK(late.cause() == Spectator::Cause::refused);
    CHECK(late.refusal() == proto::Refusal::recovering);
}

TEST_CASE("the players see who watches, and spectators are as late as the player who created the game has set") {
    LobbyFixture fixture;
    GameClient& anna = fixture.add({.name = "anna", .watch_delay_ms = 6'000});
    fixture.run(100 * kMs);
    GameClient& ben = fixture.add({.name = "ben", .code = anna.code()});
    fixture.run(kSecond);
    std::vector<std::unique_ptr<Spectator>> all;
    const auto watch = [&](const char* name, std::uint32_t delay_ms) {
        all.push_back(std::make_unique<Spectator>(
            fixture.net.connect(), Spectator::Options{.code = anna.watch_code(), .delay_ms = delay_ms, .name = name}));
    };
    const auto run = [&](Micros length) {
        for (const Micros until = fixture.now + length; fixture.now < until;) {
            for (auto& each : all) each->advance(fixture.now);
            fixture.run(kMs);
        }
    };
    watch("Zoe", 0);
    watch("Carl", 20'000);
    run(kSecond);
    CHECK(all[0]->watching().delay_ms == 6'000);
    CHECK(all[1]->watching().delay_ms == 20'000);
    for (const GameClient* player : {&anna, &ben}) CHECK(player->spectators() == proto::Spectators{2, {"Carl", "Zoe"}});
    all[1]->connection().send(proto::Bye{});
    run(kSecond);
    for (const GameClient* player : {&anna, &ben}) CHECK(player->spectators() == proto::Spectators{1, {"Zoe"}});
    bool has_seen = false;
    for (int second = 0; second < 8; ++second) {
        run(kSecond);
        const Tick played = fixture.lobby->find(anna.code())->tick();
        const Tick seen = all[0]->replay().replay().recording.end();
        CHECK((seen == Tick{} || played - seen >= 6 * kTicksPerSecond));
        has_seen = has_seen || seen > Tick{};
    }
    CHECK(has_seen);
}

TEST_CASE("the player who joins may lengthen the delay of spectators, also of those who watch already, and cannot shorten it") {
    LobbyFixture fixture;
    GameClient& anna = fixture.add({.name = "anna", .watch_delay_ms = 4'000});
    fixture.run(100 * kMs);
    Spectator spectator(fixture.net.connect(), {.code = anna.watch_code()});
    const auto run = [&](Micros length) {
        for (const Micros until = fixture.now + length; fixture.now < until;) {
            spectator.advance(fixture.now);
            fixture.run(kMs);
        }
    };
    run(kSecond);
    CHECK(spectator.watching().delay_ms == 4'000);
    std::uint32_t delay_ms = 0, expected_ms = 0;
    SUBCASE("longer") { delay_ms = expected_ms = 9'000; }
    SUBCASE("shorter") { delay_ms = 3'000, expected_ms = 4'000; }
    SUBCASE("longer than the server allows") { delay_ms = ~0u, expected_ms = 120'000; }
    fixture.add({.name = "ben", .code = anna.code(), .watch_delay_ms = delay_ms});
    run(8 * kSecond);
    CHECK(spectator.watching().delay_ms == expected_ms);
    CHECK(fixture.lobby->find(anna.code())->setup().watch_delay_ms == std::max(delay_ms, 4'000u));
    bool has_seen = false;
    for (int second = 0; second < 5; ++second) {
        run(kSecond);
        const Tick seen = spectator.replay().replay().recording.end();
        const Tick played = fixture.lobby->find(anna.code())->tick();
        CHECK((seen == Tick{} || played - seen >= static_cast<std::int32_t>(expected_ms / 1000) * kTicksPerSecond));
        has_seen = has_seen || seen > Tick{};
    }
    CHECK(has_seen == (expected_ms < 10'000));
}

TEST_CASE("spectators who wait for the game to begin see it from its first tick") {
    LobbyFixture fixture;
    GameClient& anna = fixture.add({.name = "anna"});
    fixture.run(100 * kMs);
    Spectator spectator(fixture.net.connect(), {.code = anna.watch_code()});
    const auto run = [&](Micros length) {
        for (const Micros until = fixture.now + length; fixture.now < until;) {
            spectator.advance(fixture.now);
            fixture.run(proto::kMicrosPerMs);
        }
    };
    run(20 * kSecond);
    CHECK(spectator.state() == Spectator::State::waiting);
    fixture.add({.name = "ben", .code = anna.code()});
    run(10 * kSecond);
    CHECK(spectator.state() == Spectator::State::watching);
    CHECK(spectator.verdict().ticks > 5 * kTicksPerSecond);
    CHECK(spectator.watching().running);
}

TEST_CASE("a watch code gives no seat, and a join code does not let anybody watch") {
    WatchedGame game;
    const std::string watch = game.anna->watch_code();
    REQUIRE(watch.size() == proto::kWatchCodeLetters);
    CHECK(game.ben->watch_code() == watch);
    CHECK(watch.find(game.anna->code()) == std::string::npos);
    CHECK(!proto::read_join_code(watch));
    CHECK(!proto::read_watch_code(game.anna->code()));
    CHECK(proto::read_watch_code(proto::watch_code_text(watch)) == watch);

    BarePeer& joins = game.connect();
    joins.connection.send(proto::Join{.code = watch});
    BarePeer& rejoins = game.connect();
    rejoins.connection.send(proto::Rejoin{.code = watch});
    BarePeer& watches = game.connect();
    watches.connection.send(proto::Watch{.code = game.anna->code()});
    game.pass(kSecond);
    for (const BarePeer* each : {&joins, &rejoins, &watches}) {
        CHECK(each->refusal == proto::Refusal::unknown_code);
        CHECK(each->entered == 0);
        CHECK(each->watching == 0);
    }
}

TEST_CASE("a spectator who sends anything is refused and closed, and gets no seat") {
    const auto frames = [](BarePeer& peer, Micros now) {
        peer.connection.start_frames(Tick{0}, Tick{0});
        peer.connection.push_frame({}, now);
    };
    const auto sends = [](proto::Message message) {
        return [message](BarePeer& peer, Micros) { peer.connection.send(message); };
    };
    WatchedGame game;
    const std::vector<std::function<void(BarePeer&, Micros)>> deeds = {
        sends(proto::Join{.code = game.anna->code()}),
        sends(proto::Rejoin{.code = game.anna->code()}),
        sends(proto::Create{.level = "the_cut"}),
        sends(proto::Ready{}),
        sends(proto::LevelWanted{}),
        sends(proto::DesyncNotice{.tick = Tick{60}, .server_digest = 1, .client_digest = 2, .text = {}}),
        sends(proto::Evidence{}),
        sends(proto::Chunk{.kind = proto::BlobKind::evidence, .id = 60, .total = 1, .offset = 0, .data = {1}}),
        sends(proto::Watch{.code = game.anna->watch_code()}),
        frames,
    };
    for (const auto& deed : deeds) {
        BarePeer& peer = game.connect();
        peer.connection.send(proto::Watch{.code = game.anna->watch_code()});
        game.pass(kSecond);
        CHECK(peer.watching >= 1);
        CHECK(game.anna->spectators().count == 1);
        const std::size_t closed = game.tap.closed.size();
        deed(peer, game.now);
        game.pass(5 * kSecond);
        CHECK(peer.refusal == proto::Refusal::bad_request);
        CHECK(peer.entered == 0);
        CHECK(game.tap.closed.size() == closed + 1);
        CHECK(game.anna->spectators().count == 0);
    }
    CHECK(game.anna->state() == GameClient::State::playing);
    CHECK(game.anna->figures().desyncs == 0);
    CHECK(game.ben->figures().desyncs == 0);
}

namespace {

/// A server that sends a spectator these bytes in portions, and then says goodbye.
void serve(std::span<const std::uint8_t> bytes, std::size_t portion, const std::function<void(Spectator&)>& check) {
    proto::MemoryNet net;
    Spectator spectator(net.connect(), {.code = "K7QF2MXA"});
    proto::Connection connection;
    std::size_t sent = 0;
    for (Micros now = 0; now < 60 * kSecond && !spectator.is_over(); now += kMs) {
        proto::LinkEvent event;
        proto::PeerId peer{1};
        while (net.poll(event, now)) {
            peer = event.peer;
            if (event.kind == proto::LinkEvent::Kind::received) connection.receive(event.channel, event.bytes, now);
        }
        while (connection.next_message()) {
        }
        if (connection.messages_unacknowledged() == 0 && sent <= bytes.size()) {
            const std::size_t size = std::min(portion, bytes.size() - sent);
            if (size != 0) proto::send_blob(connection, proto::BlobKind::recording, static_cast<std::uint32_t>(sent), bytes.subspan(sent, size));
            if (size == 0) connection.send(proto::Bye{proto::ByeReason::done});
            sent += std::max<std::size_t>(size, 1);
        }
        proto::OutPacket packet;
        while (connection.next_packet(packet, now)) net.send(peer, packet.channel, packet.bytes(), now);
        spectator.advance(now);
    }
    check(spectator);
}

}  // namespace

TEST_CASE("a digest that differs, a cut or a damaged recording is reported, however it is divided") {
    WatchedGame game;
    game.pass(10 * kSecond);
    game.anna->leave(game.now);
    game.ben->leave(game.now);
    game.pass(8 * kSecond);
    const std::vector<std::uint8_t> good = game.recorded;

    // The same game, recorded with one wrong digest.
    replays::Recording recording;
    REQUIRE(replays::read_recording(good, recording).empty());
    replays::Replay replay;
    REQUIRE(replays::prepare(std::move(recording), replay, replays::Partial::refuse).empty());
    replays::MemorySink wrong;
    replays::Recorder recorder(wrong, replay.level, {.game = replay.recording.header.setup, .recorded_by = "a test"});
    replays::Player player(replay);
    while (player.step()) recorder.append(player.frames(), root_of(player.world()) ^ (player.tick() == Tick{200} ? 1 : 0));
    recorder.finish(player.world());

    for (const std::size_t portion : {1'000u, 7u, 100'000u}) {
        const auto all = std::span{good};
        serve(all, portion, [](const Spectator& spectator) {
            CHECK(spectator.state() == Spectator::State::done);
            CHECK(spectator.verdict().same);
        });
        serve(wrong.bytes, portion, [](const Spectator& spectator) {
            CHECK(spectator.state() == Spectator::State::done);
            CHECK(!spectator.verdict().same);
            CHECK(spectator.verdict().wrong_after < Tick{200});
            CHECK(spectator.verdict().wrong_until >= Tick{200});
        });
        serve(all.first(good.size() - 3), portion, [](const Spectator& spectator) {
            CHECK(spectator.cause() == Spectator::Cause::cut_short);
            CHECK(spectator.verdict().ticks > 5 * kTicksPerSecond);
        });
        std::vector<std::uint8_t> damaged = good;
        damaged[damaged.size() - 40] ^= 4;
        serve(damaged, portion, [](const Spectator& spectator) { CHECK(spectator.cause() == Spectator::Cause::bad_recording); });
        damaged[3] ^= 1;
        serve(damaged, portion, [](const Spectator& spectator) { CHECK(spectator.failure().find("not a replay") != std::string::npos); });
    }
}

TEST_CASE("a ninth spectator is refused, until one of the eight leaves") {
    WatchedGame game;
    for (int i = 0; i < 8; ++i) game.watch(game.anna->watch_code());
    game.pass(4 * kSecond);
    CHECK(game.anna->spectators().count == 8);
    Spectator& ninth = game.watch(game.anna->watch_code());
    game.pass(kSecond);
    CHECK(ninth.refusal() == proto::Refusal::spectators_full);
    CHECK(game.anna->spectators().count == 8);
    game.spectators.front()->connection().send(proto::Bye{});
    game.pass(kSecond);
    CHECK(game.anna->spectators().count == 7);
    Spectator& again = game.watch(game.anna->watch_code());
    game.pass(4 * kSecond);
    CHECK(again.state() == Spectator::State::watching);
    CHECK(game.anna->spectators().count == 8);
}

TEST_CASE("wrong watch codes count as wrong join codes") {
    WatchedGame game;
    constexpr std::uint64_t kEve = 0x0a000001;

    // A joiner's wrong codes and a spectator's come from one budget.
    int refused = 0;
    for (int i = 0; i < 12 && refused == 0; ++i) {
        BarePeer& peer = game.connect(kEve);
        i % 2 == 0 ? peer.connection.send(proto::Watch{.code = "ACDEFGHJ"}) : peer.connection.send(proto::Join{.code = "ACDEFG"});
        game.pass(10 * kMs);
        if (peer.refusal == proto::Refusal::too_many_tries) ++refused;
    }
    CHECK(refused == 0);
    BarePeer& late = game.connect(kEve);
    late.connection.send(proto::Watch{.code = game.anna->watch_code()});
    game.pass(10 * kMs);
    CHECK(late.refusal == proto::Refusal::too_many_tries);
    CHECK(late.watching == 0);
}

TEST_CASE("a spectator who stalls is dropped, and the players' packets are the same as without it") {
    const auto play = [](bool is_watched) {
        WatchedGame game;
        game.pass(5 * kSecond);
        std::unique_ptr<BarePeer> stalled;
        if (is_watched) {
            stalled = std::make_unique<BarePeer>(game.net.connect());
            stalled->connection.send(proto::Watch{.code = game.anna->watch_code()});
        }
        const Micros came = game.now;
        // It hears nothing any more after its first second, so it acknowledges nothing.
        for (int ms = 0; ms < 20'000; ++ms) {
            if (stalled && game.now - came < kSecond) stalled->advance(game.now);
            game.pass(kMs);
        }
        std::size_t told = 0;
        std::int64_t to_spectator = 0;
        std::vector<SentLog::Sent> to_players;
        for (const SentLog::Sent& each : game.tap.sent) {
            if (each.peer.value > 2) to_spectator += static_cast<std::int64_t>(proto::wire_bytes(each.bytes.size()));
            if (each.peer.value <= 2 && each.channel == proto::Channel::frames) to_players.push_back(each);
        }
        told += game.anna->spectators().count;
        CHECK(told == 0);
        CHECK(game.tap.closed.size() == (is_watched ? 1 : 0));
        // 32 KB a second at most, and 4 KB at once.
        CHECK(to_spectator <= 32'000 * 20 + 4'000);
        if (is_watched) CHECK(stalled->bytes > 0);
        return to_players;
    };
    const auto watched = play(true), alone = play(false);
    CHECK(alone.size() > 2'000);
    CHECK((watched == alone));
}
