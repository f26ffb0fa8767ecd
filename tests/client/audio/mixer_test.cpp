// Goal: the mixer decides which sounds play: limits of a voice, gaps, stealing by priority, loops held and released,
// volumes.
#include <doctest/doctest.h>

#include <cmath>

#include "client/audio/mixer.hpp"

using namespace albireo::audio;

namespace {

struct Fixture {
    NullOutput output;
    Mixer mixer{output};
    double now = 100;

    void play(Voice voice, SoundParameters how = {}) { mixer.obey({Command::Kind::play, voice, 0, how}, now); }
    void hold(std::uint16_t key, Voice voice, SoundParameters how = {}) {
        mixer.obey({Command::Kind::hold, voice, key, how}, now);
    }
    void let_go(std::uint16_t key) { mixer.obey({Command::Kind::let_go, {}, key, {}}, now); }
    void volume(Bus bus, float volume) { mixer.set_volume(bus, volume); }
    void pass(double seconds) {
        for (const double end = now + seconds; now < end; now += 0.004) mixer.advance(now);
    }
    int playing(Voice voice) const {
        int count = 0;
        for (const auto& source : output.sources) count += source.playing && source.voice == voice ? 1 : 0;
        return count;
    }
    const NullOutput::Source* find(Voice voice) const {
        for (const auto& source : output.sources) {
            if (source.playing && source.voice == voice) return &source;
        }
        return nullptr;
    }
    /// Fills every source with low-priority sounds of many kinds.
    void fill() {
        for (int round = 0; round < 100; ++round, now += 0.1) {
            for (const Voice voice : {Voice::needle, Voice::fan, Voice::seeker, Voice::powered, Voice::hit, Voice::rock,
                                      Voice::enemy_shot, Voice::death_small, Voice::missile, Voice::hatch}) {
                if (mixer.sounding() == kSources) return;
                play(voice);
            }
        }
        FAIL("never full");
    }
};

}  // namespace

TEST_CASE_FIXTURE(Fixture, "a voice has a gap and a limit. Beyond it the oldest sound is stopped") {
    const VoiceDef& def = def_of(Voice::needle);
    play(Voice::needle);
    play(Voice::needle);
    CHECK(playing(Voice::needle) == 1);
    CHECK(mixer.unheard() == 1);
    for (int i = 0; i < 10; ++i) {
        now += static_cast<double>(def.gap) + 0.001;
        play(Voice::needle, {.across = static_cast<float>(i) / 10});
    }
    CHECK(playing(Voice::needle) == def.at_once);
    float least = 1;
    for (const auto& source : output.sources) {
        if (source.playing) least = std::min(least, source.how.across);
    }
    CHECK(least == doctest::Approx(0.6F));  // the latest four of ten remain
}

TEST_CASE_FIXTURE(Fixture, "a sound with a higher priority replaces the lowest, never the other way round") {
    fill();
    const int rocks = playing(Voice::rock);
    REQUIRE(rocks > 0);
    play(Voice::warning);
    CHECK(playing(Voice::warning) == 1);
    CHECK(playing(Voice::rock) == rocks - 1);
    CHECK(mixer.sounding() == kSources);
    // When every source plays boss deaths and the like, a pebble gets none.
    for (std::size_t i = 0; i < 60; ++i) {
        for (const Voice voice : {Voice::combined_storm, Voice::warning, Voice::death_boss, Voice::ship_death, Voice::cleared,
                                  Voice::lightning, Voice::death_large, Voice::death_medium, Voice::missile,
                                  Voice::section, Voice::gold_full, Voice::life, Voice::released, Voice::crack}) {
            play(voice);
        }
        now += 0.5;
    }
    REQUIRE(mixer.sounding() == kSources);
    CHECK(playing(Voice::rock) == 0);
    const auto unheard = mixer.unheard();
    play(Voice::rock);
    CHECK(playing(Voice::rock) == 0);
    CHECK(mixer.unheard() == unheard + 1);
}

TEST_CASE_FIXTURE(Fixture, "a sound that has ended frees its source") {
    play(Voice::hit);
    CHECK(mixer.sounding() == 1);
    output.sources[0].playing = false;
    mixer.advance(now);
    CHECK(mixer.sounding() == 0);
}

TEST_CASE_FIXTURE(Fixture, "a loop fades in, follows its holder, and fades out when it is released") {
    mixer.advance(now);
    hold(0, Voice::ribbon, {.across = -0.5F});
    REQUIRE(find(Voice::ribbon) != nullptr);
    CHECK(find(Voice::ribbon)->how.gain == 0);
    pass(0.1);
    const float full = def_of(Voice::ribbon).gain;
    CHECK(find(Voice::ribbon)->how.gain == doctest::Approx(full));
    hold(0, Voice::ribbon, {.across = 0.5F});
    mixer.advance(now);
    CHECK(playing(Voice::ribbon) == 1);
    CHECK(find(Voice::ribbon)->how.across == doctest::Approx(0.5F));
    CHECK(find(Voice::ribbon)->started == 1);
    let_go(0);
    pass(0.03);
    REQUIRE(find(Voice::ribbon) != nullptr);
    CHECK(find(Voice::ribbon)->how.gain < full);
    CHECK(find(Voice::ribbon)->how.gain > 0);
    pass(0.1);
    CHECK(playing(Voice::ribbon) == 0);
}

TEST_CASE_FIXTURE(Fixture, "two ribbons are two sounds. Releasing all ends both and no other") {
    hold(0, Voice::ribbon);
    hold(1, Voice::ribbon);
    play(Voice::combined_storm);
    pass(0.1);
    CHECK(playing(Voice::ribbon) == 2);
    let_go(Command::kAllKeys);
    pass(0.1);
    CHECK(playing(Voice::ribbon) == 0);
    CHECK(playing(Voice::combined_storm) == 1);
}

TEST_CASE_FIXTURE(Fixture, "a loop that is no longer held ends") {
    hold(3, Voice::enemy_beam);
    pass(Mixer::kForgotten - 0.05);
    CHECK(playing(Voice::enemy_beam) == 1);
    pass(0.2);
    CHECK(playing(Voice::enemy_beam) == 0);
}

TEST_CASE_FIXTURE(Fixture, "volumes apply to sounds that are already playing, too. At zero no sound starts") {
    play(Voice::combined_storm);
    CHECK(find(Voice::combined_storm)->how.gain == doctest::Approx(def_of(Voice::combined_storm).gain));
    volume(Bus::game, 0.5F);
    CHECK(find(Voice::combined_storm)->how.gain == doctest::Approx(def_of(Voice::combined_storm).gain / 4));
    play(Voice::menu_accept);
    CHECK(find(Voice::menu_accept)->how.gain == doctest::Approx(def_of(Voice::menu_accept).gain));
    volume(Bus::game, 0);
    play(Voice::ship_death);
    CHECK(playing(Voice::ship_death) == 0);
}

TEST_CASE_FIXTURE(Fixture, "the master volume multiplies every bus, also for sounds that are already playing") {
    volume(Bus::game, 0.8F);
    play(Voice::combined_storm);
    REQUIRE(find(Voice::combined_storm) != nullptr);
    const float gain = find(Voice::combined_storm)->how.gain;
    mixer.set_mix_settings({.volume = 0.5F});
    CHECK(find(Voice::combined_storm)->how.gain == doctest::Approx(gain / 4));
    mixer.set_mix_settings({.volume = 0});
    CHECK(find(Voice::combined_storm)->how.gain == 0);
    pass(2);
    play(Voice::needle);
    CHECK(find(Voice::needle) == nullptr);
}

TEST_CASE_FIXTURE(Fixture, "in mono every sound is in the middle") {
    mixer.set_mix_settings({.mono = true});
    play(Voice::combined_storm, {.across = -1});
    hold(1, Voice::ribbon, {.across = 0.7F});
    CHECK(find(Voice::combined_storm)->how.across == 0);
    CHECK(find(Voice::ribbon)->how.across == 0);
    mixer.set_mix_settings({});
    CHECK(find(Voice::combined_storm)->how.across == -1);
}

TEST_CASE_FIXTURE(Fixture, "night mode halves the distance in decibels between two sounds, and keeps the volume's meaning") {
    const auto gain_of = [&](float asked, const MixSettings& settings) {
        mixer.set_mix_settings(settings);
        pass(2);
        for (auto& source : output.sources) source.playing = false;
        mixer.advance(now);
        play(Voice::combined_storm, {.gain = asked});
        REQUIRE(find(Voice::combined_storm) != nullptr);
        return find(Voice::combined_storm)->how.gain;
    };
    const float loud = gain_of(1, {}), quiet = gain_of(0.04F, {});
    CHECK(loud / quiet == doctest::Approx(25));
    const float loud_at_night = gain_of(1, {.night = true}), quiet_at_night = gain_of(0.04F, {.night = true});
    CHECK(loud_at_night / quiet_at_night == doctest::Approx(5));
    CHECK(loud_at_night < loud);
    CHECK(quiet_at_night > quiet);
    CHECK(gain_of(1, {.volume = 0.5F, .night = true}) == doctest::Approx(loud_at_night / 4));
}

TEST_CASE_FIXTURE(Fixture, "a storm lowers the music by 9 dB for 900 ms, a beam's warning by 3 dB for 400 ms") {
    const auto decibels = [&] { return 20 * std::log10(output.stream_gain); };
    pass(0.1);
    CHECK(output.stream_gain == 1);
    play(Voice::combined_storm);
    pass(0.1);
    CHECK(decibels() == doctest::Approx(-9).epsilon(0.01));
    pass(0.75);
    CHECK(decibels() == doctest::Approx(-9).epsilon(0.01));
    pass(0.25);
    CHECK(decibels() > -8);
    CHECK(decibels() < -1);  // it returns smoothly
    pass(0.4);
    CHECK(output.stream_gain == 1);
    play(Voice::beam_warning);
    pass(0.3);
    CHECK(decibels() == doctest::Approx(-3).epsilon(0.01));
    pass(0.4);
    CHECK(output.stream_gain == 1);
    for (const Voice voice : {Voice::death_large, Voice::death_boss}) CHECK(def_of(voice).duck.decibels == -9);
    CHECK(def_of(Voice::ship_death).duck.decibels == -8);
}

TEST_CASE_FIXTURE(Fixture, "if two sounds lower the music, the stronger one counts. A sound that is not heard lowers nothing") {
    const auto decibels = [&] { return 20 * std::log10(output.stream_gain); };
    play(Voice::beam_warning);
    play(Voice::death_boss);
    pass(0.2);
    CHECK(decibels() == doctest::Approx(-9).epsilon(0.01));
    pass(2);
    volume(Bus::game, 0);
    play(Voice::combined_storm);
    pass(0.2);
    CHECK(output.stream_gain == 1);
    // A stinger follows the volume of the music.
    play(Voice::boss_fallen);
    CHECK(playing(Voice::boss_fallen) == 1);
    pass(0.4);
    CHECK(decibels() == doctest::Approx(-60).epsilon(0.01));  // the bar of silence
    volume(Bus::music, 0);
    CHECK(find(Voice::boss_fallen)->how.gain == 0);
}

TEST_CASE_FIXTURE(Fixture, "the partner's speech lowers the music by 6 dB until they have been silent for 400 ms") {
    const auto decibels = [&] { return 20 * std::log10(output.stream_gain); };
    pass(0.1);
    CHECK(output.stream_gain == 1);
    for (int i = 0; i < 10; ++i) {
        mixer.note_speech(now);
        pass(0.1);
    }
    CHECK(decibels() == doctest::Approx(-6).epsilon(0.01));
    pass(0.2);
    CHECK(decibels() == doctest::Approx(-6).epsilon(0.01));
    play(Voice::combined_storm);  // the stronger one counts
    pass(0.1);
    CHECK(decibels() == doctest::Approx(-9).epsilon(0.01));
    pass(2);
    CHECK(output.stream_gain == 1);
}

TEST_CASE_FIXTURE(Fixture, "what is far away is a little softer, and reverb changes gradually") {
    play(Voice::combined_storm, {.away = 1});
    REQUIRE(find(Voice::combined_storm) != nullptr);
    CHECK(20 * std::log10(find(Voice::combined_storm)->how.gain / def_of(Voice::combined_storm).gain) == doctest::Approx(-5).epsilon(0.02));
    CHECK(find(Voice::combined_storm)->how.away == 1);
    mixer.advance(now);
    mixer.obey({Command::Kind::reverb, {}, 0, {.gain = 1}}, now);
    CHECK(output.reverb == 0);
    float before = 0;
    for (int i = 0; i < 300; ++i) {
        pass(0.004);
        CHECK(output.reverb >= before);
        CHECK(output.reverb - before < 0.02F);
        before = output.reverb;
    }
    CHECK(output.reverb == 1);
    mixer.obey({Command::Kind::reverb, {}, 0, {.gain = 0}}, now);
    pass(2);
    CHECK(output.reverb == 0);
}
