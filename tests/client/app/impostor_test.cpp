// Goal: a player with a host's invitation gets into that host's game, also if another server is the first to answer their search.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <span>
#include <thread>

#include "client/app/game_search.hpp"
#include "proto/key_proof.hpp"
#include "reach/query.hpp"
#include "server/shard.hpp"
#include "tests/session/idle_controller.hpp"
#include "tests/support/late_router.hpp"

using namespace albireo;
using namespace albireo::app;

TEST_CASE("over real sockets: another server answers first, as a neighbour may. With the key of the invitation the search goes on to the right one") {
    server::Levels levels;
    server::Config config;
    config.bind = "127.0.0.1";
    config.port = 0;
    config.answers_lan = true;
    std::string error;
    server::Shard hosts(config, 0, levels, error), neighbour(config, 0, levels, error);
    REQUIRE(error == "");
    hosts.start();
    neighbour.start();
    IdleController idle;
    client::UdpClient anna({"127.0.0.1", hosts.port()}, {.name = "Anna"}, [&](const std::string& name, Difficulty difficulty) { return levels.find(name, difficulty); }, idle);
    for (const auto until = client::UdpClient::now() + 30 * proto::kMicrosPerSecond; client::UdpClient::now() < until && anna.game().code().empty();) {
        anna.advance();
        anna.wait(5'000);
    }
    const std::string code = anna.game().code();
    REQUIRE_FALSE(code.empty());

    for (const bool has_key : {true, false}) {
        for (const bool is_silent : {true, false}) {
            CAPTURE(has_key);
            CAPTURE(is_silent);
            // It answers each query, in the name of a server that then says nothing, or of one with another key.
            const support::LoopbackSocket impostor(SOCK_DGRAM);
            const std::uint16_t named = is_silent ? impostor.port() : neighbour.port();
            int forged = 0;
            const auto forge = [&] {
                std::array<std::uint8_t, 2048> bytes{};
                sockaddr_in from{};
                socklen_t size = sizeof from;
                const auto got = ::recvfrom(impostor.fd(), bytes.data(), bytes.size(), MSG_DONTWAIT, reinterpret_cast<sockaddr*>(&from), &size);
                const auto query = reach::read_query(std::span{bytes}.first(static_cast<std::size_t>(std::max<ssize_t>(got, 0))));
                if (!query) return;
                const std::size_t written = reach::write_answer({.nonce = query->nonce, .server = 1, .host = htonl(INADDR_LOOPBACK), .port = named, .games = {{code, "Eve", "the_cut", true}}}, bytes);
                ::sendto(impostor.fd(), bytes.data(), written, 0, reinterpret_cast<const sockaddr*>(&from), size);
                ++forged;
            };
            support::LateRouter router(hosts.port());
            GameSearchOptions options{.code = code, .addresses = {{"127.0.0.1", impostor.port()}, {"127.0.0.1", router.port()}}};
            if (has_key) options.prover = proto::prover_of(*hosts.server_key());
            GameSearch search(options);
            for (const auto until = client::UdpClient::now() + 20 * proto::kMicrosPerSecond; !search.is_over() && client::UdpClient::now() < until;) {
                search.advance(client::UdpClient::now());
                forge();
                if (forged >= 3) router.forward();
                std::this_thread::sleep_for(std::chrono::milliseconds(2));
            }
            REQUIRE(search.found());
            CHECK(search.found()->port == (has_key ? router.port() : named));
        }
    }
    // Under a name, a server is found that answers no queries, as a dedicated one.
    {
        config.answers_lan = false;
        server::Shard dedicated(config, 0, levels, error);
        REQUIRE(error == "");
        dedicated.start();
        GameSearchOptions options{.code = code, .addresses = {{"localhost", dedicated.port()}, {"127.0.0.1", 9}}};
        options.prover = proto::prover_of(*dedicated.server_key());
        GameSearch search(options);
        for (const auto until = client::UdpClient::now() + 20 * proto::kMicrosPerSecond; !search.is_over() && client::UdpClient::now() < until;) {
            search.advance(client::UdpClient::now());
            std::this_thread::sleep_for(std::chrono::milliseconds(2));
        }
        REQUIRE(search.found());
        CHECK(search.found()->host == "localhost");
        CHECK(search.found()->port == dedicated.port());
    }
    // The only server that answers has another key than the invitation.
    GameSearchOptions options{.code = code, .addresses = {{"127.0.0.1", hosts.port()}}};
    options.prover = proto::prover_of(*neighbour.server_key());
    GameSearch search(options);
    for (const auto until = client::UdpClient::now() + 20 * proto::kMicrosPerSecond; !search.is_over() && client::UdpClient::now() < until;) {
        search.advance(client::UdpClient::now());
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
    REQUIRE(search.is_over());
    CHECK_FALSE(search.found());
    const std::vector<std::string> lines = search.lines();
    CHECK(std::ranges::count(lines, code + ": private address: a game answers, but not that of the invitation") == 1);
    CHECK(std::ranges::count(lines, code + ": 127.0.0.1:" + std::to_string(hosts.port()) + ": what answers there does not prove the key of the invitation") == 1);
}
