// Goal: a stranger gets nothing from a rendezvous: no answer without a cookie, none that is longer than the request, no code of
// another host, no room beyond the limits, and no datagram through a relay that is not theirs.
#include <doctest/doctest.h>

#include <random>

#include "proto/join_code.hpp"
#include "reach/host_meeting.hpp"
#include "reach/join_meeting.hpp"
#include "tests/attacks/outcome.hpp"
#include "tests/attacks/rendezvous_fixture.hpp"

using namespace albireo;
using namespace albireo::attacks;
using namespace albireo::server;

TEST_CASE_FIXTURE(Fixture, "a sender without the cookie of its address gets no answer and no place") {
    for (const MeetKind kind : {MeetKind::enrol, MeetKind::join}) {
        CHECK(!send(kStranger, {.kind = kind, .id = 1, .cookie = 42, .code = kCode}));
        // A cookie of another address, another id, or one that is too old.
        const auto other = cookie(kHost, 1);
        CHECK(!send(kStranger, {.kind = kind, .id = 1, .cookie = other, .code = kCode}));
        CHECK(!send(kHost, {.kind = kind, .id = 2, .cookie = other, .code = kCode}));
        now += 10 * kSecond;
        CHECK(!send(kHost, {.kind = kind, .id = 1, .cookie = other, .code = kCode}));
    }
    CHECK(rendezvous.figures().enrolments == 0);
    CHECK(rendezvous.figures().introductions == 0);
}

TEST_CASE_FIXTURE(Fixture, "any datagram makes at most one, which is no longer") {
    std::mt19937 random(1);
    REQUIRE(enrol(kHost, 1));
    int amplified = 0, answered = 0;
    for (int i = 0; i < 50'000; ++i) {
        std::vector<std::uint8_t> bytes(reach::kMeetMagic.begin(), reach::kMeetMagic.end());
        bytes.push_back(reach::kMeetVersion);
        bytes.push_back(static_cast<std::uint8_t>(random() % (reach::kMeetKinds + 2u)));
        const std::size_t sizes[] = {26, 32, 64, random() % 100 + 6};
        bytes.resize(sizes[random() % 4]);
        for (std::size_t at = 6; at < bytes.size() && random() % 4 != 0; ++at) bytes[at] = static_cast<std::uint8_t>(random());
        reach::Outbox out;
        rendezvous.take({static_cast<std::uint32_t>(random()), 9}, bytes, now, out);
        answered += !out.empty();
        amplified += out.size() > 1 || (!out.empty() && out[0].bytes.size() > bytes.size());
        now += 1'000;
    }
    emit({.row = "17",
          .attack = "send a rendezvous datagrams of every kind",
          .acts = 50'000,
          .gain = "answers that are longer or more than one",
          .achieved = amplified,
          .is_ok = answered > 0,
          .figures = {{"answers", answered}}});
}

TEST_CASE_FIXTURE(Fixture, "a datagram of another version is answered within the limits of Hellos, and an answer never") {
    auto hello = reach::write_meet({}, {.kind = MeetKind::hello, .id = 7}).bytes;
    hello[4] = reach::kMeetVersion + 1;
    const auto answer = send_bytes(kStranger, hello);
    REQUIRE(answer);
    CHECK(answer->to == kStranger);
    CHECK(2 * (answer->bytes.size() + proto::kIpUdpBytes) <= hello.size() + proto::kIpUdpBytes);
    CHECK(proto::read_other_version({reach::kMeetMagic, reach::kMeetVersion + 1}, answer->bytes, 7) == proto::VersionGap::server_is_older);
    // What another rendezvous would answer, and what it would answer to that.
    auto echo = answer->bytes;
    echo[4] = reach::kMeetVersion + 1;
    CHECK_FALSE(send_bytes(kStranger, echo));
    echo.resize(64);
    CHECK_FALSE(send_bytes(kStranger, echo));
    int answered = 0;
    for (int i = 0; i < 5'000; ++i) answered += send_bytes(kStranger, hello) ? 1 : 0;
    CHECK(answered < 2'000);  // Limits::hellos of an address
    CHECK(answered > 1'900);
    CHECK(cookie(kStranger, 1) == 0);  // the same limit
    now += kSecond;
    CHECK(cookie(kHost, 1) != 0);
}

TEST_CASE_FIXTURE(Fixture, "a probe goes only to the address that has asked for it, and only so often") {
    const auto probe = [&](NetAddress from, std::uint64_t with, std::uint16_t port) {
        return send(from, {.kind = MeetKind::probe, .id = 1, .cookie = with, .token = 77, .port = port});
    };
    // A sender whose address is forged has no cookie of that address.
    CHECK(!probe(kHost, 42, 7777));
    CHECK(!probe(kHost, cookie(kStranger, 1), 7777));
    CHECK(!probe(kHost, cookie(kHost, 2), 7777));
    const auto sent = probe(kHost, cookie(kHost, 1), 7777);
    REQUIRE(kind(sent) == MeetKind::probed);
    CHECK(sent->to == NetAddress{kHost.host, 7777});
    CHECK(sent->is_from_stranger);
    // Ports of services: whoever shares this address has them.
    for (const std::uint16_t port : {std::uint16_t{0}, std::uint16_t{53}, std::uint16_t{1'023}}) CHECK(kind(probe(kHost, cookie(kHost, 1), port)) == MeetKind::unprobed);
    long long elsewhere = 0, probes = 0;
    for (std::uint16_t port = 2'000; port < 2'200; ++port) {
        const auto answer = probe(kJoiner, cookie(kJoiner, 1), port);
        REQUIRE(answer);
        elsewhere += answer->to.host != kJoiner.host;
        probes += kind(answer) == MeetKind::probed;
    }
    emit({.row = "17",
          .attack = "have a rendezvous send to many ports",
          .acts = 200,
          .gain = "datagrams to ports that have not asked",
          .achieved = probes,
          .limit = MeetLimits{}.probes.address.burst,
          .is_ok = probes > 0 && elsewhere == 0,
          .figures = {{"to_other_addresses", elsewhere}}});
    rendezvous.drain();
    CHECK(kind(probe(kHost, cookie(kHost, 1), 7777)) == MeetKind::unprobed);
}

TEST_CASE_FIXTURE(Fixture, "a code cannot be taken over while its owner keeps it alive, and is free when it expires") {
    REQUIRE(enrol(kHost, 1));
    int taken = 0;
    for (int i = 0; i < 10; ++i) {
        now += 15 * kSecond;
        taken += enrol(kStranger, 2);
        CHECK(enrol(kHost, 1));
    }
    emit({.row = "17",
          .attack = "enrol the code of another host",
          .acts = 10,
          .gain = "codes taken over",
          .achieved = taken});
    // Its owner may come from another address: their router has restarted.
    CHECK(enrol({kHost.host, 5001}, 1));
    CHECK(enrol(kJoiner, 1));
    CHECK(rendezvous.figures().enrolments == 1);
    now += kEnrolmentMax + kSecond;
    CHECK(kind(join(kStranger)) == MeetKind::unknown);
    CHECK(enrol(kStranger, 2));
}

TEST_CASE_FIXTURE(Fixture, "a host has its code at an address of each family, and nobody else has it at the other one") {
    const NetAddress host{proto::read_ip("2001:db8:1::5"), 5000}, joiner{proto::read_ip("2001:db8:2::5"), 6000}, stranger{proto::read_ip("2001:db8:3::5"), 7000};
    REQUIRE(enrol(kHost, 1));
    CHECK_FALSE(enrol(stranger, 2));
    REQUIRE(enrol(host, 1));
    CHECK_FALSE(enrol(kStranger, 2));
    CHECK(rendezvous.figures().enrolments == 2);
    const auto introduced_to = [&](NetAddress from) {
        const auto told = join(from);
        REQUIRE(kind(told) == MeetKind::meet);
        CHECK(reach::read_meet(told->bytes)->address == from);
        return told->to;
    };
    CHECK(introduced_to(kJoiner) == kHost);
    CHECK(introduced_to(joiner) == host);
    // If the host keeps one of them only, a joiner of the other family is introduced there: punches are hopeless, the relay is not.
    for (int i = 0; i < 4; ++i) {
        now += 15 * kSecond;
        REQUIRE(enrol(kHost, 1));
    }
    const auto told = join(joiner);
    REQUIRE(kind(told) == MeetKind::meet);
    CHECK(told->to == kHost);
    CHECK(reach::read_meet(told->bytes)->is_symmetric);
    CHECK(open_relay(joiner) != 0);
}

TEST_CASE_FIXTURE(Fixture, "guesses of codes are limited like wrong codes") {
    REQUIRE(enrol(kHost, 1));
    int answered = 0;
    for (int i = 0; i < 100; ++i) answered += join(kStranger, kOther).has_value();
    CHECK(answered > 0);
    emit({.row = "17",
          .attack = "guess codes at a rendezvous",
          .acts = 100,
          .gain = "codes looked up at once",
          .achieved = answered,
          .limit = Limits{}.wrong_codes.address.burst});
    CHECK(!join(kStranger));  // not even the right one now
    // Enrolling a code that somebody has is a guess, too.
    int taken = 0;
    for (int i = 0; i < 100; ++i) {
        const auto answer = send(kJoiner, {.kind = MeetKind::enrol, .id = 1, .cookie = cookie(kJoiner, 1), .code = kCode}, 9);
        taken += answer.has_value();
    }
    CHECK(taken == Limits{}.wrong_codes.address.burst);
    now += 60 * kSecond;
    REQUIRE(enrol(kHost, 1));
    CHECK(kind(join(kStranger)) == MeetKind::meet);
}

TEST_CASE_FIXTURE(Fixture, "an address without room for a code does not learn which codes exist") {
    REQUIRE(enrol(kHost, 1));
    const std::string_view letters = proto::kJoinCodeAlphabet;
    for (std::size_t i = 0; i < 2 * letters.size(); ++i) enrol(kStranger, 5, std::string("AAAA") + letters[i / letters.size()] + letters[i % letters.size()]);
    REQUIRE(rendezvous.figures().enrolments == 1 + MeetLimits{}.enrolments.address);
    now += 30 * kSecond;  // it has wrong codes left
    for (const std::string& code : {std::string(kCode), std::string("AAAAAZ")}) {
        CHECK_FALSE(send(kStranger, {.kind = MeetKind::enrol, .id = 1, .cookie = cookie(kStranger, 1), .code = code}, 9));
    }
    CHECK(join(kStranger));
}

TEST_CASE_FIXTURE(Fixture, "a ban ends what the rendezvous does for an address") {
    REQUIRE(enrol(kHost, 1));
    REQUIRE(join(kJoiner));
    REQUIRE(rendezvous.figures().introductions == 1);
    REQUIRE(admission.ban({*read_host_range("5.2.2.0/24"), now + 600 * kSecond}, now));
    now += 2 * kSecond;
    join(kStranger, kOther);  // time passes with datagrams
    CHECK(rendezvous.figures().introductions == 0);
    CHECK_FALSE(join(kJoiner));
}

TEST_CASE_FIXTURE(Fixture, "tables are bounded, and forget") {
    const auto code_of = [](int i) {
        const std::string_view letters = proto::kJoinCodeAlphabet;
        std::string code = "AAAAAA";
        for (char& letter : code) letter = letters[static_cast<std::size_t>(i) % letters.size()], i /= static_cast<int>(letters.size());
        return code;
    };
    int kept = 0;
    for (int i = 0; i < 100; ++i) kept += enrol(kStranger, 5, code_of(i));
    CHECK(kept == static_cast<int>(MeetLimits{}.enrolments.address));
    REQUIRE(enrol(kHost, 1));
    int introduced = 0;
    for (std::uint16_t port = 1; port <= 200; ++port) introduced += join({kJoiner.host, port}).has_value();
    emit({.row = "17",
          .attack = "join a rendezvous from many ports of one address",
          .acts = 200,
          .gain = "introductions held",
          .achieved = introduced,
          .limit = MeetLimits{}.introductions.address.burst,
          .is_ok = introduced > 0,
          .figures = {{"codes_held_of_100", kept}}});
    now += 120 * kSecond;
    cookie(kStranger, 1);
    CHECK(rendezvous.figures().enrolments == static_cast<std::size_t>(kept + 1 - Rendezvous::kSweptAtOnce));  // a datagram forgets no more
    for (int i = 0; i < 10; ++i) cookie(kStranger, 1);
    CHECK(rendezvous.figures().enrolments == 0);
    CHECK(rendezvous.figures().introductions == 0);
}

TEST_CASE_FIXTURE(Fixture, "the relay passes datagrams between the two ends only, at the rate of a player, and closes") {
    REQUIRE(enrol(kHost, 1));
    const auto told = join(kJoiner);
    REQUIRE(kind(told) == MeetKind::meet);
    CHECK(told->to == kHost);
    const auto token = reach::read_meet(told->bytes)->token;
    // Not before it was asked for, by the joiner, after the host has agreed.
    CHECK(relay(kJoiner, token, 100) == 0);
    CHECK(!send(kJoiner, {.kind = MeetKind::relay, .id = 2, .token = token}));
    CHECK(!send(kStranger, {.kind = MeetKind::ready, .id = 1, .token = token}));
    CHECK(kind(send(kHost, {.kind = MeetKind::ready, .id = 1, .token = token})) == MeetKind::meet);
    CHECK(!send(kStranger, {.kind = MeetKind::relay, .id = 2, .token = token}));
    CHECK(kind(send(kJoiner, {.kind = MeetKind::relay, .id = 2, .token = token})) == MeetKind::relaying);
    NetAddress to;
    CHECK(relay(kJoiner, token, 100, &to) == 1);
    CHECK(to == kHost);
    CHECK(relay(kHost, token, 100, &to) == 1);
    CHECK(to == kJoiner);
    const auto stolen =
        relay(kStranger, token, 100) + relay({kJoiner.host, 6001}, token, 100) + relay(kJoiner, token + 1, 100);
    emit({.row = "17",
          .attack = "use the relay of others",
          .acts = 3,
          .gain = "datagrams passed on",
          .achieved = static_cast<long long>(stolen)});
    // A player's 8 000 bytes a second pass forever; a flood only up to the burst.
    for (int i = 0; i < 6'000; ++i) {
        now += 10'000;
        CHECK(relay(kJoiner, token, 52) == 1);  // 80 with its headers
        if (i % 1'000 == 0) CHECK(relay(kHost, token, 52) == 1);
    }
    std::size_t passed = 0;
    for (int i = 0; i < 1'000; ++i) passed += relay(kJoiner, token, 972);
    CHECK(passed <= 160);
    CHECK(relay(kHost, token, 100) == 1);  // the other way has a budget of its own
    now += kRelayIdleMax + 2 * kSecond;
    CHECK(relay(kHost, token, 100) == 0);
    CHECK(rendezvous.figures().relays == 0);
}

TEST_CASE_FIXTURE(Fixture, "relays are limited by the joiner's address, and by the host's") {
    REQUIRE(enrol(kHost, 1));
    std::uint32_t open = 0;
    for (std::uint16_t port = 1; port <= 10; ++port) open += open_relay({kJoiner.host, port}) != 0;
    emit({.row = "17",
          .attack = "open relays from one address",
          .acts = 10,
          .gain = "relays held",
          .achieved = open,
          .limit = MeetLimits{}.relays.address,
          .is_ok = open > 0});
    // From an address and a prefix of its own each: the host's limit holds.
    for (std::uint32_t i = 1; i <= 20; ++i) open += open_relay({kJoiner.host.ipv4() + (i << 16) + (i << 8), 9}) != 0;
    CHECK(open == MeetLimits{}.relays_of_host.address);
    CHECK(rendezvous.figures().relays == open);
    // Relays that end leave room.
    now += kRelayProveMax + 2 * kSecond;
    REQUIRE(enrol(kHost, 1));
    CHECK(open_relay(kJoiner) != 0);
}

TEST_CASE_FIXTURE(Fixture, "a relay that only one end uses does not last") {
    REQUIRE(enrol(kHost, 1));
    const auto use = [&](std::uint64_t token, bool by_joiner, bool by_host, int seconds) {
        for (int second = 0; second < seconds; ++second) {
            now += kSecond;
            if (by_joiner) relay(kJoiner, token, 50);
            if (by_host) relay(kHost, token, 50);
        }
        cookie(kStranger, 1);
        return rendezvous.figures().relays;
    };
    SUBCASE("the host never sends") { CHECK(use(open_relay(kJoiner), true, false, 13) == 0); }
    SUBCASE("the joiner never sends") { CHECK(use(open_relay(kJoiner), false, true, 13) == 0); }
    SUBCASE("one end falls silent") {
        const auto token = open_relay(kJoiner);
        CHECK(use(token, true, true, 100) == 1);
        CHECK(use(token, true, false, 50) == 1);
        CHECK(use(token, true, false, 13) == 0);
    }
}

TEST_CASE_FIXTURE(Fixture, "a draining rendezvous makes no introductions, and its relays continue") {
    REQUIRE(enrol(kHost, 1));
    const auto token = open_relay(kJoiner);
    const auto told = join({kJoiner.host, 6001});
    const auto waits = reach::read_meet(told->bytes)->token;
    send(kHost, {.kind = MeetKind::ready, .id = 1, .token = waits});
    rendezvous.drain();
    CHECK(!send({kJoiner.host, 6001}, {.kind = MeetKind::relay, .id = 2, .token = waits}));
    CHECK(!join(kStranger));
    for (int second = 0; second < 90; ++second) {
        now += kSecond;
        CHECK(relay(kJoiner, token, 50) == 1);
        CHECK(relay(kHost, token, 50) == 1);
    }
    CHECK(rendezvous.figures().relays == 1);
}

TEST_CASE("a rendezvous on the internet cannot aim punches at private addresses") {
    const NetAddress internet{proto::read_ip("198.51.100.9"), 7777}, at_home{proto::read_ip("192.168.1.9"), 7777};
    const NetAddress router{proto::read_ip("192.168.1.1"), 80}, friends{proto::read_ip("203.0.113.5"), 5000};
    for (const NetAddress& server : {internet, at_home}) {
        for (const NetAddress& named : {router, friends}) {
            reach::HostMeeting host(server, 1, proto::SigningKey({2}));
            reach::JoinMeeting joiner({.rendezvous = server, .id = 1, .code = kCode});
            reach::Outbox out;
            joiner.advance(0, out);
            joiner.take(server, reach::write_meet({}, {.kind = MeetKind::cookie, .id = 1, .cookie = 5, .address = friends}).bytes, 0, out);
            const auto meet = reach::write_meet({}, {.kind = MeetKind::meet, .id = 1, .token = 7, .address = named}).bytes;
            CHECK(host.take(server, meet, kMs, out) != nullptr);
            joiner.take(server, meet, kMs, out);
            for (Micros now = 2 * kMs; now < 2 * kSecond; now += 10 * kMs) {
                host.advance(now, out);
                joiner.advance(now, out);
            }
            const auto aimed = std::ranges::count(out, named, &reach::Outgoing::to);
            CHECK((aimed > 50) == (named == friends || server == at_home));
            CHECK((aimed == 0) == (named == router && server == internet));
        }
    }
}
