#include "client/audio/synth.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace albireo::audio {
namespace {

constexpr float kRate = static_cast<float>(kSampleRate);
constexpr float kTurn = 2 * std::numbers::pi_v<float>;
constexpr float kLoopFade = 0.12F;    // seconds in which a loop's end becomes its beginning
constexpr float kEndFade = 0.004F;    // … in which a sound's end fades to zero, even if it still rings
constexpr std::size_t kControl = 16;  // samples between changes of a filter
constexpr int kEchoes = 4;
constexpr float kEchoShare = 0.42F;  // of the echo before

std::size_t samples_in(float seconds) {
    return static_cast<std::size_t>(seconds * kRate + 0.5F);
}

/// White noise from a linear congruential generator: the same on every run.
class Noise {
  public:
    explicit Noise(std::uint32_t seed) : state_(seed) {}
    float next() {
        state_ = state_ * 1664525U + 1013904223U;
        return static_cast<float>(static_cast<std::int32_t>(state_)) * 0x1p-31F;
    }

  private:
    std::uint32_t state_;
};

/// The correction at the jump of a saw or a square that suppresses aliasing (polyBLEP).
float smooth_jump(float phase, float step) {
    if (phase < step) {
        const float x = phase / step;
        return x + x - x * x - 1;
    }
    if (phase > 1 - step) {
        const float x = (phase - 1) / step;
        return x * x + x + x + 1;
    }
    return 0;
}

class Oscillator {
  public:
    Oscillator(Wave wave, std::uint32_t seed) : wave_(wave), noise_(seed), held_(noise_.next()) {}

    float next(float hertz) {
        const float step = std::min(hertz / kRate, 0.49F);
        float value = 0;
        switch (wave_) {
            case Wave::sine:
                value = std::sin(kTurn * phase_);
                break;
            case Wave::triangle:
                // Starts at 0 and rises, like the sine, so the start has no step.
                value = phase_ < 0.25F ? 4 * phase_ : phase_ < 0.75F ? 2 - 4 * phase_ : 4 * phase_ - 4;
                break;
            case Wave::saw:
                value = 2 * phase_ - 1 - smooth_jump(phase_, step);
                break;
            case Wave::square:
                value = (phase_ < 0.5F ? 1.0F : -1.0F) + smooth_jump(phase_, step) -
                        smooth_jump(phase_ < 0.5F ? phase_ + 0.5F : phase_ - 0.5F, step);
                break;
            case Wave::noise:
                value = held_;
                break;
        }
        phase_ += step;
        if (phase_ >= 1) {
            phase_ -= 1;
            held_ = noise_.next();
        }
        return value;
    }

  private:
    Wave wave_;
    Noise noise_;
    float held_;
    float phase_ = 0;
};

/// A second-order low-pass with resonance (a state variable filter in trapezoidal form), after a first-order high-pass.
class Filter {
  public:
    Filter(float high, float ring) : high_(1 - std::exp(-kTurn * high / kRate)), k_(1 / ring) {}
    void cut_at(float low) { g_ = std::tan(std::numbers::pi_v<float> * std::min(low, 0.45F * kRate) / kRate); }
    float next(float in) {
        floor_ += high_ * (in - floor_);
        in -= floor_;
        const float band = (a_ + g_ * (in - b_)) / (1 + g_ * (g_ + k_));
        const float out = b_ + g_ * band;
        a_ = 2 * band - a_;
        b_ = 2 * out - b_;
        return out;
    }

  private:
    float high_, k_;
    float g_ = 0, floor_ = 0, a_ = 0, b_ = 0;
};

float length_of(const Layer& layer) {
    return layer.attack + layer.hold + layer.decay;
}

float envelope(const Layer& layer, float t) {
    if (t < layer.attack) return t / layer.attack;
    if (t < layer.attack + layer.hold || layer.decay <= 0) return 1;
    const float rest = std::max(0.0F, 1 - (t - layer.attack - layer.hold) / layer.decay);
    return rest * rest * rest;  // fast at first, as ringing objects decay, but it ends at zero
}

float swept(float from, float to, float share) {
    return from == to ? from : from * std::pow(to / from, share);
}

/// Adds a layer. `steady`: a loop's, which neither begins nor ends.
void add_layer(std::vector<float>& out, const Layer& layer, std::uint32_t seed, bool steady) {
    Oscillator oscillator(layer.wave, seed);
    Filter filter(layer.high, layer.ring);
    const std::size_t first = samples_in(layer.delay);
    const std::size_t count = steady ? out.size() : samples_in(length_of(layer));
    for (std::size_t i = 0; i < count && first + i < out.size(); ++i) {
        const float t = static_cast<float>(i) / kRate;
        const float share = static_cast<float>(i) / static_cast<float>(count);
        const float wobble = 1 + layer.vibrato * std::sin(kTurn * layer.vibrato_rate * t);
        float value = oscillator.next(swept(layer.from, layer.to, share) * wobble);
        if (layer.drive > 0) value = std::tanh(value * layer.drive) / std::tanh(layer.drive);
        if (i % kControl == 0) filter.cut_at(swept(layer.low_from, layer.low_to, share));
        out[first + i] += filter.next(value) * layer.gain * (steady ? 1.0F : envelope(layer, t));
    }
}

/// Cross-fades the last kLoopFade of a loop into its beginning, so that the signal continues without a jump. Tones are
/// in phase there and add by amplitude; noise is not, and adds by power.
void close_loop(std::vector<float>& samples, Wave wave) {
    const std::size_t fade = samples_in(kLoopFade);
    const std::size_t length = samples.size() - fade;
    for (std::size_t i = 0; i < fade; ++i) {
        float in = static_cast<float>(i) / static_cast<float>(fade), out = 1 - in;
        if (wave == Wave::noise) in = std::sqrt(in), out = std::sqrt(out);
        samples[i] = samples[i] * in + samples[length + i] * out;
    }
    samples.resize(length);
}

bool is_stroke(const Layer& layer) { return layer.decay > 0; }

void add_stroke(std::vector<float>& loop, Layer layer, std::uint32_t seed) {
    const std::size_t first = samples_in(layer.delay);
    layer.delay = 0;
    std::vector<float> stroke(samples_in(length_of(layer)));
    add_layer(stroke, layer, seed, false);
    for (std::size_t i = 0; i < stroke.size(); ++i) loop[(first + i) % loop.size()] += stroke[i];
}

void add_echo(std::vector<float>& samples, float seconds) {
    const std::size_t away = samples_in(seconds);
    for (std::size_t i = away; i < samples.size(); ++i) samples[i] += kEchoShare * samples[i - away];
}

void fade_end(std::vector<float>& samples, float seconds) {
    const std::size_t fade = std::min(samples_in(seconds), samples.size());
    for (std::size_t i = 0; i < fade; ++i) {
        samples[samples.size() - 1 - i] *= static_cast<float>(i) / static_cast<float>(fade);
    }
}

}  // namespace

std::vector<float> synthesise(const VoiceDef& def) {
    float seconds = 0;
    for (const Layer& layer : def.layers) {
        if (def.loop && is_stroke(layer)) continue;
        seconds = std::max(seconds, def.loop ? layer.hold : layer.delay + length_of(layer));
    }
    if (def.echo > 0) seconds += kEchoes * def.echo;
    std::vector<float> samples(samples_in(seconds));
    std::uint32_t seed = 0x51ed;
    for (const Layer& layer : def.layers) {
        seed += 0x9e37'79b9U;
        if (!def.loop) {
            add_layer(samples, layer, seed, false);
            continue;
        }
        if (is_stroke(layer)) {
            add_stroke(samples, layer, seed);
            continue;
        }
        std::vector<float> round(samples.size() + samples_in(kLoopFade));
        add_layer(round, layer, seed, true);
        close_loop(round, layer.wave);
        for (std::size_t i = 0; i < samples.size(); ++i) samples[i] += round[i];
    }
    if (def.echo > 0) add_echo(samples, def.echo);
    if (!def.loop) fade_end(samples, std::max(kEndFade, def.echo));
    float loudest = 0;
    for (const float sample : samples) loudest = std::max(loudest, std::abs(sample));
    for (float& sample : samples) sample *= kPeak / loudest;
    return samples;
}

}  // namespace albireo::audio
