// Goal: every voice of the table can be played: not silent, not too loud, not too long, without a click
// at its ends or at a loop's seam, and identical every time.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "client/audio/synth.hpp"

using namespace albireo::audio;

namespace {

float largest_step(const std::vector<float>& samples) {
    float largest = 0;
    for (std::size_t i = 1; i < samples.size(); ++i) largest = std::max(largest, std::abs(samples[i] - samples[i - 1]));
    return largest;
}

/// Loudness of a range: root mean square.
float loudness(const std::vector<float>& samples, std::size_t first, std::size_t count) {
    double sum = 0;
    for (std::size_t i = first; i < first + count; ++i) sum += static_cast<double>(samples[i]) * samples[i];
    return static_cast<float>(std::sqrt(sum / static_cast<double>(count)));
}

}  // namespace

TEST_CASE("every voice") {
    std::set<std::string_view> names;
    for (std::size_t i = 0; i < kVoices; ++i) {
        const VoiceDef& def = def_of(static_cast<Voice>(i));
        CAPTURE(def.name);
        CHECK(names.insert(def.name).second);
        CHECK(def.gain > 0);
        CHECK(def.gain <= 1);
        CHECK(def.at_once > 0);
        const std::vector<float> samples = synthesise(def);
        const auto seconds = static_cast<float>(samples.size()) / kSampleRate;
        CHECK(seconds > 0.03F);
        CHECK(seconds < 4.5F);
        float loudest = 0;
        bool finite = true;
        double sum = 0;
        for (const float sample : samples) {
            loudest = std::max(loudest, std::abs(sample));
            finite = finite && std::isfinite(sample);
            sum += static_cast<double>(sample);
        }
        CHECK(finite);
        CHECK(loudest == doctest::Approx(kPeak));
        CHECK(std::abs(sum / static_cast<double>(samples.size())) < 0.02);  // no DC offset
        CHECK(loudness(samples, 0, samples.size()) > 0.02F);
        CHECK(synthesise(def) == samples);
    }
}

TEST_CASE("a sound begins and ends in silence") {
    for (std::size_t i = 0; i < kVoices; ++i) {
        const VoiceDef& def = def_of(static_cast<Voice>(i));
        if (def.loop) continue;
        CAPTURE(def.name);
        const std::vector<float> samples = synthesise(def);
        CHECK(std::abs(samples.front()) < 0.02F);
        CHECK(std::abs(samples.back()) < 0.001F);
        // … and has decayed when it ends: the last hundredth is negligible against the whole.
        const std::size_t end = samples.size() / 100;
        CHECK(loudness(samples, samples.size() - end, end) < 0.05F * loudness(samples, 0, samples.size()));
    }
}

TEST_CASE("a loop's seam is a step like any other, and as loud as the rest") {
    int loops = 0;
    for (std::size_t i = 0; i < kVoices; ++i) {
        const VoiceDef& def = def_of(static_cast<Voice>(i));
        if (!def.loop) continue;
        ++loops;
        CAPTURE(def.name);
        const std::vector<float> samples = synthesise(def);
        CHECK(std::abs(samples.front() - samples.back()) <= largest_step(samples));
        // The end crossfades into the loop's first parts.
        const std::size_t part = kSampleRate / 20, seam_parts = 3;
        float least = 1, most = 0;
        for (std::size_t at = seam_parts * part; at + part <= samples.size(); at += part) {
            least = std::min(least, loudness(samples, at, part));
            most = std::max(most, loudness(samples, at, part));
        }
        for (std::size_t at = 0; at < seam_parts * part; at += part) {
            CHECK(loudness(samples, at, part) > 0.8F * least);
            CHECK(loudness(samples, at, part) < 1.25F * most);
        }
    }
    CHECK(loops == 2);
}

TEST_CASE("a loop's tones are in phase at its seam") {
    for (std::size_t i = 0; i < kVoices; ++i) {
        const VoiceDef& def = def_of(static_cast<Voice>(i));
        if (!def.loop) continue;
        CAPTURE(def.name);
        const float seconds = static_cast<float>(synthesise(def).size()) / kSampleRate;
        const auto is_whole = [&](float rate) { return std::abs(rate * seconds - std::round(rate * seconds)) < 0.01F; };
        for (const Layer& layer : def.layers) {
            CHECK(layer.from == layer.to);
            if (layer.wave != Wave::noise) CHECK(is_whole(layer.from));
            if (layer.vibrato > 0) CHECK(is_whole(layer.vibrato_rate));
        }
    }
}

TEST_CASE("the larger the enemy, the longer and deeper its death sounds") {
    float last_seconds = 0, last_brightness = 1e9F;
    for (const Voice voice : {Voice::death_small, Voice::death_medium, Voice::death_large, Voice::death_boss}) {
        const std::vector<float> samples = synthesise(def_of(voice));
        const auto seconds = static_cast<float>(samples.size());
        // The mean step over the mean amplitude: high for hiss, low for thunder.
        double steps = 0, heights = 0;
        for (std::size_t i = 1; i < samples.size(); ++i) {
            steps += std::abs(static_cast<double>(samples[i] - samples[i - 1]));
            heights += std::abs(static_cast<double>(samples[i]));
        }
        const auto brightness = static_cast<float>(steps / heights);
        CAPTURE(def_of(voice).name);
        CHECK(seconds > last_seconds);
        CHECK(brightness < last_brightness);
        last_seconds = seconds;
        last_brightness = brightness;
    }
}
