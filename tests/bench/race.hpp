/// Several ways of doing one thing, raced in interleaved rounds: each round times every racer once, in turn, so that
/// what else the machine is doing falls on all of them alike. What counts is the median over the rounds and, between
/// racers, the median of the rounds' ratios. Shown by Google Benchmark as counters and, at the end, as one table on
/// stderr.
#pragma once

#include <benchmark/benchmark.h>

#include <functional>
#include <string>
#include <vector>

namespace albireo::bench {

inline constexpr int kRounds = 21;

struct Racer {
    std::string name;
    std::size_t operations;  ///< in a round; a slow racer may do another part of them in each, for means are compared
    std::function<void()> run;
};

struct Race {
    std::string table;  ///< rows of one table stand together
    std::string row;
    std::vector<Racer> racers;  ///< the first is ours
    double wanted = 0;          ///< how many times faster than the second racer; 0: no such goal
    double wanted_ns = 0;       ///< at most this for an operation; 0: no such goal
};

/// Registers `table/row`. `make` sets the scene when the race is run, not before.
void add_race(const std::string& name, std::function<Race()> make);
/// A line to stand below the tables.
void note(const std::string& line);
/// Says what ran, on stderr.
void print_tables();

}  // namespace albireo::bench
