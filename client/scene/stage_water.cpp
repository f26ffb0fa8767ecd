/// The stage's water: the sea of the core, and what answers to ships, shots, enemies and wreckage: rings, wakes, spray.
#include <algorithm>
#include <cmath>

#include "client/scene/progress.hpp"
#include "client/scene/recipes.hpp"
#include "client/scene/scenery.hpp"
#include "client/scene/stage.hpp"
#include "client/scene/stage_draw.hpp"
#include "sim/game/enemy.hpp"
#include "sim/game/player.hpp"
#include "sim/game/sea.hpp"
#include "sim/game/shot.hpp"
#include "sim/game/wall.hpp"

namespace albireo::scene {
namespace {

// How far the surface is raised, units, once or in each tick.
constexpr float kShipCrosses = -1.1F, kEnemyCrosses = -1.0F, kShotCrosses = -0.35F, kPieceCrosses = -0.5F, kBlast = -1.0F;
constexpr float kHoverReach = 2.4F, kHover = -0.10F;  // of the air that holds a ship up
constexpr float kWade = -0.11F;                       // of what is half in the water
constexpr float kBlastReach = 3.5F;
constexpr float kFall = 4.5F;       // of wreckage in the air, units a second, each second
constexpr float kDrag = 5;          // of the water, e-folds a second

float above(const Sea& sea, Vec2 at) {
    return at.y - units(sea.height(in_core(at).x));
}

/// What holds itself over the water or wades in it does not do so evenly: it makes rings.
float throb(Tick clock, float seed) { return 0.55F + 0.45F * std::sin(static_cast<float>(clock.value % 6283) * 0.36F + seed); }

/// The height of a surface of points from left to right.
float height_at(std::span<const Vec2> surface, float x) {
    const auto after = std::ranges::lower_bound(surface, x, {}, &Vec2::x);
    if (after == surface.begin()) return surface.front().y;
    if (after == surface.end()) return surface.back().y;
    const Vec2 low = after[-1], high = *after;
    return math::lerp(low.y, high.y, (x - low.x) / (high.x - low.x));
}

}  // namespace

/// Spray where something comes out of the sea or goes under; rings and wakes of all that touches it.
void Stage::stir(const StageInput& input, std::span<const client::EffectLedger::Effect> effects) {
    const Sea& now = sea_;
    if (now.is_dry()) {
        wake_.reset();
        return;
    }
    const Sea before(input.before, level_);
    wake_.begin(way_come(input.now, level_).x);
    const Tick clock = input.now.clock;
    for (const Slot slot : kSlots) {
        const Ship& ship = input.now.ships[index(slot)];
        if (!is_flying(ship)) continue;
        const Vec2 at = ship_place(input, slot);
        const float gap = std::abs(above(now, at));
        if (gap < kHoverReach) wake_.push({at.x - 0.4F, 0}, 0.6F, kHover * (1 - gap / kHoverReach) * throb(clock, static_cast<float>(index(slot)) * 2));
        if (ship.dives != input.before.ships[index(slot)].dives) wake_.push({at.x, 0}, 0.7F, kShipCrosses);
    }
    const auto enemies = input.now.enemies.live();
    for (std::size_t n = 0; n < enemies.size(); ++n) {
        const Enemy& enemy = enemies[n];
        const KindDef& kind = level_.kinds[enemy.kind];
        const Enemy* was = match(input.before, enemy, n);
        if (was == nullptr || !is_in_field(enemy.at, {})) continue;
        const Vec2 at = client::in_field(enemy.at);
        const float size = kDeathSizes[static_cast<std::size_t>(kind.size)];
        if (before.covers(was->at) != now.covers(enemy.at)) {
            emit(kSplash, {at.x, units(now.height(enemy.at.x))}, {.size = size});
            wake_.push({at.x, 0}, 0.6F * size, kEnemyCrosses * std::min(size, 1.6F));
        }
        // The circle that bounds it is wider than it is.
        const float radius = 0.7F * units(kind.radius), gap = std::abs(above(now, at));
        if (gap < radius) wake_.push({at.x, 0}, std::min(std::sqrt(radius * radius - gap * gap), 2.5F), kWade * throb(clock, static_cast<float>(n)));
    }
    stir_with_shots(input, before, now);
    stir_with_wreckage(input.now, now);
    for (const client::EffectLedger::Effect& effect : effects) {
        const EventKind kind = effect.event.kind;
        if (kind != EventKind::enemy_died && kind != EventKind::part_died && kind != EventKind::ship_died && kind != EventKind::burst) continue;
        const Vec2 at = client::in_field(effect.event.at);
        const float gap = std::abs(above(now, at));
        if (gap < kBlastReach && std::abs(at.x) < units(kSightAhead)) wake_.push({at.x, 0}, 1.1F, kBlast * (1 - gap / kBlastReach));
    }
    wake_.tick();
}

void Stage::stir_with_shots(const StageInput& input, const Sea& before, const Sea& now) {
    const auto strike = [&](albireo::Vec2 at) {
        if (!is_in_field(at, {})) return;
        const Vec2 here{units(at.x), units(now.height(at.x))};
        wake_.push({here.x, 0}, 0.3F, kShotCrosses);
        emit(kSpray, here, {});
    };
    for (const auto& shots : input.now.shots) {
        for (const Shot& shot : shots.live()) {
            if (shot.age > 0 && now.covers(shot.at) != now.covers(shot.at - shot.speed)) strike(shot.at);
        }
    }
    // Most of the enemy's shots end there, so they are seen in the world before.
    for (const EnemyShot& shot : input.before.enemy_shots.live()) {
        if (!before.covers(shot.at) && now.covers(shot.at + shot.speed)) strike(shot.at);
    }
}

void Stage::stir_with_wreckage(const World& world, const Sea& now) {
    for (Piece& piece : pieces_.all()) {
        if (piece.wet >= 0) continue;
        const Vec3 at = place_of(piece, piece.age);
        if (std::abs(at.x) >= units(kSightAhead) || above(now, {at.x, at.y}) > 0) continue;
        piece.wet = piece.age;
        piece.drift = -units(world.scroll.moved.x) * 60;
        wake_.push({at.x, at.z / kWakeDepth}, 0.3F + piece.size, kPieceCrosses);
        emit(kSpray, {at.x, at.y}, {.depth = at.z});
    }
}

/// A closed form of its age. In the water it slows down, comes up again and floats, and drifts with the scenery; the height is then
/// that above the surface.
Vec3 Stage::place_of(const Piece& piece, float age) {
    const bool is_wet = piece.wet >= 0 && age > piece.wet;
    const float dry = is_wet ? piece.wet : age;
    Vec3 at = piece.at + piece.speed * dry;
    at.y -= 0.5F * kFall * dry * dry;
    if (!is_wet) return at;
    const float in = age - piece.wet, kept = std::exp(-kDrag * in), way = (1 - kept) / kDrag;
    at.x += piece.speed.x * way + piece.drift * (in - way);
    at.z += piece.speed.z * way;
    at.y = (piece.speed.y - kFall * dry) * in * kept;
    return at;
}

/// `left`: the part of this tick that remains. After draw_sea().
void Stage::draw_pieces(float left, View& view) const {
    for (const Piece& piece : pieces_.all()) {
        const float t = std::max(piece.age - left * kTickSeconds, 0.0F), spent = t / piece.life;
        Vec3 at = place_of(piece, t);
        const bool floats = piece.wet >= 0 && t > piece.wet;
        if (floats && !view.sea.empty()) at.y += height_at(view.sea.all(), at.x);
        const float turned = floats ? piece.wet + (1 - std::exp(-kDrag * (t - piece.wet))) / kDrag : t;
        InstanceData instance = at_place(math::transform(math::turn(piece.axis, piece.spin * turned), at), piece.size * (1 - spent * spent * spent));
        instance.tint = Vec3{0.75F, 0.85F, 0.80F} * (1 - 0.6F * spent);
        instance.seed = piece.seed;
        instance.wound = 0.9F;
        instance.glow = std::max(0.0F, 1 - 2 * spent);
        view.instances.add({piece.model, instance});
    }
}

/// The surface of the sea at the points at which the core computes its height; between them it is straight. And what it is stirred by.
void Stage::draw_sea(const StageInput& input, View& view) const {
    const Sea before(input.before, level_), now(input.now, level_);
    if (now.is_dry()) return;
    for (std::int32_t i = 0; i <= WallBand::kCount; ++i) {
        const Fixed x{(WallBand::kFirst + i) * kWallColumn};
        const Fixed height = now.height(x), last = before.height(x);
        const float from = units(last == Sea::kDry ? height : last);
        view.sea.add({units(x), math::lerp(from, units(height), input.alpha)});
    }
    if (wake_.is_calm()) return;
    view.wake_left = wake_.left(view.scroll.x);
    wake_.copy_to(view.wake.extend(kWakeMap), input.alpha);
}

}  // namespace albireo::scene
