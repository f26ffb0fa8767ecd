#include "client/app/activities/search_ways.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "client/words/format.hpp"

namespace albireo::app {
namespace {

using WayState = SearchWay::State;
using Asked = SearchFacts::Asked;
using Server = SearchFacts::Server;
using Meeting = reach::JoinMeeting::State;
using Failure = reach::JoinMeeting::Failure;
using Kind = reach::AddressKind;

struct WayWords {
    WayState state;
    const char* text;  // English, marked for translation
};

SearchWay way(const char* name, const WayWords& told) {
    return {.state = told.state, .name = tr(name), .told = translated(told.text), .line = fmt::format("{}: {}", name, told.text), .log_name = name};
}

constexpr WayWords told_of(Asked asked) {
    switch (asked) {
        case Asked::asking: return {WayState::trying, mark("asking...")};
        case Asked::skipped: return {WayState::unused, mark("not asked")};
        case Asked::no_route: return {WayState::failed, mark("no route from here")};
        case Asked::silent: return {WayState::failed, mark("no answer")};
        case Asked::server_is_newer: return {WayState::failed, mark("the server has a newer version of Albireo; update yours")};
        case Asked::server_is_older: return {WayState::failed, mark("the server has an older version of Albireo; ask its operator to update it")};
        case Asked::other_game: return {WayState::failed, mark("a game answers, but not that of the invitation")};
        case Asked::looked_up: return {WayState::trying, mark("looking up its address...")};
        case Asked::without_address: return {WayState::failed, mark("its name has no address")};
        case Asked::answered: return {WayState::found, mark("found")};
    }
    return {WayState::waiting, ""};
}

/// Whether the rendezvous has introduced the two players to each other.
bool is_introduced(const SearchFacts& facts) {
    return facts.meeting != Meeting::asking &&
           (facts.meeting != Meeting::failed || facts.failure == Failure::no_punch || facts.failure == Failure::no_relay);
}

bool has_failed(const SearchFacts& facts) {
    return facts.server == Server::without_address || facts.server == Server::late || facts.meeting == Meeting::failed;
}

WayWords told_of_server(const SearchFacts& facts) {
    if (facts.server == Server::without_address) return {WayState::failed, mark("its name has no address")};
    if (facts.server == Server::late) return {WayState::failed, mark("no answer")};
    if (facts.server == Server::looked_up) return {WayState::trying, mark("looking up its address...")};
    if (is_introduced(facts)) return {WayState::found, mark("the host answers")};
    if (facts.meeting == Meeting::failed) return {WayState::failed, reach::text_of(facts.failure)};
    return {WayState::trying, facts.server == Server::answered ? mark("waiting for the host...") : mark("asking...")};
}

WayWords told_of_direct(const SearchFacts& facts) {
    if (facts.meeting == Meeting::met) return {WayState::found, mark("found")};
    if (facts.meeting == Meeting::punching) return {WayState::trying, mark("opening a path...")};
    if (is_introduced(facts)) return {WayState::failed, mark("the routers block it")};
    if (has_failed(facts)) return {WayState::unused, mark("not tried")};
    return {WayState::waiting, mark("after the introduction")};
}

WayWords told_of_relay(const SearchFacts& facts) {
    if (!facts.may_relay) return {WayState::unused, mark("switched off")};
    if (facts.meeting == Meeting::relayed) return {WayState::found, mark("found")};
    if (facts.meeting == Meeting::relaying) return {WayState::trying, mark("asking...")};
    if (facts.failure == Failure::no_relay) return {WayState::failed, mark("it is full, or does not answer")};
    if (has_failed(facts)) return {WayState::unused, mark("not tried")};
    return {WayState::waiting, mark("if no direct path opens")};
}

constexpr const char* name_of(Kind kind) {
    switch (kind) {
        case Kind::public_ipv4: return mark("mapped port or public IPv4 address");
        case Kind::ipv6: return mark("IPv6 address");
        case Kind::private_ip: return mark("private address");
        case Kind::name: return mark("host name");
    }
    return "";
}

/// A row for the addresses of this kind, if the invitation has any.
void add_addresses(const SearchFacts& facts, Kind kind, std::vector<SearchWay>& ways) {
    if (std::ranges::find(facts.addresses, kind, reach::kind_of) == facts.addresses.end()) return;
    ways.push_back(way(name_of(kind), told_of(facts.at_addresses[static_cast<std::size_t>(kind)])));
    if (facts.addresses.size() == 1) ways.back().name += " " + reach::text_of(facts.addresses.front());  // otherwise the log has each address
}

}  // namespace

std::vector<SearchWay> ways_of(const SearchFacts& facts) {
    std::vector<SearchWay> ways = {way(mark("this network"), told_of(facts.network))};
    for (std::size_t i = 0; i < reach::kAddressKinds; ++i) add_addresses(facts, static_cast<Kind>(i), ways);
    if (!facts.rendezvous) {
        ways.push_back(way(mark("rendezvous server"), {WayState::unused, mark("not used")}));
        return ways;
    }
    ways.push_back(way(mark("rendezvous server"), told_of_server(facts)));
    const std::string server = reach::text_of(*facts.rendezvous);
    ways.back().name = tr_f("rendezvous server {}", server);
    ways.back().line.insert(ways.back().line.find(':'), " " + server);
    ways.back().log_name += " " + server;
    ways.push_back(way(mark("direct path through both routers"), told_of_direct(facts)));
    ways.push_back(way(mark("relay"), told_of_relay(facts)));
    return ways;
}

std::vector<std::string> failed_before(const SearchFacts& facts) {
    std::vector<std::string> all;
    for (const SearchWay& each : ways_of(facts)) {
        if (each.state == WayState::failed) all.push_back(each.line);
        if (each.state == WayState::trying) all.push_back(each.log_name + ": " + reach::kNoAnswerUntilThen);
    }
    return all;
}

}  // namespace albireo::app
