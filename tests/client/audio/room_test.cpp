// Goal: OpenAL, rendered into memory, reverberates the sounds of the field and nothing else, and makes far ones duller.
#include <doctest/doctest.h>

#include <cmath>
#include <vector>

#include "client/audio/mixer.hpp"
#include "client/audio/openal.hpp"
#include "client/audio/synth.hpp"
#include "tests/client/audio/heard.hpp"

using namespace albireo::audio;

namespace {

struct Heard {
    double early = 0, late = 0;  // energy while the voice sounds, and in the second after it
    double brightness = 0;       // energy of the steps from sample to sample, as a share of the whole
    float peak = 0;
};

Heard hear(Voice voice, float reverb, float away = 0) {
    std::string why;
    const auto output = open_memory_output(all_voices(), why);
    REQUIRE(output != nullptr);
    std::vector<float> pairs(2 * all_voices()[static_cast<std::size_t>(voice)].size()), tail(2 * kSampleRate);
    std::vector<float> silence(2 * kSampleRate / 10);
    output->set_reverb(reverb);
    output->render(silence);
    output->start(0, voice, {.gain = 0.5F, .away = away});
    output->render(pairs);
    output->render(silence);  // what is still in the device's queue
    output->render(tail);
    Heard heard;
    double steps = 0;
    for (std::size_t i = 2; i < pairs.size(); ++i) {
        const double step = static_cast<double>(pairs[i]) - pairs[i - 2];
        steps += step * step;
        heard.early += static_cast<double>(pairs[i]) * pairs[i];
        heard.peak = std::max(heard.peak, std::abs(pairs[i]));
    }
    heard.brightness = steps / heard.early;
    for (const float sample : tail) heard.late += static_cast<double>(sample) * sample;
    return heard;
}

}  // namespace

TEST_CASE("in a narrow place a sound of the field rings on, the more the narrower it is") {
    const Heard open = hear(Voice::death_small, 0), half = hear(Voice::death_small, 0.5F), narrow = hear(Voice::death_small, 1);
    MESSAGE("tail ", 10 * std::log10(narrow.late / narrow.early), " dB, with the reverb ", 10 * std::log10(narrow.early / open.early), " dB louder");
    CHECK(open.late == 0);
    CHECK(half.late > 0);
    CHECK(narrow.late == doctest::Approx(4 * half.late).epsilon(0.1));
    CHECK(narrow.early > open.early);
    CHECK(narrow.early < 2 * open.early);  // at most 3 dB louder
}

TEST_CASE("what is told to the players, menus, stingers and beds are not reverberated") {
    for (const Voice voice : {Voice::message, Voice::menu_accept, Voice::extend, Voice::multiplier}) {
        CAPTURE(def_of(voice).name);
        CHECK(hear(voice, 1).late == 0);
    }
}

TEST_CASE("a source that played a sound of the field reverberates no other") {
    std::string why;
    const auto output = open_memory_output(all_voices(), why);
    REQUIRE(output != nullptr);
    std::vector<float> second(2 * kSampleRate);
    output->set_reverb(1);
    output->start(0, Voice::needle, {});
    for (int i = 0; i < 8; ++i) output->render(second);
    output->start(0, Voice::menu_move, {});
    output->render(second);
    output->render(second);
    double late = 0;
    for (const float sample : second) late += static_cast<double>(sample) * sample;
    CHECK(late < 1e-12);
}

TEST_CASE("a sound that is far away is duller, and a near one is as it was") {
    const Heard near = hear(Voice::enemy_shot, 0), far = hear(Voice::death_small, 0, 1), close = hear(Voice::death_small, 0, 0);
    CHECK(near.early > 0);
    MESSAGE("brightness ", close.brightness, " near, ", far.brightness, " far");
    CHECK(far.brightness < 0.7 * close.brightness);
    CHECK(far.early > 0.5 * close.early);  // softer only by the mixer
}

TEST_CASE("all voices at once in a tunnel do not clip") {
    std::string why;
    const auto output = open_memory_output(all_voices(), why);
    REQUIRE(output != nullptr);
    const float loudest = loudest_of_all(*output, 1);
    MESSAGE("peak ", loudest);
    CHECK(loudest > 0.3F);
    CHECK(loudest <= 1.001F);
}
