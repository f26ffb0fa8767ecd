#include "client/scene/interlude.hpp"

#include <algorithm>
#include <cmath>

#include "client/scene/backdrop.hpp"
#include "client/scene/grade.hpp"
#include "client/scene/hollow.hpp"
#include "client/scene/palette.hpp"
#include "client/scene/recipes.hpp"
#include "client/scene/scenery.hpp"
#include "client/scene/stage_draw.hpp"
#include "sim/game/wall.hpp"
#include "sim/step.hpp"

namespace albireo::scene {
namespace {

/// 0 before `from`, 1 after `to`, without a kink at either end.
float eased(float from, float to, float t) {
    const float x = std::clamp((t - from) / (to - from), 0.0F, 1.0F);
    return x * x * (3 - 2 * x);
}

/// A cubic Bézier curve.
struct Curve {
    Vec2 a, b, c, d;
    Vec2 at(float t) const {
        const float u = 1 - t;
        return a * (u * u * u) + b * (3 * u * u * t) + c * (3 * u * t * t) + d * (t * t * t);
    }
    Vec2 way(float t) const { return math::normalized_or(at(t + 0.01F) - at(t - 0.01F), Vec2{1, 0}); }
};

Vec2 direction(float angle) {
    return {std::cos(angle), std::sin(angle)};
}

/// The small motion of a hovering ship.
Vec2 bob(Slot slot, float t) {
    const float phase = slot == Slot::gold ? 0.0F : 2.1F;
    return {0.12F * std::sin(t * 0.9F + phase), 0.16F * std::sin(t * 1.3F + phase)};
}

constexpr float kSide[2] = {1, -1};              // the gold ship flies above the blue one
constexpr Vec2 kBlueSun{1.15F, 0.5F};            // from the gold one, at size 1: sky.frag
constexpr Vec2 kGroundSuns{6.5F, 5.2F};          // Sky::suns
constexpr float kDive = 60;                      // units from the sky to the ground
constexpr float kTickSeconds = 1.0F / 60;

/// Times in the intro, in seconds: the sparks leave their stars, become ships and are linked; the dive, and the flight into the
/// level.
constexpr float kSparks = 3, kShips = 9, kLinked = 11.5F, kDescend = 13.5F, kGround = 21, kAway = 21.5F;
/// Times in the ending, in seconds: the ships come out of the sea; the hive sinks; the ships rise, each to its star.
constexpr float kSurface = 2.5F, kSinks = 7, kSunk = 18, kRise = 19.5F, kSpace = 28, kPart = 29, kArrive = 36;
constexpr Vec2 kMound{5, -7.4F};
constexpr float kMoundZ = -13;

/// The suns' place: interpolated from that seen from the ground (0) to that seen up close (1).
void place_suns(Sky& sky, Vec2 middle, float size, float near) {
    sky.suns_size = 1 + (size - 1) * near;
    sky.suns = math::lerp(kGroundSuns + kBlueSun * 0.5F, middle, near) - kBlueSun * (0.5F * sky.suns_size);
}
Vec2 sun_of(const Sky& sky, Slot slot) {
    return slot == Slot::gold ? sky.suns : sky.suns + kBlueSun * sky.suns_size;
}

}  // namespace

Interlude::Interlude(const Level& level, const Cast& cast, Def def) : level_(level), cast_(cast), def_(def) {
    init(*world_, level, {.players = 0});
}

void Interlude::look(float seconds, View& view) {
    view.clear();
    before_ = now_;
    now_ = std::min(seconds, seconds_of(def_.kind));
    const auto ticks = static_cast<std::uint32_t>(now_ / kTickSeconds);
    new_ticks_ = std::min(ticks - std::min(ticks_, ticks), 4U);
    ticks_ = ticks;
    view.dt = before_ < 0 ? kTickSeconds : std::clamp(now_ - before_, 0.0F, 0.25F);
    view.seconds = view.sea_seconds = now_;
    view.frame = ++frame_;
    view.shake = {};
    view.flash = {};
    view.hurt = 0;
    view.hud.shown = false;
    view.hud.message = view.hud.warning = {};
    view.sky = {.haze = backdrop_of(level_.backdrop.view()).haze};
    view.grade = kPlainGrade;
    def_.kind == Kind::intro ? draw_intro(now_, view) : draw_ending(now_, view);
    const float end = seconds_of(def_.kind);
    view.fade = std::max(1 - eased(0, 1.5F, now_), eased(end - 1.2F, end - 0.1F, now_));
}

void Interlude::burst(const Recipe& recipe, Vec2 at, const EffectRequest& asked, View& view) {
    add_bursts(recipe, at, asked, random_, view.bursts);
}

void Interlude::draw_spark(Slot slot, Vec2 at, Vec2 way, float size, View& view) {
    const Vec3 colour = player_colour(slot);
    const std::uint32_t ink = packed(fire_colours(view.visuals.palette).player[index(slot)]);
    view.player_shots.add({at, way, 0.30F * size, static_cast<float>(ShotLook::seeker), ink, 1.6F});
    view.player_shots.add({at, way, 0.16F * size, static_cast<float>(ShotLook::needle), ink, 1.6F});
    view.points.add({{at.x, at.y, 0.8F}, 4 * size, {at.x, at.y, 0.8F}, 0, colour * 1.4F, 1});
    for (std::uint32_t i = 0; i < new_ticks_; ++i) {
        burst(kSparkTail, at, {.size = size, .tint = colour, .way = way * -1.0F, .tick = ticks_ + i}, view);
    }
}

void Interlude::draw_thread(Vec2 from, Vec2 to, float heat, View& view) const {
    if (heat <= 0) return;
    const Vec2 middle = (from + to) * 0.5F;
    const FireColours colours = fire_colours(view.visuals.palette);
    for (const Slot slot : kSlots) {
        const Vec2 end = slot == Slot::gold ? from : to;
        view.ribbons.add({end, (end + middle) * 0.5F, middle, 0.07F, static_cast<float>(RibbonLook::player),
                          colours.player[index(slot)], 0.45F * heat});
    }
}

void Interlude::draw_intro(float t, View& view) {
    const float near = 1 - eased(kDescend, kGround, t), height = kDive * near;
    view.sky.space = eased(0.10F, 0.9F, near);
    place_suns(view.sky, {0, 1.2F}, 3.4F + 0.6F * eased(0, kShips, t), near);
    // The scenery comes to rest where the level begins.
    view.scroll = {-3.0F * (Interlude::kIntroSeconds - t) * near, height};
    const auto grade = matrix_of(grade_of(*world_, level_, 0));  // the level's, on arrival
    for (std::size_t i = 0; i < grade.size(); ++i) {
        for (std::size_t k = 0; k < grade[i].size(); ++k) view.grade[i][k] += (grade[i][k] - view.grade[i][k]) * (1 - near);
    }
    // At this height no rock is in the picture: neither floor nor ceiling reaches it.
    constexpr float kOutOfSight = 2.8F;
    if (height < kDive) draw_scenery(world_->scroll, level_, cast_, {0, height < kOutOfSight ? -height : -2 * kDive}, 0, view);
    std::array<Vec2, 2> places{};
    for (const Slot slot : kSlots) {
        const float side = kSide[index(slot)];
        const Vec2 star = sun_of(view.sky, slot), meet{-4.5F, -2.2F + 1.1F * side};
        const Curve path = slot == Slot::gold ? Curve{star, {-10, 8}, {-17, -3}, meet} : Curve{star, {12, 5}, {3, -11}, meet};
        const float flown = std::clamp((t - kSparks) / (kShips - kSparks), 0.0F, 1.0F);
        const float along = flown * (0.35F + 0.65F * flown);
        const float grown = eased(kShips, kShips + 0.7F, t);
        if (t >= kSparks && grown < 1) draw_spark(slot, path.at(along), path.way(along), (0.35F + 0.65F * flown) * (1 - grown), view);
        if (t < kShips) continue;
        // Down with the camera, then off to the right.
        const float down = eased(kDescend, kGround, t), away = eased(kAway, kIntroSeconds + 0.6F, t);
        const Vec2 at = meet + bob(slot, t) + Vec2{2 * eased(kLinked, kDescend, t) + 26 * away * away, 2.2F * std::sin(3.1416F * down) - 0.4F * down};
        const float pitch = -0.55F * std::sin(3.1416F * eased(kDescend, kGround - 1, t));
        draw_ship({.slot = slot, .at = at, .lean = 0.35F * side * std::sin(t * 0.8F), .pitch = pitch, .size = std::max(grown, 0.05F)}, cast_.ship, view);
        if (is_due(kShips + 0.02F)) burst(kBorn, at, {.tint = player_colour(slot)}, view);
        for (std::uint32_t i = 0; i < new_ticks_; ++i) {
            burst(kEngine, at, {.tint = player_colour(slot), .way = direction(pitch), .tick = ticks_ + i + static_cast<std::uint32_t>(index(slot))}, view);
        }
        places[index(slot)] = at;
    }
    if (t >= kShips) draw_thread(places[0], places[1], eased(kLinked, kLinked + 0.8F, t), view);
    view.flash = Vec3{0.05F, 0.05F, 0.05F} * (t < kShips ? 0.0F : std::exp2((kShips - t) * 6));
}

void Interlude::draw_sea(float t, float level, View& view) const {
    if (level < -14) return;
    for (std::int32_t i = 0; i <= WallBand::kCount; ++i) {
        const float x = units(Fixed{(WallBand::kFirst + i) * kWallColumn});
        view.sea.add({x, level + 0.22F * std::sin(x * 0.55F + t * 0.8F) + 0.12F * std::sin(x * 1.2F - t * 1.1F)});
    }
}

void Interlude::draw_ending(float t, View& view) {
    const float near = eased(kRise, kSpace, t), height = kDive * near, sea = -5.4F - height;
    view.sky.haze = math::lerp(Vec3{0.034F, 0.046F, 0.050F}, Vec3{0.20F, 0.11F, 0.085F}, eased(0, 12, t));
    view.sky.dawn = 0.25F + 0.75F * eased(0, 12, t);
    view.sky.space = eased(0.4F, 1, near);
    place_suns(view.sky, {0, 1.0F}, 3.8F, near);
    view.scroll = {t * 0.3F, height};
    draw_sea(t, sea, view);
    // The part of the hive that has not sunk yet.
    const float sunk = eased(kSinks, kSunk, t) * (kMoundHeight + 4);
    const Vec2 mound = kMound + Vec2{0, -sunk - height};
    if (cast_.mound && mound.y > -26) {
        const float tremble = 0.05F * eased(kSinks - 1.5F, kSinks, t) * (1 - eased(kSunk - 1, kSunk, t));
        const Vec2 off{tremble * std::sin(t * 41), tremble * std::sin(t * 53)};
        InstanceData instance = at_place(math::transform(math::turn({0, 0, 1}, -0.10F * eased(kSinks, kSunk, t)), {mound.x + off.x, mound.y + off.y, kMoundZ}));
        instance.glow = 1 - 0.9F * eased(kSinks - 2, kSunk - 3, t);
        view.instances.add({*cast_.mound, instance});
        view.shake = {tremble * 0.6F * std::sin(t * 37), tremble * 0.6F * std::sin(t * 47)};
        const bool is_sinking = t > kSinks - 2 && t < kSunk + 1.5F;
        for (std::uint32_t i = 0; is_sinking && i < new_ticks_; ++i) {
            const std::uint32_t tick = ticks_ - i;
            const float x = mound.x + random_.either() * 6, y = mound.y + random_.share() * (kMoundHeight - 1);
            const float deep = kMoundZ + 5;
            if (tick % 23 == 0 && y > sea) burst(kExplosion, {x, y}, {.size = 0.8F + 0.6F * random_.share(), .tint = {1, 0.9F, 0.8F}, .depth = deep}, view);
            if (tick % 5 == 0) burst(kSplash, {mound.x + random_.either() * 7, sea - 0.4F}, {.size = 1.3F, .depth = deep}, view);
            if (tick % 7 == 0 && y > sea) burst(kWreck, {x, y}, {.size = 2, .depth = deep}, view);
        }
    }
    std::array<Vec2, 2> places{};
    for (const Slot slot : kSlots) {
        const float side = kSide[index(slot)];
        const auto i = static_cast<float>(index(slot));
        const Vec2 start{-9.5F - 1.2F * i, -9.0F}, hover{-7.5F - 0.8F * i, 0.6F + 1.0F * side}, high{-2.4F + 2.6F * i, -3.0F + 0.5F * side};
        const Vec2 star = sun_of(view.sky, slot);
        const float out = eased(kSurface, kSurface + 2.5F, t), up = eased(kRise - 1, kSpace, t), gone = eased(kPart, kArrive, t);
        const Curve last{high, high + Vec2{side * -5.0F, 1.0F}, star + Vec2{side * -4.0F, -4.5F}, star};
        Vec2 at = math::lerp(math::lerp(start, hover, out), high, up) + bob(slot, t) * (1 - gone);
        if (gone > 0) at = last.at(gone) + bob(slot, t) * (1 - gone);
        places[index(slot)] = at;
        const float size = 1 - 0.92F * eased(0.15F, 0.85F, gone);
        const float pitch = 0.9F * (1 - out) + 0.75F * std::sin(3.1416F * eased(kRise - 1, kSpace + 1, t)) + (gone > 0 ? std::atan2(last.way(gone).y, last.way(gone).x) * eased(0, 0.15F, gone) : 0.0F);
        if (t > kSurface && is_due(kSurface + 0.62F + 0.12F * i)) burst(kSplash, {at.x, sea}, {.size = 1.6F}, view);
        if (t <= kSurface || gone >= 1) continue;
        if (size > 0.2F) draw_ship({.slot = slot, .at = at, .lean = 0.3F * side * std::sin(t * 0.7F), .pitch = pitch, .size = size}, cast_.ship, view);
        if (size < 0.6F) draw_spark(slot, at, last.way(gone), 1.2F * (0.6F - size) * (1 - eased(0.9F, 1, gone)) + 0.15F, view);
        for (std::uint32_t k = 0; size > 0.5F && k < new_ticks_; ++k) {
            burst(kEngine, at, {.tint = player_colour(slot), .way = direction(pitch), .tick = ticks_ + k + static_cast<std::uint32_t>(index(slot))}, view);
        }
        if (is_due(kArrive - 0.2F)) burst(kBorn, star, {.tint = player_colour(slot)}, view);
    }
    if (def_.is_linked && t > kSurface + 1) draw_thread(places[0], places[1], eased(kSurface + 1.5F, kSurface + 2.5F, t), view);
    view.flash = Vec3{0.03F, 0.03F, 0.035F} * (t < kArrive - 0.2F ? 0.0F : std::exp2((kArrive - 0.2F - t) * 5));
}

}  // namespace albireo::scene
