#include "client/audio/openal.hpp"

#define AL_ALEXT_PROTOTYPES
#include <AL/al.h>
#include <AL/alc.h>
#include <AL/alext.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <utility>

#include "client/audio/al_names.hpp"
#include "client/audio/al_room.hpp"
#include "client/audio/synth.hpp"
#include "platform/dynamic_library.hpp"
#include "platform/process.hpp"

namespace albireo::audio {
namespace {

// The pan of the field's edges: never fully to one side.
constexpr float kWidth = 0.8F;

struct CloseDevice {
    void operator()(ALCdevice* device) const { alcCloseDevice(device); }
};
struct DropContext {
    void operator()(ALCcontext* context) const {
        alcMakeContextCurrent(nullptr);
        alcDestroyContext(context);
    }
};

/// A source that plays blocks of samples, one after the other.
class AlStream {
  public:
    struct Form {
        ALenum format = AL_FORMAT_STEREO16;
        int rate = kSampleRate;
        std::size_t blocks = 4;  // that are queued
    };
    static constexpr std::size_t kBlocksMax = 4;
    explicit AlStream(Form form) : form_(form) {}

    /// Without a source there is no stream, but everything else is heard.
    void open() {
        alGenSources(1, &source_);
        if (alGetError() != AL_NO_ERROR) source_ = 0;
        if (source_ == 0) return;
        alGenBuffers(static_cast<ALsizei>(form_.blocks), blocks_.data());
        alSourcei(source_, AL_SOURCE_RELATIVE, AL_TRUE);
    }
    void close() {
        if (source_ == 0) return;
        alDeleteSources(1, &source_);
        alDeleteBuffers(static_cast<ALsizei>(form_.blocks), blocks_.data());
    }
    bool wants_block() const {
        if (source_ == 0) return false;
        if (queued_ < form_.blocks) return true;
        ALint played = 0;
        alGetSourcei(source_, AL_BUFFERS_PROCESSED, &played);
        return played > 0;
    }
    void add(std::span<const float> samples) {
        ALint state = AL_STOPPED;
        alGetSourcei(source_, AL_SOURCE_STATE, &state);
        if (queued_ == form_.blocks && state == AL_STOPPED) {
            // A block came too late, so the source has stopped. Restarting it would repeat the queued blocks that were already
            // heard: they are removed first.
            alSourcei(source_, AL_BUFFER, 0);
            queued_ = 0;
        }
        ALuint block = 0;
        if (queued_ < form_.blocks) {
            block = blocks_[queued_++];
        } else {
            alSourceUnqueueBuffers(source_, 1, &block);
        }
        std::array<std::int16_t, 2 * kStreamFrames> whole{};
        std::transform(samples.begin(), samples.end(), whole.begin(), [](float x) {
            return static_cast<std::int16_t>(std::lround(std::clamp(x, -1.0F, 1.0F) * 32'767));
        });
        alBufferData(block, form_.format, whole.data(), static_cast<ALsizei>(samples.size() * sizeof whole[0]), form_.rate);
        alSourceQueueBuffers(source_, 1, &block);
        if (state != AL_PLAYING && queued_ == form_.blocks) alSourcePlay(source_);
    }
    void adjust(float gain) {
        if (source_ != 0) alSourcef(source_, AL_GAIN, gain);
    }
    double latency(std::size_t frames) const {
        return static_cast<double>(std::min(queued_, form_.blocks - 1) * frames) / form_.rate;
    }

  private:
    Form form_;
    ALuint source_ = 0;
    std::array<ALuint, kBlocksMax> blocks_{};
    std::size_t queued_ = 0;
};

/// Base is AudioOutput or MemoryOutput.
template <class Base>
class AlOutput : public Base {
  public:
    AlOutput(ALCdevice* device, const ALCint* attributes) : device_(device) {
        context_.reset(alcCreateContext(device, attributes));
        if (context_ == nullptr || alcMakeContextCurrent(context_.get()) == ALC_FALSE) context_.reset();
    }
    ~AlOutput() override {
        if (context_ == nullptr) return;
        alDeleteSources(static_cast<ALsizei>(count_), sources_.data());
        alDeleteBuffers(static_cast<ALsizei>(kVoices), buffers_.data());
        music_.close();
        speech_.close();
        room_.close();  // after the sources that were sent there
    }

    /// False, and why, if the device lacks what is required.
    bool load(const Samples& samples, std::string& why) {
        if (context_ == nullptr) {
            why = "the sound device gives no context";
            return false;
        }
        alDistanceModel(AL_NONE);
        alGenBuffers(static_cast<ALsizei>(kVoices), buffers_.data());
        std::vector<std::int16_t> whole;
        for (std::size_t voice = 0; voice < kVoices; ++voice) {
            whole.resize(samples[voice].size());
            std::transform(samples[voice].begin(), samples[voice].end(), whole.begin(),
                           [](float x) { return static_cast<std::int16_t>(std::lround(x * 32'767)); });
            alBufferData(buffers_[voice], AL_FORMAT_MONO16, whole.data(), static_cast<ALsizei>(whole.size() * 2),
                         kSampleRate);
        }
        for (; count_ < kSources; ++count_) {
            alGenSources(1, &sources_[count_]);
            if (alGetError() != AL_NO_ERROR) break;
            alSourcei(sources_[count_], AL_SOURCE_RELATIVE, AL_TRUE);
        }
        if (count_ < kSources) why = "the sound device has too few sources";
        music_.open();
        speech_.open();
        room_.open(device_.get());
        return count_ == kSources;
    }

    bool wants_block() override { return music_.wants_block(); }
    void add_block(std::span<const float> pairs) override { music_.add(pairs); }
    void adjust_stream(float gain) override { music_.adjust(gain); }
    double stream_latency() override { return music_.latency(kStreamFrames); }
    bool wants_speech() override { return speech_.wants_block(); }
    void add_speech(std::span<const float> samples) override { speech_.add(samples); }

    void set_reverb(float amount) override { room_.set_reverb(amount); }

    void start(std::size_t source, Voice voice, const SoundParameters& how) override {
        const ALuint id = sources_[source];
        alSourceStop(id);
        room_.send(id, is_in_field(voice));
        away_[source] = -1;
        alSourcei(id, AL_BUFFER, static_cast<ALint>(buffers_[static_cast<std::size_t>(voice)]));
        alSourcei(id, AL_LOOPING, def_of(voice).loop ? AL_TRUE : AL_FALSE);
        adjust(source, how);
        alSourcePlay(id);
    }
    void adjust(std::size_t source, const SoundParameters& how) override {
        const ALuint id = sources_[source];
        const float x = how.across * kWidth;
        alSource3f(id, AL_POSITION, x, 0, -std::sqrt(1 - x * x));
        alSourcef(id, AL_GAIN, how.gain);
        alSourcef(id, AL_PITCH, how.pitch);
        if (std::exchange(away_[source], how.away) != how.away) room_.dull(id, how.away);
    }
    void stop(std::size_t source) override { alSourceStop(sources_[source]); }
    bool is_playing(std::size_t source) override {
        ALint state = AL_STOPPED;
        alGetSourcei(sources_[source], AL_SOURCE_STATE, &state);
        return state == AL_PLAYING;
    }
    bool is_lost() override {
        if (alcIsExtensionPresent(device_.get(), "ALC_EXT_disconnect") == ALC_FALSE) return false;
        ALCint connected = ALC_TRUE;
        alcGetIntegerv(device_.get(), ALC_CONNECTED, 1, &connected);
        return connected == ALC_FALSE;
    }

  protected:
    ALCdevice* device() { return device_.get(); }

  private:
    std::unique_ptr<ALCdevice, CloseDevice> device_;
    std::unique_ptr<ALCcontext, DropContext> context_;
    std::array<ALuint, kVoices> buffers_{};
    std::array<ALuint, kSources> sources_{};
    std::array<float, kSources> away_{};  // as their filters have it
    std::size_t count_ = 0;
    AlRoom room_;
    AlStream music_{{.blocks = 4}};                                                          // 85 ms
    AlStream speech_{{.format = AL_FORMAT_MONO16, .rate = kSpeechRate, .blocks = 3}};  // 60 ms
};

class LoopbackOutput final : public AlOutput<MemoryOutput> {
  public:
    using AlOutput::AlOutput;
    void render(std::span<float> pairs) override {
        alcRenderSamplesSOFT(device(), pairs.data(), static_cast<ALCsizei>(pairs.size() / 2));
    }
};

/// Of a real device.
class DeviceOutput final : public AlOutput<AudioOutput> {
  public:
    using AlOutput::AlOutput;
    bool move_to(const std::string& name) override {
        // Of OpenAL Soft 1.22: its header may be older.
        using Reopen = ALCboolean (*)(ALCdevice*, const ALCchar*, const ALCint*);
        if (alcIsExtensionPresent(device(), "ALC_SOFT_reopen_device") == ALC_FALSE) return false;
        const auto reopen = reinterpret_cast<Reopen>(alcGetProcAddress(device(), "alcReopenDeviceSOFT"));
        return reopen != nullptr && reopen(device(), name.empty() ? nullptr : name.c_str(), nullptr) == ALC_TRUE;
    }
};

void say_nothing(const char*, int, const char*, int, const char*, ...) {}

}  // namespace

void quiet_libraries() {
    if (!platform::set_environment_default("ALSOFT_LOGLEVEL", "0") || std::string_view(std::getenv("ALSOFT_LOGLEVEL")) != "0") return;
    // ALSA's own words, if OpenAL is going to use it; the library stays loaded for that.
    using Handler = void (*)(const char*, int, const char*, int, const char*, ...);
    void* const set = platform::symbol_of("libasound.so.2", "snd_lib_error_set_handler");
    if (set != nullptr) reinterpret_cast<int (*)(Handler)>(set)(say_nothing);
}

std::unique_ptr<AudioOutput> open_output(const std::string& name, const Samples& samples, std::string& why) {
    ALCdevice* device = alcOpenDevice(name.empty() ? nullptr : name.c_str());
    if (device == nullptr) {
        why = name.empty() ? "there is no sound device" : "the sound device '" + name + "' cannot be opened";
        return nullptr;
    }
    // Loud sums are limited, not clipped, on devices of every kind of samples.
    constexpr ALCint kLimited[] = {ALC_OUTPUT_LIMITER_SOFT, ALC_TRUE, 0};
    const bool has_limiter = alcIsExtensionPresent(device, "ALC_SOFT_output_limiter") == ALC_TRUE;
    auto output = std::make_unique<DeviceOutput>(device, has_limiter ? kLimited : nullptr);
    return output->load(samples, why) ? std::move(output) : nullptr;
}

std::vector<std::string> output_devices() {
    // Without the extension only one device of each driver is listed.
    const bool has_all = alcIsExtensionPresent(nullptr, "ALC_ENUMERATE_ALL_EXT") == ALC_TRUE;
    return device_names(has_all ? ALC_ALL_DEVICES_SPECIFIER : ALC_DEVICE_SPECIFIER,
                        has_all ? ALC_DEFAULT_ALL_DEVICES_SPECIFIER : ALC_DEFAULT_DEVICE_SPECIFIER);
}

std::unique_ptr<MemoryOutput> open_memory_output(const Samples& samples, std::string& why) {
    ALCdevice* device = alcLoopbackOpenDeviceSOFT(nullptr);
    if (device == nullptr) {
        why = "this OpenAL cannot render to memory";
        return nullptr;
    }
    constexpr ALCint kWishes[] = {
        ALC_FREQUENCY, kSampleRate, ALC_FORMAT_CHANNELS_SOFT, ALC_STEREO_SOFT, ALC_FORMAT_TYPE_SOFT, ALC_FLOAT_SOFT,
        ALC_OUTPUT_LIMITER_SOFT, ALC_TRUE, 0};
    auto output = std::make_unique<LoopbackOutput>(device, kWishes);
    return output->load(samples, why) ? std::move(output) : nullptr;
}

}  // namespace albireo::audio
