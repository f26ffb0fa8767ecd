// Goal: a client that cannot join gets the reason in one line. A hostile peer harms no game of other players.
#include <doctest/doctest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "client/bot/bot_report.hpp"
#include "sim/game/player.hpp"
#include "sim/script/compile.hpp"
#include "sim/snapshot.hpp"
#include "tests/session/lobby_house.hpp"
#include "tests/storm/bots.hpp"

using namespace albireo;
using namespace albireo::storm;
using client::GameClient;

namespace {

constexpr Micros kMs = proto::kMicrosPerMs;
constexpr Micros kSecond = proto::kMicrosPerSecond;

}  // namespace

TEST_CASE("a game is created, joined by its code, and then full") {
    House house;
    GameClient& gold = house.add({.name = "anna"});
    house.run(100 * kMs);
    CHECK(gold.state() == GameClient::State::waiting);
    REQUIRE(gold.code().size() == 6);
    std::string typed = gold.code();
    for (char& letter : typed) letter = static_cast<char>(std::tolower(letter));
    GameClient& blue = house.add({.name = "ben", .code = typed});
    house.run(200 * kMs);
    CHECK(gold.state() == GameClient::State::playing);
    CHECK(blue.state() == GameClient::State::playing);
    CHECK(gold.partner_name() == "ben");
    CHECK(blue.partner_name() == "anna");
    GameClient& third = house.add({.name = "carl", .code = gold.code()});
    house.run(200 * kMs);
    CHECK(third.state() == GameClient::State::failed);
    CHECK(third.refusal() == proto::Refusal::session_full);
    CHECK(third.failure().find(gold.code()) != std::string::npos);
}

TEST_CASE("a bot's report has every figure, even if no game started") {
    House house;
    GameClient& anna = house.add({.name = "anna"});
    house.run(100 * kMs);
    const auto waiting = nlohmann::json::parse(bot::report_json(anna, 0));
    CHECK(waiting["rebuilds"] == 0);
    house.add({.name = "ben", .code = anna.code()});
    house.run(2 * kSecond);
    const auto played = nlohmann::json::parse(bot::report_json(anna, 2));
    CHECK(played["ticks"] > 100);
    for (const auto& report : {waiting, played}) {
        CHECK(report["loss_pct"].is_number());
        CHECK(report["loss_ways_pct"].size() == 2);
        CHECK(report["corrections"]["own_ship"] == 0);
        CHECK(report["corrections"]["remote_ship_p99_units"].is_number());
        CHECK(report["reports"]["sent"] == 0);
        CHECK(report["reports"]["per_s"] == 0);
        CHECK(report["reports"]["refused"] == 0);
        CHECK(report["score"]["own"].is_number());
        CHECK(report["score"]["team"].is_number());
    }
}

TEST_CASE("a stand-in plays until a friend joins by the code and takes the seat in the running game") {
    House house;
    GameClient& anna = house.add({.name = "anna"});
    house.run(100 * kMs);
    GameClient& bot = house.add({.name = "bot", .code = anna.code(), .stand_in = true});
    house.run(5 * kSecond);
    CHECK(anna.state() == GameClient::State::playing);
    CHECK(anna.partner_name() == "bot");
    // The seat is not kept for a second stand-in.
    GameClient& second = house.add({.name = "second", .code = anna.code(), .stand_in = true});
    house.run(200 * kMs);
    CHECK(second.refusal() == proto::Refusal::session_full);

    // The friend has to fetch the level first; meanwhile the game goes on.
    GameClient& ben = house.add({.name = "ben", .code = anna.code(), .ready_at_once = false}, false);
    const Tick before = anna.predictor().predicted().tick;
    house.run(2 * kSecond);
    CHECK(bot.was_relieved());
    CHECK(ben.state() == GameClient::State::playing);
    CHECK(ben.slot() == Slot::blue);
    CHECK(anna.partner_name() == "ben");
    CHECK(anna.partner_state() == proto::Partner::here);
    CHECK(anna.predictor().predicted().tick - before >= 115);
    CHECK(anna.figures().frozen_ticks == 0);
    house.run(5 * kSecond);
    CHECK((ben.predictor().predicted().ships[1].invulnerable > 0 || is_flying(ben.predictor().predicted().ships[1])));

    // When the friend says goodbye the seat is free again, for a stand-in too.
    ben.leave(house.now);
    house.run(kSecond);
    CHECK(anna.partner_state() == proto::Partner::left);
    GameClient& again = house.add({.name = "again", .code = anna.code(), .stand_in = true});
    house.run(5 * kSecond);
    CHECK(again.state() == GameClient::State::playing);
    CHECK(anna.partner_name() == "again");
    for (const GameClient* each : {&anna, &ben, &again}) {
        CHECK(each->figures().digests_checked > 5);
        CHECK(each->figures().desyncs == 0);
    }
    // A stand-in alone does not keep a game running.
    const std::string code = anna.code();
    anna.leave(house.now);
    house.run(6 * kSecond);
    CHECK(house.lobby->find(code) == nullptr);
}

// The newcomer was once dropped at the moment of rejoining, again and again, and the seat stayed taken.
TEST_CASE("a newcomer who drops out before being ready may rejoin, or the seat goes to another player") {
    House house;
    GameClient& anna = house.add({.name = "anna"});
    house.run(100 * kMs);
    house.add({.name = "bot", .code = anna.code(), .stand_in = true});
    house.run(kSecond);
    // The newcomer has the seat, and the level is still on its way.
    GameClient& ben = house.add({.name = "ben", .code = anna.code()}, false);
    house.run(5 * kMs);
    REQUIRE(ben.state() == GameClient::State::loading);
    auto cut_off = std::move(house.clients.back());
    house.clients.pop_back();
    house.run(12 * kSecond);
    CHECK(anna.partner_name() == "ben");
    CHECK(anna.partner_state() == proto::Partner::absent);
    house.clients.push_back(std::move(cut_off));
    house.run(2 * kSecond);
    CHECK(ben.state() == GameClient::State::playing);
    CHECK(anna.partner_state() == proto::Partner::here);

    // A second newcomer never rejoins: the seat is free.
    ben.leave(house.now);
    house.run(kSecond);
    GameClient& ghost = house.add({.name = "ghost", .code = anna.code()}, false);
    house.run(5 * kMs);
    REQUIRE(ghost.state() == GameClient::State::loading);
    house.clients.pop_back();
    house.run(12 * kSecond);
    GameClient& carl = house.add({.name = "carl", .code = anna.code()});
    house.run(2 * kSecond);
    CHECK(carl.state() == GameClient::State::playing);
    CHECK(anna.partner_name() == "carl");
    CHECK(anna.partner_state() == proto::Partner::here);
    CHECK(anna.figures().frozen_ticks == 0);
}

// The snapshot once arrived before the level, was useless, and was not sent again.
TEST_CASE("a client that rejoins a running game without its level gets level and snapshot, and plays") {
    House house;
    GameClient& anna = house.add({.name = "anna"});
    house.run(100 * kMs);
    house.add({.name = "ben", .code = anna.code()});
    house.run(2 * kSecond);
    const proto::Token token = house.clients.back()->token();
    house.clients.pop_back();
    GameClient& ben = house.add({.name = "ben", .code = anna.code(), .token = token}, false);
    house.run(3 * kSecond);
    CHECK(ben.state() == GameClient::State::playing);
    CHECK(anna.partner_state() == proto::Partner::here);
    CHECK(anna.figures().frozen_ticks == 0);
    house.run(2 * kSecond);
    CHECK(is_in_play(anna.predictor().confirmed(), Slot::blue));
    CHECK(ben.figures().digests_checked > 2);
    CHECK(ben.figures().desyncs == 0);
}

TEST_CASE("a client that rejoins on the wrong shard is redirected") {
    House house;
    house.lobby->set_shards({.own = 0, .ports = {7777, 4321}});
    const GameClient& ben = house.add({.name = "ben", .code = "CCCCCC", .token = proto::Token{1}});
    house.run(kSecond);
    CHECK(ben.refusal() == proto::Refusal::elsewhere);
    CHECK(ben.failure().find("4321") != std::string::npos);
}

TEST_CASE("the lobby shows both players' presence, readiness and ping; the game waits for both") {
    House house;
    GameClient& anna = house.add({.name = "anna", .ready_at_once = false});
    house.run(100 * kMs);
    GameClient& ben = house.add({.name = "ben", .code = anna.code(), .ready_at_once = false});
    house.run(3 * kSecond);
    for (const GameClient* each : {&anna, &ben}) {
        CHECK(each->state() == GameClient::State::waiting);
        CHECK(each->lobby().seats[0].name == "anna");
        CHECK(each->lobby().seats[1].name == "ben");
        CHECK(each->lobby().seats[1].state == proto::Partner::here);
        CHECK_FALSE(each->lobby().seats[0].ready);
    }
    ben.be_ready();
    house.run(100 * kMs);
    CHECK(anna.lobby().seats[1].ready);
    CHECK(anna.state() == GameClient::State::waiting);
    anna.be_ready();
    house.run(100 * kMs);
    CHECK(anna.state() == GameClient::State::playing);
    CHECK(ben.state() == GameClient::State::playing);
}

TEST_CASE("a player who drops out in the lobby does not keep others from joining") {
    House house;
    GameClient& anna = house.add({.name = "anna", .ready_at_once = false});
    house.run(100 * kMs);
    house.add({.name = "ghost", .code = anna.code()});
    house.run(100 * kMs);
    house.clients.pop_back();
    house.run(5 * kSecond);
    CHECK(anna.state() == GameClient::State::waiting);
    house.run(7 * kSecond);
    CHECK(anna.lobby().seats[1].state == proto::Partner::absent);
    GameClient& ben = house.add({.name = "ben", .code = anna.code()});
    house.run(200 * kMs);
    CHECK(ben.state() == GameClient::State::waiting);
    anna.be_ready();
    house.run(200 * kMs);
    CHECK(ben.state() == GameClient::State::playing);
    CHECK(anna.partner_name() == "ben");
}

TEST_CASE("an unknown code and an unknown level are refused in one line") {
    House house;
    GameClient& lost = house.add({.code = "K7QF2M"});
    GameClient& dreamer = house.add({.level = "atlantis"});
    house.run(200 * kMs);
    CHECK(lost.refusal() == proto::Refusal::unknown_code);
    CHECK(lost.failure().find("K7QF2M") != std::string::npos);
    CHECK(dreamer.refusal() == proto::Refusal::unknown_level);
    CHECK(dreamer.failure().find("atlantis") != std::string::npos);
    for (const auto& client : house.clients) CHECK(client->failure().find('\n') == std::string::npos);
}

TEST_CASE("a client whose copy of the level differs from the server's is told so") {
    House house;
    client::ClientOutside outside;
    outside.open_link = [&house] { return house.net.connect(); };
    outside.find_level = [&house](const std::string& name, Difficulty difficulty) {
        auto changed = std::make_shared<Level>(*house.levels.find(name, difficulty));
        changed->digest ^= 1;
        return changed;
    };
    house.clients.push_back(std::make_unique<GameClient>(client::ClientOptions{}, std::move(outside), house.idle));
    house.run(200 * kMs);
    CHECK(house.clients.back()->state() == GameClient::State::failed);
    CHECK(house.clients.back()->refusal() == proto::Refusal::level_mismatch);
    CHECK(house.clients.back()->failure().find("the_cut") != std::string::npos);
}

TEST_CASE("a full server and a closing server say so") {
    House house({.sessions_max = 1});
    house.add({});
    house.run(100 * kMs);
    GameClient& late = house.add({});
    house.run(100 * kMs);
    CHECK(late.refusal() == proto::Refusal::server_full);
    house.lobby->drain();
    GameClient& later = house.add({});
    house.run(100 * kMs);
    CHECK(later.refusal() == proto::Refusal::server_closing);
}

TEST_CASE("a client of another version is told which version it needs") {
    House house;
    auto link = house.net.connect();
    proto::Connection stranger;
    stranger.send(proto::Hello{proto::kProtocolVersion, kCoreVersion + 1, "from the future"});
    std::optional<proto::Message> answer;
    for (int i = 0; i < 100 && !answer; ++i) {
        proto::OutPacket packet;
        while (stranger.next_packet(packet, house.now)) {
            link->send(proto::kServer, packet.channel, packet.bytes(), house.now);
        }
        house.run(kMs);
        proto::LinkEvent event;
        while (link->poll(event, house.now)) {
            if (event.kind == proto::LinkEvent::Kind::received) stranger.receive(event.channel, event.bytes, house.now);
        }
        answer = stranger.next_message();
    }
    REQUIRE(answer);
    REQUIRE(std::holds_alternative<proto::Refused>(*answer));
    CHECK(std::get<proto::Refused>(*answer).reason == proto::Refusal::core_version);
    CHECK(std::get<proto::Refused>(*answer).text.find(std::to_string(kCoreVersion)) != std::string::npos);
}

TEST_CASE("a client without the level gets its bytes and plays") {
    House house;
    GameClient& gold = house.add({});
    house.run(100 * kMs);
    GameClient& blue = house.add({.code = gold.code()}, false);
    house.run(2 * kSecond);
    REQUIRE(blue.state() == GameClient::State::playing);
    CHECK(blue.level().digest == gold.level().digest);
}

TEST_CASE("when both players have said goodbye the session is over and its code is free") {
    House house;
    GameClient& gold = house.add({});
    house.run(100 * kMs);
    GameClient& blue = house.add({.code = gold.code()});
    house.run(500 * kMs);
    gold.leave(house.now);
    house.run(kSecond);
    CHECK(house.lobby->sessions().size() == 1);
    CHECK(blue.partner_state() == proto::Partner::left);
    blue.leave(house.now);
    house.run(8 * kSecond);
    CHECK(house.lobby->is_empty());
    CHECK(house.metrics.sessions_ended.load() == 1);
}

TEST_CASE("a peer that keeps asking and acknowledges nothing is disconnected before it fills the server's memory") {
    House house;
    GameClient& gold = house.add({});
    house.run(100 * kMs);
    GameClient& blue = house.add({.code = gold.code()});
    const auto link = house.net.connect();
    proto::Connection greedy;  // never given the server's packets, so it acknowledges nothing
    greedy.send(proto::Hello{proto::kProtocolVersion, kCoreVersion, "greedy"});
    greedy.send(proto::Create{.level = "the_cut"});
    for (int i = 0; i < 400; ++i) greedy.send(proto::LevelWanted{1});
    for (int i = 0; i < 2000; ++i) {
        proto::OutPacket packet;
        while (greedy.next_packet(packet, house.now)) {
            link->send(proto::kServer, packet.channel, packet.bytes(), house.now);
        }
        house.run(kMs);
    }
    const auto cut_off = std::count_if(house.log.begin(), house.log.end(), [](const std::string& line) {
        return line.find("takes none of what it asked for") != std::string::npos;
    });
    CHECK(cut_off == 1);
    CHECK(gold.state() == GameClient::State::playing);
    CHECK(gold.figures().frozen_ticks == 0);
    CHECK(blue.figures().frozen_ticks == 0);
}

// Only damaged packets were once counted, not damaged messages in sound packets.
TEST_CASE("a peer that sends invalid messages is counted, and disconnected") {
    House house;
    const auto link = house.net.connect();
    proto::MessageStream stream;
    stream.send(proto::encode(proto::Hello{proto::kProtocolVersion, kCoreVersion, "garbler"}));
    const auto is_cut_off = [&house] {
        return std::ranges::any_of(
            house.log, [](const std::string& line) { return line.find("is cut off") != std::string::npos; });
    };
    std::uint64_t sent = 0;
    for (; sent < 500 && !is_cut_off(); ++sent) {
        stream.send({0xff, 0xff, 0xff});
        std::array<std::uint8_t, proto::kLinkPacketBytesMax> packet;
        const std::size_t size = stream.write_packet(house.now, packet);
        REQUIRE(size > 0);
        proto::write_seal(std::span{packet}.first(size), packet.data() + size);
        link->send(proto::kServer, proto::Channel::control, std::span{packet}.first(size + proto::kSealBytes),
                   house.now);
        house.run(20 * kMs);
        proto::LinkEvent event;
        while (link->poll(event, house.now)) {
            if (event.kind != proto::LinkEvent::Kind::received) continue;
            stream.take_packet(proto::unsealed(event.bytes), house.now);
        }
    }
    CHECK(is_cut_off());
    CHECK(house.metrics.malformed.load() == 51);
    CHECK(house.metrics.peers_now.load() == 0);
}

TEST_CASE("hostile peers do not disturb another game") {
    House house;
    GameClient& gold = house.add({});
    house.run(100 * kMs);
    GameClient& blue = house.add({.code = gold.code()});
    house.run(200 * kMs);
    // One sends noise, sealed and unsealed; one replays the game's own packets; one floods; one never reads its replies.
    std::vector<std::unique_ptr<proto::Link>> hostile;
    for (int i = 0; i < 4; ++i) hostile.push_back(house.net.connect());
    Random random;
    std::vector<std::uint8_t> bytes;
    proto::Connection liar;
    liar.send(proto::Hello{proto::kProtocolVersion, kCoreVersion, "liar"});
    liar.send(proto::Join{"AAAAAA"});
    for (int i = 0; i < 5000; ++i) {
        bytes.assign(8 + random.below(300), 0);
        for (auto& byte : bytes) byte = static_cast<std::uint8_t>(random.next());
        if (i % 2 == 0) proto::write_seal(std::span{bytes}.first(bytes.size() - proto::kSealBytes), &bytes[bytes.size() - proto::kSealBytes]);
        const auto channel = static_cast<proto::Channel>(random.below(2));
        hostile[0]->send(proto::kServer, channel, bytes, house.now);
        for (int k = 0; k < 4; ++k) hostile[1]->send(proto::kServer, channel, bytes, house.now);
        proto::OutPacket packet;
        if (liar.next_packet(packet, house.now)) {
            for (int k = 0; k < 3; ++k) hostile[2]->send(proto::kServer, packet.channel, packet.bytes(), house.now);
            hostile[3]->send(proto::kServer, proto::Channel::frames, packet.bytes(), house.now);
        }
        house.run(kMs);
    }
    CHECK(gold.state() == GameClient::State::playing);
    CHECK(gold.figures().frozen_ticks == 0);
    CHECK(blue.figures().frozen_ticks == 0);
    CHECK(gold.figures().ticks > 290);
    CHECK(gold.figures().digests_checked > 3);
    CHECK(house.metrics.floods.load() + house.metrics.malformed.load() > 10);
    CHECK(house.metrics.damaged.load() > 100);
    CHECK(house.metrics.too_early.load() > 0);
    CHECK(house.metrics.desyncs.load() == 0);
}
