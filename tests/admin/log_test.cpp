// Goal: a stranger's name cannot forge a line of the log, and the log shows only as much of an address as the operator wants.
#include <arpa/inet.h>
#include <doctest/doctest.h>

#include "server/log_event.hpp"

using namespace albireo;
using namespace albireo::server;

TEST_CASE("names in the log are quoted, without control characters and direction marks") {
    CHECK(quoted_name("Ada") == "\"Ada\"");
    CHECK(quoted_name("") == "\"\"");
    CHECK(quoted_name("a\"b\\c") == "\"a\\\"b\\\\c\"");
    CHECK(quoted_name("a\nb\x1b[31m") == "\"a?b?[31m\"");
    CHECK(quoted_name("Zo\u00eb \u05d0") == "\"Zo\u00eb \u05d0\"");
    for (const char* mark : {"\u061c", "\u200e", "\u200f", "\u202a", "\u202b", "\u202c", "\u202d", "\u202e", "\u2066", "\u2067", "\u2068", "\u2069"}) {
        CHECK(quoted_name(std::string("a") + mark + "b") == "\"ab\"");
    }
    CHECK(quoted_name("a\u200bb\u2065") == "\"a\u200bb\u2065\"");  // neighbours of the marks
    CHECK(quoted_name("\xe2\x80") == "\"\ufffd\ufffd\"");
}

TEST_CASE("the log shows addresses in full, without their last part, or not at all") {
    const std::uint64_t host = inet_addr("192.0.2.7");
    CHECK(address_text(host, LogAddresses::full) == "192.0.2.7");
    CHECK(address_text(host, LogAddresses::net) == "192.0.2.0/24");
    CHECK(address_text(host, LogAddresses::off) == "");
    CHECK(address_text(0, LogAddresses::full) == "");
}

TEST_CASE("an event is a line for people") {
    LogEvent event("the game begins");
    CHECK(event.line() == "the game begins");
    event.session = "K7QF2M";
    CHECK(event.line() == "K7QF2M: the game begins");
}
