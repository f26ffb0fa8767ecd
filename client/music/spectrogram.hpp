#pragma once
/// A picture of a sound: time to the right, pitch upward, brightness for loudness.
///
/// 1. Rows are evenly spaced in pitch from kHertzMin to kHertzMax. Thin lines mark 100 Hz, 1 kHz and 10 kHz, and every 10 s.
/// 2. Colours run from kFloor to 0 dB; 0 dB is a sine at full scale.
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace albireo::music {

struct Spectrogram {
    static constexpr int kWidth = 1200, kHeight = 400;
    static constexpr float kHertzMin = 30, kHertzMax = 16'000;
    static constexpr float kFloor = -90;  // decibels

    std::vector<float> decibels;       // kWidth × kHeight, the top row first
    std::vector<std::uint8_t> pixels;  // the same in red, green, blue
};

/// Of pairs of left and right, kSampleRate per second.
Spectrogram spectrogram_of(std::span<const float> pairs);

/// The row of a frequency.
int row_of(float hertz);

/// Writes a PNG file. Returns false if it cannot be written.
bool write_png(const Spectrogram& picture, const std::string& path);

}  // namespace albireo::music
