// tally_table FILE...: what happened in each recording, as the numbers that achievements are made of, and which it earns.
#include <cstdio>
#include <memory>

#include "replays/verify.hpp"
#include "scores/achievements.hpp"
#include "tests/support/tool_help.hpp"

using namespace albireo;

int main(int argc, char** argv) {
    support::answer_help(argc, argv, "tally_table",
                         "tally_table FILE...: what happened in each recording, as the numbers that achievements are made of, and which it earns");
    for (int i = 1; i < argc; ++i) {
        replays::Replay replay;
        if (const std::string fault = replays::open_replay(argv[i], replay); !fault.empty()) {
            std::fprintf(stderr, "tally_table: %s\n", fault.c_str());
            return 2;
        }
        scores::Tally tally{replay.level};
        replays::Player player{replay, replays::Player::Keep::nothing};
        while (player.step()) tally.note(player.world(), player.events());
        tally.finish(player.world(), replay.recording.header.setup.players);
        std::printf("%s", argv[i]);
        for (std::size_t m = 0; m < scores::kMeasures; ++m) std::printf(" %lld", static_cast<long long>(tally[static_cast<scores::Measure>(m)]));
        std::printf(" |");
        for (const scores::Achievement& each : scores::achievements()) {
            if (scores::is_earned(each, each.level, tally)) std::printf(" %s", std::string(each.id).c_str());
        }
        std::printf("\n");
    }
    return 0;
}
