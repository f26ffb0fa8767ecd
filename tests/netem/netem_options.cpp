#include "tests/netem/netem_options.hpp"

#include <CLI/CLI.hpp>
#include <charconv>
#include <cmath>
#include <iostream>

#include "console/console.hpp"
#include "proto/address.hpp"

namespace albireo::netem {

namespace {

/// What one direction is told; what it is not told, the plain option tells.
struct Wish {
    std::optional<double> latency_ms, jitter_ms, loss_pct, burst, duplicate_pct, reorder_pct, corrupt_pct, rate_kbps;
    std::vector<std::string> blackouts;

    void add_to(CLI::App& app, const std::string& prefix, const std::string& whose) {
        const auto option = [&](const char* name, std::optional<double>& value, const char* what, double low,
                                double high) {
            app.add_option("--" + prefix + name, value, what + whose)->check(CLI::Range(low, high));
        };
        option("latency", latency_ms, "delay in ms", 0, 60'000);
        option("jitter", jitter_ms, "so many ms more or less, evenly; order is kept", 0, 60'000);
        option("loss", loss_pct, "percent of packets lost", 0, 100);
        option("burst", burst, "mean run of lost packets (1: each on its own)", 1, 1'000);
        option("duplicate", duplicate_pct, "percent of packets doubled", 0, 100);
        option("reorder", reorder_pct, "percent of packets that fall behind by up to 20 ms", 0, 100);
        option("corrupt", corrupt_pct, "percent of packets with one bit turned", 0, 100);
        option("rate", rate_kbps, "kilobytes a second, headers included; the queue holds half a second", 0, 1e6);
        app.add_option("--" + prefix + "blackout", blackouts,
                       "AT:FOR, in seconds since the very first packet, and for all clients; may be given again" + whose);
    }

    void apply(proto::ImpairmentOptions& to) const {
        const auto micros = [](double ms) { return static_cast<proto::Micros>(std::llround(ms * 1000)); };
        const auto ppm = [](double percent) { return static_cast<std::uint32_t>(std::llround(percent * 10'000)); };
        if (latency_ms) to.delay = micros(*latency_ms);
        if (jitter_ms) to.jitter = micros(*jitter_ms);
        if (loss_pct) to.loss_ppm = ppm(*loss_pct);
        if (burst) to.burst_mean = static_cast<std::uint32_t>(std::lround(*burst));
        if (duplicate_pct) to.duplicate_ppm = ppm(*duplicate_pct);
        if (reorder_pct) to.reorder_ppm = ppm(*reorder_pct);
        if (corrupt_pct) to.corrupt_ppm = ppm(*corrupt_pct);
        if (rate_kbps) to.rate = static_cast<std::uint32_t>(std::llround(*rate_kbps * 1000));
        if (blackouts.empty()) return;
        to.blackouts.clear();
        for (const std::string& text : blackouts) {
            proto::Blackout blackout;
            if (!read_blackout(text, blackout)) {
                throw CLI::ValidationError("--blackout", "'" + text + "' is not AT:FOR in seconds, e.g. 20:2.5");
            }
            to.blackouts.push_back(blackout);
        }
    }
};

}  // namespace

bool read_blackout(const std::string& text, proto::Blackout& blackout) {
    const char* last = text.data() + text.size();
    double at = 0, length = 0;
    const auto first = std::from_chars(text.data(), last, at);
    if (first.ec != std::errc{} || first.ptr == last || *first.ptr != ':') return false;
    const auto second = std::from_chars(first.ptr + 1, last, length);
    constexpr double kLongest = 1e6;  // eleven days; NaN fails too
    if (second.ec != std::errc{} || second.ptr != last) return false;
    if (!(at >= 0 && at <= kLongest && length > 0 && length <= kLongest)) return false;
    blackout = {std::llround(at * 1e6), std::llround(length * 1e6)};
    return true;
}

std::optional<NetemOptions> parse_netem_options(int argc, const char* const* argv, int& exit_code) {
    NetemOptions options;
    std::string to;
    double seconds = 0;
    Wish both, up, down;
    CLI::App app{"albireo-netem: a UDP relay that is as bad a network as you ask for. Point clients at --listen.",
                 "albireo-netem"};
    app.set_version_flag("--version", "albireo-netem " ALBIREO_VERSION);
    app.add_option("--listen", options.listen, "UDP port for the clients")->required()->check(CLI::Range(1, 65'535));
    app.add_option("--to", to, "HOST:PORT of the server")->required();
    both.add_to(app, "", "");
    up.add_to(app, "up-", " (clients to server only)");
    down.add_to(app, "down-", " (server to clients only)");
    app.add_option("--seed", options.seed, "the same seed and packets meet the same fates")->capture_default_str();
    app.add_option("--for", seconds, "seconds to run (0: until SIGTERM or SIGINT)")->check(CLI::Range(0.0, 1e6));
    app.add_option("--clients", options.clients_max, "most clients at once")
        ->check(CLI::Range(1, 16'384))
        ->capture_default_str();
    console::add_log_level(app, options.log_level);
    app.add_flag("--json", options.json, "print one JSON object with what was done on stdout at the end");
    try {
        app.parse(argc, argv);
        if (!proto::split_address(to, options.to_host, options.to_port)) {
            throw CLI::ValidationError("--to", "'" + to + "' is not HOST:PORT, e.g. 127.0.0.1:7777");
        }
        for (const Wish* wish : {&both, &up}) wish->apply(options.up);
        for (const Wish* wish : {&both, &down}) wish->apply(options.down);
        options.run_for = static_cast<proto::Micros>(std::llround(seconds * 1e6));
        return options;
    } catch (const CLI::Success& done) {
        exit_code = app.exit(done);
    } catch (const CLI::ParseError& error) {
        std::cerr << "albireo-netem: " << error.what() << " (see --help)\n";
        exit_code = 2;
    }
    return std::nullopt;
}

}  // namespace albireo::netem
