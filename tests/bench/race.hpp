/// Races several implementations of the same task in interleaved rounds: each round times every racer once, in turn, so that
/// other load on the machine affects all of them equally. The result is the median over the rounds and, between racers,
/// the median of the rounds' ratios. Google Benchmark shows it as counters; at the end one table goes to stderr.
#pragma once

#include <benchmark/benchmark.h>

#include <functional>
#include <string>
#include <vector>

namespace albireo::bench {

inline constexpr int kRounds = 21;

struct Racer {
    std::string name;
    std::size_t operations;  ///< per round; a slow racer may run a different part in each
    std::function<void()> run;
};

struct Race {
    std::string table;  ///< rows of one table are printed together
    std::string row;
    std::vector<Racer> racers;  ///< the first is ours
    double wanted = 0;          ///< how many times faster than the second racer; 0: no requirement
    double wanted_ns = 0;       ///< at most this per operation; 0: no requirement
};

/// Registers `table/row`. `make` sets up the scene when the race runs, not before.
void add_race(const std::string& name, std::function<Race()> make);
/// A line to print below the tables.
void note(const std::string& line);
/// Prints the results to stderr.
void print_tables();

}  // namespace albireo::bench
