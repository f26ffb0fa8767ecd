// Goal: reports in a player's frames about their own shots are applied in every world, even if they do not fit that world.
#include <doctest/doctest.h>

#include <memory>

#include "sim/step.hpp"
#include "tests/support/small_level.hpp"

using namespace albireo;

namespace {

/// A world with one shot of gold's in the middle of the field, and one missile `away` units to the right of it.
std::unique_ptr<World> with_shot_and_missile(const Level& level, Fixed away, std::uint16_t age) {
    auto world = std::make_unique<World>();
    init(*world, level, {});
    Shot shot{};
    shot.number = {1};
    shot.damage = 10;
    world->shots[0].add(shot);
    Missile missile{};
    missile.owner = {1, 0, 0};
    missile.number = 1;
    missile.at = {away, {}};
    missile.age = age;
    missile.armour = level.missiles[0].armour * 10;
    world->missiles.add(missile);
    return world;
}

std::unique_ptr<World> stepped_with_hit(std::unique_ptr<World> world, const Level& level) {
    FramePair frames{};
    frames[0].report_count = 1;
    frames[0].reports[0] = {ReportKind::hit_missile, Slot::gold, 1, {1, 0, 0}, {1}};
    auto events = std::make_unique<Events>();
    step(*world, level, frames, *events);
    return world;
}

}  // namespace

TEST_CASE("an own hit removes the shot even if the target is too far away") {
    const Level level = support::small_level();
    const auto near = stepped_with_hit(with_shot_and_missile(level, {}, 1), level);
    const auto far = stepped_with_hit(with_shot_and_missile(level, 9_u, 1), level);
    CHECK(near->counters[0].applied == 1);
    CHECK(near->shots[0].count == 0);
    CHECK(far->counters[0].implausible == 1);
    CHECK(far->missiles.items[0].armour == level.missiles[0].armour * 10);
    CHECK(far->shots[0].count == 0);
}

TEST_CASE("a missile that has turned may have been elsewhere in the world of a client that runs ahead") {
    const Level level = support::small_level();
    const auto age = static_cast<std::uint16_t>(level.missiles[0].coast + 30);
    CHECK(stepped_with_hit(with_shot_and_missile(level, 9_u, age), level)->counters[0].applied == 1);
    CHECK(stepped_with_hit(with_shot_and_missile(level, 15_u, age), level)->counters[0].implausible == 1);
}
