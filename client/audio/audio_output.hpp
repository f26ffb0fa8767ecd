#pragma once
/// The output: a number of sources, each of which plays one sound or none. OpenAL is one implementation; the null one
/// only records its calls, for tests and for machines without sound.
#include <array>
#include <span>
#include <string>
#include <vector>

#include "client/audio/voices.hpp"

namespace albireo::audio {

inline constexpr std::size_t kSources = 36;  // 32 and two beds

/// How a sound is played. Gain 1 is its recorded loudness; `across` is the pan, −1 left … +1 right; `pitch`
/// is a factor of the speed of playback; `away` is the distance from the listener, 0 near … 1 far.
struct SoundParameters {
    float gain = 1;
    float across = 0;
    float pitch = 1;
    float away = 0;
};

inline constexpr std::size_t kStreamFrames = 1024;  // stereo pairs in a block of the stream
inline constexpr int kSpeechRate = 16'000;
inline constexpr std::size_t kSpeechSamples = 320;  // 20 ms

class AudioOutput {
  public:
    virtual ~AudioOutput() = default;
    virtual void start(std::size_t source, Voice voice, const SoundParameters& how) = 0;
    virtual void adjust(std::size_t source, const SoundParameters& how) = 0;
    virtual void stop(std::size_t source) = 0;
    /// A loop plays until it is stopped.
    virtual bool is_playing(std::size_t source) = 0;
    /// How much the voices of the field are reverberated, 0 … 1. An output without reverb ignores it.
    virtual void set_reverb(float) {}
    /// Continues on the device of that name, without a gap; empty: the system's. False if it cannot: then it stays where it is.
    virtual bool move_to(const std::string&) { return false; }
    /// The device is lost: this output stays silent from now on.
    virtual bool is_lost() { return false; }

    /// Whether there is room for another block of the stream; false if there is no stream.
    virtual bool wants_block() { return false; }
    /// Appends kStreamFrames pairs of left and right to the stream.
    virtual void add_block(std::span<const float>) {}
    /// Changes the gain of the whole stream, also of the blocks that are queued. 1 at first.
    virtual void adjust_stream(float) {}
    /// Seconds until a block that is added now is heard.
    virtual double stream_latency() { return 0; }

    /// A second stream, for the partner's speech: mono, kSpeechRate samples a second, in blocks of kSpeechSamples.
    virtual bool wants_speech() { return false; }
    virtual void add_speech(std::span<const float>) {}
};

class NullOutput final : public AudioOutput {
  public:
    struct Source {
        bool playing = false;
        Voice voice{};
        SoundParameters how;
        std::size_t started = 0;
    };
    void start(std::size_t source, Voice voice, const SoundParameters& how) override {
        sources[source] = {true, voice, how, sources[source].started + 1};
    }
    void adjust(std::size_t source, const SoundParameters& how) override { sources[source].how = how; }
    void stop(std::size_t source) override { sources[source].playing = false; }
    bool is_playing(std::size_t source) override { return sources[source].playing; }
    void adjust_stream(float gain) override { stream_gain = gain; }
    void set_reverb(float amount) override { reverb = amount; }

    std::array<Source, kSources> sources{};
    float stream_gain = 1;
    float reverb = 0;
};

}  // namespace albireo::audio
