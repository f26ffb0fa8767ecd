// Fits the guess about the partner (client/predict/guess.hpp): plays games through predictors whose guesses hold a
// direction for different numbers of ticks, and prints what the players would have seen of the lag.
//   guess_fit [REPLAY...]       (also plays games of bots of each strength; without arguments only these)
// Each row is of one guess at one delay, over all games and both slots: the worst player's p99 of the jump per rebuild
// and of the part of it that the drawn ship still lacks 200 ms later, and the mean over players of the distance of the drawn
// ship from the true one. All in units.
#include <algorithm>
#include <cstdio>

#include "tests/client/predict/watched_game.hpp"
#include "tests/support/tool_help.hpp"

using namespace albireo;

int main(int argc, char** argv) {
    support::answer_help(argc, argv, "guess_fit",
                         "Compares guesses about the partner in games of bots and in recordings: guess_fit [REPLAY...]");
    std::vector<WatchedGame> games;
    for (int i = 1; i < argc; ++i) {
        WatchedGame game;
        if (const std::string fault = read_game(argv[i], game); !fault.empty()) {
            std::fprintf(stderr, "guess_fit: %s: %s\n", argv[i], fault.c_str());
            return 2;
        }
        games.push_back(std::move(game));
    }
    constexpr std::uint32_t kTicks = 7200;
    for (const int skill : {0, 3, 6, 9}) games.push_back(play_bots(skill, static_cast<std::uint32_t>(skill) + 1, kTicks));

    constexpr std::uint32_t kEver = UINT32_MAX;
    constexpr client::HeldTicks kGuesses[] = {{kEver, kEver}, {0, 0}, {2, 4}, {3, 3}, {3, 6},
                                              {3, 9},         {4, 6}, {5, 8}, {8, 12}};
    std::printf("%zu games of at most %u ticks\n", games.size(), kTicks);
    std::printf("%5s %5s %5s | %8s %8s | %8s %8s | %10s %13s\n", "delay", "full", "focus", "jump p99", "late p99",
                "off p50", "off p99", "rebuilds/s", "withdrawn/min");
    for (const std::uint32_t delay : {6u, 15u, 24u}) {
        for (const client::HeldTicks& held : kGuesses) {
            double jump = 0, late = 0, off_p50 = 0, off_p99 = 0, rebuilds = 0, withdrawn = 0, minutes = 0, players = 0;
            for (const WatchedGame& game : games) {
                for (const Slot own : kSlots) {
                    const client::Corrections seen = watch(game, own, delay, kTicks, held);
                    const auto units = [](const client::Histogram& of, int permille, double per_unit) {
                        return static_cast<double>(of.at_permille(permille)) / per_unit;
                    };
                    jump = std::max(jump, units(seen.remote_ship_tenths, 990, 10));
                    late = std::max(late, units(seen.drawn_late_hundredths, 990, 100));
                    off_p50 += units(seen.drawn_error_hundredths, 500, 100);
                    off_p99 += units(seen.drawn_error_hundredths, 990, 100);
                    rebuilds += static_cast<double>(seen.rebuilds);
                    withdrawn += static_cast<double>(seen.shots_withdrawn);
                    minutes += static_cast<double>(std::min<std::size_t>(kTicks, game.frames.size())) / 3600;
                    ++players;
                }
            }
            const bool ever = held.full == kEver;
            std::printf("%5u %5s %5s | %8.1f %8.2f | %8.2f %8.2f | %10.1f %13.0f\n", delay,
                        ever ? "ever" : std::to_string(held.full).c_str(),
                        ever ? "ever" : std::to_string(held.focused).c_str(), jump, late, off_p50 / players,
                        off_p99 / players, rebuilds / minutes / 60, withdrawn / minutes);
        }
    }
    return 0;
}
