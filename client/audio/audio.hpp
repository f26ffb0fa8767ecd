#pragma once
/// The game's sound: a thread that synthesises the voices, opens the device and plays the commands that it receives
/// through a lock-free ring. Owned by the program.
///
/// 1. No call waits for the device or the thread: a full ring drops the command and counts it.
/// 2. Without a device the thread logs that once and looks for one every two seconds; every call stays harmless.
/// 3. Sounds requested before the device is ready are dropped, not played late. A volume is stored and not sent as a
///    command: a full ring cannot lose it, and a device that is opened later gets it.
/// 4. All commands come from one thread: the thread that constructed the object.
/// 5. A chosen device that is missing is replaced by the system's, which is told once. It is used when it is there again and
///    devices are listed, or when the program starts again.
#include <atomic>
#include <functional>
#include <future>
#include <mutex>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include "client/audio/command_ring.hpp"
#include "client/audio/compressor.hpp"
#include "client/audio/mixer.hpp"
#include "client/audio/openal.hpp"

namespace albireo::audio {

class Audio {
  public:
    using Open = std::function<std::unique_ptr<AudioOutput>(const std::string& device, const Samples&, std::string& why)>;
    struct Setup {
        Open open = open_output;
        std::function<std::vector<std::string>()> list = output_devices;  // called on a thread of its own
        std::function<void(const std::string&)> log = [](const std::string&) {};  // called from the audio thread
        // The music, on the audio thread. `stream` fills pairs of left and right, heard `latency` seconds from now;
        // `prepare` does work that the stream will need, up to 50 ms at a time, and returns whether there is more to do; it is asked again
        // and again.
        std::function<void(std::span<float> pairs, double latency)> stream{};
        std::function<bool()> prepare{};
        // The partner's speech, on the audio thread: fills kSpeechSamples, called every 20 ms while it does not return `off`.
        enum class Speech : std::uint8_t { off, silent, heard };
        std::function<Speech(std::span<float> samples)> speech{};
    };
    explicit Audio(Setup setup);
    ~Audio();
    Audio(const Audio&) = delete;
    Audio& operator=(const Audio&) = delete;

    void push(const Command& command) { ring_.push(command); }
    void play(Voice voice, const SoundParameters& how = {}) { push({Command::Kind::play, voice, 0, how}); }
    /// Fades out all loops.
    void let_go() { push({Command::Kind::let_go, {}, Command::kAllKeys, {}}); }
    /// 0 … 1, proportional to the perceived loudness: the gain is its square.
    void set_volume(Bus bus, float volume) {
        volumes_[static_cast<std::size_t>(bus)].store(volume, std::memory_order_relaxed);
    }

    void set_mix_settings(const MixSettings& settings) {
        master_.store(settings.volume, std::memory_order_relaxed);
        mono_.store(settings.mono, std::memory_order_relaxed);
        night_.store(settings.night, std::memory_order_relaxed);
    }

    /// The device to play on, by its name; empty: the system's. It is changed at once.
    void choose_device(const std::string& name);
    /// Asks for the names of the devices: devices() has them soon.
    void look_for_devices() { is_look_asked_.store(true, std::memory_order_relaxed); }
    /// As they were listed last.
    std::vector<std::string> devices() const;
    /// The chosen device if it was found missing since the last call; empty otherwise.
    std::string take_missing();

    std::uint64_t dropped() const { return ring_.refused(); }
    /// Whether a device is open.
    bool is_heard() const { return heard_.load(std::memory_order_relaxed); }

  private:
    void run();
    enum class Ended : std::uint8_t { stopped, lost, moved };
    /// Plays until it is told to stop, the device is lost, or another one has to be opened.
    Ended run_output(AudioOutput& output);
    std::unique_ptr<AudioOutput> open_chosen(const Samples& samples, std::string& why);
    /// Whether another device has to be opened.
    bool follow_devices(AudioOutput* output);
    std::string chosen() const;
    void feed_stream(AudioOutput& output);
    void feed_speech(AudioOutput& output, Mixer& mixer, double now);
    bool wait(double seconds);
    MixSettings settings() const;

    Setup setup_;
    CommandRing<Command, 4096> ring_;  // a second of a display of 240 Hz
    std::array<std::atomic<float>, kBuses> volumes_{1, 1, 1, 1, 1};
    std::atomic<float> master_{1};
    std::atomic<bool> mono_{false}, night_{false};
    std::atomic<bool> stop_{false};
    std::atomic<bool> heard_{false};
    Compressor compressor_;  // of the stream, on the audio thread
    std::atomic<bool> is_look_asked_{false};
    std::atomic<bool> is_choice_new_{false};
    mutable std::mutex guard_;  // of the next three, held only to copy them
    std::string chosen_, missing_;
    std::vector<std::string> devices_;
    // Of the audio thread.
    std::string open_device_, told_missing_;
    std::future<std::vector<std::string>> listed_;
    std::thread thread_;
};

}  // namespace albireo::audio
