#include "client/audio/microphone.hpp"

#define AL_ALEXT_PROTOTYPES
#include <AL/al.h>
#include <AL/alc.h>
#include <AL/alext.h>

#include <algorithm>
#include <array>

#include "client/audio/al_names.hpp"

namespace albireo::audio {
namespace {

struct CloseCapture {
    void operator()(ALCdevice* device) const { alcCaptureCloseDevice(device); }
};

class AlMicrophone final : public Microphone {
  public:
    explicit AlMicrophone(ALCdevice* device) : device_(device) { alcCaptureStart(device); }
    ~AlMicrophone() override { alcCaptureStop(device_.get()); }

    std::size_t read(std::span<float> samples) override {
        ALCint ready = 0;
        alcGetIntegerv(device_.get(), ALC_CAPTURE_SAMPLES, 1, &ready);
        std::array<std::int16_t, 1'024> whole;
        const std::size_t count = std::min({static_cast<std::size_t>(std::max(ready, 0)), samples.size(), whole.size()});
        if (count == 0) return 0;
        alcCaptureSamples(device_.get(), whole.data(), static_cast<ALCsizei>(count));
        std::transform(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(count), samples.begin(),
                       [](std::int16_t x) { return static_cast<float>(x) / 32'768; });
        return count;
    }
    bool is_lost() override {
        if (alcIsExtensionPresent(device_.get(), "ALC_EXT_disconnect") == ALC_FALSE) return false;
        ALCint connected = ALC_TRUE;
        alcGetIntegerv(device_.get(), ALC_CONNECTED, 1, &connected);
        return connected == ALC_FALSE;
    }

  private:
    std::unique_ptr<ALCdevice, CloseCapture> device_;
};

}  // namespace

std::unique_ptr<Microphone> open_microphone(const std::string& device, int rate, std::string& why) {
    // Half a second: nothing is lost while the thread that reads it waits for a processor.
    ALCdevice* const capture =
        alcCaptureOpenDevice(device.empty() ? nullptr : device.c_str(), static_cast<ALCuint>(rate), AL_FORMAT_MONO16, rate / 2);
    if (capture == nullptr) {
        why = device.empty() ? "there is no microphone" : "the microphone '" + device + "' cannot be opened";
        return nullptr;
    }
    return std::make_unique<AlMicrophone>(capture);
}

std::vector<std::string> microphones() {
    return device_names(ALC_CAPTURE_DEVICE_SPECIFIER, ALC_CAPTURE_DEFAULT_DEVICE_SPECIFIER);
}

}  // namespace albireo::audio
