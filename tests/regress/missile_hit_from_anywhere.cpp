// Symptom: two seconds after a missile had turned, it could be reported hit by a shot anywhere in the field.
#include "sim/game/tuning.hpp"
#include "tests/sim/bare_level.hpp"

using namespace albireo;
using namespace albireo::support;

namespace {

constexpr EnemyId kOwner{1, 0, 0};

/// Whether a shot may hit a missile that lies `apart` from it and began to turn `turned` ticks ago.
bool may_hit(const Level& level, int turned, Vec2 apart) {
    Game game(level);
    wait(game, 2);
    const MissileDef& def = level.missiles[0];
    Missile missile{};
    missile.owner = kOwner;
    missile.number = 1;
    missile.at = {4_u, 0_u};
    missile.age = static_cast<std::uint16_t>(def.coast + turned);
    missile.armour = def.armour * kDamageUnit;
    REQUIRE(game.world->missiles.add(missile) != nullptr);
    Report report = shoot(game, Slot::gold, kOwner, 0, 10);
    report.kind = ReportKind::hit_missile;
    report.part = 1;
    game.world->shots[0].items[game.world->shots[0].count - 1].at = missile.at + apart;
    step_as(game, Slot::gold, with({}, report));
    CHECK(game.world->counters[0].applied + game.world->counters[0].implausible == 1);
    return game.world->counters[0].applied == 1;
}

}  // namespace

TEST_CASE("a missile can be hit where a lead may have seen it, then only where it is") {
    BareLevel bare;
    bare.raw().missiles = {{.coast = 30, .turn = 30, .life = 900, .launch_speed = 60_mu, .speed = 160_mu, .radius = 500_mu, .armour = 9}};
    bare.spawn(0, {.kind = bare.kind({}, {{.radius = 1_u, .armour = 1}}), .at = {0_u, 0_u}});
    const Level level = bare.done();
    const Vec2 near = {-1400_mu, 0_u}, far = {-10_u, 4_u};
    for (const int turned : {0, 1, 40, 90, 120, 300, 600}) {
        INFO(turned, " ticks after it began to turn");
        CHECK(may_hit(level, turned, near));
        CHECK(may_hit(level, turned, far) == (turned == 40 || turned == 90));
    }
    CHECK(may_hit(level, 40, {-12_u, 0_u}));
    CHECK_FALSE(may_hit(level, 40, {-16_u, 0_u}));
}
