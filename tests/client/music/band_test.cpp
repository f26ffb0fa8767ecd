// Goal: a song is rendered as written, identically on every run; a seek lands where playing would; all songs are equally loud
// and none clips.
#include <doctest/doctest.h>
#include <ebur128.h>

#include <cmath>
#include <random>

#include "client/audio/audio_output.hpp"
#include "client/music/band.hpp"
#include "client/music/player.hpp"
#include "client/music/songs.hpp"

using namespace albireo::music;
namespace audio = albireo::audio;

namespace {

constexpr std::size_t kBlock = 512;  // frames

std::vector<float> play(Band& band, std::uint64_t frames) {
    std::vector<float> pairs(2 * frames);
    for (std::size_t at = 0; at < pairs.size(); at += 2 * kBlock) {
        band.render(std::span(pairs).subspan(at, std::min(2 * kBlock, pairs.size() - at)));
    }
    return pairs;
}

double energy_of(std::span<const float> samples) {
    double sum = 0;
    for (const float sample : samples) sum += static_cast<double>(sample) * sample;
    return sum / static_cast<double>(samples.size());
}

struct Loudness {
    double lufs, peak_db;
};

Loudness loudness_of(const std::vector<float>& pairs) {
    ebur128_state* state = ebur128_init(2, audio::kSampleRate, EBUR128_MODE_I | EBUR128_MODE_TRUE_PEAK);
    ebur128_add_frames_float(state, pairs.data(), pairs.size() / 2);
    Loudness result{};
    double left = 0, right = 0;
    ebur128_loudness_global(state, &result.lufs);
    ebur128_true_peak(state, 0, &left);
    ebur128_true_peak(state, 1, &right);
    result.peak_db = 20 * std::log10(std::max(left, right));
    ebur128_destroy(&state);
    return result;
}

}  // namespace

TEST_CASE("a song sounds the same on every run") {
    const Song& song = *find_song("warden");
    std::vector<float> first;
    for (int run = 0; run < 2; ++run) {
        Band band;
        band.prepare(song);
        band.set_song(&song);
        std::vector<float> pairs = play(band, 48'000);
        if (run == 0) first = std::move(pairs);
        else CHECK(pairs == first);
    }
    CHECK(energy_of(first) > 1e-4);
}

TEST_CASE("a seek to any place gives the same sound as playing up to there") {
    const Song& song = *find_song("the_cut");
    Band band;
    band.prepare(song);
    band.set_song(&song);
    // The whole song and a little more, for the notes that ring across its end.
    const std::vector<float> whole = play(band, song.samples() + 4 * kBlock);
    std::mt19937 random(3);
    for (int i = 0; i < 1000; ++i) {
        const std::uint64_t at = i < 8 ? song.samples() - 1 - static_cast<std::uint64_t>(i) * 100
                                       : random() % (song.samples() - kBlock);
        band.seek(at);
        const std::vector<float> there = play(band, kBlock);
        const auto expected = std::span(whole).subspan(2 * at, 2 * kBlock);
        float worst = 0;
        for (std::size_t k = 0; k < there.size(); ++k) worst = std::max(worst, std::abs(there[k] - expected[k]));
        REQUIRE(worst < 1e-5F);
    }
}

TEST_CASE("each stem is heard alone, and not at all at level 0") {
    const Song& song = *find_song("warden");
    Band band;
    band.prepare(song);
    for (std::size_t stem = 0; stem < kStems; ++stem) {
        band.set_song(&song);
        for (std::size_t other = 0; other < kStems; ++other) {
            band.set_level(static_cast<Stem>(other), other == stem ? 1.0F : 0.0F);
        }
        band.settle();
        INFO(kStemNames[stem]);
        CHECK(energy_of(play(band, 2 * 48'000)) > 1e-6);
        band.set_level(static_cast<Stem>(stem), 0);
        band.settle();
        CHECK(energy_of(play(band, 48'000)) == 0);
    }
}

TEST_CASE("intensity adds stems one by one and removes none") {
    auto before = levels_at(0);
    CHECK(before[0] == 1);
    CHECK(before[1] == 0);
    for (float intensity = 0; intensity <= 4; intensity += 0.05F) {
        const auto now = levels_at(intensity);
        for (std::size_t i = 0; i < kStems; ++i) CHECK(now[i] >= before[i]);
        before = now;
    }
    for (std::size_t i = 0; i < kStems; ++i) CHECK(before[i] == (i < kStemsByIntensity ? 1 : 0));
}

TEST_CASE("every song is as loud as the others, does not clip, and returns to its beginning without a click") {
    for (const Song& song : songs()) {
        INFO(song.name);
        Band band;
        band.prepare(song);
        band.set_song(&song);
        const std::uint64_t laps = (30ULL * audio::kSampleRate + song.samples() - 1) / song.samples();
        const std::vector<float> pairs = play(band, laps * song.samples() + 48'000);
        const Loudness loudness = loudness_of(pairs);
        INFO(loudness.lufs, " LUFS, true peak ", loudness.peak_db, " dB");
        CHECK(std::abs(loudness.lufs + 16) < 1);
        CHECK(loudness.peak_db <= -1);
        // At the song's end neighbouring samples differ no more than elsewhere.
        float usual = 0, seam = 0;
        for (std::size_t i = 2; i < pairs.size(); ++i) {
            const float jump = std::abs(pairs[i] - pairs[i - 2]);
            const std::uint64_t frame = i / 2 % song.samples();
            (frame < 4 || frame + 4 > song.samples() ? seam : usual) = std::max(frame < 4 ? seam : usual, jump);
        }
        CHECK(seam <= usual);
    }
}

TEST_CASE("all songs' notes together take less than 24 MB") {
    Band band;
    for (const Song& song : songs()) band.prepare(song);
    CHECK(band.bytes() < 24'000'000);
}

TEST_CASE("the player follows the game's clock: a small offset bends its speed, a larger one jumps at a bar") {
    Player player;
    while (player.prepare()) {
    }
    const Song& song = *find_song("the_cut");
    std::vector<float> pairs(2 * kBlock);
    // The game runs in real time, one tick at a time, and the stream renders as much.
    std::uint32_t tick = 0;
    std::uint64_t played = 0;
    const auto run = [&](std::uint32_t ticks) {
        for (std::uint32_t i = 0; i < ticks; ++i, ++tick) {
            player.follow({.song = "the_cut", .tick = tick, .intensity = 4});
            for (; played < std::uint64_t{tick + 1} * kSamplesPerTick; played += kBlock) player.render(pairs);
        }
    };
    const auto off = [&] {
        const auto there = static_cast<std::int64_t>(player.position() % song.samples());
        const auto wanted = static_cast<std::int64_t>(std::uint64_t{tick} * kSamplesPerTick % song.samples());
        return std::abs(there - wanted);
    };
    run(120);
    CHECK(off() < 2 * kSamplesPerTick);
    CHECK_FALSE(player.is_silent());
    // After a seek it arrives within a bar.
    tick += 1000;
    played = std::uint64_t{tick} * kSamplesPerTick;
    run(song.bar_ticks() + 4);
    CHECK(off() < 2 * kSamplesPerTick);
    // When the game stops, the music fades to silence.
    for (int i = 0; i < 200; ++i) {
        player.stop();
        player.render(pairs);
    }
    CHECK(player.is_silent());
    CHECK(energy_of(pairs) == 0);
}

TEST_CASE("intensity, the partner's cell and the last life change the stems at bar lines, and at once after a seek") {
    const Song& song = *find_song("warden");
    std::vector<float> pairs(2 * kBlock);
    // Plays from `from` on with a moment of its own from the tick `changes` on, and returns the tick at which the sound begins
    // to differ from that without a change; 0 if it never does.
    const auto differs_at = [&](Moment moment, std::uint32_t from, std::uint32_t changes) {
        Player plain, changed;
        for (Player* player : {&plain, &changed}) {
            while (player->prepare()) {
            }
        }
        std::vector<float> other(2 * kBlock);
        std::uint64_t played = 0;
        for (std::uint32_t tick = 0; tick < 3 * song.bar_ticks(); ++tick) {
            const Moment usual{.song = "warden", .tick = from + tick, .intensity = 1.5F};
            moment.song = "warden";
            moment.tick = from + tick;
            plain.follow(usual);
            changed.follow(tick < changes ? usual : moment);
            for (; played < std::uint64_t{tick + 1} * kSamplesPerTick; played += kBlock) {
                plain.render(pairs);
                changed.render(other);
                if (pairs != other) return from + tick;
            }
        }
        return std::uint32_t{0};
    };
    const std::uint32_t bar = song.bar_ticks();
    for (const Moment& moment : {Moment{.intensity = 4}, Moment{.intensity = 1.5F, .linked = true},
                                 Moment{.intensity = 1.5F, .last_life = true}}) {
        const std::uint32_t heard = differs_at(moment, 0, 30);
        INFO("heard at tick ", heard, " of bars of ", bar);
        CHECK(heard >= bar - 2);
        CHECK(heard <= bar + 12);  // a hit of the changed drums may come a little after the line
        // The game begins there, as after a seek: it is heard from the first notes on.
        CHECK(differs_at(moment, 40, 0) <= 40 + 12);
    }
}

TEST_CASE("a new phase starts at its first bar, though the stream is ahead and frames come unevenly") {
    Player player;
    while (player.prepare()) {
    }
    const Song& song = *find_song("warden");
    constexpr double kLatency = 0.064;
    std::vector<float> pairs(2 * audio::kStreamFrames);
    std::mt19937 random(11);
    std::size_t turns = 0, blocks = 0;
    int bent = 0;  // the direction in which the speed was last bent
    for (int phase = 0; phase < 40; ++phase) {
        const auto ticks = static_cast<std::uint32_t>(300 + random() % 400);
        std::uint64_t played = 0;
        std::uint32_t late = 0;
        for (std::uint32_t tick = 0; tick < ticks; ++tick) {
            // A window that draws every one to three ticks; the stream renders when there is room.
            if (tick >= late) {
                player.follow({.song = "warden", .tick = tick, .intensity = 4});
                late = tick + 1 + static_cast<std::uint32_t>(random() % 2);
            }
            for (; played < std::uint64_t{tick + 1} * kSamplesPerTick; played += audio::kStreamFrames) {
                const std::uint64_t before = player.position();
                player.render(pairs, kLatency);
                ++blocks;
                const std::uint64_t moved = player.position() - before;
                if (moved == audio::kStreamFrames || moved > 2 * audio::kStreamFrames) continue;
                const int way = moved > audio::kStreamFrames ? 1 : -1;
                if (bent == -way) ++turns;
                bent = way;
            }
            if (tick != 12 || phase == 0) continue;
            // Twelve ticks into the phase the stream is in its first bar, within 40 ms of the right place.
            const auto there = static_cast<double>(player.position() % song.samples());
            const double wanted = tick * static_cast<double>(kSamplesPerTick) + kLatency * audio::kSampleRate;
            CHECK(std::abs(there - wanted) < 0.045 * audio::kSampleRate);
        }
    }
    CHECK(turns < blocks / 100);  // a speed that alternates with the frames would be audible as flutter
}

TEST_CASE("a paused game is soft and muffled") {
    const auto high_share = [](bool muffled) {
        Player player;
        while (player.prepare()) {
        }
        std::vector<float> pairs(2 * kBlock);
        double high = 0, all = 0;
        for (int i = 0; i < 400; ++i) {
            const auto tick = static_cast<std::uint32_t>(static_cast<std::size_t>(i) * kBlock / kSamplesPerTick);
            player.follow({.song = "warden", .tick = tick, .intensity = 4, .muffled = muffled});
            player.render(pairs);
            if (i < 200) continue;
            all += energy_of(pairs);
            for (std::size_t k = 2; k < pairs.size(); ++k) {
                const double step = static_cast<double>(pairs[k]) - pairs[k - 2];
                high += step * step / static_cast<double>(pairs.size());
            }
        }
        return std::pair(high / all, all);
    };
    const auto [open_high, open_all] = high_share(false);
    const auto [muffled_high, muffled_all] = high_share(true);
    CHECK(muffled_high < open_high / 3);
    CHECK(muffled_all < open_all / 2);
}
