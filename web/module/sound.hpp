#pragma once
/// The game's sounds in the page: turns the events of the ticks that are played into orders to sources, which the page's
/// script plays with WebAudio. The voices are synthesised as in the game.
#include <array>
#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include "client/audio/mixer.hpp"
#include "client/audio/sound_director.hpp"
#include "client/audio/audio_output.hpp"
#include "web/module/show.hpp"

namespace albireo::web {

/// An order to a source. web/page/sound.js has the same list.
enum class Order : int { start, adjust, stop };
inline constexpr std::size_t kOrderNumbers = 6;  // order, source, voice, gain, pan, pitch

class Sound final : public TickObserver, private audio::AudioOutput {
  public:
    /// The show must outlive it.
    explicit Sound(Show& show);
    ~Sound() override;

    /// The samples of a voice, mono, audio::kSampleRate per second. Call it once for each voice, before the first take(), or
    /// know() with their number.
    const std::vector<float>& synthesise(audio::Voice voice);
    void know(audio::Voice voice, std::size_t samples);

    /// The orders since the last call, kOrderNumbers for each: of the ticks that were played and of continuous sounds, which
    /// end when nothing is played. `now`: seconds of the script's audio clock.
    const std::vector<float>& take(double now, bool is_playing);
    /// Drops the sounds of all ticks played since the last take(), because they belong to a seek.
    void forget() { heard_.clear(); }
    /// The same, and no source plays any more: the script has stopped them.
    void silence();

    void jump() override { forget(); }
    void tick(const World& before, const World& now, const Events& events, Seen seen) override;

  private:
    void start(std::size_t source, audio::Voice voice, const audio::SoundParameters& how) override;
    void adjust(std::size_t source, const audio::SoundParameters& how) override;
    void stop(std::size_t source) override;
    bool is_playing(std::size_t source) override { return now_ < ends_[source]; }
    void order(Order what, std::size_t source, const audio::SoundParameters& how);

    Show& show_;
    audio::SoundDirector director_;
    std::optional<audio::Mixer> mixer_{std::in_place, static_cast<audio::AudioOutput&>(*this)};
    std::vector<audio::Command> heard_;
    std::vector<float> orders_, samples_;
    std::array<double, audio::kVoices> seconds_{};                // of each voice
    std::array<audio::Voice, audio::kSources> voices_{};          // of each source
    std::array<double, audio::kSources> ends_{};
    double now_ = 0;
};

}  // namespace albireo::web
