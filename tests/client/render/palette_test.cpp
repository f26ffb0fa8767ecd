// Goal: players can distinguish enemy fire from players' shots, gold from blue, and both from the background. With the
// palette for their colour vision this holds for colour-blind players, too. Measured on the picture itself.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "client/scene/palette.hpp"
#include "tests/client/render/gl_fixture.hpp"

using namespace albireo;
using scene::Palette;
using scene::ShotLook;
using scene::Vec3;

namespace {

constexpr int kWidth = 320, kHeight = 180;

/// Linear light: the mean over a shot's footprint, and its brightest pixel.
struct Seen {
    Vec3 light, peak;
    bool enemy = false;
    int slot = 0;
};

float linear(std::uint8_t value) {
    const float v = static_cast<float>(value) / 255;
    return v <= 0.04045F ? v / 12.92F : std::pow((v + 0.055F) / 1.055F, 2.4F);
}
float luminance(Vec3 c) {
    return 0.2126F * c.x + 0.7152F * c.y + 0.0722F * c.z;
}
/// CIE 1976 L*a*b*, D65.
Vec3 lab(Vec3 c) {
    const auto f = [](float t) { return t > 0.008856F ? std::cbrt(t) : 7.787F * t + 16.0F / 116; };
    const float x = f((0.4124F * c.x + 0.3576F * c.y + 0.1805F * c.z) / 0.9505F);
    const float y = f(luminance(c));
    const float z = f((0.0193F * c.x + 0.1192F * c.y + 0.9505F * c.z) / 1.089F);
    return {116 * y - 16, 500 * (x - y), 200 * (y - z)};
}
/// A colour as seen without one kind of cone (Machado, Oliveira, Fernandes 2009, severity 1, linear
/// RGB).
Vec3 as_seen_by(Palette eyes, Vec3 c) {
    using Rows = std::array<Vec3, 3>;
    constexpr Rows kAll = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    constexpr Rows kDeutan = {
        {{0.367322F, 0.860646F, -0.227968F}, {0.280085F, 0.672501F, 0.047413F}, {-0.011820F, 0.042940F, 0.968881F}}};
    constexpr Rows kProtan = {
        {{0.152286F, 1.052583F, -0.204868F}, {0.114503F, 0.786281F, 0.099216F}, {-0.003882F, -0.048116F, 1.051998F}}};
    constexpr Rows kTritan = {
        {{1.255528F, -0.076749F, -0.178779F}, {-0.078411F, 0.930809F, 0.147602F}, {0.004733F, 0.691367F, 0.303900F}}};
    const Rows& rows = eyes == Palette::deuteranopia ? kDeutan
                       : eyes == Palette::protanopia ? kProtan
                       : eyes == Palette::tritanopia ? kTritan
                                                     : kAll;
    const auto cut = [](float v) { return std::clamp(v, 0.0F, 1.0F); };
    return {cut(math::dot(rows[0], c)), cut(math::dot(rows[1], c)), cut(math::dot(rows[2], c))};
}

/// Every kind of shot, drawn large on a dark sky; measures the picture where they are.
std::vector<Seen> shots_of(Palette palette) {
    static render::Renderer renderer(test_device(), test_library(), {},
                                     {.width = kWidth, .height = kHeight, .samples = 1, .particles_max = 64});
    auto view = std::make_unique<scene::View>();
    view->hud.shown = false;
    view->seconds = 1;
    const scene::FireColours colours = scene::fire_colours(palette);
    std::vector<Seen> seen;
    const auto place = [](std::size_t i) {
        return scene::Vec2{-12.0F + 6 * static_cast<float>(i % 5), 6.0F - 6 * static_cast<float>(i / 5)};
    };
    constexpr float kRadius = 1.2F;
    for (std::size_t look = 0; look < colours.enemy.size(); ++look) {
        view->enemy_shots.add(
            {place(seen.size()), {1, 0}, kRadius, static_cast<float>(look), scene::packed(colours.enemy[look]), 1});
        seen.push_back({{}, {}, true, 0});
    }
    for (const ShotLook look : {ShotLook::needle, ShotLook::fan, ShotLook::seeker}) {
        for (int slot = 0; slot < 2; ++slot) {
            view->player_shots.add({place(seen.size()),
                                    {1, 0},
                                    kRadius,
                                    static_cast<float>(look),
                                    scene::packed(colours.player[static_cast<std::size_t>(slot)]),
                                    1});
            seen.push_back({{}, {}, false, slot});
        }
    }
    renderer.render(*view);
    gpu::Image image;
    renderer.read(image);
    for (std::size_t i = 0; i < seen.size(); ++i) {
        const auto x = static_cast<int>((place(i).x + 16) * kWidth / 32),
                   y = static_cast<int>((9 - place(i).y) * kHeight / 18);
        constexpr auto kReach = static_cast<int>(kRadius * kWidth / 32);
        float count = 0;
        for (int dy = -kReach; dy <= kReach; ++dy) {
            for (int dx = -kReach; dx <= kReach; ++dx) {
                if (dx * dx + dy * dy > kReach * kReach) continue;
                const std::uint8_t* p = image.at(x + dx, y + dy);
                const Vec3 here{linear(p[0]), linear(p[1]), linear(p[2])};
                seen[i].light = seen[i].light + here;
                if (luminance(here) > luminance(seen[i].peak)) seen[i].peak = here;
                ++count;
            }
        }
        seen[i].light = seen[i].light / count;
    }
    return seen;
}

/// The smallest difference between any enemy's shot and any player's, in L*a*b*, for this colour vision.
float least_difference(const std::vector<Seen>& seen, Palette eyes, bool between_players = false) {
    float least = 1e9F;
    for (const Seen& a : seen) {
        for (const Seen& b : seen) {
            const bool pair = between_players ? !a.enemy && !b.enemy && a.slot != b.slot : a.enemy && !b.enemy;
            if (pair)
                least = std::min(least, math::length(lab(as_seen_by(eyes, a.light)) - lab(as_seen_by(eyes, b.light))));
        }
    }
    return least;
}

}  // namespace

TEST_CASE("each palette separates enemy fire from players' shots, and gold from blue, for its colour vision") {
    // 10 is obvious side by side, but these shots are moving, small and apart.
    constexpr float kLeast = 28;
    for (const Palette palette : {Palette::standard, Palette::deuteranopia, Palette::protanopia, Palette::tritanopia}) {
        const std::vector<Seen> seen = shots_of(palette);
        CAPTURE(static_cast<int>(palette));
        const float fire = least_difference(seen, palette), players = least_difference(seen, palette, true);
        MESSAGE("palette " << static_cast<int>(palette) << ": enemy fire from players' shots " << fire
                           << ", gold from blue " << players);
        CHECK(fire >= kLeast);
        CHECK(players >= kLeast);
    }
}

TEST_CASE("the standard palette is not enough for colour-blind players: the others are needed") {
    const std::vector<Seen> seen = shots_of(Palette::standard);
    for (const Palette eyes : {Palette::deuteranopia, Palette::protanopia}) CHECK(least_difference(seen, eyes) < 25);
}

TEST_CASE("the core of enemy fire is the brightest thing in the picture, in all palettes") {
    // Rock in full sunlight: the pale rim of the canyon.
    constexpr Vec3 kRock = {0.62F, 0.30F, 0.13F};
    for (const Palette palette : {Palette::standard, Palette::deuteranopia, Palette::protanopia, Palette::tritanopia}) {
        CAPTURE(static_cast<int>(palette));
        float dimmest_enemy = 1e9F, brightest_player = 0;
        for (const Seen& shot : shots_of(palette)) {
            const float peak = luminance(as_seen_by(palette, shot.peak));
            if (shot.enemy) dimmest_enemy = std::min(dimmest_enemy, peak);
            if (!shot.enemy) brightest_player = std::max(brightest_player, peak);
        }
        const float rock = luminance(as_seen_by(palette, kRock));
        MESSAGE("palette " << static_cast<int>(palette) << ": dimmest enemy fire " << dimmest_enemy
                           << ", brightest player's shot " << brightest_player << ", rock " << rock);
        CHECK(dimmest_enemy > 1.2F * brightest_player);
        CHECK((dimmest_enemy + 0.05F) / (rock + 0.05F) >= 2);  // contrast ratio as in WCAG
    }
}

TEST_CASE(
    "at the game's size a ring has a dark centre and an orb a bright one, and a beam of their hue hides neither") {
    constexpr int kAcross = 1280, kUp = 720;
    constexpr float kRadius = 0.16F, kPixels = kAcross / 32.0F;
    render::Renderer renderer(test_device(), test_library(), {},
                              {.width = kAcross, .height = kUp, .samples = 1, .particles_max = 64});
    auto view = std::make_unique<scene::View>();
    view->hud.shown = false;
    view->seconds = 1;
    const Vec3 hue = scene::fire_colours(Palette::standard).enemy[static_cast<std::size_t>(ShotLook::ring)];
    constexpr float kSky = 2, kBeam = -5;
    view->ribbons.add(
        {{-15, kBeam}, {0, kBeam}, {15, kBeam}, 0.6F, static_cast<float>(scene::RibbonLook::enemy), hue, 1});
    constexpr float kRing = -3, kOrb = 3;
    for (const float y : {kSky, kBeam}) {
        view->enemy_shots.add({{kRing, y}, {1, 0}, kRadius, static_cast<float>(ShotLook::ring), scene::packed(hue), 1});
        view->enemy_shots.add({{kOrb, y}, {1, 0}, kRadius, static_cast<float>(ShotLook::orb), scene::packed(hue), 1});
    }
    renderer.render(*view);
    gpu::Image image;
    renderer.read(image);
    // The mean around a place, at a distance of this many radii.
    const auto light = [&](float x, float y, float radii) {
        float sum = 0;
        constexpr int kWays = 16;
        for (int i = 0; i < kWays; ++i) {
            const float way = 6.2831853F * static_cast<float>(i) / kWays;
            const float at_x = x + std::cos(way) * kRadius * radii, at_y = y + std::sin(way) * kRadius * radii;
            const std::uint8_t* p =
                image.at(static_cast<int>((at_x + 16) * kPixels), static_cast<int>((9 - at_y) * kPixels));
            sum += luminance({linear(p[0]), linear(p[1]), linear(p[2])});
        }
        return sum / kWays;
    };
    for (const float y : {kSky, kBeam}) {
        const float hole = light(kRing, y, 0.15F), band = light(kRing, y, 0.75F), heart = light(kOrb, y, 0.15F);
        const float round_ring = light(kRing, y, 1.3F), round_orb = light(kOrb, y, 1.3F), behind = light(0, y, 1);
        const float plain = y == kSky ? 4 : 2;  // the beam's own light reduces contrast inside it
        MESSAGE("hole " << hole << ", band " << band << ", heart " << heart << ", outlines " << round_ring << " "
                        << round_orb << ", behind " << behind);
        CHECK(band > plain * hole);
        CHECK(heart > plain * hole);
        CHECK(band > plain * round_ring);
        CHECK(heart > plain * round_orb);
        if (y == kBeam) CHECK(behind > plain * std::max(round_ring, round_orb));
    }
}

TEST_CASE("a player's own shots follow the opacity setting") {
    const auto brightness = [](float opacity) {
        render::Renderer renderer(test_device(), test_library(), {},
                                  {.width = 64, .height = 36, .samples = 1, .bloom = 0, .particles_max = 64});
        auto view = std::make_unique<scene::View>();
        view->hud.shown = false;
        view->player_shots.add({{0, 0}, {1, 0}, 4, static_cast<float>(ShotLook::needle), 0xffffffff, opacity});
        renderer.render(*view);
        gpu::Image image;
        renderer.read(image);
        return int{image.at(32, 18)[0]};
    };
    CHECK(brightness(0.2F) + 40 < brightness(1));
}
