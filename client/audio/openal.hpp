#pragma once
/// This machine's audio output, through OpenAL. Only openal.cpp includes OpenAL's headers. An output is used only on the
/// thread that made it.
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "client/audio/audio_output.hpp"

namespace albireo::audio {

/// Keeps OpenAL and ALSA from writing to stderr themselves: the caller that opens a device reports errors in one line.
/// Call it before any thread starts. Set ALSOFT_LOGLEVEL to see their output.
void quiet_libraries();

/// All voices, synthesised: index by Voice.
using Samples = std::array<std::vector<float>, kVoices>;

/// Opens the device of that name; empty: the system's. Null if there is none; `why` holds the reason.
std::unique_ptr<AudioOutput> open_output(const std::string& device, const Samples& samples, std::string& why);
/// The names of this machine's outputs, the default one first. It may take a while.
std::vector<std::string> output_devices();

/// AudioOutput into memory, for tests: render() fills stereo pairs.
class MemoryOutput : public AudioOutput {
  public:
    virtual void render(std::span<float> pairs) = 0;
};
std::unique_ptr<MemoryOutput> open_memory_output(const Samples& samples, std::string& why);

}  // namespace albireo::audio
