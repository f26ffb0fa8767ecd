// Goal: passes do not change their look by accident. Each scene is drawn at 320 × 180 and compared with the
// picture in tests/client/render/pictures. On a failure the test prints the paths of picture and difference.
// ALBIREO_ACCEPT_PICTURES=1 stores what is drawn as the new picture: look at it first.
#include <algorithm>
#include <cmath>
#include <cstring>

#include "client/scene/canyon.hpp"
#include "client/scene/lightning.hpp"
#include "client/scene/palette.hpp"
#include "tests/client/render/picture_studio.hpp"
#include "tests/script/small_level.hpp"

using namespace albireo;
using scene::Vec3;

namespace {

void quiet(scene::View& view) {
    view.hud.shown = false;
    view.enemy_shots.clear();
    view.player_shots.clear();
}

}  // namespace

TEST_CASE("pictures of passes") {
    static PictureStudio studio(small_level(), {.seed = 3, .enemies = 9, .enemy_shots = 30, .clock = 200});
    SUBCASE("the whole frame") {
        compare(studio.draw([](scene::View&) {}), "frame");
    }
    SUBCASE("geometry") {
        compare(studio.draw(quiet, {.look = "geometry"}), "geometry");
    }
    SUBCASE("occlusion") {
        compare(studio.draw(quiet, {.look = "occlusion"}), "occlusion");
    }
    SUBCASE("lights") {
        compare(studio.draw(quiet, {.look = "lights"}), "lights");
    }
    SUBCASE("materials") {
        compare(studio.draw(quiet, {.look = "materials"}), "materials");
    }
    SUBCASE("shots, by look") {
        compare(studio.draw([](scene::View& view) {
            quiet(view);
            view.instances.clear();
            const scene::FireColours colours = scene::fire_colours(scene::Palette::standard);
            for (int look = 0; look < 7; ++look) {
                for (int i = 0; i < 5; ++i) {
                    const float angle = static_cast<float>(i) * 1.3F;
                    const scene::ShotSprite shot{
                        {-14 + 4.0F * static_cast<float>(look), -6 + 3.0F * static_cast<float>(i)},
                        {std::cos(angle), std::sin(angle)},
                        0.4F,
                        static_cast<float>(look),
                        scene::packed(look < 4 ? colours.enemy[static_cast<std::size_t>(look)]
                                               : colours.player[static_cast<std::size_t>(i % 2)]),
                        1};
                    if (look < 4)
                        view.enemy_shots.add(shot);
                    else
                        view.player_shots.add(shot);
                }
            }
        }),
                "shots");
    }
    SUBCASE("ribbons") {
        compare(studio.draw([](scene::View& view) {
            quiet(view);
            for (int look = 0; look < 3; ++look) {
                const float y = 5 - 5 * static_cast<float>(look);
                view.ribbons.add({{-12, y},
                                  {0, y + 4},
                                  {12, y - 1},
                                  0.35F,
                                  static_cast<float>(look),
                                  look == 2 ? Vec3{1, 0.6F, 0.2F} : Vec3{1, 0.15F, 0.5F},
                                  0.9F});
            }
        }),
                "ribbons");
    }
    SUBCASE("lightning") {
        compare(studio.draw([](scene::View& view) {
            quiet(view);
            scene::add_bolt(
                view.bolts,
                {.from = {-12, -3}, .to = {10, 5}, .seed = 4, .colour = {0.5F, 0.6F, 1}, .half_width = 0.25F});
            scene::add_bolt(
                view.bolts,
                {.from = {-12, 3}, .to = {12, -4}, .seed = 8, .colour = {1, 0.7F, 0.4F}, .half_width = 0.25F});
        }),
                "lightning");
    }
    SUBCASE("fire, sparks, smoke, debris") {
        compare(studio.draw(
                    [](scene::View& view) {
                        quiet(view);
                        const scene::ParticleClass kinds[] = {scene::ParticleClass::spark, scene::ParticleClass::fire,
                                                              scene::ParticleClass::smoke, scene::ParticleClass::debris,
                                                              scene::ParticleClass::ember, scene::ParticleClass::ring};
                        float x = -12.5F;
                        for (const scene::ParticleClass kind : kinds) {
                            const bool ring = kind == scene::ParticleClass::ring;
                            view.bursts.add({.at = {x, 1, 0.3F},
                                             .count = ring ? 1.0F : 40.0F,
                                             .speed = {},
                                             .spread = 4,
                                             .tint = {1, 1, 1},
                                             .scale = 1.2F,
                                             .kind = static_cast<std::uint32_t>(kind),
                                             .seed = 5,
                                             .radius = 0.3F});
                            x += 5;
                        }
                    },
                    {.later = 12}),
                "particles");
    }
    const auto with_hud = [](scene::HudTheme theme) {
        return [theme](scene::View& view) {
            view.visuals.theme = theme;
            view.hud.boss.full = 0.6F;
            std::strcpy(view.hud.boss_name.data(), "WARDEN");
            std::strcpy(view.hud.message.text.data(), "The Cut");
            view.hud.message.strength = 1;
            for (scene::HudPlayer& player : view.hud.players) {
                player.here = true;
                player.lives = 3;
                player.score = 123456;
                player.multiplier = 4;
                player.charge = 1;
                player.gold = 0.4F;
                std::strcpy(player.name.data(), "ALBIREO");
            }
        };
    };
    SUBCASE("HUD, standard") {
        compare(studio.draw(with_hud(scene::HudTheme::standard)), "hud-standard");
    }
    SUBCASE("HUD, classic") {
        compare(studio.draw(with_hud(scene::HudTheme::classic)), "hud-classic");
    }
    SUBCASE("everything in the debug view: bodies, spheres, trees, paths") {
        for (Enemy& enemy : studio.world().enemies.live()) {
            enemy.mover = Mover::path;
            enemy.path = 0;
        }
        compare(studio.draw([](scene::View&) {}, {.shapes = true}), "debug");
    }
    SUBCASE("flash and hurt") {
        compare(studio.draw([](scene::View& view) {
            view.flash = {0.3F, 0.3F, 0.4F};
            view.hurt = 0.8F;
        }),
                "flash");
    }
    SUBCASE("bloom") {
        compare(studio.draw([](scene::View&) {}, {.look = "post"}), "bloom");
    }
    SUBCASE("half faded") {
        compare(studio.draw([](scene::View& view) { view.fade = 0.5F; }), "fade");
    }
}

TEST_CASE("a picture without one ship or one shot does not pass. One shifted by a twentieth of a pixel does") {
    PictureStudio studio(small_level(), {.seed = 3, .enemies = 9, .enemy_shots = 30, .clock = 200});
    std::vector<std::size_t> ships;
    std::size_t shots = 0;
    const gpu::Image whole = studio.draw([&](scene::View& view) {
        shots = view.enemy_shots.size();
        for (std::size_t i = 0; i < view.instances.size(); ++i) {
            if (view.instances.all()[i].data.kind == 1) ships.push_back(i);
        }
    });
    REQUIRE(ships.size() == 2);
    REQUIRE(shots == 30);
    const auto misses = [&](const std::function<void(scene::View&)>& change) {
        return !is_alike(support::difference(studio.draw(change), whole));
    };
    CHECK_FALSE(misses([](scene::View&) {}));
    for (const std::size_t ship : ships) {
        CHECK(misses([&](scene::View& view) { view.instances.all()[ship].data.rows.fill(0); }));
    }
    for (std::size_t i = 0; i < shots; ++i) {
        CAPTURE(i);
        CHECK(misses([&](scene::View& view) { view.enemy_shots.all()[i].radius = 0; }));
    }
    // Imitates another driver's choices at edges.
    CHECK_FALSE(misses([](scene::View& view) { view.shake = {0.005F, 0.005F}; }));
}

TEST_CASE("pictures of a machine without a GPU") {
    render::Options quick = PictureStudio::kOptions;
    quick.samples = 1;
    quick.occlusion_divisor = 2;
    PictureStudio studio(small_level(), {.seed = 3, .enemies = 9, .enemy_shots = 30, .clock = 200}, quick);
    SUBCASE("the whole frame") {
        compare(studio.draw([](scene::View&) {}), "quick");
    }
    SUBCASE("occlusion at half size") {
        compare(studio.draw(quiet, {.look = "occlusion"}), "quick-occlusion");
    }
}

TEST_CASE("the seam of a looping row of tiles is invisible") {
    // Pixel columns on both sides of a seam differ no more than neighbours elsewhere in the rock.
    const Level level = small_level();
    scene::LevelMeshes level_meshes;
    level_meshes.meshes.push_back(scene::tile_mesh(level, 1));
    render::Renderer renderer(test_device(), test_library(), level_meshes,
                              {.width = 320, .height = 180, .samples = 1, .bloom = 0, .particles_max = 1024});
    auto view = std::make_unique<scene::View>();
    view->hud.shown = false;
    for (const float x : {-16.0F, 0.0F}) {
        scene::InstanceData thing;
        thing.rows[3] = x;
        view->instances.add({0, thing});
    }
    renderer.render(*view);
    gpu::Image image;
    renderer.read(image);
    const auto step_at = [&](int x) {
        double sum = 0;
        int count = 0;
        for (int y = 165; y < 180; ++y, ++count) {
            for (int c = 0; c < 3; ++c) sum += std::abs(image.at(x, y)[c] - image.at(x - 1, y)[c]);
        }
        return sum / count;
    };
    double worst = 0;
    for (int x = 60; x < 260; ++x) {
        if (x < 158 || x > 162) worst = std::max(worst, step_at(x));
    }
    CHECK(worst > 0.5);
    for (int x = 159; x <= 161; ++x) CHECK(step_at(x) <= worst);
}
