#pragma once
/// The sound of a show, effects and music, as the game would play it, rendered without a device and in no real time.
#include <memory>
#include <string>
#include <vector>

#include "client/app/pictures/show.hpp"
#include "client/audio/openal.hpp"
#include "client/audio/sound_director.hpp"
#include "client/music/player.hpp"

namespace albireo::app {

class SoundTrack {
  public:
    /// Synthesises all sounds, which takes about a second. Throws PictureError if this OpenAL cannot render to memory.
    SoundTrack();

    /// The show's newest tick. It is not kept if `is_heard` is false, but what it starts goes on in the ticks after it.
    void tick(const Show& show, bool is_heard);
    /// Pairs of left and right, −1 … +1, audio::kSampleRate of them a second.
    const std::vector<float>& pairs() const { return pairs_; }
    /// Throws PictureError.
    void write(const std::string& path) const;

  private:
    std::unique_ptr<audio::MemoryOutput> output_;
    std::unique_ptr<audio::Mixer> mixer_;
    audio::SoundDirector director_;
    music::Player music_;
    double now_ = 0;  // seconds
    std::vector<float> pairs_;
};

}  // namespace albireo::app
