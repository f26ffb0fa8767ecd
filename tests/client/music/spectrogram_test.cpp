// Goal: a spectrogram shows a tone at its time, pitch and level, and is written as a PNG file.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <numbers>

#include "client/audio/synth.hpp"
#include "client/music/spectrogram.hpp"

using namespace albireo::music;

TEST_CASE("a tone is bright at its pitch while it sounds, and dark elsewhere") {
    constexpr std::size_t kSeconds = 12;
    constexpr float kAmplitude = 0.5F;
    for (const float hertz : {55.0F, 440.0F, 5000.0F}) {
        INFO(hertz, " Hz");
        std::vector<float> pairs(2 * kSeconds * albireo::audio::kSampleRate);
        for (std::size_t i = pairs.size() / 2; i < pairs.size(); ++i) {
            const auto time = static_cast<double>(i / 2) / albireo::audio::kSampleRate;
            pairs[i] = kAmplitude * static_cast<float>(std::sin(2 * std::numbers::pi * static_cast<double>(hertz) * time));
        }
        const Spectrogram picture = spectrogram_of(pairs);
        const auto column = [&](std::size_t at) {
            std::vector<float> values;
            for (std::size_t row = 0; row < Spectrogram::kHeight; ++row) {
                values.push_back(picture.decibels[row * Spectrogram::kWidth + at]);
            }
            return values;
        };
        const std::vector<float> silent = column(Spectrogram::kWidth / 4), sounding = column(Spectrogram::kWidth * 3 / 4);
        CHECK(*std::max_element(silent.begin(), silent.end()) < -100);
        const auto loudest = std::max_element(sounding.begin(), sounding.end());
        CHECK(*loudest == doctest::Approx(-6).epsilon(0.25));  // 0.5; up to 1.4 dB less between two bins
        CHECK(std::abs(loudest - sounding.begin() - row_of(hertz)) <= 3);
        const std::size_t pixel = 3 * (static_cast<std::size_t>(loudest - sounding.begin()) * Spectrogram::kWidth + Spectrogram::kWidth * 3 / 4);
        const std::size_t dark = 3 * (Spectrogram::kHeight / 2 * Spectrogram::kWidth + Spectrogram::kWidth / 4);
        CHECK(picture.pixels[pixel] > 200);
        CHECK(picture.pixels[dark] < 20);
    }
}

TEST_CASE("the picture is a PNG file. A folder that does not exist gives an error") {
    const Spectrogram picture = spectrogram_of(std::vector<float>(96'000));
    const auto path = std::filesystem::temp_directory_path() / "albireo-spectrogram-test.png";
    REQUIRE(write_png(picture, path.string()));
    std::ifstream in(path, std::ios::binary);
    std::string head(8, '\0');
    in.read(head.data(), 8);
    CHECK(head == "\x89PNG\r\n\x1a\n");
    in.close();
    std::filesystem::remove(path);
    CHECK_FALSE(write_png(picture, (path.parent_path() / "no-such-folder" / "x.png").string()));
}
