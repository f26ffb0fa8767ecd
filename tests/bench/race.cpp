#include "tests/bench/race.hpp"

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <map>
#include <memory>

namespace albireo::bench {
namespace {

struct Column {
    std::string name;
    double ns = 0, times = 0;  // per operation; as a multiple of ours
};
struct Row {
    std::string name;
    std::vector<Column> columns;
    double wanted, wanted_ns;
};
std::map<std::string, std::vector<Row>>& tables() {
    static std::map<std::string, std::vector<Row>> all;
    return all;
}

std::vector<std::string>& notes() {
    static std::vector<std::string> all;
    return all;
}

/// CPU time of this thread: time taken by other processes is not counted.
double own_time_ns() {
    timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return static_cast<double>(t.tv_sec) * 1e9 + static_cast<double>(t.tv_nsec);
}

double median(std::vector<double> v) {
    const auto middle = v.begin() + static_cast<std::ptrdiff_t>(v.size() / 2);
    std::nth_element(v.begin(), middle, v.end());
    return *middle;
}

void run(benchmark::State& state, const std::function<Race()>& make) {
    const Race race = make();
    for (const Racer& r : race.racers) r.run();  // warms caches and branch predictors
    std::vector<std::vector<double>> ns(race.racers.size());
    std::size_t round = 0;
    for ([[maybe_unused]] auto _ : state) {
        for (std::size_t k = 0; k < race.racers.size(); ++k) {
            const std::size_t i = (k + round) % race.racers.size();  // the first place rotates
            const double start = own_time_ns();
            race.racers[i].run();
            const double took = own_time_ns() - start;
            ns[i].push_back(took / static_cast<double>(race.racers[i].operations));
            if (i == 0) state.SetIterationTime(took * 1e-9);
        }
        ++round;
    }
    Row row{race.row, {}, race.wanted, race.wanted_ns};
    for (std::size_t i = 0; i < race.racers.size(); ++i) {
        std::vector<double> times;
        for (std::size_t k = 0; k < ns[i].size(); ++k) times.push_back(ns[i][k] / ns[0][k]);
        row.columns.push_back({race.racers[i].name, median(ns[i]), median(times)});
        state.counters[race.racers[i].name + "_ns"] = row.columns.back().ns;
        if (i != 0) state.counters["x_" + race.racers[i].name] = row.columns.back().times;
    }
    tables()[race.table].push_back(row);
}

}  // namespace

void add_race(const std::string& name, std::function<Race()> make) {
    benchmark::RegisterBenchmark(name.c_str(), [make = std::move(make)](benchmark::State& s) { run(s, make); })
        ->UseManualTime()
        ->Iterations(kRounds)
        ->Unit(benchmark::kMillisecond);
}

void note(const std::string& line) {
    notes().push_back(line);
}

void print_tables() {
    for (const auto& [name, rows] : tables()) {
        std::fprintf(stderr, "\n%s: ns per operation, medians of %d interleaved rounds (and how many times ours)\n",
                     name.c_str(), kRounds);
        for (const Row& row : rows) {
            std::fprintf(stderr, "  %-28s", row.name.c_str());
            for (std::size_t i = 0; i < row.columns.size(); ++i) {
                const Column& c = row.columns[i];
                if (i == 0)
                    std::fprintf(stderr, " %s %.1f", c.name.c_str(), c.ns);
                else
                    std::fprintf(stderr, "   %s %.1f (%.2fx)", c.name.c_str(), c.ns, c.times);
            }
            if (row.wanted > 0 && row.columns.size() > 1)
                std::fprintf(stderr, "   goal %.2fx of %s: %s", row.wanted, row.columns[1].name.c_str(),
                             row.columns[1].times >= row.wanted ? "reached" : "MISSED");
            if (row.wanted_ns > 0)
                std::fprintf(stderr, "   goal %.0f ns: %s", row.wanted_ns,
                             row.columns[0].ns <= row.wanted_ns ? "reached" : "MISSED");
            std::fprintf(stderr, "\n");
        }
    }
    if (!notes().empty()) std::fprintf(stderr, "\n");
    for (const std::string& line : notes()) std::fprintf(stderr, "%s\n", line.c_str());
}

}  // namespace albireo::bench
