// Goal: what a pass or an effect looks like does not change by accident. Each scene is drawn at 320 × 180 and compared
// with the picture in tests/client/render/pictures; on a failure it says where picture and difference lie.
// ALBIREO_ACCEPT_PICTURES=1 makes what is drawn now the stored picture: look at it first.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <functional>

#include "client/app/crowd.hpp"
#include "client/app/show.hpp"
#include "client/scene/canyon.hpp"
#include "client/scene/lightning.hpp"
#include "client/scene/palette.hpp"
#include "tests/client/render/gl_fixture.hpp"
#include "tests/script/small_level.hpp"

using namespace albireo;
using scene::Vec2;
using scene::Vec3;

namespace {

const std::string kStored = "tests/client/render/pictures/";

class Studio {
  public:
    Studio(Level level, const app::CrowdDef& crowd)
        : level_(std::move(level)),
          renderer_(test_device(), test_library(), cast_.stock,
                    {.width = 320, .height = 180, .samples = 4, .occlusion_divisor = 1, .particles_max = 1 << 15}) {
        app::make_crowd(*world_, level_, crowd);
    }

    World& world() { return *world_; }
    const Level& level() const { return level_; }

    /// So many ticks of a show in which nothing moves but what is only seen, begun by these events.
    gpu::Image play(std::span<const Event> events, int ticks) {
        scene::Stage stage(level_, cast_, {});
        const auto before = std::make_unique<World>(*world_);
        world_->scroll.moved = {};
        view_->look = {};
        renderer_.look_at("");
        std::vector<client::EffectLedger::Effect> effects;
        for (const Event& event : events) effects.push_back({event, 0});
        for (int i = 0; i < ticks; ++i) {
            *before = *world_;
            ++world_->tick;
            ++world_->clock;
            stage.tick(*before, *world_, effects);
            effects.clear();
            stage.look({.before = *before, .now = *world_, .predicted = {}}, *view_);
            view_->seconds += clock_ + 10;
            view_->shake = {};
            if (i + 1 < ticks) renderer_.advance(*view_);
        }
        clock_ = view_->seconds;
        renderer_.render(*view_);
        gpu::Image image;
        renderer_.read(image);
        return image;
    }

    /// The same moment of a made-up game, which `change` may alter.
    gpu::Image draw(const std::function<void(scene::View&)>& change, std::string_view look = "", bool debug = false) {
        scene::Stage stage(level_, cast_, {});
        stage.options().debug_shapes = debug;
        stage.look({.before = *world_, .now = *world_, .predicted = {}}, *view_);
        view_->shake = {};
        view_->hud = {};
        view_->look = {};
        view_->seconds = clock_ += 10;  // particles of the last picture are dead
        change(*view_);
        renderer_.look_at(look);
        renderer_.render(*view_);
        gpu::Image image;
        renderer_.read(image);
        return image;
    }
    /// Lets time pass after a first view, for what needs some.
    gpu::Image draw_later(const std::function<void(scene::View&)>& change, int frames) {
        scene::Stage stage(level_, cast_, {});
        stage.look({.before = *world_, .now = *world_, .predicted = {}}, *view_);
        view_->seconds = clock_ += 10;
        view_->dt = 1.0F / 60;
        view_->hud.shown = false;
        change(*view_);
        renderer_.look_at("");
        for (int i = 0; i < frames; ++i) {
            renderer_.advance(*view_);
            view_->bursts.clear();
            view_->seconds += view_->dt;
        }
        renderer_.render(*view_);
        gpu::Image image;
        renderer_.read(image);
        return image;
    }

  private:
    Level level_;
    models::Catalog catalog_;
    scene::Cast cast_ = scene::make_cast(level_, catalog_);
    render::Renderer renderer_;
    std::unique_ptr<World> world_ = std::make_unique<World>();
    std::unique_ptr<scene::View> view_ = std::make_unique<scene::View>();
    float clock_ = 0;
};

/// Drivers round differently, and at edges choose differently; but nothing may be missing, however small.
bool is_alike(const gpu::Difference& off) {
    return off.mean < 1.0 && off.worst_share < 0.015 && off.worst_block < 12;
}

void compare(const gpu::Image& image, const std::string& name) {
    const std::string path = kStored + name + ".png";
    if (std::getenv("ALBIREO_ACCEPT_PICTURES") != nullptr) {
        REQUIRE(gpu::write_png(image, path));
        return;
    }
    const auto stored = gpu::read_png(path);
    REQUIRE_MESSAGE(stored.has_value(), path << " is missing");
    const gpu::Difference off = gpu::difference(image, *stored);
    if (!is_alike(off)) {
        const std::string out = (std::filesystem::temp_directory_path() / ("albireo-" + name)).string();
        gpu::write_png(image, out + ".png");
        gpu::write_png(gpu::difference_picture(image, *stored), out + ".diff.png");
        FAIL_CHECK(name << ": mean difference " << off.mean << ", pixels far off " << off.worst_share
                        << ", worst block " << off.worst_block << "; see " << out << ".png and .diff.png");
    }
}

void quiet(scene::View& view) {
    view.hud.shown = false;
    view.enemy_shots.clear();
    view.player_shots.clear();
}

}  // namespace

TEST_CASE("pictures") {
    static Studio studio(small_level(), {.seed = 3, .enemies = 9, .enemy_shots = 30, .clock = 200});
    SUBCASE("the whole frame") {
        compare(studio.draw([](scene::View&) {}), "frame");
    }
    SUBCASE("geometry") {
        compare(studio.draw(quiet, "geometry"), "geometry");
    }
    SUBCASE("occlusion") {
        compare(studio.draw(quiet, "occlusion"), "occlusion");
    }
    SUBCASE("lights") {
        compare(studio.draw(quiet, "lights"), "lights");
    }
    SUBCASE("materials") {
        compare(studio.draw(quiet, "materials"), "materials");
    }
    SUBCASE("shots, by look") {
        compare(studio.draw([](scene::View& view) {
            quiet(view);
            view.things.clear();
            const scene::FireColours colours = scene::fire_colours(scene::Palette::standard);
            for (int look = 0; look < 8; ++look) {
                for (int i = 0; i < 5; ++i) {
                    const float angle = static_cast<float>(i) * 1.3F;
                    const scene::ShotSprite shot{
                        {-14 + 4.0F * static_cast<float>(look), -6 + 3.0F * static_cast<float>(i)},
                        {std::cos(angle), std::sin(angle)},
                        0.4F,
                        static_cast<float>(look),
                        scene::packed(look < 5 ? colours.enemy[static_cast<std::size_t>(look)]
                                               : colours.player[static_cast<std::size_t>(i % 2)]),
                        1};
                    if (look < 5)
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
        compare(studio.draw_later(
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
                                             .first = 0,
                                             .radius = 0.3F});
                            x += 5;
                        }
                    },
                    12),
                "particles");
    }
    const auto with_hud = [](scene::HudTheme theme) {
        return [theme](scene::View& view) {
            view.look.theme = theme;
            view.hud.boss = 0.6F;
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
    SUBCASE("shapes") {
        compare(studio.draw([](scene::View&) {}, "", true), "debug");
    }
    SUBCASE("flash and hurt") {
        compare(studio.draw([](scene::View& view) {
            view.flash = {0.3F, 0.3F, 0.4F};
            view.hurt = 0.8F;
        }),
                "flash");
    }
    SUBCASE("bloom") {
        compare(studio.draw([](scene::View&) {}, "post"), "bloom");
    }
    SUBCASE("half faded") {
        compare(studio.draw([](scene::View& view) { view.fade = 0.5F; }), "fade");
    }
}

TEST_CASE("a picture without one ship or one shot is not alike; one a twentieth of a pixel off is") {
    Studio studio(small_level(), {.seed = 3, .enemies = 9, .enemy_shots = 30, .clock = 200});
    const auto draw = [&](const std::function<void(scene::View&)>& change) {
        return studio.draw([&](scene::View& view) {
            view.seconds = 0;  // stars twinkle
            change(view);
        });
    };
    std::vector<std::size_t> ships;
    std::size_t shots = 0;
    const gpu::Image whole = draw([&](scene::View& view) {
        shots = view.enemy_shots.size();
        for (std::size_t i = 0; i < view.things.size(); ++i) {
            if (view.things.all()[i].thing.kind == 1) ships.push_back(i);
        }
    });
    REQUIRE(ships.size() == 2);
    REQUIRE(shots == 30);
    const auto misses = [&](const std::function<void(scene::View&)>& change) {
        return !is_alike(gpu::difference(draw(change), whole));
    };
    CHECK_FALSE(misses([](scene::View&) {}));
    for (const std::size_t ship : ships) {
        CHECK(misses([&](scene::View& view) { view.things.all()[ship].thing.rows.fill(0); }));
    }
    for (std::size_t i = 0; i < shots; ++i) {
        CAPTURE(i);
        CHECK(misses([&](scene::View& view) { view.enemy_shots.all()[i].radius = 0; }));
    }
    // As another driver might choose at edges.
    CHECK_FALSE(misses([](scene::View& view) { view.shake = {0.005F, 0.005F}; }));
}

TEST_CASE("pictures of level 1") {
    static Studio studio(app::level_named("the_cut"), {.seed = 5, .enemies = 6, .enemy_shots = 40, .clock = 300});
    World& world = studio.world();
    const auto warden = [&]() -> Enemy& {
        for (Enemy& enemy : world.enemies.live()) {
            if (studio.level().name(studio.level().kinds[enemy.kind].name) == "warden") return enemy;
        }
        FAIL("no Warden");
        return world.enemies.items[0];
    };
    SUBCASE("the Warden") {
        compare(studio.play({}, 1), "boss");
    }
    SUBCASE("the Warden wounded: smoke from its parts, trails behind the ships") {
        Enemy& boss = warden();
        for (std::size_t i = 0; i < boss.part_count; ++i) boss.parts[i].armour /= 5;
        compare(studio.play({}, 60), "wounds");
        for (std::size_t i = 0; i < boss.part_count; ++i) boss.parts[i].armour *= 5;
    }
    SUBCASE("the storm of both ships") {
        const Event storm{.kind = EventKind::storm, .slot = Slot::gold, .tick = {}, .cause = 7, .at = {}, .value = 0};
        compare(studio.play({&storm, 1}, 4), "storm");
    }
    SUBCASE("explosions by size") {
        std::array<Event, 3> deaths{};
        for (std::size_t i = 0; i < deaths.size(); ++i) {
            deaths[i] = {
                .kind = EventKind::enemy_died, .slot = Slot::gold, .tick = {}, .cause = i + 1, .at = {}, .value = 0};
            deaths[i].at = {-9_u + 6_u * static_cast<std::int32_t>(i), 1_u};
            const auto kind =
                std::find_if(studio.level().kinds.begin(), studio.level().kinds.end(), [&](const KindDef& k) {
                    return k.size == static_cast<KindSize>(static_cast<int>(KindSize::small) + static_cast<int>(i));
                });
            REQUIRE(kind != studio.level().kinds.end());
            deaths[i].value = static_cast<std::int32_t>(kind - studio.level().kinds.begin());
        }
        compare(studio.play(deaths, 14), "explosions");
    }
}

TEST_CASE("the seam of a looping row of tiles is invisible") {
    // Pixel columns on both sides of a seam are no more unlike than neighbours elsewhere in the rock.
    const Level level = small_level();
    scene::Stock stock;
    stock.meshes.push_back(scene::tile_mesh(level, 1));
    render::Renderer renderer(test_device(), test_library(), stock,
                              {.width = 320, .height = 180, .samples = 1, .bloom = 0, .particles_max = 1024});
    auto view = std::make_unique<scene::View>();
    view->hud.shown = false;
    for (const float x : {-16.0F, 0.0F}) {
        scene::Thing thing;
        thing.rows[3] = x;
        view->things.add({0, thing});
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
