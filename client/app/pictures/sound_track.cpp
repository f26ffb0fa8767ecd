#include "client/app/pictures/sound_track.hpp"

#include <array>

#include "client/app/pictures/offscreen.hpp"
#include "client/audio/synth.hpp"
#include "client/audio/wav.hpp"
#include "client/music/conductor.hpp"
#include "client/scene/soundscape.hpp"

namespace albireo::app {
namespace {

constexpr std::size_t kFramesOfTick = audio::kSampleRate / kTicksPerSecond;
static_assert(kFramesOfTick * kTicksPerSecond == audio::kSampleRate);

}  // namespace

SoundTrack::SoundTrack() {
    audio::quiet_libraries();
    audio::Samples samples;
    for (std::size_t voice = 0; voice < audio::kVoices; ++voice) samples[voice] = audio::synthesise(audio::def_of(static_cast<audio::Voice>(voice)));
    std::string why;
    output_ = audio::open_memory_output(samples, why);
    if (output_ == nullptr) throw PictureError{"no sound: " + why};
    mixer_ = std::make_unique<audio::Mixer>(*output_);
}

void SoundTrack::tick(const Show& show, bool is_heard) {
    for (const client::EffectLedger::Effect& effect : show.effects()) {
        if (const auto command = director_.command_for(effect.event, show.level())) mixer_->obey(*command, now_);
        if (const auto stinger = director_.stinger_for(effect.event, show.level())) mixer_->obey(*stinger, now_);
    }
    for (const audio::Command& command : director_.follow(show.now(), scene::place_of(show.now(), show.level()))) mixer_->obey(command, now_);
    music_.follow(music::moment_of(show.now(), show.level()));
    std::array<float, 2 * audio::kStreamFrames> block;
    while (output_->wants_block()) {
        music_.render(block, output_->stream_latency());
        // A note that is not ready is silent; here there is time to wait for it.
        while (music_.prepare()) {
        }
        output_->add_block(block);
    }
    mixer_->advance(now_);
    now_ += 1.0 / kTicksPerSecond;
    std::array<float, 2 * kFramesOfTick> pairs;
    output_->render(pairs);
    if (is_heard) pairs_.insert(pairs_.end(), pairs.begin(), pairs.end());
}

void SoundTrack::write(const std::string& path) const {
    if (!audio::write_wav(path, pairs_, 2)) throw PictureError{path + " cannot be written"};
}

}  // namespace albireo::app
