#include "client/music/band.hpp"

#include <algorithm>
#include <cmath>

namespace albireo::music {
namespace {

constexpr float kRate = static_cast<float>(audio::kSampleRate);
constexpr float kTapeBend = 0.9F;  // soft clipping begins here

/// Soft clipping: linear up to kTapeBend, then approaching 1.
float bent(float x) {
    const float size = std::abs(x);
    if (size <= kTapeBend) return x;
    const float over = (size - kTapeBend) / (1 - kTapeBend);
    return std::copysign(kTapeBend + (1 - kTapeBend) * std::tanh(over), x);
}

/// The pan of a pitch, −1 … 1: always the same for a pitch, and well apart for neighbouring pitches.
float place_of(int pitch) {
    return static_cast<float>(pitch * 5 % 7 - 3) / 3;
}

}  // namespace

void Band::set_song(const Song* song) {
    song_ = song;
    position_ = 0;
    longest_ = 0;
    if (song == nullptr) return;
    for (const Note& note : song->notes) longest_ = std::max(longest_, samples_of(note, *song));
    settle();
}

void Band::render(std::span<float> pairs) {
    std::fill(pairs.begin(), pairs.end(), 0.0F);
    const std::size_t frames = pairs.size() / 2;
    if (song_ == nullptr || song_->length == 0 || frames == 0) return;
    const float step = static_cast<float>(frames) / (kGlide * kRate);
    for (std::size_t i = 0; i < kStems; ++i) {
        next_levels_[i] = levels_[i] + std::clamp(wanted_[i] - levels_[i], -step, step);
    }
    // Every note that sounds between position_ and position_ + frames: those that begin late enough, lap by lap.
    const std::uint64_t samples = song_->samples();
    const std::uint64_t end = position_ + frames;
    const std::uint64_t from = position_ > longest_ ? position_ - longest_ : 0;
    for (std::uint64_t lap = from / samples; lap * samples < end; ++lap) {
        const std::uint64_t start = lap * samples;
        const std::uint64_t earliest = from > start ? (from - start) / song_->sixteenth : 0;
        auto note = std::lower_bound(song_->notes.begin(), song_->notes.end(), earliest,
                                     [](const Note& n, std::uint64_t at) { return n.at < at; });
        for (; note != song_->notes.end(); ++note) {
            const std::uint64_t begin = start + std::uint64_t{note->at} * song_->sixteenth;
            if (begin >= end) break;
            render_note(*note, begin, pairs);
        }
    }
    for (float& sample : pairs) sample = bent(sample * song_->gain);
    levels_ = next_levels_;
    position_ = end;
}

void Band::render_note(const Note& note, std::uint64_t begin, std::span<float> pairs) {
    const auto stem = static_cast<std::size_t>(note.stem);
    if (levels_[stem] <= 0 && next_levels_[stem] <= 0) return;
    const Sound sound = song_->sounds[stem];
    const SoundDef& def = def_of(sound);
    const std::uint64_t frames = pairs.size() / 2;
    const std::uint64_t last = begin + samples_of(note, *song_);
    if (last <= position_) return;
    const Bank::Tone tone = bank_.find(sound, note.pitch);
    const auto gate = static_cast<double>(note.length) * song_->sixteenth;
    const double release = static_cast<double>(def.release) * audio::kSampleRate;
    const float place = place_of(note.pitch) * def.width;
    const float gain = note.gain * def.gain / 32'768;
    const float left = gain * std::sqrt((1 - place) / 2), right = gain * std::sqrt((1 + place) / 2);
    const float slope = (next_levels_[stem] - levels_[stem]) / static_cast<float>(frames);
    for (std::uint64_t i = begin > position_ ? begin - position_ : 0; i < frames && position_ + i < last; ++i) {
        const auto age = static_cast<double>(position_ + i - begin);
        const double at = age * tone.step;
        const auto whole = static_cast<std::size_t>(at);
        if (whole + 1 >= tone.samples.size()) break;
        const auto share = static_cast<float>(at - static_cast<double>(whole));
        const auto low = static_cast<float>(tone.samples[whole]), high = static_cast<float>(tone.samples[whole + 1]);
        float value = (low + (high - low) * share) * (levels_[stem] + slope * static_cast<float>(i));
        if (def.sustained && age > gate) value *= std::max(0.0F, static_cast<float>(1 - (age - gate) / release));
        const auto pair = static_cast<std::size_t>(2 * i);
        pairs[pair] += value * left;
        pairs[pair + 1] += value * right;
    }
}

std::array<float, kStems> levels_at(float intensity) {
    std::array<float, kStems> levels{};
    levels[0] = 1;  // the pad is always there
    // bass, drums, arp, lead come in at 1, 1, 2, 3; the choir at 4.
    constexpr std::array<float, kStemsByIntensity> kFrom = {0, 0.5F, 1, 1.5F, 2, 3.5F};
    for (std::size_t i = 1; i < kStemsByIntensity; ++i) levels[i] = std::clamp((intensity - kFrom[i]) * 2 + 0.5F, 0.0F, 1.0F);
    return levels;
}

}  // namespace albireo::music
