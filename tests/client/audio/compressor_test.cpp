// Goal: night mode halves the distance in decibels between loud and quiet music, and nothing clips.
#include <doctest/doctest.h>

#include <cmath>
#include <vector>

#include "client/audio/compressor.hpp"
#include "client/audio/synth.hpp"

using namespace albireo::audio;

namespace {

std::vector<float> tone(float amplitude, float seconds) {
    std::vector<float> pairs(2 * static_cast<std::size_t>(seconds * kSampleRate));
    for (std::size_t i = 0; i < pairs.size(); ++i) pairs[i] = amplitude * std::sin(static_cast<float>(i / 2) * 0.05F);
    return pairs;
}

/// Of the last second.
double decibels(const std::vector<float>& pairs) {
    double sum = 0;
    for (std::size_t i = pairs.size() - 2 * kSampleRate; i < pairs.size(); ++i) sum += static_cast<double>(pairs[i]) * pairs[i];
    return 10 * std::log10(sum / (2 * kSampleRate));
}

}  // namespace

TEST_CASE("of 12 dB between two passages 6 remain, about the pivot") {
    const double pivot = 20 * std::log10(static_cast<double>(Compressor::kPivot));
    const auto after = [&](double before) {
        Compressor compressor;
        std::vector<float> pairs = tone(static_cast<float>(std::pow(10, before / 20) * std::sqrt(2.0)), 5);
        REQUIRE(decibels(pairs) == doctest::Approx(before).epsilon(0.01));
        compressor.process(pairs);
        return decibels(pairs);
    };
    const double low = after(pivot - 6), middle = after(pivot), high = after(pivot + 6);
    CHECK(high - middle == doctest::Approx(3).epsilon(0.02));
    CHECK(middle - low == doctest::Approx(3).epsilon(0.02));
    // The level that is followed rises faster than it falls, so it lies above the mean, and the gain below: 1.25 dB with this tone.
    CHECK(middle - pivot < 0);
    CHECK(middle - pivot > -1.5);
}

TEST_CASE("a sudden loud sound after silence does not clip, and silence stays silent") {
    Compressor compressor;
    std::vector<float> quiet = tone(0.0001F, 3);
    compressor.process(quiet);
    for (const float sample : quiet) REQUIRE(std::abs(sample) <= 0.0001F * Compressor::kRaiseMax);
    std::vector<float> loud = tone(1, 1);
    compressor.process(loud);
    for (const float sample : loud) REQUIRE(std::abs(sample) <= Compressor::kLoudest + 1e-5F);
}
