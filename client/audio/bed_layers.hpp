#pragma once
/// The layers of the beds: loops of seconds that say where a game takes place. Only voices.cpp includes this.
/// A steady layer (no decay) fills the loop. The others are strokes: gusts, waves, breaths, beats (synth.hpp).
#include "client/audio/voices.hpp"

namespace albireo::audio {

// clang-format off
constexpr Layer steady_noise(float seconds, float rate, float low, float high, float gain) {
    return {.wave = Wave::noise, .from = rate, .to = rate, .hold = seconds, .decay = 0, .gain = gain, .low_from = low,
            .low_to = low, .high = high};
}
/// Noise that rises and falls, its low-pass from one frequency to another. The more it rings, the more it is a note.
constexpr Layer stroke(float at, float rises, float falls, float low_from, float low_to, float gain, float high = 60,
                       float ring = 0.7F) {
    return {.wave = Wave::noise, .delay = at, .from = 24'000, .to = 24'000, .attack = rises, .decay = falls, .gain = gain,
            .low_from = low_from, .low_to = low_to, .high = high, .ring = ring};
}

constexpr float kWindSeconds = 9.6F;
constexpr Layer kWind[] = {
    steady_noise(kWindSeconds, 12'000, 260, 50, 0.8F), steady_noise(kWindSeconds, 20'000, 900, 250, 0.16F),
    // Gusts; the ringing ones whistle at edges of rock.
    stroke(0.4F, 2.2F, 4.5F, 240, 520, 0.75F), stroke(5.0F, 1.6F, 4.8F, 420, 260, 0.6F),
    stroke(1.1F, 1.8F, 3.2F, 520, 760, 0.07F, 300, 7), stroke(6.0F, 1.2F, 2.8F, 900, 640, 0.05F, 400, 8),
};

constexpr float kSurfSeconds = 11.2F;
constexpr Layer kSurf[] = {
    steady_noise(kSurfSeconds, 9'000, 190, 40, 0.45F), steady_noise(kSurfSeconds, 24'000, 1600, 300, 0.10F),
    // A wave rises, breaks and runs out in foam.
    stroke(0.3F, 1.7F, 2.6F, 220, 900, 0.85F), stroke(1.6F, 0.5F, 3.4F, 3400, 700, 0.34F, 350),
    stroke(4.4F, 1.4F, 2.2F, 200, 700, 0.55F), stroke(5.5F, 0.6F, 2.6F, 2600, 600, 0.22F, 350),
    stroke(7.6F, 1.9F, 2.8F, 240, 1100, 0.75F), stroke(9.1F, 0.6F, 3.6F, 3900, 800, 0.30F, 350),
};

constexpr float kRainSeconds = 5.3F;
constexpr Layer kRain[] = {
    steady_noise(kRainSeconds, 40'000, 9000, 1500, 0.30F), steady_noise(kRainSeconds, 18'000, 1300, 250, 0.16F),
    // Few values a second make single drops.
    steady_noise(kRainSeconds, 310, 7000, 2200, 0.5F), steady_noise(kRainSeconds, 95, 3800, 1300, 0.45F),
};

constexpr float kBreathSeconds = 9;
constexpr Layer beat(float at, float gain) {
    return {.wave = Wave::sine, .delay = at, .from = 64, .to = 38, .attack = 0.02F, .decay = 0.3F, .gain = gain};
}
constexpr Layer kBreath[] = {
    steady_noise(kBreathSeconds, 8'000, 150, 40, 0.30F),
    {.wave = Wave::sine, .from = 55, .to = 55, .hold = kBreathSeconds, .decay = 0, .gain = 0.10F, .vibrato = 0.01F,
     .vibrato_rate = 1 / 3.0F},
    // In and out, twice.
    stroke(0.2F, 1.5F, 0.5F, 380, 780, 0.42F, 150, 2), stroke(2.0F, 0.5F, 2.1F, 620, 230, 0.62F, 80, 1.4F),
    stroke(4.6F, 1.6F, 0.5F, 360, 720, 0.40F, 150, 2), stroke(6.5F, 0.5F, 2.2F, 640, 220, 0.58F, 80, 1.4F),
    // A slow heart: a beat and its echo every 1.8 s.
    beat(0, 1), beat(0.32F, 0.6F), beat(1.8F, 1), beat(2.12F, 0.6F), beat(3.6F, 1), beat(3.92F, 0.6F),
    beat(5.4F, 1), beat(5.72F, 0.6F), beat(7.2F, 1), beat(7.52F, 0.6F),
};
// clang-format on

}  // namespace albireo::audio
