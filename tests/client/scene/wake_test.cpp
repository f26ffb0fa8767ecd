// Goal: the sea answers to what touches it with rings that run at the speed of shallow water, make no water, stay with the scenery, look
// the same on both sides and fade; and what falls in floats.
#include <doctest/doctest.h>

#include <cmath>
#include <numeric>
#include <vector>

#include "client/predict/units.hpp"
#include "client/scene/stage.hpp"
#include "client/scene/wake.hpp"
#include "sim/script/compile.hpp"
#include "sim/game/sea.hpp"
#include "sim/step.hpp"

using namespace albireo;
using namespace albireo::scene;

namespace {

std::vector<float> map_of(const Wake& wake, float alpha = 1) {
    std::vector<float> map(kWakeMap);
    wake.copy_to(map, alpha);
    return map;
}
float height(const std::vector<float>& map, int column, int row) {
    return map[static_cast<std::size_t>(row * kWakeColumns + column)];
}
void run(Wake& wake, int ticks, float travel = 0) {
    for (int i = 0; i < ticks; ++i) {
        wake.begin(travel);
        wake.tick();
    }
}
/// A drop in the middle of the field.
Wake dropped(float travel = 0) {
    Wake wake;
    wake.begin(travel);
    wake.push({kWakeStep / 2, 0}, 0.5F, -1);
    wake.tick();
    return wake;
}

}  // namespace

TEST_CASE("a ring runs outward at the speed of shallow water, the same to the left and to the right") {
    Wake wake = dropped();
    // The outermost column whose height is more than a fifth of the most in row 0.
    const auto reach = [&] {
        const std::vector<float> map = map_of(wake);
        float most = 0;
        for (int i = 0; i < kWakeColumns; ++i) most = std::max(most, std::abs(height(map, i, 0)));
        int outermost = 0;
        for (int i = 0; i < kWakeColumns / 2; ++i) {
            CHECK(height(map, kWakeColumns / 2 + i, 0) == doctest::Approx(height(map, kWakeColumns / 2 - i, 0)).epsilon(0.01));
            if (std::abs(height(map, kWakeColumns / 2 + i, 0)) > most / 5) outermost = i;
        }
        return static_cast<float>(outermost) * kWakeStep;
    };
    run(wake, 30);
    const float first = reach();
    run(wake, 60);
    CHECK((reach() - first) == doctest::Approx(kWakeSpeed).epsilon(0.12));
}

TEST_CASE("rings make no water, leave foam, and are gone after some seconds") {
    Wake wake = dropped();
    CHECK_FALSE(wake.is_calm());
    run(wake, 20);
    const std::vector<float> map = map_of(wake);
    // Row 0 is half before the plane of play, and half behind it.
    double sum = 0, all = 0;
    for (int row = 0; row < kWakeRows; ++row) {
        for (int i = 0; i < kWakeColumns; ++i) {
            const double share = (row == 0 ? 0.5 : 1) * static_cast<double>(height(map, i, row));
            sum += share;
            all += std::abs(share);
        }
    }
    CHECK(all > 1);
    CHECK(std::abs(sum) < 0.05 * all);
    CHECK(map[kWakeCells + kWakeColumns / 2] > 0.2F);
    run(wake, 600);
    CHECK(wake.is_calm());
    CHECK(map_of(wake) == std::vector<float>(kWakeMap));
}

TEST_CASE("a ring stays with the scenery, and between two ticks it is between their heights") {
    Wake resting = dropped(100), passing = dropped(100);
    for (int i = 1; i <= 40; ++i) {
        run(resting, 1, 100);
        run(passing, 1, 100 + static_cast<float>(i) * kWakeStep / 2);
    }
    const std::vector<float> here = map_of(resting), there = map_of(passing);
    constexpr int kCome = 20;
    float most = 0;
    for (int i = 30; i < kWakeColumns - 30; ++i) {
        most = std::max(most, std::abs(height(here, i, 2)));
        CHECK(height(there, i - kCome, 2) == doctest::Approx(height(here, i, 2)).epsilon(0.001));
    }
    CHECK(most > 0.01F);
    const std::vector<float> before = map_of(resting, 0), between = map_of(resting, 0.25F);
    CHECK(height(between, 80, 2) == doctest::Approx(height(before, 80, 2) * 0.75F + height(here, 80, 2) * 0.25F));
}

TEST_CASE("ships, shots and explosions stir the sea of the stage, but not from far above, and a reset calms it") {
    const Level level = std::move(script::compile_builtin_level("shelf_sea", Difficulty::standard).level);
    models::Catalog catalog;
    const Cast cast = make_cast(level, catalog);
    Stage stage(level, cast, {});
    const auto before = std::make_unique<World>(), now = std::make_unique<World>();
    const auto view = std::make_unique<View>();
    init(*before, level, {.players = 0});
    before->tick = before->clock = Tick{100};
    *now = *before;
    ++now->tick.value;
    ++now->clock.value;
    const float surface = client::units(Sea(*now, level).height(0_u));
    // Whether there is a disturbance in the next picture.
    const auto is_stirred = [&](std::span<const client::EffectLedger::Effect> effects = {}) {
        stage.tick(*before, *now, effects);
        stage.look({.before = *before, .now = *now, .predicted = {}}, *view);
        const bool stirred = !view->wake.empty();
        stage.reset();
        stage.look({.before = *before, .now = *now, .predicted = {}}, *view);
        CHECK(view->wake.empty());
        return stirred;
    };
    CHECK_FALSE(is_stirred());
    const auto at = [&](float above) { return albireo::Vec2{0_u, Fixed{static_cast<std::int32_t>((surface + above) * Fixed::kOneRaw)}}; };
    for (const float above : {0.5F, 8.0F}) {
        CAPTURE(above);
        const client::EffectLedger::Effect died{
            .event = {.kind = EventKind::enemy_died, .slot = Slot::gold, .tick = now->tick, .cause = 1, .at = at(above), .value = 0}};
        CHECK(is_stirred({&died, 1}) == (above < 1));
    }
    EnemyShot bullet{};
    bullet.at = at(0.05F);
    bullet.speed = {0_u, Fixed{-6554}};
    before->enemy_shots.add(bullet);
    CHECK(is_stirred());
    before->enemy_shots.count = 0;
    Shot shot{};
    shot.at = at(-0.05F);
    shot.speed = {0_u, Fixed{-6554}};
    shot.age = 3;
    now->shots[0].add(shot);
    CHECK(is_stirred());
    now->shots[0].count = 0;
    CHECK_FALSE(is_stirred());
}
