// Goal: a difference is detected within half a second and a round trip, even on a bad link.
//
// The test checks that one delay of a hundred at most is longer. Any packet can be lost any number of times, so the worst case has no bound.
// Half a second is the time between two digests of one side. The median is usually much shorter, because the other side
// sends its own in between.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include "tests/storm/desync_scene.hpp"
#include "tests/support/repetitions.hpp"

using namespace albireo;
using namespace albireo::storm;

TEST_CASE("at 10 % loss each way and a ping of 250 ms, a difference is detected within half a second and a ping") {
    constexpr Micros kPing = 250 * kMs;
    const auto games = static_cast<std::uint32_t>(support::repetitions(200, 2000, 20));
    std::vector<Micros> delays;
    for (std::uint32_t seed = 1; seed <= games; ++seed) {
        VirtualGameOptions options = plain(kPing / 2, seed);
        options.make_controller = mashing_controllers();
        for (auto& link : options.links) link.out.loss_ppm = link.in.loss_ppm = 100'000;
        // At various times between two digests, after the estimate of the link has settled.
        const Tick tick{300 + seed * 7 % DigestHistory::kExchangeTicks};
        options.faults[seed % kSlotCount] = fault_of(fmt::format("{}:earnings[1].score", tick.value));
        VirtualGame game(options);
        const Slot slot = kSlots[seed % kSlotCount];
        const auto run_until = [&](auto&& holds) {
            while (!holds() && game.now() < 20 * kSecond) game.run(game.now() + kMs);
            return game.now();
        };
        const Micros wrong = run_until([&] {
            return game.is_running(slot) && game.client(slot).has_game() &&
                   game.client(slot).predictor().confirmed().tick >= tick;
        });
        const Micros noticed = run_until([&] { return game.metrics().desyncs.load() != 0; });
        REQUIRE(noticed < 20 * kSecond);
        delays.push_back(noticed - wrong);
    }
    std::ranges::sort(delays);
    const Micros median = delays[games / 2], most = delays[games * 99 / 100 - 1];
    MESSAGE("detected after " << median / kMs << " ms (median), " << most / kMs << " ms (99 of 100), "
                              << delays.back() / kMs << " ms at most");
    CHECK(median <= 500 * kMs);
    // Of 200 games in which one of a hundred is longer, more than five are with a probability of 1.6 %; of 2 000, the share itself counts.
    const auto longer = std::ranges::count_if(delays, [](Micros delay) { return delay > 500 * kMs + kPing; });
    CHECK(longer <= std::max<std::int64_t>(games / 100, 5));
}
