#include "client/audio/voices.hpp"

#include <array>

#include "client/audio/bed_layers.hpp"

namespace albireo::audio {
namespace {

// clang-format off
using enum Wave;

// ------------------------------------------------------------------------------------------------------- the players

constexpr Layer kNeedle[] = {
    {.wave = saw, .from = 1500, .to = 420, .decay = 0.075F, .gain = 0.8F, .low_from = 5200, .low_to = 900},
    {.wave = noise, .from = 20'000, .to = 9'000, .decay = 0.02F, .gain = 0.25F, .high = 2500},
};
constexpr Layer kFan[] = {
    {.wave = saw, .from = 860, .to = 210, .decay = 0.12F, .gain = 0.6F, .low_from = 3800, .low_to = 600},
    {.wave = saw, .from = 1090, .to = 265, .decay = 0.12F, .gain = 0.45F, .low_from = 3800, .low_to = 600},
    {.wave = noise, .from = 16'000, .to = 5'000, .decay = 0.05F, .gain = 0.3F, .low_from = 6000, .low_to = 1500},
};
constexpr Layer kSeeker[] = {
    {.wave = triangle, .from = 330, .to = 880, .attack = 0.015F, .decay = 0.2F, .gain = 0.8F, .vibrato = 0.05F,
     .vibrato_rate = 28},
    {.wave = noise, .from = 6'000, .to = 14'000, .attack = 0.02F, .decay = 0.16F, .gain = 0.2F, .low_from = 1200,
     .low_to = 4200},
};
constexpr Layer kPowered[] = {
    {.wave = square, .from = 620, .to = 120, .decay = 0.17F, .gain = 0.6F, .low_from = 4200, .low_to = 500,
     .drive = 2},
    {.wave = sine, .from = 190, .to = 55, .decay = 0.2F, .gain = 0.8F},
    {.wave = noise, .from = 18'000, .to = 6'000, .decay = 0.06F, .gain = 0.3F, .high = 900},
};
// Tones and vibrato of a loop fit into its length a whole number of times.
constexpr Layer kRibbon[] = {
    {.wave = saw, .from = 110, .to = 110, .hold = 1.2F, .decay = 0, .gain = 0.5F, .low_from = 1900, .low_to = 1900,
     .ring = 2.5F, .vibrato = 0.012F, .vibrato_rate = 10},
    {.wave = saw, .from = 222.5F, .to = 222.5F, .hold = 1.2F, .decay = 0, .gain = 0.3F, .low_from = 2600,
     .low_to = 2600, .vibrato = 0.02F, .vibrato_rate = 12.5F},
    {.wave = noise, .from = 12'000, .to = 12'000, .hold = 1.2F, .decay = 0, .gain = 0.22F, .low_from = 5200,
     .low_to = 5200, .high = 1400},
};
constexpr Layer kReleased[] = {
    {.wave = saw, .from = 90, .to = 760, .attack = 0.05F, .hold = 0.08F, .decay = 0.35F, .gain = 0.6F,
     .low_from = 400, .low_to = 6000, .ring = 2},
    {.wave = noise, .from = 4'000, .to = 20'000, .attack = 0.1F, .decay = 0.4F, .gain = 0.3F, .low_from = 800,
     .low_to = 8000},
    {.wave = sine, .delay = 0.03F, .from = 70, .to = 45, .attack = 0.01F, .decay = 0.4F, .gain = 0.8F},
};

// ---------------------------------------------------------------------------------------------------------- the field

constexpr Layer kHit[] = {
    {.wave = noise, .from = 14'000, .to = 7'000, .decay = 0.05F, .gain = 0.6F, .low_from = 5200, .low_to = 900},
    {.wave = square, .from = 310, .to = 150, .decay = 0.04F, .gain = 0.5F, .low_from = 2500, .low_to = 700},
};
constexpr Layer kRock[] = {
    {.wave = noise, .from = 9'000, .to = 3'000, .decay = 0.06F, .gain = 0.8F, .low_from = 1700, .low_to = 300},
};
constexpr Layer kEnemyShot[] = {
    {.wave = sine, .from = 640, .to = 270, .attack = 0.004F, .decay = 0.09F, .gain = 0.8F},
    {.wave = triangle, .from = 1290, .to = 540, .attack = 0.004F, .decay = 0.05F, .gain = 0.25F},
};
constexpr Layer kMissile[] = {
    {.wave = noise, .from = 5'000, .to = 16'000, .attack = 0.03F, .hold = 0.05F, .decay = 0.4F, .gain = 0.8F,
     .low_from = 600, .low_to = 3600, .ring = 1.4F},
    {.wave = sine, .from = 140, .to = 60, .decay = 0.15F, .gain = 0.7F},
};
constexpr Layer kBeamWarning[] = {
    {.wave = triangle, .from = 260, .to = 1040, .attack = 0.08F, .hold = 0.3F, .decay = 0.4F, .gain = 0.6F,
     .vibrato = 0.06F, .vibrato_rate = 18},
    {.wave = sine, .from = 523, .to = 2080, .attack = 0.2F, .hold = 0.2F, .decay = 0.35F, .gain = 0.25F},
};
constexpr Layer kEnemyBeam[] = {
    {.wave = saw, .from = 62, .to = 62, .hold = 1.5F, .decay = 0, .gain = 0.7F, .low_from = 1100, .low_to = 1100,
     .vibrato = 0.02F, .vibrato_rate = 8, .drive = 2},
    {.wave = square, .from = 124, .to = 124, .hold = 1.5F, .decay = 0, .gain = 0.3F, .low_from = 900, .low_to = 900,
     .vibrato = 0.015F, .vibrato_rate = 10},
    {.wave = noise, .from = 9'000, .to = 9'000, .hold = 1.5F, .decay = 0, .gain = 0.35F, .low_from = 2800,
     .low_to = 2800, .high = 300},
};
constexpr Layer kHatch[] = {
    {.wave = square, .from = 233, .to = 220, .decay = 0.14F, .gain = 0.4F, .low_from = 2600, .low_to = 900},
    {.wave = square, .from = 371, .to = 360, .decay = 0.09F, .gain = 0.3F, .low_from = 3200, .low_to = 900},
    {.wave = noise, .from = 8'000, .to = 3'000, .decay = 0.07F, .gain = 0.5F, .low_from = 2600, .low_to = 400},
};
constexpr Layer kCrack[] = {
    {.wave = noise, .from = 18'000, .to = 9'000, .decay = 0.12F, .gain = 0.7F, .high = 600},
    {.wave = square, .from = 311, .to = 290, .decay = 0.7F, .gain = 0.25F, .low_from = 4000, .low_to = 700},
    {.wave = square, .from = 467, .to = 440, .decay = 0.55F, .gain = 0.2F, .low_from = 4000, .low_to = 700},
    {.wave = sine, .from = 90, .to = 34, .decay = 0.9F, .gain = 0.9F, .drive = 2},
    {.wave = noise, .delay = 0.16F, .from = 9'000, .to = 2'500, .attack = 0.01F, .decay = 0.8F, .gain = 0.35F,
     .low_from = 2400, .low_to = 200},
};

// ------------------------------------------------------------------------------------------------------------- deaths

constexpr Layer kDeathSmall[] = {
    {.wave = noise, .from = 12'000, .to = 3'500, .decay = 0.26F, .gain = 0.8F, .low_from = 4800, .low_to = 260,
     .drive = 1.5F},
    {.wave = sine, .from = 230, .to = 52, .decay = 0.2F, .gain = 0.8F},
};
constexpr Layer kDeathMedium[] = {
    {.wave = noise, .from = 10'000, .to = 2'600, .decay = 0.5F, .gain = 0.8F, .low_from = 4200, .low_to = 180,
     .drive = 2},
    {.wave = sine, .from = 170, .to = 40, .decay = 0.38F, .gain = 1},
    {.wave = noise, .delay = 0.07F, .from = 16'000, .to = 7'000, .decay = 0.14F, .gain = 0.25F, .high = 1200},
};
constexpr Layer kDeathLarge[] = {
    {.wave = noise, .from = 9'000, .to = 1'800, .hold = 0.05F, .decay = 0.95F, .gain = 0.9F, .low_from = 3600,
     .low_to = 120, .drive = 2.5F},
    {.wave = sine, .from = 120, .to = 30, .hold = 0.05F, .decay = 0.8F, .gain = 1, .drive = 1.5F},
    {.wave = noise, .delay = 0.13F, .from = 9'000, .to = 3'000, .decay = 0.5F, .gain = 0.5F, .low_from = 2600,
     .low_to = 250, .drive = 1.5F},
    {.wave = noise, .delay = 0.3F, .from = 15'000, .to = 6'000, .decay = 0.3F, .gain = 0.2F, .high = 900},
};
constexpr Layer kDeathBoss[] = {
    {.wave = noise, .from = 8'000, .to = 1'200, .hold = 0.25F, .decay = 2.2F, .gain = 0.9F, .low_from = 3800,
     .low_to = 90, .drive = 3},
    {.wave = sine, .from = 95, .to = 24, .hold = 0.2F, .decay = 2, .gain = 1, .drive = 2},
    {.wave = noise, .delay = 0.22F, .from = 11'000, .to = 3'000, .decay = 0.6F, .gain = 0.6F, .low_from = 3400,
     .low_to = 260, .drive = 2},
    {.wave = sine, .delay = 0.22F, .from = 150, .to = 36, .decay = 0.5F, .gain = 0.6F},
    {.wave = noise, .delay = 0.55F, .from = 9'000, .to = 2'000, .decay = 0.9F, .gain = 0.6F, .low_from = 2800,
     .low_to = 160, .drive = 2},
    {.wave = noise, .delay = 0.95F, .from = 9'000, .to = 1'500, .decay = 1.5F, .gain = 0.5F, .low_from = 2000,
     .low_to = 90, .drive = 2},
};
constexpr Layer kShipDeath[] = {
    {.wave = noise, .from = 14'000, .to = 1'800, .hold = 0.04F, .decay = 0.9F, .gain = 0.8F, .low_from = 6000,
     .low_to = 140, .drive = 2.5F},
    {.wave = saw, .from = 700, .to = 45, .decay = 0.8F, .gain = 0.45F, .low_from = 3800, .low_to = 200,
     .vibrato = 0.05F, .vibrato_rate = 14},
    {.wave = sine, .from = 150, .to = 32, .decay = 0.7F, .gain = 0.9F, .drive = 1.5F},
};

// -------------------------------------------------------------------------------------------------------- good and bad

constexpr Layer kShipReturn[] = {
    {.wave = triangle, .from = 294, .to = 880, .attack = 0.05F, .hold = 0.1F, .decay = 0.35F, .gain = 0.7F},
    {.wave = sine, .delay = 0.1F, .from = 587, .to = 1760, .attack = 0.05F, .decay = 0.4F, .gain = 0.3F},
};
constexpr Layer kLife[] = {
    {.wave = triangle, .from = 523.3F, .to = 523.3F, .decay = 0.3F, .gain = 0.6F},
    {.wave = triangle, .delay = 0.09F, .from = 659.3F, .to = 659.3F, .decay = 0.3F, .gain = 0.6F},
    {.wave = triangle, .delay = 0.18F, .from = 784, .to = 784, .decay = 0.3F, .gain = 0.6F},
    {.wave = triangle, .delay = 0.27F, .from = 1046.5F, .to = 1046.5F, .decay = 0.6F, .gain = 0.7F},
};
constexpr Layer kChargeFull[] = {
    {.wave = sine, .from = 659.3F, .to = 659.3F, .decay = 0.22F, .gain = 0.6F},
    {.wave = sine, .delay = 0.07F, .from = 987.8F, .to = 987.8F, .decay = 0.4F, .gain = 0.7F},
};
constexpr Layer kGoldFull[] = {
    {.wave = triangle, .from = 659.3F, .to = 659.3F, .decay = 0.25F, .gain = 0.5F},
    {.wave = triangle, .delay = 0.07F, .from = 830.6F, .to = 830.6F, .decay = 0.25F, .gain = 0.5F},
    {.wave = triangle, .delay = 0.14F, .from = 987.8F, .to = 987.8F, .decay = 0.25F, .gain = 0.5F},
    {.wave = triangle, .delay = 0.21F, .from = 1318.5F, .to = 1318.5F, .decay = 0.7F, .gain = 0.6F,
     .vibrato = 0.006F},
    {.wave = sine, .delay = 0.21F, .from = 2637, .to = 2637, .decay = 0.7F, .gain = 0.15F, .vibrato = 0.01F},
};
constexpr Layer kMultiplier[] = {
    {.wave = sine, .from = 1174.7F, .to = 1174.7F, .decay = 0.07F, .gain = 0.6F},
    {.wave = sine, .delay = 0.04F, .from = 1760, .to = 1760, .decay = 0.11F, .gain = 0.6F},
};
constexpr Layer kGraze[] = {
    {.wave = noise, .from = 22'000, .to = 16'000, .decay = 0.035F, .gain = 0.5F, .high = 4500},
    {.wave = sine, .from = 2637, .to = 3136, .decay = 0.03F, .gain = 0.35F},
};
constexpr Layer kLink[] = {
    {.wave = sine, .from = 440, .to = 440, .attack = 0.02F, .decay = 0.3F, .gain = 0.5F},
    {.wave = sine, .delay = 0.08F, .from = 659.3F, .to = 659.3F, .attack = 0.02F, .decay = 0.45F, .gain = 0.5F},
};
constexpr Layer kBonus[] = {
    {.wave = triangle, .from = 880, .to = 880, .decay = 0.1F, .gain = 0.5F},
    {.wave = triangle, .delay = 0.06F, .from = 1318.5F, .to = 1318.5F, .decay = 0.1F, .gain = 0.5F},
    {.wave = triangle, .delay = 0.12F, .from = 1760, .to = 1760, .decay = 0.3F, .gain = 0.55F},
};
// A tick of metal, a breath of sand, a gulp of water.
constexpr Layer kBurr[] = {
    {.wave = square, .from = 1480, .to = 1310, .decay = 0.035F, .gain = 0.5F, .low_from = 5000, .low_to = 1500},
    {.wave = noise, .from = 18'000, .to = 9'000, .decay = 0.02F, .gain = 0.3F, .high = 2000},
};
constexpr Layer kDust[] = {
    {.wave = noise, .from = 20'000, .to = 11'000, .attack = 0.01F, .decay = 0.16F, .gain = 0.7F, .low_from = 7000,
     .low_to = 1800, .high = 1500},
    {.wave = sine, .from = 1568, .to = 2093, .attack = 0.01F, .decay = 0.08F, .gain = 0.25F},
};
constexpr Layer kSplash[] = {
    {.wave = noise, .from = 12'000, .to = 5'000, .attack = 0.01F, .decay = 0.42F, .gain = 0.8F, .low_from = 3400,
     .low_to = 420, .high = 200},
    {.wave = sine, .from = 240, .to = 90, .attack = 0.01F, .decay = 0.16F, .gain = 0.6F},
    {.wave = sine, .delay = 0.12F, .from = 520, .to = 880, .attack = 0.01F, .decay = 0.09F, .gain = 0.25F},
};
constexpr Layer kLightning[] = {
    {.wave = noise, .from = 24'000, .to = 9'000, .decay = 0.09F, .gain = 0.9F, .high = 1200},
    {.wave = noise, .delay = 0.05F, .from = 24'000, .to = 12'000, .decay = 0.06F, .gain = 0.7F, .high = 1800},
    {.wave = noise, .delay = 0.13F, .from = 20'000, .to = 8'000, .decay = 0.08F, .gain = 0.6F, .high = 900},
    {.wave = saw, .from = 1900, .to = 70, .decay = 0.3F, .gain = 0.35F, .low_from = 7000, .low_to = 300,
     .vibrato = 0.3F, .vibrato_rate = 47},
    {.wave = noise, .delay = 0.08F, .from = 7'000, .to = 1'500, .attack = 0.02F, .decay = 0.8F, .gain = 0.6F,
     .low_from = 1400, .low_to = 110, .drive = 1.5F},
    {.wave = sine, .delay = 0.05F, .from = 80, .to = 34, .attack = 0.01F, .decay = 0.6F, .gain = 0.8F},
};
constexpr Layer kCombinedStorm[] = {
    {.wave = noise, .from = 24'000, .to = 9'000, .decay = 0.12F, .gain = 0.9F, .high = 1000},
    {.wave = noise, .delay = 0.08F, .from = 24'000, .to = 9'000, .decay = 0.1F, .gain = 0.8F, .high = 1400},
    {.wave = noise, .delay = 0.19F, .from = 22'000, .to = 8'000, .decay = 0.12F, .gain = 0.7F, .high = 900},
    {.wave = noise, .delay = 0.34F, .from = 20'000, .to = 7'000, .decay = 0.1F, .gain = 0.5F, .high = 1400},
    {.wave = saw, .from = 2400, .to = 50, .decay = 0.7F, .gain = 0.4F, .low_from = 8000, .low_to = 250,
     .vibrato = 0.35F, .vibrato_rate = 53},
    {.wave = noise, .delay = 0.1F, .from = 6'000, .to = 1'000, .attack = 0.03F, .hold = 0.2F, .decay = 1.9F,
     .gain = 0.8F, .low_from = 1800, .low_to = 80, .drive = 2.5F},
    {.wave = sine, .delay = 0.05F, .from = 70, .to = 26, .attack = 0.01F, .hold = 0.1F, .decay = 1.5F, .gain = 1,
     .drive = 1.5F},
};
constexpr Layer kMessage[] = {
    {.wave = triangle, .from = 784, .to = 784, .decay = 0.06F, .gain = 0.6F},
    {.wave = triangle, .delay = 0.07F, .from = 1046.5F, .to = 1046.5F, .decay = 0.12F, .gain = 0.6F},
};
constexpr Layer kSection[] = {
    {.wave = triangle, .from = 392, .to = 392, .attack = 0.01F, .decay = 0.5F, .gain = 0.6F},
    {.wave = triangle, .delay = 0.12F, .from = 587.3F, .to = 587.3F, .attack = 0.01F, .decay = 0.8F, .gain = 0.6F},
};
// -------------------------------------------------------------------------------------------------------- the stingers

// They share two melodies with the songs, the players' cells: gold D A G E, blue A D E G.
constexpr float kD2 = 73.42F, kG2 = 98.00F, kA2 = 110.00F, kG3 = 196.00F, kA3 = 220.00F, kB3 = 246.94F, kD4 = 293.66F,
                kE4 = 329.63F, kFSharp4 = 369.99F, kG4 = 392.00F, kAFlat4 = 415.30F, kA4 = 440.00F, kC5 = 523.25F,
                kD5 = 587.33F, kE5 = 659.26F, kG5 = 783.99F, kC6 = 1046.50F;

/// A note at a time and of a length in seconds; it rings on for `rings`.
constexpr Layer chime(float hertz, float at, float length, float gain = 0.5F, float rings = 0.5F) {
    return {.wave = triangle, .delay = at, .from = hertz, .to = hertz, .attack = 0.008F, .hold = length * 0.6F,
            .decay = length * 0.4F + rings, .gain = gain, .low_from = 9 * hertz, .low_to = 4 * hertz};
}
constexpr Layer alarm(float hertz, float at) {
    return {.wave = square, .delay = at, .from = hertz, .to = hertz, .attack = 0.02F, .hold = 0.2F, .decay = 0.1F,
            .gain = 0.5F, .low_from = 2200, .low_to = 1600};
}
constexpr Layer drone(float hertz, float at, float length, float gain = 0.4F) {
    return {.wave = sine, .delay = at, .from = hertz, .to = hertz, .attack = 0.03F, .hold = length, .decay = 0.8F,
            .gain = gain, .drive = 1.5F};
}

constexpr float kAlarm = 0.3F;  // 18 ticks
constexpr Layer kWarning[] = {
    alarm(kD4, 0), alarm(kAFlat4, kAlarm), alarm(kD4, 2 * kAlarm), alarm(kAFlat4, 3 * kAlarm), alarm(kD4, 4 * kAlarm),
    alarm(kAFlat4, 5 * kAlarm), drone(kD2, 0, 5 * kAlarm),
};
constexpr Layer kCleared[] = {
    // G6/9
    chime(kG3, 0, 0.8F, 0.4F), chime(kB3, 0.03F, 0.8F, 0.4F), chime(kD4, 0.06F, 0.8F, 0.4F), chime(kE4, 0.09F, 0.8F, 0.4F),
    chime(kA4, 0.12F, 0.8F), drone(kG2, 0, 0.6F),
    // A7sus4
    chime(kA3, 0.8F, 0.8F, 0.4F), chime(kD4, 0.83F, 0.8F, 0.4F), chime(kE4, 0.86F, 0.8F, 0.4F), chime(kG4, 0.89F, 0.8F),
    drone(kA2, 0.8F, 0.6F),
    // Dadd9
    chime(kA3, 1.6F, 1.6F, 0.4F), chime(kD4, 1.63F, 1.6F, 0.4F), chime(kE4, 1.66F, 1.6F, 0.4F),
    chime(kFSharp4, 1.69F, 1.6F, 0.4F), chime(kA4, 1.72F, 1.6F, 0.4F), chime(kD5, 1.75F, 1.6F), drone(kD2, 1.6F, 1.2F, 0.5F),
};
// The gold cell at the speed of the title, downward.
constexpr Layer kGameOver[] = {
    chime(kD5, 0, 0.5F), chime(kA4, 0.5F, 0.5F), chime(kG4, 1, 0.33F), chime(kE4, 1.33F, 1.33F, 0.5F, 0.8F),
    drone(kD2, 1.33F, 1, 0.5F),
};
constexpr Layer kExtend[] = {
    chime(kC5, 0, 0.09F), chime(kE5, 0.09F, 0.09F), chime(kG5, 0.18F, 0.09F), chime(kC6, 0.27F, 0.4F, 0.6F),
};
// A bar of a boss's song is silent; then come both cells over G6/9, at 120 quarters a minute.
constexpr float kBar = 2;  // seconds
constexpr Layer kBossFallen[] = {
    chime(kD4, kBar, 0.375F), chime(kA4, kBar + 0.375F, 0.375F), chime(kG4, kBar + 0.75F, 0.25F),
    chime(kE4, kBar + 1, 1, 0.5F, 1),
    chime(kA4, kBar, 0.375F), chime(kD4, kBar + 0.375F, 0.375F), chime(kE4, kBar + 0.75F, 0.25F),
    chime(kG4, kBar + 1, 1, 0.5F, 1),
    chime(kG3, kBar, 2, 0.3F, 1), chime(kB3, kBar, 2, 0.3F, 1), drone(kG2, kBar, 1.8F),
};
// Both cells at once, at twice the speed of the title.
constexpr Layer kStormCells[] = {
    chime(kD4, 0, 0.25F), chime(kA4, 0.25F, 0.25F), chime(kG4, 0.5F, 0.167F), chime(kE4, 0.667F, 0.667F),
    chime(kA4, 0, 0.25F), chime(kD4, 0.25F, 0.25F), chime(kE4, 0.5F, 0.167F), chime(kG4, 0.667F, 0.667F),
};

// ------------------------------------------------------------------------------------------------------------ the menu

constexpr Layer kMenuMove[] = {
    {.wave = sine, .from = 740, .to = 700, .decay = 0.05F, .gain = 0.7F},
    {.wave = sine, .from = 1480, .to = 1400, .decay = 0.025F, .gain = 0.2F},
};
constexpr Layer kMenuAccept[] = {
    {.wave = triangle, .from = 587.3F, .to = 587.3F, .decay = 0.09F, .gain = 0.6F},
    {.wave = triangle, .delay = 0.06F, .from = 880, .to = 880, .decay = 0.2F, .gain = 0.6F},
};
constexpr Layer kMenuBack[] = {
    {.wave = triangle, .from = 587.3F, .to = 587.3F, .decay = 0.08F, .gain = 0.6F},
    {.wave = triangle, .delay = 0.06F, .from = 392, .to = 392, .decay = 0.16F, .gain = 0.6F},
};
constexpr Layer kPause[] = {
    {.wave = sine, .from = 523.3F, .to = 392, .decay = 0.25F, .gain = 0.7F},
    {.wave = sine, .from = 1046.5F, .to = 784, .decay = 0.18F, .gain = 0.2F},
};

/// One on each side, and nothing replaces it.
constexpr VoiceDef bed(std::string_view name, std::span<const Layer> layers, float gain) {
    return {.name = name, .layers = layers, .gain = gain, .priority = 10, .at_once = 2, .gap = 0, .loop = true,
            .bus = Bus::ambience, .fade = 1};
}

// In the order of Voice.
constexpr std::array<VoiceDef, kVoices> kDefs = {{
    {.name = "needle", .layers = kNeedle, .gain = 0.20F, .priority = 2, .at_once = 4, .gap = 0.045F},
    {.name = "fan", .layers = kFan, .gain = 0.24F, .priority = 2, .at_once = 4, .gap = 0.045F},
    {.name = "seeker", .layers = kSeeker, .gain = 0.24F, .priority = 2, .at_once = 3, .gap = 0.05F},
    {.name = "powered", .layers = kPowered, .gain = 0.34F, .priority = 3, .at_once = 4, .gap = 0.045F},
    {.name = "ribbon", .layers = kRibbon, .gain = 0.30F, .priority = 5, .at_once = 2, .gap = 0, .loop = true},
    {.name = "released", .layers = kReleased, .gain = 0.55F, .priority = 6, .at_once = 2},
    {.name = "hit", .layers = kHit, .gain = 0.17F, .priority = 1, .at_once = 4, .gap = 0.04F},
    {.name = "rock", .layers = kRock, .gain = 0.14F, .priority = 0, .at_once = 3, .gap = 0.05F},
    {.name = "enemy_shot", .layers = kEnemyShot, .gain = 0.15F, .priority = 1, .at_once = 4, .gap = 0.05F},
    {.name = "missile", .layers = kMissile, .gain = 0.36F, .priority = 4, .at_once = 3, .gap = 0.05F},
    {.name = "beam_warning", .layers = kBeamWarning, .gain = 0.34F, .priority = 7, .at_once = 2, .gap = 0.1F,
     .duck = {-3, 0.4F}},
    {.name = "enemy_beam", .layers = kEnemyBeam, .gain = 0.40F, .priority = 6, .at_once = 1, .gap = 0, .loop = true},
    {.name = "hatch", .layers = kHatch, .gain = 0.30F, .priority = 3, .at_once = 2, .gap = 0.08F},
    {.name = "crack", .layers = kCrack, .gain = 0.70F, .priority = 7, .at_once = 2, .gap = 0.1F, .echo = 0.19F},
    {.name = "death_small", .layers = kDeathSmall, .gain = 0.36F, .priority = 3, .at_once = 5, .gap = 0.035F},
    {.name = "death_medium", .layers = kDeathMedium, .gain = 0.50F, .priority = 4, .at_once = 4, .gap = 0.04F},
    {.name = "death_large", .layers = kDeathLarge, .gain = 0.66F, .priority = 5, .at_once = 3, .gap = 0.06F,
     .duck = {-9, 0.9F}},
    {.name = "death_boss", .layers = kDeathBoss, .gain = 0.95F, .priority = 9, .at_once = 2, .gap = 0.2F,
     .echo = 0.27F, .duck = {-9, 0.9F}},
    // The player of the songs takes over while the ship is lost (music/player).
    {.name = "ship_death", .layers = kShipDeath, .gain = 0.80F, .priority = 9, .at_once = 2, .gap = 0.1F,
     .duck = {-8, 0.3F}},
    {.name = "ship_return", .layers = kShipReturn, .gain = 0.34F, .priority = 6, .at_once = 2, .gap = 0.1F},
    {.name = "life", .layers = kLife, .gain = 0.40F, .priority = 8, .at_once = 1, .gap = 0.2F, .is_told = true},
    {.name = "charge_full", .layers = kChargeFull, .gain = 0.32F, .priority = 6, .at_once = 2, .gap = 0.1F, .is_told = true},
    {.name = "gold_full", .layers = kGoldFull, .gain = 0.42F, .priority = 7, .at_once = 2, .gap = 0.1F, .is_told = true},
    {.name = "multiplier", .layers = kMultiplier, .gain = 0.20F, .priority = 3, .at_once = 2, .gap = 0.06F, .is_told = true},
    {.name = "graze", .layers = kGraze, .gain = 0.14F, .priority = 1, .at_once = 3, .gap = 0.05F},
    {.name = "link", .layers = kLink, .gain = 0.25F, .priority = 4, .at_once = 1, .gap = 0.3F, .is_told = true},
    {.name = "bonus", .layers = kBonus, .gain = 0.3F, .priority = 4, .at_once = 2, .gap = 0.1F, .is_told = true},
    {.name = "burr", .layers = kBurr, .gain = 0.20F, .priority = 2, .at_once = 3, .gap = 0.04F},
    {.name = "dust", .layers = kDust, .gain = 0.16F, .priority = 2, .at_once = 3, .gap = 0.05F},
    {.name = "splash", .layers = kSplash, .gain = 0.34F, .priority = 4, .at_once = 2, .gap = 0.1F},
    {.name = "lightning", .layers = kLightning, .gain = 0.75F, .priority = 8, .at_once = 2, .gap = 0.1F,
     .echo = 0.13F},
    {.name = "combined_storm", .layers = kCombinedStorm, .gain = 1.0F, .priority = 9, .at_once = 1, .gap = 0.3F, .echo = 0.21F,
     .duck = {-9, 0.9F}},
    {.name = "warning", .layers = kWarning, .gain = 0.60F, .priority = 9, .at_once = 1, .gap = 0.5F, .bus = Bus::music},
    {.name = "message", .layers = kMessage, .gain = 0.26F, .priority = 6, .at_once = 1, .gap = 0.2F, .is_told = true},
    {.name = "section", .layers = kSection, .gain = 0.36F, .priority = 7, .at_once = 1, .gap = 0.3F, .is_told = true, .echo = 0.23F},
    {.name = "cleared", .layers = kCleared, .gain = 0.65F, .priority = 9, .at_once = 1, .gap = 1, .bus = Bus::music,
     .duck = {-60, 3}},
    {.name = "game_over", .layers = kGameOver, .gain = 0.60F, .priority = 9, .at_once = 1, .gap = 1, .bus = Bus::music,
     .echo = 0.29F},
    {.name = "extend", .layers = kExtend, .gain = 0.50F, .priority = 8, .at_once = 1, .gap = 0.2F, .bus = Bus::music},
    {.name = "boss_fallen", .layers = kBossFallen, .gain = 0.60F, .priority = 9, .at_once = 1, .gap = 1, .bus = Bus::music,
     .duck = {-60, 4}},
    {.name = "storm_cells", .layers = kStormCells, .gain = 0.50F, .priority = 8, .at_once = 1, .gap = 0.3F,
     .bus = Bus::music},
    {.name = "menu_move", .layers = kMenuMove, .gain = 0.22F, .priority = 9, .at_once = 2, .gap = 0.02F,
     .bus = Bus::menu},
    {.name = "menu_accept", .layers = kMenuAccept, .gain = 0.32F, .priority = 9, .at_once = 2, .gap = 0.02F,
     .bus = Bus::menu},
    {.name = "menu_back", .layers = kMenuBack, .gain = 0.30F, .priority = 9, .at_once = 2, .gap = 0.02F,
     .bus = Bus::menu},
    {.name = "pause", .layers = kPause, .gain = 0.32F, .priority = 9, .at_once = 1, .gap = 0.05F, .bus = Bus::menu},
    bed("wind", kWind, 0.078F), bed("surf", kSurf, 0.122F), bed("rain", kRain, 0.050F), bed("breath", kBreath, 0.157F),
}};
// clang-format on
static_assert(!kDefs.back().layers.empty());

}  // namespace

const VoiceDef& def_of(Voice voice) {
    return kDefs[static_cast<std::size_t>(voice)];
}

}  // namespace albireo::audio
