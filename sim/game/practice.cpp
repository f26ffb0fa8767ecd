#include "sim/game/practice.hpp"

#include <cassert>

#include "sim/game/flow.hpp"
#include "sim/game/scroll.hpp"
#include "sim/game/tuning.hpp"

namespace albireo {
namespace {

/// Whether the next tick runs the cue that begins the section.
bool begins_next(const World& world, const Level& level, std::uint32_t section) {
    if (world.flow.loop != Flow::kNoLoop) return false;
    std::uint32_t begun = 0;
    for (const CueDef& cue : level.cues) {
        if (cue.tick > world.flow.timeline) return false;
        if (cue.kind == CueKind::section && ++begun == section) return true;
    }
    return false;
}

}  // namespace

void skip_to_section(StepContext& step, std::uint32_t section) {
    World& world = step.world;
    assert(world.tick == Tick{} && "only a game that has not begun can begin elsewhere");
    for (std::uint32_t ticks = 0; ticks < kSkipTicksMax && !begins_next(world, step.level, section); ++ticks) {
        if (world.flow.loop != Flow::kNoLoop) end_loop(world, step.level, world.flow.loop);
        settle_flags(world);
        advance_scroll(step);
        run_cues(step);
        step.events.clear();
        world.enemies.count = 0;
        ++world.clock;
    }
}

}  // namespace albireo
