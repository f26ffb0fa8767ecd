// albireo-netem: relays UDP with the impairments of its options, and reports at the end what it did.
#include <spdlog/spdlog.h>

#include <iostream>
#include <nlohmann/json.hpp>

#include "console/console.hpp"
#include "console/run_program.hpp"
#include "tests/netem/relay.hpp"

namespace {

using namespace albireo;
using netem::Outcome;

double percent(std::uint64_t part, std::uint64_t whole) {
    return whole == 0 ? 0 : 100.0 * static_cast<double>(part) / static_cast<double>(whole);
}

double delay_mean_ms(const proto::ImpairmentCounters& counters) {
    return counters.delivered == 0
               ? 0
               : static_cast<double>(counters.delay_sum) / static_cast<double>(counters.delivered) / 1e3;
}

nlohmann::json json_of(const proto::ImpairmentCounters& counters, double seconds) {
    return {{"packets", counters.packets},
            {"bytes", counters.bytes},
            {"bytes_per_s", static_cast<double>(counters.bytes) / seconds},
            {"lost", counters.lost},
            {"loss_pct", percent(counters.lost, counters.packets)},
            {"blacked_out", counters.blacked_out},
            {"queue_full", counters.queue_full},
            {"duplicated", counters.duplicated},
            {"reordered", counters.reordered},
            {"corrupted", counters.corrupted},
            {"delay_ms", {{"mean", delay_mean_ms(counters)}, {"max", static_cast<double>(counters.delay_max) / 1e3}}}};
}

void log_direction(const char* name, const proto::ImpairmentCounters& counters) {
    spdlog::info(
        "{}: {} packets, {:.2f} % lost, {} blacked out, {} dropped by a full queue, {} duplicated, {} reordered, {} "
        "corrupted, delay {:.1f} ms (max {:.1f})",
        name, counters.packets, percent(counters.lost, counters.packets), counters.blacked_out, counters.queue_full,
        counters.duplicated, counters.reordered, counters.corrupted, delay_mean_ms(counters),
        static_cast<double>(counters.delay_max) / 1e3);
}

void report(const Outcome& outcome, bool json) {
    spdlog::info("{:.1f} s, {} clients; packets left {:.2f} ms late (median), {:.2f} ms (99 %)", outcome.seconds,
                 outcome.clients, outcome.lateness_percentile_ms(0.5), outcome.lateness_percentile_ms(0.99));
    log_direction("up", outcome.up);
    log_direction("down", outcome.down);
    if (outcome.turned_away != 0)
        spdlog::warn("{} packets dropped from clients beyond the limit", outcome.turned_away);
    if (!json) return;
    const nlohmann::json object{
        {"seconds", outcome.seconds},
        {"clients", outcome.clients},
        {"turned_away", outcome.turned_away},
        {"send_errors", outcome.send_errors},
        {"late_ms", {{"p50", outcome.lateness_percentile_ms(0.5)}, {"p99", outcome.lateness_percentile_ms(0.99)}}},
        {"up", json_of(outcome.up, outcome.seconds)},
        {"down", json_of(outcome.down, outcome.seconds)}};
    std::cout << object.dump() << std::endl;
}

int run(int argc, char** argv) {
    int exit_code = 0;
    const auto options = netem::parse_netem_options(argc, argv, exit_code);
    if (!options) return exit_code;
    console::start_log(options->log_level, "%H:%M:%S.%e %l %v");
    try {
        boost::asio::io_context loop{1};
        netem::Relay relay{loop, *options};
        boost::asio::signal_set signals{loop, SIGINT, SIGTERM};
        signals.async_wait([&](auto, int) { loop.stop(); });
        boost::asio::steady_timer end{loop};
        if (options->run_for != 0) {
            end.expires_after(std::chrono::microseconds{options->run_for});
            end.async_wait([&](auto) { loop.stop(); });
        }
        spdlog::info("relaying UDP port {} to {}:{}", options->listen, options->to_host, options->to_port);
        loop.run();
        report(relay.outcome(), options->json);
    } catch (const boost::system::system_error& error) {
        spdlog::error("cannot relay port {} to {}:{}: {}", options->listen, options->to_host, options->to_port,
                      error.code().message());
        return 3;
    }
    return 0;
}

}  // namespace

int main(int argc, char** argv) {
    return console::run_program("albireo-netem", [&] { return run(argc, argv); });
}
