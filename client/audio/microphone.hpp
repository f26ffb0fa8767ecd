#pragma once
/// A microphone. OpenAL is one implementation (microphone.cpp); tests bring sources of their own.
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace albireo::audio {

class Microphone {
  public:
    virtual ~Microphone() = default;
    /// Moves what has been captured since the last call to `samples`, −1 … 1. Returns how many; never waits.
    virtual std::size_t read(std::span<float> samples) = 0;
    /// The device is gone: nothing more will be captured.
    virtual bool is_lost() { return false; }
};

/// Opens a device, which captures until it is destroyed: mono, `rate` samples a second. Empty name: the system's default. Returns null
/// if there is none; `why` has the reason. It may take a while, so it is called on a thread that nobody waits for.
using OpenMicrophone = std::function<std::unique_ptr<Microphone>(const std::string& device, int rate, std::string& why)>;

std::unique_ptr<Microphone> open_microphone(const std::string& device, int rate, std::string& why);
/// The names of this machine's microphones, the default one first.
std::vector<std::string> microphones();

}  // namespace albireo::audio
