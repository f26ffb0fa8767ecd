// Symptom: eight bolts could all name one part. A ribbon burned on after its ship and aim had moved elsewhere. An unpaid
// charged shot did full damage after its player released the button.
#include <doctest/doctest.h>

#include "sim/game/tuning.hpp"
#include "tests/support/game.hpp"
#include "tests/support/small_level.hpp"

using namespace albireo;
using namespace albireo::support;

namespace {

constexpr std::int32_t kPlenty = 1'000'000;

/// A level whose parts survive any damage.
Level tough_level() {
    Level level = small_level();
    for (PartDef& part : level.parts) part.armour = kPlenty / kDamageUnit;
    return level;
}

/// A game with one enemy in the middle of the field, whose first part is undamaged.
struct Target : Game {
    explicit Target(const Level& on) : Game(on) {
        step_while([&] { return world->enemies.count == 0; });
        world->enemies.count = 1;
        enemy().parts[0].armour = kPlenty;
        enemy().parts[0].flags = kPartAlive;
        enemy().parts[0].at = {};
    }
    Enemy& enemy() { return world->enemies.items[0]; }
    std::int32_t dealt() { return kPlenty - enemy().parts[0].armour; }
    Report at_enemy(ReportKind kind) { return {.kind = kind, .enemy = enemy().id}; }
};

}  // namespace

TEST_CASE("lightning strikes a part once, however many bolts name it") {
    const Level level = tough_level();
    Target game(level);
    game.world->earnings[0].gold = kGoldFull;
    FramePair frames;
    frames[0].buttons = kLightning;
    frames[0].report_count = kBoltsPerLightningMax;
    for (Report& report : frames[0].reports) report = game.at_enemy(ReportKind::bolt);
    game.step(frames);
    CHECK(game.dealt() == kBoltDamage);
    CHECK(game.world->counters[0].applied == 1);
    CHECK(game.world->counters[0].implausible == kBoltsPerLightningMax - 1);
}

TEST_CASE("a ribbon burns only what it reaches, even without a report of its end") {
    const Level level = tough_level();
    Target game(level);
    FramePair frames;
    frames[0].buttons = kFire | static_cast<int>(Weapon::ribbon) << kWeaponShift;
    frames[0].lock = game.enemy().id;
    const auto burn = [&] {
        game.enemy().parts[0].at = {};
        const std::int32_t before = game.dealt();
        game.step(frames);
        return game.dealt() - before;
    };
    burn();
    frames[0].report_count = 1;
    frames[0].reports[0] = game.at_enemy(ReportKind::beam_begins);
    CHECK(burn() == kRibbonDamage);
    frames[0].report_count = 0;
    CHECK(burn() == kRibbonDamage);
    game.world->ships[0].at = {-15_u, 8_u};
    frames[0].aim = AimPoint::at({-15_u, 0_u});
    burn();  // a tick's reports are about the previous tick
    CHECK(burn() == 0);
    game.world->ships[0].at = {-11_u, 2_u};
    frames[0].aim = AimPoint::at({});
    burn();
    CHECK(burn() == kRibbonDamage);
}

TEST_CASE("a charged shot does the damage that was paid for when it was fired") {
    const Level level = tough_level();
    for (const bool paid : {true, false}) {
        Target game(level);
        game.world->earnings[0].charge = paid ? kChargeFull : -kChargeDebtMax;
        FramePair frames;
        frames[0].buttons = kRelease;
        game.step(frames);
        REQUIRE(game.world->shots[0].count > 0);
        frames[0].buttons = 0;
        game.step(frames);
        game.enemy().parts[0].armour = kPlenty;
        game.world->shots[0].items[0].at = game.enemy().parts[0].at;
        frames[0].report_count = 1;
        frames[0].reports[0] = game.at_enemy(ReportKind::hit);
        frames[0].reports[0].number = game.world->shots[0].items[0].number;
        game.step(frames);
        CHECK(game.dealt() == volley_of(Weapon::needle, paid ? Form::charged : Form::plain).damage);
    }
}
