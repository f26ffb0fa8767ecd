#include "tests/netem/netem_options.hpp"

#include <charconv>
#include <cmath>

#include "console/console.hpp"
#include "proto/address.hpp"

namespace albireo::netem {

namespace {

/// Options of one direction. An unset one falls back to the option for both directions.
struct Wish {
    std::optional<double> latency_ms, jitter_ms, loss_pct, burst, duplicate_pct, reorder_pct, corrupt_pct, rate_kbps;
    std::vector<std::string> blackouts;
    std::string blackout_option;  // "--up-blackout"

    void add_to(console::Arguments& app, const std::string& prefix, const std::string& whose) {
        const auto option = [&](const char* name, std::optional<double>& value, const char* what, double low,
                                double high) {
            app.add_option("--" + prefix + name, value, what + whose)->range(low, high);
        };
        option("latency", latency_ms, "delay in ms", 0, 60'000);
        option("jitter", jitter_ms, "vary the delay by up to this many ms, uniformly; packets stay in order", 0, 60'000);
        option("loss", loss_pct, "percent of packets lost", 0, 100);
        option("burst", burst, "mean length of a run of lost packets (1: losses are independent)", 1, 1'000);
        option("duplicate", duplicate_pct, "percent of packets duplicated", 0, 100);
        option("reorder", reorder_pct, "percent of packets delayed by up to 20 ms, behind later ones", 0, 100);
        option("corrupt", corrupt_pct, "percent of packets with one bit flipped", 0, 100);
        option("rate", rate_kbps, "kilobytes a second, headers included; the queue holds half a second", 0, 1e6);
        blackout_option = "--" + prefix + "blackout";
        app.add_option(blackout_option, blackouts,
                       "AT:FOR in seconds: lose all packets of all clients from AT after the very first packet, for FOR; may be repeated" + whose);
    }

    /// Returns what is wrong with a blackout, or an empty string.
    std::string apply(proto::ImpairmentOptions& to) const {
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
        if (blackouts.empty()) return {};
        to.blackouts.clear();
        for (const std::string& text : blackouts) {
            proto::Blackout blackout;
            if (!read_blackout(text, blackout)) {
                return blackout_option + ": '" + text + "' is not AT:FOR in seconds, e.g. 20:2.5";
            }
            to.blackouts.push_back(blackout);
        }
        return {};
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
    console::Arguments app{"albireo-netem: a UDP relay that simulates a bad network. Point clients at --listen.",
                 "albireo-netem"};
    app.set_version("albireo-netem " ALBIREO_VERSION);
    app.add_option("--listen", options.listen, "UDP port for the clients")->required()->range(1, 65'535);
    app.add_option("--to", to, "HOST:PORT of the server")->required();
    both.add_to(app, "", "");
    up.add_to(app, "up-", " (clients to server only)");
    down.add_to(app, "down-", " (server to clients only)");
    app.add_option("--seed", options.seed, "the same seed and packets give the same impairments")->shows_default();
    app.add_option("--for", seconds, "seconds to run (0: until SIGTERM or SIGINT)")->range(0.0, 1e6);
    app.add_option("--clients", options.clients_max, "maximum number of clients at once")
        ->range(1, 16'384)
        ->shows_default();
    console::add_log_level(app, options.log_level);
    app.add_flag("--json", options.json, "at the end, print one JSON object with the totals on stdout");
    if (exit_code = app.parse(argc, argv); exit_code >= 0) return std::nullopt;
    const auto wrong = [&](const std::string& text) {
        exit_code = app.wrong(text);
        return std::nullopt;
    };
    if (!proto::split_address(to, options.to_host, options.to_port)) {
        return wrong("--to: '" + to + "' is not HOST:PORT, e.g. 127.0.0.1:7777");
    }
    for (const auto& [given, way] : {std::pair{&both, &options.up}, {&up, &options.up}, {&both, &options.down}, {&down, &options.down}}) {
        if (const std::string fault = given->apply(*way); !fault.empty()) return wrong(fault);
    }
    options.run_for = static_cast<proto::Micros>(std::llround(seconds * 1e6));
    return options;
}

}  // namespace albireo::netem
