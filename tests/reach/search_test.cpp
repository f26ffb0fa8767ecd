// Goal: over real sockets of this computer, a game is found by its code and by asking for all games, within 0.3 s; a game
// that stops answering is forgotten; answers of other programs are ignored.
#include <doctest/doctest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <thread>

#include "reach/interfaces.hpp"
#include "reach/lan_server.hpp"
#include "reach/search.hpp"
#include "tests/reach/game_list.hpp"
#include "tests/support/version_shift.hpp"

using namespace albireo;
using namespace albireo::reach;
using proto::kMicrosPerMs;
using proto::kMicrosPerSecond;

namespace {

proto::Micros steady_now() {
    return std::chrono::duration_cast<std::chrono::microseconds>(std::chrono::steady_clock::now().time_since_epoch())
        .count();
}

/// A server's socket on this computer, with nothing but the answers to queries.
struct Server {
    explicit Server(std::vector<ListedGame> of) : games(std::move(of)), socket(::socket(AF_INET, SOCK_DGRAM | SOCK_NONBLOCK, 0)) {
        sockaddr_in any{};
        any.sin_family = AF_INET;
        REQUIRE(::bind(socket, reinterpret_cast<const sockaddr*>(&any), sizeof any) == 0);
        socklen_t size = sizeof any;
        ::getsockname(socket, reinterpret_cast<sockaddr*>(&any), &size);
        port = ntohs(any.sin_port);
        lan = std::make_unique<LanServer>(7, 9, port, socket, [this](const Query& query) { return find_games(games, query); });
    }
    ~Server() { ::close(socket); }
    void serve() {
        std::array<std::uint8_t, 2048> in{}, out{};
        sockaddr_in from{};
        socklen_t size = sizeof from;
        for (;;) {
            const auto got = ::recvfrom(socket, in.data(), in.size(), 0, reinterpret_cast<sockaddr*>(&from), &size);
            if (got < 0) return;
            const auto answer =
                lan->take(std::span{in}.first(static_cast<std::size_t>(got)), proto::IpAddress(from.sin_addr.s_addr), steady_now(), out);
            if (!answer) {
                ++others;
            } else if (*answer != 0) {
                ::sendto(socket, out.data(), *answer, 0, reinterpret_cast<const sockaddr*>(&from), size);
            }
        }
    }
    std::vector<ListedGame> games;
    int socket;
    std::uint16_t port = 0;
    int others = 0;  // datagrams that are no queries
    std::unique_ptr<LanServer> lan;
};

/// Runs until something is found, at most this long. Returns how long it took.
proto::Micros run(Search& search, Server* server, proto::Micros most) {
    const proto::Micros began = steady_now();
    while (search.found().empty() && steady_now() < began + most) {
        search.advance(steady_now());
        if (server != nullptr) server->serve();
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
    return steady_now() - began;
}

}  // namespace

TEST_CASE("a game is found at a given address, by its code and among all games") {
    Server server({ListedGame{{"K7QF2M", "Anna", "the_cut", true}}});
    for (const char* code : {"K7QF2M", ""}) {
        Search search({.code = code, .addresses = {{"127.0.0.1", server.port}}, .asks_network = false});
        const proto::Micros took = run(search, &server, kMicrosPerSecond);
        REQUIRE(search.found().size() == 1);
        MESSAGE("found after " << static_cast<double>(took) / 1000 << " ms");
        CHECK(search.found()[0].game.name == "Anna");
        CHECK(search.found()[0].address == Address{"127.0.0.1", server.port});
        CHECK(search.found()[0].core == 9);
    }
    Search other({.code = "AAAAAA", .addresses = {{"127.0.0.1", server.port}, {"no.such.name", 7777}}, .asks_network = false});
    run(other, &server, 300 * kMicrosPerMs);
    CHECK(other.found().empty());
    CHECK(other.sent() >= 3);  // repeated: a query may be lost
    CHECK(server.others == 0);
}

TEST_CASE("a game is found by its watch code, though no seat in it is free") {
    Server server({ListedGame{{"K7QF2M", "Anna", "the_cut", false}, "K7QF2MXA"}});
    Search search({.watch_code = "K7QF2MXA", .addresses = {{"127.0.0.1", server.port}}, .asks_network = false});
    run(search, &server, kMicrosPerSecond);
    REQUIRE(search.found().size() == 1);
    CHECK(search.found()[0].address == Address{"127.0.0.1", server.port});
    Search other({.watch_code = "K7QF2MXC", .addresses = {{"127.0.0.1", server.port}}, .asks_network = false});
    run(other, &server, 300 * kMicrosPerMs);
    CHECK(other.found().empty());
}

TEST_CASE("a server of another version is noticed, and forgotten when it is silent") {
    for (const int by : {-1, 1}) {
        Server server({ListedGame{{"K7QF2M", "Anna", "the_cut", true}}});
        support::VersionShift way(server.port, by);
        Search search({.addresses = {{"127.0.0.1", way.port()}}, .asks_network = false});
        const proto::Micros until = steady_now() + 2 * kMicrosPerSecond;
        while (search.other_versions().empty() && steady_now() < until) {
            search.advance(steady_now());
            server.serve();
            std::this_thread::sleep_for(std::chrono::milliseconds(2));
        }
        REQUIRE(search.other_versions().size() == 1);
        CHECK(search.other_versions()[0].gap == (by > 0 ? proto::VersionGap::server_is_older : proto::VersionGap::server_is_newer));
        CHECK(search.other_versions()[0].from.port == way.port());
        CHECK(search.found().empty());
        search.advance(steady_now() + 10 * kMicrosPerSecond);
        CHECK(search.other_versions().empty());
    }
}

TEST_CASE("an answer to another query is ignored, and a game that is silent is forgotten") {
    Server server({ListedGame{{"K7QF2M", "Anna", "the_cut", true}}});
    Search search({.addresses = {{"127.0.0.1", server.port}}, .asks_network = false});
    search.advance(0);
    // Another program answers a query that was not sent.
    std::array<std::uint8_t, 2048> bytes{};
    sockaddr_in from{};
    socklen_t size = sizeof from;
    REQUIRE(::recvfrom(server.socket, bytes.data(), bytes.size(), 0, reinterpret_cast<sockaddr*>(&from), &size) > 0);
    auto query = read_query(std::span{bytes}.first(kQueryBytes));
    REQUIRE(query);
    Answer answer{.nonce = query->nonce + 1, .server = 1, .core = 9, .port = 7777, .games = {{"AAAAAA", "Eve", "", true}}};
    const auto send = [&] {
        const std::size_t written = write_answer(answer, bytes);
        ::sendto(server.socket, bytes.data(), written, 0, reinterpret_cast<const sockaddr*>(&from), size);
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
    };
    send();
    search.advance(1);
    CHECK(search.found().empty());
    answer.nonce = query->nonce;
    send();
    search.advance(2);
    REQUIRE(search.found().size() == 1);
    answer.host = address_of("127.0.0.2");  // the same game, at another address of its server
    send();
    search.advance(3);
    REQUIRE(search.found().size() == 1);
    CHECK(search.found()[0].address.host == "127.0.0.1");
    search.advance(10 * kMicrosPerSecond);
    CHECK(search.found().empty());
}

TEST_CASE("forged answers, in the name of many addresses and of the real server, push out no answer of an address that was asked") {
    Server server({ListedGame{{"K7QF2M", "Anna", "the_cut", true}}});
    Search search({.code = "K7QF2M", .addresses = {{"127.0.0.1", server.port}}, .asks_network = false, .finds_each_address = true});
    search.advance(0);
    std::array<std::uint8_t, 2048> bytes{};
    sockaddr_in from{};
    socklen_t size = sizeof from;
    REQUIRE(::recvfrom(server.socket, bytes.data(), bytes.size(), 0, reinterpret_cast<sockaddr*>(&from), &size) > 0);
    const auto query = read_query(std::span{bytes}.first(kQueryBytes));
    REQUIRE(query);
    Answer answer{.nonce = query->nonce, .server = 1, .core = 9, .port = 7777, .games = {{"K7QF2M", "Eve", "", true}}};
    const auto send = [&](const char* host, std::uint16_t port) {
        answer.host = address_of(host);
        answer.port = port;
        const std::size_t written = write_answer(answer, bytes);
        ::sendto(server.socket, bytes.data(), written, 0, reinterpret_cast<const sockaddr*>(&from), size);
    };
    for (std::uint16_t port = 8000; port < 8040; ++port) send("127.0.0.9", port);
    send("127.0.0.1", server.port);
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    search.advance(1);
    CHECK(search.found().size() == 32);
    CHECK(std::ranges::count(search.found(), Address{"127.0.0.1", server.port}, &Found::address) == 1);
}
