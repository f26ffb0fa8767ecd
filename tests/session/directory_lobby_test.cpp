// Goal: a lobby in a fleet sends a client on to the server that has its game, asks the directory only for addresses that have a try left,
// and goes on alone without the directory.
#include "server/directory.hpp"

#include <doctest/doctest.h>

#include <map>

#include "proto/join_code.hpp"
#include "server/ticket.hpp"
#include "tests/session/lobby_fixture.hpp"
#include "tests/session/memory_directory.hpp"

using namespace albireo;
using namespace albireo::storm;
using server::Directory;
using server::Host;

namespace {

constexpr Micros kSecond = proto::kMicrosPerSecond;

struct Fleet : LobbyFixture {
    std::shared_ptr<MemoryDirectory> directory = std::make_shared<MemoryDirectory>();
    std::vector<proto::Place> sent_to;                   // by tickets
    std::vector<std::vector<proto::Place>> fleets_told;  // to clients
    Host host = 0;                                       // of the clients
    Fleet() {
        directory->pool = {"ACDEFG", "ACDEFH", "ACDEFJ"};
        lobby->set_directory(directory);
    }
    GameClient& join(const std::string& code, bool follows = true) { return add_client({.name = "Blue", .code = code}, follows); }
    GameClient& add_client(client::ClientOptions options, bool follows = true) {
        client::ClientEnvironment environment;
        environment.open_link = [this] { return net.connect(host); };
        environment.find_level = [this](const std::string& name, Difficulty difficulty) { return levels.find(name, difficulty); };
        if (follows) {
            environment.go_to_server = [this](const proto::Place& place) { sent_to.push_back(place); };
            environment.know_fleet = [this](const std::vector<proto::Place>& places) { fleets_told.push_back(places); };
        }
        clients.push_back(std::make_unique<GameClient>(std::move(options), std::move(environment), idle));
        return *clients.back();
    }
};

}  // namespace

TEST_CASE("a new game gets a code from the pool, waits for one, and gets any if the directory is down") {
    Fleet fleet;
    fleet.directory->pool = {"ACDEFG"};
    GameClient& first = fleet.add_client({.name = "Gold"});
    fleet.run(kSecond);
    CHECK(first.code() == "ACDEFG");
    CHECK(fleet.directory->kept.at("ACDEFG").size() == proto::kWatchCodeLetters);
    REQUIRE(fleet.fleets_told.size() == 1);
    CHECK(fleet.fleets_told[0] == std::vector{fleet.directory->there});
    GameClient& second = fleet.add_client({.name = "Gold"});
    fleet.run(kSecond);
    CHECK(second.code().empty());
    fleet.directory->pool = {"ACDEFH"};
    fleet.run(kSecond);
    CHECK(second.code() == "ACDEFH");
    fleet.directory->is_up = false;
    GameClient& third = fleet.add_client({.name = "Gold"});
    fleet.run(kSecond);
    CHECK(third.code().size() == proto::kJoinCodeLetters);
    CHECK(fleet.directory->kept.contains(third.code()));
    first.leave(fleet.now);
    fleet.run(130 * kSecond);
    CHECK_FALSE(fleet.directory->kept.contains("ACDEFG"));
}

TEST_CASE("a code of another server is answered with a ticket, once the directory has answered") {
    Fleet fleet;
    fleet.directory->answers["K7QF2M"] = {Directory::Where::found, fleet.directory->there};
    fleet.directory->is_slow = true;
    fleet.join("K7QF2M");
    fleet.run(kSecond);
    CHECK(fleet.sent_to.empty());
    CHECK(fleet.directory->lookups > 10);
    fleet.directory->is_slow = false;
    fleet.run(300'000);
    REQUIRE(!fleet.sent_to.empty());
    CHECK(fleet.sent_to[0] == fleet.directory->there);
    // In this test the client always comes back to the same server: it gives up.
    fleet.run(10 * kSecond);
    CHECK(fleet.sent_to.size() == client::Handshake::kTicketsMax);
    CHECK(fleet.metrics.sent_on.load() == fleet.sent_to.size() + 1);
    CHECK(fleet.clients[0]->refusal() == proto::Refusal::other_server);
}

TEST_CASE("an older client, and one in a browser, is told in words where the game is") {
    Fleet fleet;
    fleet.directory->answers["K7QF2M"] = {Directory::Where::found, fleet.directory->there};
    GameClient& client = fleet.join("K7QF2M", false);
    fleet.run(kSecond);
    CHECK(client.refusal() == proto::Refusal::unknown_code);
    CHECK(client.failure().find("other.example.org:7001") != std::string::npos);
    CHECK(fleet.fleets_told.empty());
}

TEST_CASE("a code that nobody has costs a try, and an address without a try left causes no lookup") {
    Fleet fleet;
    fleet.host = 0x0a000001;
    int refused = 0;
    for (int i = 0; i < 30; ++i) {
        GameClient& client = fleet.join("K7QF2M");
        fleet.run(300'000);
        CHECK(client.state() == GameClient::State::failed);
        refused += client.refusal() == proto::Refusal::too_many_tries;
    }
    CHECK(refused > 0);
    CHECK(fleet.directory->lookups < 30);
    CHECK(fleet.directory->lookups == 30 - refused);
}

TEST_CASE("an address that has asked the whole fleet for too many codes is refused, and a player with a seat keeps asking") {
    Fleet fleet;
    fleet.directory->answers["K7QF2M"] = {Directory::Where::too_many};
    GameClient& guesses = fleet.join("K7QF2M");
    client::ClientOptions options{.name = "Blue", .code = "K7QF2M"};
    options.token = proto::Token{1};
    GameClient& returns = fleet.add_client(std::move(options));
    fleet.run(5 * kSecond);
    CHECK(guesses.refusal() == proto::Refusal::too_many_tries);
    CHECK(returns.state() != GameClient::State::failed);
}

TEST_CASE("a server that shows no sign of life is waited for, and without the directory a newcomer is told so") {
    Fleet fleet;
    fleet.directory->answers["K7QF2M"] = {Directory::Where::down};
    GameClient& waits = fleet.join("K7QF2M");
    fleet.directory->is_up = false;
    GameClient& alone = fleet.join("K7QF2N");
    fleet.run(3 * kSecond);
    CHECK(waits.state() < GameClient::State::loading);
    CHECK(alone.refusal() == proto::Refusal::unknown_code);
    CHECK(alone.failure().find("directory") != std::string::npos);
    fleet.directory->answers["K7QF2M"] = {Directory::Where::found, fleet.directory->there};
    fleet.run(kSecond);
    CHECK(!fleet.sent_to.empty());
}

TEST_CASE("a player with a seat elsewhere never hears that the game is unknown while the directory is down") {
    Fleet fleet;
    fleet.directory->is_up = false;
    client::ClientOptions options{.name = "Blue", .code = "K7QF2M"};
    options.token = proto::Token{1};
    GameClient& client = fleet.add_client(std::move(options));
    fleet.run(10 * kSecond);
    CHECK(client.state() != GameClient::State::failed);
    fleet.directory->is_up = true;
    fleet.directory->answers["K7QF2M"] = {Directory::Where::found, fleet.directory->there};
    fleet.run(kSecond);
    CHECK(!fleet.sent_to.empty());
}

TEST_CASE("a full or draining server sends new games on if another one has room") {
    Fleet fleet;
    fleet.lobby->drain();
    GameClient& stays = fleet.add_client({.name = "Gold"});
    fleet.run(kSecond);
    CHECK(stays.refusal() == proto::Refusal::server_closing);
    fleet.directory->has_room = true;
    fleet.add_client({.name = "Gold"});
    fleet.run(kSecond);
    CHECK(!fleet.sent_to.empty());
}
