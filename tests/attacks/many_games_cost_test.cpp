// Goal: with 1 000 games, and with the tables of a rendezvous full, a pass costs no more than with few: nothing visits all of them.
#include <doctest/doctest.h>

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "proto/join_code.hpp"
#include "reach/answerer.hpp"
#include "reach/enrolment.hpp"
#include "reach/host_meeting.hpp"
#include "server/ended_games.hpp"
#include "server/fleet/agones.hpp"
#include "server/lan_games.hpp"
#include "server/rendezvous.hpp"
#include "tests/attacks/costs.hpp"

using namespace albireo;
using namespace albireo::attacks;
using reach::MeetKind;
using reach::MeetPacket;
using reach::NetAddress;

namespace {

constexpr std::uint32_t kGames = 1'000;

/// Lobbies that wait for a second player, each with its first one. All addresses are trusted: the limits do not allow so many at once.
struct ManyGames : Costs {
    ManyGames() : Costs({.sessions_max = kGames + 10}) {
        environment.admission = std::make_shared<server::AdmissionControl>(server::Limits{}, std::vector{*server::read_host_range("10.0.0.0/8")});
        open_lobby();
        for (std::uint32_t i = 0; i < kGames; ++i) {
            waiting.push_back(std::make_unique<Guest>(net.connect(address(10, 1 + i / 250, i % 250, 1)), "host"));
            waiting.back()->connection.send(proto::Create{.level = "the_cut", .difficulty = 2, .players = 2});
            turn(i < 20 ? 0 : i - 20);
        }
        for (int i = 0; i < 50; ++i) turn(0);
        for (const auto& each : waiting) REQUIRE(each->entered);
        REQUIRE(lobby->codes(2 * kGames).size() == kGames);
    }
    /// A millisecond, for the lobbies from this one on.
    void turn(std::size_t from) {
        for (std::size_t i = from; i < waiting.size(); ++i) waiting[i]->turn(now);
        pass();
        do_offloaded();
        now += kMs;
    }
    std::vector<std::unique_ptr<Guest>> waiting;
};

template <class Work>
Micros cost_of(Work&& work) {
    const Micros before = processor_time();
    work();
    return processor_time() - before;
}

/// A rendezvous whose tables are full. Its addresses are trusted, but for the limits on what it holds.
struct FullRendezvous {
    FullRendezvous() {
        server::MeetLimits limits;
        limits.enrolments = {6'500, 6'500, 6'500};  // a trusted address has 8 000 Hellos answered at once
        limits.introductions = limits.signatures = {{8'192, 60}, {8'192, 60}, {8'192, 60}};
        rendezvous.emplace(admission, server::Rendezvous::Options{.random = [this] { return ++tokens; }, .limits = limits});
        for (std::uint32_t i = 0; i < limits.enrolments.server; ++i) {
            enrol(i);
            if (i < limits.introductions_max) join(i);
        }
        REQUIRE(rendezvous->figures().enrolments == limits.enrolments.server);
        REQUIRE(rendezvous->figures().introductions == limits.introductions_max);
    }
    static std::string code_of(std::uint32_t i) { return proto::join_code(i * 0x9e3779b97f4a7c15u); }
    std::optional<MeetPacket> send(NetAddress from, const MeetPacket& packet) { return send(from, reach::write_meet({}, packet).bytes); }
    std::optional<MeetPacket> send(NetAddress from, const std::vector<std::uint8_t>& bytes) {
        reach::Outbox out;
        costs.push_back(cost_of([&] { rendezvous->take(from, bytes, now, out); }));
        return out.empty() ? std::nullopt : reach::read_meet(out[0].bytes);
    }
    std::uint64_t cookie(NetAddress from, std::uint32_t id) { return send(from, {.kind = MeetKind::hello, .id = id})->cookie; }
    void enrol(std::uint32_t i) {
        const NetAddress from{kHost, static_cast<std::uint16_t>(1'000 + i)};
        const MeetPacket packet{.kind = MeetKind::enrol, .id = 1, .cookie = cookie(from, 1), .code = code_of(i)};
        send(from, reach::write_enrolment({}, packet, key).bytes);
    }
    std::uint64_t join(std::uint32_t i) {
        const NetAddress from{kJoiner, static_cast<std::uint16_t>(1'000 + i)};
        const auto told = send(from, {.kind = MeetKind::join, .id = 2, .cookie = cookie(from, 2), .code = code_of(i)});
        return told ? told->token : 0;
    }
    static constexpr std::uint32_t kHost = 0x0101010a, kJoiner = 0x0202020a;
    server::AdmissionControl admission{server::Limits{}, {*server::read_host_range("10.0.0.0/8")}};
    const proto::SigningKey key{{1}};
    std::uint64_t tokens = 100;
    std::optional<server::Rendezvous> rendezvous;
    Micros now = kSecond;
    std::vector<Micros> costs;  // of the datagrams
};

}  // namespace

TEST_CASE("with 1 000 lobbies, what others ask about all games costs the shard's thread no more than 0.2 ms at a time") {
    ManyGames fixture;
    const server::Lobby& lobby = *fixture.lobby;
    const std::string code = fixture.waiting[500]->entered->code, watch_code = fixture.waiting[500]->entered->watch_code;
    reach::Answerer answerer(1, 2, 7'777, [&](const reach::Query& query) { return server::lan_games(lobby, query); });
    const auto check_query = [&](const std::string& what, const reach::Query& query) {
        const auto datagram = reach::write_query(query);
        check_least(what, [&] {
            std::array<std::uint8_t, reach::kQueryBytes> out{};
            fixture.now += kSecond;
            return cost_of([&] { REQUIRE(answerer.answer(datagram, {.is_neighbour = true}, fixture.now, out) > 0); });
        });
    };
    check_query("a query of the local network for the open games", {.nonce = 1});
    check_query("a query for a code", {.nonce = 1, .code = code});
    check_query("a query for a watch code", {.nonce = 1, .watch_code = watch_code});
    check_least("the codes to enrol", [&] { return cost_of([&] { REQUIRE(lobby.codes(reach::HostMeeting::kCodesMax).size() == reach::HostMeeting::kCodesMax); }); });
    check_least("the codes and the number of players, for Agones", [&] {
        return cost_of([&] { REQUIRE(lobby.codes(server::Agones::kCodesMax).size() + lobby.players() == 2 * kGames); });
    });
    const std::string in_the_middle = lobby.sessions()[kGames / 2].code;
    check_least("a part of the operator's list", [&] { return cost_of([&] { REQUIRE(lobby.sessions(in_the_middle, 64).size() == 64); }); });
    check_least("the lines of all games at once, of which all of these were made before", [&] { return cost_of([&] { REQUIRE(lobby.sessions().size() == kGames); }); }, kSecond);
}

TEST_CASE("with 1 000 lobbies, what an operator does to all of them costs no pass more than 0.2 ms") {
    const auto visit_one_each = [](ManyGames& fixture) {
        fixture.visits_most = 1;
        fixture.is_pass_over = [] { return true; };
    };
    // The costliest pass until `is_done`.
    const auto costliest = [](ManyGames& fixture, const auto& is_done) {
        Micros most = 0;
        for (int i = 0; !is_done() && i < 20'000; ++i) most = std::max(most, fixture.costliest(kMs));
        CHECK(is_done());
        return most;
    };
    // As it was once: without parts.
    const auto at_once = [](ManyGames& fixture, const std::string& what, const auto& command) {
        const Micros cost = cost_of([&] {
            command();
            fixture.lobby->finish_sweeps(fixture.now);
        });
        MESSAGE(what << ", all at once: " << cost << " us");
    };
    ManyGames fixture;
    visit_one_each(fixture);
    at_once(fixture, "a message to all players", [&] { fixture.lobby->tell_all("The server restarts in five minutes.", {}); });
    check_least("a message to all players", [&] {
        std::optional<std::size_t> told;
        Micros most = cost_of([&] { fixture.lobby->tell_all("The server restarts in five minutes.", [&](std::size_t of) { told = of; }); });
        most = std::max(most, costliest(fixture, [&] { return told.has_value(); }));
        CHECK(told == kGames);
        return most;
    });
    // The players of 32 games at a time, in the order of their connections.
    std::uint32_t network = 0;
    check_least("a ban", [&] {
        const std::string text = "10." + std::to_string(1 + network / 8) + "." + std::to_string(32 * (network % 8)) + ".0/19";
        ++network;
        std::optional<std::size_t> removed;
        Micros most = cost_of([&] {
            REQUIRE(fixture.environment.admission->ban({*server::read_host_range(text), fixture.now + 3'600 * kSecond}, fixture.now));
            fixture.lobby->remove_banned([&](std::size_t of) { removed = of; });
        });
        most = std::max(most, costliest(fixture, [&] { return removed.has_value(); }));
        CHECK(removed.value_or(0) >= 16);
        return most;
    });
    at_once(fixture, "a ban", [&] {
        REQUIRE(fixture.environment.admission->ban({*server::read_host_range("10.3.0.0/16"), fixture.now + 3'600 * kSecond}, fixture.now));
        fixture.lobby->remove_banned({});
    });
    at_once(fixture, "the end of the process", [&] { fixture.lobby->park_all(); });
    check_least("the end of the process", [&] {
        ManyGames ending;
        visit_one_each(ending);
        ending.lobby->drain();
        Micros most = cost_of([&] { ending.lobby->park_all(); });
        most = std::max(most, costliest(ending, [&] { return ending.lobby->is_empty(); }));
        CHECK(ending.metrics.sessions_parked == kGames);
        return most;
    });
}

TEST_CASE("the end of a game costs no more than 0.2 ms when the ends of 3 600 others have expired at once") {
    check_least("the end of a game is kept", [] {
        server::EndedGames games;
        for (std::uint64_t i = 0; i < 3'600; ++i) games.keep(proto::join_code(i * 0x9e3779b97f4a7c15u), {}, 0);
        return cost_of([&] { games.keep("AAAAAA", {}, server::EndedGames::kFor + 1); });
    }, 20);
}

TEST_CASE("with 1 000 lobbies, the list of games follows each of them") {
    ManyGames fixture;
    const server::Lobby& lobby = *fixture.lobby;
    const std::string code = lobby.codes(1)[0];
    REQUIRE(lobby.open_games(1)[0]->code() == code);
    Guest& friend_ = fixture.come();
    friend_.connection.send(proto::Join{code});
    fixture.costliest(20 * kMs);
    REQUIRE(friend_.entered);
    CHECK(lobby.players() == kGames + 1);
    CHECK(lobby.open_games(1)[0]->code() != code);
    CHECK(lobby.codes(1)[0] == code);
    friend_.connection.send(proto::Bye{});
    fixture.costliest(20 * kMs);
    CHECK(lobby.open_games(1)[0]->code() == code);
    CHECK(lobby.players() == kGames);
    fixture.lobby->remove(code, {}, fixture.now);
    fixture.costliest(20 * kMs);
    CHECK(lobby.codes(1)[0] != code);
    fixture.costliest(10 * kSecond);
    CHECK(lobby.find(code) == nullptr);
    CHECK(lobby.players() == kGames - 1);
    CHECK(lobby.codes(2 * kGames).size() == kGames - 1);
}

TEST_CASE("with 1 000 lobbies, a message costs the shard's thread no more than with one") {
    ManyGames fixture;
    std::uint32_t comers = 0;
    // The costliest pass in so many milliseconds, in which the lobbies' players go on.
    const auto costliest = [&](int ms) {
        Micros most = 0;
        for (int i = 0; i < ms; ++i) {
            for (auto& each : fixture.waiting) each->turn(fixture.now);
            most = std::max(most, fixture.costliest(kMs));
        }
        return most;
    };
    const auto check = [&](const std::string& what, const auto& send) {
        check_least(what, [&] {
            fixture.guests.clear();
            costliest(100);
            fixture.guests.push_back(std::make_unique<Guest>(fixture.net.connect(address(10, 9, ++comers, 1))));
            costliest(20);
            send(*fixture.guests.back());
            return costliest(20);
        });
    };
    const proto::Entered other = *fixture.waiting[300]->entered;
    check("nothing but 1 000 lobbies", [](Guest&) {});
    check("Create beside 1 000 lobbies", [](Guest& guest) { guest.connection.send(proto::Create{.level = "the_cut", .difficulty = 2, .players = 2}); });
    check("Watch beside 1 000 lobbies", [&](Guest& guest) { guest.connection.send(proto::Watch{.code = other.watch_code}); });
    check("Join of an unknown code beside 1 000 lobbies", [](Guest& guest) { guest.connection.send(proto::Join{"AAAAAA"}); });
}

TEST_CASE("no datagram costs a rendezvous more than 0.2 ms, with its tables full, and when all in them expires at once") {
    check_steps("a rendezvous whose tables fill, its costliest datagram", [] { return FullRendezvous().costs; });
    FullRendezvous full;
    const auto costs_of = [&](const auto& sends) { return full.costs.clear(), sends(), full.costs; };
    check_steps("Enrol again", [&] { return costs_of([&] { full.enrol(77); }); });
    check_steps("Join again", [&] { return costs_of([&] { full.join(77); }); });
    check_steps("Ready, Relay and a relayed datagram", [&] {
        const NetAddress host{FullRendezvous::kHost, 1'077}, joiner{FullRendezvous::kJoiner, 1'077};
        full.costs.clear();
        const std::uint64_t token = full.join(77);
        full.send(host, {.kind = MeetKind::ready, .id = 1, .token = token});
        full.send(joiner, {.kind = MeetKind::relay, .id = 2, .token = token});
        const auto head = reach::relayed_head(token);
        std::vector<std::uint8_t> bytes(head.begin(), head.end());
        bytes.resize(1'200);
        reach::Outbox out;
        full.costs.push_back(cost_of([&] { full.rendezvous->take(host, bytes, full.now, out); }));
        CHECK(out.size() == 1);
        return full.costs;
    });
    check_steps("the datagrams after everything has expired, the costliest", [] {
        FullRendezvous expired;
        expired.now += 10 * server::kEnrolmentMax;
        expired.costs.clear();
        for (std::uint32_t i = 0; i < 1'000; ++i) expired.enrol(i);
        CHECK(expired.rendezvous->figures().introductions == 0);
        CHECK(expired.rendezvous->figures().enrolments == 1'000);
        return expired.costs;
    });
}
