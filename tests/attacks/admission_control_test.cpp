// Goal: the budgets of addresses hold in any minute, take bounded memory, and no address uses up the budget of another.
#include <doctest/doctest.h>

#include "server/attendance.hpp"
#include "server/limits/admission_control.hpp"
#include "server/limits/log_limiter.hpp"
#include "tests/attacks/attacker.hpp"
#include "tests/attacks/outcome.hpp"

using namespace albireo;
using namespace albireo::attacks;
using namespace albireo::server;

TEST_CASE("a bucket gives its burst and its rate, and never more in any minute") {
    const Rate rate{12, 48};
    Bucket bucket;
    std::vector<Micros> taken;
    for (Micros now = 0; now < 10 * 60 * kSecond; now += 100 * kMs) {
        while (bucket.holds(rate, 1, now)) {
            bucket.take(rate, 1, now);
            taken.push_back(now);
        }
    }
    CHECK(taken.size() == 12 + 48 * 10 - 1);
    std::size_t most = 0;
    for (std::size_t from = 0, to = 0; from < taken.size(); ++from) {
        while (to < taken.size() && taken[to] < taken[from] + 60 * kSecond) ++to;
        most = std::max(most, to - from);
    }
    CHECK(most <= 60);
}

TEST_CASE("an address that has used up its share takes nothing from its neighbours, nor a prefix from others") {
    Budget budget({{4, 4}, {8, 8}, {1'000, 1'000}});
    const auto spent = [&](Host host) {
        int count = 0;
        while (budget.take(host, 1, 0)) ++count;
        return count;
    };
    CHECK(spent(address(10, 0, 0, 1)) == 4);
    CHECK(spent(address(10, 0, 0, 2)) == 4);
    CHECK(spent(address(10, 0, 0, 3)) == 0);  // the prefix has 8
    CHECK(spent(address(10, 0, 1, 3)) == 4);
}

TEST_CASE("a million addresses cost no more memory than the ledger has keys, and strangers then share a bucket") {
    Budget budget({{4, 60}, {8, 60}, {10'000'000, 10'000'000}}, 1'000);
    int granted = 0;
    for (std::uint32_t i = 0; i < 1'000'000; ++i) granted += budget.take(0x0a000001u + i * 2'654'435'761u, 1, 0) ? 1 : 0;
    CHECK(budget.keys() <= 1'000);
    CHECK(granted <= 1'000 + 4);
    // A minute later all have regained their share and are forgotten.
    CHECK(budget.take(address(192, 0, 2, 1), 4, 120 * kSecond));
}

TEST_CASE("the budget of Hellos holds for forged addresses") {
    HelloBudget hellos(Limits{}.hellos, {1, 2, 3});
    Random random = Random::seed(1, 2);
    int answered = 0;
    for (int i = 0; i < 200'000 * 10; ++i) answered += hellos.take(random.next(), Micros{i} * 5) ? 1 : 0;  // 10 s
    emit({.row = "15",
          .attack = "send Hellos from forged addresses for ten seconds",
          .acts = 200'000 * 10,
          .gain = "Hellos answered",
          .achieved = answered,
          .limit = 10 * 12'000 + 2'000});
    CHECK(answered >= 10 * 11'000);
}

// Trust once lifted them.
TEST_CASE("the limits on answers to Hellos hold for forged senders from a trusted network") {
    AdmissionControl admission({}, {*read_host_range("192.168.0.0/16")});
    const Limits limits;
    Random random = Random::seed(1, 3);
    int answered = 0;
    for (int i = 0; i < 200'000; ++i) {  // a second
        const Host forged = address(192, 168, random.below(256), random.below(256));
        answered += admission.answers_hello(forged, Micros{i} * 5) ? 1 : 0;
    }
    emit({.row = "15",
          .attack = "send Hellos from forged trusted addresses for a second",
          .acts = 200'000,
          .gain = "Hellos answered",
          .achieved = answered,
          .limit = 24'000 + limits.trusted_hellos.server.burst});
    CHECK(answered >= 24'000);
    // A load test from one address.
    const Host tester = address(192, 168, 7, 7);
    int mine = 0;
    for (int i = 0; i < 8'000; ++i) mine += admission.answers_hello(tester, 30 * kSecond) ? 1 : 0;
    CHECK(mine == 8'000);
}

TEST_CASE("with the server's share of wrong codes used up, an honest address still joins") {
    AdmissionControl admission;
    for (std::uint32_t i = 0; i < 10'000; ++i) {
        const Host bot = address(10, i % 250, i / 250, 1);
        if (admission.may_try_code(bot, 0)) admission.note_wrong_code(bot, 0);
        if (admission.may_try_code(bot, 0)) admission.note_wrong_code(bot, 0);
    }
    CHECK_FALSE(admission.may_try_code(address(10, 1, 0, 1), 0));
    CHECK(admission.may_try_code(address(203, 0, 113, 9), 0));
}

TEST_CASE("row 1: many addresses that each guess slowly get hardly more than the server's share") {
    AdmissionControl admission;
    constexpr int kPrefixes = 190, kSeconds = 120;
    long long guessed = 0;
    // Four addresses of each prefix, each every 1.25 s: its own budget allows that.
    for (int step = 0; step < kSeconds * 4 / 5; ++step) {
        for (std::uint32_t i = 0; i < 4 * kPrefixes; ++i) {
            const Host bot = address(10, i / 4, 7, 1 + i % 4);
            const Micros now = Micros{step} * 1'250 * kMs;
            if (!admission.may_try_code(bot, now)) continue;
            admission.note_wrong_code(bot, now);
            ++guessed;
        }
    }
    emit({.row = "1",
          .attack = "guess codes from 760 addresses for two minutes",
          .acts = kSeconds * 4 / 5 * 4 * kPrefixes,
          .gain = "codes guessed",
          .achieved = guessed,
          .limit = 600 + 3'000 * kSeconds / 60 + kPrefixes * 4 * (kSeconds / 60 + 1)});
}

TEST_CASE("with the server's share of transfers used up, a player who returns by token still gets the world") {
    AdmissionControl admission;
    constexpr std::size_t kWorld = 60'000;
    using Transfer = AdmissionControl::Transfer;
    const auto crowd = [](std::uint32_t i) { return address(10, 0, i / 4, 1 + i % 4); };  // 20 addresses of five prefixes
    int sent = 0;
    for (std::uint32_t i = 0; i < 20; ++i) {
        while (admission.may_transfer(crowd(i), kWorld, 0)) ++sent;
    }
    CHECK(sent == 8'000'000 / kWorld);
    const Host player = address(203, 0, 113, 9);
    CHECK_FALSE(admission.may_transfer(player, kWorld, 0));
    // The crowd has seats and tokens too.
    int returned = 0;
    for (std::uint32_t i = 0; i < 20; ++i) {
        while (admission.may_transfer(crowd(i), kWorld, 0, Transfer::return_by_token)) ++returned;
    }
    CHECK(returned <= 5 * 8);
    CHECK(admission.may_transfer(player, kWorld, 0, Transfer::return_by_token));  // a level
    CHECK(admission.may_transfer(player, kWorld, 0, Transfer::return_by_token));  // and the world
    CHECK_FALSE(admission.may_transfer(player, kWorld, 0, Transfer::return_by_token));
}

TEST_CASE("a player rejoins while 20 addresses use up the server's transfers") {
    storm::LobbyFixture fixture;
    constexpr std::uint64_t kHome = address(203, 0, 113, 9);
    const auto use_up = [&] {
        for (std::uint32_t i = 0; i < 20; ++i) {
            while (fixture.admission->may_transfer(address(10, 0, i / 4, 1 + i % 4), 1'000, fixture.now)) {
            }
        }
    };
    const auto turns = [&](Guest& guest, int count) {
        for (int i = 0; i < count; ++i, fixture.run(kMs)) use_up(), guest.turn(fixture.now);
    };
    std::string code;
    proto::Token token{};
    {
        Guest guest(fixture.net.connect(kHome));
        guest.connection.send(proto::Create{.level = "the_cut", .players = 1});
        turns(guest, 20);
        REQUIRE(guest.entered);
        code = guest.entered->code;
        token = guest.entered->token;
        guest.connection.send(proto::Ready{guest.entered->level_digest});
        turns(guest, 20);
        REQUIRE(guest.started);
    }
    REQUIRE_FALSE(fixture.admission->may_transfer(address(198, 51, 100, 7), 1'000, fixture.now));
    Guest again(fixture.net.connect(kHome));
    again.connection.send(proto::Rejoin{code, proto::prove(token, again.binding())});
    turns(again, 20);
    REQUIRE(again.entered);
    again.connection.send(proto::Ready{again.entered->level_digest});
    turns(again, 500);
    emit({.row = "-",
          .attack = "use up the transfers of the whole server, again every millisecond",
          .acts = 580,
          .gain = "players kept from returning",
          .achieved = !again.resumed});
}

TEST_CASE("trusted ranges and links in memory have no limits") {
    AdmissionControl admission({}, {*read_host_range("127.0.0.0/8")});
    for (int i = 0; i < 10'000; ++i) {
        CHECK(admission.may_create(address(127, 1, 2, 3), 0));
        CHECK(admission.may_create(0, 0));
    }
}

TEST_CASE("addresses are written and read as people write them") {
    CHECK(address_text(address(203, 0, 113, 5), LogAddresses::full) == "203.0.113.5");
    CHECK(address_text(address(203, 0, 113, 5), LogAddresses::net) == "203.0.113.0/24");
    CHECK(address_text(address(203, 0, 113, 5), LogAddresses::off).empty());
    CHECK(address_text(0x20010db800010002, LogAddresses::full) == "2001:db8:1:2::/64");
    CHECK(address_text(0x20010db800010002, LogAddresses::net) == "2001:db8:1::/48");
    CHECK(prefix_of(address(203, 0, 113, 5)) == prefix_of(address(203, 0, 113, 77)));
    CHECK(prefix_of(address(203, 0, 113, 5)) != prefix_of(address(203, 0, 114, 5)));
    for (const char* bad : {"", "1.2.3", "1.2.3.4.5", "1.2.3.256", "1.2.3.4/33", "1.2.3.4/", "::1", "1.2.3.4 ", "::/0", "2001:db8::/65", "2001:db8::/", "fe80::%1/64", "[2001:db8::1]", "2001:db8::1/64 "})
        CHECK_FALSE_MESSAGE(read_host_range(bad), bad);
    CHECK(read_host_range("10.0.0.0/8")->contains(address(10, 9, 8, 7)));
    CHECK_FALSE(read_host_range("10.0.0.0/8")->contains(address(11, 0, 0, 0)));
    CHECK(read_host_range("0.0.0.0/0")->contains(address(11, 0, 0, 1)));
    CHECK_FALSE(read_host_range("0.0.0.0/0")->contains(0x20010db800010002));
    CHECK(read_host_range("2001:db8:1::/48")->contains(0x20010db800010002));
    CHECK_FALSE(read_host_range("2001:db8:2::/48")->contains(0x20010db800010002));
    CHECK(read_host_range("2001:db8:1:2::7")->contains(0x20010db800010002));
    CHECK_FALSE(read_host_range("2001:db8:1:2::7")->contains(0x20010db800010003));
    CHECK(read_host_range("2000::/3")->contains(0x20010db800010002));
    CHECK_FALSE(read_host_range("2000::/3")->contains(address(11, 0, 0, 1)));
}

TEST_CASE("row 16: a peer cannot fill the log, and the log says how many lines were left out") {
    AdmissionControl control;  // all shards of a server share one
    int written = 0;
    for (int i = 0; i < 60'000; ++i)
        written += control.admit_log_line(LogCause::misbehaviour, address(203, 0, 113, 5), "x", Micros{i} * kMs) ? 1 : 0;
    emit({.row = "16",
          .attack = "misbehave for a minute",
          .acts = 60'000,
          .gain = "lines in the log",
          .achieved = written,
          .limit = 40 + 30});
    const auto line = control.admit_log_line(LogCause::misbehaviour, address(198, 51, 100, 1), "y", 60 * kSecond);
    REQUIRE(line);
    CHECK(line->find("lines of this kind were left out") != std::string::npos);
}

TEST_CASE("attendance: one gap is forgiven, repeated gaps are not, and nobody is charged for the partner's") {
    const auto seconds = [](Attendance& seat, int count, bool waits, std::uint32_t ticks) {
        auto worst = Attendance::Verdict::fine;
        for (int i = 0; i < count; ++i) {
            seat.note(kSecond, waits, waits ? kSecond * (60 - ticks) / 60 : 0);
            worst = std::max(worst, seat.end_second(ticks));
        }
        return worst;
    };
    Attendance honest;
    CHECK(seconds(honest, 9, true, 0) == Attendance::Verdict::behind);  // one gap of nine seconds
    CHECK(seconds(honest, 120, false, 60) != Attendance::Verdict::absent);
    CHECK(seconds(honest, 9, true, 0) != Attendance::Verdict::absent);
    Attendance gaps;
    int cycles = 0;
    while (cycles < 10) {
        ++cycles;
        if (seconds(gaps, 9, true, 0) == Attendance::Verdict::absent) break;
        if (seconds(gaps, 3, false, 60) == Attendance::Verdict::absent) break;
    }
    CHECK(cycles <= 2);
    CHECK(gaps.back_in() == 40 * kSecond);
    Attendance slow;  // just too slow
    CHECK(seconds(slow, 14, true, 55) == Attendance::Verdict::behind);
    CHECK(seconds(slow, 10, true, 55) == Attendance::Verdict::absent);
    Attendance fair;
    CHECK(seconds(fair, 1'000, true, 57) == Attendance::Verdict::fine);
    Attendance blameless;  // its own player is waiting
    CHECK(seconds(blameless, 100, false, 20) == Attendance::Verdict::fine);
}

TEST_CASE("a crowd of strangers does not keep players from returning to their seats, and seats admit no crowd") {
    AdmissionControl admission;
    const Host player = address(192, 0, 2, 1);
    Micros now = 0;
    admission.seat_taken(player);
    admission.seat_taken(player);
    // A stranger from each of many prefixes, until the server takes no more of them.
    std::uint32_t strangers = 0;
    const auto stranger = [](std::uint32_t i) { return address(10, i / 250, i % 250, 1); };
    for (std::uint32_t i = 0; i < 5'000; ++i, now += 2 * kMs) {
        if (admission.admits_peer(stranger(i), now) && admission.peer_connected(stranger(i), now)) ++strangers;
    }
    CHECK(strangers >= 500);
    CHECK(strangers <= Limits{}.seatless.server);
    while (admission.admits_peer(stranger(strangers), now)) admission.peer_connected(stranger(strangers++), now);
    CHECK_FALSE(admission.admits_peer(address(198, 51, 100, 1), now));
    // The two players return, once each.
    for (int i = 0; i < 2; ++i) {
        CHECK(admission.admits_peer(player, now));
        CHECK(admission.peer_connected(player, now));
    }
    CHECK_FALSE(admission.admits_peer(player, now));
    admission.peer_seated_or_gone(player);
    CHECK(admission.admits_peer(player, now));
    // Their connections are lost: they have as long to return as the game waits for them.
    admission.peer_seated_or_gone(player);
    admission.seat_left(player, now);
    admission.seat_left(player, now);
    CHECK(admission.admits_peer(player, now));
    admission.ban({*read_host_range("192.0.2.1"), now + kSecond}, now);
    CHECK_FALSE(admission.admits_peer(player, now));
}

TEST_CASE("seats are counted for as long as their players may return, and then forgotten") {
    Seats seats;
    const Host player = address(192, 0, 2, 1);
    CHECK(seats.of(player, 0) == 0);
    seats.taken(player);
    seats.taken(player);
    seats.left(player, kSecond);
    CHECK(seats.of(player, 2 * kSecond) == 2);
    CHECK(seats.of(player, kSecond + kEmptyMax) == 1);
    seats.left(player, 600 * kSecond);
    CHECK(seats.of(player, 601 * kSecond) == 1);
    CHECK(seats.of(player, 600 * kSecond + kEmptyMax) == 0);
    for (std::uint32_t i = 0; i < 10'000; ++i) {
        seats.taken(address(10, 0, i / 250, i % 250));
        seats.left(address(10, 0, i / 250, i % 250), 1'000 * kSecond + Micros{i} * kSecond);
    }
    CHECK(seats.keys() <= kEmptyMax / kSecond * 4 / 3 + 2);  // one in four is looked at for each that comes
}
