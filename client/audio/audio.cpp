#include "client/audio/audio.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

#include "client/audio/synth.hpp"

namespace albireo::audio {
namespace {

constexpr double kBeat = 0.004;    // seconds between two polls of the ring: a quarter of a tick
constexpr double kLostLook = 0.5;  // … between two checks whether the device is still there
constexpr int kBlocksAtOnce = 16;  // more than a queue holds
constexpr double kOpenAgain = 2;   // … between two attempts to open a device while there is none

double seconds_now() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

}  // namespace

Audio::Audio(Setup setup) : setup_(std::move(setup)), thread_([this] { run(); }) {}

Audio::~Audio() {
    stop_.store(true, std::memory_order_relaxed);
    thread_.join();
}

bool Audio::wait(double seconds) {
    for (double rest = seconds; rest > 0 && !stop_.load(std::memory_order_relaxed); rest -= kBeat) {
        std::this_thread::sleep_for(std::chrono::duration<double>(std::min(rest, kBeat)));
    }
    return !stop_.load(std::memory_order_relaxed);
}

void Audio::run() {
    Samples samples;
    for (std::size_t voice = 0; voice < kVoices; ++voice) {
        if (stop_.load(std::memory_order_relaxed)) return;
        samples[voice] = synthesise(def_of(static_cast<Voice>(voice)));
    }
    std::string why;
    std::unique_ptr<AudioOutput> output = open_chosen(samples, why);
    bool is_silent = output == nullptr;
    if (is_silent) setup_.log("no sound: " + why + "; the game continues without sound");
    for (;;) {
        while (output == nullptr) {
            for (double rest = kOpenAgain; rest > 0 && !follow_devices(nullptr); rest -= kBeat) {
                if (!wait(kBeat)) return;
            }
            output = open_chosen(samples, why);
        }
        if (std::exchange(is_silent, false)) setup_.log("sound is back");
        const Ended ended = run_output(*output);
        output.reset();
        if (ended == Ended::stopped) return;
        if (ended == Ended::lost) setup_.log("the sound device was lost; looking for another");
        output = open_chosen(samples, why);
        is_silent = ended == Ended::lost || output == nullptr;
    }
}

void Audio::choose_device(const std::string& name) {
    const std::lock_guard lock(guard_);
    if (std::exchange(chosen_, name) != name) is_choice_new_.store(true, std::memory_order_relaxed);
}

std::string Audio::chosen() const {
    const std::lock_guard lock(guard_);
    return chosen_;
}

std::vector<std::string> Audio::devices() const {
    const std::lock_guard lock(guard_);
    return devices_;
}

std::string Audio::take_missing() {
    const std::lock_guard lock(guard_);
    return std::exchange(missing_, {});
}

std::unique_ptr<AudioOutput> Audio::open_chosen(const Samples& samples, std::string& why) {
    is_choice_new_.store(false, std::memory_order_relaxed);
    open_device_ = chosen();
    if (open_device_.empty()) return setup_.open({}, samples, why);
    auto output = setup_.open(open_device_, samples, why);
    if (output != nullptr) {
        told_missing_.clear();
        return output;
    }
    const std::string wanted = std::exchange(open_device_, {});
    if (std::exchange(told_missing_, wanted) != wanted) {
        const std::lock_guard lock(guard_);
        missing_ = wanted;
    }
    return setup_.open({}, samples, why);
}

bool Audio::follow_devices(AudioOutput* output) {
    if (is_look_asked_.exchange(false, std::memory_order_relaxed) && !listed_.valid()) listed_ = std::async(std::launch::async, setup_.list);
    bool is_new = is_choice_new_.exchange(false, std::memory_order_relaxed);
    if (listed_.valid() && listed_.wait_for(std::chrono::seconds(0)) == std::future_status::ready) {
        const std::lock_guard lock(guard_);
        devices_ = listed_.get();
        is_new = is_new || std::ranges::find(devices_, chosen_) != devices_.end();
    }
    if (!is_new) return false;
    const std::string wanted = chosen();
    if (output != nullptr && wanted == open_device_) return false;
    if (output == nullptr || !output->move_to(wanted)) return true;
    open_device_ = wanted;
    told_missing_.clear();
    return false;
}

MixSettings Audio::settings() const {
    return {master_.load(std::memory_order_relaxed), mono_.load(std::memory_order_relaxed), night_.load(std::memory_order_relaxed)};
}

Audio::Ended Audio::run_output(AudioOutput& output) {
    Mixer mixer(output);
    std::array<float, kBuses> volumes{};
    volumes.fill(-1);
    MixSettings mixed;
    const auto follow_volumes = [&] {
        if (const MixSettings requested = settings(); requested != mixed) mixer.set_mix_settings(mixed = requested);
        for (std::size_t bus = 0; bus < kBuses; ++bus) {
            const float requested = volumes_[bus].load(std::memory_order_relaxed);
            if (requested != volumes[bus]) mixer.set_volume(static_cast<Bus>(bus), volumes[bus] = requested);
        }
    };
    Command command;
    // Commands from before the device was opened are outdated.
    while (ring_.pop(command)) {
    }
    heard_.store(true, std::memory_order_relaxed);
    for (double looked = seconds_now(); wait(kBeat);) {
        const double now = seconds_now();
        if (follow_devices(&output)) {
            heard_.store(false, std::memory_order_relaxed);
            return Ended::moved;
        }
        follow_volumes();
        feed_stream(output);
        feed_speech(output, mixer, now);
        if (setup_.prepare) setup_.prepare();
        while (ring_.pop(command)) mixer.obey(command, now);
        mixer.advance(now);
        if (now - looked < kLostLook) continue;
        looked = now;
        if (output.is_lost()) break;
    }
    heard_.store(false, std::memory_order_relaxed);
    return stop_.load(std::memory_order_relaxed) ? Ended::stopped : Ended::lost;
}

/// Loudness grows with the square of the volume, as for voices.
void Audio::feed_stream(AudioOutput& output) {
    if (!setup_.stream) return;
    std::array<float, 2 * kStreamFrames> pairs;
    // A device that is lost may want one block after the other without end.
    for (int i = 0; i < kBlocksAtOnce && output.wants_block(); ++i) {
        setup_.stream(pairs, output.stream_latency());
        const MixSettings now = settings();
        if (now.night) compressor_.process(pairs);
        const float volume = now.volume * volumes_[static_cast<std::size_t>(Bus::music)].load(std::memory_order_relaxed);
        for (float& sample : pairs) sample *= volume * volume;
        if (now.mono) {
            for (std::size_t i = 0; i < pairs.size(); i += 2) pairs[i] = pairs[i + 1] = (pairs[i] + pairs[i + 1]) / 2;
        }
        output.add_block(pairs);
    }
}

void Audio::feed_speech(AudioOutput& output, Mixer& mixer, double now) {
    if (!setup_.speech) return;
    std::array<float, kSpeechSamples> samples;
    for (int i = 0; i < kBlocksAtOnce && output.wants_speech(); ++i) {
        const Setup::Speech what = setup_.speech(samples);
        if (what == Setup::Speech::off) return;
        const float volume = master_.load(std::memory_order_relaxed) * volumes_[static_cast<std::size_t>(Bus::partner)].load(std::memory_order_relaxed);
        if (what == Setup::Speech::heard && volume > 0) mixer.note_speech(now);
        for (float& sample : samples) sample *= volume * volume;
        output.add_speech(samples);
    }
}

}  // namespace albireo::audio
