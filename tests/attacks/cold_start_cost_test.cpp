// Goal: no message costs the shard's thread more than 0.2 ms in memory that the process has not used yet either, as in its first games: the first
// touch of a page is a fault of 0.5 to 20 µs, so a message may touch only a few. What takes many pages has another thread touch them.
#include <doctest/doctest.h>
#include <malloc.h>
#include <sys/resource.h>

#include <array>
#include <span>
#include <string>

#include "proto/token.hpp"
#include "replays/reader.hpp"
#include "tests/attacks/costs.hpp"
#include "tests/storm/desync_scene.hpp"

using namespace albireo;
using namespace albireo::attacks;

namespace {

long page_faults() {
    rusage used{};
    getrusage(RUSAGE_THREAD, &used);
    return used.ru_minflt;
}

/// Keeps nothing, as the server's own sinks do: they hand the bytes to the disk's thread.
struct NoSink final : replays::ByteSink {
    std::string append(std::span<const std::uint8_t>) override { return {}; }
};

struct Cold : Costs {
    Cold() {
        record_to = [](const std::string&) { return std::make_unique<NoSink>(); };
    }
    /// The costliest pass within this time. Before each of them all freed memory is given back to the system.
    Micros costliest_cold(Micros length) {
        Micros most = 0;
        for (const Micros until = now + length; now < until; now += kMs) {
            for (auto& client : clients) client->advance(now);
            for (auto& guest : guests) guest->turn(now);
            malloc_trim(0);
            const long faults_before = page_faults();
            const Micros before = processor_time();
            pass();
            most = std::max(most, processor_time() - before);
            faults = std::max(faults, page_faults() - faults_before);
            do_offloaded();
        }
        return most;
    }
    Guest& create(std::uint8_t players) {
        Guest& guest = come();
        guest.connection.send(proto::Create{.level = "endless", .difficulty = 2, .players = players});
        costliest(20 * kMs);
        REQUIRE(guest.entered);
        return guest;
    }
    long faults = 0;  // in the pass with the most
};

/// Faults are judged, of the best of several attempts: their number does not depend on what else the machine does. message_cost_test.cpp judges the
/// time that the same messages take without faults.
template <class Cost>
void check_cold(const std::string& what, Cost&& prepare_and_cost) {
    constexpr long kFaultsMost = 10;  // 13 µs each on the machine that this was written on
    long faults = kFaultsMost * 100;
    Micros cost = kSecond;
    for (int i = 0; i < kAttempts; ++i) {
        Cold lobby;
        cost = std::min(cost, prepare_and_cost(lobby));
        faults = std::min(faults, lobby.faults);
    }
    MESSAGE(what << ", in memory not used yet: " << cost << " us, " << faults << " page faults");
#ifndef ALBIREO_UNDER_ASAN
    CHECK(faults <= kFaultsMost);
#endif
}

}  // namespace

TEST_CASE("in memory that is not used yet, no message about a seat costs the shard's thread more than a few page faults") {
    check_cold("Create", [](Cold& lobby) {
        Guest& guest = lobby.come();
        guest.connection.send(proto::Create{.level = "endless", .difficulty = 2, .players = 1});
        const Micros cost = lobby.costliest_cold(20 * kMs);
        REQUIRE(guest.entered);
        return cost;
    });
    check_cold("LevelWanted", [](Cold& lobby) {
        Guest& guest = lobby.create(1);
        guest.connection.send(proto::LevelWanted{1});
        const Micros cost = lobby.costliest_cold(20 * kMs);
        CHECK(lobby.metrics.unexpected == 0);
        return cost;
    });
    check_cold("Ready, the start of a game of one player", [](Cold& lobby) {
        Guest& guest = lobby.create(1);
        guest.connection.send(proto::Ready{guest.entered->level_digest});
        const Micros cost = lobby.costliest_cold(20 * kMs);
        REQUIRE(guest.started);
        return cost;
    });
    check_cold("Ready, the start of a game of two players", [](Cold& lobby) {
        Guest& gold = lobby.create(2);
        Guest& blue = lobby.come();
        blue.connection.send(proto::Join{gold.entered->code});
        lobby.costliest(20 * kMs);
        gold.connection.send(proto::Ready{gold.entered->level_digest});
        lobby.costliest(20 * kMs);
        blue.connection.send(proto::Ready{gold.entered->level_digest});
        const Micros cost = lobby.costliest_cold(20 * kMs);
        REQUIRE(blue.started);
        return cost;
    });
    check_cold("Rejoin, with a snapshot", [](Cold& lobby) {
        const Guest& before = lobby.begin_game();
        Guest& again = lobby.come();
        again.connection.send(proto::Rejoin{before.entered->code, proto::prove(before.entered->token, again.binding())});
        const Micros cost = lobby.costliest_cold(40 * kMs);
        CHECK(again.resumed);
        return cost;
    });
    check_cold("Watch", [](Cold& lobby) {
        const Guest& player = lobby.begin_game();
        lobby.costliest(4 * kSecond);
        lobby.come().connection.send(proto::Watch{.code = player.entered->watch_code});
        return lobby.costliest_cold(200 * kMs);
    });
    check_cold("the exchange about a desync", [](Cold& lobby) {
        lobby.add({.name = "anna", .level = "endless", .difficulty = Difficulty::storm, .players = 1, .fault = storm::fault_of("150:earnings[0].score")});
        while (lobby.metrics.desyncs == 0 && lobby.now < 20 * kSecond) lobby.costliest(kMs);
        lobby.now -= kMs;
        const Micros cost = lobby.costliest_cold(kSecond);
        CHECK(lobby.bundles == 1);
        return cost;
    });
    check_cold("Bye, the end of a game", [](Cold& lobby) {
        lobby.begin_game().connection.send(proto::Bye{});
        const Micros cost = lobby.costliest_cold(20 * kMs);
        CHECK(lobby.lobby->sessions_ended() == 1);
        return cost;
    });
}

TEST_CASE("a game whose partner has changed while it was prepared starts with the names of its players") {
    Costs lobby;
    const auto come = [&](const char* name) -> Guest& {
        lobby.guests.push_back(std::make_unique<Guest>(lobby.net.connect(address(10, 1, static_cast<std::uint32_t>(lobby.guests.size()), 1)), name));
        lobby.costliest(20 * kMs);
        return *lobby.guests.back();
    };
    Guest& anna = come("anna");
    anna.connection.send(proto::Create{.level = "endless", .difficulty = 2, .players = 2});
    lobby.costliest(20 * kMs);
    REQUIRE(anna.entered);
    const auto join = [&](Guest& guest) {
        guest.connection.send(proto::Join{anna.entered->code});
        lobby.costliest(20 * kMs);
        REQUIRE(guest.entered);
    };
    Guest& ben = come("ben");
    join(ben);
    anna.connection.send(proto::Ready{anna.entered->level_digest});
    ben.connection.send(proto::Ready{anna.entered->level_digest});
    // The other thread is slow, and Ben leaves.
    const auto wait = [&] {
        for (const Micros until = lobby.now + 20 * kMs; lobby.now < until; lobby.now += kMs) {
            for (auto& guest : lobby.guests) guest->turn(lobby.now);
            lobby.pass();
        }
    };
    wait();
    ben.connection.send(proto::Bye{});
    wait();
    lobby.do_offloaded();
    CHECK_FALSE(anna.started);
    Guest& carl = come("carl");
    join(carl);
    carl.connection.send(proto::Ready{anna.entered->level_digest});
    lobby.costliest(50 * kMs);
    CHECK(anna.started);
    CHECK(carl.started);
    CHECK(lobby.recordings.size() == 1);
    replays::Recording recording;
    REQUIRE(replays::read_recording(lobby.recorded, recording) == "");
    CHECK(recording.header.names == std::array<std::string, 2>{"anna", "carl"});
}
