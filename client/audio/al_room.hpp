#pragma once
/// The effects that OpenAL offers for a place (EFX): reverb for voices of the field, and a low-pass for those that are far away.
/// Only openal.cpp includes this. Where the device lacks EFX, every call does nothing.
#include <AL/al.h>
#include <AL/alc.h>
#include <AL/efx.h>

namespace albireo::audio {

class AlRoom {
  public:
    /// Its context is current.
    void open(ALCdevice* device);
    void close();

    /// 0 … 1.
    void set_reverb(float amount);
    /// Whether the sound that a source starts is reverberated.
    void send(ALuint source, bool is_reverberated);
    /// As SoundParameters::away.
    void dull(ALuint source, float away);

  private:
    bool load(ALCdevice* device);
    bool make_reverb();
    void make_filter();

    // EFX is an extension: these may be missing.
    LPALGENEFFECTS generate_effects_ = nullptr;
    LPALDELETEEFFECTS delete_effects_ = nullptr;
    LPALEFFECTI effect_i_ = nullptr;
    LPALEFFECTF effect_f_ = nullptr;
    LPALGENAUXILIARYEFFECTSLOTS generate_slots_ = nullptr;
    LPALDELETEAUXILIARYEFFECTSLOTS delete_slots_ = nullptr;
    LPALAUXILIARYEFFECTSLOTI slot_i_ = nullptr;
    LPALAUXILIARYEFFECTSLOTF slot_f_ = nullptr;
    LPALGENFILTERS generate_filters_ = nullptr;
    LPALDELETEFILTERS delete_filters_ = nullptr;
    LPALFILTERI filter_i_ = nullptr;
    LPALFILTERF filter_f_ = nullptr;

    ALuint slot_ = 0, effect_ = 0, filter_ = 0;
    bool is_reverberant_ = false;  // the slot has its effect: without one it costs nothing
};

}  // namespace albireo::audio
