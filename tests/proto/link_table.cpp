// Prints the protocol's cost and delivery over the links in WIRE.md: link_table [SECONDS].
#include <cstdio>
#include <cstdlib>
#include <string>

#include "tests/proto/relay_game.hpp"

using namespace albireo;
using namespace albireo::proto;

namespace {

// typical_frames adds reports to a tick until one draw fails: p / (1 - p) reports a tick.
constexpr std::uint32_t kThirtyReports = 1200;  // a second: p = 1/3
constexpr std::uint32_t kFifteenReports = 720;  // p = 1/5

struct Row {
    const char* name;
    ImpairmentOptions link;
    bool eco = false;
    std::uint32_t reports_per_minute = kThirtyReports;
    std::uint32_t ribbon_permille = 100;
};

void print(const Row& row, Micros seconds) {
    RelayGameOptions options = everywhere(row.link);
    options.seconds = seconds;
    options.eco = row.eco;
    options.play.reports_per_minute = row.reports_per_minute;
    options.play.ribbon_permille = row.ribbon_permille;
    const RelayGameResult result = play_relay_game(options);
    RelayGameResult::Direction worst;
    std::uint64_t frozen = 0;
    std::uint32_t lead = 0;
    for (const auto& player : result.players) {
        for (const auto& direction : {player.up, player.down}) {
            worst.bytes_mean = std::max(worst.bytes_mean, direction.bytes_mean);
            worst.bytes_max = std::max(worst.bytes_max, direction.bytes_max);
            worst.packets_mean = std::max(worst.packets_mean, direction.packets_mean);
        }
        frozen += player.frozen_ticks;
        lead = std::max(lead, player.lead_max);
    }
    std::printf("%-28s %7.0f %7.0f %6.1f %8.1f %8.1f %8.1f %8.1f %8.1f %6u %7llu %6.2f %llu/%llu\n", row.name,
                worst.bytes_mean, worst.bytes_max, worst.packets_mean, result.delivery_p50_ms, result.delivery_p99_ms,
                result.delivery_max_ms, result.changed_p50_ms, result.changed_p99_ms, lead,
                static_cast<unsigned long long>(frozen), result.confirmed_per_second,
                static_cast<unsigned long long>(result.wrong_frames), static_cast<unsigned long long>(result.faults));
}

}  // namespace

int main(int argc, char** argv) {
    const std::string given = argc > 1 ? argv[1] : "60";
    if (given == "-h" || given == "--help") {
        std::puts("Prints the protocol's cost and delivery over the links in WIRE.md: link_table [SECONDS]");
        return 0;
    }
    const Micros seconds = std::atoi(given.c_str());
    if (seconds <= 0) {
        std::fprintf(stderr, "link_table: '%s': expected a number of seconds, such as 60 (see --help)\n",
                     given.c_str());
        return 2;
    }
    const auto ms = [](int value) { return value * kMicrosPerMs; };
    std::printf("%-28s %7s %7s %6s %8s %8s %8s %8s %8s %6s %7s %6s %s\n", "link, each leg and direction", "B/s",
                "B/s max", "pkt/s", "p50 ms", "p99 ms", "max ms", "chg p50", "chg p99", "lead", "frozen", "conf/s",
                "wrong/faults");
    const Row rows[] = {
        {"50 ms, 0 %", {.delay = ms(50)}},
        {"50 ms, 2 %", {.loss_ppm = 20'000, .delay = ms(50)}},
        {"50 ms, 10 %", {.loss_ppm = 100'000, .delay = ms(50)}},
        {"50 ms, 25 %", {.loss_ppm = 250'000, .delay = ms(50)}},
        {"50 ms, 25 %, jitter 10 ms", {.loss_ppm = 250'000, .delay = ms(50), .jitter = ms(10)}},
        {"50 ms, 50 %", {.loss_ppm = 500'000, .delay = ms(50)}},
        {"50 ms, 68.4 % (90 % A to B)", {.loss_ppm = 684'000, .delay = ms(50)}},
        {"… 15 reports/s", {.loss_ppm = 684'000, .delay = ms(50)}, false, kFifteenReports},
        {"50 ms, 90 %", {.loss_ppm = 900'000, .delay = ms(50)}},
        {"50 ms, 95 %", {.loss_ppm = 950'000, .delay = ms(50)}},
        {"50 ms, 90 %, 15 reports/s", {.loss_ppm = 900'000, .delay = ms(50)}, false, kFifteenReports},
        {"50 ms, 95 %, 15 reports/s", {.loss_ppm = 950'000, .delay = ms(50)}, false, kFifteenReports},
        {"50 ms, 25 % in runs of 10", {.loss_ppm = 250'000, .burst_mean = 10, .delay = ms(50)}},
        {"250 ms, 10 %", {.loss_ppm = 100'000, .delay = ms(250)}},
        {"250 ms, 10 %, 15 reports/s", {.loss_ppm = 100'000, .delay = ms(250)}, false, kFifteenReports},
        {"500 ms, 0 %", {.delay = ms(500)}},
        {"980 ms, 0 %", {.delay = ms(980)}},
        {"1000 ms, 0 %", {.delay = ms(1000)}},
        {"50 ms, 0 %, 15 reports/s", {.delay = ms(50)}, false, kFifteenReports},
        {"50 ms, 0 %, eco, quiet", {.delay = ms(50)}, true, 0, 0},
        {"50 ms, 0 %, eco, ribbon 10 %", {.delay = ms(50)}, true, 0},
        {"50 ms, 0 %, no eco, quiet", {.delay = ms(50)}, false, 0},
    };
    for (const Row& row : rows) print(row, seconds);
}
