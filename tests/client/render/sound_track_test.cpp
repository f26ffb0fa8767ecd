// Goal: the sound of a film is that of the game: effects and music, at the tick where they belong, the same in every run.
#include "client/app/pictures/sound_track.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "client/audio/synth.hpp"

using namespace albireo;

namespace {


/// A show whose effects are hidden, so that only what the world itself decides is heard.
class Quiet final : public app::Show {
  public:
    explicit Quiet(app::Show& show) : show_(show) {}
    const Level& level() const override { return show_.level(); }
    const World& before() const override { return show_.before(); }
    const World& now() const override { return show_.now(); }
    std::span<const client::EffectLedger::Effect> effects() const override { return {}; }
    bool step() override { return show_.step(); }
    std::array<std::string, kSlotCount> names() const override { return show_.names(); }

  private:
    app::Show& show_;
};

constexpr std::uint32_t kFrom = 301, kUntil = 480;

/// Three seconds of two autopilots who are fighting, after five that are not kept.
std::vector<float> sound_of(bool has_effects, std::vector<std::uint32_t>* deaths = nullptr) {
    const auto show = app::show_level("the_cut", {.seed = 1});
    Quiet quiet(*show);
    app::SoundTrack sound;
    while (show->now().tick.value < kUntil && show->step()) {
        const std::uint32_t tick = show->now().tick.value;
        for (const auto& effect : show->effects()) {
            if (deaths != nullptr && tick >= kFrom && effect.event.kind == EventKind::enemy_died) deaths->push_back(tick);
        }
        sound.tick(has_effects ? *show : static_cast<app::Show&>(quiet), tick >= kFrom);
    }
    return sound.pairs();
}

double energy(std::span<const float> samples) {
    double sum = 0;
    for (const float each : samples) sum += static_cast<double>(each) * static_cast<double>(each);
    return sum;
}

}  // namespace

TEST_CASE("a film's sound has every tick, the music, and each effect where it happens") {
    constexpr std::size_t kOfTick = 2 * audio::kSampleRate / kTicksPerSecond;
    std::vector<std::uint32_t> deaths;
    const std::vector<float> whole = sound_of(true, &deaths), music = sound_of(false);
    REQUIRE(whole.size() == (kUntil - kFrom + 1) * kOfTick);
    REQUIRE(music.size() == whole.size());
    CHECK(whole == sound_of(true));
    CHECK(std::ranges::all_of(whole, [](float each) { return std::isfinite(each) && std::abs(each) <= 1.5F; }));
    // The music alone: −30 dB or more, and never a tenth of a second of silence.
    for (std::size_t at = 0; at + 6 * kOfTick <= music.size(); at += 6 * kOfTick) {
        CHECK(energy(std::span(music).subspan(at, 6 * kOfTick)) > 0.001 * 6 * kOfTick);
    }
    // What the effects add is there in the tick after each death.
    std::vector<float> added(whole.size());
    std::ranges::transform(whole, music, added.begin(), std::minus<>());
    REQUIRE(deaths.size() >= 3);
    for (const std::uint32_t tick : deaths) {
        const std::size_t at = std::min((tick - kFrom + 1) * kOfTick, added.size() - kOfTick);
        CHECK_MESSAGE(energy(std::span(added).subspan(at, kOfTick)) > 1e-4 * kOfTick, tick);
    }
}
