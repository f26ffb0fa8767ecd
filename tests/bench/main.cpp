// albireo-bench: Google Benchmark's own flags (--benchmark_filter, --benchmark_format=json, ...), then the races'
// tables.

#include <benchmark/benchmark.h>

#include "console/run_program.hpp"
#include "tests/bench/race.hpp"

namespace {

int run(int argc, char** argv) {
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
