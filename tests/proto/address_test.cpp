// Goal: addresses as users type them are split at the right colon, and others are refused.
#include "proto/address.hpp"

#include <doctest/doctest.h>

namespace albireo::proto {

TEST_CASE("HOST:PORT, with brackets around IPv6") {
    struct Row {
        const char *text, *host;
        std::uint16_t port;
    };
    for (const Row& row : {Row{"127.0.0.1:7777", "127.0.0.1", 7777}, {"play.example.org:1", "play.example.org", 1}, {"[::1]:65535", "::1", 65535}, {"[fe80::1%eth0]:9", "fe80::1%eth0", 9}}) {
        CAPTURE(row.text);
        std::string host;
        std::uint16_t port = 0;
        CHECK(split_address(row.text, host, port));
        CHECK(host == row.host);
        CHECK(port == row.port);
        CHECK(join_address(host, port) == row.text);
        CHECK(read_host_port(row.text, host, port));
    }
    for (const char* bad : {"", ":1", "a", "a:", "a:0", "a:65536", "a:7x", "::1:7777", "[::1]", "[]:1", "[a]:1", "[::1:7", "::1]:7", "[[::1]]:7"}) {
        std::string host = "kept";
        std::uint16_t port = 5;
        CHECK_FALSE_MESSAGE(split_address(bad, host, port), bad);
        CHECK((host == "kept" && port == 5));
    }
}

TEST_CASE("a port may be missing, and then IPv6 needs no brackets") {
    struct Row {
        const char *text, *host;
    };
    for (const Row& row : {Row{"here", "here"}, {"::1", "::1"}, {"2001:db8::1", "2001:db8::1"}, {"[2001:db8::1]", "2001:db8::1"}}) {
        CAPTURE(row.text);
        std::string host;
        std::uint16_t port = 7777;
        CHECK(read_host_port(row.text, host, port));
        CHECK(host == row.host);
        CHECK(port == 7777);
    }
    for (const char* bad : {"", "a:", "a:0", "a:b", "[]", "[::1]:", "[::1]:0", "[::1", ":7777"}) {
        std::string host;
        std::uint16_t port = 0;
        CHECK_FALSE_MESSAGE(read_host_port(bad, host, port), bad);
    }
}

}  // namespace albireo::proto
