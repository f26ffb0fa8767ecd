#pragma once
/// Every limit of the simulation, in one place, each with its derivation.
#include "sim/base/fixed.hpp"
#include "sim/base/types.hpp"

namespace albireo {

inline constexpr std::uint32_t kTicksPerSecond = 60;

// Latency.
inline constexpr std::uint32_t kLeadTicksMax = 120;  // 2 s: the largest lead of predicted over confirmed tick
inline constexpr std::uint32_t kAimLagTicks = 30;    // aimed fire aims at where a ship was half a second ago
inline constexpr std::uint32_t kLateTicks = kLeadTicksMax;  // a shared cause takes effect this many ticks later
inline constexpr std::uint32_t kTrailTicks = 32;     // positions remembered per ship, a power of two above the aim lag
static_assert(kTrailTicks > kAimLagTicks && (kTrailTicks & (kTrailTicks - 1)) == 0);

// The field: x −16 … +16, y −9 … +9 units, y up.
inline constexpr Fixed kFieldHalfWidth = 16_u;
inline constexpr Fixed kFieldHalfHeight = 9_u;
inline constexpr Fixed kShotMargin = 1_u;   // a shot is removed when it is this far outside
// An enemy that has been inside the field is removed when it is this far outside, plus its own radius.
inline constexpr Fixed kEnemyMargin = 8_u;
// An enemy that has never been inside is removed when it is this far outside. Positions are at most 64, offsets 32.
inline constexpr Fixed kEnemyLost = 256_u;

// Pools.
inline constexpr std::size_t kEnemiesMax = 256;
inline constexpr std::size_t kPartsMax = 16;
inline constexpr std::size_t kEnemyShotsMax = 4096;
inline constexpr std::size_t kShotsPerPlayerMax = 512;
inline constexpr std::size_t kBeamsMax = 64;
inline constexpr std::size_t kMissilesMax = 64;
inline constexpr std::size_t kMachinesPerEnemyMax = 4;
inline constexpr std::size_t kOpenFormationsMax = 32;  // a full game has at most a dozen within kFormationTicks

// The reports of one frame. A busy second makes about 30 per player. Lightning makes 8 in one tick, and 8 hits may
// occur in the same tick.
inline constexpr std::size_t kReportsPerFrameMax = 16;
inline constexpr std::size_t kBoltsPerLightningMax = 8;
static_assert(kReportsPerFrameMax >= 2 * kBoltsPerLightningMax);

// Enemy parts that one ribbon may burn at once: its target, the parts on the way to it, and those that a whip leaps to.
inline constexpr std::size_t kTouchesMax = 8;
inline constexpr std::uint32_t kWhipHops = 3;  // targets that a whip leaps on to, each from the one before

// Parts that one lance may pierce. A player's marks remember the hits of two lances.
inline constexpr std::uint8_t kPierceMax = 8;
inline constexpr std::size_t kPiercedMax = 2 * kPierceMax;
inline constexpr std::uint8_t kBeamCopiesMax = 8;
inline constexpr std::uint8_t kPickMax = 16;  // states that a machine may pick from
// If a kind has grandchildren, an enemy of it may have this many children, and each child this many of its own. The
// numbers of both share one byte of the EnemyId (game/enemy).
inline constexpr std::uint8_t kBranchedChildrenMax = 15;

// Water.
inline constexpr std::size_t kWavesMax = 4;           // of one level
inline constexpr Fixed kSwellMax = 8_u;
inline constexpr std::uint16_t kBreathTicks = 240;    // the longest dive, if a level states none

inline constexpr int kBurrsMax = 16;  // on one part, both players' together
inline constexpr std::uint32_t kSkipTicksMax = 216'000;  // ticks of a level that practice may skip: an hour

// State machines.
inline constexpr int kFallThroughMax = 8;  // states that a machine may enter in one tick

// Bullet programs. A script writes up to 8 steps; the compiler adds one that lasts for the rest of the bullet's life.
inline constexpr std::size_t kBulletsMax = 64;
inline constexpr std::size_t kBulletStepsMax = 9;
inline constexpr std::uint16_t kBulletLifeTicks = 900;  // a bullet with a program is removed at this age
inline constexpr std::uint8_t kSplitsDeepMax = 2;
inline constexpr std::uint8_t kSplitMax = 16;           // children of one split
inline constexpr std::uint8_t kDescendantsMax = 64;     // of one bullet, in all
inline constexpr std::uint8_t kBouncesMax = 3;
inline constexpr Fixed kBulletMargin = 8_u;  // a bullet that may come back is removed when it is this far outside
// A lob of the fastest library gun rises 0.2² / (2 · 0.0022) = 9 units above its muzzle.
inline constexpr Fixed kPullMax = 50_mu;     // units per tick², of a falling bullet, in each axis

// Fairness of bullet programs. A bullet rests for kRestTicks before it aims or splits: players react in 12 to 18 ticks.
inline constexpr std::uint16_t kRestTicks = 18;
inline constexpr Fixed kRestSpeed = 40_mu;         // units per tick; a slower bullet rests
inline constexpr Fixed kAimedSpeedMax = Fixed{8520};  // 0.13 units per tick, once a bullet has aimed
// The hole of a curtain: the ship's height of 0.54, a bullet's 0.32, and 0.8 of room on either side. Players see it for
// at least kHoleTicks before it reaches kHoleLine, where their ships usually are.
inline constexpr Fixed kHoleMin = 2500_mu;
inline constexpr Fixed kHoleLine = -9_u;
inline constexpr std::int32_t kHoleTicks = 60;

// Level data. A level of 15 minutes with a spawn every half second needs 1 800 spawns.
inline constexpr std::size_t kSpawnsMax = 4096;
inline constexpr std::size_t kTilesMax = 512;
// Tiles placed at once. The row's 44 units (kSightBehind + kSightAhead) touch at most 12 tiles of 4 units; 4 are spare.
inline constexpr std::size_t kTileRowMax = 16;
inline constexpr Fixed kTileAdvanceMin = 4_u;       // the least distance that a tile moves the camera to the right
// The row of tiles reaches this far from the camera. No view shows more.
inline constexpr Fixed kSightAhead = kFieldHalfWidth + 8_u;
inline constexpr Fixed kSightBehind = kFieldHalfWidth + 4_u;
static_assert(kTileRowMax * static_cast<std::size_t>(kTileAdvanceMin.floor()) >=
              static_cast<std::size_t>((kSightAhead + kSightBehind).floor()) + 16);
inline constexpr std::size_t kLevelBytesMax = 1 << 20;
inline constexpr std::size_t kListMax = 65535;      // items in any list of a level: a Range counts them in 16 bits
inline constexpr std::size_t kByteListMax = 255;    // … in lists whose indices are bytes; 255 means "none"
inline constexpr std::size_t kNamesMax = 4096;
inline constexpr std::uint32_t kLevelTicksMax = 60 * 60 * kTicksPerSecond;  // an hour
inline constexpr std::uint8_t kFlagsMax = 32;
inline constexpr std::uint8_t kLapsMax = 200;       // laps with cues: a lap is one byte of an EnemyId
inline constexpr std::uint8_t kPhasesMax = 16;      // of a boss, from which practice can begin

// Endless levels. An EnemyId is reused after kLapsMax cards or laps, at least 13 minutes later. By then the enemy that had it is gone
// or is removed, and so are its shots: the slowest shot crosses the field in 61 seconds.
inline constexpr std::size_t kCardsMax = 64;            // a bit each in Deck::used
inline constexpr std::uint8_t kTiersMax = 5;
inline constexpr std::uint32_t kRoundCards = 6;         // the last is a boss's
inline constexpr std::uint32_t kCardTicksMin = 20 * kTicksPerSecond, kCardTicksMax = 36 * kTicksPerSecond;
inline constexpr std::uint32_t kBossLapTicksMin = 4 * kTicksPerSecond;
inline constexpr std::size_t kCardTilesMax = 4;
inline constexpr std::uint8_t kHeatMax = 20;            // the game gets no harder after this many rounds
inline constexpr std::uint32_t kReuseTicksMin = kLapsMax * kBossLapTicksMin;
static_assert(kReuseTicksMin > 10 * 60 * kTicksPerSecond);

// Bounds on level data. They keep every sum and product of the core within 32 or 64 bits, and limit the size of the
// lists derived from a level.
inline constexpr Fixed kSpeedMax = 8_u;             // units per tick: the field's height in two and a quarter ticks
inline constexpr Fixed kShotSpeedMin = 10_mu;       // units per tick; a slower shot would take most of a minute to leave
inline constexpr Fixed kPlaceMax = 64_u;            // in the field's coordinates: four times its half width
inline constexpr Fixed kTilePlaceMax = 128_u;       // in a tile's own coordinates
inline constexpr Fixed kTileAdvanceMax = 64_u;
inline constexpr Fixed kOffsetMax = 32_u;           // of a part from its enemy, or of an enemy from its path
inline constexpr Fixed kRadiusMax = 16_u;
inline constexpr Fixed kPathLengthMax = 512_u;      // summed from point to point; the curve is at most 7/3 as long
inline constexpr std::int32_t kArmourMax = 1'000'000;  // needle hits; times a thousand still fits 32 bits
inline constexpr std::uint32_t kWorthMax = 1'000'000;
// Corners of all polygons of a tile. Limits how many edges one shot is tested against.
inline constexpr std::size_t kTilePointsMax = 512;
inline constexpr std::size_t kWallPointsMax = 1 << 15;  // … of all tiles
// Moving walls. Each costs about 0.1 µs per tick.
inline constexpr std::size_t kTileMovesMax = 8;
inline constexpr std::size_t kSightMovesMax = 16;       // … of all tiles that can be in sight at once
inline constexpr std::size_t kWallKeysMax = 32;
// The mean speed from key to key; an eased move is half as fast again in the middle. Ships are tested once per tick, so a
// faster wall could pass through a ship.
inline constexpr Fixed kWallSpeedMax = 500_mu;
inline constexpr std::size_t kBehaviourMax = 1 << 16;   // actions and transitions, counted once per kind that uses them

}  // namespace albireo
