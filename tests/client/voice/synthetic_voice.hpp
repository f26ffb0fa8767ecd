#pragma once
/// A synthetic voice: a pulse train of a gliding pitch through three moving resonances, in words with pauses, and hisses between vowels.
/// The same samples on every machine that rounds alike; it is compared by spectrum only.
#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <vector>

#include "client/voice/format.hpp"
#include "sim/base/random.hpp"

namespace albireo::voice {

class SyntheticVoice {
  public:
    explicit SyntheticVoice(std::uint32_t seed) : random_{seed} {}

    Samples next() {
        Samples samples;
        for (float& sample : samples) sample = step();
        return samples;
    }
    std::vector<float> seconds(double length) {
        std::vector<float> all;
        while (static_cast<double>(all.size()) < length * kRate) {
            const Samples piece = next();
            all.insert(all.end(), piece.begin(), piece.end());
        }
        return all;
    }
    static constexpr double kWord = 1.2, kPause = 0.5;  // seconds

  private:
    struct Vowel {
        double a, b, c;  // the resonances, in Hz
    };
    static constexpr std::array<Vowel, 5> kVowels = {{{730, 1090, 2440}, {270, 2290, 3010}, {570, 840, 2410}, {530, 1840, 2480}, {300, 870, 2240}}};

    struct Resonance {
        double y1 = 0, y2 = 0;
        double step(double x, double frequency, double width) {
            const double r = std::exp(-std::numbers::pi * width / kRate);
            const double y = (1 - r) * x + 2 * r * std::cos(2 * std::numbers::pi * frequency / kRate) * y1 - r * r * y2;
            y2 = y1;
            return y1 = y;
        }
    };

    float step() {
        const double time = static_cast<double>(count_++) / kRate;
        const double in_turn = std::fmod(time, kWord + kPause);
        const auto turn = static_cast<std::uint32_t>(time / (kWord + kPause));
        const double noise = static_cast<double>(random_.below(65'536)) / 32'768 - 1;
        if (in_turn >= kWord) return static_cast<float>(0.0003 * noise);
        // Four syllables a word, each from one vowel to the next, and a hiss at its beginning.
        const double syllable = in_turn / (kWord / 4);
        const auto number = static_cast<std::uint32_t>(syllable);
        const double inside = syllable - number;
        const Vowel& from = kVowels[(turn * 3 + number * 2) % kVowels.size()];
        const Vowel& to = kVowels[(turn * 3 + number * 2 + 2) % kVowels.size()];
        const double pitch = 118 + 30 * std::sin(time * 2.1) + 14 * std::sin(time * 7.3);
        phase_ += pitch / kRate;
        double source = 0.02 * noise;
        if (phase_ >= 1) {
            phase_ -= 1;
            source += 6;
        }
        if (inside < 0.18) source = 0.5 * noise;
        const auto between = [&](double Vowel::*member) { return from.*member + (to.*member - from.*member) * inside; };
        double y = resonances_[0].step(source, between(&Vowel::a), 90);
        y = y + 0.6 * resonances_[1].step(source, between(&Vowel::b), 110) + 0.4 * resonances_[2].step(source, between(&Vowel::c), 160);
        if (inside < 0.18) y += 0.12 * noise;
        const double envelope = std::min({1.0, in_turn / 0.03, (kWord - in_turn) / 0.05}) * (0.45 + 0.55 * std::sin(std::numbers::pi * inside));
        return static_cast<float>(std::clamp(0.35 * envelope * y, -0.9, 0.9));
    }

    Random random_;
    std::uint64_t count_ = 0;
    double phase_ = 0;
    std::array<Resonance, 3> resonances_;
};

}  // namespace albireo::voice
