// referee_pace FILE...: how fast the boards play recordings (judge) beside `albireo-replay verify`, in turns, by processor time; and what opening
// the boards costs once. Each figure is the best of five turns.
#include <algorithm>
#include <cstdio>
#include <ctime>
#include <memory>
#include <string>
#include <vector>

#include "replays/sink.hpp"
#include "replays/verify.hpp"
#include "scores/referee.hpp"
#include "tests/support/tool_help.hpp"

using namespace albireo;

namespace {

double processor_seconds() {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) / 1e9;
}

template <class Act>
double seconds_of(Act&& act) {
    const double from = processor_seconds();
    act();
    return processor_seconds() - from;
}

}  // namespace

int main(int argc, char** argv) {
    support::answer_help(argc, argv, "referee_pace",
                         "referee_pace FILE...: how fast the boards play recordings, beside albireo-replay verify, by processor time");
    std::unique_ptr<scores::Catalogue> catalogue;
    std::printf("opening the boards: %.0f ms\n", 1000 * seconds_of([&] { catalogue = std::make_unique<scores::Catalogue>(); }));
    for (int i = 1; i < argc; ++i) {
        std::vector<std::uint8_t> file;
        if (const std::string fault = replays::read_file(argv[i], file); !fault.empty()) {
            std::fprintf(stderr, "referee_pace: %s\n", fault.c_str());
            return 2;
        }
        if (const scores::Ruling ruling = scores::judge(*catalogue, file); ruling.refusal != scores::Refusal::none) {
            std::printf("%s: refused, %s\n", argv[i], ruling.text.c_str());
            continue;
        }
        double judging = 1e9, verifying = 1e9, ticks = 0;
        for (int turn = 0; turn < 5; ++turn) {
            judging = std::min(judging, seconds_of([&] { scores::judge(*catalogue, file); }));
            verifying = std::min(verifying, seconds_of([&] {
                replays::Replay replay;
                if (replays::open_replay(argv[i], replay).empty()) ticks = replays::verify(replay).ticks;
            }));
        }
        const double seconds = ticks / kTicksPerSecond;
        std::printf("%s: %.0f s of play, judge %.0f times real time (%.1f ms), verify %.0f (%.1f ms)\n", argv[i], seconds, seconds / judging, 1000 * judging, seconds / verifying,
                    1000 * verifying);
    }
    return 0;
}
