#pragma once
/// Chords by name, such as `Dm`, `Cmaj7#11` or `Gm/D`, and pitches by name, such as `Eb5`.
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace albireo::music {

struct Chord {
    int root = 0;               // pitch class, C is 0
    int bass = 0;               // pitch class of the lowest tone
    std::vector<int> tones{};   // semitones above the root, ascending from 0

    /// The pitch of the n-th tone (from 1) upward from the root nearest above `low`; the tones repeat in octaves.
    int tone(int n, int low) const;
    /// The tones within the octave that begins at `low`, ascending: a close voicing.
    std::vector<int> voicing(int low) const;
};

/// Returns nothing if the name is not that of a chord.
std::optional<Chord> chord_of(std::string_view name);

/// Removes a letter and its accidentals, such as `F#`, from the front of `text`, and returns their pitch class.
std::optional<int> take_pitch_class(std::string_view& text);

/// MIDI pitch of a name such as `D5`: C4 is 60.
std::optional<int> pitch_of(std::string_view name);

}  // namespace albireo::music
