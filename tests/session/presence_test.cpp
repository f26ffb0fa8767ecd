// Goal: from every state, the presence that a partner sees changes correctly with each event and each silence.
#include <doctest/doctest.h>

#include "server/presence.hpp"

namespace albireo::server {
namespace {

using Event = Presence::Event;
using proto::Partner;

Presence at(Partner state) {
    Presence presence;
    if (state == Partner::expected) return presence;
    presence.note(Event::connected, 0);
    if (state == Partner::slow) presence.note(Event::none, Presence::kSlowAfter);
    if (state == Partner::absent) presence.note(Event::none, Presence::kAbsentAfter);
    if (state == Partner::left) presence.note(Event::left, 0);
    REQUIRE(presence.state() == state);
    return presence;
}

}  // namespace

TEST_CASE("presence: every event and every silence, from every state") {
    using P = Partner;
    struct Row {
        Event event;
        proto::Micros silent;
        std::array<Partner, proto::kPartnerCount> to;  // from expected, here, slow, absent, left
    };
    const proto::Micros slow = Presence::kSlowAfter, gone = Presence::kAbsentAfter;
    for (const Row& row : {
             Row{Event::none, 0, {P::expected, P::here, P::here, P::absent, P::left}},
             Row{Event::none, slow - 1, {P::expected, P::here, P::here, P::absent, P::left}},
             Row{Event::none, slow, {P::expected, P::slow, P::slow, P::absent, P::left}},
             Row{Event::none, gone, {P::absent, P::absent, P::absent, P::absent, P::left}},
             Row{Event::connected, 0, {P::here, P::here, P::here, P::here, P::here}},
             Row{Event::left, gone, {P::left, P::left, P::left, P::left, P::left}},
             Row{Event::joined, 0, {P::expected, P::expected, P::expected, P::expected, P::expected}},
         }) {
        for (int from = 0; from < proto::kPartnerCount; ++from) {
            Presence presence = at(static_cast<Partner>(from));
            const Partner to = row.to[static_cast<std::size_t>(from)];
            INFO("event ", static_cast<int>(row.event), " after ", row.silent, " us, from ",
                 proto::text_of(static_cast<Partner>(from)));
            CHECK(presence.note(row.event, row.silent) == (static_cast<int>(to) != from));
            CHECK(presence.state() == to);
        }
    }
}

}  // namespace albireo::server
