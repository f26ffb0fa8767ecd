// Goal: whoever has a code of a host can have routes added there, and takes no relayed player's route away by that.
#include "proto/relay_routes.hpp"

#include <arpa/inet.h>
#include <doctest/doctest.h>

#include <array>
#include <string>

#include "tests/support/time_units.hpp"

namespace albireo::proto {
namespace {

const NetAddress kVia{read_ip("198.51.100.1"), 7777};

RelayRoute route(std::uint8_t number, const char* home) {
    RelayRoute made{.named = {IpAddress(htonl(0xf0000000u + number)), 1}, .via = kVia, .behind = read_ip(home)};
    made.head.back() = number;
    return made;
}
std::array<std::uint8_t, 20> datagram(std::uint8_t number) {
    std::array<std::uint8_t, 20> bytes{};
    bytes[std::tuple_size_v<decltype(RelayRoute::head)> - 1] = number;
    return bytes;
}

}  // namespace

TEST_CASE("a route that is in use stays, however many are added in one moment") {
    RelayRoutes routes;
    REQUIRE(routes.add(route(1, "203.0.113.5"), 0));
    REQUIRE(routes.take(kVia, datagram(1), kSecond) != nullptr);
    const Micros between_two_datagrams = kSecond + 8 * kMs;
    for (std::uint8_t i = 10; i < 110; ++i) CHECK(routes.add(route(i, i % 2 == 0 ? "198.51.100.9" : "2001:db8:9::1"), between_two_datagrams));
    CHECK(routes.take(kVia, datagram(1), kSecond + 16 * kMs) != nullptr);
    CHECK(routes.find(route(1, "203.0.113.5").named) != nullptr);
}

TEST_CASE("a route that is not used yet gives way to others of its own home only, while one home has more of them") {
    RelayRoutes routes;
    REQUIRE(routes.add(route(1, "203.0.113.5"), 0));
    for (std::uint8_t i = 10; i < 110; ++i) REQUIRE(routes.add(route(i, "198.51.100.9"), 0));
    CHECK(routes.take(kVia, datagram(1), 2 * kSecond) != nullptr);
    CHECK(routes.take(kVia, datagram(10), 2 * kSecond) == nullptr);
    CHECK(routes.take(kVia, datagram(109), 2 * kSecond) != nullptr);
}

TEST_CASE("if all routes are in use no other is added. One that nobody uses any more makes room") {
    RelayRoutes routes;
    for (std::uint8_t i = 0; i < kRelayRoutesMax; ++i) {
        REQUIRE(routes.add(route(i, "203.0.113.5"), 0));
        REQUIRE(routes.take(kVia, datagram(i), 0) != nullptr);
    }
    CHECK_FALSE(routes.add(route(100, "198.51.100.9"), kSecond));
    CHECK(routes.add(route(0, "203.0.113.5"), kSecond));  // one that is there already
    for (std::uint8_t i = 2; i < kRelayRoutesMax; ++i) REQUIRE(routes.take(kVia, datagram(i), 5 * kSecond) != nullptr);
    REQUIRE(routes.take(kVia, datagram(0), 5 * kSecond) != nullptr);
    CHECK(routes.add(route(100, "198.51.100.9"), RelayRoutes::kInUseFor));
    CHECK(routes.take(kVia, datagram(1), RelayRoutes::kInUseFor) == nullptr);
    CHECK(routes.take(kVia, datagram(2), RelayRoutes::kInUseFor) != nullptr);
}

TEST_CASE("a datagram without the route's head, or from another address than the relay's, is not one of the route") {
    RelayRoutes routes;
    REQUIRE(routes.add(route(1, "203.0.113.5"), 0));
    CHECK(routes.take(kVia, datagram(2), 0) == nullptr);
    CHECK(routes.take({kVia.host, 7778}, datagram(1), 0) == nullptr);
    const auto whole = datagram(1);
    CHECK(routes.take(kVia, std::span(whole).first(14), 0) == nullptr);  // nothing but the head
    CHECK(routes.take(kVia, datagram(1), 0)->named == route(1, "203.0.113.5").named);
}

}  // namespace albireo::proto
