// Goal: real OpenAL without a device, into memory or its null driver, works; so does a machine without any sound.
#include <doctest/doctest.h>

#include <chrono>
#include <cmath>
#include <cstdlib>
#include <mutex>
#include <thread>

#include "client/audio/audio.hpp"
#include "client/audio/synth.hpp"
#include "tests/client/audio/heard.hpp"

using namespace albireo::audio;
using namespace std::chrono_literals;

namespace {

// OpenAL reads the variable once, at its first call.
const bool kNullDriver = ::setenv("ALSOFT_DRIVERS", "null", 1) == 0;

}  // namespace

TEST_CASE("a voice comes from its side of the field, at the right volume, and ends") {
    std::string why;
    const auto output = open_memory_output(all_voices(), why);
    INFO(why);
    REQUIRE(output != nullptr);
    std::vector<float> pairs(2 * kSampleRate / 10);
    const auto energy = [&](std::size_t side) {
        double sum = 0;
        for (std::size_t i = side; i < pairs.size(); i += 2) sum += static_cast<double>(pairs[i]) * pairs[i];
        return std::sqrt(sum / (static_cast<double>(pairs.size()) / 2));
    };
    output->render(pairs);
    CHECK(energy(0) == 0);
    output->start(0, Voice::death_large, {.gain = 0.5F, .across = -1});
    output->render(pairs);
    const double left = energy(0);
    CHECK(left > 0.01);
    CHECK(left > 2 * energy(1));
    CHECK(output->is_playing(0));
    output->start(0, Voice::death_large, {.gain = 0.5F, .across = 1});
    output->render(pairs);
    CHECK(energy(1) > 2 * energy(0));
    output->start(0, Voice::death_large, {.gain = 0.25F, .across = -1});
    output->render(pairs);
    CHECK(energy(0) == doctest::Approx(left / 2).epsilon(0.15));
    for (int i = 0; i < 20; ++i) output->render(pairs);
    CHECK_FALSE(output->is_playing(0));
    output->start(1, Voice::ribbon, {});
    for (int i = 0; i < 40; ++i) output->render(pairs);
    CHECK(output->is_playing(1));
    CHECK(energy(0) > 0.01);
    output->stop(1);
    output->render(pairs);
    output->render(pairs);
    CHECK(energy(0) == 0);
}

TEST_CASE("speech is heard in the middle, at its own rate, and silence follows it") {
    std::string why;
    const auto output = open_memory_output(all_voices(), why);
    REQUIRE(output != nullptr);
    // 500 Hz: 10 waves in each block of 20 ms.
    std::vector<float> block(kSpeechSamples);
    for (std::size_t i = 0; i < block.size(); ++i) block[i] = 0.5F * std::sin(static_cast<float>(i) * 2 * 3.14159265F * 500 / kSpeechRate);
    std::vector<float> pairs(2 * kSampleRate / 100), all;
    for (int i = 0; i < 100; ++i) {
        while (i < 50 && output->wants_speech()) output->add_speech(block);
        output->render(pairs);
        all.insert(all.end(), pairs.begin(), pairs.end());
    }
    int crossings = 0;
    for (std::size_t i = 2 * kSampleRate / 5; i < 2 * kSampleRate * 2 / 5; i += 2) {
        crossings += all[i] < 0 && all[i + 2] >= 0;
        CHECK(all[i] == doctest::Approx(all[i + 1]));
    }
    CHECK(crossings >= 98);  // in 200 ms
    CHECK(crossings <= 102);
    CHECK(std::all_of(all.end() - 2 * kSampleRate / 5, all.end(), [](float sample) { return std::abs(sample) < 0.001F; }));
    CHECK(output->wants_speech());
}

TEST_CASE("all voices at once do not clip") {
    std::string why;
    const auto output = open_memory_output(all_voices(), why);
    REQUIRE(output != nullptr);
    const float loudest = loudest_of_all(*output, 0);
    CHECK(loudest > 0.3F);
    CHECK(loudest <= 1.0F);
}

TEST_CASE("the thread opens OpenAL's null driver, takes commands, and ends") {
    REQUIRE(kNullDriver);
    std::string said;
    {
        Audio audio({.open = open_output, .log = [&](const std::string& line) { said = line; }});
        REQUIRE(comes([&] { return audio.is_heard(); }));
        for (int i = 0; i < 200; ++i) {
            audio.play(Voice::needle);
            audio.push({Command::Kind::hold, Voice::ribbon, 0, {}});
            std::this_thread::sleep_for(1ms);
        }
        audio.let_go();
        CHECK(audio.dropped() == 0);
    }
    CHECK(said.empty());
}

TEST_CASE("without a sound device there is one line of log, and every call still returns") {
    std::mutex mutex;
    std::vector<std::string> said;
    const auto count = [&] {
        const std::lock_guard lock(mutex);
        return said.size();
    };
    {
        Audio audio({.open = [](const std::string&, const Samples&, std::string& why) -> std::unique_ptr<AudioOutput> {
                         why = "there is no sound device";
                         return nullptr;
                     },
                     .log =
                         [&](const std::string& line) {
                             const std::lock_guard lock(mutex);
                             said.push_back(line);
                         }});
        REQUIRE(comes([&] { return count() > 0; }));
        // The ring has no reader, so what is pushed is dropped, and nothing waits.
        for (int i = 0; i < 5000; ++i) audio.play(Voice::hit);
        CHECK(audio.dropped() > 0);
        CHECK_FALSE(audio.is_heard());
    }
    REQUIRE(count() == 1);
    CHECK(said[0] == "no sound: there is no sound device; the game continues without sound");
}

TEST_CASE("a device that appears after the program has started is used, such as a headset that is switched on late") {
    std::atomic<int> tries{0};
    std::mutex mutex;
    std::vector<std::string> said;
    Audio audio({.open = [&](const std::string&, const Samples&, std::string& why) -> std::unique_ptr<AudioOutput> {
                     why = "there is no sound device";
                     if (++tries < 2) return nullptr;
                     return std::make_unique<NullOutput>();
                 },
                 .log =
                     [&](const std::string& line) {
                         const std::lock_guard lock(mutex);
                         said.push_back(line);
                     }});
    REQUIRE(comes([&] { return audio.is_heard(); }));
    const std::lock_guard lock(mutex);
    REQUIRE(said.size() == 2);
    CHECK(said[0] == "no sound: there is no sound device; the game continues without sound");
    CHECK(said[1] == "sound is back");
}

TEST_CASE("a device that is unplugged is looked for again. Volumes are kept, even if the ring was full") {
    struct Pulled final : AudioOutput {
        explicit Pulled(std::atomic<bool>& lost, std::atomic<float>& heard) : lost_(lost), heard_(heard) {}
        void start(std::size_t, Voice, const SoundParameters& how) override { heard_ = how.gain; }
        void adjust(std::size_t, const SoundParameters&) override {}
        void stop(std::size_t) override {}
        bool is_playing(std::size_t) override { return false; }
        bool is_lost() override { return lost_; }
        std::atomic<bool>& lost_;
        std::atomic<float>& heard_;
    };
    std::atomic<bool> lost{false};
    std::atomic<float> heard{-1};
    std::atomic<int> opened{0};
    Audio audio({.open =
                     [&](const std::string&, const Samples&, std::string&) {
                         ++opened;
                         lost = false;
                         return std::make_unique<Pulled>(lost, heard);
                     },
                 .log = [](const std::string&) {}});
    // The ring has no reader yet and overflows, but the volume is kept.
    while (audio.dropped() == 0 && !audio.is_heard()) audio.play(Voice::menu_move);
    audio.set_volume(Bus::game, 0.5F);
    REQUIRE(comes([&] { return audio.is_heard(); }));
    audio.play(Voice::combined_storm);
    REQUIRE(comes([&] { return heard >= 0; }));
    CHECK(heard.load() == doctest::Approx(def_of(Voice::combined_storm).gain / 4));
    lost = true;
    REQUIRE(comes([&] { return opened == 2 && audio.is_heard(); }));
    heard = -1;
    audio.play(Voice::combined_storm);
    REQUIRE(comes([&] { return heard >= 0; }));
    CHECK(heard.load() == doctest::Approx(def_of(Voice::combined_storm).gain / 4));
}

TEST_CASE("the master volume and mono apply to the music") {
    struct Tape final : AudioOutput {
        explicit Tape(std::atomic<float>& left, std::atomic<float>& right) : left_(left), right_(right) {}
        void start(std::size_t, Voice, const SoundParameters&) override {}
        void adjust(std::size_t, const SoundParameters&) override {}
        void stop(std::size_t) override {}
        bool is_playing(std::size_t) override { return false; }
        bool wants_block() override { return wants_ = !wants_; }
        void add_block(std::span<const float> pairs) override {
            left_ = pairs[0];
            right_ = pairs[1];
        }
        std::atomic<float>&left_, &right_;
        bool wants_ = false;
    };
    std::atomic<float> left{-1}, right{-1};
    Audio audio({.open = [&](const std::string&, const Samples&, std::string&) { return std::make_unique<Tape>(left, right); },
                 .stream = [](std::span<float> pairs, double) {
                     for (std::size_t i = 0; i < pairs.size(); i += 2) pairs[i] = 0.8F, pairs[i + 1] = 0.4F;
                 }});
    const auto is_near = [](float value, float expected) { return std::abs(value - expected) < 1e-4F; };
    REQUIRE(comes([&] { return is_near(left, 0.8F) && is_near(right, 0.4F); }));
    audio.set_mix_settings({.volume = 0.5F});
    CHECK(comes([&] { return is_near(left, 0.2F) && is_near(right, 0.1F); }));
    audio.set_mix_settings({.mono = true});
    CHECK(comes([&] { return is_near(left, 0.6F) && is_near(right, 0.6F); }));
    // Night mode: music that is louder than the pivot is lowered, in the same relation of left and right.
    audio.set_mix_settings({.night = true});
    const float power = std::sqrt((0.8F * 0.8F + 0.4F * 0.4F) / 2);
    const float gain = std::sqrt(Compressor::kPivot / power);
    CHECK(comes([&] { return is_near(left, 0.8F * gain) && is_near(right, 0.4F * gain); }));
}

TEST_CASE("the music is lowered at once, in the blocks that are queued too") {
    std::string why;
    const auto output = open_memory_output(all_voices(), why);
    REQUIRE(output != nullptr);
    std::vector<float> block(2 * kStreamFrames), pairs(2 * kStreamFrames);
    for (std::size_t i = 0; i < block.size(); ++i) block[i] = (i / 2) % 64 < 32 ? 0.4F : -0.4F;
    const auto loudness_now = [&] {
        double sum = 0;
        for (int i = 0; i < 3; ++i) {
            while (output->wants_block()) output->add_block(block);
            output->render(pairs);
            sum = 0;
            for (const float sample : pairs) sum += static_cast<double>(sample) * sample;
        }
        return std::sqrt(sum / static_cast<double>(pairs.size()));
    };
    const double full = loudness_now();
    REQUIRE(full > 0.1);
    output->adjust_stream(0.355F);
    CHECK(20 * std::log10(loudness_now() / full) == doctest::Approx(-9).epsilon(0.02));
    output->adjust_stream(1);
    CHECK(loudness_now() == doctest::Approx(full).epsilon(0.01));
}
