#pragma once
/// What a lobby's passes cost, in processor time, so that a busy machine does not count. What is offloaded is not counted.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "console/kept_memory.hpp"
#include "sim/script/compile.hpp"
#include "tests/attacks/attacker.hpp"
#include "tests/attacks/outcome.hpp"
#include "tests/session/lobby_fixture.hpp"
#include "tests/support/time_units.hpp"

namespace albireo::attacks {

using storm::LobbyFixture;

constexpr Micros kCostMost = 200, kPassMost = 2'000;
constexpr int kAttempts = 9;

/// As the program does.
[[maybe_unused]] inline const bool keeps_memory = (console::keep_used_memory(), true);

inline Micros processor_time() {
    timespec had{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &had);
    return Micros{had.tv_sec} * kSecond + had.tv_nsec / 1000;
}

/// A lobby whose other thread works between the passes.
struct Costs : LobbyFixture {
    explicit Costs(server::LobbyLimits of = {}) : LobbyFixture(of) {
        holds_offloaded = true;
        std::string error;
        static const auto compiled = [&] {
            auto all = std::make_unique<server::Levels>();
            all->compile_all(error);
            return all;
        }();
        for (const std::string& name : script::builtin_levels()) {
            offer(name, compiled->find(name, Difficulty::storm));
        }
    }
    void offer(const std::string& name, std::shared_ptr<const Level> level) {
        levels.offer(name, Difficulty::storm, std::move(level));
        levels.packed(*levels.find(name, Difficulty::storm));
    }
    /// The costliest pass within this time.
    Micros costliest(Micros length) {
        Micros most = 0;
        for (const Micros until = now + length; now < until; now += kMs) {
            for (auto& client : clients) client->advance(now);
            for (auto& guest : guests) guest->turn(now);
            const Micros before = processor_time();
            pass();
            most = std::max(most, processor_time() - before);
            do_offloaded();
        }
        return most;
    }
    Guest& come() {
        guests.push_back(std::make_unique<Guest>(net.connect(address(10, 0, static_cast<std::uint32_t>(guests.size()), 1))));
        costliest(20 * kMs);
        return *guests.back();
    }
    Guest& begin_game() {
        Guest& guest = come();
        guest.connection.send(proto::Create{.level = "endless", .difficulty = 2, .players = 1});
        costliest(20 * kMs);
        guest.connection.send(proto::Ready{guest.entered->level_digest});
        costliest(20 * kMs);
        REQUIRE(guest.started);
        return guest;
    }
    std::vector<std::unique_ptr<Guest>> guests;
};

/// The least of several attempts: of as many as it takes to keep the limit, or with ALBIREO_FULL of all of them. The first ones warm the caches
/// and the heap.
template <class Cost>
void check_least(const std::string& what, Cost&& cost, Micros most = kCostMost, const std::string& unit = "us") {
    const bool takes_all = std::getenv("ALBIREO_FULL") != nullptr;
    Micros least = kSecond;
    int attempts = 0;
    for (; attempts == 0 || (attempts < kAttempts && (takes_all || least > most)); ++attempts) least = std::min(least, cost());
#ifdef ALBIREO_UNDER_ASAN
    most = kSecond;  // the sanitizer's work is several times the server's
#endif
    emit({.row = "5", .attack = what, .acts = attempts, .gain = unit + " of the shard's thread, the least of these attempts", .achieved = least, .limit = most});
}

/// The costliest of many steps. `costs` does the same steps each time and returns what each of them cost. A step counts as the least of its
/// attempts: of thousands of steps, a virtual machine delays one or another in every attempt, but seldom the same one.
template <class StepCosts>
void check_steps(const std::string& what, StepCosts&& costs, Micros most = kCostMost) {
    std::vector<Micros> of_steps = costs();
    check_least(what, [&] {
        const std::vector<Micros> again = costs();
        REQUIRE(again.size() == of_steps.size());
        for (std::size_t i = 0; i < again.size(); ++i) of_steps[i] = std::min(of_steps[i], again[i]);
        return *std::ranges::max_element(of_steps);
    }, most);
}

/// `prepare_and_cost` prepares a lobby, and returns the cost of what follows.
template <class Lobby = Costs, class Cost>
void check_cost(const std::string& what, Cost&& prepare_and_cost, Micros most = kCostMost) {
    check_least(what, [&] {
        Lobby lobby;
        return prepare_and_cost(lobby);
    }, most);
}

}  // namespace albireo::attacks
