// Counts what a distance grid costs or saves, under callgrind: the rows of collide_grid_bench.cpp, each run once with a grid and
// once without. Prints a line per run; callgrind writes a dump for each, in the same order (grid_cost_test.sh reads both).
//   grid_cost [PART...]    only rows with one of these parts in their names
#include <valgrind/callgrind.h>

#include <cstdio>
#include <string_view>

#include "console/run_program.hpp"
#include "tests/bench/race.hpp"
#include "tests/support/tool_help.hpp"

namespace albireo::bench {
namespace {

struct Entry {
    std::string name;
    std::function<Race()> make;
};
std::vector<Entry>& entries() {
    static std::vector<Entry> all;
    return all;
}

bool is_wanted(std::string_view name, int argc, char** argv) {
    for (int i = 1; i < argc; ++i) {
        if (name.find(argv[i]) != std::string_view::npos) return true;
    }
    return argc == 1;
}

}  // namespace

void add_race(const std::string& name, std::function<Race()> make) {
    entries().push_back({name, std::move(make)});
}

namespace {

int run(int argc, char** argv) {
    support::answer_help(argc, argv, "grid_cost", "For grid_cost_test.sh, under callgrind: grid_cost [PART...]");
    for (const Entry& entry : entries()) {
        if (!is_wanted(entry.name, argc, argv)) continue;
        const Race race = entry.make();
        for (const Racer& racer : race.racers) {
            racer.run();  // the kernels are chosen in the first query
            CALLGRIND_START_INSTRUMENTATION;
            CALLGRIND_ZERO_STATS;
            racer.run();
            CALLGRIND_DUMP_STATS;
            CALLGRIND_STOP_INSTRUMENTATION;
            std::printf("%s %s\n", entry.name.c_str(), racer.name.c_str());
        }
    }
    return 0;
}

}  // namespace
}  // namespace albireo::bench

int main(int argc, char** argv) {
    return albireo::console::run_program("grid_cost", [&] { return albireo::bench::run(argc, argv); });
}
