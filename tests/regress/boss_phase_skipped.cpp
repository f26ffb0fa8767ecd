// Symptom: a boss died in its first phase. After its armour reached the mark that ends a phase, the part could be damaged
// for two seconds until the break acted, and one combined storm passed two marks at once.
#include "sim/game/tuning.hpp"
#include "tests/sim/bare_level.hpp"

using namespace albireo;
using namespace albireo::support;

namespace {

constexpr EnemyId kBoss{1, 0, 0};
constexpr std::int32_t kWhole = 400 * kDamageUnit;

/// A boss of three phases, which end at two thirds and at one third of its core's armour. A second machine has its own
/// mark, and a second part has none.
Level boss_level() {
    BareLevel bare;
    const PartDef core = {.vital = 1, .radius = 1_u, .armour = 400};
    const PartDef claw = {.offset = {0_u, 3_u}, .radius = 1_u, .armour = 400};
    const std::uint8_t kind = bare.kind({.size = KindSize::boss, .worth = 100}, {core, claw});
    bare.spawn(0, {.kind = kind, .at = {2_u, 0_u}});
    Level& level = bare.raw();
    level.transitions = {{.when = When::armour_below, .a = 0, .to = 1, .x = 667},
                         {.when = When::armour_below, .a = 0, .to = 2, .x = 333},
                         {.when = When::armour_below, .a = 0, .to = 1, .x = 500}};
    const auto first = static_cast<std::uint16_t>(level.states.size());
    level.states.insert(level.states.end(), {{.transitions = {0, 1}}, {.transitions = {1, 1}}, {}, {.transitions = {2, 1}}, {}});
    level.machines = {{.states = {first, 3}}, {.states = {static_cast<std::uint16_t>(first + 3), 2}}};
    level.kinds[kind].machines = {0, 2};
    return bare.done();
}

/// A game against that boss, with its phase and its core's armour.
struct Fight : Game {
    using Game::Game;
    std::uint8_t phase() { return enemy_of(*this, kBoss)->machines[0].state; }
    std::int32_t armour() { return enemy_of(*this, kBoss)->parts[0].armour; }
    void hit(std::uint16_t damage) {
        Frame frame = with({}, shoot(*this, Slot::gold, kBoss, 0, damage));
        step_as(*this, Slot::gold, frame);
    }
};

}  // namespace

TEST_CASE("each phase lasts its two seconds, however hard the core is hit") {
    const Level level = boss_level();
    Fight fight(level);
    wait(fight, 2);
    std::array<int, 3> ticks{};
    std::array<std::int32_t, 3> least = {kWhole, kWhole, kWhole};
    while (enemy_of(fight, kBoss) != nullptr) {
        const std::uint8_t phase = fight.phase();
        ++ticks[phase];
        least[phase] = std::min(least[phase], fight.armour());
        REQUIRE(ticks[phase] < 1000);
        fight.hit(kWhole);
    }
    CHECK(ticks[0] >= static_cast<int>(kLateTicks));
    CHECK(ticks[1] >= static_cast<int>(kLateTicks));
    CHECK(least[0] == kWhole * 667 / 1000 - 1);
    CHECK(least[1] == kWhole * 333 / 1000 - 1);
}

TEST_CASE("one hit or one storm stops at the next mark, and small hits reach the same armour") {
    const Level level = boss_level();
    const std::int32_t mark = kWhole * 667 / 1000 - 1;  // the most armour below two thirds
    Fight small(level);
    wait(small, 2);
    for (int n = 0; n < 400; ++n) small.hit(7);
    CHECK(small.armour() < mark);
    CHECK(small.phase() == 1);

    Fight stormed(level);
    wait(stormed, 2);
    for (const Slot slot : kSlots) {
        stormed.world->ships[index(slot)].at = {-8_u, 0_u};
        stormed.world->earnings[index(slot)].gold = kGoldFull;
    }
    Frame strike = with({}, {.kind = ReportKind::bolt, .enemy = kBoss});
    strike.buttons = kLightning;
    stormed.step({strike, strike});
    CHECK(stormed.armour() == mark);
    CHECK(enemy_of(stormed, kBoss)->parts[1].armour == kWhole - 3 * kBoltDamage);  // no mark: full damage
    CHECK(enemy_of(stormed, kBoss)->damage_by[0] + enemy_of(stormed, kBoss)->damage_by[1] ==
          kWhole - mark + 3 * kBoltDamage);
    stormed.steps(kLateTicks / 2);
    stormed.hit(100);
    CHECK(stormed.armour() == mark);
    stormed.steps(kLateTicks / 2);
    REQUIRE(stormed.phase() == 1);
    stormed.hit(100);
    CHECK(stormed.armour() == mark - 100);
}
