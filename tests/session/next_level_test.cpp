// Goal: the players of a level that they have cleared go on with the next one without a new invitation. Whoever asks first decides,
// the partner is told what they want, and a name that the server does not know is refused and changes nothing.
#include <doctest/doctest.h>

#include <algorithm>

#include "proto/codec.hpp"
#include "proto/token.hpp"
#include "sim/snapshot.hpp"
#include "tests/session/ended_game.hpp"

using namespace albireo;
using namespace albireo::storm;
using client::GameClient;

namespace {

using Wish = proto::RematchWish;

/// A player of an ended game who sends the messages that the test wants.
struct RawPlayer {
    RawPlayer(LobbyFixture& at, const GameClient& ended) : fixture(at), link(at.net.connect()), of(ended) {
        connection.send(proto::Hello{.core_version = kCoreVersion, .name = "raw"});
    }
    void ask(const std::string& level) {
        connection.send(proto::Rejoin{of.code(), proto::prove(of.token(), link->binding_of(proto::kServer)), {}, true, level});
    }
    void run(Micros length) {
        for (const Micros until = fixture.now + length; fixture.now < until;) {
            proto::OutPacket packet;
            while (connection.next_packet(packet, fixture.now)) link->send(proto::kServer, packet.channel, packet.bytes(), fixture.now);
            fixture.run(kMs);
            proto::LinkEvent event;
            while (link->poll(event, fixture.now)) {
                if (event.kind == proto::LinkEvent::Kind::received) connection.receive(event.channel, event.bytes, fixture.now);
            }
            while (const auto message = connection.next_message()) {
                if (const auto* refused = std::get_if<proto::Refused>(&*message)) refusal = *refused;
                if (const auto* entered = std::get_if<proto::Entered>(&*message)) seat = *entered;
            }
        }
    }
    LobbyFixture& fixture;
    std::unique_ptr<proto::Link> link;
    const GameClient& of;
    proto::Connection connection;
    std::optional<proto::Refused> refusal;
    std::optional<proto::Entered> seat;
};

}  // namespace

TEST_CASE("both go on with the next level in their seats, whoever asks first") {
    bool anna_first = true;
    SUBCASE("gold first") {}
    SUBCASE("blue first") { anna_first = false; }
    EndedGame fixture;
    const GameClient& early = anna_first ? *fixture.anna : *fixture.ben;
    const GameClient& late = anna_first ? *fixture.ben : *fixture.anna;
    CHECK(early.next_level() == "second");
    CHECK(late.next_level() == "second");
    CHECK(late.partner_wish() == Wish{});
    GameClient& first = fixture.ask(early, early.next_level());
    fixture.run(60 * kSecond);
    CHECK(first.state() == GameClient::State::waiting);
    CHECK(late.partner_wish() == Wish{true, "The Second"});
    CHECK(early.partner_wish() == Wish{});
    GameClient& second = fixture.ask(late, late.next_level());
    fixture.run(kSecond);
    for (const auto& [now, then] : {std::pair{&first, &early}, {&second, &late}}) {
        CHECK(now->state() == GameClient::State::playing);
        CHECK(now->slot() == then->slot());
        CHECK(now->code() == first.code());
        CHECK(now->level_name() == "second");
    }
    const server::SessionSetup& setup = fixture.lobby->find(first.code())->setup();
    CHECK(setup.watch_delay_ms == 7'000);
    CHECK(setup.stages.empty());
    // The last level is followed by none, but may be played again.
    fixture.run(kLevel);
    CHECK(first.outcome() == proto::Outcome::cleared);
    CHECK(first.next_level().empty());
    CHECK(second.may_rematch());
    CHECK(first.figures().desyncs == 0);
    GameClient& again = fixture.ask(first);
    fixture.run(kSecond);
    CHECK(again.level_name() == "second");
    CHECK(second.partner_wish() == Wish{true, ""});
}

TEST_CASE("if they want different things at the same time, the first one decides") {
    bool next_first = true;
    SUBCASE("the next level first") {}
    SUBCASE("the same again first") { next_first = false; }
    EndedGame fixture;
    GameClient& anna = fixture.ask(*fixture.anna, next_first ? "second" : "");
    GameClient& ben = fixture.ask(*fixture.ben, next_first ? "" : "second");
    fixture.run(2 * kSecond);
    CHECK(anna.state() == GameClient::State::playing);
    CHECK(ben.code() == anna.code());
    CHECK(anna.level_name() == (next_first ? "second" : "short"));
    CHECK(ben.level_name() == anna.level_name());
    CHECK(fixture.lobbies.made == 2);
}

TEST_CASE("another level begins at its beginning, although the one before was practised, and the same game again is practised again") {
    EndedGame fixture({.level = "second", .section = 1});
    GameClient& anna = fixture.ask(*fixture.anna, "short");
    fixture.run(kSecond);
    const server::SessionSetup& setup = fixture.lobby->find(anna.code())->setup();
    CHECK(setup.level_name == "short");
    CHECK(setup.section == 0);
    CHECK(setup.phase == 0);
    anna.leave(fixture.now);
    fixture.run(kSecond);
    GameClient& ben = fixture.ask(*fixture.ben);
    fixture.run(kSecond);
    CHECK(fixture.lobby->find(ben.code())->setup().section == 1);
}

TEST_CASE("a player whose partner leaves the rematch again is told so, and may open one") {
    EndedGame fixture;
    GameClient& anna = fixture.ask(*fixture.anna, "second");
    fixture.run(kSecond);
    CHECK(fixture.ben->partner_wish().wants);
    anna.leave(fixture.now);
    fixture.run(kSecond);
    CHECK_FALSE(fixture.ben->partner_wish().wants);
    GameClient& ben = fixture.ask(*fixture.ben);
    fixture.run(kSecond);
    CHECK(ben.state() == GameClient::State::waiting);
    CHECK(ben.level_name() == "short");
}

TEST_CASE("a level that the server does not have is refused by name, nobody is told of it, and the token still opens a rematch") {
    EndedGame fixture;
    RawPlayer anna(fixture, *fixture.anna);
    anna.ask("../../etc/passwd");
    anna.run(kSecond);
    REQUIRE(anna.refusal);
    CHECK(anna.refusal->reason == proto::Refusal::unknown_level);
    CHECK(anna.refusal->text.find("../../etc/passwd; it has ") == 0);
    CHECK_FALSE(fixture.ben->partner_wish().wants);
    CHECK(fixture.lobbies.made == 1);
    GameClient& again = fixture.ask(*fixture.anna);
    fixture.run(kSecond);
    CHECK(again.state() == GameClient::State::waiting);
    CHECK(again.level_name() == "short");
}

TEST_CASE("hostile names reach no level, no log line and no partner") {
    EndedGame fixture;
    // The codec sends none of these, so the bytes of a good message are changed.
    const std::string good(proto::kLevelNameBytesMax, 'q');
    const std::size_t lines = fixture.log.size();
    for (const std::string& bad : {std::string("two\nlines") + std::string(55, 'q'), "\x1b[31m" + std::string(59, 'q'), "\xff" + std::string(63, 'q')}) {
        REQUIRE(bad.size() == good.size());
        CAPTURE(bad.size());
        RawPlayer anna(fixture, *fixture.anna);
        anna.run(50 * kMs);
        auto bytes = proto::encode(proto::Rejoin{fixture.anna->code(), proto::prove(fixture.anna->token(), anna.link->binding_of(proto::kServer)), {}, true, good});
        const auto at = std::search(bytes.begin(), bytes.end(), good.begin(), good.end());
        REQUIRE(at != bytes.end());
        std::copy(bad.begin(), bad.end(), at);
        proto::Message message;
        CHECK(proto::decode(bytes, message) == proto::CodecError::bad_text);
        CHECK_FALSE(anna.connection.send(proto::Rejoin{fixture.anna->code(), {}, {}, true, bad}));
        anna.run(kSecond);
        CHECK_FALSE(anna.seat);
    }
    // A clean name of the greatest length is refused like any other.
    RawPlayer anna(fixture, *fixture.anna);
    anna.ask(good);
    anna.run(kSecond);
    REQUIRE(anna.refusal);
    CHECK(anna.refusal->reason == proto::Refusal::unknown_level);
    CHECK(anna.refusal->text.size() <= proto::kTextBytesMax);
    CHECK(fixture.log.size() == lines);
    CHECK_FALSE(fixture.ben->partner_wish().wants);
    CHECK(fixture.lobbies.made == 1);
}

TEST_CASE("players who look at the results for minutes, or whose program has gone, are dropped, and the server is empty") {
    EndedGame fixture;
    CHECK(fixture.metrics.peers_now == 2);
    fixture.run(60 * kSecond);
    CHECK(fixture.metrics.peers_now == 2);
    CHECK(fixture.lobby->is_empty());
    SUBCASE("minutes") { fixture.run(150 * kSecond); }
    SUBCASE("gone") {
        fixture.clients.clear();
        fixture.run(12 * kSecond);
    }
    CHECK(fixture.metrics.peers_now == 0);
}
