// Goal: the beds say where a game takes place: quietly, without an end, and only there.
#include <doctest/doctest.h>
#include <ebur128.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "client/audio/mixer.hpp"
#include "client/audio/openal.hpp"
#include "client/audio/sound_director.hpp"
#include "client/audio/synth.hpp"

using namespace albireo::audio;
using albireo::World;

namespace {

constexpr std::array kBeds = {Voice::wind, Voice::surf, Voice::breath, Voice::rain};

struct Fixture {
    NullOutput output;
    Mixer mixer{output};
    SoundDirector director;
    std::unique_ptr<World> world = std::make_unique<World>();
    double now = 100;

    /// As a game that shows this place for a time.
    void stay(const Place& place, double seconds) {
        for (const double end = now + seconds; now < end; now += 0.01) {
            for (const Command& command : director.follow(*world, place)) mixer.obey(command, now);
            mixer.advance(now);
        }
    }
    /// The gains of both sides of each bed that is heard.
    std::map<Voice, std::vector<float>> heard() const {
        std::map<Voice, std::vector<float>> gains;
        for (const auto& source : output.sources) {
            if (source.playing && source.how.gain > 0) gains[source.voice].push_back(source.how.gain);
        }
        return gains;
    }
};

double loudness_of(const std::vector<float>& pairs) {
    ebur128_state* state = ebur128_init(2, kSampleRate, EBUR128_MODE_I);
    ebur128_add_frames_float(state, pairs.data(), pairs.size() / 2);
    double lufs = 0;
    ebur128_loudness_global(state, &lufs);
    ebur128_destroy(&state);
    return lufs;
}

}  // namespace

TEST_CASE_FIXTURE(Fixture, "each backdrop has its bed, rain comes on top of it, and no bed is heard elsewhere") {
    const std::map<std::string, Voice> beds = {{"canyon", Voice::wind}, {"sea", Voice::surf}, {"hive", Voice::breath}};
    for (const auto& [backdrop, bed] : beds) {
        for (const bool rains : {false, true}) {
            CAPTURE(backdrop);
            CAPTURE(rains);
            stay({.backdrop = backdrop, .is_raining = rains}, 3);
            const auto now_heard = heard();
            CHECK(now_heard.size() == (rains ? 2 : 1));
            REQUIRE(now_heard.contains(bed));
            CHECK(now_heard.contains(Voice::rain) == rains);
            CHECK(now_heard.at(bed).size() == 2);  // left and right
        }
    }
    stay({.backdrop = "nowhere"}, 3);
    CHECK(heard().empty());
}

TEST_CASE_FIXTURE(Fixture, "beds cross-fade within a second, with a constant sum of powers, and end when the game stands still") {
    stay({.backdrop = "canyon"}, 3);
    const float full = def_of(Voice::wind).gain;
    CHECK(heard()[Voice::wind][0] == doctest::Approx(full));
    for (int i = 0; i < 9; ++i) {
        stay({.backdrop = "hive"}, 0.1);
        const auto gains = heard();
        REQUIRE(gains.size() == 2);
        const float old = gains.at(Voice::wind)[0] / full, fresh = gains.at(Voice::breath)[0] / def_of(Voice::breath).gain;
        CHECK(old * old + fresh * fresh == doctest::Approx(1).epsilon(0.05));
    }
    stay({.backdrop = "hive"}, 0.2);
    CHECK(heard().size() == 1);
    // A pause or a menu: all loops are let go.
    mixer.obey({Command::Kind::let_go, {}, Command::kAllKeys, {}}, now);
    for (const double end = now + 1.1; now < end; now += 0.01) mixer.advance(now);
    CHECK(heard().empty());
}

TEST_CASE_FIXTURE(Fixture, "a bed is never replaced by other sounds, and its volume is its own") {
    stay({.backdrop = "sea", .is_raining = true}, 2);
    for (int i = 0; i < 400; ++i, now += 0.02) {
        for (std::size_t voice = 0; voice < kVoices; ++voice) {
            if (!def_of(static_cast<Voice>(voice)).loop) mixer.obey({Command::Kind::play, static_cast<Voice>(voice), 0, {}}, now);
        }
        stay({.backdrop = "sea", .is_raining = true}, 0.01);
        REQUIRE(heard()[Voice::surf].size() == 2);
        REQUIRE(heard()[Voice::rain].size() == 2);
    }
    mixer.set_volume(Bus::game, 0);
    CHECK(heard()[Voice::surf][0] == doctest::Approx(def_of(Voice::surf).gain));
    mixer.set_volume(Bus::ambience, 0.5F);
    CHECK(heard()[Voice::surf][0] == doctest::Approx(def_of(Voice::surf).gain / 4));
    mixer.set_mix_settings({.night = true});
    CHECK(heard()[Voice::surf][0] == doctest::Approx(def_of(Voice::surf).gain / 4));
}

TEST_CASE("a bed's seam is a step like any other") {
    for (const Voice bed : kBeds) {
        CAPTURE(def_of(bed).name);
        const std::vector<float> samples = synthesise(def_of(bed));
        CHECK(samples.size() > 5 * kSampleRate);
        float within = 0, bend_within = 0;
        const std::size_t count = samples.size();
        const auto at = [&](std::size_t i) { return samples[i % count]; };
        for (std::size_t i = 2; i < count; ++i) {
            within = std::max(within, std::abs(at(i) - at(i - 1)));
            bend_within = std::max(bend_within, std::abs(at(i) - 2 * at(i - 1) + at(i - 2)));
        }
        CHECK(std::abs(at(count) - at(count - 1)) <= within);
        for (const std::size_t i : {count, count + 1}) CHECK(std::abs(at(i) - 2 * at(i - 1) + at(i - 2)) <= bend_within);
    }
}

TEST_CASE("beds are as loud as each other, and much quieter than music") {
    Samples samples;
    for (const Voice bed : kBeds) samples[static_cast<std::size_t>(bed)] = synthesise(def_of(bed));
    for (auto& each : samples) {
        if (each.empty()) each.resize(kSampleRate / 10);
    }
    for (const Voice bed : kBeds) {
        std::string why;
        const auto output = open_memory_output(samples, why);
        REQUIRE(output != nullptr);
        Mixer mixer(*output);
        for (std::uint16_t side = 0; side < 2; ++side) {
            mixer.obey({Command::Kind::hold, bed, side, {.across = side == 0 ? -0.9F : 0.9F, .pitch = side == 0 ? 1 : 0.92F}}, 0);
        }
        std::vector<float> pairs, block(2 * kSampleRate / 100);
        for (int i = 0; i < 2400; ++i) {
            mixer.obey({Command::Kind::hold, bed, 0, {.across = -0.9F}}, 0.01 * i);
            mixer.obey({Command::Kind::hold, bed, 1, {.across = 0.9F, .pitch = 0.92F}}, 0.01 * i);
            mixer.advance(0.01 * i);
            output->render(block);
            if (i >= 200) pairs.insert(pairs.end(), block.begin(), block.end());
        }
        const double lufs = loudness_of(pairs);
        float peak = 0;
        for (const float sample : pairs) peak = std::max(peak, std::abs(sample));
        MESSAGE(def_of(bed).name, ": ", lufs, " LUFS, peak ", 20 * std::log10(peak), " dB, for -34 LUFS a gain of ",
                static_cast<double>(def_of(bed).gain) * std::pow(10, (-34 - lufs) / 20));
        CHECK(std::abs(lufs + (bed == Voice::rain ? 37 : 34)) < 1);  // songs have -16; rain comes on top of the surf
    }
}
