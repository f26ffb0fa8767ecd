// albireo-bench: Google Benchmark's own flags (--benchmark_filter, --benchmark_format=json, ...), then the races'
// tables.

#include <benchmark/benchmark.h>

#include "tests/bench/race.hpp"

int main(int argc, char** argv) {
    benchmark::Initialize(&argc, argv);
    if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
    benchmark::RunSpecifiedBenchmarks();
    benchmark::Shutdown();
    albireo::bench::print_tables();
    return 0;
}
