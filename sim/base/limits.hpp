#pragma once
/// Every limit of the simulation, in one place, each with the sum that made it. Plain constants; no state.
#include "sim/base/fixed.hpp"
#include "sim/base/types.hpp"

namespace albireo {

inline constexpr std::uint32_t kTicksPerSecond = 60;

// Latency.
inline constexpr std::uint32_t kLeadTicksMax = 120;  // 2 s: how far a client may run ahead of what is confirmed
inline constexpr std::uint32_t kAimLagTicks = 30;    // aimed fire aims at where a ship was half a second ago
inline constexpr std::uint32_t kLateTicks = kLeadTicksMax;  // a shared cause moves the world this much later
inline constexpr std::uint32_t kTrailTicks = 32;     // positions remembered per ship, a power of two above the aim lag
static_assert(kTrailTicks > kAimLagTicks && (kTrailTicks & (kTrailTicks - 1)) == 0);

// The field: x −16 … +16, y −9 … +9 units, y up.
inline constexpr Fixed kFieldHalfWidth = 16_u;
inline constexpr Fixed kFieldHalfHeight = 9_u;
inline constexpr Fixed kShotMargin = 1_u;   // a shot lives until it is this far outside
inline constexpr Fixed kEnemyMargin = 8_u;  // an enemy that has been inside is gone beyond this, and its own radius
inline constexpr Fixed kEnemyLost = 256_u;  // and one that never came inside beyond this: places end at 64, offsets at 32

// Pools.
inline constexpr std::size_t kEnemiesMax = 256;
inline constexpr std::size_t kPartsMax = 16;
inline constexpr std::size_t kEnemyShotsMax = 4096;
inline constexpr std::size_t kShotsPerPlayerMax = 512;
inline constexpr std::size_t kBeamsMax = 64;
inline constexpr std::size_t kMissilesMax = 64;
inline constexpr std::size_t kMachinesPerEnemyMax = 4;

// What one frame may carry. A busy second makes about 30 reports a player; a bolt salvo 8 in one tick, beside 8 hits.
inline constexpr std::size_t kReportsPerFrameMax = 16;
inline constexpr std::size_t kBoltsPerLightningMax = 8;
static_assert(kReportsPerFrameMax >= 2 * kBoltsPerLightningMax);

// Enemies one ribbon may burn at once; it has one target, and touches what lies in its way.
inline constexpr std::size_t kTouchesMax = 8;

// State machines.
inline constexpr int kFallThroughMax = 8;  // states entered in one tick before the machine must wait for the next

// Level data. A level of 15 minutes with a spawn every half second needs 1 800 spawns.
inline constexpr std::size_t kSpawnsMax = 4096;
inline constexpr std::size_t kTilesMax = 512;
inline constexpr std::size_t kTileRowMax = 16;      // tiles placed at once: 32 + 2 × 8 units at ≥ 4 units a tile = 12, and spare
inline constexpr Fixed kTileAdvanceMin = 4_u;       // the least a tile moves the camera to the right
inline constexpr std::size_t kLevelBytesMax = 1 << 20;
inline constexpr std::size_t kListMax = 65535;      // items in any list of a level: a Range counts them in 16 bits
inline constexpr std::size_t kByteListMax = 255;    // … in those whose indices are bytes, 255 being "none"
inline constexpr std::size_t kNamesMax = 4096;
inline constexpr std::uint32_t kLevelTicksMax = 60 * 60 * kTicksPerSecond;  // an hour
inline constexpr std::uint8_t kFlagsMax = 32;
inline constexpr std::uint8_t kLapsMax = 200;       // laps with cues: a lap is one byte of an EnemyId

// What level data may hold, so that no sum or product of the core leaves 32 or 64 bits, and no list derived from it grows
// out of hand.
inline constexpr Fixed kSpeedMax = 8_u;             // units a tick: the field's height in two ticks
inline constexpr Fixed kShotSpeedMin = 10_mu;       // a slower shot would take most of a minute to leave
inline constexpr Fixed kPlaceMax = 64_u;            // in the field's coordinates: four times its half width
inline constexpr Fixed kTilePlaceMax = 128_u;       // in a tile's own coordinates
inline constexpr Fixed kTileAdvanceMax = 64_u;
inline constexpr Fixed kOffsetMax = 32_u;           // of a part from its enemy, or of an enemy from its path
inline constexpr Fixed kRadiusMax = 16_u;
inline constexpr Fixed kPathLengthMax = 512_u;      // from point to point; the curve is at most 7/3 of it
inline constexpr std::int32_t kArmourMax = 1'000'000;  // times a thousand still fits 32 bits
inline constexpr std::uint32_t kWorthMax = 1'000'000;
inline constexpr std::size_t kTilePointsMax = 512;  // corners of all polygons of a tile: what one shot may be tested with
inline constexpr std::size_t kWallPointsMax = 1 << 15;  // … of all tiles
inline constexpr std::size_t kBehaviourMax = 1 << 16;   // actions and transitions of all kinds, as each kind counts its own

}  // namespace albireo
