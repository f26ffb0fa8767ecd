// Goal: the game's thread selects the music and plays sounds while the sound's thread synthesises notes and mixes, as in the program.
// ThreadSanitizer (tests/tsan/run) watches both.
#include <doctest/doctest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <memory>
#include <string>
#include <thread>

#include "client/audio/audio.hpp"
#include "client/music/player.hpp"
#include "client/music/songs.hpp"

using namespace albireo;
using namespace std::chrono_literals;

namespace {

/// Takes a block at every other look.
class Tape final : public audio::AudioOutput {
  public:
    explicit Tape(std::atomic<int>& loud_blocks) : loud_blocks_(loud_blocks) {}
    void start(std::size_t source, audio::Voice voice, const audio::SoundParameters& how) override { sources_.start(source, voice, how); }
    void adjust(std::size_t source, const audio::SoundParameters& how) override { sources_.adjust(source, how); }
    void stop(std::size_t source) override { sources_.stop(source); }
    bool is_playing(std::size_t source) override { return sources_.is_playing(source); }
    bool wants_block() override { return is_asked_ = !is_asked_; }
    void add_block(std::span<const float> pairs) override {
        if (std::ranges::any_of(pairs, [](float sample) { return sample != 0; })) ++loud_blocks_;
    }

  private:
    std::atomic<int>& loud_blocks_;
    audio::NullOutput sources_;
    bool is_asked_ = false;
};

}  // namespace

TEST_CASE("music is heard soon, and follows the game from song to song") {
    music::Player player;  // outlives the sound's thread, which plays it
    std::atomic<int> loud_blocks{0};
    audio::Audio sound({.open = [&](const std::string&, const audio::Samples&, std::string&) { return std::make_unique<Tape>(loud_blocks); },
                        .stream = [&](std::span<float> pairs, double latency) { player.render(pairs, latency); },
                        .prepare = [&] { return player.prepare(); }});
    std::uint32_t tick = 0;
    const auto play_until = [&](std::string_view song, const auto& is_reached) {
        const auto until = std::chrono::steady_clock::now() + 60s;
        for (; !is_reached() && std::chrono::steady_clock::now() < until; ++tick) {
            player.follow({.song = song, .tick = tick, .intensity = static_cast<float>(tick % 5), .linked = tick % 100 > 50, .muffled = tick % 200 > 150});
            sound.set_mix_settings({.volume = tick % 2 == 0 ? 1.0F : 0.5F, .mono = tick % 3 == 0, .night = tick % 7 == 0});
            sound.set_volume(audio::Bus::music, tick % 2 == 0 ? 1.0F : 0.5F);
            if (tick % 10 == 0) sound.play(static_cast<audio::Voice>(tick / 10 % audio::kVoices));
            std::this_thread::sleep_for(4ms);
        }
        CHECK(is_reached());
    };
    for (const std::size_t song : {std::size_t{0}, music::songs().size() - 1}) {
        const int before = loud_blocks;
        play_until(music::songs()[song].name, [&] { return sound.is_heard() && loud_blocks > before + 50; });
    }
    player.stop();
    CHECK(sound.dropped() == 0);
}
