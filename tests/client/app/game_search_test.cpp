// Goal: a player who joins sees each way to the game with its state while the search goes on, and why each failed; the first way that
// leads to the game is taken.
#include <doctest/doctest.h>

#include <algorithm>
#include <chrono>
#include <thread>

#include "client/app/activities/activity.hpp"
#include "client/app/game_search.hpp"
#include "client/app/network_settings.hpp"
#include "server/shard.hpp"
#include "tests/session/idle_controller.hpp"
#include "tests/support/caught_log.hpp"
#include "tests/support/late_router.hpp"
#include "tests/support/loopback_socket.hpp"

using namespace albireo;
using namespace albireo::app;
using Meeting = reach::JoinMeeting::State;
using Failure = reach::JoinMeeting::Failure;
using Asked = SearchFacts::Asked;
using Server = SearchFacts::Server;
using Kind = reach::AddressKind;

namespace {

/// "name: told", a line for each way. Every one has the same words in the log while the game is in English.
std::vector<std::string> told(const SearchFacts& facts) {
    std::vector<std::string> all;
    for (const SearchWay& way : ways_of(facts)) all.push_back(way.name + ": " + way.told);
    return all;
}

SearchFacts invited() {
    return {.addresses = {{"203.0.113.5", 40123}, {"2001:db8::7", 7777}, {"192.168.1.20", 7777}}, .rendezvous = reach::Address{"play.example.org", 7777}};
}

SearchFacts meeting(Meeting state, Failure failure = Failure::none) {
    SearchFacts facts = invited();
    facts.network = Asked::silent;
    facts.at_addresses.fill(Asked::silent);
    facts.server = Server::answered;
    facts.meeting = state;
    facts.failure = failure;
    return facts;
}

/// Runs a search with real sockets to its end.
void run(GameSearch& search) {
    const auto until = client::UdpClient::now() + 60 * proto::kMicrosPerSecond;
    while (!search.is_over() && client::UdpClient::now() < until) {
        search.advance(client::UdpClient::now());
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
    REQUIRE(search.is_over());
}

}  // namespace

TEST_CASE("a search with a code alone: this network, and that no rendezvous server is used") {
    CHECK(told({}) == std::vector<std::string>{"this network: asking...", "rendezvous server: not used"});
    CHECK(told({.network = Asked::silent}) == std::vector<std::string>{"this network: no answer", "rendezvous server: not used"});
    CHECK(told({.network = Asked::answered}).front() == "this network: found");
}

TEST_CASE("the addresses of an invitation are asked beside the network, each kind in a row of its own, and a host name once it is looked up") {
    CHECK(told({.addresses = {{"192.168.1.20", 7777}}})[1] == "private address 192.168.1.20:7777: asking...");
    CHECK(told({.addresses = {{"192.168.1.20", 7777}, {"10.0.5.1", 7777}}})[1] == "private address: asking...");
    CHECK(told({.addresses = {{"game.example.org", 7777}}})[1] == "host name game.example.org:7777: asking...");
    SearchFacts named{.addresses = {{"game.example.org", 7777}}};
    for (const auto& [asked, words] : {std::pair{Asked::looked_up, "looking up its address..."}, {Asked::without_address, "its name has no address"}}) {
        named.at(Kind::name) = asked;
        CHECK(told(named)[1] == std::string("host name game.example.org:7777: ") + words);
    }
    SearchFacts facts{.addresses = invited().addresses};
    const std::string mapped = "mapped port or public IPv4 address: ", ipv6 = "IPv6 address: ", home = "private address: ";
    const auto rows = [&] {
        const std::vector<std::string> all = told(facts);
        REQUIRE(all.size() == 5);
        return std::vector<std::string>{all[1], all[2], all[3]};
    };
    CHECK(rows() == std::vector<std::string>{mapped + "asking...", ipv6 + "asking...", home + "asking..."});
    facts.at(Kind::ipv6) = Asked::no_route;
    facts.at(Kind::public_ipv4) = Asked::answered;
    CHECK(rows() == std::vector<std::string>{mapped + "found", ipv6 + "no route from here", home + "asking..."});
    CHECK(ways_of(facts)[2].line == "IPv6 address: no route from here");
    CHECK(ways_of(facts)[2].state == SearchWay::State::failed);
}

TEST_CASE("which way an address is: what the internet does not have is private, in both families") {
    for (const auto& [host, kind] : {std::pair{"203.0.113.5", Kind::public_ipv4}, {"100.64.0.7", Kind::private_ip}, {"10.0.0.1", Kind::private_ip}, {"169.254.1.1", Kind::private_ip},
                                     {"127.0.0.1", Kind::private_ip}, {"2001:db8::7", Kind::ipv6}, {"fd00::7", Kind::private_ip}, {"fdff::7", Kind::private_ip}, {"fe80::7%1", Kind::private_ip}, {"::1", Kind::private_ip}, {"game.example.org", Kind::name}}) {
        CAPTURE(host);
        CHECK(reach::kind_of({host, 7777}) == kind);
    }
}

TEST_CASE("a meeting is told step by step: the server, the path through the routers, the relay") {
    struct Row {
        SearchFacts facts;
        std::string server, direct, relay;
    };
    SearchFacts looked_up = meeting(Meeting::asking), without_address = looked_up, asked = looked_up, late = looked_up, unrelayed = meeting(Meeting::punching);
    looked_up.server = Server::looked_up;
    without_address.server = Server::without_address;
    asked.server = Server::asked;
    late.server = Server::late;
    unrelayed.may_relay = false;
    SearchFacts blocked = meeting(Meeting::failed, Failure::no_punch);
    blocked.may_relay = false;
    const std::string later = "after the introduction", if_needed = "if no direct path opens", untried = "not tried";
    for (const Row& row : {
             Row{looked_up, "looking up its address...", later, if_needed},
             {without_address, "its name has no address", untried, untried},
             {asked, "asking...", later, if_needed},
             {late, "no answer", untried, untried},
             {meeting(Meeting::asking), "waiting for the host...", later, if_needed},
             {meeting(Meeting::failed, Failure::no_answer), "the rendezvous server does not answer", untried, untried},
             {meeting(Meeting::failed, Failure::server_is_newer), "the rendezvous server has a newer version of Albireo; update yours", untried, untried},
             {meeting(Meeting::failed, Failure::server_is_older), "the rendezvous server has an older version of Albireo; ask its operator to update it", untried, untried},
             {meeting(Meeting::failed, Failure::unknown_code), "no host is registered there under this code", untried, untried},
             {meeting(Meeting::failed, Failure::host_silent), "the host does not respond to the rendezvous server", untried, untried},
             {meeting(Meeting::punching), "the host answers", "opening a path...", if_needed},
             {unrelayed, "the host answers", "opening a path...", "switched off"},
             {meeting(Meeting::met), "the host answers", "found", if_needed},
             {meeting(Meeting::relaying), "the host answers", "the routers block it", "asking..."},
             {meeting(Meeting::relayed), "the host answers", "the routers block it", "found"},
             {blocked, "the host answers", "the routers block it", "switched off"},
             {meeting(Meeting::failed, Failure::no_relay), "the host answers", "the routers block it", "it is full, or does not answer"},
         }) {
        const std::vector<std::string> all = told(row.facts);
        REQUIRE(all.size() == 7);
        CHECK(all[4] == "rendezvous server play.example.org:7777: " + row.server);
        CHECK(all[5] == "direct path through both routers: " + row.direct);
        CHECK(all[6] == "relay: " + row.relay);
    }
    CHECK(ways_of(asked)[4].line == "rendezvous server play.example.org:7777: asking...");
    CHECK(ways_of(asked)[4].state == SearchWay::State::trying);
    CHECK(ways_of(late)[4].state == SearchWay::State::failed);
    CHECK(notice_of_search("K7QF2M", ways_of(asked)).title == "Looking for K7QF2M");
}

TEST_CASE("over real sockets: a game that is nowhere. Every way has failed, and the log has each reason") {
    server::Levels levels;
    server::Config config;
    config.bind = "127.0.0.1";
    config.port = 0;
    config.rendezvous = true;
    std::string error;
    server::Shard rendezvous(config, 0, levels, error);
    REQUIRE(error == "");
    rendezvous.start();
    const reach::Address server{"127.0.0.1", rendezvous.port()};
    GameSearch search({.code = "K7QF2M", .addresses = {{"127.0.0.1", 9}, {"game.invalid", 7777}}, .rendezvous = server});
    const auto began = client::UdpClient::now();
    run(search);
    CHECK_FALSE(search.found());
    CHECK(search.last_resort().host == "127.0.0.1");
    CHECK(search.last_resort().port == 9);
    // Without a name server the answer about the name may come late.
    const std::vector<std::string> lines = search.lines();
    const bool is_looked_up = std::ranges::count(lines, "K7QF2M: host name: its name has no address") == 1;
    const std::vector<std::string> expected = {
        "K7QF2M: this network: no answer",
        "K7QF2M: private address: no answer",
        is_looked_up ? "K7QF2M: host name: its name has no address" : "K7QF2M: host name: looking up its address...",
        "K7QF2M: rendezvous server " + reach::text_of(server) + ": no host is registered there under this code",
        "K7QF2M: direct path through both routers: not tried",
        "K7QF2M: relay: not tried",
        "K7QF2M: 127.0.0.1:9: no answer",
        is_looked_up ? "K7QF2M: game.invalid:7777: its name has no address" : "K7QF2M: game.invalid:7777: its address is not known yet",
    };
    CHECK(lines == expected);
    CHECK(client::UdpClient::now() - began < 2'800 * proto::kMicrosPerMs);  // 3 s is how long the rendezvous server is asked for a code alone
}

TEST_CASE("over real sockets: a game that is found. Why the other ways failed is in the log, by default unless it was found at once and none had failed") {
    server::Levels levels;
    server::Config config;
    config.bind = "127.0.0.1";
    config.port = 0;
    config.rendezvous = true;
    std::string error;
    server::Shard rendezvous(config, 0, levels, error);
    REQUIRE(error == "");
    rendezvous.start();
    const reach::Address server{"127.0.0.1", rendezvous.port()};
    config.rendezvous = false;
    config.enrol_at = reach::text_of(server);
    config.answers_lan = true;
    server::Shard hosts(config, 0, levels, error);
    REQUIRE(error == "");
    hosts.start();
    IdleController idle;
    client::UdpClient anna({"127.0.0.1", hosts.port()}, {.name = "Anna"}, [&](const std::string& name, Difficulty difficulty) { return levels.find(name, difficulty); }, idle);
    for (const auto until = client::UdpClient::now() + 30 * proto::kMicrosPerSecond; client::UdpClient::now() < until;) {
        anna.advance();
        anna.wait(5'000);
        if (!anna.game().code().empty() && hosts.enrolment_of(anna.game().code()) == reach::Enrolment::enrolled) break;
    }
    const std::string code = anna.game().code();
    REQUIRE(hosts.enrolment_of(code) == reach::Enrolment::enrolled);

    const support::CaughtLog log;
    SUBCASE("through the rendezvous: nothing answers at the address of the invitation") {
        // A router that drops everything: its port 9 takes datagrams and answers none.
        const support::LoopbackSocket silent(SOCK_DGRAM);
        GameSearch search({.code = code, .addresses = {{"127.0.0.1", silent.port()}}, .rendezvous = server});
        run(search);
        REQUIRE(search.found());
        CHECK(search.found()->route == client::Route::punched);
        search.log();
        CHECK(log.count("[warning] " + code + " punched at 127.0.0.1:" + std::to_string(hosts.port())) == 1);
        CHECK(log.count("[warning] " + code + ": this network: no answer") == 1);
        CHECK(log.count("[warning] " + code + ": private address: no answer") == 1);
        CHECK(log.count("[warning] " + code + ": 127.0.0.1:" + std::to_string(silent.port()) + ": no answer") == 1);
        CHECK(log.count("relay") == 0);  // it was not needed
    }
    SUBCASE("at once, at the address of the invitation: nothing at this level") {
        GameSearch search({.code = code, .addresses = {{"127.0.0.1", hosts.port()}}});
        run(search);
        REQUIRE(search.found());
        CHECK(search.found()->route == client::Route::direct);
        search.log();
        CHECK(log.count("[info] " + code + " found at 127.0.0.1:" + std::to_string(hosts.port())) == 1);
        CHECK(log.count("[warning]") == 0);
    }
    SUBCASE("directly, when this network had failed: the host's answers come late. The rendezvous server answers nothing") {
        const support::LoopbackSocket other(SOCK_DGRAM);
        support::LateRouter router(hosts.port());
        GameSearch search({.code = code, .addresses = {{"127.0.0.1", router.port()}}, .rendezvous = reach::Address{"127.0.0.1", other.port()}});
        const auto has_failed = [](const SearchWay& way) { return way.state == SearchWay::State::failed; };
        for (const auto until = client::UdpClient::now() + 20 * proto::kMicrosPerSecond; !search.is_over() && client::UdpClient::now() < until;) {
            search.advance(client::UdpClient::now());
            if (std::ranges::any_of(search.ways(), has_failed)) router.forward();
            std::this_thread::sleep_for(std::chrono::milliseconds(2));
        }
        REQUIRE(search.found());
        CHECK(search.found()->route == client::Route::direct);
        search.log();
        CHECK(log.count("[warning] " + code + " found at 127.0.0.1:" + std::to_string(router.port())) == 1);
        CHECK(log.count("[warning] " + code + ": this network: no answer") == 1);
        CHECK(log.count(": 127.0.0.1:" + std::to_string(router.port()) + ": no answer") == 0);
    }
}

TEST_CASE("what the log says of a game that was found through the relay: each way that failed before it") {
    const std::vector<std::string> expected = {
        "this network: no answer",
        "mapped port or public IPv4 address: no answer",
        "IPv6 address: no route from here",
        "private address: no answer",
        "direct path through both routers: the routers block it",
    };
    SearchFacts facts = meeting(Meeting::relayed);
    facts.at(Kind::ipv6) = Asked::no_route;
    CHECK(failed_before(facts) == expected);
    // One that was found before the others had their time.
    facts = meeting(Meeting::met);
    facts.network = Asked::asking;
    facts.at_addresses.fill(Asked::server_is_newer);
    CHECK(failed_before(facts) == std::vector<std::string>{"this network: no answer until then", "mapped port or public IPv4 address: the server has a newer version of Albireo; update yours",
                                                           "IPv6 address: the server has a newer version of Albireo; update yours",
                                                           "private address: the server has a newer version of Albireo; update yours"});
}

TEST_CASE("over real sockets: without a rendezvous server a search ends in time, and a code alone leads to this computer") {
    GameSearch search({.code = "K7QF2M"});
    const auto began = client::UdpClient::now();
    run(search);
    CHECK(client::UdpClient::now() - began < 4 * proto::kMicrosPerSecond);
    CHECK_FALSE(search.found());
    CHECK(search.last_resort().host == "127.0.0.1");
    CHECK(search.last_resort().port == 7777);
    // A host name alone, without a key: the connection is tried at once.
    GameSearch named({.code = "K7QF2M", .addresses = {{"game.example.org", 7777}}});
    named.advance(0);
    CHECK(named.is_over());
    CHECK(named.last_resort().host == "game.example.org");
    CHECK(named.lines().front() == "K7QF2M: this network: not asked");
}

TEST_CASE("the settings of the network reach the search and the hosted game") {
    Settings settings;
    settings.may_relay = settings.maps_port = settings.lan_visible = false;
    settings.watch_delay = 30;
    settings.rendezvous = "play.example.org";
    CommandLine line;
    line.code = "K7QF2M";
    line.addresses = {{"192.168.1.20", 7777}};
    use_network_settings(line, settings);
    CHECK_FALSE(line.setup.may_relay);
    CHECK_FALSE(line.setup.maps_port);
    CHECK_FALSE(line.setup.lan);
    CHECK(line.setup.watch_delay == 30);
    CHECK(line.setup.rendezvous == "play.example.org:7777");
    GameSearchOptions options = search_options(line);
    CHECK(options.code == "K7QF2M");
    CHECK(options.addresses == line.addresses);
    CHECK_FALSE(options.may_relay);
    CHECK_FALSE(options.prover);
    line.setup.server_key.emplace();
    CHECK(search_options(line).prover);
    line.setup.server_key.reset();
    CHECK(options.rendezvous == reach::Address{"play.example.org", 7777});
    CHECK(GameSearch(options).ways().back().told == "switched off");
    settings.may_relay = true;
    settings.rendezvous = "other.example.org";
    use_network_settings(line, settings);
    CHECK(search_options(line).may_relay);
    CHECK(line.rendezvous->host == "play.example.org");  // that of the invitation
    settings.uses_rendezvous = false;
    use_network_settings(line, settings);
    CHECK_FALSE(search_options(line).rendezvous);  // not that of the invitation either
    CHECK(line.setup.rendezvous.empty());
    settings.uses_rendezvous = true;
    CommandLine plain;
    settings.rendezvous = "not an address";
    CHECK_FALSE(rendezvous_fault(settings).empty());
    use_network_settings(plain, settings);
    CHECK_FALSE(search_options(plain).rendezvous);
}
