// Goal: two players behind routers of every kind meet in virtual time, directly where the routers allow it and through the relay
// where they do not, also on lines that lose packets; and a joiner that cannot meet is told why.
#include <doctest/doctest.h>

#include "tests/reach/two_homes.hpp"

using namespace albireo;
using namespace albireo::test;
using reach::kProbeAgain, reach::kProbeFor;
using State = reach::JoinMeeting::State;
using Failure = reach::JoinMeeting::Failure;
using reach::Enrolment;
using proto::kMicrosPerMs;

TEST_CASE("routers of every kind: how the players meet, and after how long") {
    struct Row {
        Router host, joiner;
        State state;
        Micros most;  // after the introduction, at 80 ms ping
    };
    constexpr Micros kDirect = 90 * kMicrosPerMs, kRelay = 2'300 * kMicrosPerMs;
    const Row rows[] = {
        {Router::none, Router::none, State::met, kDirect},
        {Router::none, Router::symmetric, State::met, kDirect},
        {Router::cone, Router::none, State::met, kDirect},
        {Router::cone, Router::cone, State::met, kDirect},
        {Router::cone, Router::symmetric, State::relayed, 350 * kMicrosPerMs},
        {Router::symmetric, Router::cone, State::relayed, 350 * kMicrosPerMs},
        {Router::symmetric, Router::symmetric, State::relayed, 350 * kMicrosPerMs},
        {Router::closed, Router::cone, State::relayed, kRelay},
        {Router::cone, Router::closed, State::relayed, kRelay},
    };
    for (const Row& row : rows) {
        CAPTURE(static_cast<int>(row.host));
        CAPTURE(static_cast<int>(row.joiner));
        Homes homes({.host = row.host, .joiner = row.joiner});
        homes.run();
        CHECK(homes.joiner.state() == row.state);
        CHECK(homes.since_introduction() <= row.most);
        CHECK(homes.rendezvous.figures().relays == (row.state == State::relayed ? 1 : 0));
    }
}

TEST_CASE("without a second port a symmetric router is not known, and the relay comes after two seconds") {
    Homes homes({.host = Router::symmetric, .joiner = Router::symmetric, .has_second_port = false});
    homes.run();
    CHECK(homes.joiner.state() == State::relayed);
    CHECK(homes.since_introduction() >= reach::JoinMeeting::kRelayAfter);
    CHECK(homes.since_introduction() <= 2'300 * kMicrosPerMs);
}

TEST_CASE("on lines that lose packets everybody meets") {
    int late = 0;
    for (unsigned seed = 1; seed <= 300; ++seed) {
        CAPTURE(seed);
        Homes homes({.loss_permille = 80, .seed = seed});  // 15 % from home to home
        homes.run();
        CHECK(homes.joiner.state() == State::met);
        late += homes.since_introduction() > 300 * kMicrosPerMs;
    }
    CHECK(late <= 3);  // 1 % of all
    for (unsigned seed = 1; seed <= 300; ++seed) {
        CAPTURE(seed);
        Homes homes({.host = Router::symmetric, .joiner = Router::symmetric, .loss_permille = 80, .seed = seed});
        homes.run();
        CHECK(homes.joiner.state() == State::relayed);
    }
}

TEST_CASE("over IPv6 the players meet through firewalls, and by the relay if only one of them has it") {
    for (const Router host : {Router::none, Router::cone}) {
        for (const Router joiner : {Router::none, Router::cone}) {
            Homes homes({.host = host, .joiner = joiner, .is_host_ipv6 = true, .is_joiner_ipv6 = true});
            homes.run();
            REQUIRE(homes.joiner.state() == State::met);
            CHECK(homes.joiner.host() == homes.address_of(0));
            CHECK(homes.since_introduction() <= 90 * kMicrosPerMs);
        }
    }
    for (const bool is_host_ipv6 : {false, true}) {
        Homes homes({.is_host_ipv6 = is_host_ipv6, .is_joiner_ipv6 = !is_host_ipv6});
        homes.run();
        CHECK(homes.joiner.state() == State::relayed);
        CHECK(homes.since_introduction() <= 350 * kMicrosPerMs);
    }
}

TEST_CASE("a mapped port is open only if a packet from outside comes through it") {
    using reach::PortProbe;
    constexpr std::uint16_t kMapped = 40'123;
    const NetAddress port{Homes::kHomes[0].host, kMapped};
    SUBCASE("the router forwards it: known after two round trips to the rendezvous") {
        Homes homes({.mapped_port = kMapped});
        CHECK(homes.probe(port, kProbeAgain) <= 90 * kMicrosPerMs);
        CHECK(homes.host.probed() == PortProbe::open);
        homes.wait_for_probe(120 * proto::kMicrosPerSecond, PortProbe::open);
        CHECK(homes.probes == 1);
    }
    SUBCASE("it grants the port, and drops what comes in; later it does not") {
        Homes homes({.mapped_port = kMapped, .forwards = false});
        CHECK(homes.probe(port, 10 * proto::kMicrosPerSecond) <= kProbeFor + 200 * kMicrosPerMs);
        CHECK(homes.host.probed() == PortProbe::closed);
        CHECK(homes.probes <= 5);
        homes.forward(true);
        CHECK(homes.wait_for_probe(60 * proto::kMicrosPerSecond, PortProbe::closed) <= kProbeAgain + 200 * kMicrosPerMs);
        CHECK(homes.host.probed() == PortProbe::open);
    }
    SUBCASE("the router lets in the answers of the rendezvous, on the same port, and nothing else") {
        Homes homes({.mapped_port = Homes::kHomes[0].port, .forwards = false});
        homes.probe(Homes::kHomes[0], 10 * proto::kMicrosPerSecond);
        CHECK(homes.host.probed() == PortProbe::closed);
    }
    SUBCASE("the rendezvous sees this home at another address than its router does: a second router") {
        reach::HostMeeting host(Homes::kRendezvous, 1, proto::SigningKey({42}));
        const auto told_of = [&](const NetAddress& seen, Micros now) {
            Outbox out;
            host.advance(now, out);
            host.take(Homes::kRendezvous, reach::write_meet(Homes::kRendezvous, {.kind = reach::MeetKind::cookie, .id = 1, .cookie = 7, .address = seen}).bytes, now, out);
            host.advance(now + 1, out);
            CHECK(out.size() == 1);  // a Hello: nothing is probed
            return host.probed();
        };
        host.probe({proto::read_ip("203.0.113.5"), kMapped}, 42);
        CHECK(told_of({proto::read_ip("198.51.100.9"), 5000}, 0) == PortProbe::elsewhere);
        CHECK_FALSE(reach::is_told(host.probed()));
        // It is asked again, and the router says something else by then.
        CHECK(told_of({proto::read_ip("192.168.1.20"), 5000}, kProbeAgain + 1) == PortProbe::unavailable);
    }
    SUBCASE("the rendezvous is in this home's own network") {
        Homes homes({.mapped_port = kMapped});
        homes.probe({0x05050505, kMapped}, 10 * proto::kMicrosPerSecond);
        CHECK(homes.host.probed() == PortProbe::unavailable);
        CHECK(homes.probes == 0);
    }
    SUBCASE("nothing answers") {
        Homes homes({.loss_permille = 1'000, .mapped_port = kMapped});
        homes.probe(port, 10 * proto::kMicrosPerSecond);
        CHECK(homes.host.probed() == PortProbe::unavailable);
    }
    SUBCASE("the rendezvous drains, or may not") {
        Homes homes({.mapped_port = kMapped});
        homes.rendezvous.drain();
        homes.probe(port, 10 * proto::kMicrosPerSecond);
        CHECK(homes.host.probed() == PortProbe::unavailable);
    }
    SUBCASE("on lines that lose packets") {
        int lost = 0;
        for (unsigned seed = 1; seed <= 300; ++seed) {
            CAPTURE(seed);
            Homes homes({.loss_permille = 80, .seed = seed, .mapped_port = kMapped});
            homes.probe(port, kProbeAgain);
            // All four tries are lost in about one of 1 800 games. The host asks again after kProbeAgain.
            if (homes.host.probed() == PortProbe::closed) {
                ++lost;
                homes.wait_for_probe(kProbeAgain + kProbeFor, PortProbe::closed);
            }
            CHECK(homes.host.probed() == PortProbe::open);
        }
        CHECK(lost <= 1);
    }
    SUBCASE("another port is probed anew") {
        Homes homes({.mapped_port = kMapped});
        homes.probe(port, kProbeAgain);
        homes.probe({port.host, kMapped + 1}, kProbeAgain);
        CHECK(homes.host.probed() == PortProbe::closed);
    }
}

TEST_CASE("a joiner that cannot meet is told why") {
    SUBCASE("the code is not enrolled") {
        Homes homes({});
        homes.host.set_codes({});
        homes.run();
        CHECK(homes.joiner.failure() == Failure::unknown_code);
    }
    SUBCASE("the rendezvous does not answer") {
        Homes homes({.loss_permille = 1'000});
        homes.run();
        CHECK(homes.joiner.failure() == Failure::no_answer);
    }
    SUBCASE("the rendezvous is of another version") {
        for (const int by : {-1, 1}) {
            for (const bool is_ipv6 : {false, true}) {
                Homes homes({.is_host_ipv6 = is_ipv6, .is_joiner_ipv6 = is_ipv6, .version = by});
                homes.run(6 * proto::kMicrosPerSecond);
                CHECK(homes.joiner.failure() == (by > 0 ? Failure::server_is_older : Failure::server_is_newer));
                CHECK(homes.host.enrolment_of(Homes::kCode) == (by > 0 ? Enrolment::server_is_older : Enrolment::server_is_newer));
            }
        }
    }
    SUBCASE("the relay is switched off") {
        Homes homes({.host = Router::closed, .may_relay = false});
        homes.run();
        CHECK(homes.joiner.failure() == Failure::no_punch);
    }
    SUBCASE("the host has gone since it enrolled") {
        Homes homes({});
        homes.run(0);  // the host enrols
        reach::JoinMeeting late({.rendezvous = Homes::kRendezvous, .id = 9, .code = Homes::kCode});
        const reach::NetAddress from{0x05050505, 9};
        for (int i = 0; i < 4'000 && !late.is_over(); ++i, homes.now += kMicrosPerMs) {
            reach::Outbox out, answers;
            late.advance(homes.now, out);
            for (const auto& each : out) homes.rendezvous.take(from, each.bytes, homes.now, answers);
            for (const auto& each : answers) {
                if (each.to == from) late.take(Homes::kRendezvous, each.bytes, homes.now, out);
            }
        }
        CHECK(late.failure() == Failure::host_silent);
    }
}

TEST_CASE("a host knows whether its code is enrolled, and learns that the rendezvous has fallen silent") {
    reach::HostMeeting host({1, 7777}, 5, proto::SigningKey({6}));
    host.set_codes({"K7QF2M"});
    Micros now = 0;
    int asked = 0;
    const auto wait = [&](Micros most) {
        for (const Micros until = now + most; now < until; now += 10 * kMicrosPerMs) {
            reach::Outbox out;
            host.advance(now, out);
            asked += static_cast<int>(out.size());
        }
    };
    const auto answer = [&](bool is_taken) {
        reach::Outbox out;
        host.take({1, 7777}, reach::write_meet({}, {.kind = reach::MeetKind::cookie, .id = 5, .cookie = 7, .address = {9, 9}}).bytes, now, out);
        host.take({1, 7777}, reach::write_meet({}, {.kind = reach::MeetKind::enrolled, .id = 5, .code = "K7QF2M", .is_taken = is_taken}).bytes, now, out);
    };
    CHECK(host.enrolment_of("AAAAAA") == Enrolment::none);
    wait(1'500 * kMicrosPerMs);
    CHECK(host.enrolment_of("K7QF2M") == Enrolment::asking);
    wait(2'000 * kMicrosPerMs);
    CHECK(host.enrolment_of("K7QF2M") == Enrolment::failed);
    SUBCASE("it answers after all, and falls silent later") {
        answer(false);
        CHECK(host.enrolment_of("K7QF2M") == Enrolment::enrolled);
        wait(reach::kKeepAlive + 1'000 * kMicrosPerMs);
        CHECK(host.enrolment_of("K7QF2M") == Enrolment::enrolled);
        wait(6'000 * kMicrosPerMs);
        CHECK(host.enrolment_of("K7QF2M") == Enrolment::failed);
        answer(false);
        CHECK(host.enrolment_of("K7QF2M") == Enrolment::enrolled);
    }
    SUBCASE("another host has the code") {
        answer(true);
        CHECK(host.enrolment_of("K7QF2M") == Enrolment::failed);
    }
    CHECK(asked > 8);
}

TEST_CASE("who joins a hundred times from one home does not keep a host's friends out") {
    const reach::NetAddress rendezvous{proto::read_ip("203.0.113.1"), 7777};
    reach::HostMeeting host(rendezvous, 5, proto::SigningKey({6}));
    std::uint64_t token = 0;
    const auto joins = [&](const char* home, std::uint16_t port) {
        reach::Outbox out;
        const auto meet = reach::write_meet({}, {.kind = reach::MeetKind::meet, .id = 5, .token = ++token, .address = {proto::read_ip(home), port}});
        return host.take(rendezvous, meet.bytes, 1'000, out) != nullptr;
    };
    std::ptrdiff_t introduced = 0;
    for (std::uint16_t port = 1; port <= 50; ++port) introduced += joins("198.51.100.9", port) + joins("2001:db8:9::1", port);
    CHECK(introduced == 2 * reach::HostMeeting::kJoinersOfHomeMax);
    CHECK(joins("198.51.100.10", 1));
    CHECK(joins("2001:db8:a::1", 1));
}

TEST_CASE("cookies that nobody asked for make a host sign nothing, and it signs a few codes at a time") {
    const reach::NetAddress rendezvous{proto::read_ip("203.0.113.1"), 7777};
    reach::HostMeeting host(rendezvous, 5, proto::SigningKey({6}));
    std::vector<std::string> codes;
    for (char letter : {'A', 'C', 'D', 'E', 'F', 'G', 'H', 'J'}) codes.push_back(std::string("AAAAA") + letter);
    host.set_codes(codes);
    const auto is_enrol = [](const reach::Outgoing& each) { return reach::read_meet(each.bytes)->kind == reach::MeetKind::enrol; };
    Micros now = 0;
    std::ptrdiff_t signed_in_all = 0, most_at_once = 0;
    const auto count = [&](const reach::Outbox& out) {
        const auto enrols = std::ranges::count_if(out, is_enrol);
        signed_in_all += enrols;
        most_at_once = std::max(most_at_once, enrols);
    };
    const auto cookie = reach::write_meet({}, {.kind = reach::MeetKind::cookie, .id = 5, .cookie = 7, .address = {9, 9}}).bytes;
    // Nothing is answered, so the host asks again and again; and for each of its questions there are a hundred cookies.
    for (; now < 1'000 * kMicrosPerMs; now += kMicrosPerMs) {
        reach::Outbox advanced;
        host.advance(now, advanced);
        count(advanced);
        for (int i = 0; i < 100; ++i) {
            reach::Outbox taken;
            host.take(rendezvous, cookie, now, taken);
            count(taken);
        }
    }
    CHECK(most_at_once == reach::kEnrolledAtOnce);
    CHECK(signed_in_all == 4 * static_cast<std::ptrdiff_t>(codes.size()));  // it has asked every 250 ms
    for (const std::string& code : codes) {
        reach::Outbox none;
        host.take(rendezvous, reach::write_meet({}, {.kind = reach::MeetKind::enrolled, .id = 5, .code = code}).bytes, now, none);
        CHECK(host.is_enrolled(code));
    }
    // Then each is renewed once in fifteen seconds.
    signed_in_all = 0;
    for (const Micros until = now + 2 * reach::kKeepAlive; now < until; now += kMicrosPerMs) {
        reach::Outbox out;
        host.advance(now, out);
        host.take(rendezvous, cookie, now, out);
        count(out);
        for (const reach::Outgoing& each : reach::Outbox(out)) {
            if (is_enrol(each)) host.take(rendezvous, reach::write_meet({}, {.kind = reach::MeetKind::enrolled, .id = 5, .code = reach::read_meet(each.bytes)->code}).bytes, now, out);
        }
    }
    CHECK(signed_in_all >= static_cast<std::ptrdiff_t>(codes.size()));
    CHECK(signed_in_all <= 2 * static_cast<std::ptrdiff_t>(codes.size()));
}

TEST_CASE("no cookie makes a host or a joiner send hellos to third parties: one for each of its own questions, and none to a private address") {
    const reach::NetAddress rendezvous{proto::read_ip("203.0.113.1"), 7777}, victim{proto::read_ip("198.51.100.7"), 53};
    reach::NetAddress named = victim;
    std::size_t most = 1;
    SUBCASE("another address") {}
    SUBCASE("a private one") { named.host = proto::read_ip("192.168.1.1"), most = 0; }
    SUBCASE("one of another family") { named.host = proto::read_ip("2001:db8::1"), most = 0; }
    const auto cookie = reach::write_meet({}, {.kind = reach::MeetKind::cookie, .id = 5, .cookie = 7, .address = {9, 9}, .second = named}).bytes;
    const auto hellos = [&](const reach::Outbox& out) {
        return static_cast<std::size_t>(std::ranges::count_if(out, [&](const reach::Outgoing& each) { return each.to == named; }));
    };
    reach::HostMeeting host(rendezvous, 5, proto::SigningKey({6}));
    host.set_codes({"K7QF2M"});
    reach::JoinMeeting joiner({.rendezvous = rendezvous, .id = 5, .code = "K7QF2M"});
    reach::Outbox of_host, of_joiner;
    host.advance(0, of_host);
    joiner.advance(0, of_joiner);
    for (int i = 0; i < 100; ++i) {
        host.take(rendezvous, cookie, i, of_host);
        joiner.take(rendezvous, cookie, i, of_joiner);
    }
    CHECK(hellos(of_host) == most);
    CHECK(hellos(of_joiner) == most);
    // From there a cookie says only how the router names this program.
    host.take(victim, cookie, 200, of_host);
    joiner.take(victim, cookie, 200, of_joiner);
    CHECK(hellos(of_host) == most);
    CHECK(hellos(of_joiner) == most);
}

TEST_CASE("a router that gives another address another port is found by the second address, and told to no other family") {
    server::AdmissionControl admission;
    server::Rendezvous rendezvous(admission, {.random = [] { return std::uint64_t{1}; }, .second = {proto::read_ip("198.51.100.8"), 7778}});
    const auto told = [&](const char* asker) {
        reach::Outbox out;
        rendezvous.take({proto::read_ip(asker), 5000}, reach::write_meet({}, {.kind = reach::MeetKind::hello, .id = 5}).bytes, 0, out);
        REQUIRE(out.size() == 1);
        CHECK(out[0].bytes.size() <= reach::meet_bytes(reach::MeetKind::hello));
        return reach::read_meet(out[0].bytes)->second;
    };
    CHECK(told("203.0.113.5") == reach::NetAddress{proto::read_ip("198.51.100.8"), 7778});
    CHECK(told("2001:db8::5") == reach::NetAddress{});
    const reach::NetAddress at{proto::read_ip("203.0.113.1"), 7777}, second{proto::read_ip("198.51.100.8"), 7778};
    reach::HostMeeting host(at, 5, proto::SigningKey({6}));
    host.set_codes({"K7QF2M"});
    reach::Outbox out;
    host.advance(0, out);
    host.take(at, reach::write_meet({}, {.kind = reach::MeetKind::cookie, .id = 5, .cookie = 7, .address = {9, 9}, .second = second}).bytes, 10, out);
    CHECK_FALSE(host.is_symmetric());
    host.take(second, reach::write_meet({}, {.kind = reach::MeetKind::cookie, .id = 5, .cookie = 8, .address = {9, 10}}).bytes, 20, out);
    CHECK(host.is_symmetric());
}

TEST_CASE("a host keeps its code enrolled, and the first punches do not reach the joiner's router") {
    reach::HostMeeting host({1, 7777}, 5, proto::SigningKey({6}));
    host.set_codes({"K7QF2M"});
    reach::Outbox out;
    host.advance(0, out);
    REQUIRE(out.size() == 1);
    CHECK(reach::read_meet(out[0].bytes)->kind == reach::MeetKind::hello);
    host.take({1, 7777}, reach::write_meet({}, {.kind = reach::MeetKind::cookie, .id = 5, .cookie = 7, .address = {9, 9}}).bytes, 10, out);
    CHECK(reach::read_meet(out.back().bytes)->kind == reach::MeetKind::enrol);
    host.take({1, 7777}, reach::write_meet({}, {.kind = reach::MeetKind::enrolled, .id = 5, .code = "K7QF2M"}).bytes, 20, out);
    CHECK(host.is_enrolled("K7QF2M"));
    CHECK(host.next_due() == 20 + reach::kKeepAlive);
    const auto meet = reach::write_meet({}, {.kind = reach::MeetKind::meet, .id = 5, .token = 77, .address = {8, 8}}).bytes;
    // Neither another server nor another id introduces anybody.
    CHECK(host.take({2, 7777}, meet, 30, out) == nullptr);
    auto other = meet;
    other[6] ^= 1;
    CHECK(host.take({1, 7777}, other, 30, out) == nullptr);
    out.clear();
    REQUIRE(host.take({1, 7777}, meet, 30, out) != nullptr);
    REQUIRE(out.size() == 2);
    CHECK(reach::read_meet(out[0].bytes)->kind == reach::MeetKind::ready);
    CHECK(out[1].hops == reach::kNearHops);
    out.clear();
    host.advance(30 + reach::kNearFor, out);
    REQUIRE(out.size() == 1);
    CHECK(out[0].hops == 0);
    // After kPunchFor it is silent.
    out.clear();
    host.advance(30 + reach::kPunchFor, out);
    CHECK(out.empty());
}
