// Goal: a client that cannot join gets the reason in one line. A hostile peer harms no game of other players.
// One file: the answers of one lobby to its clients, over one fixture.
#include <doctest/doctest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "client/bot/bot_figures.hpp"
#include "sim/game/player.hpp"
#include "sim/script/compile.hpp"
#include "sim/snapshot.hpp"
#include "tests/session/lobby_fixture.hpp"
#include "tests/storm/bots.hpp"
#include "tests/support/time_units.hpp"

using namespace albireo;
using namespace albireo::storm;
using client::GameClient;

TEST_CASE("a game is created, joined by its code, and then full") {
    LobbyFixture fixture;
    GameClient& gold = fixture.add({.name = "anna"});
    fixture.run(100 * kMs);
    CHECK(gold.state() == GameClient::State::waiting);
    REQUIRE(gold.code().size() == 6);
    std::string typed = gold.code();
    for (char& letter : typed) letter = static_cast<char>(std::tolower(letter));
    GameClient& blue = fixture.add({.name = "ben", .code = typed});
    fixture.run(200 * kMs);
    CHECK(gold.state() == GameClient::State::playing);
    CHECK(blue.state() == GameClient::State::playing);
    CHECK(gold.partner_name() == "ben");
    CHECK(blue.partner_name() == "anna");
    GameClient& third = fixture.add({.name = "carl", .code = gold.code()});
    fixture.run(200 * kMs);
    CHECK(third.state() == GameClient::State::failed);
    CHECK(third.refusal() == proto::Refusal::session_full);
    CHECK(third.failure().find(gold.code()) != std::string::npos);
}

TEST_CASE("a bot's game has every figure, even if no game started") {
    LobbyFixture fixture;
    GameClient& anna = fixture.add({.name = "anna"});
    fixture.run(100 * kMs);
    const auto waiting = nlohmann::json::parse(bot::figures_json(anna, 0));
    CHECK(waiting["rebuilds"] == 0);
    fixture.add({.name = "ben", .code = anna.code()});
    fixture.run(2 * kSecond);
    const auto played = nlohmann::json::parse(bot::figures_json(anna, 2));
    CHECK(played["ticks"] > 100);
    for (const auto& figures : {waiting, played}) {
        CHECK(figures["loss_pct"].is_number());
        CHECK(figures["loss_ways_pct"].size() == 2);
        CHECK(figures["corrections"]["own_ship"] == 0);
        CHECK(figures["corrections"]["remote_ship_p99_units"].is_number());
        CHECK(figures["corrections"]["shots_withdrawn"] == 0);
        CHECK(figures["corrections"]["shots_spent"] == 0);
        for (const char* figure : {"step_max", "after_200_ms_p99", "off_truth_p50", "off_truth_p99"}) {
            CAPTURE(figure);
            CHECK(figures["partner_drawn"][figure].is_number());
        }
        CHECK(figures["reports"]["sent"] == 0);
        CHECK(figures["reports"]["per_s"] == 0);
        CHECK(figures["reports"]["refused"] == 0);
        CHECK(figures["score"]["own"].is_number());
        CHECK(figures["score"]["team"].is_number());
    }
}

TEST_CASE("a stand-in plays until a friend joins by the code and takes the seat in the running game") {
    LobbyFixture fixture;
    GameClient& anna = fixture.add({.name = "anna"});
    fixture.run(100 * kMs);
    GameClient& bot = fixture.add({.name = "bot", .code = anna.code(), .stand_in = true});
    fixture.run(5 * kSecond);
    CHECK(anna.state() == GameClient::State::playing);
    CHECK(anna.partner_name() == "bot");
    // The seat is not kept for a second stand-in.
    GameClient& second = fixture.add({.name = "second", .code = anna.code(), .stand_in = true});
    fixture.run(200 * kMs);
    CHECK(second.refusal() == proto::Refusal::session_full);

    // The friend has to fetch the level first; meanwhile the game goes on.
    GameClient& ben = fixture.add({.name = "ben", .code = anna.code(), .ready_at_once = false}, false);
    const Tick before = anna.predictor().predicted().tick;
    fixture.run(2 * kSecond);
    CHECK(bot.was_relieved());
    CHECK(ben.state() == GameClient::State::playing);
    CHECK(ben.slot() == Slot::blue);
    CHECK(anna.partner_name() == "ben");
    CHECK(anna.partner_state() == proto::Partner::here);
    CHECK(anna.predictor().predicted().tick - before >= 115);
    CHECK(anna.figures().frozen_ticks == 0);
    fixture.run(5 * kSecond);
    CHECK((ben.predictor().predicted().ships[1].invulnerable > 0 || is_flying(ben.predictor().predicted().ships[1])));

    // When the friend says goodbye the seat is free again, for a stand-in too.
    ben.leave(fixture.now);
    fixture.run(kSecond);
    CHECK(anna.partner_state() == proto::Partner::left);
    GameClient& again = fixture.add({.name = "again", .code = anna.code(), .stand_in = true});
    fixture.run(5 * kSecond);
    CHECK(again.state() == GameClient::State::playing);
    CHECK(anna.partner_name() == "again");
    for (const GameClient* each : {&anna, &ben, &again}) {
        CHECK(each->figures().digests_checked > 5);
        CHECK(each->figures().desyncs == 0);
    }
    // A stand-in alone does not keep a game running.
    const std::string code = anna.code();
    anna.leave(fixture.now);
    fixture.run(6 * kSecond);
    CHECK(fixture.lobby->find(code) == nullptr);
}

// The newcomer was once dropped at the moment of rejoining, again and again, and the seat stayed taken.
TEST_CASE("a newcomer who drops out before being ready may rejoin, or the seat goes to another player") {
    LobbyFixture fixture;
    GameClient& anna = fixture.add({.name = "anna"});
    fixture.run(100 * kMs);
    fixture.add({.name = "bot", .code = anna.code(), .stand_in = true});
    fixture.run(kSecond);
    // The newcomer has the seat, and the level is still on its way.
    GameClient& ben = fixture.add({.name = "ben", .code = anna.code()}, false);
    fixture.run(5 * kMs);
    REQUIRE(ben.state() == GameClient::State::loading);
    auto cut_off = std::move(fixture.clients.back());
    fixture.clients.pop_back();
    fixture.run(12 * kSecond);
    CHECK(anna.partner_name() == "ben");
    CHECK(anna.partner_state() == proto::Partner::absent);
    fixture.clients.push_back(std::move(cut_off));
    fixture.run(2 * kSecond);
    CHECK(ben.state() == GameClient::State::playing);
    CHECK(anna.partner_state() == proto::Partner::here);

    // A second newcomer never rejoins: the seat is free.
    ben.leave(fixture.now);
    fixture.run(kSecond);
    GameClient& ghost = fixture.add({.name = "ghost", .code = anna.code()}, false);
    fixture.run(5 * kMs);
    REQUIRE(ghost.state() == GameClient::State::loading);
    fixture.clients.pop_back();
    fixture.run(12 * kSecond);
    GameClient& carl = fixture.add({.name = "carl", .code = anna.code()});
    fixture.run(2 * kSecond);
    CHECK(carl.state() == GameClient::State::playing);
    CHECK(anna.partner_name() == "carl");
    CHECK(anna.partner_state() == proto::Partner::here);
    CHECK(anna.figures().frozen_ticks == 0);
}

// The snapshot once arrived before the level, was useless, and was not sent again.
TEST_CASE("a client that rejoins a running game without its level gets level and snapshot, and plays") {
    LobbyFixture fixture;
    GameClient& anna = fixture.add({.name = "anna"});
    fixture.run(100 * kMs);
    fixture.add({.name = "ben", .code = anna.code()});
    fixture.run(2 * kSecond);
    const proto::Token token = fixture.clients.back()->token();
    fixture.clients.pop_back();
    GameClient& ben = fixture.add({.name = "ben", .code = anna.code(), .token = token}, false);
    fixture.run(3 * kSecond);
    CHECK(ben.state() == GameClient::State::playing);
    CHECK(anna.partner_state() == proto::Partner::here);
    CHECK(anna.figures().frozen_ticks == 0);
    fixture.run(2 * kSecond);
    CHECK(is_in_play(anna.predictor().confirmed(), Slot::blue));
    CHECK(ben.figures().digests_checked > 2);
    CHECK(ben.figures().desyncs == 0);
}

// The page once made its picture after it had come into the game. That took seconds, in which it made no ticks: its player was charged for
// them, and after a reload they had to stay away for 40 s.
TEST_CASE("a client that has to prepare first comes into a running game when it is ready, and the partner does not wait") {
    LobbyFixture fixture;
    GameClient& anna = fixture.add({.name = "anna"});
    fixture.run(100 * kMs);
    fixture.add({.name = "ben", .code = anna.code()});
    fixture.run(2 * kSecond);
    const proto::Token token = fixture.clients.back()->token();
    fixture.clients.pop_back();
    GameClient& ben = fixture.add({.name = "ben", .code = anna.code(), .token = token, .ready_at_once = false, .late_at_once = false}, false);
    fixture.run(kSecond);
    const Tick before = anna.predictor().predicted().tick;
    fixture.run(5 * kSecond);
    CHECK(ben.state() == GameClient::State::waiting);
    CHECK(ben.shared_level() != nullptr);
    CHECK(anna.partner_state() != proto::Partner::here);
    CHECK(anna.predictor().predicted().tick - before >= 295);
    ben.be_ready();
    fixture.run(2 * kSecond);
    CHECK(ben.state() == GameClient::State::playing);
    CHECK(anna.partner_state() == proto::Partner::here);
    CHECK(anna.figures().frozen_ticks == 0);
}

TEST_CASE("a client that rejoins on the wrong shard is redirected") {
    LobbyFixture fixture;
    fixture.lobby->set_shards({.own = 0, .count = 2});
    const GameClient& ben = fixture.add({.name = "ben", .code = "CCCCCC", .token = proto::Token{1}});
    fixture.run(kSecond);
    CHECK(ben.refusal() == proto::Refusal::elsewhere);
    CHECK(ben.failure().find("(1)") != std::string::npos);
}

TEST_CASE("the lobby shows both players' presence, readiness and ping. The game waits for both") {
    LobbyFixture fixture;
    GameClient& anna = fixture.add({.name = "anna", .ready_at_once = false});
    fixture.run(100 * kMs);
    GameClient& ben = fixture.add({.name = "ben", .code = anna.code(), .ready_at_once = false});
    fixture.run(3 * kSecond);
    for (const GameClient* each : {&anna, &ben}) {
        CHECK(each->state() == GameClient::State::waiting);
        CHECK(each->lobby().seats[0].name == "anna");
        CHECK(each->lobby().seats[1].name == "ben");
        CHECK(each->lobby().seats[1].state == proto::Partner::here);
        CHECK_FALSE(each->lobby().seats[0].ready);
    }
    ben.be_ready();
    fixture.run(100 * kMs);
    CHECK(anna.lobby().seats[1].ready);
    CHECK(anna.state() == GameClient::State::waiting);
    anna.be_ready();
    fixture.run(100 * kMs);
    CHECK(anna.state() == GameClient::State::playing);
    CHECK(ben.state() == GameClient::State::playing);
}

TEST_CASE("a player who drops out in the lobby does not keep others from joining") {
    LobbyFixture fixture;
    GameClient& anna = fixture.add({.name = "anna", .ready_at_once = false});
    fixture.run(100 * kMs);
    fixture.add({.name = "ghost", .code = anna.code()});
    fixture.run(100 * kMs);
    fixture.clients.pop_back();
    fixture.run(5 * kSecond);
    CHECK(anna.state() == GameClient::State::waiting);
    fixture.run(7 * kSecond);
    CHECK(anna.lobby().seats[1].state == proto::Partner::absent);
    GameClient& ben = fixture.add({.name = "ben", .code = anna.code()});
    fixture.run(200 * kMs);
    CHECK(ben.state() == GameClient::State::waiting);
    anna.be_ready();
    fixture.run(200 * kMs);
    CHECK(ben.state() == GameClient::State::playing);
    CHECK(anna.partner_name() == "ben");
}

TEST_CASE("an unknown code and an unknown level are refused in one line") {
    LobbyFixture fixture;
    GameClient& lost = fixture.add({.code = "K7QF2M"});
    GameClient& dreamer = fixture.add({.level = "atlantis"});
    fixture.run(200 * kMs);
    CHECK(lost.refusal() == proto::Refusal::unknown_code);
    CHECK(lost.failure().find("K7QF2M") != std::string::npos);
    CHECK(dreamer.refusal() == proto::Refusal::unknown_level);
    CHECK(dreamer.failure() == "the server does not have this level (atlantis; it has boss_rush, campaign, endless, shelf_sea, the_cut, the_hive, tutorial)");
    for (const auto& client : fixture.clients) CHECK(client->failure().find('\n') == std::string::npos);
}

TEST_CASE("two players practise from a section. One that the level lacks is refused") {
    LobbyFixture fixture;
    GameClient& lost = fixture.add({.players = 1, .section = 200});
    fixture.run(500 * kMs);
    CHECK(lost.state() == GameClient::State::failed);
    CHECK(lost.failure().find("sections") != std::string::npos);
    GameClient& dazed = fixture.add({.players = 1, .section = 3, .phase = 1});  // no boss is there
    fixture.run(500 * kMs);
    CHECK(dazed.failure().find("a boss with a phase 1") != std::string::npos);
    GameClient& gold = fixture.add({.section = 3});
    fixture.run(200 * kMs);
    GameClient& blue = fixture.add({.code = gold.code()});
    fixture.run(3000 * kMs);
    for (GameClient* client : {&gold, &blue}) {
        REQUIRE(client->state() == GameClient::State::playing);
        CHECK(client->predictor().confirmed().flow.practice == 1);
        CHECK(client->predictor().confirmed().tick.value > 60);
        CHECK(client->figures().resyncs == 0);
    }
}

TEST_CASE("a server offers only the levels it was told to") {
    LobbyFixture fixture;
    CHECK(fixture.levels.offer_only({"tutorial", "atlantis"}) == "there is no level 'atlantis'; there are boss_rush, campaign, endless, shelf_sea, the_cut, the_hive, tutorial");
    CHECK(fixture.levels.find("the_cut", Difficulty::calm) != nullptr);
    CHECK(fixture.levels.offer_only({"tutorial"}).empty());
    GameClient& anna = fixture.add({.level = "the_cut"});
    GameClient& ben = fixture.add({.level = "tutorial"});
    fixture.run(200 * kMs);
    CHECK(anna.failure() == "the server does not have this level (the_cut; it has tutorial)");
    CHECK(ben.refusal() == proto::Refusal::none);
    CHECK(!ben.code().empty());
    CHECK(fixture.levels.names_text(7).empty());  // too short for a name
}

TEST_CASE("a client whose copy of the level differs from the server's is told so") {
    LobbyFixture fixture;
    client::ClientEnvironment environment;
    environment.open_link = [&fixture] { return fixture.net.connect(); };
    environment.find_level = [&fixture](const std::string& name, Difficulty difficulty) {
        auto changed = std::make_shared<Level>(*fixture.levels.find(name, difficulty));
        changed->digest ^= 1;
        return changed;
    };
    fixture.clients.push_back(std::make_unique<GameClient>(client::ClientOptions{}, std::move(environment), fixture.idle));
    fixture.run(200 * kMs);
    CHECK(fixture.clients.back()->state() == GameClient::State::failed);
    CHECK(fixture.clients.back()->refusal() == proto::Refusal::level_mismatch);
    CHECK(fixture.clients.back()->failure().find("the_cut") != std::string::npos);
}

TEST_CASE("a full server and a closing server say so") {
    LobbyFixture fixture({.sessions_max = 1});
    fixture.add({});
    fixture.run(100 * kMs);
    GameClient& late = fixture.add({});
    fixture.run(100 * kMs);
    CHECK(late.refusal() == proto::Refusal::server_full);
    fixture.lobby->drain();
    GameClient& later = fixture.add({});
    fixture.run(100 * kMs);
    CHECK(later.refusal() == proto::Refusal::server_closing);
}

TEST_CASE("a client of another version is told which version it needs") {
    LobbyFixture fixture;
    auto link = fixture.net.connect();
    proto::Connection stranger;
    stranger.send(proto::Hello{proto::kProtocolVersion, kCoreVersion + 1, "from the future"});
    std::optional<proto::Message> answer;
    for (int i = 0; i < 100 && !answer; ++i) {
        proto::OutPacket packet;
        while (stranger.next_packet(packet, fixture.now)) {
            link->send(proto::kServer, packet.channel, packet.bytes(), fixture.now);
        }
        fixture.run(kMs);
        proto::LinkEvent event;
        while (link->poll(event, fixture.now)) {
            if (event.kind == proto::LinkEvent::Kind::received)
                stranger.receive(event.channel, event.bytes, fixture.now);
        }
        answer = stranger.next_message();
    }
    REQUIRE(answer);
    REQUIRE(std::holds_alternative<proto::Refused>(*answer));
    CHECK(std::get<proto::Refused>(*answer).reason == proto::Refusal::core_version);
    CHECK(std::get<proto::Refused>(*answer).text.find(std::to_string(kCoreVersion)) != std::string::npos);
}

TEST_CASE("a client without the level gets its bytes and plays") {
    LobbyFixture fixture;
    GameClient& gold = fixture.add({});
    fixture.run(100 * kMs);
    GameClient& blue = fixture.add({.code = gold.code()}, false);
    fixture.run(2 * kSecond);
    REQUIRE(blue.state() == GameClient::State::playing);
    CHECK(blue.level().digest == gold.level().digest);
}

TEST_CASE("when both players have said goodbye the session is over and its code is free") {
    LobbyFixture fixture;
    GameClient& gold = fixture.add({});
    fixture.run(100 * kMs);
    GameClient& blue = fixture.add({.code = gold.code()});
    fixture.run(500 * kMs);
    gold.leave(fixture.now);
    fixture.run(kSecond);
    CHECK(fixture.lobby->sessions().size() == 1);
    CHECK(blue.partner_state() == proto::Partner::left);
    blue.leave(fixture.now);
    fixture.run(8 * kSecond);
    CHECK(fixture.lobby->is_empty());
    CHECK(fixture.metrics.sessions_ended.load() == 1);
}

// Each request once queued another copy, until the peer had so many that it was disconnected.
TEST_CASE("a peer that keeps asking for the level and acknowledges nothing gets it once, and does not fill the server's memory") {
    LobbyFixture fixture;
    GameClient& gold = fixture.add({});
    fixture.run(100 * kMs);
    GameClient& blue = fixture.add({.code = gold.code()});
    const auto link = fixture.net.connect();
    proto::Connection greedy;  // never given the server's packets, so it acknowledges nothing
    greedy.send(proto::Hello{proto::kProtocolVersion, kCoreVersion, "greedy"});
    greedy.send(proto::Create{.level = "the_cut"});
    for (int i = 0; i < 400; ++i) greedy.send(proto::LevelWanted{1});
    for (int i = 0; i < 2000; ++i) {
        proto::OutPacket packet;
        while (greedy.next_packet(packet, fixture.now)) {
            link->send(proto::kServer, packet.channel, packet.bytes(), fixture.now);
        }
        fixture.run(kMs);
    }
    const auto cut_off = std::count_if(fixture.log.begin(), fixture.log.end(), [](const std::string& line) {
        return line.find("does not acknowledge the data that it requested") != std::string::npos;
    });
    CHECK(cut_off == 0);
    CHECK(fixture.metrics.sessions_now.load() == 2);
    CHECK(gold.state() == GameClient::State::playing);
    CHECK(gold.figures().frozen_ticks == 0);
    CHECK(blue.figures().frozen_ticks == 0);
}

// Only malformed packets were once counted, not malformed messages in sound packets.
TEST_CASE("a peer that sends invalid messages is counted, and disconnected") {
    LobbyFixture fixture;
    const auto link = fixture.net.connect();
    proto::MessageStream stream;
    stream.send(proto::encode(proto::Hello{proto::kProtocolVersion, kCoreVersion, "garbler"}));
    const auto is_disconnected = [&fixture] {
        return std::ranges::any_of(
            fixture.log, [](const std::string& line) { return line.find("is disconnected") != std::string::npos; });
    };
    std::uint64_t sent = 0;
    for (; sent < 500 && !is_disconnected(); ++sent) {
        stream.send({0xff, 0xff, 0xff});
        std::array<std::uint8_t, proto::kLinkPacketBytesMax> packet;
        const std::size_t size = stream.write_packet(fixture.now, packet);
        REQUIRE(size > 0);
        link->send(proto::kServer, proto::Channel::control, std::span{packet}.first(size), fixture.now);
        fixture.run(20 * kMs);
        proto::LinkEvent event;
        while (link->poll(event, fixture.now)) {
            if (event.kind != proto::LinkEvent::Kind::received) continue;
            stream.take_packet(event.bytes, fixture.now);
        }
    }
    CHECK(is_disconnected());
    CHECK(fixture.metrics.malformed.load() == 51);
    CHECK(fixture.metrics.peers_now.load() == 0);
}

TEST_CASE("hostile peers do not disturb another game") {
    LobbyFixture fixture;
    GameClient& gold = fixture.add({});
    fixture.run(100 * kMs);
    GameClient& blue = fixture.add({.code = gold.code()});
    fixture.run(200 * kMs);
    // One sends noise; one replays the game's own packets; one floods; one never reads its replies.
    std::vector<std::unique_ptr<proto::Link>> hostile;
    for (int i = 0; i < 4; ++i) hostile.push_back(fixture.net.connect());
    Random random;
    std::vector<std::uint8_t> bytes;
    proto::Connection liar;
    liar.send(proto::Hello{proto::kProtocolVersion, kCoreVersion, "liar"});
    liar.send(proto::Join{"AAAAAA"});
    for (int i = 0; i < 5000; ++i) {
        bytes.assign(8 + random.below(300), 0);
        for (auto& byte : bytes) byte = static_cast<std::uint8_t>(random.next());
        const auto channel = static_cast<proto::Channel>(random.below(2));
        hostile[0]->send(proto::kServer, channel, bytes, fixture.now);
        for (int k = 0; k < 4; ++k) hostile[1]->send(proto::kServer, channel, bytes, fixture.now);
        proto::OutPacket packet;
        if (liar.next_packet(packet, fixture.now)) {
            for (int k = 0; k < 3; ++k) hostile[2]->send(proto::kServer, packet.channel, packet.bytes(), fixture.now);
            hostile[3]->send(proto::kServer, proto::Channel::frames, packet.bytes(), fixture.now);
        }
        fixture.run(kMs);
    }
    CHECK(gold.state() == GameClient::State::playing);
    CHECK(gold.figures().frozen_ticks == 0);
    CHECK(blue.figures().frozen_ticks == 0);
    CHECK(gold.figures().ticks > 290);
    CHECK(gold.figures().digests_checked > 3);
    CHECK(fixture.metrics.floods.load() + fixture.metrics.malformed.load() > 10);
    CHECK(fixture.metrics.too_early.load() > 0);
    CHECK(fixture.metrics.desyncs.load() == 0);
}
