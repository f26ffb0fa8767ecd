// Goal: killing a boss fast pays more than sparing it for the points of its children. Two perfect pairs fight the Warden: they never
// die, destroy each of its helpers at once and begin with the highest multiplier. One pair kills it as fast as good players
// do: claws, eye, core. The other spares its core, destroys its other parts, grazes half of all shots with both ships, and then kills it.
#include <doctest/doctest.h>

#include "sim/game/context.hpp"
#include "sim/game/enemy.hpp"
#include "sim/game/score.hpp"
#include "sim/game/shot.hpp"
#include "sim/game/tuning.hpp"
#include "sim/script/compile.hpp"
#include "tests/sim/bare_level.hpp"

using namespace albireo;
using namespace albireo::support;

namespace {

/// The boss loop of level 1 alone.
Level warden_level() {
    script::Compiled compiled = script::compile_level(
        "level { name = 'Warden', backdrop = 'none', ticks = 1200 }\n"
        "use 'the_cut_bosses'\n"
        "tile { model = 'a', exit = {12, 0}, ticks = 240 }\n"
        "tile { model = 'b', exit = {12, 0}, ticks = 240 }\n"
        "tile { model = 'c', exit = {60, 0}, ticks = 2000 }\n"
        "loop {\n"
        "    tiles = { 'a', 'b' }, until_dead = boss { kind = 'warden', place = { 26, 0 } },\n"
        "    cues = function()\n"
        "        at(100) formation { kind = 'skimmer', path = 'dive', count = 3, gap = 13 }\n"
        "        at(340) formation { kind = 'skimmer', path = 'dive', count = 3, gap = 13, mirror = true }\n"
        "    end,\n"
        "}\n",
        "test.lua", Difficulty::standard, script::builtin_source);
    REQUIRE_MESSAGE(compiled.error.empty(), compiled.error);
    return std::move(compiled.level);
}

constexpr EnemyId kWarden{1, 0, 0};
constexpr std::size_t kCore = 1;
/// The parts that must be destroyed, in reverse order: the core, the eye, the claws.
constexpr std::size_t kWay[] = {kCore, 6, 3, 2};
/// A good pair needs about a minute for the Warden. The first shots come when it has arrived.
constexpr std::uint16_t kDamageEach = 2;  // tenths a tick
constexpr std::uint32_t kArrived = 260;

/// Hits a part with this damage from both ships, if it can be hurt.
bool hit(Game& game, FramePair& frames, EnemyId id, std::size_t part, std::uint16_t damage) {
    const Enemy* enemy = enemy_of(game, id);
    if (enemy == nullptr || !is_exposed(game.level, *enemy, part)) return false;
    for (const Slot slot : kSlots) {
        Frame& frame = frames[index(slot)];
        if (frame.report_count < kReportsPerFrameMax) {
            frame = with(frame, shoot(game, slot, id, static_cast<std::uint8_t>(part), damage));
        }
    }
    return true;
}

/// The team's score after a fight in which the core is spared for that many ticks.
std::uint32_t fight(const Level& level, std::uint32_t spared, bool grazes) {
    Game game(level);
    game.step({});
    for (Earnings& earnings : game.world->earnings) earnings.multiplier = kMultiplierMax;
    std::uint32_t ticks = 0;
    while (enemy_of(game, kWarden) != nullptr) {
        REQUIRE(++ticks < 20'000);
        FramePair frames;
        const Enemy& warden = *enemy_of(game, kWarden);
        bool has_hit = false;
        if (ticks > kArrived && ticks < spared) {
            for (std::size_t part = warden.part_count; part-- > 0 && !has_hit;) {
                has_hit = part != kCore && hit(game, frames, kWarden, part, kDamageEach);
            }
        } else if (ticks > kArrived) {
            for (const std::size_t part : kWay) {
                if (hit(game, frames, kWarden, part, kDamageEach)) break;
            }
        }
        for (std::uint32_t i = 0; i < game.world->enemies.count; ++i) {
            const Enemy& enemy = game.world->enemies.items[i];
            if (enemy.id != kWarden && is_in_field(enemy.at, {})) hit(game, frames, enemy.id, 0, 1000);
        }
        if (grazes) {
            StepContext step{*game.world, level, frames, *game.events};
            for (EnemyShot& shot : game.world->enemy_shots) {
                if ((shot.flags & kGrazedMask) != 0 || shot.number % 2 != 0) continue;
                shot.flags |= kGrazedMask;
                for (const Slot slot : kSlots) pay_graze(step, slot, shot);
            }
        }
        for (Ship& ship : game.world->ships) ship.invulnerable = 100;
        game.step(frames);
    }
    return team_score(*game.world);
}

}  // namespace

TEST_CASE("two perfect players who spare the Warden score at most 80 percent of two who kill it fast") {
    const Level level = warden_level();
    const std::uint32_t fast = fight(level, 0, false);
    struct Row {
        std::uint32_t seconds, percent;
    };
    // The core opens after 20 seconds. Twenty more do not count as milking: the other parts are destroyed in that time.
    for (const Row& row : {Row{40, 99}, Row{60, 80}, Row{120, 80}, Row{200, 80}}) {
        const std::uint32_t slow = fight(level, row.seconds * kTicksPerSecond, true);
        MESSAGE("spared for ", row.seconds, " s: ", slow, " of ", fast);
        CHECK(slow * std::uint64_t{100} <= fast * std::uint64_t{row.percent});
    }
}
