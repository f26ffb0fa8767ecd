#pragma once
/// The sounds of the stems, as tables of synth layers, and their notes as samples.
///
/// 1. A note's samples depend on the sound and the pitch alone, and are the same in every run of one program.
/// 2. Every third semitone is synthesised; the pitches between are played one semitone faster or slower.
#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "client/music/song.hpp"

namespace albireo::music {

/// How a sound's notes end and where they are heard.
struct SoundDef {
    float release = 0.1F;   // seconds in which a note fades after its length
    float rings = 0;        // the longest synthesised note, in seconds
    bool sustained = true;  // false: a note rings on after its length, as a plucked string does
    float gain = 1;         // relative to the other sounds
    float width = 0;        // share of the stereo field over which its pitches are spread, 0 … 1
};
const SoundDef& def_of(Sound sound);

/// An upper bound of the samples from a note's start until it is silent.
std::uint32_t samples_of(const Note& note, const Song& song);

/// The most notes that sound at once, across the song's end too.
std::size_t most_at_once(const Song& song);

/// The samples of notes. Used by one thread.
class Bank {
  public:
    struct Tone {
        std::span<const std::int16_t> samples;
        double step = 1;  // through them, for each sample played
    };
    /// Empty if the note has not been prepared. Drums take a Drum as pitch.
    Tone find(Sound sound, int pitch) const;

    /// Synthesises a note of a song if it is missing. Returns whether it was.
    bool prepare_note(const Song& song, const Note& note);
    void prepare(const Song& song);
    std::size_t bytes() const { return bytes_; }

  private:
    std::map<std::pair<Sound, int>, std::vector<std::int16_t>> tones_;  // by sound and sampled pitch
    std::size_t bytes_ = 0;
};

}  // namespace albireo::music
