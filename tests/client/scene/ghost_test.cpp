// Goal: an earlier game's ships are drawn as dim outlines between its ticks, only while they fly, and the HUD says how far the team is ahead.
#include <doctest/doctest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "client/scene/ghost.hpp"
#include "tests/client/scene/stage_set.hpp"

using namespace albireo;
using scene::Ghost;
using scene::RibbonLook;

namespace {

/// The ghost's outlines: lines, of which the small game has no others.
std::vector<scene::Ribbon> outlines(Set& set, float alpha) {
    set.stage.look({.before = *set.before, .now = *set.now, .alpha = alpha, .predicted = {}}, *set.view);
    std::vector<scene::Ribbon> found;
    for (const scene::Ribbon& ribbon : set.view->ribbons.all()) {
        if (ribbon.look == static_cast<float>(RibbonLook::line)) found.push_back(ribbon);
    }
    return found;
}

/// Flies to the right, a tenth of a unit a tick; the second ship comes at tick 60. The clock of a game does not begin at 0.
std::shared_ptr<Ghost> flight(const Set& set, std::uint32_t ticks) {
    auto ghost = std::make_shared<Ghost>();
    ghost->names = "Anna, Ben";
    ghost->moments.resize(set.now->clock.value);
    for (std::uint32_t tick = 0; tick < ticks; ++tick) {
        ghost->moments.push_back({.at = {math::Vec2{static_cast<float>(tick) * 0.1F, 1}, math::Vec2{-5, -5}}, .score = 10 * tick,
                                  .flying = static_cast<std::uint8_t>(tick < 60 ? 1 : 3)});
    }
    return ghost;
}

}  // namespace

TEST_CASE("a ghost flies between its ticks, and its nose is its place's right") {
    Set set;
    CHECK(outlines(set, 1).empty());
    set.stage.options().ghost = flight(set, 100);
    set.run(11);
    const auto half = outlines(set, 0.5F), whole = outlines(set, 1);
    REQUIRE(whole.size() == 4);
    REQUIRE(half.size() == 4);
    CHECK(whole[0].from.x == doctest::Approx(1.1 + 0.75));
    CHECK(half[0].from.x == doctest::Approx(1.05 + 0.75));
    CHECK(whole[0].from.y == doctest::Approx(1));
    // Each is dimmer than the line of a player's link or a gauge.
    for (const scene::Ribbon& line : whole) CHECK(std::max({line.colour.x, line.colour.y, line.colour.z}) * line.heat < 0.5F);
}

TEST_CASE("a ghost's ship is drawn only while it flies, and none after the earlier game's end") {
    Set set;
    set.stage.options().ghost = flight(set, 100);
    set.run(59);
    CHECK(outlines(set, 1).size() == 4);
    set.run(1);
    CHECK(outlines(set, 1).size() == 8);
    set.run(39);
    CHECK(outlines(set, 1).size() == 8);
    set.run(1);
    CHECK(outlines(set, 1).empty());
}

TEST_CASE("a ship that comes back elsewhere is not drawn on the way there") {
    Set set;
    auto ghost = flight(set, 100);
    ghost->moments[set.now->clock.value + 30].at[0] = {9, 9};
    set.stage.options().ghost = ghost;
    set.run(30);
    CHECK(outlines(set, 0.5F)[0].from.y == doctest::Approx(9));
}

TEST_CASE("the HUD says how far the team is ahead of the earlier game, and of its last score after its end") {
    Set set;
    set.stage.options().ghost = flight(set, 100);
    set.run(20);
    outlines(set, 1);
    CHECK(std::string(set.view->hud.lead.data()) == "Anna, Ben  -200");
    set.now->earnings[0].score = 1234;
    set.run(1);
    outlines(set, 1);
    CHECK(std::string(set.view->hud.lead.data()) == "Anna, Ben  +1024");
    set.run(200);
    set.now->earnings[0].score = 991;
    outlines(set, 1);
    CHECK(std::string(set.view->hud.lead.data()) == "Anna, Ben  +1");
    auto ghost = flight(set, 10);
    ghost->names = std::string(200, 'w');
    ghost->moments.resize(1);  // it has ended
    ghost->moments.back().score = 4'000'000'000U;
    set.stage.options().ghost = ghost;
    outlines(set, 1);
    CHECK(std::string(set.view->hud.lead.data()).ends_with("w  -3999999009"));
    set.stage.options().ghost = nullptr;
    outlines(set, 1);
    CHECK(set.view->hud.lead[0] == 0);
}
