// Goal: a moment's place is what its scenery says, and the amount of reverb follows the walls: bounded, never less for rock that is
// closer, and smooth in time, in every level.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <random>
#include <string>

#include "client/scene/soundscape.hpp"
#include "sim/script/compile.hpp"
#include "sim/step.hpp"

using namespace albireo;

namespace {

Level level_of(const std::string& name) { return script::compile_builtin_level(name, Difficulty::standard).level; }

/// Calls `each` with the world of every tick, without ships and enemies.
template <class Each>
void play(const Level& level, std::uint32_t ticks, const GameSetup& setup, Each&& each) {
    auto world = std::make_unique<World>();
    auto events = std::make_unique<Events>();
    init(*world, level, setup);
    for (std::uint32_t tick = 0; tick < ticks; ++tick) {
        world->enemies.count = 0;
        events->clear();
        step(*world, level, {}, *events);
        each(*world);
    }
}

}  // namespace

TEST_CASE("a gap is enclosed the more, the narrower it is, and not at all without a floor or a ceiling") {
    CHECK(scene::enclosure_of_gap(-10, 10) == 0);
    CHECK(scene::enclosure_of_gap(-2.5F, 2.5F) == 1);
    CHECK(scene::enclosure_of_gap(-2.5F, 10) == 0);
    CHECK(scene::enclosure_of_gap(-10, 2.5F) == 0);
    std::mt19937 random(7);
    std::uniform_real_distribution<float> height(-10, 10), closer(0, 4);
    for (int i = 0; i < 100'000; ++i) {
        const float low = height(random), high = std::max(low, height(random));
        const float amount = scene::enclosure_of_gap(low, high);
        REQUIRE(amount >= 0);
        REQUIRE(amount <= 1);
        const float rises = std::min(closer(random), (high - low) / 2), falls = std::min(closer(random), (high - low) / 2);
        REQUIRE(scene::enclosure_of_gap(low + rises, high - falls) >= amount);
    }
}

TEST_CASE("in every level the enclosure is within its bounds and changes gradually") {
    std::map<std::string, float> most;
    for (const std::string& name : script::builtin_levels()) {
        CAPTURE(name);
        const Level level = level_of(name);
        float before = -1, widest_step = 0;
        double sum = 0;
        std::uint32_t count = 0;
        play(level, 16'000, {.players = 0}, [&](const World& world) {
            const float amount = scene::enclosure_of(world.scroll, level);
            REQUIRE(amount >= 0);
            REQUIRE(amount <= 1);
            if (before >= 0) widest_step = std::max(widest_step, std::abs(amount - before));
            before = amount;
            most[name] = std::max(most[name], amount);
            sum += amount;
            ++count;
        });
        MESSAGE(name, ": most ", most[name], ", mean ", sum / count, ", widest step of a tick ", widest_step);
        CHECK(widest_step < 0.05F);  // from none to full takes at least a third of a second
    }
    CHECK(most["the_hive"] > 0.6F);
    CHECK(most["the_cut"] > 0.5F);
    CHECK(most["shelf_sea"] < 0.3F);
}

TEST_CASE("wherever the camera is in any tile, rock that comes closer never lowers the enclosure") {
    std::mt19937 random(11);
    int raised = 0;
    for (const std::string& name : script::builtin_levels()) {
        CAPTURE(name);
        const Level level = level_of(name);
        Level closer = level;
        for (TileProfile& profile : closer.tile_profiles) {
            for (auto* floor : {&profile.pairs.low, &profile.pairs.other_low}) {
                for (Fixed& y : *floor) y = y + 800_mu;
            }
            for (auto* ceiling : {&profile.pairs.high, &profile.pairs.other_high}) {
                for (Fixed& y : *ceiling) y = y - 800_mu;
            }
        }
        for (int i = 0; i < 300; ++i) {
            Scroll scroll{};
            scroll.count = 1;
            scroll.row[0].tile = static_cast<std::uint16_t>(random() % level.tiles.size());
            const TileDef& tile = level.tiles[scroll.row[0].tile];
            const auto along = static_cast<std::int32_t>(random() % static_cast<std::uint32_t>(tile.exit.x.raw - tile.enter.x.raw));
            scroll.camera = tile.enter + Vec2{Fixed{along}, {}};
            const float amount = scene::enclosure_of(scroll, level), more = scene::enclosure_of(scroll, closer);
            REQUIRE(amount >= 0);
            REQUIRE(more <= 1.0F + 1e-5F);
            REQUIRE(more >= amount);
            raised += more > amount ? 1 : 0;
        }
    }
    CHECK(raised > 300);
}

TEST_CASE("each campaign level has its own backdrop, and it rains in the squall alone") {
    const std::map<std::string, std::string> backdrops = {{"the_cut", "canyon"}, {"shelf_sea", "sea"}, {"the_hive", "hive"}, {"tutorial", "canyon"}};
    for (const auto& [name, backdrop] : backdrops) {
        CAPTURE(name);
        const Level level = level_of(name);
        std::uint32_t rainy = 0;
        play(level, 2000, {.players = 0}, [&](const World& world) {
            const audio::Place place = scene::place_of(world, level);
            CHECK(place.backdrop == backdrop);
            rainy += place.is_raining ? 1 : 0;
        });
        CHECK(rainy == 0);
    }
    const Level sea = level_of("shelf_sea");
    // Sections from 1: 2 Swell, 5 Squall, 6 Night.
    const auto rain_in = [&](std::uint8_t section) {
        bool rains = false;
        play(sea, 400, {.players = 0, .section = section}, [&](const World& world) { rains = scene::place_of(world, sea).is_raining; });
        return rains;
    };
    CHECK(rain_in(5));
    CHECK_FALSE(rain_in(2));
    CHECK_FALSE(rain_in(6));
}

TEST_CASE("the places of Endless are those of its tiles") {
    const Level level = level_of("endless");
    std::map<std::string, int> ticks;
    play(level, 16'000, {.players = 0}, [&](const World& world) { ++ticks[std::string(scene::place_of(world, level).backdrop)]; });
    CHECK(ticks.size() == 3);
    for (const auto& [backdrop, count] : ticks) CHECK(count > 1000);
}
