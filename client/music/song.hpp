#pragma once
/// A piece of music as data: notes on a grid of sixteenths, in stems. Read from a `.song` text (song_text.hpp).
///
/// 1. Time is exact: a sixteenth is a whole number of samples, a bar a whole number of ticks (kSamplesPerTick), so a
///    position in ticks is a position in samples and a bar line can fall on a tick of the game.
/// 2. `notes` is sorted by `at` and holds at most kNotesMax; `length` is a whole number of bars, after
///    which the song repeats.
/// 3. At most kVoicesMax notes sound at once. A note counts until its sound has died away. Derived stems do not count: each
///    is heard in place of the stem that it is derived from.
#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "client/audio/synth.hpp"
#include "sim/base/limits.hpp"

namespace albireo::music {

inline constexpr int kSamplesPerTick = audio::kSampleRate / 60;  // 800
inline constexpr std::size_t kNotesMax = 8192;
inline constexpr std::size_t kBarsMax = 256;
inline constexpr std::size_t kVoicesMax = 48;
inline constexpr int kPitchMin = 24, kPitchMax = 103;  // MIDI: C1 … G7

/// A group of notes that is switched on and off as a whole. Intensity adds the first six in this order. The cell is the
/// partner's melody, heard while the ships are linked. The rest are derived from a song's other stems when it is read: the lead
/// an octave lower, and the drums at half their speed (of each two bars the first, stretched).
enum class Stem : std::uint8_t { pad, bass, drums, arp, lead, choir, cell, low_lead, half_drums };
inline constexpr std::size_t kStems = 9;
inline constexpr std::size_t kStemsByIntensity = 6;
inline constexpr std::size_t kWrittenStems = 7;  // those that a text has rows for
inline constexpr std::array<std::string_view, kStems> kStemNames = {"pad",   "bass", "drums",    "arp",       "lead",
                                                                    "choir", "cell", "low_lead", "half_drums"};

/// The sound of a stem, instruments.hpp.
enum class Sound : std::uint8_t { pad, glass, bass, growl, pluck, bell, lead, reed, choir, drums };
inline constexpr std::size_t kSounds = 10;
inline constexpr std::array<std::string_view, kSounds> kSoundNames = {"pad",  "glass", "bass", "growl", "pluck",
                                                                      "bell", "lead",  "reed", "choir", "drums"};

/// The pitches of Sound::drums.
enum class Drum : std::uint8_t { kick, snare, hat, tom, crash };
inline constexpr std::size_t kDrums = 5;
inline constexpr std::array<std::string_view, kDrums> kDrumNames = {"kick", "snare", "hat", "tom", "crash"};

struct Note {
    std::uint32_t at = 0;      // sixteenths from the beginning of the song
    std::uint16_t length = 1;  // sixteenths
    std::uint8_t pitch = 60;   // MIDI, kPitchMin … kPitchMax; of drums: a Drum
    Stem stem = Stem::lead;
    float gain = 1;
};

struct Song {
    std::string name;
    std::uint32_t sixteenth = 5400;      // samples
    std::uint32_t bar = 16;              // sixteenths
    std::uint32_t length = 0;            // sixteenths, > 0
    float gain = 1;                      // of the whole, for equal loudness
    std::vector<std::uint32_t> faster{}; // `sixteenth` of the same song at other tempi, NAME_2, NAME_3 …
    std::array<Sound, kStems> sounds = {Sound::pad,   Sound::bass, Sound::drums, Sound::pluck, Sound::lead,
                                        Sound::choir, Sound::bell, Sound::lead,  Sound::drums};
    std::vector<Note> notes;

    std::uint64_t samples() const { return std::uint64_t{length} * sixteenth; }
    std::uint32_t bar_ticks() const { return bar * sixteenth / kSamplesPerTick; }
    std::uint32_t ticks() const { return length / bar * bar_ticks(); }
};

}  // namespace albireo::music
