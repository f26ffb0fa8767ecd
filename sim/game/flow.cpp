#include "sim/game/flow.hpp"

#include <algorithm>
#include <bit>
#include <cassert>

#include "sim/game/enemy.hpp"
#include "sim/game/player.hpp"
#include "sim/game/score.hpp"
#include "sim/game/tuning.hpp"

namespace albireo {
namespace {

/// A pause of two players ends by itself after a minute, so that neither can hold up the other. It must not matter whether
/// the partner is absent: a client learns that late, and would have moved its own ship meanwhile.
constexpr std::uint16_t kPauseTicksMax = 60 * kTicksPerSecond;
static_assert(kPauseTicksMax > kPauseOwnTicks);

bool acts(const StepContext& step, Command command) {
    const Flow& flow = step.world.flow;
    return flow.asked == static_cast<std::uint8_t>(command) && flow.asked_wait == 0;
}

Slot asker(const StepContext& step) {
    assert(step.world.flow.asked_by < kSlotCount && "a command was asked for by one of the two players");
    return kSlots[step.world.flow.asked_by];
}

bool takes_part(const Flow& flow, Slot slot) {
    return ((flow.players >> index(slot)) & 1) != 0;
}

bool is_for_two(const Flow& flow) {
    return takes_part(flow, Slot::gold) && takes_part(flow, Slot::blue);
}

/// Whether the partner takes part and is not absent.
bool has_partner(const World& world, Slot slot) {
    const Slot partner = other(slot);
    return takes_part(world.flow, partner) && life_of(world.ships[index(partner)]) != Life::absent;
}

void begin_hold(StepContext& step) {
    step.world.flow.hold_ticks = 0;
}
void tick_hold(StepContext& step, Machine&) {
    if (step.world.flow.hold_ticks < 0xffff) ++step.world.flow.hold_ticks;
}

void begin_paused(StepContext& step) {
    begin_hold(step);
    Flow& flow = step.world.flow;
    flow.paused_by = static_cast<std::uint8_t>(asker(step));
    std::uint8_t& called = flow.pauses[flow.paused_by];
    if (has_partner(step.world, asker(step)) && called < kPausesPerSection) ++called;
    assert(called <= kPausesPerSection && "a section has only so many pauses");
    step.emit(EventKind::paused, cause_of(asker(step), 0), {}, 0, asker(step));
}
void end_paused(StepContext& step) {
    // If the pause ended by itself, the event names the player who had called it.
    const Slot slot = acts(step, Command::resume) ? asker(step) : kSlots[step.world.flow.paused_by];
    step.emit(EventKind::resumed, cause_of(slot, 0), {}, 0, slot);
}

void begin_over(StepContext& step) {
    begin_hold(step);
    step.world.flow.over_wait = 0;
    step.emit(EventKind::game_over, 0, {});
}

void begin_cleared(StepContext& step) {
    pay_clear(step);
    step.emit(EventKind::cleared, 0, {});
}

void carry_on(StepContext& step) {
    ++step.world.flow.continues;
    for (const Slot slot : kSlots) {
        refill_lives(step, slot);
        Earnings& earnings = step.world.earnings[index(slot)];
        // `offered` is kept: a client may still predict to have earned charge that left the field before the continue.
        const auto offered = earnings.offered;
        earnings = Earnings{};
        earnings.offered = offered;
    }
    step.emit(EventKind::continued, step.world.flow.continues, {}, 0, asker(step));
}

bool pause_is_due(const StepContext& step) {
    return acts(step, Command::pause);
}
bool resume_is_due(const StepContext& step) {
    const Flow& flow = step.world.flow;
    return acts(step, Command::resume) || (is_for_two(flow) && flow.hold_ticks >= kPauseTicksMax);
}
bool continue_is_due(const StepContext& step) {
    return acts(step, Command::carry_on);
}
bool all_are_out(const StepContext& step) {
    return step.world.flow.over_wait == 1;
}
bool offer_has_passed(const StepContext& step) {
    return step.world.flow.hold_ticks >= kContinueTicks;
}
bool level_is_done(const StepContext& step) {
    return step.world.flow.timeline >= step.level.ticks && !step.level.is_endless();
}

constexpr auto kCourse = machine_table<StepContext>({
    {"playing", {}, {{{"cleared", level_is_done}, {"over", all_are_out}, {"paused", pause_is_due}}}},
    {"paused", {begin_paused, tick_hold, end_paused}, {{{"playing", resume_is_due}}}},
    {"over", {begin_over, tick_hold}, {{{"continued", continue_is_due}, {"ended", offer_has_passed}}}},
    {"ended", {}, {}},
    {"cleared", {begin_cleared}, {}},
    {"continued", {carry_on}, {{{"playing", [](const StepContext&) { return true; }}}}},
});
static_assert(kCourse.state("playing") == static_cast<std::uint8_t>(FlowState::playing));
static_assert(kCourse.state("paused") == static_cast<std::uint8_t>(FlowState::paused));
static_assert(kCourse.state("over") == static_cast<std::uint8_t>(FlowState::over));
static_assert(kCourse.state("ended") == static_cast<std::uint8_t>(FlowState::ended));
static_assert(kCourse.state("cleared") == static_cast<std::uint8_t>(FlowState::cleared));

/// A command waits for the tick in which it acts. While one waits, other commands are ignored, but the sender's partner
/// can agree to it. A client that has not received the sender's frame yet is at most kLeadTicksMax ahead of it. A
/// partner that agrees has received that frame, and the sender has promised to be at most asked_lead ahead of the
/// agreeing frame. So no client has passed the tick in which a command acts. If both players happen to send the same
/// command as requests, that is no agreement. A command that can change nothing is ignored at once. Otherwise a client
/// could block its partner's commands by sending no-ops.
void hear_commands(StepContext& step) {
    Flow& flow = step.world.flow;
    if (flow.asked_wait > 0) {
        --flow.asked_wait;
        const Frame& partner = step.frames[index(other(asker(step)))];
        if (agrees(partner) && static_cast<std::uint8_t>(partner.command) == flow.asked) {
            flow.asked_wait = std::min(flow.asked_wait, flow.asked_lead);
        }
        return;
    }
    flow.asked = 0;
    constexpr std::uint8_t kBothPlayers = (1 << kSlotCount) - 1;
    const bool alone = flow.players != kBothPlayers;
    for (const Slot slot : kSlots) {
        const Frame& frame = step.frames[index(slot)];
        if (!may_ask(step.world, slot, frame.command) || (!alone && agrees(frame))) continue;
        flow.asked = static_cast<std::uint8_t>(frame.command);
        flow.asked_by = static_cast<std::uint8_t>(slot);
        flow.asked_lead = promised_lead(frame);
        assert(flow.asked_lead <= kLeadTicksMax && "nobody promises more than the largest lead");
        flow.asked_wait = alone ? frame.command_delay : std::uint8_t{kLeadTicksMax};
        return;
    }
}

/// It is a shared cause that all players are out of lives: the game is over kLateTicks later, even if a player has
/// returned by then. While all players are absent the game is not over, because nobody could answer "Continue?". A player
/// who returns still has their lives.
void watch_for_the_end(StepContext& step) {
    Flow& flow = step.world.flow;
    assert(flow.over_wait <= kLateTicks + 1 && "game over is a shared cause and acts no later than the others");
    if (flow.over_wait > 0) {
        if (flow.over_wait > 1) --flow.over_wait;
        return;
    }
    bool anyone_plays = false;
    bool anyone_is_here = false;
    for (const Slot slot : kSlots) {
        anyone_plays = anyone_plays || is_in_play(step.world, slot);
        anyone_is_here = anyone_is_here || life_of(step.world.ships[index(slot)]) != Life::absent;
    }
    const bool a_life_comes = step.world.team.extend_wait > 0;
    if (anyone_is_here && !anyone_plays && !a_life_comes) flow.over_wait = kLateTicks + 1;
}

/// The loop that waits for its trigger, or kNoLoop.
std::uint8_t waiting_loop(const World& world, const Level& level) {
    if (level.is_endless()) return world.deck.dealt > 0 && world.deck.done == 0 ? world.deck.card : Flow::kNoLoop;
    return world.flow.loops_done < level.loops.size() ? world.flow.loops_done : Flow::kNoLoop;
}

void settle_late_causes(StepContext& step) {
    Flow& flow = step.world.flow;
    for (std::uint16_t& wait : flow.life_wait) {
        if (wait > 1) --wait;  // at 1 the ship returns when it next moves (game/player)
    }
    settle_flags(step.world);
    settle_sea_due(step.world);
    Team& team = step.world.team;
    if (team.extend_wait > 0 && --team.extend_wait == 0) {
        for (const Slot slot : kSlots) extend_lives(step, slot);
    }
    assert((flow.trigger_wait == 0 || flow.trigger_loop < step.level.loops.size()) && "a trigger ends one of the loops");
    if (flow.trigger_wait > 0 && --flow.trigger_wait == 0) end_loop(step.world, step.level, flow.trigger_loop);
    // Raising a flag was late already, so the flag ends its loop at once.
    const std::uint8_t loop = waiting_loop(step.world, step.level);
    if (loop == Flow::kNoLoop) return;
    const std::uint8_t flag = step.level.loops[loop].flag;
    if (flag < kFlagsMax && ((flow.flags >> flag) & 1) != 0) end_loop(step.world, step.level, loop);
}

void return_lives(StepContext& step) {
    for (const Slot slot : kSlots) {
        std::uint16_t& wait = step.world.flow.life_wait[index(slot)];
        if (!is_out_of_lives(step.world.ships[index(slot)]) || wait != 0) continue;
        // One tick more, because run_flow() counts down from the next tick on.
        if (is_in_play(step.world, other(slot))) wait = kLateTicks + 1;
    }
}

void begin_section(StepContext& step, std::uint64_t cause) {
    step.emit(EventKind::section, cause, {});
    step.world.flow.pauses = {};
    return_lives(step);
}

/// `cause` names the cue, so that two messages in one tick are distinct events. `turn` is the lap in an enemy's name.
void run_cue(StepContext& step, const CueDef& cue, std::uint64_t cause, std::uint8_t turn) {
    switch (cue.kind) {
        case CueKind::spawn:
            spawn_enemy(step, cue.a, turn);
            break;
        case CueKind::section:
            begin_section(step, cause);
            break;
        case CueKind::message:
            assert(cue.a < step.level.names.size() && "a message has its words in the level");
            step.emit(EventKind::message, cause, {}, cue.a);
            break;
        case CueKind::warn:
            step.emit(EventKind::warning, cause, {});
            break;
        case CueKind::sea:
            assert(cue.a < step.level.tides.size() && "a cue changes the sea by a change of the level");
            change_sea(step.world.scroll.tides, step.level.tides[cue.a]);
            break;
        case CueKind::raise:
            raise_flag(step.world, static_cast<std::uint8_t>(cue.a));
            break;
    }
}

}  // namespace

FlowState flow_state(const World& world) {
    assert(world.flow.machine.state <= kCourse.state("cleared") && "\"continued\" is left in the tick that enters it");
    return static_cast<FlowState>(world.flow.machine.state);
}

void settle_flags(World& world) {
    Flow& flow = world.flow;
    for (std::size_t i = 0; i < flow.flag_wait.size(); ++i) {
        if (flow.flag_wait[i] == 0 || --flow.flag_wait[i] != 0) continue;
        flow.flags |= std::uint32_t{1} << i;
        flow.flags_due &= ~(std::uint32_t{1} << i);
    }
}

std::uint32_t ticks_to_resume(const World& world, Slot slot) {
    const Flow& flow = world.flow;
    if (flow_state(world) != FlowState::paused || flow.paused_by == static_cast<std::uint8_t>(slot)) return 0;
    return flow.hold_ticks < kPauseOwnTicks ? kPauseOwnTicks - flow.hold_ticks : 0;
}

std::uint8_t pauses_left(const World& world, Slot slot) {
    if (!has_partner(world, slot)) return kPausesPerSection;
    const std::uint8_t called = world.flow.pauses[index(slot)];
    return static_cast<std::uint8_t>(kPausesPerSection - std::min(called, kPausesPerSection));
}

bool may_ask(const World& world, Slot slot, Command command) {
    if (!takes_part(world.flow, slot)) return false;
    switch (command) {
        case Command::pause:
            return flow_state(world) == FlowState::playing && pauses_left(world, slot) > 0;
        case Command::resume:
            return flow_state(world) == FlowState::paused && ticks_to_resume(world, slot) == 0;
        case Command::carry_on:
            return flow_state(world) == FlowState::over;
        default:
            return false;
    }
}

void run_flow(StepContext& step) {
    hear_commands(step);
    if (step.moving) {
        watch_for_the_end(step);
        settle_late_causes(step);
    }
    TableHost host(kCourse, step);
    run(step.world.flow.machine, host);
}

void run_cues(StepContext& step) {
    Flow& flow = step.world.flow;
    if (flow.loop == Flow::kNoLoop) {
        while (flow.cue < step.level.cues.size() && step.level.cues[flow.cue].tick <= flow.timeline) {
            const std::size_t place = flow.cue++;
            run_cue(step, step.level.cues[place], cause_of_cue(place, false, 0), 0);
        }
        ++flow.timeline;
        return;
    }
    assert(flow.loop < step.level.loops.size() && "the camera is in a loop of the level");
    const Range cues = step.level.loops[flow.loop].cues;
    assert(flow.loop_cue <= cues.count && "a lap runs only its own loop's cues");
    // From kLapsMax on, laps are no longer counted (they all have the number kLapsMax) and no cue runs.
    while (flow.loop_cue < cues.count && flow.lap < kLapsMax) {
        const std::size_t place = std::size_t{cues.first} + flow.loop_cue;
        const CueDef& cue = step.level.loop_cues[place];
        if (cue.tick > flow.lap_ticks) break;
        ++flow.loop_cue;
        const std::uint8_t turn = step.world.scroll.row[step.world.scroll.origin].turn;
        if (cue.once == 0 || flow.lap == 0) run_cue(step, cue, cause_of_cue(place, true, flow.lap), turn);
    }
    ++flow.lap_ticks;
}

void note_end_of(StepContext& step, EnemyId id) {
    Flow& flow = step.world.flow;
    const std::uint8_t waiting = waiting_loop(step.world, step.level);
    if (flow.trigger_loop != Flow::kNoLoop || waiting == Flow::kNoLoop || id.child != 0) return;
    const LoopDef& loop = step.level.loops[waiting];
    if (loop.spawn == kNone16 || id.spawn != loop.spawn + 1) return;
    assert(flow.trigger_wait == 0 && "a cause that is pending is not caused again");
    // An enemy dies by a report, before run_flow() counts down in the same tick: its loop ends exactly kLateTicks
    // later. An enemy that leaves, or finds its pool full, does so after run_flow(): its loop ends one tick later.
    flow.trigger_loop = waiting;
    flow.trigger_wait = kLateTicks + 1;
}

bool is_loop_done(const World& world, const Level& level, std::uint8_t loop) {
    if (!level.is_endless()) return loop < world.flow.loops_done;
    return loop != world.deck.card || world.deck.done != 0;  // nothing is dealt before the latest card is done
}

void end_loop(World& world, const Level& level, std::uint8_t loop) {
    Flow& flow = world.flow;
    if (is_loop_done(world, level, loop)) return;
    assert(loop != Flow::kNoLoop && "only a loop ends");
    if (level.is_endless()) {
        world.deck.done = 1;
    } else {
        flow.loops_done = static_cast<std::uint8_t>(loop + 1);
    }
    if (flow.trigger_loop != Flow::kNoLoop && flow.trigger_loop <= loop) {
        flow.trigger_loop = Flow::kNoLoop;
        flow.trigger_wait = 0;
    }
}

void raise_flag(World& world, std::uint8_t flag, std::uint32_t ticks) {
    Flow& flow = world.flow;
    assert(flag < kFlagsMax && "a flag that is raised is one of the level's");
    const std::uint32_t bit = std::uint32_t{1} << flag;
    if ((flow.flags & bit) != 0 || (flow.flags_due & bit) != 0) return;
    flow.flags_due |= bit;
    flow.flag_wait[flag] = static_cast<std::uint8_t>(ticks);
}

void lower_flags(World& world, std::uint32_t flags) {
    world.flow.flags &= ~flags;
    world.flow.flags_due &= ~flags;
    for (; flags != 0; flags &= flags - 1) {
        const auto flag = static_cast<std::size_t>(std::countr_zero(flags));
        world.flow.flag_wait[flag] = 0;
        world.scroll.flag_ages[flag] = 0;
    }
}

void begin_round(StepContext& step, std::uint32_t round) {
    begin_section(step, 0);
    step.emit(EventKind::round, 0, {}, static_cast<std::int32_t>(round));
}

}  // namespace albireo
