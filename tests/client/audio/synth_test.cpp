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
        CHECK(seconds < (def.bus == Bus::ambience ? 12 : def.bus == Bus::music ? 6 : 4.5F));  // a stinger may last some bars
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
    CHECK(loops == 2 + 4);
}

TEST_CASE("a loop's tones are in phase at its seam") {
    for (std::size_t i = 0; i < kVoices; ++i) {
        const VoiceDef& def = def_of(static_cast<Voice>(i));
        if (!def.loop) continue;
        CAPTURE(def.name);
        const float seconds = static_cast<float>(synthesise(def).size()) / kSampleRate;
        const auto is_whole = [&](float rate) { return std::abs(rate * seconds - std::round(rate * seconds)) < 0.01F; };
        for (const Layer& layer : def.layers) {
            if (layer.decay > 0) continue;  // a stroke: it wraps around
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

namespace {

/// How strong a frequency is in a stretch of a sound: the amplitude of a sine.
double strength(const std::vector<float>& samples, double hertz, double from, double seconds) {
    double real = 0, imaginary = 0;
    const auto first = static_cast<std::size_t>(from * kSampleRate), count = static_cast<std::size_t>(seconds * kSampleRate);
    for (std::size_t i = first; i < first + count; ++i) {
        const double turn = 2 * 3.14159265358979 * hertz * static_cast<double>(i) / kSampleRate;
        real += static_cast<double>(samples[i]) * std::cos(turn);
        imaginary += static_cast<double>(samples[i]) * std::sin(turn);
    }
    return 2 * std::hypot(real, imaginary) / static_cast<double>(count);
}

}  // namespace

TEST_CASE("the stingers play their notes") {
    struct Heard {
        Voice voice;
        double from, seconds;
        std::vector<int> notes;  // MIDI
    };
    const double step = 0.125;  // a sixteenth after a boss
    const std::vector<Heard> all = {
        {Voice::warning, 0.02, 0.2, {62}},           {Voice::warning, 0.32, 0.2, {68}},
        {Voice::warning, 0.62, 0.2, {62}},           {Voice::warning, 0.92, 0.2, {68}},
        {Voice::warning, 1.22, 0.2, {62}},           {Voice::warning, 1.52, 0.2, {68}},
        {Voice::extend, 0.01, 0.08, {72}},           {Voice::extend, 0.3, 0.3, {84}},
        {Voice::boss_fallen, 2.02, 3 * step, {62, 69}},
        {Voice::boss_fallen, 2 + 3 * step, 3 * step, {69, 62}},
        {Voice::boss_fallen, 2 + 6 * step, 2 * step, {67, 64}},
        {Voice::boss_fallen, 2 + 9 * step, 6 * step, {64, 67}},
        {Voice::storm_cells, 0.02, 0.2, {62, 69}},   {Voice::storm_cells, 0.8, 0.4, {64, 67}},
        {Voice::cleared, 0.2, 0.5, {55, 59, 62, 64, 69}}, {Voice::cleared, 1, 0.5, {57, 62, 64, 67}},
        {Voice::cleared, 1.9, 1, {62, 64, 66, 69, 74}},
        {Voice::game_over, 0.05, 0.4, {74}},         {Voice::game_over, 0.55, 0.4, {69}},
        {Voice::game_over, 1.05, 0.25, {67}},        {Voice::game_over, 1.5, 0.8, {64}},
    };
    for (const Heard& heard : all) {
        const std::vector<float> samples = synthesise(def_of(heard.voice));
        const auto hertz = [](double note) { return 440 * std::pow(2, (note - 69) / 12); };
        INFO(def_of(heard.voice).name, " at ", heard.from, " s");
        for (const int note : heard.notes) {
            INFO("note ", note);
            // Stronger than a quarter tone beside it.
            const double there = strength(samples, hertz(note), heard.from, heard.seconds);
            CHECK(there > 0.03);
            if (heard.seconds < 0.3) continue;  // too short to tell them apart
            CHECK(there > 1.5 * strength(samples, hertz(note + 0.5), heard.from, heard.seconds));
        }
    }
    // A bar of silence after a boss.
    const std::vector<float> fallen = synthesise(def_of(Voice::boss_fallen));
    CHECK(loudness(fallen, 0, 2 * kSampleRate - 100) == 0);
    for (const Voice voice : {Voice::warning, Voice::extend, Voice::boss_fallen, Voice::storm_cells, Voice::cleared, Voice::game_over}) {
        CHECK(def_of(voice).bus == Bus::music);
    }
}
