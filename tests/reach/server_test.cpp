// Goal: a server answers queries on the socket on which it plays, for the games that it has at the moment, only if it was
// asked to, and a flood of queries disturbs no game.
#include <doctest/doctest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include "client/net/udp_client.hpp"
#include "reach/game_finder.hpp"
#include "reach/search.hpp"
#include "replays/udp_spectator.hpp"
#include "server/shard.hpp"
#include "sim/snapshot.hpp"
#include "tests/session/idle_controller.hpp"
#include "tests/support/version_shift.hpp"

using namespace albireo;
using client::GameClient;
using client::UdpClient;

namespace {

struct Fixture {
    server::Levels levels;
    server::Shards shards;
    IdleController controller;
    std::unique_ptr<UdpClient> gold, blue;

    std::string host = "127.0.0.1";

    void open(bool answers_lan) {
        server::Config config;
        config.bind = host;
        config.port = 0;
        config.answers_lan = answers_lan;
        std::string error;
        shards = server::open_shards(config, levels, error);
        REQUIRE(error == "");
        shards[0]->start();
        gold = join({.name = "Anna"});
        REQUIRE(run_until([&] { return !gold->game().code().empty(); }));
    }
    ~Fixture() {
        for (const auto& shard : shards) shard->stop();
        for (const auto& shard : shards) shard->join();
    }
    std::unique_ptr<UdpClient> join(client::ClientOptions options) {
        return std::make_unique<UdpClient>(
            client::ServerAddress{host, shards[0]->port()}, std::move(options),
            [this](const std::string& name, Difficulty difficulty) { return levels.find(name, difficulty); }, controller);
    }
    template <class Condition>
    bool run_until(const Condition& is_reached, int seconds = 60) {
        const proto::Micros until = UdpClient::now() + seconds * proto::kMicrosPerSecond;
        while (!is_reached() && UdpClient::now() < until) {
            for (UdpClient* each : {gold.get(), blue.get()}) {
                if (each != nullptr) each->advance();
            }
            gold->wait(2 * proto::kMicrosPerMs);
        }
        return is_reached();
    }
    reach::SearchOptions at_server(const std::string& code = "") const {
        return {.code = code, .addresses = {{host, shards[0]->port()}}, .asks_network = false};
    }
    std::vector<reach::Found> found(reach::Search& search, const auto& is_reached) {
        run_until([&] {
            search.advance(UdpClient::now());
            return is_reached(search.found());
        }, 10);
        return search.found();
    }
};

}  // namespace

TEST_CASE_FIXTURE(Fixture, "a game is found while it has a free seat, and by its code as long as it runs") {
    open(true);
    reach::Search all(at_server());
    const auto games = found(all, [](const auto& list) { return !list.empty(); });
    REQUIRE(games.size() == 1);
    CHECK(games[0].game.code == gold->game().code());
    CHECK(games[0].game.name == "Anna");
    CHECK(games[0].game.level == "the_cut");
    CHECK(games[0].game.is_open);
    CHECK(games[0].core == kCoreVersion);
    CHECK(games[0].address.port == shards[0]->port());
    blue = join({.name = "Ben", .code = gold->game().code()});
    REQUIRE(run_until([&] { return blue->game().state() == GameClient::State::playing; }));
    CHECK(found(all, [](const auto& list) { return list.empty(); }).empty());
    reach::Search one(at_server(gold->game().code()));
    const auto running = found(one, [](const auto& list) { return !list.empty() && !list[0].game.is_open; });
    REQUIRE(running.size() == 1);
    CHECK(!running[0].game.is_open);
    // Queries without pause: the game goes on.
    const int socket = ::socket(AF_INET, SOCK_DGRAM, 0);
    sockaddr_in to{};
    to.sin_family = AF_INET;
    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    to.sin_port = htons(shards[0]->port());
    const auto query = reach::write_query({.nonce = 1, .code = gold->game().code()});
    for (int i = 0; i < 2'000; ++i)
        ::sendto(socket, query.data(), query.size(), 0, reinterpret_cast<const sockaddr*>(&to), sizeof to);
    ::close(socket);
    const auto tick = gold->game().predictor().confirmed().tick;
    CHECK(run_until([&] { return gold->game().predictor().confirmed().tick > Tick{tick.value + 30}; }));
    CHECK(gold->game().state() == GameClient::State::playing);
}

TEST_CASE_FIXTURE(Fixture, "players, spectators and searches of another version are told which side to update") {
    open(true);
    struct Client {
        const Fixture& at;
        int by;
        support::VersionShift way{at.shards[0]->port(), by}, watched{at.shards[0]->port(), by}, searched{at.shards[0]->port(), by};
        IdleController controller{};
        UdpClient player{{"127.0.0.1", way.port()}, {.name = "Ben", .code = "K7QF2M"}, [](const std::string&, Difficulty) { return nullptr; }, controller};
        replays::UdpSpectator spectator{{"127.0.0.1", watched.port()}, {.code = "K7QF2MXA"}};
        reach::GameFinder finder{{.code = "K7QF2M", .addresses = {{"127.0.0.1", searched.port()}}}};
    };
    Client older{*this, -1}, newer{*this, 1};
    run_until([&] {
        bool is_over = true;
        for (Client* each : {&older, &newer}) {
            each->player.advance();
            each->spectator.advance(UdpClient::now());
            each->finder.advance(UdpClient::now());
            is_over = is_over && each->player.game().state() == GameClient::State::failed && each->spectator.is_over() && each->finder.is_over();
        }
        return is_over;
    }, 40);
    for (Client* each : {&older, &newer}) {
        const std::string expected = each->by < 0 ? "the server has a newer version of Albireo; update yours" : "the server has an older version of Albireo; ask its operator to update it";
        CHECK(each->player.game().failure() == expected);
        CHECK(each->spectator.failure() == expected);
        REQUIRE(each->finder.lines_of_addresses().size() == 1);
        CHECK(each->finder.lines_of_addresses()[0].ends_with(": " + expected));
        CHECK(each->finder.facts().at_addresses[static_cast<std::size_t>(reach::AddressKind::private_ip)] ==
              (each->by < 0 ? reach::SearchFacts::Asked::server_is_newer : reach::SearchFacts::Asked::server_is_older));
        for (const support::VersionShift* way : {&each->way, &each->watched, &each->searched}) {
            CHECK(way->answers() > 0);
            CHECK(way->longer() == 0);
        }
    }
}

TEST_CASE_FIXTURE(Fixture, "a server that was not asked to answer does not") {
    open(false);
    reach::Search search(at_server(gold->game().code()));
    run_until([&] {
        search.advance(UdpClient::now());
        return !search.found().empty();
    }, 1);
    CHECK(search.found().empty());
    CHECK(search.sent() >= 4);
}

TEST_CASE_FIXTURE(Fixture, "an invitation with an IPv6 address is found there, and two players play over IPv6") {
    const int probe = ::socket(AF_INET6, SOCK_DGRAM, 0);
    sockaddr_in6 own{};
    own.sin6_family = AF_INET6;
    own.sin6_addr = in6addr_loopback;
    const bool has_ipv6 = ::bind(probe, reinterpret_cast<const sockaddr*>(&own), sizeof own) == 0;
    ::close(probe);
    if (!has_ipv6) {
        MESSAGE("not tested: no IPv6 on the loopback here");
        return;
    }
    host = "::1";
    open(true);
    const reach::Invitation made{.code = gold->game().code(), .addresses = {{"192.0.2.1", 9}, {host, shards[0]->port()}}};
    const auto read = reach::read_invitation("join me: " + reach::link_of(made));
    REQUIRE(read.error == "");
    CHECK(read.invitation.addresses == made.addresses);
    reach::Search search({.code = read.invitation.code, .addresses = read.invitation.addresses, .asks_network = false});
    REQUIRE(run_until([&] {
        search.advance(UdpClient::now());
        return !search.found().empty();
    }));
    CHECK(reach::text_of(search.found()[0].address) == "[::1]:" + std::to_string(shards[0]->port()));
    client::ServerAddress at;
    REQUIRE(client::parse_address(reach::text_of(search.found()[0].address), at));
    CHECK(at.host == host);
    blue = join({.name = "Bert", .code = read.invitation.code});
    CHECK(run_until([&] { return gold->game().state() == GameClient::State::playing && blue->game().state() == GameClient::State::playing; }));
}
