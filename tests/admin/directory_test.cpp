// Goal: a pass admits one code on one port of one server for a short time. A Redis that is not there, or that never answers, holds nobody
// up: calls return at once, and the log has one line.
#include "server/fleet/fleet_directory.hpp"

#include <arpa/inet.h>
#include <doctest/doctest.h>
#include <sys/socket.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "server/shard.hpp"
#include "tests/support/caught_log.hpp"
#include "tests/support/loopback_socket.hpp"

using namespace albireo;
using namespace albireo::server;
namespace fs = std::filesystem;

namespace {

FleetDirectory::Options options_for(std::uint16_t port) {
    return {.redis = {.host = "127.0.0.1", .port = port}, .host = "127.0.0.1", .port = 7778, .shards = 2, .owner = std::string(32, 'a')};
}

}  // namespace

TEST_CASE("a pass admits its code on its server and port until it expires") {
    const FleetSecret secret{1, 2, 3}, other_secret{1, 2, 4};
    const proto::PublicKey key{7}, other_key{8};
    const std::uint64_t now = 1'800'000'000;
    const proto::Pass pass = make_pass(secret, key, 7777, "K7QF2M", now);
    CHECK(is_valid(pass, secret, key, 7777, "K7QF2M", now));
    CHECK(is_valid(pass, secret, key, 7777, "K7QF2M", now + kPassFor));
    CHECK_FALSE(is_valid(pass, other_secret, key, 7777, "K7QF2M", now));
    CHECK_FALSE(is_valid(pass, secret, other_key, 7777, "K7QF2M", now));
    CHECK_FALSE(is_valid(pass, secret, key, 7778, "K7QF2M", now));
    CHECK_FALSE(is_valid(pass, secret, key, 7777, "K7QF2N", now));
    CHECK_FALSE(is_valid(pass, secret, key, 7777, "K7QF2", now));
    CHECK_FALSE(is_valid(proto::Pass{}, secret, key, 7777, "K7QF2M", now));
    for (std::size_t i = 0; i < pass.size(); ++i) {
        proto::Pass forged = pass;
        forged[i] ^= 1;
        CHECK_FALSE(is_valid(forged, secret, key, 7777, "K7QF2M", now));
    }
    // Expired; and, if its server's clock is fast, valid for no longer than that may be.
    CHECK_FALSE(is_valid(pass, secret, key, 7777, "K7QF2M", now + kPassFor + kClocksDiffer + 1));
    CHECK(is_valid(pass, secret, key, 7777, "K7QF2M", now - kClocksDiffer));
    CHECK_FALSE(is_valid(pass, secret, key, 7777, "K7QF2M", now - kClocksDiffer - 1));
}

TEST_CASE("the address of a directory is a host, a port and a database, and its password is never shown") {
    const auto plain = read_redis_address("redis://127.0.0.1");
    REQUIRE(plain);
    CHECK(plain->text() == "127.0.0.1:6379/0");
    const auto full = read_redis_address("redis://fleet:se:cret@redis.example.org:7000/3");
    REQUIRE(full);
    CHECK(full->user == "fleet");
    CHECK(full->password == "se:cret");
    CHECK(full->text() == "redis.example.org:7000/3");
    CHECK(read_redis_address("redis://:secret@host")->user.empty());
    for (const char* bad : {"", "127.0.0.1:6379", "http://127.0.0.1", "redis://", "redis://:6379", "redis://host:0", "redis://host:x",
                            "redis://host/x", "redis://host:1/2/3", "redis://user@host", "redis://two words"}) {
        CAPTURE(bad);
        CHECK_FALSE(read_redis_address(bad));
    }
}

TEST_CASE("the owner of a folder is made once, and a damaged file is named") {
    const fs::path folder = fs::temp_directory_path() / ("albireo-owner-" + std::to_string(getpid()));
    fs::create_directory(folder);
    std::string fault;
    const std::string owner = directory_owner(folder.string(), fault);
    CHECK(owner.size() == 32);
    CHECK(directory_owner(folder.string(), fault) == owner);
    CHECK(fault.empty());
    CHECK(directory_owner("", fault) != owner);
    std::ofstream(folder / "directory.owner") << "nonsense";
    CHECK(directory_owner(folder.string(), fault) != owner);
    CHECK(fault.find("is damaged") != std::string::npos);
    fault.clear();
    directory_owner((folder / "missing").string(), fault);
    CHECK(fault.find("directory.owner") != std::string::npos);
    fs::remove_all(folder);
}

TEST_CASE("a Redis that is dead or silent holds nobody up") {
    for (const bool is_silent : {false, true}) {
        CAPTURE(is_silent);
        // A socket that takes connections and never answers; or, closed, a port on which nobody listens.
        support::LoopbackSocket port(SOCK_STREAM);
        REQUIRE(::listen(port.fd(), 8) == 0);
        if (!is_silent) port.close();
        const support::CaughtLog log;
        {
            FleetDirectory directory(options_for(port.port()));
            const Micros began = steady_now();
            Micros slowest = 0;
            // Longer than the first attempt takes.
            while (steady_now() - began < 2'500'000) {
                const Micros before = steady_now();
                CHECK(directory.find("K7QF2M", 1, before).where == Directory::Where::unknown);
                CHECK_FALSE(directory.take_code(0));
                CHECK_FALSE(directory.must_wait(0));
                directory.keep("ACDEFG", "ACDEFGHJ", 1);
                directory.drop("ACDEFG");
                CHECK(directory.fleet().empty());
                CHECK_FALSE(directory.least_loaded());
                slowest = std::max(slowest, steady_now() - before);
                usleep(10'000);
            }
            MESSAGE("the slowest calls took " << slowest << " us");
            const DirectoryFigures figures = directory.figures();
            CHECK_FALSE(figures.is_up);
            CHECK(figures.faults == 1);
            CHECK(figures.codes == 0);
        }
        CHECK(log.count("does not answer") == 1);
        CHECK(log.count("") == 1);
    }
}

TEST_CASE("without an answer of Redis tickets are still checked") {
    support::LoopbackSocket port(SOCK_STREAM);
    port.close();
    const support::CaughtLog log;
    FleetDirectory directory(options_for(port.port()));
    // Its own: this server may be the first of its fleet.
    const proto::Ticket own = directory.ticket("K7QF2M", {"127.0.0.1", 7778, {}}, 1'000);
    CHECK(directory.admits(own.pass, "K7QF2M", 1'000));
    CHECK_FALSE(directory.admits(directory.ticket("K7QF2M", {"127.0.0.1", 7777, {}}, 1'000).pass, "K7QF2M", 1'000));  // of another port
    CHECK_FALSE(directory.admits(own.pass, "K7QF2N", 1'000));
}
