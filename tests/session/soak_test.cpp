// Goal: a server that has played thousands of games holds no more memory than after the first hundreds. In one process games are
// created, played, lost by their players and returned to, parked and resumed by another lobby, left, and abandoned.
#include <doctest/doctest.h>
#include <malloc.h>

#include <algorithm>
#include <vector>

#include "tests/session/lobby_fixture.hpp"
#include "tests/support/memory_disk.hpp"
#include "tests/support/repetitions.hpp"
#include "tests/support/time_units.hpp"

#if defined(ALBIREO_UNDER_ASAN)
#include <sanitizer/allocator_interface.h>
#endif

using namespace albireo;
using namespace albireo::storm;

namespace {

std::int64_t live_bytes() {
#if defined(ALBIREO_UNDER_ASAN)
    return static_cast<std::int64_t>(__sanitizer_get_current_allocated_bytes());
#else
    const struct mallinfo2 heap = mallinfo2();
    return static_cast<std::int64_t>(heap.uordblks + heap.hblkhd);
#endif
}

constexpr std::uint32_t kGamesAtOnce = 10;

/// Batches of games on one server. What the test itself keeps is freed after each batch.
struct Soak : LobbyFixture {
    Soak() {
        journal_to = [this](const std::string& code) { return disk.create(code); };
        lobby_journal_to = [this](const std::string& code) { return disk.create_lobby(code); };
        record_to = [this](const std::string& code) { return disk.record(code); };
    }
    GameClient& come(client::ClientOptions options) {
        // Each address is new, as on the internet, so that tables by address are filled and swept.
        const std::uint64_t host = 0x0a000000 + ++addresses_;
        client::ClientEnvironment of_client;
        of_client.open_link = [this, host] { return net.connect(host); };
        of_client.find_level = [this](const std::string& name, Difficulty difficulty) { return levels.find(name, difficulty); };
        clients.push_back(std::make_unique<GameClient>(std::move(options), std::move(of_client), idle));
        return *clients.back();
    }
    int playing() const {
        return static_cast<int>(std::ranges::count_if(clients, [](const auto& each) { return each->state() == GameClient::State::playing; }));
    }
    /// Replaces the lobby by one that resumes its games, as the server's next process does.
    void restart() {
        lobby->park_all();
        while (!lobby->is_empty()) pass();
        lobby.reset();
        net.forget_all();
        open_lobby();
        lobby->recover(disk.all());
    }
    void play_batch(std::uint32_t number) {
        for (std::uint32_t i = 0; i < kGamesAtOnce; ++i) come({.name = "anna", .players = static_cast<std::uint8_t>(i % 4 == 0 ? 1 : 2)});
        run(200 * kMs);
        for (std::uint32_t i = 0; i < kGamesAtOnce; ++i) {
            REQUIRE(!clients[i]->code().empty());
            if (i % 4 != 0) come({.name = "ben", .code = clients[i]->code()});
        }
        run(2 * kSecond);
        const auto players = static_cast<int>(clients.size());
        REQUIRE(playing() == players);
        // A third of the players lose their programs, and come back with their tokens.
        for (auto& each : clients) {
            if (++drops_ % 3 != 0) continue;
            const client::ClientOptions again{.name = each->name(), .code = each->code(), .token = each->token()};
            each.reset();
            std::erase(clients, nullptr);
            come(again);
            ++returned;
            break;
        }
        run(kSecond);
        if (number % 3 == 0) {
            restart();
            run(4 * kSecond);
            ++restarts;
        }
        played += playing();
        expected += players;
        // Most players leave. The programs of the others end, and their games are closed after five minutes.
        for (std::size_t i = 0; i < clients.size(); ++i) {
            if (i % 5 != 0) clients[i]->leave(now);
        }
        run(kSecond);
        clients.clear();
        for (int i = 0; i < 4'000 && !lobby->is_empty(); ++i) {
            now += 100 * kMs;
            pass();
        }
        REQUIRE(lobby->is_empty());
        now += 70 * kSecond;  // limits per minute have room again
        pass();
        disk.games.clear();
        log.clear();
        log_hosts.clear();
        recordings.clear();
        failures.clear();
    }
    support::MemoryDisk disk;
    int played = 0, expected = 0, returned = 0, restarts = 0;

  private:
    std::uint32_t addresses_ = 0, drops_ = 0;
};

std::int64_t median(std::vector<std::int64_t> values) {
    std::ranges::nth_element(values, values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2));
    return values[values.size() / 2];
}

}  // namespace

TEST_CASE("the memory of a server does not grow with the games that it has played") {
    const int batches = support::repetitions(96, 200, 36);
    Soak server;
    std::vector<std::int64_t> bytes;
    for (int i = 0; i < batches; ++i) {
        server.play_batch(static_cast<std::uint32_t>(i));
        bytes.push_back(live_bytes());
    }
    CHECK(server.played >= server.expected * 99 / 100);
    CHECK(server.returned >= batches / 2);
    CHECK(server.metrics.sessions_resumed >= static_cast<std::uint64_t>(server.restarts) * (kGamesAtOnce - 1));
    // In the first half tables and buffers reach their sizes. Later one of them still grows once in a while, by up to 2 KB, which is a step between
    // two windows. A leak is in every window, so the median of the steps tells the two apart.
    const int window = batches / 12;
    std::vector<std::int64_t> held, steps;
    for (auto it = bytes.end() - 6 * window; it != bytes.end(); it += window) held.push_back(median({it, it + window}));
    for (std::size_t i = 1; i < held.size(); ++i) steps.push_back(held[i] - held[i - 1]);
    const std::int64_t games = window * static_cast<std::int64_t>(kGamesAtOnce);
    MESSAGE((batches * static_cast<int>(kGamesAtOnce)), " games; ", held.front(), " bytes are held, and later ", held.back(), "; ", median(steps) / games,
            " a game in the median of ", steps.size(), " steps");
    CHECK(median(steps) < 16 * games);
}
