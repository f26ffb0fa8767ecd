#include "client/audio/mixer.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace albireo::audio {

void Mixer::obey(const Command& command, double now) {
    switch (command.kind) {
        case Command::Kind::play:
            play(command, now);
            break;
        case Command::Kind::hold:
            hold(command, now);
            break;
        case Command::Kind::let_go:
            for (Source& source : sources_) {
                const bool meant = command.key == Command::kAllKeys || source.key == command.key;
                if (source.taken && def_of(source.voice).loop && meant) source.leaving = true;
            }
            break;
        case Command::Kind::reverb:
            reverb_wanted_ = std::clamp(command.how.gain, 0.0F, 1.0F);
            break;
    }
}

void Mixer::set_volume(Bus bus, float volume) {
    volumes_[static_cast<std::size_t>(bus)] = std::clamp(volume, 0.0F, 1.0F);
    adjust_all();
}

void Mixer::set_mix_settings(const MixSettings& settings) {
    settings_ = settings;
    adjust_all();
}

float Mixer::volume_of(Voice voice) const {
    return volumes_[static_cast<std::size_t>(def_of(voice).bus)] * std::clamp(settings_.volume, 0.0F, 1.0F);
}

void Mixer::adjust_all() {
    for (std::size_t i = 0; i < kSources; ++i) {
        if (sources_[i].taken) output_.adjust(i, heard(sources_[i]));
    }
}

std::size_t Mixer::room_for(Voice voice, double now) {
    const VoiceDef& def = def_of(voice);
    if (now - last_begun_[static_cast<std::size_t>(voice)] < static_cast<double>(def.gap)) return kSources;
    int same = 0;
    std::size_t oldest_same = kSources, weakest = kSources, free = kSources;
    for (std::size_t i = 0; i < kSources; ++i) {
        const Source& source = sources_[i];
        if (!source.taken) {
            free = std::min(free, i);
            continue;
        }
        if (source.voice == voice) {
            ++same;
            if (oldest_same == kSources || source.began < sources_[oldest_same].began) oldest_same = i;
        }
        const int priority = def_of(source.voice).priority;
        if (priority > def.priority) continue;
        if (weakest == kSources || priority < def_of(sources_[weakest].voice).priority ||
            (priority == def_of(sources_[weakest].voice).priority && source.began < sources_[weakest].began)) {
            weakest = i;
        }
    }
    if (same >= def.at_once) return oldest_same;
    return free != kSources ? free : weakest;
}

SoundParameters Mixer::heard(const Source& source) const {
    const VoiceDef& def = def_of(source.voice);
    SoundParameters how = source.how;
    how.gain *= def.gain;
    // Night mode leaves beds as quiet as they are.
    if (settings_.night && how.gain > 0 && def.bus != Bus::ambience) how.gain = kNightPivot * std::sqrt(how.gain / kNightPivot);
    // Loudness grows with the square: half a volume sounds like half.
    const float volume = volume_of(source.voice);
    how.gain *= volume * volume * std::sin(static_cast<float>(source.fade) * std::numbers::pi_v<float> / 2);
    how.gain *= 1 + (kFarGain - 1) * how.away;
    how.across = settings_.mono ? 0 : std::clamp(how.across, -1.0F, 1.0F);
    return how;
}

void Mixer::begin(std::size_t at, const Source& source) {
    if (sources_[at].taken) output_.stop(at);
    sources_[at] = source;
    sources_[at].taken = true;
    last_begun_[static_cast<std::size_t>(source.voice)] = source.began;
    output_.start(at, source.voice, heard(sources_[at]));
}

void Mixer::play(const Command& command, double now) {
    if (volume_of(command.voice) <= 0) return;
    const std::size_t at = room_for(command.voice, now);
    if (at == kSources) {
        ++unheard_;
        return;
    }
    begin(at, {.voice = command.voice, .how = command.how, .began = now, .held = now});
    ducks_until_[static_cast<std::size_t>(command.voice)] = now + static_cast<double>(def_of(command.voice).duck.seconds);
}

void Mixer::duck(double now, double seconds) {
    float wanted = now < speech_until_ ? kSpeechDuck : 0;
    for (std::size_t i = 0; i < kVoices; ++i) {
        if (now < ducks_until_[i]) wanted = std::min(wanted, def_of(static_cast<Voice>(i)).duck.decibels);
    }
    if (wanted == duck_) return;
    const auto passed = static_cast<float>(std::clamp(seconds, 0.0, 1.0));
    duck_ = wanted < duck_ ? std::max(wanted, duck_ - kDuckFall * passed) : std::min(wanted, duck_ + kDuckRise * passed);
    output_.adjust_stream(std::pow(10.0F, duck_ / 20));
}

void Mixer::follow_reverb(double seconds) {
    if (reverb_ == reverb_wanted_) return;
    const auto step = static_cast<float>(std::min(seconds / kReverbSeconds, 1.0));
    reverb_ += std::clamp(reverb_wanted_ - reverb_, -step, step);
    output_.set_reverb(reverb_);
}

void Mixer::hold(const Command& command, double now) {
    for (std::size_t i = 0; i < kSources; ++i) {
        Source& source = sources_[i];
        if (!source.taken || source.voice != command.voice || source.key != command.key) continue;
        source.how = command.how;
        source.held = now;
        source.leaving = false;
        return;
    }
    const std::size_t at = room_for(command.voice, now);
    if (at == kSources) return;
    begin(at, {.voice = command.voice, .key = command.key, .how = command.how, .began = now, .held = now, .fade = 0});
}

void Mixer::advance(double now) {
    const double passed = std::max(now - advanced_, 0.0);
    duck(now, passed);
    follow_reverb(passed);
    advanced_ = now;
    for (std::size_t i = 0; i < kSources; ++i) {
        Source& source = sources_[i];
        if (!source.taken) continue;
        if (def_of(source.voice).loop) {
            const bool leaving = source.leaving || now - source.held > kForgotten;
            const double step = std::min(passed / static_cast<double>(def_of(source.voice).fade), 1.0);
            source.fade = std::clamp(source.fade + (leaving ? -step : step), 0.0, 1.0);
            if (leaving && source.fade <= 0) {
                output_.stop(i);
                source.taken = false;
            } else {
                output_.adjust(i, heard(source));
            }
        } else if (!output_.is_playing(i)) {
            source.taken = false;
        }
    }
}

std::size_t Mixer::sounding() const {
    return static_cast<std::size_t>(
        std::count_if(sources_.begin(), sources_.end(), [](const Source& source) { return source.taken; }));
}

}  // namespace albireo::audio
