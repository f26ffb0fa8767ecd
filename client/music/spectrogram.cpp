#include "client/music/spectrogram.hpp"

#include <stb_image_write.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <numbers>

#include "client/audio/synth.hpp"

namespace albireo::music {
namespace {

constexpr std::size_t kWindow = 8192;  // samples: 171 ms, 5.9 Hz apart
constexpr float kPi = std::numbers::pi_v<float>;
constexpr auto kWide = static_cast<std::size_t>(Spectrogram::kWidth), kHigh = static_cast<std::size_t>(Spectrogram::kHeight);

/// Radix-2 fast Fourier transform in place; the size is a power of two.
void transform(std::vector<std::complex<float>>& values) {
    const std::size_t size = values.size();
    for (std::size_t i = 1, j = 0; i < size; ++i) {
        std::size_t bit = size >> 1;
        for (; (j & bit) != 0; bit >>= 1) j ^= bit;
        j ^= bit;
        if (i < j) std::swap(values[i], values[j]);
    }
    for (std::size_t length = 2; length <= size; length *= 2) {
        const auto turn = std::polar(1.0F, -2 * kPi / static_cast<float>(length));
        for (std::size_t begin = 0; begin < size; begin += length) {
            std::complex<float> factor = 1;
            for (std::size_t i = begin; i < begin + length / 2; ++i, factor *= turn) {
                const std::complex<float> odd = values[i + length / 2] * factor;
                values[i + length / 2] = values[i] - odd;
                values[i] += odd;
            }
        }
    }
}

/// Black, violet, orange, white.
std::array<std::uint8_t, 3> colour_of(float share) {
    constexpr std::array<std::array<float, 3>, 5> kColours = {
        {{0, 0, 8}, {70, 10, 110}, {200, 55, 80}, {250, 170, 40}, {255, 255, 230}}};
    const float at = std::clamp(share, 0.0F, 0.999F) * (kColours.size() - 1);
    const auto low = static_cast<std::size_t>(at);
    const float part = at - static_cast<float>(low);
    std::array<std::uint8_t, 3> colour{};
    for (std::size_t i = 0; i < 3; ++i) {
        colour[i] = static_cast<std::uint8_t>(kColours[low][i] + part * (kColours[low + 1][i] - kColours[low][i]));
    }
    return colour;
}

/// The frequency at the upper edge of a row.
float top_of(std::size_t row) {
    const float share = 1 - static_cast<float>(row) / static_cast<float>(kHigh);
    return Spectrogram::kHertzMin * std::pow(Spectrogram::kHertzMax / Spectrogram::kHertzMin, share);
}

/// The loudest of the row's frequencies, as an amplitude.
float amplitude_of(const std::vector<std::complex<float>>& bins, std::size_t row) {
    constexpr float per_hertz = static_cast<float>(kWindow) / audio::kSampleRate;
    const float low = top_of(row + 1) * per_hertz, high = top_of(row) * per_hertz;
    float most = 0;
    for (auto i = static_cast<std::size_t>(std::ceil(low)); static_cast<float>(i) <= high; ++i) {
        most = std::max(most, std::abs(bins[i]));
    }
    if (most > 0) return most;
    // The row lies between two bins.
    const auto below = static_cast<std::size_t>(low);
    const float part = low - static_cast<float>(below);
    return std::abs(bins[below]) * (1 - part) + std::abs(bins[below + 1]) * part;
}

}  // namespace

int row_of(float hertz) {
    const float share = std::log(hertz / Spectrogram::kHertzMin) / std::log(Spectrogram::kHertzMax / Spectrogram::kHertzMin);
    return static_cast<int>((1 - share) * Spectrogram::kHeight);
}

Spectrogram spectrogram_of(std::span<const float> pairs) {
    Spectrogram picture;
    picture.decibels.resize(kWide * kHigh);
    picture.pixels.resize(3 * kWide * kHigh);
    const std::size_t frames = pairs.size() / 2;
    std::vector<std::complex<float>> window(kWindow);
    for (std::size_t column = 0; column < kWide; ++column) {
        const std::size_t middle = frames * column / kWide;
        for (std::size_t i = 0; i < kWindow; ++i) {
            const std::size_t at = middle + i;  // half a window late
            const bool is_inside = at >= kWindow / 2 && at - kWindow / 2 < frames;
            const std::size_t from = is_inside ? at - kWindow / 2 : 0;
            const float value = is_inside ? (pairs[2 * from] + pairs[2 * from + 1]) / 2 : 0;
            window[i] = value * (0.5F - 0.5F * std::cos(2 * kPi * static_cast<float>(i) / kWindow));
        }
        transform(window);
        const std::size_t ten_seconds = std::size_t{10} * audio::kSampleRate;
        const bool is_mark = column > 0 && middle / ten_seconds != frames * (column - 1) / kWide / ten_seconds;
        for (std::size_t row = 0; row < kHigh; ++row) {
            // A sine at full scale has a quarter of the window's length: half for its negative frequency, half for the window.
            const float amplitude = amplitude_of(window, row) * 4 / kWindow;
            const float decibels = 20 * std::log10(std::max(amplitude, 1e-6F));
            picture.decibels[row * kWide + column] = decibels;
            std::array<std::uint8_t, 3> colour = colour_of(1 - decibels / Spectrogram::kFloor);
            const auto here = static_cast<int>(row);
            if (is_mark || here == row_of(100) || here == row_of(1000) || here == row_of(10'000)) {
                for (std::uint8_t& part : colour) part = static_cast<std::uint8_t>(part + (255 - part) / 5);
            }
            std::copy(colour.begin(), colour.end(), picture.pixels.begin() + static_cast<std::ptrdiff_t>(3 * (row * kWide + column)));
        }
    }
    return picture;
}

bool write_png(const Spectrogram& picture, const std::string& path) {
    return stbi_write_png(path.c_str(), Spectrogram::kWidth, Spectrogram::kHeight, 3, picture.pixels.data(),
                          3 * Spectrogram::kWidth) != 0;
}

}  // namespace albireo::music
