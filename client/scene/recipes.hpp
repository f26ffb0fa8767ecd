#pragma once
/// Explosions, hits, engines and muzzle flashes as data: bursts of particles (their classes are data, too:
/// render/particle_classes.hpp), a light, a shake. The stage decides when and where an effect happens; this file defines
/// its looks.
///
/// 1. Counts, speeds, scales, radii and lifetimes are linear in the requested size (BySize).
/// 2. A row of a continuous effect repeats at its own interval in ticks. A one-time effect is requested with tick 0,
///    which every interval matches.
#include <algorithm>
#include <array>
#include <span>

#include "client/scene/displace.hpp"
#include "client/scene/smoke.hpp"
#include "client/scene/view.hpp"

namespace albireo::scene {

/// A value that is linear in the size of an effect.
struct BySize {
    float base = 0, each = 0;
    constexpr float at(float size) const { return base + each * size; }
};

struct BurstRow {
    ParticleClass kind = ParticleClass::spark;
    BySize count{1};
    BySize spread{};      // random speed, units per second
    BySize scale{1};      // of the class's own size
    BySize radius{0.1F};  // particles start within this distance
    float own = 1;        // the share of the requested tint that is used
    Vec3 tint{};          // a colour added to that
    Vec3 speed{};         // units per second
    float along = 0;      // speed in the requested direction, units per second
    float ahead = 0;      // units by which particles start in that direction
    float z = 0.3F;
    float size_min = 0;  // no burst for smaller requests
    float every = 1;     // ticks between two bursts
    float sooner = 0;    // how many ticks fewer at a wound of 1
    float by_wound = 0;  // how much larger the scale is at a wound of 1
    float flows = 0;     // above 0: smoke that a stage lets flow (smoke.hpp), and how hot it is, up to 1
};

struct GlowRow {
    Vec3 colour{};
    float own = 0;            // how much of the requested tint is added
    float size_most = 2;      // larger requests are no brighter than this size
    BySize radius{}, life{};  // units, seconds; life 0: no light
    float z = 1;
};

/// A shock ring: it runs outward and bends what lies behind the plane of play.
struct ShockRow {
    BySize life{};      // seconds; 0: no ring
    BySize reach{};     // its last radius, units
    BySize width{};     // half of it, units
    BySize strength{};  // units by which it displaces at first
    float size_min = 0;  // no ring for smaller requests
};

/// Hot air around a segment: it bends in the same way.
struct HeatRow {
    float near = 0, far = 0;  // the ends, in the requested direction, units
    float rise = 0;           // of the far end, units
    BySize radius{};
    float strength = 0;  // units by which it displaces, at most; 0: none
};

struct Recipe {
    std::span<const BurstRow> bursts;
    GlowRow glow{};
    float shake = 0;  // times the square of the size
    ShockRow shock{};
    HeatRow heat{};  // of a continuous effect, in each picture
};

/// A request for an effect.
struct EffectRequest {
    float size = 1;  // units: about the radius of the object
    Vec3 tint{1, 1, 1};
    Vec2 way{1, 0};          // the unit direction of the object
    float wound = 0;         // 0 whole … 1 nearly dead
    std::uint32_t tick = 0;  // of a continuous effect
    float depth = 0;         // z of the object
};

namespace rows {

inline constexpr BurstRow kExplosion[] = {
    {.kind = ParticleClass::flash, .scale = {0, 1.2F}, .z = 0.2F},
    {.kind = ParticleClass::fire,
     .count = {10, 14},
     .spread = {0, 3.2F},
     .scale = {0.55F, 0.65F},
     .radius = {0, 0.35F},
     .z = 0.2F},
    {.kind = ParticleClass::spark, .count = {16, 26}, .spread = {9, 4}, .scale = {0.9F, 0.3F}, .z = 0.2F},
    {.kind = ParticleClass::smoke,
     .count = {4, 8},
     .spread = {0, 1.6F},
     .scale = {0.6F, 0.6F},
     .radius = {0, 0.4F},
     .own = 0.7F,
     .tint = {0.3F, 0.3F, 0.3F},
     .speed = {-1.2F, 0.3F, 0},
     .z = 0.2F,
     .flows = 1},
    {.kind = ParticleClass::debris,
     .count = {4, 8},
     .spread = {5.5F, 2},
     .scale = {0.6F, 0.7F},
     .radius = {0, 0.4F},
     .own = 0,
     .tint = {1, 1, 1},
     .speed = {0, 2, 0},
     .z = 0.2F},
    {.kind = ParticleClass::ring, .scale = {0, 0.8F}, .z = 0.2F, .size_min = 0.9F},
    {.kind = ParticleClass::ember,
     .count = {0, 12},
     .spread = {4.5F},
     .radius = {0, 0.6F},
     .z = 0.2F,
     .size_min = 0.7F},
};
inline constexpr BurstRow kShipDeath[] = {
    {.kind = ParticleClass::glint, .count = {70}, .spread = {9}, .scale = {1.3F}}};
inline constexpr BurstRow kMuzzle[] = {{.spread = {1.5F}, .scale = {0.7F}, .along = 6, .ahead = 0.25F, .z = 0.2F}};
inline constexpr BurstRow kEnemyMuzzle[] = {
    {.kind = ParticleClass::flash, .scale = {0.28F}, .own = 0, .tint = {1, 0.5F, 0.6F}}};
inline constexpr BurstRow kHit[] = {{.count = {5}, .spread = {5}, .scale = {0.8F}, .speed = {-2.5F, 0, 0}}};
inline constexpr BurstRow kChip[] = {
    {.count = {3}, .spread = {3.5F}, .scale = {0.7F}, .speed = {-2, 0.5F, 0}},
    {.kind = ParticleClass::debris, .spread = {2}, .scale = {0.7F}, .own = 0, .tint = {1.6F, 0.9F, 0.6F}}};
inline constexpr BurstRow kLaunch[] = {{.kind = ParticleClass::smoke, .count = {5}, .spread = {1.2F}, .scale = {0.5F}, .flows = 0.5F}};
inline constexpr BurstRow kBarFull[] = {{.kind = ParticleClass::glint, .count = {10}, .spread = {2}, .scale = {0.9F}}};
inline constexpr BurstRow kGraze[] = {{.kind = ParticleClass::glint, .count = {4}, .spread = {4}, .scale = {0.7F}}};
inline constexpr BurstRow kDust[] = {
    {.kind = ParticleClass::glint, .count = {3}, .spread = {2}, .scale = {1.1F}, .speed = {-1.5F, 0, 0}},
    {.kind = ParticleClass::smoke, .spread = {0.5F}, .scale = {0.3F}, .own = 0, .tint = {2, 2, 2}, .speed = {-1, 0, 0}}};
inline constexpr BurstRow kGift[] = {{.kind = ParticleClass::ring, .scale = {0.9F}},
                                     {.kind = ParticleClass::glint, .count = {50}, .spread = {6}, .scale = {1.3F}}};
// Water is pale, and nothing in it glows.
inline constexpr BurstRow kSplash[] = {
    {.kind = ParticleClass::glint, .count = {5, 9}, .spread = {1.5F, 1.2F}, .own = 0, .tint = {0.35F, 0.42F, 0.40F}, .speed = {-0.8F, 3.5F, 0}},
    {.kind = ParticleClass::smoke,
     .count = {2, 2},
     .spread = {0.8F},
     .scale = {0.25F, 0.25F},
     .radius = {0.1F, 0.3F},
     .own = 0,
     .tint = {2.6F, 3.0F, 2.9F},
     .speed = {-0.8F, 1.6F, 0}}};
inline constexpr BurstRow kSpray[] = {
    {.kind = ParticleClass::glint, .count = {6}, .spread = {1.2F}, .own = 0, .tint = {0.35F, 0.42F, 0.40F}, .speed = {-0.8F, 2.8F, 0}}};
inline constexpr BurstRow kBubbles[] = {{.kind = ParticleClass::glint,
                                         .spread = {0.4F},
                                         .scale = {1.2F},
                                         .radius = {0.25F},
                                         .own = 0,
                                         .tint = {0.30F, 0.42F, 0.40F},
                                         .speed = {-1.5F, 1.6F, 0},
                                         .every = 4}};
inline constexpr BurstRow kEnded[] = {{.kind = ParticleClass::smoke, .count = {4}, .spread = {1.2F}, .scale = {0.7F}, .radius = {0.3F}, .flows = 0.01F}};
inline constexpr BurstRow kRelease[] = {{.kind = ParticleClass::ring, .scale = {0.5F}}};

inline constexpr BurstRow kEngine[] = {{.kind = ParticleClass::glint,
                                        .spread = {0.5F},
                                        .scale = {0.9F},
                                        .radius = {0.05F},
                                        .along = -7,
                                        .ahead = -0.62F,
                                        .z = 0,
                                        .every = 2}};
inline constexpr BurstRow kSparkTail[] = {
    {.kind = ParticleClass::glint, .count = {2}, .spread = {0.6F}, .scale = {0.4F, 0.6F}, .radius = {0.1F}, .along = 1.5F},
    {.kind = ParticleClass::ember, .spread = {0.8F}, .scale = {0.6F, 0.4F}, .radius = {0.1F}, .along = 1, .every = 2}};
inline constexpr BurstRow kBorn[] = {{.kind = ParticleClass::ring, .scale = {0.8F}},
                                     {.kind = ParticleClass::flash, .scale = {0.9F}},
                                     {.kind = ParticleClass::glint, .count = {60}, .spread = {6}, .scale = {1.2F}}};
inline constexpr BurstRow kRibbonMouth[] = {
    {.count = {3}, .spread = {3.5F}, .scale = {0.8F}, .along = 2, .ahead = 0.8F, .z = 0.2F, .every = 2}};
inline constexpr BurstRow kRibbonTip[] = {{.count = {4}, .spread = {5}, .scale = {0.9F}, .every = 2}};
inline constexpr BurstRow kBeamMouth[] = {
    {.count = {4}, .spread = {4.5F}, .scale = {0.9F}, .radius = {0.15F}, .speed = {-1, 0, 0}, .every = 2}};
inline constexpr BurstRow kMissileTail[] = {{.kind = ParticleClass::fire,
                                             .spread = {0.3F},
                                             .scale = {0.32F},
                                             .radius = {0.03F},
                                             .own = 0,
                                             .tint = {1, 0.8F, 0.6F},
                                             .along = -3,
                                             .ahead = -0.4F,
                                             .z = 0,
                                             .every = 2},
                                            {.kind = ParticleClass::smoke,
                                             .spread = {0.3F},
                                             .scale = {0.35F},
                                             .radius = {0.05F},
                                             .own = 0,
                                             .tint = {0.7F, 0.7F, 0.7F},
                                             .speed = {-1, 0.2F, 0},
                                             .ahead = -0.6F,
                                             .z = -0.1F,
                                             .every = 4,
                                             .flows = 0.2F}};
inline constexpr BurstRow kWound[] = {{.kind = ParticleClass::smoke,
                                       .count = {2},
                                       .spread = {0.5F},
                                       .scale = {0.6F},
                                       .radius = {0, 0.4F},
                                       .speed = {-1.8F, 1.3F, 0},
                                       .z = 0.5F,
                                       .every = 16,
                                       .sooner = 10,
                                       .by_wound = 0.6F,
                                       .flows = 0.12F}};
// A cyst that was opened: players must see how far it has swollen, and what flies behind it.
inline constexpr BurstRow kSwelling[] = {{.kind = ParticleClass::smoke,
                                          .spread = {0.4F},
                                          .scale = {0.55F},
                                          .radius = {0, 0.4F},
                                          .speed = {-1.8F, 1.3F, 0},
                                          .z = 0.5F}};
inline constexpr BurstRow kWreck[] = {{.kind = ParticleClass::smoke,
                                       .spread = {0.4F},
                                       .scale = {0.9F},
                                       .radius = {0, 0.3F},
                                       .speed = {-2.2F, 1.4F, 0},
                                       .z = 0.4F,
                                       .every = 7,
                                       .flows = 0.35F},
                                      {.kind = ParticleClass::ember,
                                       .count = {2},
                                       .spread = {1.5F},
                                       .radius = {0, 0.3F},
                                       .own = 0,
                                       .tint = {1, 0.7F, 0.4F},
                                       .speed = {-1, 1, 0},
                                       .z = 0.4F,
                                       .every = 21}};
inline constexpr BurstRow kCrumble[] = {{.kind = ParticleClass::smoke,
                                         .count = {2},
                                         .spread = {0.6F},
                                         .scale = {0.6F},
                                         .radius = {0.3F},
                                         .own = 0,
                                         .tint = {1.1F, 0.75F, 0.5F},
                                         .speed = {-0.6F, -0.8F, 0}},
                                        {.kind = ParticleClass::debris,
                                         .count = {2},
                                         .spread = {1.2F},
                                         .scale = {0.8F},
                                         .radius = {0.2F},
                                         .own = 0,
                                         .tint = {1.6F, 0.9F, 0.6F},
                                         .speed = {0, -1.5F, 0},
                                         .every = 2}};

// A breaker sheds what it is made of.
inline constexpr BurstRow kBreaker[] = {
    {.kind = ParticleClass::glint,
     .count = {5},
     .spread = {1.6F},
     .scale = {1.3F},
     .radius = {0.4F},
     .own = 0,
     .tint = {0.35F, 0.42F, 0.40F},
     .speed = {-3.4F, 3.2F, 0}},
    {.kind = ParticleClass::smoke,
     .count = {2},
     .spread = {0.9F},
     .scale = {0.75F},
     .radius = {0.4F},
     .own = 0,
     .tint = {2.0F, 2.3F, 2.2F},
     .speed = {-3.0F, 1.6F, 0},
     .every = 3}};
inline constexpr BurstRow kSprayed[] = {
    {.kind = ParticleClass::glint, .count = {4}, .spread = {2.5F}, .own = 0, .tint = {0.35F, 0.42F, 0.40F}, .speed = {-2.5F, 2, 0}}};

}  // namespace rows

// One-time effects.
inline constexpr Recipe kExplosion{
    rows::kExplosion, {.colour = {3.6F, 1.9F, 0.8F}, .radius = {3, 3.2F}, .life = {0.35F, 0.15F}, .z = 1.2F}, 0.05F,
    {.life = {0.40F, 0.10F}, .reach = {2.5F, 2.4F}, .width = {0.4F, 0.3F}, .strength = {0.4F, 0.3F}, .size_min = 1.5F}};
inline constexpr Recipe kShipDeath{rows::kShipDeath, {.own = 5, .radius = {9}, .life = {0.8F}, .z = 1.5F}, 0,
                                   {.life = {0.7F}, .reach = {7}, .width = {0.9F}, .strength = {0.9F}}};
inline constexpr Recipe kStorm{{}, {}, 0, {.life = {0.9F}, .reach = {20}, .width = {1.8F}, .strength = {1.2F}}};  // of both ships
inline constexpr Recipe kMuzzle{rows::kMuzzle};
inline constexpr Recipe kEnemyMuzzle{rows::kEnemyMuzzle};
inline constexpr Recipe kHit{rows::kHit, {.own = 1.1F, .radius = {1.7F}, .life = {0.10F}, .z = 0.9F}};
inline constexpr Recipe kChip{rows::kChip};
inline constexpr Recipe kLaunch{rows::kLaunch};
inline constexpr Recipe kBarFull{rows::kBarFull};
inline constexpr Recipe kGraze{rows::kGraze};
inline constexpr Recipe kDust{rows::kDust};
inline constexpr Recipe kGift{rows::kGift, {.own = 3.5F, .radius = {6}, .life = {0.6F}, .z = 1.2F}};
inline constexpr Recipe kBorn{rows::kBorn};  // a spark becomes a ship, or a ship a star
inline constexpr Recipe kSplash{rows::kSplash}, kSpray{rows::kSpray};  // of what is large, of a shot
inline constexpr Recipe kSprayed{rows::kSprayed};  // a shot that a breaker stopped
inline constexpr Recipe kEnded{rows::kEnded};
inline constexpr Recipe kRelease{rows::kRelease, {.own = 2.5F, .radius = {5}, .life = {0.3F}}, 0,
                                 {.life = {0.35F}, .reach = {2.6F}, .width = {0.5F}, .strength = {0.25F}}};
// Continuous effects. The hot air of a beam lies along it, whatever its ends are here.
inline constexpr Recipe kEngine{rows::kEngine, {}, 0, {}, {.near = -0.6F, .far = -2.4F, .radius = {0.5F}, .strength = 0.12F}};
inline constexpr Recipe kBeamMouth{rows::kBeamMouth, {}, 0, {}, {.radius = {0.9F}, .strength = 0.16F}};
inline constexpr Recipe kMissileTail{rows::kMissileTail, {}, 0, {}, {.near = -0.3F, .far = -1.4F, .radius = {0.35F}, .strength = 0.10F}};
inline constexpr Recipe kWreck{rows::kWreck, {}, 0, {}, {.rise = 2.2F, .radius = {0.5F, 0.6F}, .strength = 0.16F}};
inline constexpr Recipe kWound{rows::kWound, {}, 0, {}, {.rise = 1.6F, .radius = {0.3F, 0.5F}, .strength = 0.12F}};
inline constexpr Recipe kRibbonMouth{rows::kRibbonMouth}, kRibbonTip{rows::kRibbonTip},
    kSwelling{rows::kSwelling}, kBreaker{rows::kBreaker},
    kCrumble{rows::kCrumble}, kBubbles{rows::kBubbles}, kSparkTail{rows::kSparkTail};

inline constexpr float kSmokes = 0.45F;  // the wound from which a large enemy's part smokes

/// The sizes of explosions, units.
inline constexpr std::array<float, 4> kDeathSizes = {0.62F, 1.05F, 1.7F, 3.2F};  // by KindSize
inline constexpr float kPartDeathSize = 1.2F, kMissileDeathSize = 0.5F, kShipDeathSize = 1.25F, kBoltSize = 0.4F,
                       kCrackSize = 0.55F;
/// The particles of a recipe at this place. Without `smoke`, what flows is a burst like others.
inline void add_bursts(const Recipe& recipe, Vec2 at, const EffectRequest& asked, VisualRandom& random, decltype(View::bursts)& bursts, Smoke* smoke = nullptr) {
    for (const BurstRow& row : recipe.bursts) {
        const float every = std::max(row.every - row.sooner * asked.wound, 1.0F);
        if (asked.size < row.size_min || asked.tick % static_cast<std::uint32_t>(every) != 0) continue;
        const Vec2 ahead = asked.way * row.ahead, along = asked.way * row.along;
        const Burst burst{.at = {at.x + ahead.x, at.y + ahead.y, asked.depth + row.z},
                    .count = row.count.at(asked.size),
                    .speed = row.speed + Vec3{along.x, along.y, 0},
                    .spread = row.spread.at(asked.size),
                    .tint = asked.tint * row.own + row.tint,
                    .scale = row.scale.at(asked.size) + row.by_wound * asked.wound,
                    .kind = static_cast<std::uint32_t>(row.kind),
                    .seed = random.next(),
                    .radius = row.radius.at(asked.size)};
        if (row.flows > 0 && smoke != nullptr) {
            smoke->add(burst, row.flows, random);
        } else {
            bursts.add(burst);
        }
    }
}

/// The hot air of a recipe at this place. `seed`: of its pattern.
inline void add_heat(const Recipe& recipe, Vec2 at, const EffectRequest& asked, float seed, decltype(View::bends)& bends) {
    const HeatRow& heat = recipe.heat;
    const Vec2 from = at + asked.way * heat.near, to = at + asked.way * heat.far + Vec2{0, heat.rise};
    bends.add({.from = from, .to = to, .radius = heat.radius.at(asked.size), .strength = heat.strength, .seed = seed});
}

// Hits of both players on a joint part.
inline constexpr float kJointHitSize = 1.7F;
inline constexpr Vec3 kJointHitTint = {1, 0.95F, 0.85F};
inline constexpr int kBossBlasts = 9;  // explosions around the place where a boss died
inline constexpr float kBossBlastSize = 1.3F, kBossBlastReach = 3;

}  // namespace albireo::scene
