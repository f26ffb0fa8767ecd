// albireo-voices DIR: every voice of the game as a .wav file, to be listened to.
#include <cmath>
#include <filesystem>
#include <fstream>
#include <iostream>

#include "client/audio/synth.hpp"
#include "console/console.hpp"

namespace {

using namespace albireo::audio;

void put(std::ofstream& out, std::uint32_t number, int bytes) {
    for (int i = 0; i < bytes; ++i) out.put(static_cast<char>(number >> (8 * i)));
}

bool write_wav(const std::filesystem::path& path, const std::vector<float>& samples) {
    std::ofstream out(path, std::ios::binary);
    const auto bytes = static_cast<std::uint32_t>(samples.size() * 2);
    out << "RIFF";
    put(out, 36 + bytes, 4);
    out << "WAVEfmt ";
    put(out, 16, 4);
    put(out, 1, 2);  // PCM
    put(out, 1, 2);  // mono
    put(out, kSampleRate, 4);
    put(out, kSampleRate * 2, 4);
    put(out, 2, 2);
    put(out, 16, 2);
    out << "data";
    put(out, bytes, 4);
    for (const float sample : samples) {
        put(out, static_cast<std::uint16_t>(static_cast<std::int16_t>(std::lround(sample * 32'767))), 2);
    }
    return static_cast<bool>(out.flush());
}

}  // namespace

int main(int argc, char** argv) {
    std::string folder;
    albireo::console::Arguments line("Writes every sound of the game as DIR/NAME.wav.", "albireo-voices");
    line.set_version("albireo-voices " ALBIREO_VERSION);
    line.add_option("DIR", folder, "where they go; made if it is not there")->required();
    if (const int code = line.parse(argc, argv); code >= 0) return code;
    if (const std::string fault = albireo::console::make_folder(folder); !fault.empty()) return line.wrong(fault);
    for (std::size_t i = 0; i < kVoices; ++i) {
        const VoiceDef& def = def_of(static_cast<Voice>(i));
        const auto samples = synthesise(def);
        const auto path = std::filesystem::path(folder) / (std::string(def.name) + ".wav");
        if (!write_wav(path, samples)) {
            std::cerr << "albireo-voices: " << path.string() << " cannot be written\n";
            return 2;
        }
        std::cout << def.name << "  " << static_cast<double>(samples.size()) / kSampleRate << " s\n";
    }
    return 0;
}
