// How often games hold a link. A row of link_table is one sample; this plays many one-minute games of the gauntlet in
// virtual time and prints the players' figures. A game is the same on every machine, so nothing here is random.
//   link_odds LOSS_PERCENT [GAMES [DELAY_MS [LEVEL [LEAST_PERCENT]]]]
//                     (40 games at 50 ms of the gauntlet, without a limit; loss and delay on each leg and direction)
// Exit status: 0 done; 1 if fewer than LEAST_PERCENT of the players had 59 confirmed ticks a second or, with that limit, the mean
// is below 59 or a player was absent at the end; 2 bad usage.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "tests/storm/bots.hpp"
#include "tests/support/tool_help.hpp"

using namespace albireo;
using namespace albireo::storm;

constexpr double kHeld = 59;

int main(int argc, char** argv) {
    support::answer_help(argc, argv, "link_odds",
                         "How many one-minute games of two bots hold a link: link_odds LOSS_PERCENT [GAMES [DELAY_MS [LEVEL [LEAST_PERCENT]]]]\n"
                         "40 games at 50 ms of the gauntlet, without a limit; loss and delay are those of each leg and direction.");
    if (argc < 2 || argc > 6 || std::atof(argv[1]) < 0 || std::atof(argv[1]) > 100 || (argc > 2 && std::atoi(argv[2]) < 2)) {
        std::fprintf(stderr, "link_odds LOSS_PERCENT [GAMES [DELAY_MS [LEVEL [LEAST_PERCENT]]]]\n");
        return 2;
    }
    const double least_percent = argc > 5 ? std::atof(argv[5]) : 0;
    const auto loss_ppm = static_cast<std::uint32_t>(std::lround(std::atof(argv[1]) * 10'000));
    const auto games = static_cast<std::uint32_t>(argc > 2 ? std::atoi(argv[2]) : 40);
    const Micros delay = (argc > 3 ? std::atoi(argv[3]) : 50) * proto::kMicrosPerMs;
    std::vector<double> rates;
    double sum = 0, frozen = 0, sent = 0, received = 0, packets = 0, reports = 0;
    std::uint64_t most = 0;
    for (std::uint32_t seed = 1; seed <= games; ++seed) {
        VirtualGameOptions options;
        options.seed = seed;
        options.make_controller = bot_controller(bodies(), 6);
        options.level = argc > 4 ? argv[4] : "gauntlet";
        options.levels_folder = std::string(ALBIREO_SOURCE_DIR) + "/tests/session/levels";
        for (auto& link : options.links) link.out.delay = link.in.delay = delay;
        for (auto& link : options.links) link.out.loss_ppm = link.in.loss_ppm = loss_ppm;
        VirtualGame game(options);
        game.run(60 * proto::kMicrosPerSecond);
        for (const Slot slot : kSlots) {
            if (!game.is_running(slot)) continue;
            const client::NetFigures& figures = game.client(slot).figures();
            rates.push_back(figures.confirmed_per_second());
            if (rates.back() < kHeld) {
                std::printf("seed %u, %s: %.1f, %llu rejoins\n", seed, slot == Slot::gold ? "gold" : "blue",
                            rates.back(), static_cast<unsigned long long>(figures.rejoins));
            }
            sum += rates.back();
            frozen += static_cast<double>(figures.frozen_ticks);
            sent += figures.sent.mean();
            received += figures.received.mean();
            packets += figures.packets_sent.mean();
            reports += static_cast<double>(figures.reports_sent * 60) / static_cast<double>(figures.ticks);
            most = std::max(most, figures.sent.max());
        }
    }
    if (rates.empty()) return 1;
    std::ranges::sort(rates);
    const auto players = static_cast<double>(rates.size());
    const auto held = std::ranges::count_if(rates, [](double rate) { return rate >= kHeld; });
    std::printf(
        "%g %% and %lld ms a leg, %zu players: %.2f confirmed ticks/s, %lld at 59 or above, worst %.1f %.1f %.1f; "
        "%.1f frozen ticks, %.0f B/s sent (%llu at most), %.0f received, %.1f packets/s, %.1f reports/s\n",
        static_cast<double>(loss_ppm) / 10'000, static_cast<long long>(delay / proto::kMicrosPerMs), rates.size(),
        sum / players, static_cast<long long>(held), rates[0], rates[1], rates[2], frozen / players, sent / players,
        static_cast<unsigned long long>(most), received / players, packets / players, reports / players);
    if (least_percent <= 0) return 0;
    const double held_percent = 100 * static_cast<double>(held) / players;
    if (rates.size() == 2 * games && held_percent >= least_percent && sum / players >= kHeld) return 0;
    std::printf(
        "MISSED: %zu of %u players present, %.1f %% of them at %g ticks/s or above (required: %g %%), mean %.2f\n",
        rates.size(), 2 * games, held_percent, kHeld, least_percent, sum / players);
    return 1;
}
