#pragma once
/// The numbers that players feel: speeds, rates, damages, bars. Changing one changes the game: raise kCoreVersion
/// (snapshot.hpp) and record the golden replays again (tests/cross/renew).
#include <array>

#include "sim/base/angle.hpp"
#include "sim/base/limits.hpp"
#include "sim/input.hpp"

namespace albireo {

// Ships.
inline constexpr Fixed kShipSpeed = 190_mu;       // units per tick: the field's width in 2.8 s
inline constexpr Fixed kShipFocusSpeed = 85_mu;
inline constexpr Fixed kShipEdge = 700_mu;        // least distance from the field's border
inline constexpr Fixed kDiagonal = 707_mu;        // factor for each axis of a diagonal
inline constexpr std::uint8_t kLivesAtStart = 3;
inline constexpr std::uint8_t kLivesMax = 5;      // with extends
inline constexpr std::uint16_t kDeadTicks = 90;   // ticks from death to return
inline constexpr std::uint16_t kEnterTicks = 50;  // flying in from the left, not steered
inline constexpr std::uint16_t kSafeTicks = 120;  // invulnerable after that
inline constexpr std::array<Vec2, kSlotCount> kShipStart = {Vec2{-11_u, 2_u}, Vec2{-11_u, -2_u}};
inline constexpr Fixed kShipEnterFrom = -18_u;
inline constexpr Vec2 kNose = {800_mu, Fixed{}};

// Damage. A level counts armour in needle hits, the core in tenths of a needle hit, so that a ribbon can burn every
// tick.
inline constexpr std::int32_t kDamageUnit = 10;
inline constexpr std::int32_t kRibbonDamage = 2;  // a tick
inline constexpr std::int32_t kRibbonFocusedDamage = 3;
inline constexpr std::array<std::int32_t, kWhipHops + 1> kWhipDamage = {6, 4, 3, 2};  // of the target, then hop by hop
inline constexpr Fixed kWhipReach = 6_u;                 // from the centre of one target to that of the next
inline constexpr std::int32_t kBridgeDamage = 6;
inline constexpr std::int32_t kBridgeBothDamage = 9;     // while both players hold it
// Joint parts: hits of both players at most this many ticks apart do 5/4 of their damage, from the second one on.
inline constexpr std::uint8_t kJointTicks = 30;
inline constexpr std::int32_t kBoltDamage = 40 * kDamageUnit;
inline constexpr std::int32_t kCombinedStormTimes = 3;  // bolts per target, in addition to both players' own bolts

// Burrs, the charged form of the seekers: n of them on one part, of either player, burst together.
inline constexpr std::int32_t kBurrDamage = 14;  // times n²
inline constexpr std::uint8_t kFuseTicks = 72;   // from the first burr on a part to their burst

// The bulwark, the charged form of the fan: enemy shots in a sector ahead of the ship turn to dust.
inline constexpr Fixed kGuardReach = 1900_mu;         // from the ship's centre to the shot's edge
inline constexpr Fixed kGuardSlope = Fixed{180055};   // 2.7475, the tangent of half of 140 degrees
inline constexpr std::uint32_t kGuardWorth = 10;      // for each shot
inline constexpr std::int32_t kGuardCharge = 2;
inline constexpr std::uint32_t kCombinedStormDustWorth = 20;  // paid to both, for each shot that a combined storm turns to dust

// Water.
inline constexpr Fixed kDiveShare = 600_mu;   // the share of its speed that a ship or an enemy's diamond keeps under water
inline constexpr Fixed kDiveReach = 3_u;      // how far a player's shot flies under water
inline constexpr Fixed kThrownUp = 150_mu;    // units per tick by which a ship out of breath rises, however it is steered
inline constexpr std::uint16_t kBreathBack = 2;  // ticks of breath that a tick in the air restores

/// How a weapon fires.
enum class Form : std::uint8_t { plain = 0, focused = 1, charged = 2 };
inline constexpr int kFormCount = 3;
struct Volley {
    std::uint16_t every;    // ticks between volleys
    std::uint8_t shots;
    Fixed speed;            // units per tick
    Angle spread;           // between the outermost shots
    Fixed gap;              // across, between parallel shots
    std::uint16_t damage;   // of one shot, tenths of a needle hit
    std::uint8_t pierce = 1;  // parts that one shot can hit
};
/// By weapon and form. Charged needles are lances, charged seekers burrs. The charged fan is slow, because its
/// charge is spent on the bulwark. The ribbon fires no shots.
inline constexpr std::array<std::array<Volley, kFormCount>, kWeaponCount> kVolleys = {{
    {{{4, 1, 950_mu, {}, {}, 10}, {4, 2, 950_mu, {}, 300_mu, 7}, {12, 1, 2400_mu, {}, {}, 60, kPierceMax}}},  // needle
    {{{10, 5, 700_mu, Angle::degrees(44), {}, 10},
      {10, 5, 700_mu, Angle::degrees(12), {}, 10},
      {20, 5, 700_mu, Angle::degrees(44), {}, 10}}},                                                        // fan
    {{{24, 2, 340_mu, {}, 800_mu, 30}, {24, 2, 440_mu, {}, 400_mu, 30}, {20, 2, 420_mu, {}, 800_mu, 14}}},  // seekers
    {{{1, 0, {}, {}, {}, 0}, {1, 0, {}, {}, {}, 0}, {1, 0, {}, {}, {}, 0}}},                                // ribbon
}};
constexpr const Volley& volley_of(Weapon weapon, Form form) {
    return kVolleys[static_cast<std::size_t>(weapon)][static_cast<std::size_t>(form)];
}
static_assert(volley_of(Weapon::seekers, Form::charged).damage == kBurrDamage);
constexpr std::uint32_t most_of_volleys(auto Volley::* figure) {
    std::uint32_t most = 0;
    for (const auto& forms : kVolleys) {
        for (const Volley& volley : forms) most = most > volley.*figure ? most : std::uint32_t{volley.*figure};
    }
    return most;
}
inline constexpr std::uint32_t kVolleyShotsMax = most_of_volleys(&Volley::shots);
inline constexpr std::uint32_t kCooldownMax = most_of_volleys(&Volley::every);
inline constexpr std::uint16_t kSeekerTicksMin = 24;  // duration of the shortest and of the longest curve
inline constexpr std::uint16_t kSeekerTicksMax = 110;
inline constexpr Fixed kSeekerSwing = 2500_mu;        // how far a curve leaves the straight line at its start
// With focus, seekers turn only to targets within 25 degrees of straight ahead: the tangent is 0.4663.
inline constexpr Fixed kSeekerFocusSlope = Fixed{30560};
// Limits the life of a shot. A seeker whose curve ends at speed zero would otherwise never go away.
inline constexpr std::uint16_t kShotTicksMax = 300;

// Bars.
inline constexpr std::int32_t kChargeFull = 1000;
inline constexpr std::int32_t kGoldFull = 1000;
inline constexpr std::int32_t kReleaseBegin = 120;   // the first tick of charged fire
inline constexpr std::int32_t kReleasePerTick = 8;   // each further tick; a full bar lasts 1.85 s
inline constexpr std::uint8_t kLightningWait = 90;   // ticks between two releases of lightning
// The absolute limit for a bar below zero. A client spends what its predicted world shows: at most a full bar, plus
// what it spends in two seconds. Usually the limit is lower, because it depends on what there was to earn (debt_max()
// in game/score): charge that left the field in the last one to two spans of kEarningSpan ticks, charge that is still
// in it, and kUnseenCharge for children and missiles of an enemy that a client wrongly predicted to be alive.
inline constexpr std::int32_t kChargeDebtMax = 2 * kChargeFull;
inline constexpr std::int32_t kGoldDebtMax = kGoldFull;
static_assert(kReleasePerTick * static_cast<std::int32_t>(kLeadTicksMax) <= kChargeDebtMax);
inline constexpr std::uint32_t kEarningSpan = 128;
static_assert(kEarningSpan > kLeadTicksMax + 1);
inline constexpr std::int32_t kUnseenCharge = 100;
inline constexpr std::int32_t kOfferedMax = 1 << 20;  // more than any debt

// The combined storm: how close in time and space the two releases must be.
inline constexpr std::int32_t kCombinedStormTicks = 30;
inline constexpr Fixed kCombinedStormReach = 6_u;

// Score.
inline constexpr std::uint16_t kChainKills = 4;          // kills that raise the multiplier by one
inline constexpr std::uint16_t kMultiplierMax = 16;
inline constexpr std::uint16_t kChainTicks = 180;        // ticks without a kill until the multiplier falls by one
inline constexpr std::uint16_t kChainFallTicks = 45;     // further ticks until it falls by one more

// An extend is an extra life for both players: at this score of the team, and at every further step.
inline constexpr std::uint32_t kExtendFirst = 1'500'000;
inline constexpr std::uint32_t kExtendEvery = 4'500'000;
inline constexpr std::uint32_t kClearWorth = 10'000;      // for each life left when the level is cleared
inline constexpr std::uint32_t kNoContinuePercent = 150;  // of that, in a game without a continue

// Ships that stay close are linked: they share kills.
inline constexpr Fixed kLinkReach = 5_u;
inline constexpr std::uint16_t kLinkTicks = 60;          // until the link begins
inline constexpr std::int32_t kLinkedEach = 50;          // percent of a kill's charge for each player …
inline constexpr std::int32_t kLinkedMore = 20;          // … and percent that are shared by damage
inline constexpr std::int32_t kAssistPercent = 20;       // of all damage to an enemy: its kill counts for this player
// Kills fill the bars faster while the ships are linked, and just after a graze.
inline constexpr std::int32_t kRiskFactor = 2;
inline constexpr std::uint16_t kGrazedTicks = 60;        // how long after a graze
// The most of a target's charge that one player can get: their own share, plus what overflows their partner's bars.
inline constexpr std::int32_t kShareMostPercent = kRiskFactor * (2 * kLinkedEach + kLinkedMore);

// A formation that is destroyed within this time of its first kill pays the worth of this many of its enemies, in full
// to each player who took part.
inline constexpr std::uint16_t kFormationTicks = 180;
inline constexpr std::uint32_t kFormationTimes = 5;

// A graze: an enemy shot comes closer than this to a ship's hull.
inline constexpr Fixed kHullRadius = 270_mu;
inline constexpr Fixed kGrazeReach = 1_u;
inline constexpr Fixed kGrazeFocusReach = 1300_mu;
inline constexpr std::uint32_t kGrazeWorth = 30;
inline constexpr std::int32_t kGrazeCharge = 3;
inline constexpr std::uint16_t kGrazeChainTicks = 10;    // added to the time until the multiplier falls

// Later laps of a loop pay less, so that waiting does not pay: percent by lap. The last value holds for all later laps.
inline constexpr std::array<std::uint32_t, 4> kWorthByLap = {100, 50, 25, 0};
inline constexpr std::array<std::int32_t, 4> kChargeByLap = {100, 75, 50, 25};

// Pars for a player without a partner, in percent of those for two.
inline constexpr std::uint32_t kSoloParPercent = 160;

// How far a reported hit may be from the bound of its target. The client's meshes lie within the bounds; the slack
// covers the shot's own size and one tick of both motions.
inline constexpr Fixed kHitSlack = 1_u;
inline constexpr Fixed kRibbonSlack = 5_u;               // the ribbon bends away from its chord

// Pauses, with two players.
inline constexpr std::uint16_t kPauseOwnTicks = 600;     // ticks until the partner can end a pause, too
inline constexpr std::uint8_t kPausesPerSection = 3;     // for each player

// A ship whose centre has been in rock for this many ticks dies even if its client does not report it. An honest client
// sees the hull touch the rock several ticks earlier, and reports that at once.
inline constexpr std::uint16_t kRockTicks = 6;

// Game over.
inline constexpr std::uint16_t kContinueTicks = 1200;    // ticks for which "Continue?" is on offer

}  // namespace albireo
