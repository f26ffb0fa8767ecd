#pragma once
/// Decides which sounds play when there are more sounds than sources. It takes commands and `now` and drives the output,
/// so it needs no device and no clock. Owned by the audio thread.
///
/// 1. At most `at_once` instances of a voice play at a time, and none starts within its `gap` of the last: the oldest
///    makes room, or the new one is dropped.
/// 2. When all sources are in use, the one of the lowest priority (the oldest of those) is stolen by a sound of the
///    same priority or higher.
/// 3. A loop that has not been held for kForgotten fades out, so a stalled game does not hum.
/// 4. Loops fade in and out (VoiceDef::fade), with a constant sum of powers; only a stolen source is cut off at full volume.
/// 5. A sound of the field is softer the further away it is, and reverb changes evenly.
/// 6. A sound that starts lowers the stream of music as its row says (Duck), and so does the partner's speech. Of several such sounds the deepest counts. A sound
///    that is dropped or silent lowers nothing.
#include <cstdint>

#include "client/audio/audio_output.hpp"

namespace albireo::audio {

struct Command {
    enum class Kind : std::uint8_t {
        play,    // once
        hold,    // starts the loop named `key`, or changes how it sounds; it plays until it is let go
        let_go,  // fades out the loop named `key`; all held loops if it is kAllKeys
        reverb,  // sounds of the field are reverberated by `how.gain`, 0 … 1
    };
    static constexpr std::uint16_t kAllKeys = 0xffff;
    Kind kind = Kind::play;
    Voice voice{};
    std::uint16_t key = 0;
    SoundParameters how{};
};

/// The listener's choices for everything that is heard.
struct MixSettings {
    float volume = 1;    // 0 … 1, perceived; multiplies the volume of every bus
    bool mono = false;   // both ears hear the same
    bool night = false;  // dynamic range compression, 2:1: loud effects and music are lowered and quiet ones raised

    bool operator==(const MixSettings&) const = default;
};

class Mixer {
  public:
    static constexpr float kFarGain = 0.56F;    // of a sound as far away as the field allows: −5 dB
    static constexpr double kReverbSeconds = 0.8;  // from none to full reverb
    static constexpr double kForgotten = 0.5;  // seconds
    static constexpr float kSpeechDuck = -6;     // decibels
    static constexpr double kSpeechHang = 0.4;   // seconds
    static constexpr float kDuckFall = 240;  // decibels per second
    static constexpr float kDuckRise = 24;
    static constexpr float kNightPivot = 0.35F;  // the gain that `night` leaves unchanged

    /// The output must outlive the mixer.
    explicit Mixer(AudioOutput& output) : output_(output) {}

    /// Times here are in seconds, of any clock that does not go back.
    void obey(const Command& command, double now);
    /// 0 … 1. Also applies to sounds that are playing.
    void set_volume(Bus bus, float volume);
    void set_mix_settings(const MixSettings& settings);
    /// The partner speaks now: the music is lowered by kSpeechDuck until they have been silent for kSpeechHang.
    void note_speech(double now) { speech_until_ = now + kSpeechHang; }
    /// Advances fades and frees the sources of finished sounds. Call it every few milliseconds.
    void advance(double now);

    /// How many sources are in use.
    std::size_t sounding() const;
    /// How many sounds were dropped for lack of a source.
    std::uint64_t unheard() const { return unheard_; }

  private:
    struct Source {
        bool taken = false;
        Voice voice{};
        std::uint16_t key = 0;  // of a loop
        SoundParameters how{};
        double began = 0;
        double held = 0;       // a loop's last hold
        double fade = 1;       // of a loop: 0 silent … 1
        bool leaving = false;  // a loop that fades out
    };
    void play(const Command& command, double now);
    void hold(const Command& command, double now);
    /// The source for a new sound; kSources if it has to be dropped.
    std::size_t room_for(Voice voice, double now);
    SoundParameters heard(const Source& source) const;
    void begin(std::size_t at, const Source& source);

    AudioOutput& output_;
    std::array<Source, kSources> sources_{};
    std::array<double, kVoices> last_begun_ = [] {
        std::array<double, kVoices> never{};
        never.fill(-1e9);
        return never;
    }();
    std::array<double, kVoices> ducks_until_{};
    void duck(double now, double seconds);
    void follow_reverb(double seconds);
    void adjust_all();
    float volume_of(Voice voice) const;

    std::array<float, kBuses> volumes_{1, 1, 1, 1, 1};
    float reverb_ = 0, reverb_wanted_ = 0;
    double speech_until_ = -1;
    MixSettings settings_;
    float duck_ = 0;  // decibels by which the stream is changed now
    double advanced_ = 0;
    std::uint64_t unheard_ = 0;
};

}  // namespace albireo::audio
