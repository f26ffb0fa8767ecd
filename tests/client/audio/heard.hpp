#pragma once
/// What tests of sound share: all voices as samples, waiting for the audio thread, and the peak of everything at once.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <thread>
#include <vector>

#include "client/audio/mixer.hpp"
#include "client/audio/openal.hpp"
#include "client/audio/synth.hpp"
#include "client/audio/voices.hpp"

namespace albireo::audio {

inline const Samples& all_voices() {
    static const Samples samples = [] {
        Samples made;
        for (std::size_t voice = 0; voice < kVoices; ++voice) made[voice] = synthesise(def_of(static_cast<Voice>(voice)));
        return made;
    }();
    return samples;
}

/// Polls as long as a busy machine may take.
template <class Done>
bool comes(Done&& done) {
    using namespace std::chrono_literals;
    for (const auto end = std::chrono::steady_clock::now() + 60s; std::chrono::steady_clock::now() < end;) {
        if (done()) return true;
        std::this_thread::sleep_for(1ms);
    }
    return done();
}

/// The peak of the loudest voices, all begun 50 times a second for three seconds. `reverb`: 0 in the open, 1 in a tunnel.
inline float loudest_of_all(MemoryOutput& output, float reverb) {
    Mixer mixer(output);
    double now = 0;
    float loudest = 0;
    std::vector<float> pairs(2 * kSampleRate / 50);
    for (int i = 0; i < 150; ++i, now += 0.02) {
        mixer.obey({Command::Kind::reverb, {}, 0, {.gain = reverb}}, now);
        for (const Voice voice : {Voice::needle, Voice::hit, Voice::death_small, Voice::death_medium, Voice::enemy_shot,
                                  Voice::death_large, Voice::missile}) {
            mixer.obey({Command::Kind::play, voice, 0, {}}, now);
        }
        mixer.advance(now);
        output.render(pairs);
        for (const float sample : pairs) loudest = std::max(loudest, std::abs(sample));
    }
    return loudest;
}

}  // namespace albireo::audio
