// Goal: players see the core's charged fire and sea: the reach of a bulwark, the hops of a whip, the burrs on a part.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "client/predict/units.hpp"
#include "sim/game/dust.hpp"
#include "sim/game/player.hpp"
#include "sim/game/sea.hpp"
#include "sim/game/tuning.hpp"
#include "tests/client/scene/stage_set.hpp"

using namespace albireo;
using Point = math::Vec2;

namespace {

void look(Set& set, float alpha = 1) {
    set.stage.look({.before = *set.before, .now = *set.now, .alpha = alpha, .predicted = {}}, *set.view);
}

bool has_look(const scene::Ribbon& ribbon, scene::RibbonLook look) { return ribbon.look == static_cast<float>(look); }

std::size_t count_look(const scene::View& view, scene::ShotLook look) {
    const auto shots = view.player_shots.all();
    return static_cast<std::size_t>(std::ranges::count(shots, static_cast<float>(look), &scene::ShotSprite::look));
}

}  // namespace

TEST_CASE("a bulwark is drawn while it stands, as far as it reaches") {
    Set set;
    set.run(80);
    look(set);
    const std::size_t plain = set.view->ribbons.size();
    Ship& ship = set.now->ships[0];
    REQUIRE(is_flying(ship));
    ship.guard = ship.powered = 1;
    *set.before = *set.now;
    REQUIRE(has_bulwark(*set.now, Slot::gold));
    look(set);
    CHECK(set.view->ribbons.size() == plain + 4);
    float farthest = 0;
    for (const scene::Ribbon& ribbon : set.view->ribbons.all()) {
        if (!has_look(ribbon, scene::RibbonLook::line)) continue;
        const Point at = client::in_field(ship.at);
        farthest = std::max(farthest, math::length(ribbon.tip - at));
        // Both ends of a curve are ahead of the ship, within the core's slope.
        for (const Point end : {ribbon.from - at, ribbon.tip - at}) {
            CHECK(std::abs(end.y) <= end.x * client::units(kGuardSlope) + 1e-3F);
        }
    }
    CHECK(farthest == doctest::Approx(client::units(kGuardReach)));
}

TEST_CASE("a whip is drawn from target to target, and ends where the core's chain does") {
    Set set;
    set.run(120);
    REQUIRE(set.now->enemies.count > 1);
    Ship& ship = set.now->ships[0];
    ship.ribbon = kWhip;
    ship.aim = set.now->enemies.items[0].at;
    const Enemy& second = set.now->enemies.items[1];
    set.now->touches[0][0] = {set.now->enemies.items[0].id, 0, 1};
    set.now->touches[0][1] = {second.id, 0, 2};
    set.now->touches[0][2] = {second.id, 1, 4};  // its third hop, but it has no second
    *set.before = *set.now;
    look(set);
    std::vector<scene::Ribbon> hops;
    for (const scene::Ribbon& ribbon : set.view->ribbons.all()) {
        if (has_look(ribbon, scene::RibbonLook::line)) hops.push_back(ribbon);
    }
    REQUIRE(hops.size() == 1);
    CHECK(math::length(hops[0].from - client::in_field(ship.aim)) < 1e-3F);
    CHECK(math::length(hops[0].tip - client::in_field(second.parts[0].at)) < 1e-3F);
}

TEST_CASE("each burr on a part is drawn in its owner's colour. Charged shots do not look like plain ones") {
    Set set;
    set.run(120);
    REQUIRE(set.now->enemies.count > 0);
    for (auto& shots : set.now->shots) shots.count = 0;
    set.now->enemies.items[0].parts[0].burrs = {3, 2};
    set.now->enemies.items[0].parts[0].fuse = 30;
    Shot shot{};
    shot.powered = 1;
    shot.weapon = Weapon::needle;
    set.now->shots[0].add(shot);
    *set.before = *set.now;
    look(set);
    CHECK(count_look(*set.view, scene::ShotLook::burr) == 5);
    CHECK(count_look(*set.view, scene::ShotLook::lance) == 1);
    std::array<int, 2> by_colour{};
    for (const scene::ShotSprite& sprite : set.view->player_shots.all()) {
        if (sprite.look == static_cast<float>(scene::ShotLook::burr)) ++by_colour[(sprite.colour & 0xff) > 0x80 ? 0 : 1];
    }
    CHECK(by_colour == std::array{3, 2});
}

TEST_CASE("a ship that flies slowly shows its hull, and one that flies fast does not") {
    Set set;
    set.run(80);
    const auto fly = [&](Fixed speed) {
        for (int i = 0; i < 20; ++i) {
            *set.before = *set.now;
            ++set.now->clock;
            ++set.now->tick;
            set.now->ships[0].at.x += speed;
            set.now->ships[1].at.x += kShipSpeed;
            set.stage.tick({.before = *set.before, .now = *set.now, .predicted = {}}, {});
        }
        look(set);
        return count_look(*set.view, scene::ShotLook::focus);
    };
    CHECK(fly(kShipFocusSpeed) == 1);
    CHECK(fly({}) == 1);  // a ship that hovers keeps its look
    CHECK(fly(-kShipSpeed) == 0);
}

TEST_CASE("a player who holds focus sees the hull at once, even before the ship moves") {
    Set set;
    set.run(80);
    const auto hover = [&](std::optional<bool> focused) {
        for (int i = 0; i < 10; ++i) {
            *set.before = *set.now;
            ++set.now->clock;
            ++set.now->tick;
            set.stage.tick({.before = *set.before, .now = *set.now, .predicted = {}, .focused = {focused, std::nullopt}}, {});
        }
        look(set);
        return count_look(*set.view, scene::ShotLook::focus);
    };
    CHECK(hover(std::nullopt) == 0);
    CHECK(hover(true) == 1);
    CHECK(hover(false) == 0);
}

TEST_CASE("the drawn sea is the core's, at ticks and between them. Without a sea nothing is drawn") {
    Set dry;
    dry.run(10);
    look(dry);
    CHECK(dry.view->sea.empty());

    Level level = small_level();
    level.waves = {{.turns = 4096, .period = 240, .share = 1_u}};
    for (TileDef& tile : level.tiles) {
        tile.sea = tile.sea_to = -4_u;
        tile.swell = tile.swell_to = 1_u;
    }
    Set set(std::move(level));
    set.run(60);
    const Sea before(*set.before, set.level), now(*set.now, set.level);
    REQUIRE_FALSE(now.is_dry());
    float most = 0;
    for (const float alpha : {0.0F, 0.5F, 1.0F}) {
        look(set, alpha);
        REQUIRE(set.view->sea.size() == scene::kSeaPoints);
        for (const Point point : set.view->sea.all()) {
            const Fixed x{static_cast<std::int32_t>(point.x * Fixed::kOneRaw)};
            const float from = client::units(before.height(x)), to = client::units(now.height(x));
            CHECK(point.y == doctest::Approx(math::lerp(from, to, alpha)).epsilon(1e-5));
            most = std::max(most, point.y);
        }
    }
    CHECK(most > -3.1F);  // a crest
    CHECK(set.view->sea.all().front().x <= -16);
    CHECK(set.view->sea.all().back().x >= 16);
}

TEST_CASE("an enemy splashes when it goes under, once") {
    Level level = small_level();
    for (TileDef& tile : level.tiles) tile.sea = tile.sea_to = -2_u;
    Set set(std::move(level));
    set.run(80);
    REQUIRE(set.now->enemies.count > 0);
    set.now->enemies.count = 1;
    const auto bursts_at = [&](Fixed from, Fixed to) {
        set.stage.reset();
        *set.before = *set.now;
        ++set.now->clock;
        ++set.now->tick;
        set.before->enemies.items[0].at = {3_u, from};
        set.now->enemies.items[0].at = {3_u, to};
        set.stage.tick({.before = *set.before, .now = *set.now, .predicted = {}}, {});
        look(set);
        return std::ranges::count_if(set.view->bursts.all(), [](const scene::Burst& burst) {
            return std::abs(burst.at.x - 3) < 1e-3F && std::abs(burst.at.y + 2) < 1e-3F;
        });
    };
    CHECK(bursts_at(-1_u, -3_u) > 0);
    CHECK(bursts_at(-3_u, -1_u) > 0);
    CHECK(bursts_at(-3_u, -4_u) == 0);
    CHECK(bursts_at(3_u, 2_u) == 0);
}
