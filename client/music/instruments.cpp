#include "client/music/instruments.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace albireo::music {
namespace {

using audio::Layer;
using enum audio::Wave;

// Frequencies and cutoffs of these layers are multiples of the note's own frequency.
// clang-format off
constexpr Layer kPad[] = {
    {.wave = saw, .from = 1.004F, .to = 1.004F, .attack = 0.3F, .hold = 3.2F, .decay = 0.1F, .gain = 0.5F, .low_from = 3.2F, .low_to = 5, .vibrato = 0.002F, .vibrato_rate = 4.1F},
    {.wave = saw, .from = 0.996F, .to = 0.996F, .attack = 0.3F, .hold = 3.2F, .decay = 0.1F, .gain = 0.5F, .low_from = 3.2F, .low_to = 5, .vibrato = 0.002F, .vibrato_rate = 4.7F},
    {.wave = triangle, .from = 0.5F, .to = 0.5F, .attack = 0.35F, .hold = 3.15F, .decay = 0.1F, .gain = 0.4F, .low_from = 4, .low_to = 4},
};
constexpr Layer kGlass[] = {
    {.wave = triangle, .from = 1, .to = 1, .attack = 0.5F, .hold = 3, .decay = 0.1F, .gain = 0.6F, .low_from = 6, .low_to = 6, .vibrato = 0.003F, .vibrato_rate = 3.3F},
    {.wave = sine, .from = 2.003F, .to = 2.003F, .attack = 0.7F, .hold = 2.8F, .decay = 0.1F, .gain = 0.3F, .low_from = 12, .low_to = 12},
    {.wave = noise, .from = 24, .to = 24, .attack = 0.8F, .hold = 2.7F, .decay = 0.1F, .gain = 0.05F, .low_from = 5, .low_to = 7, .ring = 6},
};
constexpr Layer kBass[] = {
    {.wave = saw, .from = 1, .to = 1, .attack = 0.004F, .hold = 0.5F, .decay = 0.4F, .gain = 0.7F, .low_from = 14, .low_to = 3, .ring = 1.1F},
    {.wave = square, .from = 0.5F, .to = 0.5F, .attack = 0.004F, .hold = 0.5F, .decay = 0.4F, .gain = 0.3F, .low_from = 6, .low_to = 3},
    {.wave = sine, .from = 1, .to = 1, .attack = 0.004F, .hold = 0.6F, .decay = 0.3F, .gain = 0.7F, .low_from = 8, .low_to = 8},
};
constexpr Layer kGrowl[] = {
    {.wave = saw, .from = 1.003F, .to = 1.003F, .attack = 0.006F, .hold = 0.7F, .decay = 0.4F, .gain = 0.6F, .low_from = 20, .low_to = 4, .ring = 2.2F, .drive = 2.5F},
    {.wave = saw, .from = 0.997F, .to = 0.997F, .attack = 0.006F, .hold = 0.7F, .decay = 0.4F, .gain = 0.5F, .low_from = 16, .low_to = 5},
    {.wave = sine, .from = 0.5F, .to = 0.5F, .attack = 0.006F, .hold = 0.7F, .decay = 0.3F, .gain = 0.7F, .low_from = 8, .low_to = 8},
};
constexpr Layer kPluck[] = {
    {.wave = saw, .from = 1, .to = 1, .attack = 0.002F, .decay = 0.55F, .gain = 0.6F, .low_from = 14, .low_to = 2, .ring = 1.2F},
    {.wave = triangle, .from = 2, .to = 2, .attack = 0.002F, .decay = 0.3F, .gain = 0.3F, .low_from = 12, .low_to = 4},
};
constexpr Layer kBell[] = {
    {.wave = sine, .from = 1, .to = 1, .attack = 0.002F, .decay = 1.6F, .gain = 0.7F, .low_from = 20, .low_to = 20},
    {.wave = sine, .from = 2.76F, .to = 2.76F, .attack = 0.002F, .decay = 0.8F, .gain = 0.3F, .low_from = 20, .low_to = 20},
    {.wave = sine, .from = 5.4F, .to = 5.4F, .attack = 0.002F, .decay = 0.3F, .gain = 0.15F, .low_from = 20, .low_to = 20},
};
constexpr Layer kLead[] = {
    {.wave = square, .from = 1, .to = 1, .attack = 0.012F, .hold = 1.6F, .decay = 0.2F, .gain = 0.4F, .low_from = 9, .low_to = 5, .vibrato = 0.005F, .vibrato_rate = 5.4F},
    {.wave = saw, .from = 1.005F, .to = 1.005F, .attack = 0.012F, .hold = 1.6F, .decay = 0.2F, .gain = 0.5F, .low_from = 8, .low_to = 5, .vibrato = 0.005F, .vibrato_rate = 5.4F},
};
constexpr Layer kReed[] = {
    {.wave = triangle, .from = 1, .to = 1, .attack = 0.05F, .hold = 1.8F, .decay = 0.2F, .gain = 0.7F, .low_from = 7, .low_to = 7, .vibrato = 0.007F, .vibrato_rate = 5},
    {.wave = saw, .from = 1.002F, .to = 1.002F, .attack = 0.06F, .hold = 1.8F, .decay = 0.2F, .gain = 0.25F, .low_from = 5, .low_to = 4, .vibrato = 0.007F, .vibrato_rate = 5},
    {.wave = noise, .from = 20, .to = 20, .attack = 0.03F, .decay = 0.25F, .gain = 0.06F, .low_from = 9, .low_to = 6},
};
constexpr Layer kChoir[] = {
    {.wave = saw, .from = 1.006F, .to = 1.006F, .attack = 0.4F, .hold = 3.1F, .decay = 0.1F, .gain = 0.4F, .low_from = 2.6F, .low_to = 2.6F, .ring = 2.4F, .vibrato = 0.006F, .vibrato_rate = 5.1F},
    {.wave = saw, .from = 0.994F, .to = 0.994F, .attack = 0.45F, .hold = 3.05F, .decay = 0.1F, .gain = 0.4F, .low_from = 2.6F, .low_to = 2.6F, .ring = 2.4F, .vibrato = 0.006F, .vibrato_rate = 4.6F},
    {.wave = noise, .from = 20, .to = 20, .attack = 0.5F, .hold = 3, .decay = 0.1F, .gain = 0.03F, .low_from = 4, .low_to = 4, .ring = 3},
};

// Drums are in Hz.
constexpr Layer kKick[] = {
    {.wave = sine, .from = 160, .to = 44, .attack = 0.001F, .decay = 0.3F},
    {.wave = noise, .from = 9'000, .to = 3'000, .decay = 0.02F, .gain = 0.3F, .low_from = 4000, .low_to = 800},
};
constexpr Layer kSnare[] = {
    {.wave = noise, .from = 22'000, .to = 14'000, .decay = 0.22F, .gain = 0.7F, .low_from = 9000, .low_to = 3000, .high = 700},
    {.wave = triangle, .from = 230, .to = 170, .decay = 0.14F, .gain = 0.6F},
};
constexpr Layer kHat[] = {
    {.wave = noise, .from = 40'000, .to = 40'000, .decay = 0.07F, .high = 7500},
};
constexpr Layer kTom[] = {
    {.wave = sine, .from = 190, .to = 82, .attack = 0.001F, .decay = 0.42F},
    {.wave = triangle, .from = 285, .to = 120, .decay = 0.2F, .gain = 0.25F},
    {.wave = noise, .from = 6'000, .to = 2'000, .decay = 0.04F, .gain = 0.25F, .low_from = 1800, .low_to = 500},
};
constexpr Layer kCrash[] = {
    {.wave = noise, .from = 40'000, .to = 30'000, .attack = 0.002F, .decay = 1.6F, .gain = 0.7F, .low_from = 14'000, .low_to = 5000, .high = 2500},
};
// clang-format on

constexpr std::array<std::span<const Layer>, kSounds - 1> kTones = {kPad,  kGlass, kBass, kGrowl, kPluck,
                                                                    kBell, kLead,  kReed, kChoir};
constexpr std::array<std::span<const Layer>, kDrums> kHits = {kKick, kSnare, kHat, kTom, kCrash};

constexpr std::array<SoundDef, kSounds> kDefs = {{
    {.release = 0.5F, .rings = 3.6F, .gain = 0.20F, .width = 0.7F},                            // pad
    {.release = 0.7F, .rings = 3.6F, .gain = 0.26F, .width = 0.8F},                            // glass
    {.release = 0.06F, .rings = 0.9F, .gain = 0.42F},                                          // bass
    {.release = 0.07F, .rings = 1.1F, .gain = 0.36F},                                          // growl
    {.release = 0.1F, .rings = 0.55F, .sustained = false, .gain = 0.22F, .width = 0.6F},       // pluck
    {.release = 0.2F, .rings = 1.6F, .sustained = false, .gain = 0.22F, .width = 0.7F},        // bell
    {.release = 0.12F, .rings = 1.8F, .gain = 0.26F, .width = 0.2F},                           // lead
    {.release = 0.18F, .rings = 2.0F, .gain = 0.34F, .width = 0.2F},                           // reed
    {.release = 0.6F, .rings = 3.6F, .gain = 0.22F, .width = 0.9F},                            // choir
    {.release = 0.05F, .rings = 1.6F, .sustained = false, .gain = 0.40F, .width = 0.3F},       // drums
}};

constexpr std::array<float, kDrums> kDrumRings = {0.33F, 0.24F, 0.09F, 0.46F, 1.65F};  // seconds

float hertz_of(int pitch) {
    return 440 * std::pow(2.0F, static_cast<float>(pitch - 69) / 12);
}

/// The pitch that is synthesised for it and its two neighbours; every drum is.
int sampled_pitch(Sound sound, int pitch) {
    return sound == Sound::drums ? std::clamp(pitch, 0, static_cast<int>(kDrums) - 1) : (pitch + 1) / 3 * 3;
}

/// The layers of a sound at a pitch: multiples of the note's frequency become Hz.
std::vector<Layer> layers_at(std::span<const Layer> shape, int pitch) {
    std::vector<Layer> layers(shape.begin(), shape.end());
    const float hertz = hertz_of(pitch);
    for (Layer& layer : layers) {
        layer.from *= hertz;
        layer.to *= hertz;
        layer.low_from = std::clamp(layer.low_from * hertz, 80.0F, 16'000.0F);
        layer.low_to = std::clamp(layer.low_to * hertz, 80.0F, 16'000.0F);
    }
    return layers;
}

std::vector<std::int16_t> samples_of(std::span<const Layer> layers) {
    const std::vector<float> samples = audio::synthesise({.name = "note", .layers = layers});
    std::vector<std::int16_t> result(samples.size());
    std::transform(samples.begin(), samples.end(), result.begin(),
                   [](float x) { return static_cast<std::int16_t>(std::lround(x * 32'767)); });
    return result;
}

}  // namespace

const SoundDef& def_of(Sound sound) {
    return kDefs[static_cast<std::size_t>(sound)];
}

std::uint32_t samples_of(const Note& note, const Song& song) {
    const SoundDef& def = def_of(song.sounds[static_cast<std::size_t>(note.stem)]);
    const auto in_samples = [](float seconds) { return static_cast<std::uint32_t>(seconds * audio::kSampleRate); };
    if (song.sounds[static_cast<std::size_t>(note.stem)] == Sound::drums) return in_samples(kDrumRings[std::min<std::size_t>(note.pitch, kDrums - 1)]);
    // One semitone lower than synthesised a note lasts 6 % longer.
    const std::uint32_t rings = in_samples(def.rings * 1.06F);
    if (!def.sustained) return rings;
    return std::min(rings, note.length * song.sixteenth + in_samples(def.release));
}

std::size_t most_at_once(const Song& song) {
    if (song.length == 0) return 0;
    // Ends and starts in order of time, the song twice over, so that notes that ring across its end count.
    std::vector<std::pair<std::uint64_t, int>> changes;
    for (std::uint64_t lap = 0; lap < 2; ++lap) {
        for (const Note& note : song.notes) {
            if (static_cast<std::size_t>(note.stem) >= kWrittenStems) continue;
            const std::uint64_t begin = lap * song.samples() + std::uint64_t{note.at} * song.sixteenth;
            changes.emplace_back(begin, 1);
            changes.emplace_back(begin + samples_of(note, song), -1);
        }
    }
    std::sort(changes.begin(), changes.end());
    int now = 0, most = 0;
    for (const auto& change : changes) most = std::max(most, now += change.second);
    return static_cast<std::size_t>(most);
}

Bank::Tone Bank::find(Sound sound, int pitch) const {
    const int sampled = sampled_pitch(sound, pitch);
    const auto found = tones_.find({sound, sampled});
    if (found == tones_.end()) return {};
    return {found->second, sound == Sound::drums ? 1 : std::pow(2.0, (pitch - sampled) / 12.0)};
}

bool Bank::prepare_note(const Song& song, const Note& note) {
    const Sound sound = song.sounds[static_cast<std::size_t>(note.stem)];
    const int sampled = sampled_pitch(sound, note.pitch);
    const auto [found, is_new] = tones_.try_emplace({sound, sampled});
    if (!is_new) return false;
    found->second = sound == Sound::drums ? samples_of(kHits[static_cast<std::size_t>(sampled)])
                                          : samples_of(layers_at(kTones[static_cast<std::size_t>(sound)], sampled));
    bytes_ += found->second.size() * sizeof(std::int16_t);
    return true;
}

void Bank::prepare(const Song& song) {
    for (const Note& note : song.notes) prepare_note(song, note);
}

}  // namespace albireo::music
