#include "sim/game/practice.hpp"

#include <cassert>

#include "sim/game/flow.hpp"
#include "sim/game/scroll.hpp"
#include "sim/game/tuning.hpp"

namespace albireo {
namespace {

/// The number of sections among the cues of the timeline that have run.
std::uint32_t sections_begun(const World& world, const Level& level) {
    std::uint32_t begun = 0;
    for (std::size_t i = 0; i < world.flow.cue; ++i) begun += level.cues[i].kind == CueKind::section ? 1 : 0;
    return begun;
}

}  // namespace

void skip_to_section(StepContext& step, std::uint32_t section) {
    World& world = step.world;
    assert(world.tick == Tick{} && "only a game that has not begun can begin elsewhere");
    std::uint16_t cue = 0;
    for (std::uint32_t ticks = 0; ticks < kSkipTicksMax; ++ticks) {
        if (world.flow.loop != Flow::kNoLoop) end_loop(world, world.flow.loop);
        settle_flags(world);
        advance_scroll(step);
        run_cues(step);
        step.events.clear();
        world.enemies.count = 0;
        ++world.clock;
        if (world.flow.cue != cue && sections_begun(world, step.level) >= section) return;
        cue = world.flow.cue;
    }
}

}  // namespace albireo
