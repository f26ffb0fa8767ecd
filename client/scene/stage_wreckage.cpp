/// The stage's wreckage: what crumbles, cracks and breaks off.
#include <algorithm>
#include <cmath>
#include <functional>

#include "client/scene/backdrop.hpp"
#include "client/scene/recipes.hpp"
#include "client/scene/rock.hpp"
#include "client/scene/scenery.hpp"
#include "client/scene/stage.hpp"
#include "client/scene/stage_draw.hpp"
#include "sim/game/enemy.hpp"
#include "sim/game/player.hpp"
#include "sim/game/wall.hpp"

namespace albireo::scene {
namespace {

constexpr float kShipAir = 0.55F;  // smoke does not come nearer to a ship's middle, units
constexpr float kWayMost = 1.5F * units(kShipSpeed);  // of a ship in a tick, as it is drawn

}  // namespace

/// Dust and stones fall from the outline of a wall that shudders, falls or opens, but not if it moves in a cycle. A wall of
/// water throws spray from its upper part.
void Stage::crumble(const World& now) {
    for_each_placed_tile(now.scroll, level_, [&](PlacedTile placed, albireo::Vec2 delta) {
        const bool is_water = kBackdropTable[backdrop_of_tile(level_, placed.tile)].walls_are_water;
        for (const WallProfile& profile : level_.moving_walls[placed.tile]) {
            const WallDef& wall = level_.walls[profile.wall];
            const std::uint16_t ticks = wall_ticks(now.scroll, placed, wall);
            const albireo::Vec2 offset = wall_offset(level_, wall, ticks);
            if (wall.period != 0 || ticks == 0 || offset == wall_offset(level_, wall, ticks - 1u)) continue;
            const auto on_outline = [&] {
                const std::uint32_t edge = random_.next() % wall.points.count;
                const float along = random_.share();
                const Vec2 a = client::in_field(level_.points[wall.points.first + edge]);
                const Vec2 b = client::in_field(level_.points[wall.points.first + (edge + 1) % wall.points.count]);
                return math::lerp(a, b, along) + client::in_field(delta + offset);
            };
            Vec2 at = on_outline();
            if (is_water) {
                const Vec2 second = on_outline();
                if (second.y > at.y) at = second;
            }
            if (std::abs(at.x) < units(kSightAhead) && std::abs(at.y) < kRockSight) {
                emit(is_water ? kBreaker : kCrumble, at, {.tick = now.tick.value});
            }
        }
    });
}

/// Whether a shot that ended here was stopped by a wall of water.
bool Stage::is_at_breaker(const World& now, Vec2 at) const {
    bool found = false;
    for_each_placed_tile(now.scroll, level_, [&](PlacedTile placed, albireo::Vec2 delta) {
        if (!kBackdropTable[backdrop_of_tile(level_, placed.tile)].walls_are_water) return;
        for (const WallProfile& profile : level_.moving_walls[placed.tile]) {
            const WallDef& wall = level_.walls[profile.wall];
            const Vec2 off = client::in_field(delta + wall_offset(level_, wall, wall_ticks(now.scroll, placed, wall)));
            float left = off.x + 99, right = off.x - 99;
            for (std::size_t i = 0; i < wall.points.count; ++i) {
                const float x = off.x + client::in_field(level_.points[wall.points.first + i]).x;
                left = std::min(left, x);
                right = std::max(right, x);
            }
            found |= at.x > left - 0.5F && at.x < right + 0.5F;
        }
    });
    return found;
}

/// Smoke parts around ships, and stays out of rock and of the sea.
void Stage::blow(const StageInput& input) {
    if (smoke_.count() == 0) return;
    const World& now = input.now;
    std::array<Smoke::Disc, kSlotCount> ships;
    std::size_t count = 0;
    StageInput begin = input;
    begin.alpha = 0;
    for (const Slot slot : kSlots) {
        if (!is_flying(now.ships[index(slot)])) continue;
        const Vec2 at = ship_place(input, slot);
        Vec2 way = at - ship_place(begin, slot);
        if (math::length(way) > kWayMost) way = {};  // it has just appeared, or was corrected
        ships[count++] = {at, way * (1 / kTickSeconds), kShipAir};
    }
    const PlacedWalls walls(now.scroll, level_);
    const WallBand band(walls);
    const auto is_solid = [&](Vec2 at) {
        const albireo::Vec2 there = in_core(at);
        return sea_.covers(there) || (!band.is_clear(there) && is_rock(level_, walls, there));
    };
    smoke_.tick({.discs = std::span(ships).first(count), .scenery = -client::in_field(now.scroll.moved),
                 .seconds = static_cast<float>(now.clock.value % 36'000) * kTickSeconds, .is_solid = std::cref(is_solid)});
}

bool Stage::is_cracking(EnemyId enemy) const {
    return std::ranges::any_of(cracks_.all(), [&](const Crack& crack) { return crack.enemy == enemy; });
}

/// Explosions all over a boss whose phase is breaking, until its next phase begins.
void Stage::crack(const World& now) {
    for (const Crack& crack : cracks_.all()) {
        const Enemy* enemy = find_enemy(now, crack.enemy);
        if (enemy == nullptr || crack.ticks_left % 7 != 0) continue;
        const KindDef& kind = level_.kinds[enemy->kind];
        const float radius = units(kind.radius) * 0.7F;
        const Vec2 at = client::in_field(enemy->at);
        const float x = at.x + random_.either() * radius;
        const float y = at.y + random_.either() * radius;
        if (kind.size != KindSize::boss) {
            // Small enemies only smoke: players must see how far they have swollen.
            emit(kSwelling, {x, y}, {.size = radius});
            continue;
        }
        emit(kExplosion, {x, y}, {.size = kCrackSize, .tint = {1, 0.9F, 0.7F}});
        shake_ = std::max(shake_, 0.22F);
    }
    grow_old(cracks_, [](Crack& crack) { return --crack.ticks_left <= 0; });
}

/// Adds to the flash of the whole picture. However many things burst at once, it stays at or below the limit.
void Stage::flash(Vec3 light) {
    const auto sum = [](float now, float more) { return std::min(now + more, kFlashMax); };
    flash_ = {sum(flash_.x, light.x), sum(flash_.y, light.y), sum(flash_.z, light.z)};
}

/// Pieces of some of a kind's parts fly off behind the plane of play, so that none hides a bullet. They have a generator of
/// their own: other effects stay as they are, and the same death always looks the same.
void Stage::break_apart(const KindDef& kind, std::size_t first, std::size_t count, const Event& event) {
    if (kind.size < KindSize::medium || count == 0) return;
    const Vec2 at = client::in_field(event.at);
    VisualRandom random(static_cast<std::uint32_t>(event.cause >> 32) * 31 + static_cast<std::uint32_t>(event.cause) * 7 + 3);
    const bool is_part = event.kind == EventKind::part_died;
    const int pieces = is_part || kind.size == KindSize::medium ? 4 : kind.size == KindSize::large ? 6 : 8;
    // The pieces of a boss outrun its explosion.
    const float reach = is_part ? 1.3F : kind.size == KindSize::boss ? 2.6F : kind.size == KindSize::large ? 1.5F : 1.0F;
    for (int i = 0; i < pieces; ++i) {
        const std::size_t part = kind.parts.first + first + static_cast<std::size_t>(i) % count;
        const PartDef& def = level_.parts[part];
        const Vec2 off = is_part ? Vec2{} : client::in_field(def.offset);
        const float angle = 6.2831853F * (static_cast<float>(i) + random.share()) / static_cast<float>(pieces);
        const float speed = reach * (2.2F + 2.6F * random.share());
        Piece piece;
        piece.model = cast_.parts[part];
        piece.at = {at.x + off.x, at.y + off.y, -0.6F * units(def.radius) - 0.3F};
        piece.speed = {std::cos(angle) * speed, std::sin(angle) * speed + 1.2F, -1.5F - 3.5F * random.share()};
        piece.axis = math::normalized_or(Vec3{random.either(), random.either(), random.either()}, Vec3{0, 0, 1});
        piece.spin = 3 + 6 * random.share();
        piece.size = 0.28F + 0.24F * random.share();
        piece.seed = 40 * random.share();
        piece.life = 0.9F + 0.7F * random.share();
        pieces_.add(piece);
    }
}

}  // namespace albireo::scene
