// Symptom: a player could pause the game again and again without limit and keep the other waiting forever. A player who
// had not called a pause could end it at once. A pause that nobody ended lasted forever.
#include "sim/game/flow.hpp"
#include "sim/game/tuning.hpp"
#include "tests/attacks/outcome.hpp"
#include "tests/sim/bare_level.hpp"

using namespace albireo;
using namespace albireo::support;

namespace {

constexpr std::uint32_t kOwnTicks = 600;  // ten seconds

Frame frame_with(Command command) {
    Frame frame;
    frame.command = command;
    frame.command_delay = 20;
    return frame;
}

/// Sends a command and waits until it must have acted; whether the game is paused then.
bool paused_after(Game& game, Slot slot, Command command) {
    step_as(game, slot, frame_with(command));
    game.steps(kLeadTicksMax);
    return is_paused(*game.world);
}

Level level_with_section(std::uint32_t tick) {
    BareLevel bare;
    bare.raw().cues.push_back({.tick = tick, .kind = CueKind::section});
    return bare.done();
}

}  // namespace

TEST_CASE("only its caller can end a pause for ten seconds, then either player can") {
    const Level level = level_with_section(60'000);
    for (const Slot slot : kSlots) {
        Game game(level);
        REQUIRE(paused_after(game, slot, Command::pause));
        Game own(game);
        CHECK_FALSE(paused_after(own, slot, Command::resume));

        CHECK(paused_after(game, other(slot), Command::resume));
        game.steps(kOwnTicks - 1 - game.world->flow.hold_ticks);
        step_as(game, other(slot), frame_with(Command::resume));  // the last tick in which it comes too early
        CHECK(game.world->flow.asked == 0);
        CHECK_FALSE(paused_after(game, other(slot), Command::resume));
    }
}

TEST_CASE("a pause of two players ends by itself after a minute, whether or not both are there. A player alone may pause for longer") {
    const Level level = level_with_section(60'000);
    for (const bool partner_is_away : {false, true}) {
        Game game(level);
        REQUIRE(paused_after(game, Slot::gold, Command::pause));
        const FramePair frames = partner_is_away ? FramePair{Frame{}, absent_frame()} : FramePair{};
        game.steps(60 * kTicksPerSecond - game.world->flow.hold_ticks, frames);
        CHECK(is_paused(*game.world));
        game.steps(1, frames);
        CHECK_FALSE(is_paused(*game.world));
    }
    Game alone(level, {.players = 1});
    REQUIRE(paused_after(alone, Slot::gold, Command::pause));
    alone.steps(600 * kTicksPerSecond);
    CHECK(is_paused(*alone.world));
}

TEST_CASE("each player has three pauses per section") {
    const Level level = level_with_section(2000);
    Game game(level);
    for (int section = 0; section < 2; ++section) {
        for (const Slot slot : kSlots) {
            for (int n = 0; n < 3; ++n) {
                REQUIRE(paused_after(game, slot, Command::pause));
                REQUIRE_FALSE(paused_after(game, slot, Command::resume));
            }
            CHECK_FALSE(paused_after(game, slot, Command::pause));
        }
        if (section == 0) REQUIRE(game.world->flow.timeline < 2000);
        game.step_while([&] { return game.world->flow.timeline <= 2000; });
    }
}

TEST_CASE("a player who is alone, or whose partner is away, can always pause") {
    const Level level = level_with_section(60'000);
    Game alone(level, {.players = 1});
    for (int n = 0; n < 6; ++n) {
        REQUIRE(paused_after(alone, Slot::gold, Command::pause));
        REQUIRE_FALSE(paused_after(alone, Slot::gold, Command::resume));
    }
    Game left(level);
    const auto ask = [&](Command command) {
        left.step({frame_with(command), absent_frame()});
        left.steps(kLeadTicksMax, {Frame{}, absent_frame()});
        return is_paused(*left.world);
    };
    left.steps(2, {Frame{}, absent_frame()});
    for (int n = 0; n < 6; ++n) {
        REQUIRE(ask(Command::pause));
        REQUIRE_FALSE(ask(Command::resume));
    }
    left.step({});
    for (int n = 0; n < 3; ++n) {
        REQUIRE(paused_after(left, Slot::gold, Command::pause));
        REQUIRE_FALSE(paused_after(left, Slot::gold, Command::resume));
    }
    CHECK_FALSE(paused_after(left, Slot::gold, Command::pause));
}

TEST_CASE(
    "a player who asks for a pause in every tick gets few and none without end, whether or not the partner ends them") {
    // As long as the sections of the_cut. Three pauses of ten seconds and two leads double a section, so nine sections begin.
    constexpr std::uint32_t kSectionTicks = 36 * kTicksPerSecond, kTicks = 600 * kTicksPerSecond;
    BareLevel bare;
    for (std::uint32_t tick = kSectionTicks; tick < kTicks; tick += kSectionTicks)
        bare.raw().cues.push_back({.tick = tick, .kind = CueKind::section});
    const Level level = bare.done();
    for (const bool partner_resumes : {true, false}) {
        Game game(level);
        int pauses = 0, paused = 0, since = 0, longest = 0;
        for (std::uint32_t i = 0; i < kTicks; ++i) {
            const bool was_paused = is_paused(*game.world);
            game.step({frame_with(Command::pause), partner_resumes ? frame_with(Command::resume) : Frame{}});
            if (!is_paused(*game.world)) continue;
            pauses += !was_paused;
            since = was_paused ? since + 1 : 1;
            longest = std::max(longest, since);
            ++paused;
        }
        attacks::emit({.row = "13",
                       .attack = partner_resumes ? "pause in every tick; the partner resumes as soon as they may"
                                                 : "pause in every tick; the partner waits",
                       .acts = kTicks,
                       .gain = partner_resumes ? "pauses in ten minutes" : "ticks of the longest pause",
                       .achieved = partner_resumes ? pauses : longest,
                       .limit = partner_resumes ? 9 * kPausesPerSection : 60 * kTicksPerSecond,
                       .figures = {{"pauses", pauses}, {"ticks_paused", paused}, {"ticks_of_the_longest", longest}}});
    }
}
