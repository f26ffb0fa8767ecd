// Goal: on a joint part, hits of both players soon after each other do 5/4 of their damage, to the unit in the long run;
// elsewhere, and alone, they do what they always do.
#include <doctest/doctest.h>

#include <random>

#include "sim/game/heat.hpp"
#include "sim/game/tuning.hpp"
#include "tests/sim/bare_level.hpp"

using namespace albireo;
using namespace albireo::support;

namespace {

constexpr EnemyId kTarget{1, 0, 0};
constexpr std::int32_t kHit = 10;

/// One enemy of two parts. Its first state makes the first part joint.
Level joint_level() {
    BareLevel bare;
    const PartDef part{.vital = 1, .radius = 1_u, .armour = 6000};
    bare.spawn(0, {.kind = bare.kind({}, {part, part}, {{.op = Op::joint, .a = 0, .x = 1}}), .at = {-4_u, 0_u}});
    return bare.done();
}

std::int32_t lost(const Game& game, const Level& level, std::size_t part) {
    return whole_armour(level.parts[part], 0) - enemy_of(game, kTarget)->parts[part].armour;
}

/// The damage of a hit in a tick of its own.
std::int32_t struck(Game& game, const Level& level, Slot slot, std::uint8_t part = 0, std::uint16_t damage = kHit) {
    const std::int32_t before = lost(game, level, part);
    step_as(game, slot, with({}, shoot(game, slot, kTarget, part, damage)));
    return lost(game, level, part) - before;
}

}  // namespace

TEST_CASE("on a joint part a hit does 5/4 of its damage if the partner's last hit is at most 30 ticks old") {
    const Level level = joint_level();
    for (const int apart : {1, 2, 29, 30, 31, 200}) {
        INFO(apart, " ticks apart");
        Game game(level);
        wait(game, 2);
        CHECK(struck(game, level, Slot::gold) == kHit);
        wait(game, static_cast<std::uint32_t>(apart - 1));
        CHECK(struck(game, level, Slot::blue) ==
              (apart <= kJointTicks ? 12 : kHit));  // 12.5, of which half a unit is still due
    }
}

TEST_CASE("one player alone gains nothing on a joint part, and two gain nothing on another part") {
    const Level level = joint_level();
    Game game(level);
    wait(game, 2);
    for (int i = 0; i < 10; ++i) CHECK(struck(game, level, Slot::gold) == kHit);
    wait(game, kJointTicks);
    for (int i = 0; i < 10; ++i) CHECK(struck(game, level, i % 2 == 0 ? Slot::blue : Slot::gold, 1) == kHit);
    CHECK(enemy_of(game, kTarget)->struck == std::array<std::uint8_t, kSlotCount>{});
}

TEST_CASE("no quarter is lost to rounding, whatever the hits' damage: together they do 5/4") {
    const Level level = joint_level();
    for (int seed = 1; seed <= 50; ++seed) {
        INFO("seed ", seed);
        std::mt19937 random(static_cast<unsigned>(seed));
        Game game(level);
        wait(game, 2);
        const std::int32_t alone = struck(game, level, Slot::gold);
        std::int32_t plain = 0;
        for (int i = 0; i < 100; ++i) {
            const auto damage = static_cast<std::uint16_t>(1 + random() % 60);
            struck(game, level, i % 2 == 0 ? Slot::blue : Slot::gold, 0, damage);
            plain += damage;
        }
        const Enemy& enemy = *enemy_of(game, kTarget);
        const std::int32_t together = lost(game, level, 0) - alone;
        CHECK(together * 4 <= plain * 5 + 4);  // less than one unit off
        CHECK(together * 4 >= plain * 5 - 4);
        CHECK(enemy.damage_by[0] + enemy.damage_by[1] == alone + together);
    }
}
