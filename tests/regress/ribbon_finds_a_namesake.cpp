// Symptom: a server's snapshot had two enemies with one id. The ribbon touched a part of the second, but the client looked up
// the first, which has fewer parts, and read past the end of the level's list of parts.
#include <doctest/doctest.h>

#include <algorithm>
#include <memory>

#include "client/predict/reporter.hpp"
#include "sim/step.hpp"
#include "tests/support/pilot.hpp"
#include "tests/support/small_level.hpp"

using namespace albireo;

namespace {

void add(World& world, const Level& level, std::uint8_t kind, Vec2 at) {
    const KindDef& def = level.kinds[kind];
    Enemy enemy{};
    enemy.id = {1, 0, 0};
    enemy.kind = kind;
    enemy.part_count = static_cast<std::uint8_t>(def.parts.count);
    enemy.at = at;
    for (std::size_t i = 0; i < enemy.part_count; ++i) {
        const PartDef& part = level.parts[def.parts.first + i];
        enemy.parts[i].at = at + part.offset;
        enemy.parts[i].armour = part.armour * 10;
        enemy.parts[i].flags = kPartAlive;
    }
    world.enemies.add(enemy);
}

}  // namespace

TEST_CASE("the ribbon burns the enemy that it meets, not another of the same id") {
    constexpr std::uint8_t kSkimmer = 0;
    const Stage stage(support::small_level());
    const auto world = std::make_unique<World>();
    init(*world, stage.level, {});
    for (Ship& ship : world->ships) ship.at = {};
    add(*world, stage.level, kSkimmer, {-30_u, {}});
    world->enemies.items[0].parts[0].flags = 0;  // this one cannot be burned
    add(*world, stage.level, kSkimmer, {8_u, {}});
    world->ships[0].ribbon = 1;
    world->ships[0].aim = {8_u, {}};
    client::Reporter reporter(stage.level, stage.bodies, Slot::gold);
    client::RemoteShots partners(Slot::blue);
    const auto reports = reporter.look(*world, partners);
    REQUIRE(std::ranges::count(reports, ReportKind::beam_begins, &Report::kind) == 1);
}
