// Symptom: each warning, burn and rest of a beam lasted one tick more than its level said, and so did a hatch's waits.
#include <doctest/doctest.h>

#include <map>

#include "tests/support/game.hpp"
#include "tests/support/small_level.hpp"

using namespace albireo;
using namespace albireo::support;

TEST_CASE("beams warn and burn for as many ticks as their level says") {
    const Level level = small_level();
    Game game(level);
    struct Seen {
        BeamPhase phase = BeamPhase::rests;
        std::uint16_t ticks = 0;
    };
    std::map<std::uint64_t, Seen> parts;
    int whole = 0;
    for (int t = 0; t < 4000; ++t) {
        game.step({});
        for (const Enemy& enemy : game.world->enemies) {
            for (std::size_t i = 0; i < enemy.part_count; ++i) {
                const Part& part = enemy.parts[i];
                Seen& seen = parts[cause_of(enemy.id, static_cast<std::uint32_t>(i))];
                if ((part.flags & kBeamOn) == 0 || (part.flags & kPartAlive) == 0) {
                    seen = {};
                } else if (part.beam_phase == seen.phase) {
                    ++seen.ticks;
                } else {
                    const std::size_t def = std::size_t{level.kinds[enemy.kind].parts.first} + i;
                    const BeamDef& beam = level.beams[level.parts[def].beam];
                    if (seen.phase == BeamPhase::warns) CHECK(seen.ticks == beam.telegraph);
                    if (seen.phase == BeamPhase::burns) CHECK(seen.ticks == beam.burn);
                    whole += seen.phase != BeamPhase::rests ? 1 : 0;
                    seen = {part.beam_phase, 1};
                }
            }
        }
    }
    CHECK(whole > 3);
}
