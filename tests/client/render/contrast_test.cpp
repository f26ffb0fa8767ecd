// Goal: enemy fire is the brightest thing on screen: every kind of shot, in every palette, over the picture of every
// section of every level of the campaign, and of every look that tiles have in Boss Rush and Endless, with its light, its
// shadows, its grade, its sea and its rain. A new shine that hides a bullet fails here.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <string>

#include "client/app/pictures/crowd.hpp"
#include "client/app/pictures/show.hpp"
#include "client/scene/backdrop.hpp"
#include "client/scene/cast.hpp"
#include "client/scene/palette.hpp"
#include "client/scene/stage.hpp"
#include "sim/level/section.hpp"
#include "tests/client/render/gl_fixture.hpp"
#include "tests/support/repetitions.hpp"

using namespace albireo;
using scene::Palette;

namespace {

constexpr int kWidth = 480, kHeight = 270, kPixels = kWidth / 32;
constexpr float kRadius = 0.25F;
constexpr std::array kPalettes = {Palette::standard, Palette::deuteranopia, Palette::protanopia, Palette::tritanopia};

float linear(std::uint8_t value) {
    const float v = static_cast<float>(value) / 255;
    return v <= 0.04045F ? v / 12.92F : std::pow((v + 0.055F) / 1.055F, 2.4F);
}
float luminance(const std::uint8_t* p) {
    return 0.2126F * linear(p[0]) + 0.7152F * linear(p[1]) + 0.0722F * linear(p[2]);
}
/// The brightest of the three channels: a pure red or violet is bright though its luminance is low.
float power(const std::uint8_t* p) {
    return std::max({linear(p[0]), linear(p[1]), linear(p[2])});
}

/// The mean and the most of a value over a ring around a place, in radii.
struct Ring {
    float mean = 0, most = 0;
};
template <class Value>
Ring ring(const gpu::Image& image, scene::Vec2 at, float from, float to, Value&& value) {
    Ring ring;
    int count = 0;
    const auto x0 = static_cast<int>((at.x + 16) * kPixels), y0 = static_cast<int>((9 - at.y) * kPixels);
    const auto reach = static_cast<int>(to * kRadius * kPixels) + 1;
    for (int y = -reach; y <= reach; ++y) {
        for (int x = -reach; x <= reach; ++x) {
            const float far = std::sqrt(static_cast<float>(x * x + y * y)) / (kRadius * kPixels);
            if (far < from || far > to) continue;
            const float v = value(image.at(x0 + x, y0 + y));
            ring.mean += v;
            ring.most = std::max(ring.most, v);
            ++count;
        }
    }
    ring.mean /= static_cast<float>(std::max(count, 1));
    return ring;
}

}  // namespace

TEST_CASE("every shot of the enemy stands out from the backdrop of every section, in all palettes") {
    const char* name = "the_cut";
    SUBCASE("the_cut") {}
    SUBCASE("shelf_sea") { name = "shelf_sea"; }
    SUBCASE("the_hive") { name = "the_hive"; }
    SUBCASE("boss_rush") { name = "boss_rush"; }
    SUBCASE("endless") { name = "endless"; }
    const Level level = app::level_named(name);
    models::Catalog catalog;
    const scene::Cast cast = scene::make_cast(level, catalog);
    render::Renderer renderer(test_device(), test_library(), cast.level_meshes,
                              {.width = kWidth, .height = kHeight, .samples = 1, .particles_max = 64});
    auto world = std::make_unique<World>();
    auto view = std::make_unique<scene::View>();
    const auto draw = [&] {
        renderer.render(*view);
        gpu::Image image;
        renderer.read(image);
        return image;
    };
    std::vector<std::uint32_t> ticks;
    for (const CueDef& cue : level.cues) {
        if (cue.kind == CueKind::section) ticks.push_back(cue.tick + 350);
    }
    if (level.is_endless()) ticks = {350};
    // Where the row of tiles begins. Endless and Boss Rush mix backdrops: their rock is seen from a tile of each look.
    std::vector<std::uint16_t> places_of_tiles;
    if (level.backdrop.view() == "canyon" && level.loops.size() > 2) {
        std::set<const scene::TileLook*> seen;
        for (std::size_t tile = 1; tile < level.tiles.size(); ++tile) {
            const scene::TileLook* look = scene::tile_look(level.name(level.tiles[tile].model));
            if (look != nullptr && seen.insert(look).second) places_of_tiles.push_back(static_cast<std::uint16_t>(tile));
        }
        REQUIRE(places_of_tiles.size() >= 4);
        ticks.assign(places_of_tiles.size(), 350);
    }
    REQUIRE(ticks.size() >= 4);
    float least_contrast = 1e9F, least_power = 1e9F, brightest_backdrop = 0;
    for (std::size_t moment = 0; moment < ticks.size(); ++moment) {
        const std::uint32_t tick = ticks[moment];
        CAPTURE(tick);
        app::make_crowd(*world, level, {.enemies = 0, .enemy_shots = 0, .clock = tick});
        world->enemies.count = 0;
        world->flow.timeline = tick;  // of its grade and weather, also behind a loop in which the scenery stays
        if (!places_of_tiles.empty()) {
            // The whole row is that tile, the camera in the middle one.
            CAPTURE(std::string(level.name(level.tiles[places_of_tiles[moment]].model)));
            for (std::size_t i = 0; i < world->scroll.count; ++i) world->scroll.row[i].tile = places_of_tiles[moment];
        }
        scene::Stage stage(level, cast, {});
        gpu::Image bare;
        for (std::size_t which = 0; which < kPalettes.size(); ++which) {
            // Each moment in one palette, and with ./check --full in all.
            if (moment % kPalettes.size() != which && support::repetitions(0, 1, 0) == 0) continue;
            const Palette palette = kPalettes[which];
            CAPTURE(static_cast<int>(palette));
            view->visuals.palette = palette;
            stage.look({.before = *world, .now = *world, .predicted = {}}, *view);
            view->hud.shown = false;
            view->player_shots.clear();
            view->fade = 0;
            bare = draw();
            const scene::FireColours colours = scene::fire_colours(palette);
            std::vector<scene::Vec2> places;
            for (int i = 0; i < 32; ++i) {
                const auto look = static_cast<std::size_t>(i % 4);
                places.push_back({-14 + 4.0F * static_cast<float>(i % 8) + 0.7F * static_cast<float>(i / 8 % 2),
                                  -7.2F + 4.6F * static_cast<float>(i / 8)});
                view->enemy_shots.add({places.back(), {1, 0}, kRadius, static_cast<float>(look),
                                       scene::packed(colours.enemy[look]), 1});
            }
            const gpu::Image shot = draw();
            for (std::size_t i = 0; i < places.size(); ++i) {
                CAPTURE(i % 4);
                CAPTURE(places[i].x);
                CAPTURE(places[i].y);
                const Ring core = ring(shot, places[i], 0, 1, luminance), body = ring(shot, places[i], 0, 1, power);
                const Ring behind = ring(bare, places[i], 0, 3, luminance);
                const Ring outline = ring(shot, places[i], 1.15F, 1.45F, luminance);
                // The core against what is around it, and against its own dark outline.
                const float contrast = (core.most + 0.05F) / (behind.mean + 0.05F);
                least_contrast = std::min(least_contrast, contrast);
                least_power = std::min(least_power, body.most);
                CHECK(contrast >= 3);
                CHECK((core.most + 0.05F) / (outline.mean + 0.05F) >= 2.5F);  // part of the outline's pixels are mixed with others
                CHECK(body.most > behind.most);
            }
        }
        // Of the whole picture without any shots, in the palette drawn last.
        std::vector<float> powers;
        for (std::size_t i = 0; i < bare.pixels.size(); i += 4) powers.push_back(power(&bare.pixels[i]));
        const auto high = powers.begin() + static_cast<std::ptrdiff_t>(powers.size() * 999 / 1000);
        std::nth_element(powers.begin(), high, powers.end());
        brightest_backdrop = std::max(brightest_backdrop, *high);
    }
    MESSAGE("least contrast of a shot " << least_contrast << ", dimmest shot " << least_power
                                        << ", a thousandth of a backdrop is brighter than " << brightest_backdrop);
    CHECK(least_power > brightest_backdrop);
}
