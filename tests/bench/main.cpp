// albireo-bench: Google Benchmark's own flags (--benchmark_filter, --benchmark_format=json, ...), then the races'
// tables.

#include <benchmark/benchmark.h>

#include <cstdio>
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
    }
    benchmark::Initialize(&argc, argv);
    if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
    benchmark::RunSpecifiedBenchmarks();
    benchmark::Shutdown();
    albireo::bench::print_tables();
    return 0;
}

}  // namespace

int main(int argc, char** argv) {
    return albireo::console::run_program("albireo-bench", [&] { return run(argc, argv); });
}
