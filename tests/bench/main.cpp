// albireo-bench: Google Benchmark's own flags (--benchmark_filter, --benchmark_format=json, ...), then the races'
// tables.

#include <benchmark/benchmark.h>

#include <charconv>
#include <cstdio>
#include <string>
#include <string_view>

#include "console/run_program.hpp"
#include "sim/snapshot.hpp"
#include "tests/bench/race.hpp"

namespace {

void print_help() {
    std::puts(
        "albireo-bench: measures the speed of the core, the network code, collisions and the view; tables compare collisions\n"
        "with Embree and Bullet, if those were installed when it was built. tests/bench/README.md has the method.\n"
        "Usage: albireo-bench [FLAGS of Google Benchmark]");
    benchmark::PrintDefaultHelp();
}

/// Google Benchmark itself prints its help and exits with 0 for a wrong word, and prints two lines for a wrong number.
/// Returns what the value of `argument` should be; empty: nothing is wrong with it.
std::string wanted_value(std::string_view argument) {
    struct Choice {
        std::string_view flag, words;
    };
    constexpr Choice kChoices[] = {{"--benchmark_format", "console json csv"},
                                   {"--benchmark_out_format", "console json csv"},
                                   {"--benchmark_time_unit", "ns us ms s"}};
    constexpr std::string_view kNumbers[] = {"--benchmark_min_time", "--benchmark_min_warmup_time", "--benchmark_repetitions"};
    const std::size_t equals = argument.find('=');
    if (equals == std::string_view::npos) return {};
    const std::string_view flag = argument.substr(0, equals), value = argument.substr(equals + 1);
    for (const Choice& choice : kChoices) {
        const bool is_word = !value.empty() && value.find(' ') == std::string_view::npos &&
                             (' ' + std::string(choice.words) + ' ').find(' ' + std::string(value) + ' ') != std::string::npos;
        if (flag == choice.flag && !is_word) return "one of " + std::string(choice.words);
    }
    for (const std::string_view number : kNumbers) {
        double read = 0;
        const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), read);
        const bool is_number = error == std::errc{} && end == value.data() + value.size();
        if (flag == number && !is_number) return "a number";
    }
    return {};
}

int run(int argc, char** argv) {
    for (int i = 1; i < argc; ++i) {
        const std::string_view flag = argv[i];
        if (flag == "--help" || flag == "-h") {
            print_help();
            return 0;
        }
        if (flag == "--version") {
            std::printf("albireo-bench %s (core %u)\n", ALBIREO_VERSION, static_cast<unsigned>(albireo::kCoreVersion));
            return 0;
        }
        if (const std::string wanted = wanted_value(flag); !wanted.empty()) {
            std::fprintf(stderr, "albireo-bench: %s: expected %s (see --help)\n", argv[i], wanted.c_str());
            return 2;
        }
    }
    benchmark::Initialize(&argc, argv);
    if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
    // It has said why no benchmark was run.
    if (benchmark::RunSpecifiedBenchmarks() == 0) return 2;
    benchmark::Shutdown();
    albireo::bench::print_tables();
    return 0;
}

}  // namespace

int main(int argc, char** argv) {
    return albireo::console::run_program("albireo-bench", [&] { return run(argc, argv); });
}
