#include "server/presence.hpp"

#include <cassert>

namespace albireo::server {

namespace {

using Event = Presence::Event;

struct Facts {
    Event event;
    proto::Micros silent;
};

bool has_joined(const Facts& facts) { return facts.event == Event::joined; }
bool has_connected(const Facts& facts) { return facts.event == Event::connected; }
bool has_left(const Facts& facts) { return facts.event == Event::left; }
bool is_slow(const Facts& facts) { return facts.silent >= Presence::kSlowAfter; }
bool is_gone(const Facts& facts) { return facts.silent >= Presence::kAbsentAfter || facts.event == Event::lagged; }
bool is_heard(const Facts& facts) { return !is_slow(facts); }

// An absent player is back once they have the world again; a packet is not enough. A player who left may still return
// by token.
constexpr auto kStates = machine_table<const Facts>({
    {"expected", {}, {{{"left", has_left}, {"here", has_connected}, {"absent", is_gone}}}},
    {"here", {}, {{{"left", has_left}, {"expected", has_joined}, {"absent", is_gone}, {"slow", is_slow}}}},
    {"slow", {}, {{{"left", has_left}, {"expected", has_joined}, {"absent", is_gone}, {"here", is_heard}}}},
    {"absent", {}, {{{"left", has_left}, {"expected", has_joined}, {"here", has_connected}}}},
    {"left", {}, {{{"expected", has_joined}, {"here", has_connected}}}},
});
static_assert(kStates.state("expected") == static_cast<std::uint8_t>(proto::Partner::expected));
static_assert(kStates.state("here") == static_cast<std::uint8_t>(proto::Partner::here));
static_assert(kStates.state("slow") == static_cast<std::uint8_t>(proto::Partner::slow));
static_assert(kStates.state("absent") == static_cast<std::uint8_t>(proto::Partner::absent));
static_assert(kStates.state("left") == static_cast<std::uint8_t>(proto::Partner::left));

}  // namespace

bool Presence::note(Event event, proto::Micros silent) {
    assert(silent >= 0 && "no packet arrives after now");
    assert((silent < kAbsentAfter || (event != Event::connected && event != Event::joined)) &&
           "a player who connects or joins has just been heard; otherwise the table would alternate between here and absent");
    const proto::Partner before = state();
    const Facts facts{event, silent};
    TableHost host(kStates, facts);
    run(machine_, host);
    assert(machine_.state < proto::kPartnerCount && "every state can be sent to the partner");
    assert(machine_.stuck == 0 && "the table has no cycle of transitions");
    assert((state() == before || event != Event::none || before != proto::Partner::left) &&
           "a player who left returns only by an event");
    assert((state() == before || event != Event::none || before != proto::Partner::absent) &&
           "an absent player returns only by an event, not by a packet");
    return state() != before;
}

}  // namespace albireo::server
