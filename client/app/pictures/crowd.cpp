#include "client/app/pictures/crowd.hpp"

#include <memory>

#include "client/predict/units.hpp"
#include "sim/game/player.hpp"
#include "sim/game/tuning.hpp"
#include "sim/step.hpp"

namespace albireo::app {
namespace {

using client::fixed;

void add_enemy(World& world, const Level& level, std::uint8_t kind_index, albireo::Vec2 at, std::uint16_t name) {
    const KindDef& kind = level.kinds[kind_index];
    Enemy enemy{};
    enemy.id = {name, 0, 0};
    enemy.kind = kind_index;
    enemy.part_count = static_cast<std::uint8_t>(kind.parts.count);
    enemy.at = at;
    for (std::size_t i = 0; i < kind.parts.count; ++i) {
        const PartDef& def = level.parts[kind.parts.first + i];
        enemy.parts[i].at = at + def.offset;
        enemy.parts[i].armour = def.armour * kDamageUnit;
        enemy.parts[i].flags = kPartAlive;
    }
    world.enemies.add(enemy);
}

}  // namespace

void make_crowd(World& world, const Level& level, const CrowdDef& def) {
    init(world, level, {});
    // The camera scrolls into the level, and the ships enter.
    auto events = std::make_unique<Events>();
    for (std::uint32_t i = 0; i < def.clock; ++i) {
        events->clear();
        step(world, level, {}, *events);
    }
    world.enemies.count = world.enemy_shots.count = world.beams.count = world.missiles.count = 0;
    scene::VisualRandom random(def.seed);
    std::vector<std::uint8_t> small;
    for (std::size_t i = 0; i < level.kinds.size(); ++i) {
        if (level.kinds[i].size == KindSize::boss) {
            if (level.name(level.kinds[i].name) == "warden") {
                add_enemy(world, level, static_cast<std::uint8_t>(i), {9_u, Fixed{}}, 4000);
            }
        } else {
            small.push_back(static_cast<std::uint8_t>(i));
        }
    }
    for (std::size_t i = 0; i < def.enemies && !small.empty(); ++i) {
        const Fixed x = fixed(-6 + 20 * random.share());
        const Fixed y = fixed(7 * random.either());
        add_enemy(world, level, small[i % small.size()], {x, y}, static_cast<std::uint16_t>(i + 1));
    }
    // Shots with a program are left out: the program would have to be started.
    std::vector<std::uint8_t> straight;
    for (std::size_t i = 0; i < level.guns.size(); ++i) {
        if (level.guns[i].bullet == kNone) straight.push_back(static_cast<std::uint8_t>(i));
    }
    for (std::size_t i = 0; i < def.enemy_shots && !straight.empty(); ++i) {
        EnemyShot shot{};
        shot.at = {fixed(15.5F * random.either()), Fixed{}};
        shot.at.y = fixed(8.5F * random.either());
        const Angle way = Angle::from_raw(static_cast<std::int64_t>(random.share() * 65536));
        shot.speed = polar(way, 80_mu);
        shot.number = static_cast<std::uint16_t>(i);
        shot.gun = straight[i % straight.size()];
        world.enemy_shots.add(shot);
    }
}

void add_lights(scene::View& view, std::size_t count) {
    scene::VisualRandom random(77);
    while (view.points.size() < count) {
        const scene::Vec3 at{16 * random.either(), 9 * random.either(), 0.8F};
        if (view.points.add({at, 2.5F, at, 0, {random.share(), random.share(), random.share()}, 1}) == nullptr) return;
    }
    view.points.shrink(std::min(view.points.size(), count));
}

void add_particles(scene::View& view, std::size_t count) {
    scene::VisualRandom random(99);
    constexpr std::size_t kBursts = 200;
    for (std::size_t i = 0; i < kBursts; ++i) {
        const auto share = static_cast<float>(count * (i + 1) / kBursts - count * i / kBursts);
        // Mostly small particles, as in play: smoke and fire are rare.
        const auto kind = i % 40 == 0   ? scene::ParticleClass::smoke
                          : i % 20 == 0 ? scene::ParticleClass::fire
                          : i % 2 == 0  ? scene::ParticleClass::ember
                                        : scene::ParticleClass::debris;
        const float x = 15 * random.either();
        const float y = 8 * random.either();
        view.bursts.add({.at = {x, y, 0.3F},
                         .count = share,
                         .speed = {},
                         .spread = 2.5F,
                         .tint = {1, 1, 1},
                         .scale = 0.5F,
                         .kind = static_cast<std::uint32_t>(kind),
                         .seed = random.next(),
                         .radius = 0.5F});
    }
}

}  // namespace albireo::app
