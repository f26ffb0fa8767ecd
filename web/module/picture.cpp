#include "web/module/picture.hpp"

#include <cassert>
#include <cmath>
#include <initializer_list>

#include "sim/game/player.hpp"
#include "sim/game/sea.hpp"
#include "sim/game/tuning.hpp"
#include "sim/game/wall.hpp"

namespace albireo::web {
namespace {

constexpr float kTurn = 6.28318531F / 65536.0F;  // radians of an angle step

float units(Fixed value) { return static_cast<float>(value.raw) / static_cast<float>(Fixed::kOneRaw); }
float radians(Angle angle) { return static_cast<float>(angle.raw) * kTurn; }

class Pen {
  public:
    explicit Pen(Picture& picture) : picture_(picture) { picture.clear(); }

    void begin(ShapeKind kind) {
        count_at_ = picture_.size() + 1;
        picture_.insert(picture_.end(), {static_cast<float>(kind), 0.0F});
    }
    void number(float value) {
        assert(std::isfinite(value) && "a picture has only finite numbers");
        picture_.push_back(value);
        picture_[count_at_] += 1.0F;
    }
    void point(Vec2 at) {
        number(units(at.x));
        number(units(at.y));
    }
    template <class... Number>
    void numbers(Number... values) {
        (number(static_cast<float>(values)), ...);
    }

  private:
    Picture& picture_;
    std::size_t count_at_ = 0;
};

void draw_rock(Pen& pen, const World& world, const Level& level) {
    const PlacedWalls moving{world.scroll, level};
    for_each_wall(world.scroll, level, moving, [&](const WallDef& wall, Vec2 delta, Vec2) {
        pen.begin(ShapeKind::rock);
        for (std::size_t i = 0; i < wall.points.count; ++i) pen.point(level.points[wall.points.first + i] + delta);
    });
}

void draw_sea(Pen& pen, const World& world, const Level& level) {
    const Sea sea{world, level};
    if (sea.is_dry()) return;
    pen.begin(ShapeKind::sea);
    for (std::int32_t half = -2 * 17; half <= 2 * 17; ++half) {  // every half unit, a little wider than the field
        const Fixed x = Fixed::ratio(half, 2);
        pen.point({x, sea.height(x)});
    }
}

void draw_enemies(Pen& pen, const World& world, const Level& level) {
    std::size_t number = 0;
    for (const Enemy& enemy : world.enemies) {
        const std::size_t index = number++;
        const KindDef& kind = level.kinds[enemy.kind];
        for (std::size_t i = 0; i < enemy.part_count; ++i) {
            const Part& part = enemy.parts[i];
            const PartDef& def = level.parts[kind.parts.first + i];
            const float whole = static_cast<float>(def.armour) * static_cast<float>(kDamageUnit);
            const float share = def.armour == 0 ? -1.0F : static_cast<float>(part.armour) / whole;
            pen.begin(ShapeKind::part);
            pen.point(part.at);
            pen.numbers(units(def.radius), share, index, i, (part.flags & kPartAlive) != 0, def.vital);
        }
    }
}

void draw_shots(Pen& pen, const World& world, const Level& level) {
    std::size_t number = 0;
    for (const EnemyShot& shot : world.enemy_shots) {
        const GunDef& gun = level.guns[shot.gun];
        pen.begin(ShapeKind::enemy_shot);
        pen.point(shot.at);
        pen.numbers(units(gun.radius), gun.look, std::atan2(units(shot.speed.y), units(shot.speed.x)), number++);
    }
    for (const Beam& beam : world.beams) {
        pen.begin(ShapeKind::beam);
        pen.point(beam.from);
        pen.point(beam.bend);
        pen.point(beam.tip);
        pen.numbers(units(level.beams[beam.def].half_width), beam.burning);
    }
    number = 0;
    for (const Missile& missile : world.missiles) {
        pen.begin(ShapeKind::missile);
        pen.point(missile.at);
        pen.numbers(units(level.missiles[missile.def].radius), radians(missile.heading), number++);
    }
    for (const Slot slot : kSlots) {
        number = 0;
        for (const Shot& shot : world.shots[index(slot)]) {
            pen.begin(ShapeKind::shot);
            pen.point(shot.at);
            pen.point(shot.speed);
            pen.numbers(index(slot), static_cast<int>(shot.weapon), shot.powered, number++);
        }
    }
}

void draw_ships(Pen& pen, const World& world) {
    for (const Slot slot : kSlots) {
        const Ship& ship = world.ships[index(slot)];
        if (ship.ribbon != kNoRibbon) {
            pen.begin(ShapeKind::ribbon);
            pen.point(ship.at + kNose);
            pen.point(ship.aim);
            pen.numbers(index(slot), ship.ribbon);
        }
        pen.begin(ShapeKind::ship);
        pen.point(ship.at);
        pen.numbers(units(kHullRadius), index(slot), ship.life.state, ship.invulnerable, static_cast<int>(ship.weapon),
                    ship.guard);
    }
}

}  // namespace

void draw_world(const World& world, const Level& level, const Events& events, Picture& picture) {
    Pen pen{picture};
    draw_sea(pen, world, level);
    draw_rock(pen, world, level);
    draw_enemies(pen, world, level);
    draw_shots(pen, world, level);
    draw_ships(pen, world);
    for (const Event& event : events.all()) {
        pen.begin(ShapeKind::event);
        pen.numbers(static_cast<int>(event.kind));
        pen.point(event.at);
        pen.numbers(index(event.slot), event.value);
    }
}

}  // namespace albireo::web
