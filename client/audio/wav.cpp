#include "client/audio/wav.hpp"

#include <algorithm>
#include <cmath>
#include <fstream>

#include "client/audio/synth.hpp"

namespace albireo::audio {
namespace {

void put(std::ofstream& out, std::uint32_t number, int bytes) {
    for (int i = 0; i < bytes; ++i) out.put(static_cast<char>(number >> (8 * i)));
}

}  // namespace

bool write_wav(const std::string& path, std::span<const float> samples, std::uint32_t channels) {
    std::ofstream out(path, std::ios::binary);
    const auto bytes = static_cast<std::uint32_t>(samples.size() * 2);
    out << "RIFF";
    put(out, 36 + bytes, 4);
    out << "WAVEfmt ";
    put(out, 16, 4);
    put(out, 1, 2);  // PCM
    put(out, channels, 2);
    put(out, kSampleRate, 4);
    put(out, kSampleRate * 2 * channels, 4);
    put(out, 2 * channels, 2);
    put(out, 16, 2);
    out << "data";
    put(out, bytes, 4);
    for (const float sample : samples) {
        put(out, static_cast<std::uint16_t>(static_cast<std::int16_t>(std::lround(std::clamp(sample, -1.0F, 1.0F) * 32'767))), 2);
    }
    return static_cast<bool>(out.flush());
}

}  // namespace albireo::audio
