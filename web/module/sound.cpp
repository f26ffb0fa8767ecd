#include "web/module/sound.hpp"

#include <limits>

#include "client/audio/synth.hpp"
#include "client/scene/soundscape.hpp"

namespace albireo::web {

using audio::Command;

namespace {

constexpr std::size_t kHeardMax = 256;  // of a frame at the highest speed: more would be noise

}  // namespace

Sound::Sound(Show& show) : show_(show) {
    director_.set_own(show_.own());
    show_.add_audience(*this);
}

Sound::~Sound() { show_.remove_audience(*this); }

const std::vector<float>& Sound::synthesise(audio::Voice voice) {
    samples_ = audio::synthesise(audio::def_of(voice));
    know(voice, samples_.size());
    return samples_;
}

void Sound::know(audio::Voice voice, std::size_t samples) {
    seconds_[static_cast<std::size_t>(voice)] = static_cast<double>(samples) / audio::kSampleRate;
}

void Sound::silence() {
    forget();
    ends_.fill(0);
    mixer_.emplace(static_cast<audio::AudioOutput&>(*this));
}

void Sound::tick(const World&, const World&, const Events& events, Seen) {
    for (const Event& event : events.all()) {
        if (heard_.size() == kHeardMax) return;
        if (const auto command = director_.command_for(event, show_.level())) heard_.push_back(*command);
        if (const auto stinger = director_.stinger_for(event, show_.level())) heard_.push_back(*stinger);
    }
}

const std::vector<float>& Sound::take(double now, bool is_playing) {
    now_ = now;
    orders_.clear();
    for (const Command& command : heard_) mixer_->obey(command, now);
    heard_.clear();
    if (is_playing) {
        for (const Command& command : director_.follow(show_.world(), scene::place_of(show_.world(), show_.level()))) mixer_->obey(command, now);
    } else {
        mixer_->obey({Command::Kind::let_go, {}, Command::kAllKeys, {}}, now);
    }
    mixer_->advance(now);
    return orders_;
}

void Sound::start(std::size_t source, audio::Voice voice, const audio::SoundParameters& how) {
    voices_[source] = voice;
    const double seconds = seconds_[static_cast<std::size_t>(voice)] / static_cast<double>(how.pitch);
    ends_[source] = audio::def_of(voice).loop ? std::numeric_limits<double>::infinity() : now_ + seconds;
    order(Order::start, source, how);
}

void Sound::adjust(std::size_t source, const audio::SoundParameters& how) { order(Order::adjust, source, how); }

void Sound::stop(std::size_t source) {
    ends_[source] = 0;
    order(Order::stop, source, {});
}

void Sound::order(Order what, std::size_t source, const audio::SoundParameters& how) {
    orders_.insert(orders_.end(), {static_cast<float>(what), static_cast<float>(source), static_cast<float>(voices_[source]),
                                   how.gain, how.across, how.pitch});
}

}  // namespace albireo::web
