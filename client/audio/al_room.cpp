#include "client/audio/al_room.hpp"

#include <AL/efx-presets.h>

namespace albireo::audio {
namespace {

constexpr EFXEAXREVERBPROPERTIES kTunnel = EFX_REVERB_PRESET_STONECORRIDOR;
constexpr float kFarBrightness = 0.25F;  // of a far sound, at 5 kHz and above: −12 dB

template <class Function>
bool find(Function& function, const char* name) {
    function = reinterpret_cast<Function>(alGetProcAddress(name));
    return function != nullptr;
}

}  // namespace

bool AlRoom::load(ALCdevice* device) {
    return alcIsExtensionPresent(device, ALC_EXT_EFX_NAME) == ALC_TRUE && find(generate_effects_, "alGenEffects") &&
           find(delete_effects_, "alDeleteEffects") && find(effect_i_, "alEffecti") && find(effect_f_, "alEffectf") &&
           find(generate_slots_, "alGenAuxiliaryEffectSlots") && find(delete_slots_, "alDeleteAuxiliaryEffectSlots") &&
           find(slot_i_, "alAuxiliaryEffectSloti") && find(slot_f_, "alAuxiliaryEffectSlotf") &&
           find(generate_filters_, "alGenFilters") && find(delete_filters_, "alDeleteFilters") && find(filter_i_, "alFilteri") &&
           find(filter_f_, "alFilterf");
}

void AlRoom::open(ALCdevice* device) {
    if (!load(device)) return;
    alGetError();
    if (!make_reverb()) return;
    make_filter();
}

bool AlRoom::make_reverb() {
    generate_effects_(1, &effect_);
    effect_i_(effect_, AL_EFFECT_TYPE, AL_EFFECT_REVERB);
    effect_f_(effect_, AL_REVERB_DENSITY, kTunnel.flDensity);
    effect_f_(effect_, AL_REVERB_DIFFUSION, kTunnel.flDiffusion);
    effect_f_(effect_, AL_REVERB_GAIN, kTunnel.flGain);
    effect_f_(effect_, AL_REVERB_GAINHF, kTunnel.flGainHF);
    effect_f_(effect_, AL_REVERB_DECAY_TIME, kTunnel.flDecayTime);
    effect_f_(effect_, AL_REVERB_DECAY_HFRATIO, kTunnel.flDecayHFRatio);
    effect_f_(effect_, AL_REVERB_REFLECTIONS_GAIN, kTunnel.flReflectionsGain);
    effect_f_(effect_, AL_REVERB_REFLECTIONS_DELAY, kTunnel.flReflectionsDelay);
    effect_f_(effect_, AL_REVERB_LATE_REVERB_GAIN, kTunnel.flLateReverbGain);
    effect_f_(effect_, AL_REVERB_LATE_REVERB_DELAY, kTunnel.flLateReverbDelay);
    effect_f_(effect_, AL_REVERB_AIR_ABSORPTION_GAINHF, kTunnel.flAirAbsorptionGainHF);
    const bool has_effect = alGetError() == AL_NO_ERROR;
    if (has_effect) generate_slots_(1, &slot_);
    if (!has_effect || alGetError() != AL_NO_ERROR) {
        delete_effects_(1, &effect_);
        alGetError();
        slot_ = effect_ = 0;
        return false;
    }
    slot_i_(slot_, AL_EFFECTSLOT_AUXILIARY_SEND_AUTO, AL_FALSE);
    slot_f_(slot_, AL_EFFECTSLOT_GAIN, 0);
    return true;
}

void AlRoom::make_filter() {
    generate_filters_(1, &filter_);
    filter_i_(filter_, AL_FILTER_TYPE, AL_FILTER_LOWPASS);
    if (alGetError() == AL_NO_ERROR) return;
    delete_filters_(1, &filter_);
    alGetError();
    filter_ = 0;
}

void AlRoom::close() {
    if (filter_ != 0) delete_filters_(1, &filter_);
    if (slot_ != 0) {
        delete_slots_(1, &slot_);
        delete_effects_(1, &effect_);
    }
    slot_ = effect_ = filter_ = 0;
}

void AlRoom::set_reverb(float amount) {
    if (slot_ == 0) return;
    if (const bool is_reverberant = amount > 0; is_reverberant != is_reverberant_) {
        is_reverberant_ = is_reverberant;
        slot_i_(slot_, AL_EFFECTSLOT_EFFECT, static_cast<ALint>(is_reverberant ? effect_ : ALuint{AL_EFFECT_NULL}));
    }
    slot_f_(slot_, AL_EFFECTSLOT_GAIN, amount);
}

void AlRoom::send(ALuint source, bool is_reverberated) {
    if (slot_ == 0) return;
    alSource3i(source, AL_AUXILIARY_SEND_FILTER, static_cast<ALint>(is_reverberated ? slot_ : ALuint{AL_EFFECTSLOT_NULL}), 0,
               AL_FILTER_NULL);
}

void AlRoom::dull(ALuint source, float away) {
    if (filter_ == 0) return;
    filter_f_(filter_, AL_LOWPASS_GAINHF, 1 + (kFarBrightness - 1) * away);
    alSourcei(source, AL_DIRECT_FILTER, static_cast<ALint>(filter_));
}

}  // namespace albireo::audio
