// Goal: voice goes from a player to their partner and nowhere else: not to a partner who does not hear it, to a spectator, to an older
// program or into a recording; and no player can send more of it than the limit.
#include <doctest/doctest.h>

#include "server/limits/limits.hpp"
#include "sim/snapshot.hpp"
#include "tests/session/lobby_fixture.hpp"
#include "tests/support/time_units.hpp"

using namespace albireo;
using namespace albireo::storm;

namespace {

proto::VoicePiece voice_piece(std::uint16_t number) {
    proto::VoicePiece piece{.number = number, .size = 33};
    for (std::size_t i = 0; i < piece.size; ++i) piece.buffer[i] = static_cast<std::uint8_t>(number + i * 5);
    return piece;
}

/// Two clients that know voice, in a running game.
struct Talk : LobbyFixture {
    explicit Talk(bool is_loud = true) : speaks(is_loud) {
        gold = &add({.name = "gold", .voice = true});
        run(300 * kMs);
        blue = &add({.name = "blue", .code = gold->code(), .voice = true});
        run(kSecond);
        REQUIRE(gold->state() == GameClient::State::playing);
        REQUIRE(blue->state() == GameClient::State::playing);
    }
    /// Both speak; returns how many pieces each has heard.
    std::array<int, 2> talk(Micros length) {
        std::array<int, 2> heard{};
        for (Micros passed = 0; passed < length; passed += proto::kVoicePieceTime) {
            if (speaks) {
                gold->send_voice(voice_piece(number), now);
                blue->send_voice(voice_piece(static_cast<std::uint16_t>(number + 10'000)), now);
            }
            ++number;
            run(proto::kVoicePieceTime);
            while (const auto piece = gold->take_voice()) {
                CHECK(*piece == voice_piece(piece->number));
                ++heard[0];
            }
            while (const auto piece = blue->take_voice()) {
                CHECK(*piece == voice_piece(piece->number));
                ++heard[1];
            }
        }
        return heard;
    }
    GameClient *gold = nullptr, *blue = nullptr;
    std::uint16_t number = 65'500;
    bool speaks;
};

/// A peer that plays by the messages alone, and sends what it likes.
struct VoicePeer {
    VoicePeer(LobbyFixture& at, bool knows_voice) : fixture(at), link(at.net.connect()) {
        connection.set_knows_voice(true);
        connection.send(proto::Hello{.core_version = kCoreVersion, .name = "raw", .spectators = true, .voice = knows_voice});
    }
    void run(Micros length) {
        for (const Micros until = fixture.now + length; fixture.now < until;) {
            proto::OutPacket packet;
            while (connection.next_packet(packet, fixture.now)) link->send(proto::kServer, packet.channel, packet.bytes(), fixture.now);
            fixture.run(kMs);
            proto::LinkEvent event;
            while (link->poll(event, fixture.now)) {
                if (event.kind != proto::LinkEvent::Kind::received) continue;
                voice_packets += event.channel == proto::Channel::voice;
                connection.receive(event.channel, event.bytes, fixture.now);
            }
            while (const auto message = connection.next_message()) {
                if (const auto* entered = std::get_if<proto::Entered>(&*message)) connection.send(proto::Ready{entered->level_digest, {}});
                if (const auto* welcome = std::get_if<proto::Welcome>(&*message)) server_knows = welcome->voice;
                if (std::holds_alternative<proto::Start>(*message)) connection.start_frames({}, {});
                voice_messages += std::holds_alternative<proto::VoiceState>(*message);
            }
        }
    }
    LobbyFixture& fixture;
    std::unique_ptr<proto::Link> link;
    proto::Connection connection;
    bool server_knows = false;
    int voice_packets = 0, voice_messages = 0;
};

}  // namespace

TEST_CASE("voice goes to a partner who hears it, and to no other") {
    Talk talk;
    CHECK(talk.talk(kSecond) == std::array{0, 0});  // at first nobody hears
    CHECK(!talk.gold->is_heard());
    talk.blue->set_hears_partner(true);
    talk.run(kSecond);
    CHECK(talk.gold->is_heard());
    CHECK(!talk.blue->is_heard());
    const auto one_way = talk.talk(2 * kSecond);
    CHECK(one_way[0] == 0);
    CHECK(one_way[1] >= 99);
    CHECK(one_way[1] <= 100);
    talk.gold->set_hears_partner(true);
    talk.blue->set_hears_partner(false);  // muted
    talk.run(kSecond);
    const auto other_way = talk.talk(2 * kSecond);
    CHECK(other_way[0] >= 99);
    CHECK(other_way[1] == 0);
    for (const GameClient* each : {talk.gold, talk.blue}) {
        CHECK(each->figures().frozen_ticks == 0);
        CHECK(each->figures().unexpected == 0);
        CHECK(each->connection().counters().malformed == 0);
    }
}

TEST_CASE("a player who returns over another connection is heard again, and hears") {
    Talk talk;
    talk.gold->set_hears_partner(true);
    talk.blue->set_hears_partner(true);
    talk.run(kSecond);
    CHECK(talk.talk(kSecond)[0] >= 49);
    // The server stands still, and forgets the connections: the clients open new ones.
    talk.stand_still(10 * kSecond);
    talk.run(10 * kSecond);
    REQUIRE(talk.gold->figures().rejoins > 0);
    REQUIRE(talk.gold->state() == GameClient::State::playing);
    CHECK(talk.gold->is_heard());
    const auto heard = talk.talk(2 * kSecond);
    CHECK(heard[0] >= 95);
    CHECK(heard[1] >= 95);
}

TEST_CASE("a recording is the same to the byte, whether the players talk or not") {
    const auto recorded = [](bool speaks) {
        Talk talk(speaks);
        talk.gold->set_hears_partner(true);
        talk.blue->set_hears_partner(true);
        talk.run(kSecond);
        const auto heard = talk.talk(10 * kSecond);
        CHECK((heard[0] > 490) == speaks);
        talk.gold->leave(talk.now);
        talk.blue->leave(talk.now);
        talk.run(2 * kSecond);
        return talk.LobbyFixture::recorded;
    };
    const auto loud = recorded(true), silent = recorded(false);
    CHECK(loud.size() > 500);
    CHECK((loud == silent));
}

TEST_CASE("a spectator hears nothing, even if their program claims to know voice") {
    Talk talk;
    talk.gold->set_hears_partner(true);
    talk.blue->set_hears_partner(true);
    VoicePeer spectator(talk, true);
    spectator.run(100 * kMs);
    spectator.connection.send(proto::Watch{.code = talk.gold->watch_code()});
    int heard = 0;
    for (int i = 0; i < 20; ++i) {
        heard += talk.talk(500 * kMs)[0];
        spectator.run(20 * kMs);
    }
    CHECK(heard > 400);
    CHECK(spectator.connection.counters().bytes_received > 1'000);  // the recording
    CHECK(spectator.voice_packets == 0);
    CHECK(spectator.voice_messages == 0);
}

TEST_CASE("a program that sends voice without end has the limit of it passed on, and its partner's game goes on") {
    LobbyFixture fixture;
    GameClient& gold = fixture.add({.name = "gold", .voice = true});
    gold.set_hears_partner(true);
    fixture.run(300 * kMs);
    VoicePeer blue(fixture, true);
    blue.connection.send(proto::Join{gold.code()});
    blue.run(2 * kSecond);
    CHECK(blue.server_knows);
    REQUIRE(gold.state() == GameClient::State::playing);
    int heard = 0;
    constexpr int kSeconds = 5;
    for (int i = 0; i < kSeconds * 1'000; ++i) {
        // Past its own outbox and its bucket: a packet of four pieces each millisecond.
        proto::VoiceLane lane;
        for (int k = 0; k < 4; ++k) lane.push(voice_piece(static_cast<std::uint16_t>(i * 4 + k)), fixture.now);
        std::array<std::uint8_t, proto::VoiceLane::kPartBytesMax> part;
        std::vector<std::uint8_t> packet(part.begin(), part.begin() + static_cast<std::ptrdiff_t>(lane.write(part, {.room = 1'000}, fixture.now)));
        std::array<std::uint8_t, 64> frames;
        const std::size_t size = proto::write_packet({}, frames);
        packet.insert(packet.end(), frames.begin(), frames.begin() + static_cast<std::ptrdiff_t>(size));
        blue.link->send(proto::kServer, proto::Channel::voice, packet, fixture.now);
        blue.run(kMs);
        while (gold.take_voice()) ++heard;
    }
    CHECK(heard > 100);
    CHECK(heard <= server::kVoicePieces.burst + server::kVoicePieces.per_minute * kSeconds / 60 + 1);
    CHECK(gold.connection().counters().malformed == 0);
}

TEST_CASE("an older program is sent neither voice nor messages about it, and keeps its connection") {
    LobbyFixture fixture;
    GameClient& gold = fixture.add({.name = "gold", .voice = true});
    gold.set_hears_partner(true);
    fixture.run(300 * kMs);
    VoicePeer blue(fixture, false);
    blue.connection.send(proto::Join{gold.code()});
    blue.run(2 * kSecond);
    REQUIRE(gold.state() == GameClient::State::playing);
    CHECK(!gold.is_heard());
    for (int i = 0; i < 50; ++i) {
        gold.send_voice(voice_piece(static_cast<std::uint16_t>(i)), fixture.now);
        blue.run(20 * kMs);
    }
    CHECK(blue.voice_packets == 0);
    CHECK(blue.voice_messages == 0);
    CHECK(gold.connection().voice_counters().pushed == 0);
    CHECK(blue.connection.last_heard() > fixture.now - kSecond);
}
